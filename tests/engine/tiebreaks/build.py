"""Small tournaments for tests, a round written as one line: ``1-2:1 3-4:= 5:U``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.model import CHESS_POINTS, Board, Details, Entry, Outcome, Player, Result, Round, Rules, SitOut, Tournament
from engine.standings import table_of
from engine.tiebreaks import DEFINITIONS, Figure, Working, tiebreak

RESULTS: Mapping[str, Result] = {
    "1": Result.WHITE_WINS,
    "=": Result.DRAW,
    "0": Result.BLACK_WINS,
    "+": Result.FORFEIT_WHITE_WINS,
    "-": Result.FORFEIT_BLACK_WINS,
    "--": Result.DOUBLE_FORFEIT,
    "?": Result.PENDING,
    "x": Result.NEVER_PLAYED,
}
SITTING: Mapping[str, Outcome] = {
    "U": Outcome.PAIRING_BYE,
    "F": Outcome.FULL_BYE,
    "H": Outcome.HALF_BYE,
    "Z": Outcome.ZERO_BYE,
}


def tournament(*rounds: str, ratings: Sequence[int | None] = (), lots: Sequence[int] = (), **rules: Any) -> Tournament:
    """Players 1, 2, 3 … as far as the rounds name them; rated 2000, 1990, … unless told."""
    played = tuple(_round(number, line) for number, line in enumerate(rounds, start=1))
    seated = {s.player for r in played for s in r.sitouts} | {p for r in played for b in r.boards for p in _pair(b)}
    rated = ratings or [2010 - 10 * number for number in sorted(seated)]
    players = [
        Player(number, f"Player {number}", rated[number - 1], lot=lots[number - 1] if lots else None)
        for number in sorted(seated)
    ]
    agreed = {"system": "by-hand", "rounds": len(rounds), "points": CHESS_POINTS, **rules}
    return Tournament(Details("Test"), Rules(**agreed), {p.number: Entry(p) for p in players}, played)


def working(t: Tournament, player: int, code: str) -> Working:
    found = tiebreak(code)
    measure = DEFINITIONS[found.base].measure
    assert measure is not None
    return measure(table_of(t), player, found)


def value(t: Tournament, player: int, code: str) -> Figure:
    """In the unit of the point table: half points in chess."""
    return working(t, player, code).value


def _round(number: int, line: str) -> Round:
    boards: list[Board] = []
    sitouts: list[SitOut] = []
    for word in line.split():
        who, what = word.split(":")
        if "-" in who:
            white, black = who.split("-")
            boards.append(Board(int(white), int(black), RESULTS[what]))
        else:
            sitouts.append(SitOut(int(who), SITTING[what]))
    return Round(number, tuple(boards), tuple(sitouts))


def _pair(board: Board) -> tuple[int, int]:
    return board.white, board.black
