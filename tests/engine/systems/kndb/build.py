"""Tournaments for the KNDB tests: from a case file, or in a line a round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.model import (
    DRAUGHTS_POINTS,
    Board,
    Details,
    Entry,
    Outcome,
    Player,
    PointTable,
    Result,
    Round,
    Rules,
    SitOut,
    Tournament,
    Withdrawal,
)

RESULTS = {"2-0": Result.WHITE_WINS, "1-1": Result.DRAW, "0-2": Result.BLACK_WINS}


def from_case(case: Mapping[str, Any]) -> Tournament:
    """A player's number is his lot."""
    next_round = len(case["rounds"]) + 1
    entries = {
        p["lot"]: Entry(
            Player(p["lot"], f"player {p['lot']}", lot=p["lot"]),
            withdrawals=() if p["active"] else (Withdrawal(next_round),),
        )
        for p in case["players"]
    }
    rounds = tuple(_round(number, lines) for number, lines in enumerate(case["rounds"], start=1))
    return Tournament(Details("a case"), Rules("kndb", 20, points=DRAUGHTS_POINTS), entries, rounds)


def _round(number: int, lines: list[dict[str, Any]]) -> Round:
    boards = tuple(Board(g["white"], g["black"], RESULTS[g["result"]]) for g in lines if "white" in g)
    byes = tuple(SitOut(g["bye"], Outcome.PAIRING_BYE) for g in lines if "bye" in g)
    absent = tuple(SitOut(g["absent"], Outcome.ABSENT) for g in lines if "absent" in g)
    return Round(number, boards, byes + absent)


def tournament(
    players: int,
    *rounds: str,
    system: str = "kndb",
    rounds_planned: int = 20,
    points: PointTable = DRAUGHTS_POINTS,
    ratings: Mapping[int, int] | None = None,
    **options: Any,
) -> Tournament:
    """Each round is a line: ``"1-6 2-0, 2-5 1-1, 3 bye, 4 absent"``. Lots are the numbers."""
    entries = {n: Entry(Player(n, f"player {n}", rating=(ratings or {}).get(n), lot=n)) for n in range(1, players + 1)}
    rules = Rules(system, rounds_planned, points=points, options=options)
    played = tuple(_round(number, _lines(line)) for number, line in enumerate(rounds, start=1))
    return Tournament(Details("a tournament"), rules, entries, played)


def _lines(line: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for part in line.split(", "):
        who, what = part.split()
        if what in RESULTS:
            white, black = who.split("-")
            found.append({"white": int(white), "black": int(black), "result": what})
        else:
            found.append({what: int(who)})
    return found
