"""Why two programs differ: each cause with its article and who departs from the text; and how it is found."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from engine.model import Result, Tournament


class Cause(NamedTuple):
    """``fault``: who departs from the text, or "reading" where it can be read in two ways."""

    article: str
    fault: str
    text: str


CAUSES: dict[str, Cause] = {
    "odd-result-std": Cause(
        "FIDE C.07:2026 7.7",
        "gacrux",
        "Standard points compare what the two scored in a game: ½-0 is more than the opponent, 0-0 as much. gacrux"
        " compares with the points of a draw, as the article does for rounds without a game only.",
    ),
}


def pairing_cause(before: Tournament, ours: set[tuple[int, int]], theirs: set[tuple[int, int]] | None) -> str:
    return ""


def value_cause(t: Tournament, player: int, code: str, ours: Fraction, theirs: Fraction) -> str:
    if code == "STD" and ours - theirs == _odd_results(t, player):
        return "odd-result-std"
    return ""


def _odd_results(t: Tournament, player: int) -> Fraction:
    """Half a point for each: ½-0 counts 1 with us and ½ with gacrux, 0-0 counts ½ and 0."""
    found = Fraction(0)
    for played in t.rounds:
        for board in played.boards:
            is_ahead = (board.result, player) in (
                (Result.HALF_TO_WHITE, board.white),
                (Result.HALF_TO_BLACK, board.black),
            )
            if is_ahead or (board.result is Result.BOTH_LOSE and player in (board.white, board.black)):
                found += Fraction(1, 2)
    return found


def rank_cause(t: Tournament, player: int) -> str:
    return ""
