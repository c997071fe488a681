"""The absolute rules checked again, by code that shares nothing with any pairer beyond the model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.model import MEANINGS, Board, PlayerId, Tournament, Value


class Breach(Value, frozen=True):
    """An absolute rule that a pairing breaks: which, on which board, between whom."""

    code: str
    board: int
    players: tuple[PlayerId, ...]


def breaches(t: Tournament, boards: Sequence[Board], round_number: int) -> tuple[Breach, ...]:
    """What these boards would break in that round, by board."""
    met = _met_too_often(t, round_number)
    found: list[Breach] = []
    for number, board in enumerate(boards, start=1):
        pair = (board.white, board.black)
        if frozenset(pair) in met:
            found.append(Breach("met-before", number, pair))
        if not t.may_meet(*pair, round_number):
            found.append(Breach("kept-apart", number, pair))
    return tuple(found)


def _met_too_often(t: Tournament, round_number: int) -> frozenset[frozenset[PlayerId]]:
    """The pairs that may not meet again: once is enough, but for a double round robin, in which all meet twice."""
    most = 2 if t.rules.system == "round-robin" and t.rules.options.get("double", False) else 1
    times = Counter(frozenset((board.white, board.black)) for _, board in _met_boards(t, round_number))
    return frozenset(pair for pair, met in times.items() if met >= most)


def meetings(t: Tournament, before_round: int) -> dict[frozenset[PlayerId], int]:
    """The pairs that have met before that round, with the last round in which they did."""
    return {frozenset((b.white, b.black)): number for number, b in _met_boards(t, before_round)}


def _met_boards(t: Tournament, before_round: int) -> Iterator[tuple[int, Board]]:
    for played in t.rounds[: before_round - 1]:
        for board in played.boards:
            if MEANINGS[board.result.outcomes[0]].met:
                yield played.number, board
