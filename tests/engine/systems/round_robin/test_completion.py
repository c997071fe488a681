"""Rounds in which all who have not met yet do so: against trying everything, and in fields of any size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

import pytest

from engine.systems.round_robin import completion
from engine.systems.round_robin.berger import RoundRobinOptions, berger
from engine.systems.round_robin.completion import Meeting, Meetings, SearchTooLongError, complete


def table_of(size: int) -> list[Meetings]:
    return [frozenset(map(frozenset, pairs)) for pairs in berger(size, RoundRobinOptions())]


def all_rounds(numbers: Sequence[int]) -> Iterator[Meetings]:
    """Every way to pair these numbers."""
    if not numbers:
        yield frozenset()
        return
    one, *others = numbers
    for other in others:
        for rest in all_rounds([number for number in others if number != other]):
            yield rest | {frozenset((one, other))}


def can_be_played(left: frozenset[Meeting], size: int) -> bool:
    """Whether rounds in which everybody plays take up all of these meetings, by trying everything."""
    if not left:
        return True
    return any(can_be_played(left - one, size) for one in all_rounds(range(1, size + 1)) if one <= left)


def check_rounds(rounds: Sequence[Meetings], left: frozenset[Meeting], size: int) -> None:
    assert frozenset().union(*rounds) == left
    assert sum(map(len, rounds)) == len(left)
    assert all({number for meeting in one for number in meeting} == set(range(1, size + 1)) for one in rounds)


@pytest.mark.parametrize("after", [1, 2, 3])
def test_of_six_it_finds_rounds_exactly_where_trying_everything_does(after: int) -> None:
    found = {True: 0, False: 0}
    table = table_of(6)
    everything = frozenset(frozenset(pair) for pair in combinations(range(1, 7), 2))
    for played in combinations(tuple(all_rounds(range(1, 7))), after):
        met = frozenset().union(*played)
        if len(met) < 3 * after:  # somebody met twice
            continue
        rounds, left = complete(6, met, table), everything - met
        assert (rounds is not None) == can_be_played(left, 6), played
        found[rounds is not None] += 1
        if rounds is not None:
            check_rounds(rounds, left, 6)
    assert found[True]
    assert (found[False] > 0) == (after == 3)  # then two triangles may be left


@pytest.mark.parametrize("size", [8, 10, 12, 16, 20, 30])
def test_after_rounds_made_by_hand_all_still_meet(size: int) -> None:
    table, random = table_of(size), Random(size)
    everything = frozenset().union(*table)
    for _ in range(5):
        met = set().union(*table[: random.randrange(4)])
        by_hand = next(made for made in iter(lambda: any_round(size, random), None) if not met & made)
        met |= by_hand
        rounds = complete(size, met, table)
        assert rounds is not None
        check_rounds(rounds, everything - met, size)


def any_round(size: int, random: Random) -> set[Meeting]:
    numbers = random.sample(range(1, size + 1), size)
    return {frozenset(numbers[place : place + 2]) for place in range(0, size, 2)}


def test_what_is_left_of_the_table_stays_as_it_is() -> None:
    table = table_of(8)
    assert complete(8, table[0] | table[3], table) == (*table[1:3], *table[4:])


def test_where_somebody_has_more_to_meet_there_is_nothing() -> None:
    assert complete(4, {frozenset((1, 2))}, table_of(4)) is None


def test_a_search_that_takes_too_long_is_no_answer(monkeypatch) -> None:
    monkeypatch.setattr(completion, "MOST_STEPS", 1)
    with pytest.raises(SearchTooLongError):
        complete(8, {frozenset((1, 2)), frozenset((3, 4)), frozenset((5, 7)), frozenset((6, 8))}, table_of(8))
