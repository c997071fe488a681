"""FIDE C.04.3:2026 1.7 and 5.2: what a player is due, and who has which colour."""

from __future__ import annotations

import pytest

from engine.colours import BLACK, NEITHER, WHITE, By, Given, Side, Strength, allocate, preference
from engine.model import Colour

WORN = {"W": WHITE, "B": BLACK}


def worn(games: str) -> tuple[int, ...]:
    return tuple(WORN[game] for game in games)


@pytest.mark.parametrize(
    ("games", "colour", "strength"),
    [
        ("", NEITHER, Strength.NONE),
        ("W", BLACK, Strength.STRONG),
        ("WB", WHITE, Strength.MILD),
        ("BW", BLACK, Strength.MILD),
        ("WBW", BLACK, Strength.STRONG),
        ("WW", BLACK, Strength.ABSOLUTE),  # a difference of two
        ("WBB", WHITE, Strength.ABSOLUTE),  # twice running
        ("WWBB", WHITE, Strength.ABSOLUTE),  # balanced, twice running
        ("WWWWBB", BLACK, Strength.ABSOLUTE),  # the difference goes before the last two games
    ],
)
def test_1_7_what_the_games_so_far_make_a_player_due(games: str, colour: int, strength: Strength) -> None:
    found = preference(worn(games))
    assert (found.colour, found.strength) == (colour, strength)


@pytest.mark.parametrize(
    ("article", "higher", "lower", "given"),
    [
        ("5.2.1 both can have what they are due", "W", "B", Given(BLACK, By.BOTH)),
        ("5.2.1 the other has nothing to ask", "", "W", Given(WHITE, By.ONLY)),
        ("5.2.2 the stronger preference", "WB", "WBB", Given(BLACK, By.STRONGER)),
        ("5.2.2 of two absolute ones the wider difference", "WBB", "BB", Given(BLACK, By.WIDER)),
        ("5.2.3 the other way round than last time", "BWWB", "WBWB", Given(BLACK, By.ALTERNATION, 3)),
        ("5.2.3 skips games that were not played and finds nothing", "WB", "BWWB", Given(WHITE, By.HIGHER)),
        ("5.2.4 the higher ranked player", "WB", "WB", Given(WHITE, By.HIGHER)),
    ],
)
def test_5_2_who_has_which_colour_and_by_which_rule(article: str, higher: str, lower: str, given: Given) -> None:
    one = Side(1, worn(higher), preference(worn(higher)))
    other = Side(2, worn(lower), preference(worn(lower)))
    assert allocate(one, other, Colour.WHITE) == given


def test_5_2_each_word_for_what_decided_belongs_to_one_clause() -> None:
    assert [Given(WHITE, by).clause for by in By] == [1, 1, 2, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("number", "first", "colour"),
    [(1, Colour.WHITE, WHITE), (2, Colour.WHITE, BLACK), (1, Colour.BLACK, BLACK), (2, Colour.BLACK, WHITE)],
)
def test_5_2_5_the_parity_of_the_number_and_the_lot(number: int, first: Colour, colour: int) -> None:
    nobody = preference(())
    assert allocate(Side(number, (), nobody), Side(number + 1, (), nobody), first) == Given(colour, By.NUMBER)
