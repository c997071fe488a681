"""The rule which rating counts, as a table (TRF26 172; VCL4THP 118, 123–126, 145), and ratings that count
from a round on. By questions of the checklist: tests/fide/test_ratings.py, tests/fide/test_long_events.py."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.model import Entry, Player, RatingOf, RatingRule
from engine.ratings import METHODS, RATES_OF_PLAY, count_rating, find_counting, known_in, usual_lists
from engine.tiebreaks import DEFINITIONS, Unit

BOTH = (RatingOf("fide", "standard", 2100), RatingOf("NED", "standard", 2150))
ONLY_FIDE, ONLY_NATIONAL = BOTH[:1], BOTH[1:]
OWN = RatingOf("own", "", 2222)


@pytest.mark.parametrize(
    ("method", "both", "only_fide", "only_national", "only_own"),
    [
        ("FIDE", 2100, 2100, None, None),
        ("NRO", 2150, None, 2150, None),
        ("FIDON", 2100, 2100, 2150, None),
        ("NIDOF", 2150, 2100, 2150, None),
        ("HBFN", 2150, 2100, 2150, None),
        ("LBFN", 2100, 2100, 2150, None),
        ("OTHER", 2100, 2100, 2150, 2222),
    ],
)
def test_which_rating_counts(method, both, only_fide, only_national, only_own):
    rule = RatingRule(method)
    assert counting(BOTH, rule) == both
    assert counting(ONLY_FIDE, rule) == only_fide
    assert counting(ONLY_NATIONAL, rule) == only_national
    assert counting((OWN,), rule) == only_own


def counting(ratings, rule, round_number=1):
    found = find_counting(ratings, rule, round_number)
    return None if found is None else found.value


def test_other_is_the_organisers_own_rating_whatever_else_is_known():
    assert counting((*BOTH, OWN), RatingRule("OTHER")) == 2222
    assert counting((*BOTH, OWN), RatingRule("FIDON")) == 2100


@pytest.mark.parametrize("method", METHODS)
def test_where_the_lists_name_it_the_own_rating_is_the_last_resort(method):
    named = RatingRule(method, lists=(*usual_lists("standard"), "own"))
    assert counting((OWN,), named) == 2222
    assert counting((*BOTH, OWN), named) == counting((*BOTH, OWN), RatingRule(method))


KINDS = (RatingOf("fide", "blitz", 1900), RatingOf("fide", "rapid", 2000), RatingOf("fide", "standard", 2100))


@pytest.mark.parametrize(
    ("rate_of_play", "kinds", "counts"),
    [
        ("standard", ("standard", "rapid", "blitz"), 2100),
        ("standard", ("rapid", "blitz"), 2000),
        ("standard", ("blitz",), 1900),
        ("rapid", ("standard", "rapid", "blitz"), 2000),
        ("rapid", ("standard", "blitz"), 2100),  # effective rapid
        ("rapid", ("blitz",), 1900),
        ("blitz", ("standard", "rapid", "blitz"), 1900),
        ("blitz", ("standard", "rapid"), 2100),  # effective blitz
        ("blitz", ("rapid",), 2000),
    ],
)
def test_the_usual_lists_of_each_rate_of_play(rate_of_play, kinds, counts):
    for source in ("fide", "NED"):
        known = tuple(replace(one, source=source) for one in KINDS if one.kind in kinds)
        assert counting(known, RatingRule("FIDON", rate_of_play)) == counts


def test_each_rate_of_play_has_its_usual_lists():
    assert len({usual_lists(rate) for rate in RATES_OF_PLAY}) == len(RATES_OF_PLAY) == 3


@pytest.mark.parametrize(
    ("lists", "counts"),
    [
        (("fide:blitz", "fide:standard"), 1900),
        (("fide:rapid",), 2000),
        (("NED:rapid",), None),
        (("NED:standard", "fide:standard"), 2100),
        (("fide:effective-blitz",), 1900),
    ],
)
def test_the_order_of_the_lists_can_be_another(lists, counts):
    assert counting(KINDS, RatingRule("FIDE", lists=lists)) == counts


def test_of_two_federations_that_which_the_lists_name():
    both = (RatingOf("GER", "standard", 1800), RatingOf("NED", "standard", 1850))
    assert counting(both, RatingRule("NRO", lists=("NED:standard",))) == 1850
    assert counting(both, RatingRule("NRO")) == 1800  # of any: the first that is known


def test_a_rating_of_which_nobody_said_for_which_games_it_is():
    """It counts where the first list of its source would, and behind one that is known to be of that kind."""
    plain = RatingOf("fide", "", 2050)
    for rate in RATES_OF_PLAY:
        assert counting((plain,), RatingRule("FIDE", rate)) == 2050
    assert counting((plain, KINDS[1]), RatingRule("FIDE", "rapid")) == 2000
    assert counting((plain, KINDS[2]), RatingRule("FIDE", "rapid")) == 2050


def test_no_rating_is_written_as_nought():
    assert counting((RatingOf("fide", "standard", 0), *ONLY_NATIONAL), RatingRule("FIDON")) == 2150


# -- by round ----------------------------------------------------------------------------------------------------------

LATER = (*ONLY_FIDE, RatingOf("fide", "standard", 2140, from_round=4), RatingOf("fide", "standard", 2120, from_round=6))


def test_a_rating_counts_from_its_round_on():
    rule = RatingRule("FIDE")
    assert [counting(LATER, rule, number) for number in range(1, 8)] == [2100] * 3 + [2140] * 2 + [2120] * 2
    assert [len(known_in(LATER, number)) for number in (1, 4, 6)] == [1, 1, 1]


def test_without_a_rule_what_was_entered_counts_until_a_later_one_does():
    assert [count_rating(2095, LATER, RatingRule(), number) for number in (1, 3, 4, 6)] == [2095, 2095, 2140, 2120]


def test_what_was_entered_counts_where_no_rating_is_known_from_the_start():
    later = LATER[1:]
    assert [count_rating(2095, later, RatingRule("FIDE"), number) for number in (1, 4)] == [2095, 2140]
    assert count_rating(2095, ONLY_NATIONAL, RatingRule("FIDE"), 1) is None


def test_an_entry_without_several_ratings_keeps_its_own():
    entry = Entry(Player(1, "Ada", 1777))
    assert all(entry.rated_by(RatingRule(method)) is entry for method in METHODS)


def test_who_enters_later_goes_by_the_rating_of_that_round():
    entry = Entry(Player(1, "Ada"), from_round=4, ratings=LATER)
    assert entry.rated_by(RatingRule("FIDE")).player.rating == 2140


def test_the_tie_breaks_on_ratings_are_known_by_their_unit():
    assert {code for code, one in DEFINITIONS.items() if one.unit is Unit.RATING} == {
        *("ARO", "TPR", "PTP", "APRO", "APPO", "RTNG", "MOR", "PRF")
    }
