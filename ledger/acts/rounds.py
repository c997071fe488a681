"""Acts on a round that is paired: publishing, taking back, closing and reopening it.

KNSB:2014 F6, F7: a published pairing is not changed by a later correction; corrections count for pairings still to be
made; pairing a published round again before it has begun is the arbiter's own act, and an event.
"""

from __future__ import annotations

from typing import Protocol

from msgspec.structs import replace

from engine.errors import Refusal
from engine.model import Phase, Result, Round, Tournament
from engine.start_order import release_order
from ledger.acts import checks
from ledger.acts.act import Act, AnyAct, Command, Endpoint, Event, News, Publicity
from ledger.acts.fields import Fields
from ledger.state import State


class PublishRound(Command, frozen=True, kw_only=True, tag="publish-round"):
    round: int


class RoundPublished(Event, frozen=True, kw_only=True, gc=False, tag="round-published"):
    round: int


class TakeBackRound(Command, frozen=True, kw_only=True, tag="take-back-round"):
    """Its publication, so that it is a draft again; of a draft the pairing, so that the round is to be paired."""

    round: int
    reason: str = ""  # needed if it was published


class PublicationTakenBack(Event, frozen=True, kw_only=True, gc=False, tag="publication-taken-back"):
    """The round is a draft again, with the boards that it had."""

    round: int
    reason: str


class RoundTakenBack(Event, frozen=True, kw_only=True, gc=False, tag="round-taken-back"):
    """There is no pairing of the round any more. (Logs of 0.2 and before have it of published rounds as well.)"""

    round: int
    reason: str


class CloseRound(Command, frozen=True, kw_only=True, tag="close-round"):
    round: int


class RoundClosed(Event, frozen=True, kw_only=True, gc=False, tag="round-closed"):
    round: int


class ReopenRound(Command, frozen=True, kw_only=True, tag="reopen-round"):
    round: int
    reason: str


class RoundReopened(Event, frozen=True, kw_only=True, gc=False, tag="round-reopened"):
    round: int
    reason: str


# -- deciding ----------------------------------------------------------------------------------------------------------


def publish_round(state: State, command: PublishRound) -> list[Event]:
    t = state.tournament
    current = checks.paired_round(t, command.round)
    return [RoundPublished(round=command.round)] if current.phase is Phase.PAIRED else []


def take_back_round(state: State, command: TakeBackRound) -> list[Event]:
    """One step back. What only the arbiters know of needs no reason."""
    t = state.tournament
    current = checks.last_round(t, command.round)
    if current.phase is Phase.PAIRED:
        checks.text(command.reason, "reason")
        return [RoundTakenBack(round=command.round, reason=command.reason)]
    checks.reason(command.reason)
    if current.phase is Phase.CLOSED:
        raise Refusal("round-is-closed", round=command.round)
    if current.has_begun:
        raise Refusal("round-has-begun", round=command.round)
    return [PublicationTakenBack(round=command.round, reason=command.reason)]


def close_round(state: State, command: CloseRound) -> list[Event]:
    current = checks.last_round(state.tournament, command.round)
    if current.phase is Phase.CLOSED:
        return []
    checks.check_published(current)
    open_boards = tuple(n for n, b in enumerate(current.boards, start=1) if b.result is Result.PENDING)
    if open_boards:
        raise Refusal("boards-without-result", round=command.round, boards=open_boards)
    disputed = state.hall.disputed_boards(command.round)
    if disputed:
        raise Refusal("disputes-open", round=command.round, boards=disputed)
    return [RoundClosed(round=command.round)]


def reopen_round(state: State, command: ReopenRound) -> list[Event]:
    t = state.tournament
    checks.reason(command.reason)
    if checks.last_round(t, command.round).phase is not Phase.CLOSED:
        raise Refusal("round-not-closed", round=command.round)
    return [RoundReopened(round=command.round, reason=command.reason)]


# -- evolving ----------------------------------------------------------------------------------------------------------


def _evolve_published(state: State, event: RoundPublished) -> State:
    return _with_phase(state, event.round, Phase.PUBLISHED)


def _evolve_publication_taken_back(state: State, event: PublicationTakenBack) -> State:
    return _with_phase(state, event.round, Phase.PAIRED)


def _evolve_taken_back(state: State, event: RoundTakenBack) -> State:
    still = tuple(d for d in state.hall.disputes if d.round < event.round)
    rounds = state.tournament.rounds[: event.round - 1]
    return state.advance(release_order(replace(state.tournament, rounds=rounds)), replace(state.hall, disputes=still))


def _evolve_closed(state: State, event: RoundClosed) -> State:
    return _with_phase(state, event.round, Phase.CLOSED)


def _evolve_reopened(state: State, event: RoundReopened) -> State:
    return _with_phase(state, event.round, Phase.PUBLISHED)


def _with_phase(state: State, number: int, phase: Phase) -> State:
    return state.advance(with_round(state.tournament, replace(state.tournament.rounds[number - 1], phase=phase)))


def with_round(t: Tournament, played: Round) -> Tournament:
    """The tournament with this round in place of the one of its number."""
    rounds = list(t.rounds)
    rounds[played.number - 1] = played
    return replace(t, rounds=tuple(rounds))


# -- telling -----------------------------------------------------------------------------------------------------------


class OfRound(Protocol):
    """An event of one round, of this module or of ``pairing.py``."""

    @property
    def round(self) -> int: ...


def phase_fields(state: State, event: OfRound) -> Fields:
    """Where a round stands. Its boards are in the record itself, and in the state."""
    if event.round > len(state.tournament.rounds):
        return {}
    played = state.tournament.rounds[event.round - 1]
    return {"phase": played.phase.value, "system": played.system, "boards": len(played.boards)}


def pairing_record(before: State | None, event: OfRound) -> int | None:
    """The version of the record whose boards it puts aside."""
    return None if before is None else before.tournament.rounds[event.round - 1].since


def is_public(before: State | None, number: int) -> bool:
    """The round is no draft."""
    return before is not None and before.tournament.rounds[number - 1].phase is not Phase.PAIRED


def _round_news(before: State | None, event: OfRound, after: State) -> News:
    return (), {"round": event.round}


def news_unless_draft(before: State | None, event: OfRound, after: State) -> News | None:
    return _round_news(before, event, after) if is_public(before, event.round) else None


ACTS: tuple[AnyAct, ...] = (
    Act(
        command=PublishRound,
        decide=publish_round,
        endpoint=Endpoint("POST", "/rounds/{round}/publication"),
        event=RoundPublished,
        evolve=_evolve_published,
        publicity=Publicity.PUBLISHES_DRAFT,
        fields=phase_fields,
        news=_round_news,
    ),
    Act(
        command=TakeBackRound,
        decide=take_back_round,
        endpoint=Endpoint("DELETE", "/rounds/{round}/publication", {"reason": "A player was forgotten."}),
        event=PublicationTakenBack,
        evolve=_evolve_publication_taken_back,
        publicity=Publicity.TAKES_BACK_DRAFT,
        fields=phase_fields,
        corrects=pairing_record,
        news=_round_news,
    ),
    Act(
        event=RoundTakenBack,
        evolve=_evolve_taken_back,
        publicity=Publicity.ENDS_DRAFT,
        fields=phase_fields,
        corrects=pairing_record,
        news=news_unless_draft,
        parts_players=True,
    ),
    Act(
        command=CloseRound,
        decide=close_round,
        endpoint=Endpoint("POST", "/rounds/{round}/closing"),
        event=RoundClosed,
        evolve=_evolve_closed,
        fields=phase_fields,
        news=_round_news,
    ),
    Act(
        command=ReopenRound,
        decide=reopen_round,
        endpoint=Endpoint("DELETE", "/rounds/{round}/closing", {"reason": "Closed too early."}),
        event=RoundReopened,
        evolve=_evolve_reopened,
        fields=phase_fields,
        news=_round_news,
    ),
)
