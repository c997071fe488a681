"""Berger tables (FIDE C.05 Annex 1): everybody meets everybody, once or twice.

The numbers of the tables are the lots if lots were drawn, otherwise the start order. Once the first round is paired
the numbers are read off its boards, so that a corrected rating cannot change the rest of the schedule.

A field of odd size has one number that nobody has: whoever would meet it is free in that round, which scores nothing
(a zero-point bye), for every player is free once. Nobody can enter after the first round (whoever was registered then
has to be withdrawn again). A game against somebody who has withdrawn stands in the schedule as a forfeit (FIDE C.05
6.6); one against somebody who has announced an absence is left to the arbiter, who may have it postponed.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from engine.errors import NoPairing
from engine.model import Board, Outcome, PlayerId, Result, Round, Rules, Tournament, Value
from engine.pairing import Paired, Reason, read_options
from engine.start_order import start_order

REGULATION = "FIDE C.05 Annex 1"

Pair = tuple[int, int]  # numbers of the table, White first


class RoundRobinOptions(Value, frozen=True, forbid_unknown_fields=True):
    """How often all meet, and what becomes of the games of a player who withdraws."""

    double: bool = False
    swap_last_two: bool = True  # of the first half of a double one: nobody has one colour three times in a row
    strike_withdrawn: bool = True  # FIDE C.05 6.6: fewer than half of the games played, none counts


class OfTable(Value, frozen=True):
    """A round of the table, and what is done with it."""

    number: int
    is_turned: bool = False  # its colours
    is_swapped: bool = False  # it changes places with its neighbour


def hints(rules: Rules, players: int) -> tuple[Reason, ...]:
    """FIDE C.05 Annex 1: everybody meets everybody in as many rounds as there are numbers but one."""
    once = players + players % 2 - 1
    wanted = (once * 2 if read_options(rules, RoundRobinOptions).double else once) if players else 0
    if wanted and rules.rounds != wanted:
        return (Reason("round-robin-rounds", REGULATION, (), {"rounds": rules.rounds, "needed": wanted}),)
    return ()


def pair(t: Tournament) -> Paired:
    """FIDE C.05 Annex 1: the games of the next round, in the order of the table."""
    options = read_options(t.rules, RoundRobinOptions)
    numbered = numbers(t)
    schedule = berger(len(numbered), options)
    _check_rounds_before(t, numbered, schedule)
    if t.next_round > len(schedule):
        raise NoPairing("everybody-has-met", round=t.next_round, rounds=len(schedule))
    boards, free = _seat(numbered, schedule[t.next_round - 1])
    of_table = _order(len(numbered) + len(numbered) % 2, options)[t.next_round - 1]
    return Paired(
        tuple(_with_forfeit(t, board) for board in boards),
        reasons=(*_changes_to_the_table(of_table, numbered), *_reasons(numbered, boards, free)),
        free=() if free is None else (free,),
    )


def _changes_to_the_table(of_table: OfTable, everybody: tuple[PlayerId, ...]) -> Iterator[Reason]:
    """FIDE C.05 Annex 1: so that all have both colours against each other, and nobody one three times running."""
    if of_table.is_swapped:
        yield Reason("round-robin-swapped", REGULATION, everybody, {"table_round": of_table.number})
    if of_table.is_turned:
        yield Reason("round-robin-turned", REGULATION, everybody, {"table_round": of_table.number})


def _reasons(numbered: tuple[PlayerId, ...], boards: tuple[Board, ...], free: PlayerId | None) -> Iterator[Reason]:
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


def berger(players: int, options: RoundRobinOptions) -> tuple[tuple[Pair, ...], ...]:
    """FIDE C.05 Annex 1: the whole schedule.

    The table of an odd number is that of the next even one, the last number being free.
    """
    size = players + players % 2
    return tuple(_as_played(_berger_round(size, of_table.number), of_table) for of_table in _order(size, options))


def _order(size: int, options: RoundRobinOptions) -> list[OfTable]:
    """FIDE C.05 Annex 1: which round of the table is played when; in the second half the colours are turned round."""
    first = [OfTable(number) for number in range(1, size)]
    if not options.double:
        return first
    second = [OfTable(one.number, is_turned=True) for one in first]
    if options.swap_last_two and len(first) > 1:
        first[-2:] = [OfTable(one.number, is_swapped=True) for one in first[:-3:-1]]
    return first + second


def _as_played(pairs: tuple[Pair, ...], of_table: OfTable) -> tuple[Pair, ...]:
    return tuple((black, white) for white, black in pairs) if of_table.is_turned else pairs


def numbers(t: Tournament) -> tuple[PlayerId, ...]:
    """Who has number 1, 2, 3 … in the table: as the first round was paired, or by lot, or by start order."""
    late = tuple(n for n in t.available(t.next_round) if not t.entries[n].takes_part_in(1))
    if late:
        raise NoPairing("late-entry-in-round-robin", players=late)
    if t.rounds:
        return _numbers_of(t.rounds[0])
    listed = tuple(player for player in start_order(t) if t.entries[player].takes_part_in(1))
    lots = {player: t.entries[player].player.lot for player in listed}
    if all(lot is not None for lot in lots.values()):
        return tuple(sorted(listed, key=lambda player: lots[player] or 0))
    return listed


def _berger_round(size: int, number: int) -> tuple[Pair, ...]:
    """The last number stays, the others sit in a circle that turns by half its size after every round.

    Who faces the last number has White in odd rounds; of the others each one meets who sits as far from them on the
    other side, the one after them in the circle having White.
    """
    circle = size - 1
    turned = (number - 1) * (size // 2)

    def at(seat: int) -> int:
        return (turned + seat) % circle + 1

    against_last = (at(0), size) if number % 2 else (size, at(0))
    return (against_last, *((at(seat), at(-seat)) for seat in range(1, size // 2)))


def _numbers_of(first: Round) -> tuple[PlayerId, ...]:
    """Round 1 pairs 1 with the last, 2 with the last but one, … and so tells the numbers."""
    whites = [board.white for board in first.boards]
    blacks = [board.black for board in reversed(first.boards)]
    free = [sitout.player for sitout in first.sitouts if sitout.outcome is Outcome.ZERO_BYE]
    return (*free, *whites, *blacks)


def _seat(numbered: tuple[PlayerId, ...], pairs: tuple[Pair, ...]) -> tuple[tuple[Board, ...], PlayerId | None]:
    """The boards of a round and who is free."""
    boards: list[Board] = []
    free: PlayerId | None = None
    for white, black in pairs:
        if max(white, black) > len(numbered):
            free = numbered[min(white, black) - 1]
        else:
            boards.append(Board(numbered[white - 1], numbered[black - 1]))
    return tuple(boards), free


def _check_rounds_before(t: Tournament, numbered: tuple[PlayerId, ...], schedule: tuple[tuple[Pair, ...], ...]) -> None:
    """A schedule that was left cannot be gone on with: the same two would meet again."""
    if set(numbered) != {player for player, entry in t.entries.items() if entry.takes_part_in(1)}:
        raise NoPairing("round-robin-left", round=1)
    for played, pairs in zip(t.rounds, schedule, strict=False):
        boards, _ = _seat(numbered, pairs)
        due = {frozenset((board.white, board.black)) for board in boards}
        if due != {frozenset((board.white, board.black)) for board in played.boards}:
            raise NoPairing("round-robin-left", round=played.number)


def _with_forfeit(t: Tournament, board: Board) -> Board:
    """FIDE C.05 6.6: who has withdrawn loses the games still to come by forfeit."""
    white, black = (t.entries[player].takes_part_in(t.next_round) for player in (board.white, board.black))
    return msgspec.structs.replace(board, result=_FORFEITS[white, black])


_FORFEITS = {
    (True, True): Result.PENDING,
    (True, False): Result.FORFEIT_WHITE_WINS,
    (False, True): Result.FORFEIT_BLACK_WINS,
    (False, False): Result.DOUBLE_FORFEIT,
}
