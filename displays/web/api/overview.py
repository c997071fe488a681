"""Overview of a tournament: details, rules, rounds; and its players as they were entered."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from engine.model import (
    Colour,
    Details,
    Entry,
    Outcome,
    Phase,
    Player,
    PlayerId,
    RatingOf,
    Result,
    Round,
    Rules,
    Separation,
    Tournament,
    Withdrawal,
)
from ledger.state import Announcement, Clock, State


class RoundInSight(msgspec.Struct, frozen=True):
    number: int
    phase: Phase
    system: str
    boards: int
    missing: tuple[int, ...]  # boards without a result
    postponed: tuple[int, ...]


class Overview(msgspec.Struct, frozen=True):
    id: str
    version: int
    details: Details
    rules: Rules
    players: int
    rounds: tuple[RoundInSight, ...]
    next_round: int
    is_finished: bool
    first_colour: Colour | None
    start_order: tuple[PlayerId, ...]
    separations: tuple[Separation, ...]
    announcements: tuple[Announcement, ...]
    clock: Clock | None


def overview(stream: str, state: State) -> Overview:
    t = state.tournament
    return Overview(
        id=stream,
        version=state.version,
        details=t.details,
        rules=t.rules,
        players=len(t.entries),
        rounds=tuple(map(_round, t.rounds)),
        next_round=t.next_round,
        is_finished=t.is_finished,
        first_colour=t.first_colour,
        start_order=t.start_order,
        separations=t.separations,
        announcements=state.hall.announcements,
        clock=state.hall.clock,
    )


def _round(played: Round) -> RoundInSight:
    return RoundInSight(
        number=played.number,
        phase=played.phase,
        system=played.system,
        boards=len(played.boards),
        missing=played.boards_with(Result.PENDING),
        postponed=played.boards_with(Result.POSTPONED),
    )


class Enlisted(msgspec.Struct, frozen=True):
    player: Player
    from_round: int
    missed: Outcome
    absences: Mapping[int, Outcome]  # by round
    withdrawals: tuple[Withdrawal, ...]
    is_withdrawn: bool  # not in the next round
    absent_days: Mapping[str, Outcome] | msgspec.UnsetType = msgspec.UNSET  # what was announced for whole evenings
    # Where several are known, for arbiters: by the rule of the tournament one counts.
    ratings: tuple[RatingOf, ...] | msgspec.UnsetType = msgspec.UNSET


def players(t: Tournament) -> tuple[Enlisted, ...]:
    """By number, as much of each as the tournament that is seen knows (``displays.web.visibility``)."""
    return tuple(_entry(entry, t.next_round) for _, entry in sorted(t.entries.items()))


def _entry(entry: Entry, next_round: int) -> Enlisted:
    return Enlisted(
        player=entry.player,
        from_round=entry.from_round,
        missed=entry.missed,
        absences=dict(sorted(entry.absences.items())),
        withdrawals=entry.withdrawals,
        is_withdrawn=entry.withdrawal_in(next_round) is not None,
        absent_days=dict(entry.absent_days) or msgspec.UNSET,
        ratings=entry.ratings or msgspec.UNSET,
    )
