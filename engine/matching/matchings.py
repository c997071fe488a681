"""Matching: who can be paired with whom so that all have a partner. The only place that calls the matching library.

Vertices are 0, 1, 2 …; a set of vertices is an int used as a bitset, so a row of the compatibility table is one int.
Two kinds of question, both answered exactly and always in the same way for the same input:

* *can it?* ``perfect_matching``, ``has_perfect_matching``, ``Completion``: Edmonds' search for augmenting paths with
  blossoms, written here on bitsets (a search step is a few operations on whole rows);
* *at what price?* ``lightest_perfect_matching``, ``heaviest_matching``, ``cheapest_pairing``: rustworkx, imported when
  first asked: most tournaments never ask; ``blossom`` where its numbers are too small.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from engine.matching.blossom import Proof, heaviest_pairs, heaviest_with_proof

FREE = -1  # the mate of a vertex that has none


def members(bitset: int) -> Iterator[int]:
    """The vertices of a set, lowest first."""
    while bitset:
        lowest = bitset & -bitset
        yield lowest.bit_length() - 1
        bitset ^= lowest


def perfect_matching(allowed: Sequence[int]) -> tuple[int, ...] | None:
    """The partner of each vertex in some pairing of all, or None. ``allowed[i]`` are i's possible partners."""
    mate = _matched(allowed, (1 << len(allowed)) - 1)
    return None if mate is None else tuple(mate)


def has_perfect_matching(allowed: Sequence[int], among: int) -> bool:
    """Can these vertices be paired among themselves? Counting answers for most fields, a search for the others.

    Dirac: where everybody can be paired with at least half of an even number, all can be paired.
    """
    size = among.bit_count()
    if size % 2:
        return False
    least = min(((allowed[v] & among).bit_count() for v in members(among)), default=0)
    return 2 * least >= size or (least > 0 and _matched(allowed, among) is not None)


def obstacle(allowed: Sequence[int], among: int) -> tuple[int, int]:
    """Why these vertices cannot all be paired: some, and the others whom alone they may have beyond one another.

    Tutte: without the others, the first fall apart into more groups of an odd number than there are others. Empty
    sets where all can be paired.
    """
    mate = [FREE] * len(allowed)
    for vertex in members(among):
        if mate[vertex] == FREE and not _augment(allowed, mate, vertex, among):
            search = _Search(allowed, mate, vertex, among)
            search.free_vertex_reached()
            return search.even, search.odd
    return 0, 0


def largest_matching(allowed: Sequence[int], among: int) -> tuple[int, ...]:
    """The partner of each vertex (or FREE) in a matching of as many of these vertices as possible."""
    mate = _greedily(allowed, among)
    # Where no path augments now, none will after later augmentations: each free vertex is tried once.
    for vertex in members(among):
        if mate[vertex] == FREE:
            _augment(allowed, mate, vertex, among)
    return tuple(mate)


class Completion:
    """A field of which pairs are settled one after the other, and whether the rest can still be paired.

    It keeps one pairing of the rest as a certificate. A new pair breaks at most two pairs of it, so that one
    augmenting path mends it or proves that it cannot be mended.
    """

    def __init__(self, allowed: Sequence[int], among: int | None = None) -> None:
        self._allowed = allowed
        self.rest = (1 << len(allowed)) - 1 if among is None else among
        self._mate = _matched(allowed, self.rest)

    @property
    def is_possible(self) -> bool:
        return self._mate is not None

    def settle(self, one: int, other: int) -> bool:
        """Take this pair out if the rest can still be paired; otherwise change nothing and say no."""
        if self._mate is None or not self._allowed[one] >> other & 1:
            return False
        rest = self.rest & ~(1 << one | 1 << other)
        if not self._mended(one, other, rest):
            return False
        self.rest = rest
        return True

    def _mended(self, one: int, other: int, rest: int) -> bool:
        assert self._mate is not None
        if self._mate[one] == other:
            return True
        left, right = self._mate[one], self._mate[other]
        mate = self._mate.copy()
        mate[left] = mate[right] = FREE
        mate[one], mate[other] = other, one
        if not _augment(self._allowed, mate, left, rest):
            return False
        self._mate = mate
        return True


def _matched(allowed: Sequence[int], among: int) -> list[int] | None:
    """A pairing of these vertices, or None. A vertex from which no path augments is missed by some largest matching."""
    if among.bit_count() % 2:
        return None
    mate = _greedily(allowed, among)
    # A path never frees a vertex, so each free one is tried once.
    if all(mate[vertex] != FREE or _augment(allowed, mate, vertex, among) for vertex in members(among)):
        return mate
    return None


def _greedily(allowed: Sequence[int], among: int) -> list[int]:
    """Everybody in turn takes the first partner that is free: most of a matching, for next to nothing."""
    mate = [FREE] * len(allowed)
    free = among
    for vertex in members(among):
        options = allowed[vertex] & free
        if free >> vertex & 1 and options:
            partner = (options & -options).bit_length() - 1
            mate[vertex], mate[partner] = partner, vertex
            free &= ~(1 << vertex | 1 << partner)
    return mate


def _augment(allowed: Sequence[int], mate: list[int], root: int, among: int) -> bool:
    """Find a path from a free vertex to another along which partners can be changed, and change them."""
    search = _Search(allowed, mate, root, among)
    end = search.free_vertex_reached()
    if end == FREE:
        return False
    while end != FREE:
        before = search.parent[end]
        next_end = mate[before]
        mate[end], mate[before] = before, end
        end = next_end
    return True


class _Search:
    """One tree of alternating paths from a free root (Edmonds). An odd cycle in it, a blossom, acts as one vertex."""

    def __init__(self, allowed: Sequence[int], mate: Sequence[int], root: int, among: int) -> None:
        self.allowed = allowed
        self.mate = mate
        self.root = root
        self.among = among
        self.parent = [FREE] * len(allowed)  # of a vertex at an odd distance: where the path to it came from
        self.base = list(range(len(allowed)))  # the vertex that stands for the blossom that a vertex lies in
        self.even = 1 << root
        self.odd = 0
        self.queue = [root]

    def free_vertex_reached(self) -> int:
        for vertex in self.queue:
            neighbours = self.allowed[vertex] & self.among
            for new in members(neighbours & ~(self.even | self.odd)):
                self.parent[new] = vertex
                if self.mate[new] == FREE:
                    return new
                self.odd |= 1 << new
                self._reach(self.mate[new])
            for even in members(neighbours & self.even):
                if self.base[even] != self.base[vertex]:
                    self._shrink(vertex, even)
        return FREE

    def _reach(self, vertex: int) -> None:
        if not self.even >> vertex & 1:
            self.even |= 1 << vertex
            self.queue.append(vertex)

    def _shrink(self, one: int, other: int) -> None:
        """Two even vertices are neighbours: the paths to them, up to where they part, are a blossom."""
        stem = self._where_they_part(one, other)
        blossom = self._walk_back(one, stem, other) | self._walk_back(other, stem, one)
        for vertex in members(self.even | self.odd):
            if blossom >> self.base[vertex] & 1:
                self.base[vertex] = stem
                self._reach(vertex)

    def _where_they_part(self, one: int, other: int) -> int:
        seen = 0
        base = self.base[one]
        while True:
            seen |= 1 << base
            if base == self.base[self.root]:
                break
            base = self.base[self.parent[self.mate[base]]]
        base = self.base[other]
        while not seen >> base & 1:
            base = self.base[self.parent[self.mate[base]]]
        return base

    def _walk_back(self, vertex: int, stem: int, child: int) -> int:
        """The bases on the way to the stem; on the way, leave a trail so that a path can go round the blossom."""
        bases = 0
        while self.base[vertex] != stem:
            partner = self.mate[vertex]
            bases |= 1 << self.base[vertex] | 1 << self.base[partner]
            self.parent[vertex] = child
            child = partner
            vertex = self.parent[partner]
        return bases


_TIE_BITS = 40


def lightest_perfect_matching(costs: Mapping[tuple[int, int], int], size: int) -> tuple[int, ...] | None:
    """The partner of each vertex in the pairing of all with the least sum of costs, or None.

    ``costs`` has one entry, not negative, for each pair that is possible. Several pairings may be lightest; so that
    the choice is ours and not the library's, a fixed number that looks random is added below the last digit of each
    cost. It cannot change which sums are least, and makes one of them the only one (the isolation lemma of Mulmuley,
    Vazirani and Vazirani: with 40 bits the chance of a tie is below one in a million for 1,000 players).
    """
    import rustworkx

    shift = _TIE_BITS + size.bit_length()
    heavy = (max(costs.values(), default=0) + 1) << shift
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(size))
    graph.add_edges_from([(i, j, heavy - (cost << shift) - _lot(i, j)) for (i, j), cost in sorted(costs.items())])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(found) < size:
        return None
    mate = [FREE] * size
    for one, other in found:
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


def heaviest_matching(size: int, gains: Mapping[tuple[int, int], int]) -> list[int]:
    """The partner of each vertex (itself when it has none) in a matching with the greatest sum of gains.

    The library counts in 128 bits. Criteria that need more room are weighed by the same method on Python's integers.
    """
    widest = max(gains.values(), default=0).bit_length() + size.bit_length()
    pairs = _by_library(size, gains) if widest <= WIDEST else heaviest_pairs(size, gains)
    mate = list(range(size))
    for one, other in pairs:
        mate[one], mate[other] = other, one
    return mate


def cheapest_pairing(prices: Mapping[tuple[int, int], int], size: int) -> tuple[int, ...] | None:
    """The partner of each vertex in some pairing of all with the least sum of prices, or None.

    For a caller who needs the least sum and one proof of it: which of several cheapest pairings it is, is not said.
    """
    heavy = max(prices.values(), default=0) + 1
    if heavy.bit_length() + size.bit_length() <= WIDEST:
        found = _by_library(size, _gains(prices, heavy), of_most=True)
    else:
        found = heaviest_pairs(size, _gains(prices, heavy * size))  # one pair more is worth any price
    if 2 * len(found) < size:
        return None
    mate = [FREE] * size
    for one, other in found:
        mate[one], mate[other] = other, one
    return tuple(mate)


def all_cheapest_pairings(prices: Mapping[tuple[int, int], int], size: int) -> Proof:
    """What all cheapest pairings of everybody have in common; there must be one."""
    return heaviest_with_proof(size, _gains(prices, (max(prices.values(), default=0) + 1) * size))


def _gains(prices: Mapping[tuple[int, int], int], heavy: int) -> dict[tuple[int, int], int]:
    return {pair: heavy - price for pair, price in prices.items()}


def _by_library(
    size: int, gains: Mapping[tuple[int, int], int], *, of_most: bool = False
) -> Collection[tuple[int, int]]:
    """``of_most``: the heaviest among those with as many pairs as possible."""
    import rustworkx

    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(size))
    graph.add_edges_from([(i, j, gain) for (i, j), gain in gains.items()])
    found: set[tuple[int, int]] = rustworkx.max_weight_matching(graph, max_cardinality=of_most, weight_fn=int)
    return found
