"""Maximum-weight matching on wide integers: against the library where the weights fit, and where they do not."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
import rustworkx

from engine.matching.blossom import heaviest_pairs
from engine.matching.weighted import WIDEST

Gains = dict[tuple[int, int], int]


def some_gains(seed: int, most: int) -> tuple[int, Gains]:
    lot = Random(seed)
    size = lot.randint(2, most)
    density, heaviest = lot.random(), lot.choice((1, 2, 5, 1000))
    edges = [(i, j) for i in range(size) for j in range(i + 1, size) if lot.random() < density]
    return size, {edge: lot.randint(1, heaviest) for edge in edges}


def total(gains: Gains, pairs: list[tuple[int, int]]) -> int:
    players = [player for pair in pairs for player in pair]
    assert len(set(players)) == len(players)
    return sum(gains[pair] for pair in pairs)


def best_by_trying(size: int, gains: Gains) -> int:
    @cache
    def best(left: int) -> int:
        if not left:
            return 0
        first = (left & -left).bit_length() - 1
        rest = left & left - 1
        with_first = (
            gains[first, other] + best(rest & ~(1 << other))
            for other in range(first + 1, size)
            if rest >> other & 1 and (first, other) in gains
        )
        return max([best(rest), *with_first])

    return best((1 << size) - 1)


@pytest.mark.parametrize("seed", range(300))
def test_no_matching_is_heavier(seed: int) -> None:
    size, gains = some_gains(seed, most=9)
    assert total(gains, heaviest_pairs(size, gains)) == best_by_trying(size, gains)


@pytest.mark.parametrize("seed", range(100))
def test_it_is_as_heavy_as_the_library_s(seed: int) -> None:
    size, gains = some_gains(seed, most=40)
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(size))
    graph.add_edges_from([(i, j, gain) for (i, j), gain in gains.items()])
    library = [(min(pair), max(pair)) for pair in rustworkx.max_weight_matching(graph, weight_fn=int)]
    assert total(gains, heaviest_pairs(size, gains)) == total(gains, library)


@pytest.mark.parametrize("seed", range(20))
def test_weights_too_wide_for_the_library_are_weighed_all_the_same(seed: int) -> None:
    size, gains = some_gains(seed, most=20)
    wide = {edge: gain << WIDEST for edge, gain in gains.items()}
    assert total(gains, heaviest_pairs(size, wide)) == total(gains, heaviest_pairs(size, gains))


def test_without_a_pair_nobody_is_matched() -> None:
    assert heaviest_pairs(3, {}) == []
