"""Pairings that are all as good as each other, of which more and more is settled in the order of a text.

They are all the pairings of everybody by the pairs that are still possible; one of them is at hand as a proof. Whom a
player can have in any of them, one search tells: take the player out, and see who can be left over instead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.matching.bitsets import bits, confined_rows, members, narrow
from engine.matching.cardinality import FREE, AlternatingTree, augment_all
from engine.matching.cheapest import Cheapest, Price, lightest


class Tied:
    """``rest``: who is not settled yet; ``rows``: whom each can still get; ``mate``: one of the pairings."""

    def __init__(self, rows: Sequence[int], rest: int, mate: Sequence[int]) -> None:
        self.rows = list(rows)
        self.rest = rest
        self.mate = list(mate)

    def settle_each(self, some: Sequence[int], partners: int) -> tuple[int, ...]:
        """Each in turn gets the first of these partners whom some pairing gives them; the pairs are taken out."""
        return tuple(self._settle(one, partners) for one in some)

    def _settle(self, one: int, partners: int) -> int:
        options = self.rows[one] & self.rest & partners
        if self.mate[one] != (options & -options).bit_length() - 1:
            has_found = self.get(one, options)
            assert has_found  # who is asked has such partners only
        other = self.mate[one]
        self.rest &= ~(1 << one | 1 << other)
        return other

    def restrict_each(self, wishes: Sequence[tuple[int, int]], enough: int | None = None) -> list[int]:
        """Each in turn has only such partners from now on if some pairing allows it, otherwise none of them.

        Says who has; no more are asked when there are enough of those.
        """
        granted: list[int] = []
        for one, partners in wishes:
            if len(granted) == enough:
                break
            if partners >> self.mate[one] & 1 or self.get(one, self.rows[one] & self.rest & partners):
                granted.append(one)
                narrow(self.rows, one, self.rest & partners)
            else:
                narrow(self.rows, one, self.rest & ~partners)
        return granted

    def get(self, one: int, options: int) -> bool:
        """Change the pairing so that this player has the first of the options that can be had."""
        left = self.mate[one]
        tree = AlternatingTree(self.rows, self.mate, left, self.rest & ~(1 << one))
        tree.grow()
        options &= tree.even
        if not options:
            return False
        self.mate[left] = FREE
        tree.parent[one] = (options & -options).bit_length() - 1
        tree.change_partners(self.mate, one)
        return True

    def confine(self, some: Mapping[int, int]) -> Tied | None:
        """The same where each of these has such partners only; None if there is no such pairing."""
        rows = confined_rows(self.rows, self.rest, some)
        mate = [m if m != FREE and rows[v] >> m & 1 else FREE for v, m in enumerate(self.mate)]
        found = paired_from(rows, self.rest, mate)
        return None if found is None else Tied(rows, self.rest, found)

    def weigh_by(self, price: Price) -> Cheapest:
        """Of these the cheapest by a price."""
        found = lightest(self.rows, self.rest, price)
        assert found is not None  # the present pairing is one
        return Cheapest(self.rows, self.rest, price, *found)


def paired_from(rows: Sequence[int], rest: int, mate: list[int]) -> list[int] | None:
    """A pairing of all, made from one of some; None if there is none."""
    free = bits(one for one in members(rest) if mate[one] == FREE)
    for one in members(free):  # most find somebody who is free as well
        options = rows[one] & free
        if mate[one] == FREE and options:
            other = (options & -options).bit_length() - 1
            mate[one], mate[other] = other, one
            free &= ~(1 << one | 1 << other)
    return None if augment_all(rows, mate, rest, needs_all=True) else mate
