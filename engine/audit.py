"""The absolute rules checked again, by code that shares nothing with any pairer beyond the model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.model import MEANINGS, Board, PlayerId, Tournament, Value


class Breach(Value, frozen=True):
    """An absolute rule that a pairing breaks: which, on which board, between whom."""

    code: str
    board: int
    players: tuple[PlayerId, ...]


def breaches(t: Tournament, boards: Sequence[Board], round_number: int) -> tuple[Breach, ...]:
    """What these boards would break in that round, by board."""
    met = meetings(t, round_number)
    found: list[Breach] = []
    for number, board in enumerate(boards, start=1):
        pair = (board.white, board.black)
        if frozenset(pair) in met:
            found.append(Breach("met-before", number, pair))
        if not t.may_meet(*pair, round_number):
            found.append(Breach("kept-apart", number, pair))
    return tuple(found)


def meetings(t: Tournament, before_round: int) -> dict[frozenset[PlayerId], int]:
    """The pairs that have met before that round, with the last round in which they did."""
    return {frozenset((b.white, b.black)): number for number, b in _met_boards(t, before_round)}


def _met_boards(t: Tournament, before_round: int) -> Iterator[tuple[int, Board]]:
    for played in t.rounds[: before_round - 1]:
        for board in played.boards:
            if MEANINGS[board.result.outcomes[0]].met:
                yield played.number, board
