"""The table: who stands where after the last published round, or after an earlier one."""

from __future__ import annotations

from engine.cards import cards
from engine.model import Phase, Tournament, Value
from engine.standings import rank
from ledger.views.contract import Person, View, person, released

NAME = "standings"
READS: tuple[str, ...] = ("entries", "rounds", "adjustments", "rules", "start_order")


class Ask(Value, frozen=True, forbid_unknown_fields=True):
    round: int | None = None  # None: the last that is published


class StandingLine(Value, frozen=True):
    place: int
    player: Person
    score: int
    games: int  # played over the board
    is_withdrawn: bool  # not in the next round


class Standings(View, frozen=True, kw_only=True, tag=NAME):
    round: int  # the last round that counts
    is_official: bool  # every round that counts is closed; otherwise games are still going on
    per_point: int
    lines: tuple[StandingLine, ...]


def show(t: Tournament, ask: Ask) -> Standings:
    counted = released(t, ask.round)
    last = len(counted.rounds)
    dealt = cards(counted)
    lines = tuple(
        StandingLine(
            line.place,
            person(t, line.player),
            dealt[line.player].score,
            dealt[line.player].games,
            t.entries[line.player].withdrawal_in(last + 1) is not None,
        )
        for line in rank(counted, dealt)
    )
    is_official = all(played.phase is Phase.CLOSED for played in counted.rounds)
    return Standings(
        version=t.version,
        round=last,
        is_official=is_official,
        per_point=t.rules.points.per_point,
        lines=lines,
    )
