"""Seasons of the Keizer system as another program totals them, in the options that say the same here."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from engine.model import Board, Details, Entry, Outcome, Player, PlayerId, Result, Round, Rules, SitOut, Tournament
from engine.pairing import Choice
from engine.systems.keizer.ladder import ladder
from tests.outside import needs_outside, outside

CASES = outside("keizer/chesspairing.json")
RESULTS = {
    "ResultWhiteWins": Result.WHITE_WINS,
    "ResultDraw": Result.DRAW,
    "ResultForfeitWhiteWins": Result.FORFEIT_WHITE_WINS,
    "ResultDoubleForfeit": Result.DOUBLE_FORFEIT,
}
BYES = {
    "ByePAB": Outcome.PAIRING_BYE,
    "ByeClubCommitment": Outcome.TEAM_DUTY,
    "ByeHalf": Outcome.HALF_BYE,
    "ByeZero": Outcome.ZERO_BYE,
}


def options_of(case: dict[str, Any]) -> dict[str, Choice]:
    """What the other program always does and the case does not write: it rounds games too, to the nearest half."""
    written: dict[str, str] = case["roundlog_options"]
    assert written["end_correction"] == "no"
    fixed: dict[str, Choice] = {"absence_times": int(written["absence_times"]), "end_correction": False}
    return {**written, **fixed, **_forfeits(case["options"]), "game_rounding": "nearest-half"}


def _forfeits(said: dict[str, str]) -> dict[str, Choice]:
    """Fractions of their own, where the case has them."""
    if "ForfeitWinFraction" not in said:
        return {}
    win, loss = said["ForfeitWinFraction"], said["ForfeitLossFraction"]
    return {"forfeits": "own-fractions", "forfeit_win": win, "forfeit_loss": loss}


def season(case: dict[str, Any]) -> tuple[Tournament, dict[str, PlayerId]]:
    number = {name: n for n, (name, _) in enumerate(case["players"], start=1)}
    entries = {number[name]: Entry(Player(number[name], name, int(rating))) for name, rating in case["players"]}
    rounds = tuple(_round(n, played, number) for n, played in enumerate(case["rounds"], start=1))
    rules = Rules("keizer", len(rounds), options=options_of(case))
    return Tournament(Details(case["test"]), rules, entries, rounds, tuple(entries)), number


def _round(n: int, played: dict[str, Any], number: dict[str, PlayerId]) -> Round:
    """Who is in no game and has no bye was absent without notice."""
    boards = tuple(Board(number[white], number[black], RESULTS[result]) for white, black, result, _ in played["games"])
    known = {number[name]: BYES[bye] for name, bye in played["byes"]}
    seated = {player for board in boards for player in (board.white, board.black)}
    out = {player: known.get(player, Outcome.ABSENT_UNNOTIFIED) for player in number.values() if player not in seated}
    return Round(n, boards, tuple(SitOut(player, outcome) for player, outcome in out.items()))


@needs_outside
@pytest.mark.parametrize("case", [pytest.param(case, id=case["test"]) for case in CASES])
def test_totals_and_places_of_a_season(case: dict[str, Any]) -> None:
    t, number = season(case)
    rungs = {rung.player: rung for rung in ladder(t).rungs}
    totals = {name: rungs[number[name]].total for name in case["expected"]}
    assert totals == {name: Fraction(total) for name, total in case["expected"].items()}
    assert {name: rungs[number[name]].place for name in case["ranks"]} == {
        name: int(place) for name, place in case["ranks"].items()
    }
