"""Berger tables (FIDE C.05 Annex 1): everybody meets everybody, once or twice.

The numbers of the tables are the lots if lots were drawn, otherwise the start order. Once the first round is paired
the numbers are read off its boards, so that a corrected rating cannot change the rest of the schedule.

A field of odd size has one number that nobody has: whoever would meet it is free in that round. Nobody can enter after
the first round (whoever was registered then has to be withdrawn again).
"""

from __future__ import annotations

from engine.errors import NoPairing
from engine.model import Outcome, PlayerId, Round, Rules, Tournament, Value
from engine.pairing import Reason, read_options
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


def berger(players: int, options: RoundRobinOptions) -> tuple[tuple[Pair, ...], ...]:
    """FIDE C.05 Annex 1: the whole schedule.

    The table of an odd number is that of the next even one, the last number being free.
    """
    size = players + players % 2
    return tuple(_as_played(_berger_round(size, of_table.number), of_table) for of_table in table_rounds(size, options))


def table_rounds(size: int, options: RoundRobinOptions) -> list[OfTable]:
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
    """Who has number 1, 2, 3 … in the table: as the first round was paired (if it left nobody out), or by lot, or by
    start order."""
    late = tuple(n for n in t.available(t.next_round) if not t.entries[n].takes_part_in(1))
    if late:
        raise NoPairing("late-entry-in-round-robin", players=late)
    everybody = _numbers_given(t)
    first = _numbers_of(t.rounds[0]) if t.rounds else everybody
    return first if sorted(first) == sorted(everybody) else everybody


def _numbers_given(t: Tournament) -> tuple[PlayerId, ...]:
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
