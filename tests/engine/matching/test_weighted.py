"""Cheapest pairings and largest matchings against all pairings of small fields."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from engine.matching import weighted
from engine.matching.cardinality import FREE, largest_matching
from engine.matching.weighted import all_cheapest_pairings, cheapest_pairing

Pairs = frozenset[tuple[int, int]]


def all_pairings(prices: dict[tuple[int, int], int], vertices: tuple[int, ...]) -> Iterator[Pairs]:
    if not vertices:
        yield frozenset()
        return
    one, *others = vertices
    for other in others:
        if (one, other) in prices:
            for rest in all_pairings(prices, tuple(v for v in others if v != other)):
                yield rest | {(one, other)}


def field(seed: int, top: int) -> tuple[dict[tuple[int, int], int], int]:
    draw = random.Random(seed)
    size = draw.choice((2, 4, 6, 8))
    density = draw.uniform(0.4, 1)
    pairs = [(i, j) for i in range(size) for j in range(i + 1, size) if draw.random() < density]
    return {pair: draw.randint(0, top) for pair in pairs}, size


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("top", [1, 9, 1 << 200])
def test_a_cheapest_pairing_is_as_cheap_as_any_of_all(seed: int, top: int) -> None:
    prices, size = field(seed, top)
    sums = [sum(prices[pair] for pair in pairs) for pairs in all_pairings(prices, tuple(range(size)))]
    mate = cheapest_pairing(prices, size)
    if mate is None:
        assert sums == []
    else:
        assert all(mate[mate[v]] == v for v in range(size))
        assert sum(prices[v, mate[v]] for v in range(size) if v < mate[v]) == min(sums)


@pytest.mark.parametrize("seed", range(80))
def test_the_proof_describes_all_cheapest_pairings_and_no_other(seed: int) -> None:
    prices, size = field(seed, 3)
    everything = list(all_pairings(prices, tuple(range(size))))
    if not everything:
        return
    sums = {pairs: sum(prices[pair] for pair in pairs) for pairs in everything}
    proof = all_cheapest_pairings(prices, size)

    def fits(pairs: Pairs) -> bool:
        leaving = [sum((a in inside) != (b in inside) for a, b in pairs) for inside in proof.closed]
        return not pairs & set(proof.losing) and all(number == 1 for number in leaving)

    assert {p for p in everything if fits(p)} == {p for p in everything if sums[p] == min(sums.values())}


@pytest.mark.parametrize("seed", range(60))
def test_a_largest_matching_leaves_as_few_as_possible(seed: int) -> None:
    prices, size = field(seed, 0)
    rows = [sum(1 << j for j in range(size) if (min(i, j), max(i, j)) in prices) for i in range(size)]
    mate = largest_matching(rows, (1 << size) - 1)
    free = sum(partner == FREE for partner in mate)
    fewest = next(k for k in range(size + 1) if _can_leave(prices, size, k))
    assert free == fewest


def _can_leave(prices: dict[tuple[int, int], int], size: int, number: int) -> bool:
    """With that many strangers whom anybody can meet, but not each other, all can be paired."""
    strangers = range(size, size + number)
    extended = dict(prices) | {(v, s): 0 for v in range(size) for s in strangers}
    return any(True for _ in all_pairings(extended, tuple(range(size + number))))


def test_wide_prices_do_not_go_to_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(weighted, "_match_by_library")
    assert cheapest_pairing({(0, 1): 1 << 130}, 2) == (1, 0)
