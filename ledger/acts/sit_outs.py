"""Acts on sit-outs: the correction of what a player without a game gets."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from engine.errors import Fact, Refusal
from engine.model import SITTING_OUT, Outcome, Phase, PlayerId, SitOut
from ledger.acts import byes, checks
from ledger.acts.act import Act, AnyAct, Command, Confirmation, Endpoint, Event, News, Publicity
from ledger.acts.fields import Fields
from ledger.acts.integrity import Integrity
from ledger.acts.rounds import is_public, with_round
from ledger.state import State


class CorrectSitOut(Command, frozen=True, kw_only=True, tag="correct-sit-out"):
    round: int
    player: PlayerId
    outcome: Outcome
    reason: str


class SitOutCorrected(Event, frozen=True, kw_only=True, gc=False, tag="sit-out-corrected"):
    round: int
    player: PlayerId
    old: Outcome
    outcome: Outcome
    corrects: int
    reason: str


# -- deciding ----------------------------------------------------------------------------------------------------------


def correct_sit_out(state: State, command: CorrectSitOut) -> list[Event]:
    t = state.tournament
    checks.reason(command.reason)
    checks.entry(t, command.player)
    played = checks.paired_round(t, command.round)
    sitout = next((s for s in played.sitouts if s.player == command.player), None)
    if sitout is None:
        raise Refusal("player-does-not-sit-out", player=command.player, round=command.round)
    if command.outcome not in SITTING_OUT:
        possible = tuple(sorted(o.value for o in SITTING_OUT))
        raise Refusal("not-an-absence", outcome=command.outcome.value, possible=possible)
    if sitout.outcome is command.outcome:
        raise Refusal("nothing-changes")
    if command.outcome is Outcome.PAIRING_BYE and played.bye is not None:
        raise Refusal("two-byes", round=command.round)
    byes.check_right(t, command.player, command.outcome)
    return [
        SitOutCorrected(
            round=command.round,
            player=command.player,
            old=sitout.outcome,
            outcome=command.outcome,
            corrects=sitout.since or played.since,
            reason=command.reason,
        )
    ]


def _check_round_in_fide_mode(state: State, command: CorrectSitOut) -> None:
    checks.round_in_fide_mode(state.tournament, command.round)


def _confirm_byes(state: State, command: CorrectSitOut, events: Sequence[Event]) -> Confirmation | None:
    """VCL4THP 174."""
    (event,) = events
    assert isinstance(event, SitOutCorrected)
    after = _evolve_sit_out(state, event).tournament
    return byes.confirm_half_byes(state.tournament, after, (event.player,)) if state.fide_mode.is_on else None


# -- evolving ----------------------------------------------------------------------------------------------------------


def _evolve_sit_out(state: State, event: SitOutCorrected) -> State:
    played = state.tournament.rounds[event.round - 1]
    corrected = SitOut(event.player, event.outcome, state.version + 1)
    sitouts = tuple(corrected if s.player == event.player else s for s in played.sitouts)
    return state.advance(with_round(state.tournament, replace(played, sitouts=sitouts)))


# -- telling -----------------------------------------------------------------------------------------------------------


def _sit_out_fields(state: State, event: SitOutCorrected) -> Fields:
    sitouts = state.tournament.rounds[event.round - 1].sitouts
    return {"outcome": next(s.outcome.value for s in sitouts if s.player == event.player)}


def _sit_out_integrity(before: State | None, event: SitOutCorrected) -> Integrity | None:
    if event.outcome is Outcome.FULL_BYE:
        return Integrity.FULL_BYE
    is_closed = before is not None and before.tournament.rounds[event.round - 1].phase is Phase.CLOSED
    return Integrity.CORRECTION if is_closed else None


def _sit_out_news(before: State | None, event: SitOutCorrected, after: State) -> News | None:
    facts: dict[str, Fact] = {"round": event.round, "old": event.old.value, "outcome": event.outcome.value}
    return ((event.player,), facts) if is_public(before, event.round) else None


ACTS: tuple[AnyAct, ...] = (
    Act(
        command=CorrectSitOut,
        decide=correct_sit_out,
        check_fide_mode=_check_round_in_fide_mode,
        confirm=_confirm_byes,
        endpoint=Endpoint(
            "PUT",
            "/rounds/{round}/sit-outs/{player}",
            {"outcome": "half-bye", "reason": "Asked for it in time."},
        ),
        event=SitOutCorrected,
        evolve=_evolve_sit_out,
        publicity=Publicity.OF_ITS_ROUND,
        fields=_sit_out_fields,
        integrity=_sit_out_integrity,
        news=_sit_out_news,
        moves_places=lambda before, event: True,
        is_correction=True,
        is_marked_on_cards=True,
        concerns_later_pairings=True,
    ),
)
