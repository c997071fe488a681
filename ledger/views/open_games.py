"""Games of earlier rounds that are still being played when a round is paired."""

from __future__ import annotations

from engine.model import Result, Tournament, Value
from ledger.views.view import Person, person


class OpenGame(Value, frozen=True):
    """KNSB:2014 F9, FMJD 4.3: a draw while a round is paired."""

    round: int
    board: int
    white: Person
    black: Person


def open_games(t: Tournament, before_round: int) -> tuple[OpenGame, ...]:
    return tuple(
        OpenGame(played.number, number, person(t, board.white), person(t, board.black))
        for played in t.rounds[: before_round - 1]
        for number, board in enumerate(played.boards, start=1)
        if board.result is Result.POSTPONED
    )
