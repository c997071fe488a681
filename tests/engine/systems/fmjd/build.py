"""Tournaments for the FMJD tests, from the oracle's case files."""

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
    Result,
    Round,
    Rules,
    SitOut,
    Tournament,
    Withdrawal,
)
from engine.system import System
from engine.systems.fmjd.options import Axes
from engine.systems.fmjd.system import axes_of

RESULTS = {
    "2-0": Result.WHITE_WINS,
    "1-1": Result.DRAW,
    "0-2": Result.BLACK_WINS,
    "postponed": Result.POSTPONED,
    "not_played": Result.NEVER_PLAYED,
}
ACCELERATIONS = {"four": "four-groups", "haley": "haley"}


def read_axes(t: Tournament, system: System) -> Axes:
    """What the tournament has chosen, by the options of that system."""
    assert issubclass(system.options, Axes)
    return axes_of(t.rules, system.options)


def from_case(given: Mapping[str, Any], **options: Any) -> Tournament:
    next_round = len(given["history"]) + 1
    entries = {
        p["id"]: Entry(
            Player(p["id"], f"player {p['id']}", rating=p["rating"], lot=p["lot"]),
            withdrawals=(Withdrawal(next_round),) if p.get("withdrawn") else (),
        )
        for p in given["players"]
    }
    rounds = tuple(_round(number, lines) for number, lines in enumerate(given["history"], start=1))
    options = {**given["options"], **_acceleration(given), **options}
    rules = Rules(f"fmjd-{given['system']}", given["rounds_total"], points=DRAUGHTS_POINTS, options=options)
    return Tournament(Details("a case"), rules, entries, rounds)


def _acceleration(given: Mapping[str, Any]) -> dict[str, Any]:
    if "acceleration" not in given:
        return {}
    return {"acceleration": ACCELERATIONS[given["acceleration"]], "acceleration_groups": 2 * given.get("blocks", 2)}


def _round(number: int, lines: list[dict[str, Any]]) -> Round:
    boards = tuple(Board(g["white"], g["black"], RESULTS[g["result"]]) for g in lines if "white" in g)
    return Round(number, boards, tuple(SitOut(g["bye"], Outcome.PAIRING_BYE) for g in lines if "bye" in g))
