"""Matching against plain enumeration on small fields."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.matching.bitsets import members
from engine.matching.cardinality import Completion, has_perfect_matching, left_over, perfect_matching
from engine.matching.weighted import lightest_perfect_matching

Pairs = frozenset[tuple[int, int]]


@st.composite
def graphs(draw: st.DrawFn, most: int = 10) -> tuple[int, Pairs]:
    size = draw(st.integers(0, most))
    possible = [(i, j) for i in range(size) for j in range(i + 1, size)]
    return size, frozenset(pair for pair in possible if draw(st.booleans()))


def rows(size: int, pairs: Pairs) -> list[int]:
    allowed = [0] * size
    for i, j in pairs:
        allowed[i] |= 1 << j
        allowed[j] |= 1 << i
    return allowed


def all_pairings(left: tuple[int, ...], pairs: Pairs) -> list[tuple[tuple[int, int], ...]]:
    """Every way to pair all of them, by enumeration."""
    if not left:
        return [()]
    first, *others = left
    return [
        ((first, other), *rest)
        for other in others
        if (first, other) in pairs
        for rest in all_pairings(tuple(v for v in others if v != other), pairs)
    ]


def as_pairs(mate: tuple[int, ...]) -> frozenset[tuple[int, int]]:
    return frozenset((i, j) for i, j in enumerate(mate) if i < j)


def test_members_come_lowest_first() -> None:
    assert list(members(0b101100)) == [2, 3, 5]


@given(graphs())
def test_a_perfect_matching_is_found_when_there_is_one(graph: tuple[int, Pairs]) -> None:
    size, pairs = graph
    mate = perfect_matching(rows(size, pairs))
    assert (mate is not None) == bool(all_pairings(tuple(range(size)), pairs))
    if mate is not None:
        assert all(mate[mate[v]] == v for v in range(size))
        assert as_pairs(mate) <= pairs


@given(graphs(), st.integers(min_value=0))
def test_a_part_of_the_field_is_asked_about_on_its_own(graph: tuple[int, Pairs], part: int) -> None:
    size, pairs = graph
    among = part & ((1 << size) - 1)
    expected = bool(all_pairings(tuple(members(among)), pairs))
    assert has_perfect_matching(rows(size, pairs), among) == expected


@given(graphs(), st.integers(min_value=0))
def test_who_can_be_left_over_is_who_leaves_a_pairing_of_the_others(graph: tuple[int, Pairs], part: int) -> None:
    size, pairs = graph
    among = part & ((1 << size) - 1)
    some = tuple(members(among))
    expected = [one for one in some if all_pairings(tuple(v for v in some if v != one), pairs)]
    assert list(members(left_over(rows(size, pairs), among))) == expected


@given(graphs())
def test_a_pair_is_settled_exactly_when_the_rest_can_still_be_paired(graph: tuple[int, Pairs]) -> None:
    size, pairs = graph
    completion = Completion(rows(size, pairs))
    assert completion.is_possible == bool(all_pairings(tuple(range(size)), pairs))
    left = tuple(range(size))
    for i, j in sorted(pairs):
        if i in left and j in left:
            rest = tuple(v for v in left if v not in (i, j))
            settled = completion.settle(i, j)
            assert settled == bool(completion.is_possible and all_pairings(rest, pairs))
            left = rest if settled else left


def test_a_pair_that_is_not_allowed_is_never_settled() -> None:
    assert not Completion(rows(4, frozenset({(0, 1), (2, 3)}))).settle(0, 2)


@given(graphs(most=8), st.data())
def test_the_lightest_perfect_matching_costs_least(graph: tuple[int, Pairs], data: st.DataObject) -> None:
    size, pairs = graph
    costs = {pair: data.draw(st.integers(0, 6)) for pair in sorted(pairs)}
    mate = lightest_perfect_matching(costs, size)
    sums = [sum(costs[pair] for pair in pairing) for pairing in all_pairings(tuple(range(size)), pairs)]
    assert (mate is None) == (not sums)
    if mate is not None:
        assert sum(costs[pair] for pair in as_pairs(mate)) == min(sums)


@pytest.mark.parametrize("size", [4, 8, 20])
def test_among_many_lightest_matchings_the_choice_does_not_depend_on_the_order_given(size: int) -> None:
    pairs = [(i, j) for i in range(size) for j in range(i + 1, size)]
    forward = lightest_perfect_matching(dict.fromkeys(pairs, 1), size)
    backward = lightest_perfect_matching(dict.fromkeys(reversed(pairs), 1), size)
    assert forward == backward


def test_a_long_chain_of_changes_is_followed_to_its_end() -> None:
    """A path of 400: settling its second edge is impossible, its first only in one way."""
    size = 400
    path = rows(size, frozenset((v, v + 1) for v in range(size - 1)))
    assert perfect_matching(path) == tuple(v ^ 1 for v in range(size))
    assert not Completion(path).settle(1, 2)
