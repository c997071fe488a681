"""All cheapest pairings by the prices of kinds, against every pairing of a few players."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from engine.matching.bitsets import bits, members
from engine.matching.cardinality import FREE, largest_matching
from engine.matching.kinds import tied_by_kind
from engine.matching.tied import Tied

Pairing = tuple[tuple[int, int], ...]


class Field:
    """A few players of a few kinds; whoever is FREE in a pairing has nobody."""

    def __init__(self, seed: int, width: int) -> None:
        lot = random.Random(seed)
        self.size = 2 * lot.randrange(1, 5)
        kinds = lot.randrange(1, 5)
        self.kinds = [lot.randrange(kinds) for _ in range(self.size)]
        table = {(a, b): lot.randrange(4) << lot.randrange(width) for a in range(kinds) for b in range(a, kinds)}
        self.table = table | {(b, a): cost for (a, b), cost in table.items()}
        self.lonely = [(4 << width) + lot.randrange(3) for _ in range(kinds)]
        self.rows = [0] * self.size
        for one in range(self.size):
            for other in range(one):
                if lot.random() < 0.8:
                    self.rows[one] |= 1 << other
                    self.rows[other] |= 1 << one

    def cost(self, one: int, other: int) -> int:
        return self.table[self.kinds[one], self.kinds[other]]

    def alone(self, one: int) -> int:
        return self.lonely[self.kinds[one]]

    def price(self, pairing: Pairing) -> int:
        return sum(
            self.cost(one, other) if self.rows[one] >> other & 1 else self.alone(one) + self.alone(other)
            for one, other in pairing
        )

    def cheapest(self, may_be_alone: bool) -> set[Pairing]:
        everybody = tuple(range(self.size))
        rows = [~0] * self.size if may_be_alone else self.rows
        found = list(_pairings(everybody, rows))
        least = min(map(self.price, found), default=0)
        return {pairing for pairing in found if self.price(pairing) == least}

    def tied(self, may_be_alone: bool) -> Tied | None:
        everybody = (1 << self.size) - 1
        mate = largest_matching(self.rows, everybody)
        if not may_be_alone and FREE in mate:
            return None
        kind, alone = self.kinds.__getitem__, self.alone if may_be_alone else None
        return tied_by_kind(self.rows, everybody, mate, kind, self.cost, alone)


def _pairings(players: tuple[int, ...], rows: list[int]) -> Iterator[Pairing]:
    if not players:
        yield ()
        return
    one, *others = players
    for other in others:
        if rows[one] >> other & 1:
            for rest in _pairings(tuple(p for p in others if p != other), rows):
                yield ((one, other), *rest)


@pytest.mark.parametrize("may_be_alone", [False, True])
@pytest.mark.parametrize("width", [1, 200])
def test_the_pairs_that_are_left_make_the_cheapest_pairings_and_no_others(width: int, may_be_alone: bool) -> None:
    answered = 0
    for seed in range(400):
        field = Field(seed, width)
        tied = field.tied(may_be_alone)
        if tied is not None:
            answered += 1
            assert set(_pairings(tuple(range(field.size)), tied.rows)) == field.cheapest(may_be_alone), seed
    assert answered > 250  # prices of kinds tell nearly always


def test_each_in_turn_has_the_first_partner_that_a_cheapest_pairing_gives() -> None:
    for seed in range(300):
        field = Field(seed, 3)
        tied = field.tied(may_be_alone=False)
        if tied is None:
            continue
        left = field.cheapest(may_be_alone=False)
        first = min(left)
        uppers = [one for one, _ in first]
        assert tied.settle_each(uppers, (1 << field.size) - 1) == tuple(other for _, other in first), seed


def test_wishes_are_granted_in_turn_where_a_cheapest_pairing_does() -> None:
    for seed in range(300):
        field = Field(seed, 3)
        tied = field.tied(may_be_alone=False)
        if tied is None:
            continue
        left = field.cheapest(may_be_alone=False)
        lot = random.Random(seed)
        wishes = [(one, lot.getrandbits(field.size)) for one in range(field.size)]
        granted = tied.restrict_each(wishes)
        for one, partners in wishes:
            kept = {pairing for pairing in left if partners >> _partner(pairing, one) & 1}
            assert (one in granted) == bool(kept), seed
            left = kept or left
        assert tuple((v, m) for v, m in enumerate(tied.mate) if v < m) in left


def _partner(pairing: Pairing, one: int) -> int:
    return next(sum(pair) - one for pair in pairing if one in pair)


def test_some_can_be_confined_to_partners_where_a_cheapest_pairing_does() -> None:
    for seed in range(300):
        field = Field(seed, 3)
        tied = field.tied(may_be_alone=False)
        if tied is None:
            continue
        lot = random.Random(seed)
        some = lot.getrandbits(field.size)
        confined = tied.confine(dict.fromkeys(members(some), ~some))
        kept = {p for p in field.cheapest(may_be_alone=False) if _is_across(p, some)}
        if confined is None:
            assert not kept, seed
        else:
            assert set(_pairings(tuple(range(field.size)), confined.rows)) == kept, seed


def _lies_across(pair: tuple[int, int], some: int) -> bool:
    return (some >> pair[0] & 1) != (some >> pair[1] & 1)


def _is_across(pairs: Pairing, some: int) -> bool:
    return all(_lies_across(pair, some) for pair in pairs if bits(pair) & some)
