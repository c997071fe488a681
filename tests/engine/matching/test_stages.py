"""Counts in order of importance, more of them than have room in a number: weighed in stages, and exactly."""

from __future__ import annotations

import random

import pytest

from engine.matching import weighted
from engine.matching.stages import Place, weigh_in_stages

PLACES = [Place(shift, 10) for shift in range(290, -1, -10)]  # 300 bits
Pairing = tuple[tuple[int, int], ...]


def _pairings(players: tuple[int, ...]) -> list[Pairing]:
    if not players:
        return [()]
    one, *others = players
    return [((one, other), *rest) for other in others for rest in _pairings(tuple(p for p in others if p != other))]


@pytest.mark.parametrize("seed", range(60))
def test_the_first_of_the_cheapest_is_found_without_weighing_wide_numbers(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise AssertionError("weighed by hand")

    monkeypatch.setattr(weighted, "heaviest_pairs", refused)
    lot = random.Random(seed)
    size = 2 * lot.randrange(1, 5)
    costs = {
        (i, j): sum(lot.choice((0, 0, 0, 1, 2)) << place.shift for place in lot.sample(PLACES, 6))
        for i in range(size)
        for j in range(i)
    }

    def cost(one: int, other: int) -> int:
        return costs[max(one, other), min(one, other)]

    everybody = (1 << size) - 1
    cheapest = weigh_in_stages([everybody & ~(1 << v) for v in range(size)], everybody, cost, PLACES)
    assert cheapest is not None
    found = _pairings(tuple(range(size)))
    totals = [sum(cost(*pair) for pair in pairing) for pairing in found]
    first = next(pairing for pairing, total in zip(found, totals, strict=True) if total == min(totals))
    uppers = [one for one, _ in first]
    assert cheapest.settle_each(uppers, everybody) == tuple(other for _, other in first)
