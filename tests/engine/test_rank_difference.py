"""Ranks that do not follow from the agreed list."""

from __future__ import annotations

from msgspec.structs import replace

from engine.model import Tournament
from engine.rank_difference import rank_differences
from engine.standings import rank
from ledger.formats.trf import parse, understand
from tests.ledger.formats.trf.sheets import player, sheet

SIX = (
    "XXR 2",
    "XXC white1",
    player(1, "4w1", "2b1", points="2.0"),
    player(2, "5b1", "1w0", points="1.0"),
    player(3, "6w1", "4b0", points="1.0"),
    player(4, "1b0", "3w1", points="1.0"),
    player(5, "2w0", "6w=", points="0.5"),
    player(6, "3b0", "5b=", points="0.5"),
)


def tournament(*tiebreaks: str) -> Tournament:
    t = understand(parse(sheet(*SIX)), "fide-dutch-2026").tournament
    return replace(t, rules=replace(t.rules, tiebreaks=tiebreaks))


def test_the_ranks_of_the_table_are_right():
    t = tournament("BH", "SB")
    assert list(rank_differences(t, {line.player: line.place for line in rank(t)})) == []


def test_a_rank_against_the_points():
    (found,) = rank_differences(tournament("BH"), {1: 4})
    assert (found.player, found.there, found.first, found.code) == (1, 4, 1, "PTS")
    assert found.article == "FIDE C.07:2026 4.2"


def test_a_rank_against_a_tie_break_has_its_article():
    """2 and 4 met the winner: Buchholz 2½ and 3; 3 met neither and has 1½."""
    found = {d.player: d for d in rank_differences(tournament("BH"), {2: 4, 3: 2})}
    assert (found[3].there, found[3].first, found[3].last) == (2, 4, 4)
    assert (found[3].code, found[3].article) == ("BH", "FIDE C.07:2026 8.1")


def test_who_is_level_in_all_may_have_any_of_their_places():
    """5 and 6 drew, and are level by points alone."""
    t = tournament()
    assert list(rank_differences(t, {5: 5, 6: 6})) == []
    assert list(rank_differences(t, {5: 6, 6: 5})) == []
    assert list(rank_differences(t, {5: 5, 6: 5})) == []
    assert [found.player for found in rank_differences(t, {5: 4})] == [5]


def test_a_rank_beyond_the_last():
    (found,) = rank_differences(tournament("BH"), {1: 99})
    assert (found.there, found.first) == (99, 1)
