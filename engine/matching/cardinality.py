"""Largest matchings: can all be paired? On bitsets.

Vertices are 0, 1, 2 …; ``allowed[i]`` is the bitset of i's possible partners. Edmonds' search for augmenting paths with
blossoms: exact, and always the same answer for the same input.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.matching.bitsets import members

FREE = -1  # the mate of a vertex that has none


def perfect_matching(allowed: Sequence[int]) -> tuple[int, ...] | None:
    """The partner of each vertex in some pairing of all, or None. ``allowed[i]`` are i's possible partners."""
    mate = _pair_all(allowed, (1 << len(allowed)) - 1)
    return None if mate is None else tuple(mate)


def has_perfect_matching(allowed: Sequence[int], among: int) -> bool:
    """Can these vertices be paired among themselves? Counting answers for most fields, a search for the others.

    Dirac: where everybody can be paired with at least half of an even number, all can be paired.
    """
    size = among.bit_count()
    if size % 2:
        return False
    least = min(((allowed[v] & among).bit_count() for v in members(among)), default=0)
    return 2 * least >= size or (least > 0 and _pair_all(allowed, among) is not None)


def obstacle(allowed: Sequence[int], among: int) -> tuple[int, int]:
    """Why these vertices cannot all be paired: some, and the others whom alone they may have beyond one another.

    Tutte: without the others, the first fall apart into more groups of an odd number than there are others. Empty
    sets where all can be paired.
    """
    mate = [FREE] * len(allowed)
    for vertex in members(among):
        if mate[vertex] == FREE and not augment(allowed, mate, vertex, among):
            search = AlternatingTree(allowed, mate, vertex, among)
            search.grow()
            return search.even, search.odd
    return 0, 0


def largest_matching(allowed: Sequence[int], among: int) -> tuple[int, ...]:
    """The partner of each vertex (or FREE) in a matching of as many of these vertices as possible."""
    mate = _pair_greedily(allowed, among)
    # Where no path augments now, none will after later augmentations: each free vertex is tried once.
    for vertex in members(among):
        if mate[vertex] == FREE:
            augment(allowed, mate, vertex, among)
    return tuple(mate)


class Completion:
    """A field of which pairs are settled one after the other, and whether the rest can still be paired.

    It keeps one pairing of the rest as a certificate. A new pair breaks at most two pairs of it, so that one
    augmenting path mends it or proves that it cannot be mended.
    """

    def __init__(self, allowed: Sequence[int], among: int | None = None) -> None:
        self._allowed = allowed
        self.rest = (1 << len(allowed)) - 1 if among is None else among
        self._mate = _pair_all(allowed, self.rest)

    @property
    def is_possible(self) -> bool:
        return self._mate is not None

    def settle(self, one: int, other: int) -> bool:
        """Take this pair out if the rest can still be paired; otherwise change nothing and say no."""
        if self._mate is None or not self._allowed[one] >> other & 1:
            return False
        rest = self.rest & ~(1 << one | 1 << other)
        if not self._mend(one, other, rest):
            return False
        self.rest = rest
        return True

    def _mend(self, one: int, other: int, rest: int) -> bool:
        assert self._mate is not None
        if self._mate[one] == other:
            return True
        left, right = self._mate[one], self._mate[other]
        mate = self._mate.copy()
        mate[left] = mate[right] = FREE
        mate[one], mate[other] = other, one
        if not augment(self._allowed, mate, left, rest):
            return False
        self._mate = mate
        return True


def _pair_all(allowed: Sequence[int], among: int) -> list[int] | None:
    """A pairing of these vertices, or None. A vertex from which no path augments is missed by some largest matching."""
    if among.bit_count() % 2:
        return None
    mate = _pair_greedily(allowed, among)
    # A path never frees a vertex, so each free one is tried once.
    if all(mate[vertex] != FREE or augment(allowed, mate, vertex, among) for vertex in members(among)):
        return mate
    return None


def _pair_greedily(allowed: Sequence[int], among: int) -> list[int]:
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


def augment(allowed: Sequence[int], mate: list[int], root: int, among: int) -> bool:
    """Find a path from a free vertex to another along which partners can be changed, and change them."""
    tree = AlternatingTree(allowed, mate, root, among)
    end = tree.grow()
    if end == FREE:
        return False
    tree.change_partners(mate, end)
    return True


class AlternatingTree:
    """One tree of alternating paths from a free root (Edmonds). An odd cycle in it, a blossom, acts as one vertex.

    When it has grown without reaching another free vertex, ``even`` are all who could be left over instead of the root.
    """

    def __init__(self, allowed: Sequence[int], mate: Sequence[int], root: int, among: int) -> None:
        self.allowed = allowed
        self.mate = mate
        self.root = root
        self.among = among
        self.parent = [FREE] * len(allowed)  # of a vertex at an odd distance: where the path to it came from
        self._above = list(range(len(allowed)))  # of a vertex in a blossom: one nearer to the vertex that stands for it
        self._blossom = [1 << vertex for vertex in range(len(allowed))]  # of the vertex that stands for it
        self.even = 1 << root
        self.odd = 0
        self.queue = [root]

    def grow(self) -> int:
        """The first free vertex that is reached, or FREE."""
        for vertex in self.queue:
            neighbours = self.allowed[vertex] & self.among
            for new in members(neighbours & ~(self.even | self.odd)):
                self.parent[new] = vertex
                if self.mate[new] == FREE:
                    return new
                self.odd |= 1 << new
                self._reach(self.mate[new])
            apart = neighbours & self.even & ~self._blossom[self.base(vertex)]
            while apart:
                self._shrink(vertex, (apart & -apart).bit_length() - 1)
                apart &= ~self._blossom[self.base(vertex)]
        return FREE

    def change_partners(self, mate: list[int], end: int) -> None:
        """All along the path from the root to this vertex, which is free or was left free."""
        while end != FREE:
            before = self.parent[end]
            next_end = mate[before]
            mate[end], mate[before] = before, end
            end = next_end

    def base(self, vertex: int) -> int:
        """The vertex that stands for the blossom that a vertex lies in."""
        above = self._above
        while above[vertex] != vertex:
            above[vertex] = above[above[vertex]]
            vertex = above[vertex]
        return vertex

    def _reach(self, vertex: int) -> None:
        if not self.even >> vertex & 1:
            self.even |= 1 << vertex
            self.queue.append(vertex)

    def _shrink(self, one: int, other: int) -> None:
        """Two even vertices are neighbours: the paths to them, up to where they part, are a blossom."""
        stem = self._where_they_part(one, other)
        for base in (*self._walk_back(one, stem, other), *self._walk_back(other, stem, one)):
            self._above[base] = stem
            self._blossom[stem] |= self._blossom[base]

    def _where_they_part(self, one: int, other: int) -> int:
        seen = set()
        base = self.base(one)
        while True:
            seen.add(base)
            if base == self.base(self.root):
                break
            base = self.base(self.parent[self.mate[base]])
        base = self.base(other)
        while base not in seen:
            base = self.base(self.parent[self.mate[base]])
        return base

    def _walk_back(self, vertex: int, stem: int, child: int) -> list[int]:
        """The bases on the way to the stem; on the way, leave a trail so that a path can go round the blossom."""
        bases = []
        while self.base(vertex) != stem:
            partner = self.mate[vertex]
            bases += [self.base(vertex), self.base(partner)]
            self._reach(partner)
            self.parent[vertex] = child
            child = partner
            vertex = self.parent[partner]
        return bases
