"""Weighted matchings: at what price all can be paired.

The only place that calls the matching library (rustworkx, imported when first asked: most tournaments never ask);
``blossom`` does the same where its numbers are too small. Exact, and always the same answer for the same input.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from engine.matching.blossom import Proof, heaviest_pairs, heaviest_with_proof
from engine.matching.cardinality import FREE

_TIE_BITS = 40


def lightest_perfect_matching(costs: Mapping[tuple[int, int], int], size: int) -> tuple[int, ...] | None:
    """The partner of each vertex in the pairing of all with the least sum of costs, or None.

    ``costs`` has one entry, not negative, for each pair that is possible. Several pairings may be lightest; so that
    the choice is ours and not the library's, a fixed number that looks random is added below the last digit of each
    cost. It cannot change which sums are least, and makes one of them the only one (the isolation lemma of Mulmuley,
    Vazirani and Vazirani: with 40 bits the chance of a tie is below one in a million for 1,000 players).
    """
    shift = _TIE_BITS + size.bit_length()
    heavy = (max(costs.values(), default=0) + 1) << shift
    gains = {(i, j): heavy - (cost << shift) - _lot(i, j) for (i, j), cost in sorted(costs.items())}
    found = _match_by_library(size, gains)
    return _mates_of_all(found, size)


def _mates_of_all(pairs: Collection[tuple[int, int]], size: int) -> tuple[int, ...] | None:
    """The partner of each vertex, or None where the pairs leave somebody over."""
    if 2 * len(pairs) < size:
        return None
    mate = [FREE] * size
    for one, other in pairs:
        mate[one], mate[other] = other, one
    return tuple(mate)


def _lot(one: int, other: int) -> int:
    """A fixed number below 2**40 for a pair, spread as if drawn by lot (multiply and fold, twice)."""
    lot = (min(one, other) << 20 | max(one, other)) + 1
    for _ in range(2):
        lot = lot * 0x9E3779B97F4A7C15 & (1 << 64) - 1
        lot ^= lot >> 29
    return lot & (1 << _TIE_BITS) - 1


WIDEST = 120  # bits of a weight that the library can add up without overflow


def cheapest_pairing(prices: Mapping[tuple[int, int], int], size: int) -> tuple[int, ...] | None:
    """The partner of each vertex in some pairing of all with the least sum of prices, or None.

    The library counts in 128 bits. Prices that need more room are weighed by the same method on Python's integers.
    For a caller who needs the least sum and one proof of it: which of several cheapest pairings it is, is not said.
    """
    heavy = max(prices.values(), default=0) + 1
    if heavy.bit_length() + size.bit_length() <= WIDEST:
        found = _match_by_library(size, _gains(prices, heavy))
    else:
        found = heaviest_pairs(size, _gains(prices, heavy * size))  # one pair more is worth any price
    return _mates_of_all(found, size)


def all_cheapest_pairings(prices: Mapping[tuple[int, int], int], size: int) -> Proof:
    """What all cheapest pairings of everybody have in common; there must be one."""
    return heaviest_with_proof(size, _gains(prices, (max(prices.values(), default=0) + 1) * size))


def _gains(prices: Mapping[tuple[int, int], int], heavy: int) -> dict[tuple[int, int], int]:
    return {pair: heavy - price for pair, price in prices.items()}


def _match_by_library(size: int, gains: Mapping[tuple[int, int], int]) -> Collection[tuple[int, int]]:
    """The heaviest matching among those with as many pairs as possible."""
    import rustworkx

    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(size))
    graph.add_edges_from([(i, j, gain) for (i, j), gain in gains.items()])
    found: set[tuple[int, int]] = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return found
