"""Acts beside the rounds: points by decision, ties settled."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from engine.errors import Refusal
from engine.model import Adjustment, PlayerId, Settlement
from ledger.acts import checks
from ledger.acts.act import CONFIRM, Act, AnyAct, Command, Confirmation, Endpoint, Event, News, Publicity
from ledger.acts.fields import Fields
from ledger.acts.integrity import Integrity
from ledger.acts.rounds import is_public
from ledger.state import State

WAYS_TO_SETTLE = ("lot", "play-off", "decision")


class AdjustPoints(Command, frozen=True, kw_only=True, tag="adjust-points"):
    player: PlayerId
    round: int
    points: int
    reason: str


class PointsAdjusted(Event, frozen=True, kw_only=True, gc=False, tag="points-adjusted"):
    player: PlayerId
    round: int
    points: int  # in the unit of the point table
    reason: str


class SettleTie(Command, frozen=True, kw_only=True, tag="settle-tie"):
    """By lot with a seed, or in the order that a lot drawn by hand, a play-off or a decision gave.

    Settling the same tie again needs a reason.
    """

    players: tuple[PlayerId, ...]
    by: str
    seed: str = ""
    reason: str = ""
    is_drawn_by_hand: bool = False  # a lot: the players stand in the order in which they were drawn


class TieSettled(Event, frozen=True, kw_only=True, gc=False, tag="tie-settled"):
    order: tuple[PlayerId, ...]
    by: str  # "lot", "play-off" or "decision"
    seed: str = ""  # of a lot; empty: it was drawn by hand
    reason: str = ""


# -- deciding ----------------------------------------------------------------------------------------------------------


def adjust_points(state: State, command: AdjustPoints) -> list[Event]:
    t = state.tournament
    checks.reason(command.reason)
    checks.entry(t, command.player)
    checks.paired_round(t, command.round)
    if command.points == 0:
        raise Refusal("nothing-changes")
    checks.within("points", command.points, -checks.MOST_POINTS, checks.MOST_POINTS)
    return [PointsAdjusted(player=command.player, round=command.round, points=command.points, reason=command.reason)]


def settle_tie(state: State, command: SettleTie) -> list[Event]:
    t = state.tournament
    checks.distinct_players(t, command.players)
    if len(command.players) < 2:
        raise Refusal("too-few-players", players=len(command.players), needed=2)
    if command.by not in WAYS_TO_SETTLE:
        raise Refusal("not-one-of", field="by", value=command.by, possible=WAYS_TO_SETTLE)
    checks.text(command.reason, "reason")
    is_from_seed = command.by == "lot" and not command.is_drawn_by_hand
    checks.text(command.seed, "seed", required=is_from_seed)
    order = checks.by_lot(command.seed, command.players) if is_from_seed else command.players
    if command.by == "decision":
        checks.reason(command.reason)
    stands = next((s for s in reversed(t.settlements) if set(s.order) == set(order)), None)
    if stands is not None and not command.reason.strip():  # nobody draws until they like the lot
        raise Refusal("tie-stands", by=stands.by, players=stands.order)
    return [TieSettled(order=order, by=command.by, seed=command.seed, reason=command.reason)]


def _check_points_in_fide_mode(state: State, command: AdjustPoints) -> None:
    checks.round_in_fide_mode(state.tournament, command.round)


def _confirm_points(state: State, command: AdjustPoints, events: Sequence[Event]) -> Confirmation | None:
    """VCL4THP 115: they change places, and who meets whom in the rounds to come."""
    if not state.fide_mode.is_on:
        return None
    told = [Refusal("points-move-places", player=command.player, round=command.round)]
    later = len(state.tournament.rounds) - command.round
    if later:
        told.append(Refusal("points-after-pairing", rounds=later))
    return Confirmation(CONFIRM, tuple(told))


def _check_lot_in_fide_mode(state: State, command: SettleTie) -> None:
    """VCL4THP 206: a lot is drawn once: two of whom it put one before the other are in no other."""
    drawn = frozenset(command.players)
    if any(s.by == "lot" and len(drawn & frozenset(s.order)) > 1 for s in state.tournament.settlements):
        raise Refusal("fide-mode-lot-stands", players=command.players)


# -- evolving ----------------------------------------------------------------------------------------------------------


def _evolve_points(state: State, event: PointsAdjusted) -> State:
    t = state.tournament
    adjustment = Adjustment(event.player, event.round, event.points, event.reason)
    return state.advance(replace(t, adjustments=(*t.adjustments, adjustment)))


def _evolve_tie(state: State, event: TieSettled) -> State:
    t = state.tournament
    settlement = Settlement(event.order, event.by, t.ranked_rounds)
    return state.advance(replace(t, settlements=(*t.settlements, settlement)))


# -- telling -----------------------------------------------------------------------------------------------------------


def _points_fields(state: State, event: PointsAdjusted) -> Fields:
    known = state.tournament.adjustments
    return {"adjustment": sum(a.points for a in known if a.player == event.player and a.round == event.round)}


def _tie_fields(state: State, event: TieSettled) -> Fields:
    """How a tie between just these players stands settled."""
    tied = frozenset(event.order)
    found = (s for s in reversed(state.tournament.settlements) if frozenset(s.order) == tied)
    return next(({"order": s.order, "by": s.by} for s in found), {})


def _points_news(before: State | None, event: PointsAdjusted, after: State) -> News | None:
    if not is_public(before, event.round):
        return None
    per_point = after.tournament.rules.points.per_point
    return (event.player,), {"round": event.round, "points": event.points, "per_point": per_point}


def _tie_news(before: State | None, event: TieSettled, after: State) -> News:
    return event.order, {"by": event.by}


ACTS: tuple[AnyAct, ...] = (
    Act(
        command=AdjustPoints,
        decide=adjust_points,
        check_fide_mode=_check_points_in_fide_mode,
        confirm=_confirm_points,
        endpoint=Endpoint("POST", "/players/{player}/points", {"round": 1, "points": -1, "reason": "Phone."}),
        event=PointsAdjusted,
        evolve=_evolve_points,
        publicity=Publicity.OF_ITS_ROUND,
        fields=_points_fields,
        integrity=lambda before, event: Integrity.CORRECTION,
        news=_points_news,
        moves_places=lambda before, event: True,
        concerns_later_pairings=True,
    ),
    Act(
        command=SettleTie,
        decide=settle_tie,
        check_fide_mode=_check_lot_in_fide_mode,
        endpoint=Endpoint("POST", "/ties", {"players": [1, 2], "by": "lot", "seed": "heads"}),
        event=TieSettled,
        evolve=_evolve_tie,
        fields=_tie_fields,
        players=lambda before, event, after: event.order,
        news=_tie_news,
    ),
)
