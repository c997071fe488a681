"""Largest matchings: can all be paired? On bitsets.

Vertices are 0, 1, 2 …; ``allowed[i]`` is the bitset of i's possible partners. Edmonds' search for augmenting paths with
blossoms: exact, and always the same answer for the same input.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.matching.bitsets import bits, members

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
    free = among
    for vertex in members(among):
        if mate[vertex] == FREE:
            end = augment(allowed, mate, vertex, among, free)
            if end == FREE:
                tree = AlternatingTree(allowed, mate, vertex, among, free)
                tree.grow()
                return tree.even, tree.odd
            free &= ~(1 << vertex | 1 << end)
    return 0, 0


def largest_matching(allowed: Sequence[int], among: int) -> tuple[int, ...]:
    """The partner of each vertex (or FREE) in a matching of as many of these vertices as possible."""
    mate = _pair_greedily(allowed, among)
    augment_all(allowed, mate, among)
    return tuple(mate)


def left_over(allowed: Sequence[int], among: int) -> int:
    """Each of whom could be the only one of these vertices without a partner; nobody where more must be."""
    mate = _pair_greedily(allowed, among)
    free = augment_all(allowed, mate, among)
    if free.bit_count() != 1:
        return 0
    tree = AlternatingTree(allowed, mate, free.bit_length() - 1, among)
    tree.grow()
    return tree.even


def augment_all(allowed: Sequence[int], mate: list[int], among: int, *, needs_all: bool = False) -> int:
    """Pair as many more of these vertices as possible, or all: then give up at the first who cannot be paired.

    Says who has nobody.

    Where no path augments now, none will after later augmentations, and none frees a vertex: each is tried once.
    """
    free = bits(vertex for vertex in members(among) if mate[vertex] == FREE)
    for vertex in members(free):
        if mate[vertex] == FREE:
            end = augment(allowed, mate, vertex, among, free)
            if end != FREE:
                free &= ~(1 << vertex | 1 << end)
            elif needs_all:
                break
    return free


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
        if self._allowed[left] >> right & 1:
            mate[left], mate[right] = right, left
        elif augment(self._allowed, mate, left, rest, 1 << right) == FREE:
            return False
        self._mate = mate
        return True


def _pair_all(allowed: Sequence[int], among: int) -> list[int] | None:
    """A pairing of these vertices, or None."""
    if among.bit_count() % 2:
        return None
    mate = _pair_greedily(allowed, among)
    return None if augment_all(allowed, mate, among, needs_all=True) else mate


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


def augment(allowed: Sequence[int], mate: list[int], root: int, among: int, free: int) -> int:
    """Find a path from a free vertex to another along which partners can be changed, and change them.

    Says who that other is, or FREE.
    """
    tree = AlternatingTree(allowed, mate, root, among, free)
    end = tree.grow()
    if end != FREE:
        tree.change_partners(mate, end)
    return end


class AlternatingTree:
    """One tree of alternating paths from a free root (Edmonds). An odd cycle in it, a blossom, acts as one vertex.

    When it has grown without reaching another free vertex, ``even`` are all who could be left over instead of the root.
    """

    def __init__(self, allowed: Sequence[int], mate: Sequence[int], root: int, among: int, free: int = 0) -> None:
        """``among``: the vertices that count; ``free``: those of them, but for the root, who have no mate."""
        self.free = free & ~(1 << root)
        self.allowed = allowed
        self.mate = mate
        self.root = root
        self.among = among
        self.parent = [FREE] * len(allowed)  # of a vertex at an odd distance: where the path to it came from
        self._above = list(range(len(allowed)))  # of a vertex in a blossom: one nearer to the vertex that stands for it
        self._blossoms: dict[int, int] = {}  # the vertices of each, by the one that stands for it
        self.even = 1 << root
        self.odd = 0
        self.queue = [root]

    def grow(self) -> int:
        """The first free vertex that is reached, or FREE."""
        for vertex in self.queue:
            neighbours = self.allowed[vertex] & self.among
            if neighbours & self.free:
                return self._end_at(vertex)
            for new in members(neighbours & ~(self.even | self.odd)):
                partner = self.mate[new]
                self.parent[new] = vertex
                self.odd |= 1 << new
                self._reach(partner)
                if self.allowed[partner] & self.free:
                    return self._end_at(partner)
            apart = neighbours & self.even & ~self._blossom(self.base(vertex))
            while apart:
                self._shrink(vertex, (apart & -apart).bit_length() - 1)
                apart &= ~self._blossom(self.base(vertex))
        return FREE

    def _end_at(self, vertex: int) -> int:
        """Next to this even vertex there is a free one."""
        free = self.allowed[vertex] & self.free
        end = (free & -free).bit_length() - 1
        self.parent[end] = vertex
        return end

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

    def _blossom(self, base: int) -> int:
        return self._blossoms.get(base, 1 << base)

    def _reach(self, vertex: int) -> None:
        if not self.even >> vertex & 1:
            self.even |= 1 << vertex
            self.queue.append(vertex)

    def _shrink(self, one: int, other: int) -> None:
        """Two even vertices are neighbours: the paths to them, up to where they part, are a blossom."""
        stem = self._where_they_part(one, other)
        joined = self._blossom(stem)
        for base in (*self._walk_back(one, stem, other), *self._walk_back(other, stem, one)):
            self._above[base] = stem
            joined |= self._blossom(base)
        self._blossoms[stem] = joined

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
