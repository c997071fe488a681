"""KEIZER PARING, colours "as equal as possible": a club's limit of equal colours in a row."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from engine.audit import breaches
from engine.model import Board, Outcome, Tournament
from engine.pairing import Paired
from engine.systems.keizer.colour_limit import ColourLimit, least_beyond
from engine.systems.keizer.options import options_of
from engine.systems.keizer.system import KEIZER
from tests.engine.systems.keizer.club import with_entry
from tests.engine.systems.keizer.test_pairing import pairs, reasons, still_ladder

WHITE_TWICE = ("1-3 =, 2-4 =", "1-4 =, 2-3 =")  # 1 and 2 had White twice, 3 and 4 Black twice


def away(t: Tournament, *players: int) -> Tournament:
    for player in players:
        t = with_entry(t, player, absences={t.next_round: Outcome.ABSENT})
    return t


def boards(paired: Paired) -> list[tuple[int, int]]:
    return [(board.white, board.black) for board in paired.boards]


def test_two_who_have_both_had_white_as_often_as_is_agreed_do_not_meet() -> None:
    assert boards(KEIZER.pair(still_ladder(4, *WHITE_TWICE))) == [(1, 2), (3, 4)]
    paired = KEIZER.pair(still_ladder(4, *WHITE_TWICE, max_same_colour=2))
    assert boards(paired) == [(3, 1), (4, 2)]
    assert reasons(paired, "keizer-both-had-colour") == [((1, 2), {"colour": "white"})]
    assert reasons(paired, "keizer-colours-relaxed") == []


@pytest.mark.parametrize("options", [{"pairing": "least-distance"}, {"colours": "swiss"}])
def test_so_it_is_by_the_least_distance_and_by_the_swiss_rule_of_colours(options: dict[str, Any]) -> None:
    assert boards(KEIZER.pair(still_ladder(4, *WHITE_TWICE, max_same_colour=2, **options))) == [(3, 1), (4, 2)]


def test_a_limit_of_three_is_not_reached_by_two() -> None:
    assert boards(KEIZER.pair(still_ladder(4, *WHITE_TWICE, max_same_colour=3))) == [(1, 2), (3, 4)]


# 1 had Black three times and then White twice (balance -1); 2 had B, W, W, B and W (balance +1).
FIVE = ("3-1 =, 4-2 =", "3-1 =, 2-4 =", "4-1 =, 2-3 =", "1-3 =, 4-2 =", "1-4 =, 2-3 =")


def test_the_limit_goes_before_the_rule_of_the_text_and_says_so() -> None:
    assert boards(KEIZER.pair(still_ladder(4, *FIVE)))[0] == (1, 2)
    paired = KEIZER.pair(still_ladder(4, *FIVE, max_same_colour=2))
    assert boards(paired)[0] == (2, 1)
    why = reasons(paired, "colours")[0]
    assert why == ((2, 1), {"by": "same-colour-limit", "white_difference": 1, "black_difference": -1})


def test_a_game_that_was_not_played_gives_no_colour() -> None:
    t = still_ladder(4, "1-3 =, 2-4 =", "1-4 +, 2-3 +", max_same_colour=2)
    assert boards(KEIZER.pair(t)) == [(1, 2), (3, 4)]


def test_the_spacing_of_rematches_yields_first() -> None:
    """1 and 2 must have White now, 3 and 4 Black, and each has met both of the others within two rounds."""
    rounds = ("1-3 =, 2-4 =", "4-1 =, 3-2 =")
    paired = KEIZER.pair(still_ladder(4, *rounds, rematch_gap=2, max_same_colour=1))
    assert pairs(paired) == [{1, 3}, {2, 4}]
    assert [facts["rematch_gap_used"] for _, facts in reasons(paired, "keizer-gap-relaxed")] == [1]
    assert reasons(paired, "keizer-colours-relaxed") == []


def test_and_so_does_the_choice_of_who_has_no_game() -> None:
    """3 is the lowest of the three who are there; but 1 and 2 have both just had White."""
    t = away(still_ladder(5, "1-4 =, 2-5 =", max_same_colour=1), 4, 5)
    paired = KEIZER.pair(t)
    assert (boards(paired), paired.bye) == ([(3, 1)], 2)
    assert reasons(paired, "keizer-bye-leaves-rest-unpairable") == [((3,), {})]


def test_where_nothing_else_is_possible_the_limit_yields_and_the_reason_says_for_whom() -> None:
    t = away(still_ladder(4, *WHITE_TWICE, max_same_colour=2), 3, 4)
    paired = KEIZER.pair(t)
    assert boards(paired) == [(1, 2)]
    assert reasons(paired, "keizer-colours-relaxed") == [((1,), {"most": 2, "same_colour": (1,)})]


@pytest.mark.parametrize("pairing", ["next-opponent", "least-distance"])
def test_as_few_go_beyond_it_as_possible(pairing: str) -> None:
    """1, 2, 3 and 4 have just had White, 5 and 6 have not played yet: one pair must be of the four, and not two."""
    t = still_ladder(10, "1-7 =, 2-8 =, 3-9 =, 4-10 =", max_same_colour=1, pairing=pairing)
    paired = KEIZER.pair(away(t, 7, 8, 9, 10))
    found = reasons(paired, "keizer-colours-relaxed")
    assert [len(players) for players, _ in found] == [1]
    if pairing == "next-opponent":
        assert pairs(paired) == [{1, 2}, {3, 5}, {4, 6}]
        assert reasons(paired, "keizer-both-had-colour") == [((3, 4), {"colour": "white"})]


def test_with_an_odd_number_too() -> None:
    """Of five who all had White one stays without a game, and two games go beyond the limit: no choice helps."""
    t = still_ladder(10, "1-6 =, 2-7 =, 3-8 =, 4-9 =, 5-10 =", max_same_colour=1)
    paired = KEIZER.pair(away(t, 6, 7, 8, 9, 10))
    assert (pairs(paired), paired.bye) == ([{1, 2}, {3, 4}], 5)
    assert [players for players, _ in reasons(paired, "keizer-colours-relaxed")] == [(1, 3)]


@pytest.mark.parametrize("seed", range(20))
def test_where_everybody_may_meet_what_is_counted_is_what_must_be(seed: int) -> None:
    """The count spares most matchings of a large field; where some may not meet, it is less than a matching finds."""
    rng = random.Random(seed)
    games = rng.sample(range(1, 21), 2 * rng.randint(3, 9))
    played = ", ".join(f"{white}-{black} =" for white, black in zip(games[::2], games[1::2], strict=True))
    t = still_ladder(20, played, max_same_colour=1)
    here = tuple(sorted(rng.sample(range(1, 21), 2 * rng.randint(1, 6)), key=games[::2].__contains__))
    limit = ColourLimit(t, options_of(t.rules))
    everybody = [(1 << len(here)) - 1 - (1 << place) for place in range(len(here))]
    assert limit.least_of_all(here) == least_beyond(limit.prices(here, everybody), range(len(here)))
    near = [row & 5 << place >> 1 for place, row in enumerate(everybody)]
    of_near = least_beyond(limit.prices(here, near), range(len(here)))
    assert of_near is None or limit.least_of_all(here) <= of_near


def test_who_goes_beyond_the_limit_is_remarked_on_whoever_paired_it() -> None:
    t = still_ladder(4, *WHITE_TWICE, max_same_colour=2)
    by_hand = breaches(t, (Board(1, 2), Board(3, 4)), 3)
    told = [(found.code, found.board, found.players, found.is_wish) for found in by_hand]
    assert told == [("same-colour-too-often", 1, (1,), True), ("same-colour-too-often", 2, (4,), True)]
    assert breaches(t, KEIZER.pair(t).boards, 3) == ()
    without = replace(t, rules=replace(t.rules, options={**t.rules.options, "max_same_colour": "unlimited"}))
    assert breaches(without, (Board(1, 2), Board(3, 4)), 3) == ()
