"""Maximum-weight matching on Python's own integers: for weights too wide for the matching library.

Edmonds' primal-dual method in its cubic form. Every vertex has a price and every blossom (an odd cycle that acts as
one vertex) a surcharge; an edge is tight when the prices of its ends just cover its weight. Trees of tight edges grow
from all free vertices at once; when they are stuck, prices move by the least amount that makes something new tight.
Prices are kept doubled, so that halves never occur.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

OUTSIDE, EVEN, ODD = -1, 0, 1  # where a vertex or blossom stands in the trees
NOBODY = -1


def heaviest_pairs(size: int, gains: Mapping[tuple[int, int], int]) -> list[tuple[int, int]]:
    """The pairs of a matching with the greatest sum of gains; a pair without a positive gain is never made."""
    search = _BlossomSearch(size, gains)
    while search.augment():
        pass
    return [(v, search.mate[v]) for v in range(size) if v < search.mate[v]]


class _BlossomSearch:
    def __init__(self, size: int, gains: Mapping[tuple[int, int], int]) -> None:
        self.size = size
        self.weight = [[0] * size for _ in range(size)]
        for (one, other), gain in gains.items():
            self.weight[one][other] = self.weight[other][one] = max(gain, 0)
        self.price = [max((max(row) for row in self.weight), default=0)] * size
        self.mate = [NOBODY] * size  # of a blossom: the vertex outside that one of its vertices is matched to
        self.top = list(range(size))  # the outermost blossom that a vertex or blossom lies in
        self.state = [OUTSIDE] * size
        self.entry: list[tuple[int, int]] = [(NOBODY, NOBODY)] * size  # the edge by which it was reached, from outside
        self.cycle: list[list[int]] = [[] for _ in range(size)]  # of a blossom: its parts, the stem first
        self.vertices: list[list[int]] = [[v] for v in range(size)]
        self.nearest: list[tuple[int, int]] = [(NOBODY, NOBODY)] * size  # the least slack edge from an even vertex
        self.queue: list[int] = []
        self.links: list[list[tuple[int, int]]] = [[] for _ in range(size)]  # of a blossom: from each part to the next

    def slack(self, edge: tuple[int, int]) -> int:
        one, other = edge
        return self.price[one] + self.price[other] - 2 * self.weight[one][other]

    def outermost(self) -> list[int]:
        return [b for b in range(len(self.top)) if self.top[b] == b]

    def augment(self) -> bool:
        """Make the matching one pair larger, if that is worth it."""
        for b in self.outermost():
            self.state[b] = OUTSIDE
            self.nearest[b] = (NOBODY, NOBODY)
        self.queue = []
        for b in self.outermost():
            if self.mate[b] == NOBODY:
                self.entry[b] = (NOBODY, NOBODY)
                self._make_even(b)
        if not self.queue:
            return False
        while True:
            if self._grow():
                return True
            if not self._move_prices():
                return False
            if self._use_tight_edges():
                return True
            self._open_spent_blossoms()

    def _make_even(self, b: int) -> None:
        self.state[b] = EVEN
        self.queue.extend(self.vertices[b])

    def _grow(self) -> bool:
        while self.queue:
            u = self.queue.pop()
            if self.state[self.top[u]] == ODD:
                continue
            row = self.weight[u]
            for v in range(self.size):
                if row[v] and self.top[v] != self.top[u]:
                    if self.slack((u, v)) == 0:
                        if self._tight(u, v):
                            return True
                    else:
                        self._note_slack(u, v)
        return False

    def _note_slack(self, u: int, v: int) -> None:
        b = self.top[v]
        if self.nearest[b][0] == NOBODY or self.slack((u, v)) < self.slack(self.nearest[b]):
            self.nearest[b] = (u, v)

    def _tight(self, u: int, v: int) -> bool:
        """An edge from an even u has become tight: a tree grows, a blossom closes, or the matching becomes larger."""
        one, other = self.top[u], self.top[v]
        if self.state[other] == OUTSIDE:
            self.entry[other] = (u, v)
            self.state[other] = ODD
            beyond = self.top[self.mate[other]]
            self.nearest[beyond] = (NOBODY, NOBODY)
            self._make_even(beyond)
        elif self.state[other] == EVEN and one != other:
            stem = self._common_stem(one, other)
            if stem == NOBODY:
                self._flip(u, v)
                self._flip(v, u)
                return True
            self._close(u, v, stem)
        return False

    def _before(self, b: int) -> int:
        """The even blossom two steps nearer the root, or NOBODY at the root."""
        if self.mate[b] == NOBODY:
            return NOBODY
        odd = self.top[self.mate[b]]
        return self.top[self.entry[odd][0]]

    def _common_stem(self, one: int, other: int) -> int:
        seen = set()
        b = one
        while b != NOBODY:
            seen.add(b)
            b = self._before(b)
        b = other
        while b != NOBODY and b not in seen:
            b = self._before(b)
        return b

    def _flip(self, u: int, v: int) -> None:
        """Match u to v, and change the partners on the way from u to its root."""
        while True:
            b = self.top[u]
            was = self.mate[b]
            self._match(b, u, v)
            if was == NOBODY:
                return
            odd = self.top[was]
            u, v = self.entry[odd]
            self._match(odd, v, u)

    def _match(self, b: int, inner: int, outer: int) -> None:
        """Blossom b is matched by its vertex ``inner`` to the vertex ``outer``; its other parts pair off round it."""
        self.mate[b] = outer
        if b < self.size:
            return
        cycle = self.cycle[b]
        at = next(i for i, part in enumerate(cycle) if inner in self.vertices[part])
        steps = [(i, (i + 1) % len(cycle)) for i in range(len(cycle))]
        around = [steps[(at + 1 + k) % len(cycle)] for k in range(0, len(cycle) - 1, 2)]
        for i, j in around:
            one, other = self.links[b][i]
            self._match(cycle[i], one, other)
            self._match(cycle[j], other, one)
        self._match(cycle[at], inner, outer)
        self._rotate(b, at)

    def _rotate(self, b: int, at: int) -> None:
        self.cycle[b] = self.cycle[b][at:] + self.cycle[b][:at]
        self.links[b] = self.links[b][at:] + self.links[b][:at]

    def _close(self, u: int, v: int, stem: int) -> None:
        """The paths from u and from v to their common stem become one blossom, even as a whole."""
        left, left_links = self._trail(u, stem)
        right, right_links = self._trail(v, stem)
        cycle = [stem, *reversed(left), *right]
        links = [(b, a) for a, b in reversed(left_links)] + [(u, v)] + right_links
        b = self._new_blossom()
        self.cycle[b] = cycle
        self.links[b] = links
        self.vertices[b] = [x for part in cycle for x in self.vertices[part]]
        self.price[b] = 0
        self.mate[b] = self.mate[stem]
        fresh = [x for part in cycle if self.state[part] == ODD for x in self.vertices[part]]
        for part in cycle:
            self._set_top(part, b)
        self.top[b] = b
        self.state[b] = EVEN
        self.queue.extend(fresh)
        self._renew_slack_to(b)

    def _renew_slack_to(self, b: int) -> None:
        """The least slack edge between the new blossom and another even one."""
        inside = set(self.vertices[b])
        for x in self.vertices[b]:
            for y in range(self.size):
                if self.weight[x][y] and y not in inside and self.state[self.top[y]] == EVEN:
                    self._note_slack(y, x)

    def _trail(self, vertex: int, stem: int) -> tuple[list[int], list[tuple[int, int]]]:
        """From the blossom of a vertex back to the stem (left out): the parts, and the link from each to the next."""
        parts: list[int] = []
        links: list[tuple[int, int]] = []
        b = self.top[vertex]
        while b != stem:
            outer = self.mate[b]
            odd = self.top[outer]
            inner = self.mate[odd]
            parts.append(b)
            links.append((inner, outer))
            u, v = self.entry[odd]
            parts.append(odd)
            links.append((v, u))
            b = self.top[u]
        return parts, links

    def _new_blossom(self) -> int:
        for column in (self.price, self.mate, self.top, self.state):
            column.append(NOBODY)
        self.entry.append((NOBODY, NOBODY))
        self.nearest.append((NOBODY, NOBODY))
        self.cycle.append([])
        self.links.append([])
        self.vertices.append([])
        return len(self.top) - 1

    def _set_top(self, part: int, b: int) -> None:
        self.top[part] = b
        for x in self.vertices[part]:
            self.top[x] = b

    def _move_prices(self) -> bool:
        """By the least amount that changes something; no more when a free vertex would become worthless."""
        step = min(self.price[v] for v in range(self.size) if self.state[self.top[v]] == EVEN)
        ends = True
        for b in self.outermost():
            for limit in self._limits(b):
                if limit < step:
                    step, ends = limit, False
        for v in range(self.size):
            self.price[v] -= step * {EVEN: 1, ODD: -1, OUTSIDE: 0}[self.state[self.top[v]]]
        for b in self.outermost():
            if b >= self.size:
                self.price[b] += 2 * step * {EVEN: 1, ODD: -1, OUTSIDE: 0}[self.state[b]]
        return not ends

    def _limits(self, b: int) -> list[int]:
        limits = []
        if b >= self.size and self.state[b] == ODD:
            limits.append(self.price[b] // 2)
        if self.nearest[b][0] != NOBODY and self.state[b] != ODD:
            slack = self.slack(self.nearest[b])
            limits.append(slack if self.state[b] == OUTSIDE else slack // 2)
        return limits

    def _use_tight_edges(self) -> bool:
        for b in self.outermost():
            u, v = self.nearest[b]
            still_apart = self.top[b] == b and u != NOBODY and self.top[u] != self.top[v]
            if still_apart and self.state[b] != ODD and self.slack((u, v)) == 0 and self._tight(u, v):
                return True
        return False

    def _open_spent_blossoms(self) -> None:
        for b in self.outermost():
            if b >= self.size and self.state[b] == ODD and self.price[b] == 0:
                self._open(b)

    def _open(self, b: int) -> None:
        """An odd blossom whose surcharge is used up falls apart; what lies on the way through it stays in the tree."""
        cycle, links = self.cycle[b], self.links[b]
        u, v = self.entry[b]
        self.top[b] = NOBODY
        for part in cycle:
            self._set_top(part, part)
            self.state[part] = OUTSIDE
            self.nearest[part] = (NOBODY, NOBODY)
        at = next(i for i, part in enumerate(cycle) if v in self.vertices[part])
        up = at % 2 == 1  # towards its partner: round the cycle upwards from an odd place, downwards from an even one
        while True:
            odd = cycle[at % len(cycle)]
            self.state[odd] = ODD
            self.entry[odd] = (u, v)
            if at % len(cycle) == 0:
                break
            even = at + 1 if up else at - 1
            self._make_even(cycle[even])
            at = even + 1 if up else even - 1
            u, v = links[even] if up else links[at][::-1]
        for part in cycle:
            if self.state[part] == OUTSIDE:
                self._renew_slack_to(part)


class Proof(NamedTuple):
    """All matchings as heavy as the one found, without naming them.

    They are those of as many pairs that use none of the ``losing`` edges and leave each of the ``closed`` (odd) sets by
    one edge only (complementary slackness).
    """

    pairs: list[tuple[int, int]]
    losing: list[tuple[int, int]]
    closed: list[list[int]]


def heaviest_with_proof(size: int, gains: Mapping[tuple[int, int], int]) -> Proof:
    """As ``heaviest_pairs``, where the heaviest matching leaves nobody over."""
    search = _BlossomSearch(size, gains)
    while search.augment():
        pass
    pairs = [(v, search.mate[v]) for v in range(size) if v < search.mate[v]]
    dear = [b for b in range(size, len(search.top)) if search.top[b] != NOBODY and search.price[b] > 0]
    surcharges = dict.fromkeys(gains, 0)
    for b in dear:
        inside = set(search.vertices[b])
        for edge in gains:
            if edge[0] in inside and edge[1] in inside:
                surcharges[edge] += search.price[b]
    losing = [edge for edge, surcharge in surcharges.items() if search.slack(edge) + surcharge > 0]
    return Proof(pairs, losing, [search.vertices[b] for b in dear])
