"""Ratings, by the questions of FIDE's checklist for programs (VCL4THP): their numbers stand in the names.

The rule as a table: tests/engine/test_ratings.py. 138 and 139 in the browser: tests/browser/test_ratings.py."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.handbook import advise_on_ratings, find_departures
from engine.model import Details, Player, RatingOf, RatingRule, Rules
from engine.ratings import METHODS
from engine.start_order import start_order
from ledger.acts.opening import ChangeRules, OpenTournament
from ledger.acts.players import CorrectPlayer, NewPlayer, RegisterPlayers
from ledger.acts.ratings import EntryRatings, RatingsChange, UpdateRatings, ratings_of, take_back
from ledger.formats.trf import Dialect, events, parse, write
from tests.fide.test_fide_mode import SWISS, do, opened, with_rounds
from tests.ledger.given import Given, given

OF_FIDE = RatingOf("fide", "standard", 2100, "2026-11")
NATIONAL = RatingOf("NED", "standard", 2150, "2026-11")


def by_rule(method: str, *ratings: RatingOf, typed: int | None = None) -> Given:
    """One with these ratings, and one with what was typed as 2120."""
    known = (NewPlayer(player=Player(1, "Ada", typed), ratings=ratings), NewPlayer(player=Player(2, "Bob", 2120)))
    return do(opened(replace(SWISS, ratings=RatingRule(method))), RegisterPlayers(players=known))


def test_116_145_the_rating_of_the_tournament_stands_apart_from_those_that_are_published():
    history = by_rule("NIDOF", OF_FIDE, NATIONAL)
    entry = history.tournament.entries[1]
    assert (entry.player.rating, entry.ratings) == (2150, (OF_FIDE, NATIONAL))
    other = ChangeRules(rules=replace(SWISS, ratings=RatingRule("FIDON")))
    after = do(history, other)
    assert (after.tournament.entries[1].player.rating, after.tournament.entries[1].ratings) == (2100, entry.ratings)
    assert start_order(history.tournament) == (1, 2)
    assert start_order(after.tournament) == (2, 1)


@pytest.mark.parametrize("method", METHODS)
def test_145_every_rule_of_trf26_can_be_had_in_fide_mode(method):
    rules = replace(SWISS, ratings=RatingRule(method))
    assert find_departures(rules) == ()
    assert by_rule(method, OF_FIDE, NATIONAL).state.fide_mode.is_on


def test_145_the_rule_stands_once_round_1_is_paired():
    history = with_rounds(1)
    other = ChangeRules(rules=replace(history.tournament.rules, ratings=RatingRule("HBFN")), reason="why")
    assert history.when(other).refusal.code == "fide-mode-fixed"


def test_145_a_file_says_the_rule_and_never_a_national_rating_as_that_of_fide():
    for method, standing in (("NRO", 2150), ("FIDE", 2100), ("HBFN", 2150)):
        history = by_rule(method, OF_FIDE, NATIONAL)
        assert history.tournament.entries[1].player.rating == standing
        text = write(history.tournament, Dialect.TRF26, line_end="\n")
        assert f"172 {method}" in text.splitlines()
        of_ada = next(line for line in text.splitlines() if line.startswith("001") and "Ada" in line)
        assert of_ada[48:52] == "2100"
        again = given(*events(parse(text)))
        assert again.tournament.rules.ratings.method == method


def test_123_126_the_lists_are_looked_into_in_the_order_of_the_tournament():
    blitz = RatingOf("fide", "blitz", 2200)
    rules = replace(SWISS, ratings=RatingRule("FIDE", "blitz", ("fide:standard", "fide:blitz")))
    new = NewPlayer(player=Player(1, "Ada"), ratings=(OF_FIDE, blitz))
    assert do(opened(rules), RegisterPlayers(players=(new,))).tournament.entries[1].player.rating == 2100
    usual = replace(rules, ratings=RatingRule("FIDE", "blitz"))
    assert do(opened(usual), RegisterPlayers(players=(new,))).tournament.entries[1].player.rating == 2200


def test_118_who_has_no_rapid_rating_goes_by_the_standard_one():
    rapid = RatingOf("fide", "rapid", 2000, "2026-11")
    for known, counts in (((OF_FIDE,), 2100), ((OF_FIDE, rapid), 2000)):
        new = NewPlayer(player=Player(1, "Ada"), ratings=known)
        history = opened(replace(SWISS, ratings=RatingRule("FIDE", "rapid")))
        assert do(history, RegisterPlayers(players=(new,))).tournament.entries[1].player.rating == counts


@pytest.mark.parametrize("lists", [("fide:bullet",), ("own:rapid",), (":rapid",), ("fide:rapid", "fide:rapid")])
def test_126_a_list_that_cannot_be_is_refused(lists):
    rules = replace(SWISS, ratings=RatingRule("FIDE", lists=lists))
    asked = given().when(OpenTournament(details=Details("Open"), rules=rules))
    assert asked.refusal.code in ("not-a-rating-list", "rating-list-named-twice")


def test_127_where_nothing_is_typed_the_rating_is_that_of_the_main_list():
    assert by_rule("FIDON", OF_FIDE, NATIONAL).tournament.entries[1].player.rating == 2100
    assert by_rule("", OF_FIDE, NATIONAL).tournament.entries[1].player.rating == 2100


def test_131_132_a_rating_can_be_typed_and_changed():
    history = by_rule("FIDON", typed=1990)
    assert history.tournament.entries[1].player.rating == 1990
    after = do(history, CorrectPlayer(player=Player(1, "Ada", 1995)))
    assert after.tournament.entries[1].player.rating == 1995


def test_134_the_list_of_a_rating_is_known_and_that_somebody_changed_it():
    history = by_rule("NIDOF", OF_FIDE, NATIONAL)
    after = do(history, CorrectPlayer(player=Player(1, "Ada", 2160)))
    changed = RatingOf("NED", "standard", 2160, "2026-11", is_by_hand=True)
    assert after.tournament.entries[1].ratings == (OF_FIDE, changed)
    typed = replace(OF_FIDE, value=2110)
    both = do(history, CorrectPlayer(player=Player(1, "Ada", 2150), ratings=(typed, NATIONAL)))
    assert both.tournament.entries[1].ratings == (replace(typed, is_by_hand=True), NATIONAL)


def test_where_no_rating_counts_the_rating_itself_is_not_typed_over():
    history = by_rule("NRO", OF_FIDE)
    assert history.tournament.entries[1].player.rating is None
    assert history.when(CorrectPlayer(player=Player(1, "Ada", 2100))).refusal.code == "rating-by-rule"


def test_144_many_are_brought_up_to_date_by_one_act_that_is_taken_back_by_one():
    history = by_rule("FIDON", OF_FIDE)
    newer = replace(OF_FIDE, value=2125, month="2026-12")
    changes = tuple(
        RatingsChange(number, ratings_of(history.tournament.entries[number]), EntryRatings(newer.value, (newer,)))
        for number in (1, 2)
    )
    after = do(history, UpdateRatings(changes=changes))
    assert [p.rating for p in after.tournament.players] == [2125, 2125]
    assert after.when(UpdateRatings(changes=changes)).refusal.code == "ratings-changed-meanwhile"
    back = do(after, take_back(after.events[-1]))  # type: ignore[arg-type]
    assert back.tournament.entries == history.tournament.entries


def test_144_once_a_round_is_paired_ratings_are_corrected_one_by_one():
    history = with_rounds(1)
    old = ratings_of(history.tournament.entries[1])
    change = RatingsChange(1, old, EntryRatings(2222))
    assert history.when(UpdateRatings(changes=(change,))).refusal.code == "ratings-one-by-one"


def test_211_tie_breaks_on_ratings_are_advised_against_in_a_long_tournament():
    rules = Rules("fide-dutch-2026", 7, tiebreaks=("ARO/C1", "BH", "TPR"))
    (hint,) = advise_on_ratings(rules, is_long=True)
    assert hint.facts == {"tiebreaks": "ARO/C1, TPR"}
    assert advise_on_ratings(rules, is_long=False) == ()
    assert advise_on_ratings(replace(rules, tiebreaks=("BH",)), is_long=True) == ()


def test_212_a_later_rating_counts_from_its_round_on_and_moves_no_start_number():
    history = with_rounds(2)
    before = start_order(history.tournament)
    old = history.tournament.entries[4].player
    later = RatingOf("fide", "standard", 2700, from_round=3)
    after = do(history, CorrectPlayer(player=old, ratings=(later,), reason="the list of January"))
    assert [after.tournament.rating_in(4, number) for number in (1, 2, 3)] == [old.rating, old.rating, 2700]
    assert start_order(after.tournament) == before
