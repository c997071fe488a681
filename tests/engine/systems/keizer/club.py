"""Small clubs for the tests: players 1, 2, 3 … in the start order, rounds written as lines."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from msgspec.structs import replace

from engine.model import (
    Board,
    Details,
    Entry,
    Outcome,
    Player,
    PlayerId,
    Result,
    Round,
    Rules,
    SitOut,
    Tournament,
)
from engine.systems.keizer.ladder import ladder

Option = bool | int | str | tuple[str, ...]

# Written "1-2 1" (1 beats 2 with White), "3-4 =", "5 bye".
RESULTS = {
    "1": Result.WHITE_WINS,
    "=": Result.DRAW,
    "0": Result.BLACK_WINS,
    "+": Result.FORFEIT_WHITE_WINS,
    "-": Result.FORFEIT_BLACK_WINS,
    "?": Result.PENDING,
    "p": Result.POSTPONED,
}
SITTING_OUT = {
    "bye": Outcome.PAIRING_BYE,
    "absent": Outcome.ABSENT,
    "silent": Outcome.ABSENT_UNNOTIFIED,
    "team": Outcome.TEAM_DUTY,
    "team-won": Outcome.FULL_BYE,
    "team-drew": Outcome.HALF_BYE,
    "team-lost": Outcome.ZERO_BYE,
}


def club(
    size: int, *rounds: str, system: str = "keizer", ratings: Mapping[int, int] = {}, **options: Option
) -> Tournament:
    """``club(4, "1-2 1, 3-4 =", "1-3 0, 2 absent, 4 bye")``."""
    entries = {number: Entry(Player(number, f"P{number:02}", ratings.get(number))) for number in range(1, size + 1)}
    rules = Rules(system, max(len(rounds), 30), options=options)
    played = tuple(_round(number, line) for number, line in enumerate(rounds, start=1))
    return Tournament(Details("club"), rules, entries, played, tuple(entries))


def with_entry(t: Tournament, number: PlayerId, **changes: object) -> Tournament:
    return replace(t, entries={**t.entries, number: replace(t.entries[number], **changes)})


def totals(t: Tournament, after_round: int | None = None) -> dict[PlayerId, Fraction]:
    return {rung.player: rung.total for rung in ladder(t, after_round).rungs}


def order(t: Tournament, after_round: int | None = None) -> list[PlayerId]:
    return list(ladder(t, after_round).order)


def _round(number: int, line: str) -> Round:
    boards: list[Board] = []
    sitouts: list[SitOut] = []
    for part in filter(None, line.split(", ")):
        who, what = part.split()
        if "-" in who:
            white, black = who.split("-")
            boards.append(Board(int(white), int(black), RESULTS[what]))
        else:
            sitouts.append(SitOut(int(who), SITTING_OUT[what]))
    return Round(number, tuple(boards), tuple(sitouts))
