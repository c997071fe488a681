"""Pairing a round robin: the next round of the tables, or of what is left of them after rounds made by hand.

Who is free in a round scores nothing (a zero-point bye), for every player is free once. A game against somebody who has
withdrawn stands in the schedule as a forfeit (FIDE C.05 6.6); one against somebody who has announced an absence is left
to the arbiter, who may have it postponed.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.errors import NoPairing
from engine.model import Board, PlayerId, Result, Tournament
from engine.pairing import Paired, Reason, read_options
from engine.systems.round_robin.berger import (
    REGULATION,
    OfTable,
    Pair,
    RoundRobinOptions,
    berger,
    numbers,
    table_rounds,
)
from engine.systems.round_robin.rest import find_departure, find_next_round


def pair(t: Tournament) -> Paired:
    """FIDE C.05 Annex 1: the games of the next round, in the order of the table."""
    options = read_options(t.rules, RoundRobinOptions)
    numbered = numbers(t)
    schedule = berger(len(numbered), options)
    left_in = find_departure(t, numbered, schedule)
    if t.next_round > len(schedule):
        raise NoPairing("everybody-has-met", round=t.next_round, rounds=len(schedule))
    if left_in:
        return _pair_rest(t, numbered, options, left_in)
    of_table = table_rounds(len(numbered) + len(numbered) % 2, options)[t.next_round - 1]
    return _seat(t, numbered, schedule[t.next_round - 1], tuple(_changes_to_the_table(of_table, numbered)))


def _pair_rest(t: Tournament, numbered: tuple[PlayerId, ...], options: RoundRobinOptions, left_in: int) -> Paired:
    """VCL4THP 100, 101: the schedule was left; a round after which all can still meet each other."""
    pairs = find_next_round(t, numbered, options)
    if pairs is None:
        raise NoPairing("round-robin-left", round=left_in)
    return _seat(t, numbered, pairs, (Reason("round-robin-completed", REGULATION, numbered, {"round": left_in}),))


def _seat(t: Tournament, numbered: tuple[PlayerId, ...], pairs: tuple[Pair, ...], first: tuple[Reason, ...]) -> Paired:
    """The boards of a round and who is free."""
    boards: list[Board] = []
    free: PlayerId | None = None
    for white, black in pairs:
        if max(white, black) > len(numbered):
            free = numbered[min(white, black) - 1]
        else:
            boards.append(Board(numbered[white - 1], numbered[black - 1]))
    return Paired(
        tuple(_with_forfeit(t, board) for board in boards),
        reasons=(*first, *_reasons(numbered, boards, free)),
        free=() if free is None else (free,),
    )


def _changes_to_the_table(of_table: OfTable, everybody: tuple[PlayerId, ...]) -> Iterator[Reason]:
    """FIDE C.05 Annex 1: so that all have both colours against each other, and nobody one three times running."""
    if of_table.is_swapped:
        yield Reason("round-robin-swapped", REGULATION, everybody, {"table_round": of_table.number})
    if of_table.is_turned:
        yield Reason("round-robin-turned", REGULATION, everybody, {"table_round": of_table.number})


def _reasons(numbered: tuple[PlayerId, ...], boards: list[Board], free: PlayerId | None) -> Iterator[Reason]:
    number = {player: index for index, player in enumerate(numbered, start=1)}
    for board in boards:
        white, black = board.white, board.black
        yield Reason(
            "round-robin-pair",
            REGULATION,
            (white, black),
            {"number": number[white], "other_number": number[black]},
        )
    if free is not None:
        yield Reason("round-robin-free", REGULATION, (free,), {"number": number[free]})


def _with_forfeit(t: Tournament, board: Board) -> Board:
    """FIDE C.05 6.6: who has withdrawn loses the games still to come by forfeit."""
    white, black = (t.entries[player].takes_part_in(t.next_round) for player in (board.white, board.black))
    return replace(board, result=_FORFEITS[white, black])


_FORFEITS = {
    (True, True): Result.PENDING,
    (True, False): Result.FORFEIT_WHITE_WINS,
    (False, True): Result.FORFEIT_BLACK_WINS,
    (False, False): Result.DOUBLE_FORFEIT,
}
