"""FIDE C.04.3:2026 1.7 and 5.2: what a player is due, and who has which colour."""

from __future__ import annotations

import pytest

from engine.colours import BLACK, NEITHER, WHITE, Side, Strength, colour_of_higher, preference
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
    ("article", "higher", "lower", "colour"),
    [
        ("5.2.1 both can have what they are due", "W", "B", BLACK),
        ("5.2.1 the other has nothing to ask", "", "W", WHITE),
        ("5.2.2 the stronger preference", "WB", "WBB", BLACK),
        ("5.2.2 of two absolute ones the wider difference", "WBB", "BB", BLACK),
        ("5.2.3 the other way round than last time", "BWWB", "WBWB", BLACK),
        ("5.2.3 games that were not played are skipped", "WB", "BWWB", WHITE),
        ("5.2.4 the higher ranked player", "WB", "WB", WHITE),
    ],
)
def test_5_2_who_has_which_colour(article: str, higher: str, lower: str, colour: int) -> None:
    one = Side(1, worn(higher), preference(worn(higher)))
    other = Side(2, worn(lower), preference(worn(lower)))
    assert colour_of_higher(one, other, Colour.WHITE) == colour


@pytest.mark.parametrize(
    ("number", "first", "colour"),
    [(1, Colour.WHITE, WHITE), (2, Colour.WHITE, BLACK), (1, Colour.BLACK, BLACK), (2, Colour.BLACK, WHITE)],
)
def test_5_2_5_the_parity_of_the_number_and_the_lot(number: int, first: Colour, colour: int) -> None:
    nobody = preference(())
    assert colour_of_higher(Side(number, (), nobody), Side(number + 1, (), nobody), first) == colour
