"""KNSB:2014 D: the lists and tables that stand in the text itself."""

from __future__ import annotations

from itertools import islice, product
from random import Random

import pytest

from engine.systems.knsb.beyond import chairs
from engine.systems.knsb.contenders import KnsbPlayer
from engine.systems.knsb.criteria import CriteriaTable
from engine.systems.knsb.search import Exchange, Plan, first_choice
from tests.engine.systems.knsb_2014.literal import exchanged_places, orders_of_s2, subgroups

# D1.1: the last three (0–5) and four (0–23) places move; 6 and 7 stay in front.
D1_LIST = """
6 7 8 9 10 11|6 7 8 9 11 10|6 7 8 10 9 11|6 7 8 10 11 9|6 7 8 11 9 10|6 7 8 11 10 9
6 7 9 8 10 11|6 7 9 8 11 10|6 7 9 10 8 11|6 7 9 10 11 8|6 7 9 11 8 10|6 7 9 11 10 8
6 7 10 8 9 11|6 7 10 8 11 9|6 7 10 9 8 11|6 7 10 9 11 8|6 7 10 11 8 9|6 7 10 11 9 8
6 7 11 8 9 10|6 7 11 8 10 9|6 7 11 9 8 10|6 7 11 9 10 8|6 7 11 10 8 9|6 7 11 10 9 8
"""

# D2: rows are S2, columns S1; the numbers are the order.
ONE_PLAYER = """
6: 1 3 6 10 15
7: 2 5 9 14 20
8: 4 8 13 19 24
9: 7 12 18 23 27
10: 11 17 22 26 29
11: 16 21 25 28 30
"""
TWO_PLAYERS = """
6,7: 1 3 7 14 8 16 28 29 45 65
6,8: 2 6 13 24 15 27 43 44 64 85
6,9: 4 11 22 37 25 41 60 62 83 104
6,10: 9 20 35 53 39 58 79 81 102 120
6,11: 17 32 50 71 55 76 96 99 117 132
7,8: 5 12 23 38 26 42 61 63 84 105
7,9: 10 21 36 54 40 59 80 82 103 121
7,10: 18 33 51 72 56 77 97 100 118 133
7,11: 30 48 69 90 74 94 113 115 130 141
8,9: 19 34 52 73 57 78 98 101 119 134
8,10: 31 49 70 91 75 95 114 116 131 142
8,11: 46 67 88 108 92 111 126 128 139 146
9,10: 47 68 89 109 93 112 127 129 140 147
9,11: 66 87 107 123 110 125 137 138 145 149
10,11: 86 106 122 135 124 136 143 144 148 150
"""
COLUMNS_OF_TWO = ("5,4", "5,3", "5,2", "5,1", "4,3", "4,2", "4,1", "3,2", "3,1", "2,1")
Places = tuple[tuple[int, ...], tuple[int, ...]]  # of S1, of S2


def numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.replace(",", " ").split())


def table_of(text: str, columns: tuple[str, ...]) -> dict[Places, int]:
    found = {}
    for line in text.split("\n"):
        if line:
            row, cells = line.split(":")
            for column, number in zip(columns, numbers(cells), strict=True):
                found[numbers(column), numbers(row)] = number
    return found


@pytest.mark.parametrize(
    ("count", "table"),
    [(1, table_of(ONE_PLAYER, ("5", "4", "3", "2", "1"))), (2, table_of(TWO_PLAYERS, COLUMNS_OF_TWO))],
)
def test_d2_tables_of_one_and_two_players(count: int, table: dict[Places, int]) -> None:
    ours = {exchange: number for number, exchange in enumerate(exchanged_places(5, 11, count), start=1)}
    assert len(table) in (30, 150)
    assert ours == table
    assert sorted(table, key=lambda exchange: Exchange(*exchange).rank) == sorted(table, key=lambda e: table[e])


def test_d2_three_players_begin_as_listed() -> None:
    assert list(islice(exchanged_places(5, 11, 3), 6)) == [
        ((5, 4, 3), (6, 7, 8)),
        ((5, 4, 3), (6, 7, 9)),
        ((5, 4, 2), (6, 7, 8)),
        ((5, 4, 3), (6, 7, 10)),
        ((5, 4, 3), (6, 8, 9)),
        ((5, 4, 2), (6, 7, 9)),
    ]
    assert len(list(exchanged_places(5, 11, 3))) == 10 * 20


def test_d2_each_exchange_once_for_every_number_of_players() -> None:
    for count, expected in ((4, 5 * 15), (5, 6)):
        found = list(exchanged_places(5, 11, count))
        assert len(found) == len(set(found)) == expected


@pytest.mark.parametrize(
    ("count", "listed"),
    [
        (5, "12345"),
        (4, "1234 1235 1245 1345 2345"),
        (3, "123 124 125 134 135 145 234 235 245 345"),
        (2, "12 13 14 15 23 24 25 34 35 45"),
        (1, "1 2 3 4 5"),
    ],
)
def test_d3_subgroups(count: int, listed: str) -> None:
    assert [*subgroups((1, 2, 3, 4, 5), count)] == [tuple(map(int, group)) for group in listed.split()]


def test_d1_list_of_the_text() -> None:
    listed = [numbers(order) for line in D1_LIST.split("\n") if line for order in line.split("|")]
    every = list(orders_of_s2(range(6, 12)))
    assert every[:24] == listed
    assert every[24][:3] == (6, 8, 7)
    assert len(every) == 720
    assert every[719] == (11, 10, 9, 8, 7, 6)


@pytest.mark.parametrize("seed", range(60))
def test_d1_the_search_takes_the_first_order_of_the_list_that_is_allowed(seed: int) -> None:
    """S1 is 1–5, S2 is 6–11, as in the example of the text; some have met."""
    chance = Random(seed)
    met = {(a, b) for a in range(1, 6) for b in range(6, 12) if chance.random() < 0.45}
    inside = {(a, b) for s in (range(1, 6), range(6, 12)) for a in s for b in s if a != b}
    barred = {n: frozenset(b for a, b in met | {(b, a) for a, b in met} | inside if a == n) for n in range(1, 12)}
    table = CriteriaTable(tuple(KnsbPlayer(n, n, barred=barred[n]) for n in range(1, 12)), is_odd_round=True)
    found = first_choice(table, Plan(5, 0), (), chairs(table, 1, table.everybody))
    fitting = (o[:5] for o in orders_of_s2(range(6, 12)) if not any((a, b) in met for a, b in enumerate(o[:5], 1)))
    expected = next(fitting, None)
    if expected is None:  # S1 is fixed by who has met: without a fitting order an exchange may do, or nothing
        assert found is None or found.exchange.leaving
    else:
        assert found is not None
        assert tuple(place + 1 for place in found.partners) == expected


@pytest.mark.parametrize("seed", range(120))
def test_d2_the_search_takes_the_first_exchange_of_the_list_that_is_allowed(seed: int) -> None:
    """S1 is 1–5, S2 is 6–11; whoever has met so many that S1 and S2 as they are will not do."""
    chance = Random(seed)
    met = {(a, b) for a in range(1, 12) for b in range(a + 1, 12) if chance.random() < 0.55}
    barred = {n: frozenset(b for a, b in met | {(b, a) for a, b in met} if a == n) for n in range(1, 12)}
    table = CriteriaTable(tuple(KnsbPlayer(n, n, barred=barred[n]) for n in range(1, 12)), is_odd_round=True)
    found = first_choice(table, Plan(5, 0), (), chairs(table, 1, table.everybody))
    every = ((), ()), *(each for count in range(1, 6) for each in exchanged_places(5, 11, count))
    expected = next((each for each in every if can_be_paired(*each, met)), None)
    assert (found and (found.exchange.leaving, found.exchange.coming)) == expected


def can_be_paired(leaving: tuple[int, ...], coming: tuple[int, ...], met: set[tuple[int, int]]) -> bool:
    uppers = sorted({1, 2, 3, 4, 5}.difference(leaving).union(coming))
    lowers = sorted(set(range(1, 12)).difference(uppers))
    free = [[n for n in lowers if (min(one, n), max(one, n)) not in met] for one in uppers]
    return any(len(set(opponents)) == len(uppers) for opponents in product(*free))


@pytest.mark.parametrize("seed", range(120))
def test_d3_the_search_takes_the_first_subgroup_of_the_list_that_is_allowed(seed: int) -> None:
    """Five moved down, seven did not; as few of the five can be paired as their games let them."""
    chance = Random(seed)
    met = {(a, b) for a in range(1, 6) for b in range(6, 13) if chance.random() < 0.8}
    met |= {(a, b) for a in range(1, 6) for b in range(a + 1, 6)}
    barred = {n: frozenset(b for a, b in met | {(b, a) for a, b in met} if a == n) for n in range(1, 13)}
    players = tuple(KnsbPlayer(n, n, score=2 if n < 6 else 1, barred=barred[n]) for n in range(1, 13))
    table = CriteriaTable(players, is_odd_round=True)
    seatable = {count: [s for s in subgroups((1, 2, 3, 4, 5), count) if can_meet(s, met)] for count in range(6)}
    most = max(count for count, some in seatable.items() if some)
    if 0 < most < 5:
        plan = Plan(most, most)
        found = first_choice(table, plan, (0, 1, 2, 3, 4), chairs(table, 12 - 2 * most, table.everybody))
        assert found is not None
        assert tuple(place + 1 for place in found.first) == seatable[most][0]


def can_meet(some: tuple[int, ...], met: set[tuple[int, int]]) -> bool:
    free = [[n for n in range(6, 13) if (one, n) not in met] for one in some]
    return any(len(set(opponents)) == len(some) for opponents in product(*free))
