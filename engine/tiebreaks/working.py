"""The working of a tie-break: what each round gave, what was cut and why, and what it comes to."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

import msgspec

from engine.model import PlayerId, Value
from engine.tiebreaks.codes import TieBreak

Figure = int | Fraction | tuple[int, ...] | None  # a tuple is compared part by part; None: there is no value


class Contribution(Value, frozen=True, gc=False):
    """What one round gave. ``why`` and ``cut`` are codes: a screen turns them into a sentence."""

    round: int
    opponent: PlayerId | None
    value: int | Fraction
    why: str  # where the value comes from: see WHY
    significance: int = 0  # what a cut looks at: the opponent's score or rating
    is_voluntary: bool = False  # comes from a voluntary unplayed round of a Swiss (FIDE C.07:2026 16.1.2)
    cut: str = ""  # "lowest", "voluntary", "highest" or "first-rounds"; empty: it counts


# Every code that ``Contribution.why`` may hold.
WHY = (
    "own-result",  # what the player did in that round
    "by-decision",  # points given or taken by a decision
    "running-score",  # the player's score after that round
    "mutual-game",  # points against a player who is tied
    "opponent",  # the opponent's score, or that score times the points made against them
    "opponent-adjusted",  # the same, byes at the end of the opponent's tournament counted as draws (16.3.2)
    "opponent-to-come",  # the same, the game being still to be finished
    "dummy-own-score",  # a round without a game: a dummy with the player's own score (16.4)
    "dummy-capped-by-opponent",  # … but not more than the scheduled opponent has (16.4.1)
    "dummy-capped-by-draws",  # … but not more than draws in every round make (16.4.2)
    "no-opponent",  # a round without opponent counts 0 (FMJD)
    "drawing-dummy",  # the score of a dummy that draws every game (KNDB modification 2)
    "opponents-tiebreak",  # the opponent's own value of another tie-break
    "opponents-rating",
    "dummy-rating",  # FMJD 4.1: a bye counts as an opponent just below the weakest
)


class Working(Value, frozen=True):
    """One tie-break of one player. The contributions that are not cut make the value."""

    player: PlayerId
    code: str
    contributions: tuple[Contribution, ...]
    value: Figure


def exact(numerator: int, denominator: int) -> int | Fraction:
    """The quotient, as an int where it is one: ints are many times faster than fractions."""
    whole, rest = divmod(numerator, denominator)
    return Fraction(numerator, denominator) if rest else whole


def total(values: Sequence[int | Fraction]) -> int | Fraction:
    """The sum, over one denominator: fractions added one by one would be reduced at every step."""
    below = lcm(*(value.denominator for value in values))
    if below == 1:
        return sum(values)
    return exact(sum(value.numerator * (below // value.denominator) for value in values), below)


def sum_up(player: PlayerId, tiebreak: TieBreak, parts: list[Contribution]) -> Working:
    """What is not cut, added up."""
    left = cut(parts, tiebreak)
    return Working(player, tiebreak.code, tuple(left), total([part.value for part in left if not part.cut]))


def cut(parts: list[Contribution], tiebreak: TieBreak) -> list[Contribution]:
    """FIDE C.07:2026 14.1–14.4: the least significant values are cut, after them the most significant ones.

    After fewer rounds than there are cuts, all is cut, the low ones first.
    """
    if not tiebreak.low:
        return parts
    marks: dict[int, str] = {}
    left = list(range(len(parts)))
    for _ in range(min(tiebreak.low, len(left))):
        index, mark = _least(parts, left)
        marks[index] = mark
        left.remove(index)
    for _ in range(min(tiebreak.high, len(left))):
        index = max(left, key=lambda i: (parts[i].significance, parts[i].value))
        marks[index] = "highest"
        left.remove(index)
    return [
        msgspec.structs.replace(part, cut=marks[index]) if index in marks else part for index, part in enumerate(parts)
    ]


def _least(parts: Sequence[Contribution], left: Sequence[int]) -> tuple[int, str]:
    """FIDE C.07:2026 14.1.1, 16.5: the least significant value, or the lowest of the voluntary ones if not lower.

    The least significant product of Sonneborn-Berger is that of the opponent with the lowest score, the smallest one
    if several have that score.
    """
    lowest = min(left, key=lambda i: (parts[i].significance, parts[i].value))
    voluntary = [index for index in left if parts[index].is_voluntary]
    if voluntary:
        instead = min(voluntary, key=lambda i: (parts[i].value, parts[i].significance))
        if parts[instead].value >= parts[lowest].value:
            return instead, "voluntary"
    return lowest, "lowest"
