"""Pairings weighed by counts in order of importance, as many counts at a time as have room in a number.

Once it is known how often each count must occur at least, it needs little room: of two pairings the one with less of a
later count may have more of an earlier one only to fall from that number to nothing, and so much more must the earlier
one weigh. Then there is room for the counts to come, or for the order of a text.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.matching.bitsets import members
from engine.matching.cheapest import Cheapest, Price, lightest, room_for_digits


class Place(NamedTuple):
    """Where a count stands in a cost: no sum of costs runs over into the next place."""

    shift: int
    width: int

    def count(self, cost: int) -> int:
        return cost >> self.shift & (1 << self.width) - 1


def weigh_in_stages(rows: Sequence[int], rest: int, cost: Price, places: Sequence[Place]) -> Cheapest | None:
    """The cheapest pairings of all, the first place in front; None if not all can be paired."""
    tariff = _Tariff()
    kept = list(rows)
    to_come = list(places)
    while True:
        taken = tariff.take(to_come, rest.bit_count())
        found = lightest(kept, rest, lambda one, other: tariff.price(cost(one, other)))
        if found is None:
            return None
        mate = found[1]
        total = sum(cost(one, mate[one]) for one in members(rest) if one < mate[one])
        tariff.hold(taken, total)
        _leave_out(kept, rest, cost, tariff)
        to_come = to_come[len(taken) :]
        if not to_come:
            return Cheapest(kept, rest, lambda one, other: tariff.price(cost(one, other)), tariff.price(total), mate)


class _Tariff:
    """What a cost weighs: the counts held at their least, then those that are taken up as they stand."""

    def __init__(self) -> None:
        self._held: list[tuple[Place, int]] = []  # with the least count
        self._units: list[tuple[Place, int]] = []
        self._known: dict[int, int] = {}

    def take(self, to_come: Sequence[Place], vertices: int) -> list[Place]:
        """The next places that have room, one at least; those held weigh more than all of them."""
        held = 1
        for _, least in self._held:
            held *= least + 1
        room = room_for_digits(held, vertices) - len(self._held).bit_length()
        taken: list[Place] = []
        for place in to_come:
            room -= place.width
            if taken and room < 0:
                break
            taken.append(place)
        units = []
        to_gain = 0
        for place in reversed(taken):
            units.append((place, to_gain + 1))
            to_gain += (to_gain + 1) * ((1 << place.width) - 1)
        self._weigh(units, to_gain)
        return taken

    def hold(self, places: Sequence[Place], total: int) -> None:
        """From now on only pairings count in which these are as in this one."""
        self._held += [(place, place.count(total)) for place in places]
        self._weigh([], 0)

    def _weigh(self, units: list[tuple[Place, int]], to_gain: int) -> None:
        for place, least in reversed(self._held):
            units.append((place, to_gain + 1))
            to_gain += (to_gain + 1) * least
        self._units = units
        self._known = {}

    def price(self, cost: int) -> int:
        """There are few costs."""
        found = self._known.get(cost)
        if found is None:
            found = self._known[cost] = sum(unit * place.count(cost) for place, unit in self._units)
        return found

    def exceeds(self, cost: int) -> bool:
        """One pair alone counts more than the least of all."""
        return any(place.count(cost) > least for place, least in self._held)


def _leave_out(rows: list[int], rest: int, cost: Price, tariff: _Tariff) -> None:
    known: dict[int, bool] = {}
    for one in members(rest):
        for other in members(rows[one] & rest & ~((2 << one) - 1)):
            own = cost(one, other)
            if own not in known:
                known[own] = tariff.exceeds(own)
            if known[own]:
                rows[one] &= ~(1 << other)
                rows[other] &= ~(1 << one)
