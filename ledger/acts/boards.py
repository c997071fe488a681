"""The boards of the rounds in the state: finding one, putting another in its place, who sits at it."""

from __future__ import annotations

from typing import Protocol

from engine.model import Board, PlayerId, Result, Round, Tournament
from ledger.acts.fields import Fields, board_fields
from ledger.acts.rounds import with_round
from ledger.state import State


class OnBoard(Protocol):
    """An event of one board."""

    @property
    def round(self) -> int: ...

    @property
    def board(self) -> int: ...


def board_of(state: State, event: OnBoard) -> Board:
    return state.tournament.rounds[event.round - 1].boards[event.board - 1]


def fields_of_board(state: State, event: OnBoard) -> Fields:
    return board_fields(board_of(state, event))


def players_at(before: State | None, event: OnBoard, after: State) -> tuple[PlayerId, ...]:
    board = board_of(after, event)
    return (board.white, board.black)


def with_result(state: State, number: int, board: int, result: Result) -> Tournament:
    old = state.tournament.rounds[number - 1].boards[board - 1]
    return with_board(state.tournament, number, board, Board(old.white, old.black, result, state.version + 1))


def with_board(t: Tournament, number: int, place: int, board: Board) -> Tournament:
    boards = list(t.rounds[number - 1].boards)
    boards[place - 1] = board
    return with_boards(t, number, tuple(boards))


def with_boards(t: Tournament, number: int, boards: tuple[Board, ...]) -> Tournament:
    old = t.rounds[number - 1]
    return with_round(t, Round(old.number, boards, old.sitouts, old.system, old.phase, old.since, old.corrected))
