"""The field of a round: the players in order, in groups of equal score, and who may meet whom."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

from msgspec.structs import replace

from engine.compatibility import compatibility
from engine.dummy import DUMMY
from engine.model import Colour, PlayerId, Tournament, Value
from engine.systems.fmjd.entrants import Entrant, dummy_rating, entrants
from engine.systems.fmjd.options import Axes

Key = Callable[[Entrant], Any]

# FMJD 3.2, 3.3: the orders inside a group; what is still equal stands in the order of the lots, then of the numbers.
ORDERS: dict[str, Key] = {
    "solkoff": lambda e: (-e.sheet.resistance, -e.sheet.berger, e.sheet.lot),
    "rating": lambda e: (-e.rating, e.sheet.lot),
    "lot": lambda e: e.sheet.lot,
    "opponents-rating": lambda e: (-e.opponents_rating, -e.rating, e.sheet.lot),
}


class FmjdField(Value, frozen=True):
    """Vertices are the places in ``entrants``: groups from the top, inside a group the order of FMJD 3.3.

    The dummy, if the number is odd, is the last vertex and a member of the lowest group (FMJD 4.1).
    """

    entrants: tuple[Entrant, ...]
    groups: tuple[tuple[int, ...], ...]
    rows: tuple[int, ...]
    round: int
    rounds_left: int  # with this one

    @property
    def dummy(self) -> int | None:
        return len(self.entrants) - 1 if self.entrants and self.entrants[-1].player == DUMMY else None

    def names(self, vertices: Sequence[int]) -> tuple[PlayerId, ...]:
        return tuple(self.entrants[vertex].player for vertex in vertices)


def field(t: Tournament, axes: Axes) -> FmjdField:
    """FMJD annexes A, B (c): players of equal score form a group; FMJD 4.2: who withdrew is not paired."""
    key = ORDERS[axes.first_order if t.next_round == 1 else axes.later_order]
    listed = sorted(entrants(t, axes), key=lambda e: (-e.score, key(e), e.player))
    if len(listed) % 2:
        listed.append(_dummy(t, listed))
    met = {e.player: e.sheet.met for e in listed}
    return FmjdField(
        entrants=tuple(listed),
        groups=tuple(tuple(group) for _, group in groupby(range(len(listed)), key=lambda v: listed[v].score)),
        rows=tuple(compatibility(t, [e.player for e in listed], met.__getitem__)),
        round=t.next_round,
        rounds_left=t.rules.rounds - t.next_round + 1,
    )


def _dummy(t: Tournament, listed: Sequence[Entrant]) -> Entrant:
    """FMJD 4.1: nobody has the bye twice, so the dummy has met all who had it."""
    had_bye = frozenset(e.player for e in listed if DUMMY in e.sheet.met)
    last = listed[-1]
    lot = max(e.sheet.lot for e in listed) + 1
    nothing = (False, False)
    return replace(
        last,
        player=DUMMY,
        rating=dummy_rating(entry.player.rating or 0 for entry in t.entries.values()),
        sheet=replace(last.sheet, player=DUMMY, lot=lot, resistance=0, berger=0, met=had_bye, balance=0, last=None),
        colours=(),
        floated_down=nothing,
        floated_up=nothing,
    )


def due_colour(entrant: Entrant) -> Colour | None:
    """FMJD 3.7: who had one colour more often is due the other; equal: the other than last time."""
    if entrant.sheet.balance:
        return Colour.WHITE if entrant.sheet.balance < 0 else Colour.BLACK
    return entrant.colours[-1].other if entrant.colours else None


def due_alike(entrants: Sequence[Entrant], preference: str) -> tuple[int, int]:
    """FMJD 3.7: two sets of players (as bits) of whom no two can both have the colour that they should."""
    if preference == "weak":
        white = [entrant.sheet.balance <= -2 for entrant in entrants]
        black = [entrant.sheet.balance >= 2 for entrant in entrants]
    else:
        due = [due_colour(entrant) for entrant in entrants]
        white, black = [colour is Colour.WHITE for colour in due], [colour is Colour.BLACK for colour in due]
    return _bits(white), _bits(black)


def _bits(flags: Sequence[bool]) -> int:
    return sum(1 << v for v, flag in enumerate(flags) if flag)
