"""Are the ratings still right: against lists that are really loaded, of people who do not exist."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from engine.errors import Refusal
from engine.model import Details, Ids, Player, PlayerId, RatingOf, RatingRule, Rules
from ledger.acts.opening import TournamentOpened
from ledger.acts.players import PlayerRegistered
from ledger.acts.ratings import EntryRatings, UpdateRatings
from ledger.formats.player_columns import OWN_TITLES
from ledger.rating_comparison import RatingComparison, compare_ratings
from ledger.rating_lists.folder import RatingLists
from ledger.rating_lists.layouts import ToldOfList
from tests.ledger.given import Given, given, played

TODAY = "2026-11-19"
FIDON = RatingRule("FIDON")
ANNA, BEN, CARL, DORA = (
    (1000001, "Aalbers, Anna", 1990, 2105, 2050),
    (1000002, "Berg, Ben", 1985, 1990, 0),
    (1000003, "Cohen, Carl", 1970, 1800, 1810),
    (1000004, "Dirks, Dora", 2001, 0, 1500),
)


def lists_in(folder: Path, **months: Iterable[tuple[int, str, int, int, int]]) -> RatingLists:
    """``fide_2026_11=(ANNA, …)``: FIDE's list of that month."""
    loaded = RatingLists(folder / "lists")
    for name, people in months.items():
        publisher, *month = name.split("_")
        path = folder / f"{name}.csv"
        lines = (f"{number};{who};{born};{standard}" for number, who, born, standard, _ in people)
        path.write_text("\n".join(("number;name;birth_year;rating", *lines)))
        if publisher == "fide":
            path = folder / f"{name}.xml"
            path.write_text(f"<playerslist>{''.join(map(_as_xml, people))}</playerslist>")
        kind = "" if publisher == "fide" else "standard"
        loaded.load(path, ToldOfList(publisher, kind, "-".join(month)), OWN_TITLES)
    return loaded


def _as_xml(person: tuple[int, str, int, int, int]) -> str:
    number, name, born, standard, rapid = person
    return (
        f"<player><fideid>{number}</fideid><name>{name}</name><country>NED</country><sex>F</sex><title></title>"
        f"<rating>{standard}</rating><rapid_rating>{rapid}</rapid_rating><blitz_rating>0</blitz_rating>"
        f"<birthday>{born}</birthday><flag></flag></player>"
    )


def entered(*events: PlayerRegistered, rule: RatingRule = FIDON, **details: object) -> Given:
    agreed = Details("Open", **{"starts": "2026-11-21", **details})  # type: ignore[arg-type]
    return given(TournamentOpened(details=agreed, rules=Rules("by-hand", 5, ratings=rule)), *events)


def entry(
    number: PlayerId, name: str, rating: int | None, fide: int | str = "", *ratings: RatingOf
) -> PlayerRegistered:
    return PlayerRegistered(player=Player(number, name, rating, ids=Ids(fide=str(fide))), ratings=ratings)


def of_fide(value: int, month: str = "2026-10", kind: str = "standard", **more: int) -> RatingOf:
    return RatingOf("fide", kind, value, month, **more)  # type: ignore[arg-type]


def compare(history: Given, loaded: RatingLists) -> RatingComparison:
    return compare_ratings(history.tournament, loaded, TODAY)


def test_133_142_who_has_another_rating_is_told_with_the_old_and_the_new_one(tmp_path):
    history = entered(
        entry(1, "Aalbers, Anna", None, 1000001, of_fide(2090)),
        entry(2, "Berg, Ben", None, 1000002, of_fide(1990)),
        entry(3, "Nobody", 1700),
    )
    found = compare(history, lists_in(tmp_path, fide_2026_11=(ANNA, BEN)))
    (anna,) = found.certain
    assert (anna.player, anna.how, anna.counts, anna.would_count) == (1, "number", 2090, 2105)
    assert [(one.kind, one.old, one.new) for one in anna.ratings] == [("standard", 2090, 2105), ("rapid", None, 2050)]
    assert (found.month, found.compared, found.missing) == ("2026-11", 2, (3,))


def test_143_144_nothing_changes_until_it_is_recorded_and_then_only_what_was_chosen(tmp_path):
    history = entered(
        entry(1, "Aalbers, Anna", None, 1000001, of_fide(2090)), entry(3, "Cohen, Carl", None, 1000003, of_fide(1750))
    )
    found = compare(history, lists_in(tmp_path, fide_2026_11=(ANNA, CARL)))
    assert [one.player for one in found.certain] == [1, 3]
    assert [p.rating for p in history.tournament.players] == [2090, 1750]
    chosen = UpdateRatings(changes=(found.certain[1].change,), source="fide 2026-11")
    after = history.when(chosen).then(*history.when(chosen).events)
    assert [p.rating for p in after.tournament.players] == [2090, 1800]
    assert [one.player for one in compare(after, lists_in(tmp_path, fide_2026_11=(ANNA, CARL))).certain] == [1]


def test_a_name_is_a_suggestion_only(tmp_path):
    history = entered(entry(1, "Anna Aalbers", 2000), entry(2, "Berg, Ben", 1990))
    found = compare(history, lists_in(tmp_path, fide_2026_11=(ANNA, BEN)))
    assert found.certain == ()
    (anna,) = found.differences
    assert (anna.how, anna.listed_name, anna.listed_number, anna.listed_birth_year) == (
        *("name", "Aalbers, Anna", "1000001"),
        1990,
    )


def test_of_two_of_one_name_nobody_is_proposed(tmp_path):
    other = (1000009, "Aalbers, Anna", 1950, 1500, 0)
    history = entered(entry(1, "Aalbers, Anna", 2000))
    assert compare(history, lists_in(tmp_path, fide_2026_11=(ANNA, other))).differences == ()


def test_137_the_list_of_the_month_in_which_the_tournament_begins(tmp_path):
    loaded = lists_in(tmp_path, fide_2026_10=((*ANNA[:3], 2080, 0),), fide_2026_11=(ANNA,))
    history = entered(entry(1, "Aalbers, Anna", None, 1000001, of_fide(2090)), starts="2026-10-03", ends="2026-10-04")
    found = compare(history, loaded)
    assert (found.month, found.is_of_today, found.certain[0].would_count) == ("2026-10", False, 2080)


def test_137_another_month_is_not_compared_and_why_is_said(tmp_path):
    loaded = lists_in(tmp_path, fide_2026_10=(ANNA,))
    with pytest.raises(Refusal) as refused:
        compare(entered(entry(1, "Aalbers, Anna", 1)), loaded)
    assert refused.value.code == "no-rating-list-of-month"
    assert refused.value.facts["month"] == "2026-11"
    assert refused.value.facts["loaded"] == ("2026-10",)
    with pytest.raises(Refusal) as refused:
        compare(entered(), lists_in(tmp_path / "none"))
    assert refused.value.code == "no-rating-lists"


def test_137_one_that_lasts_more_than_30_days_is_compared_with_the_list_of_today(tmp_path):
    loaded = lists_in(tmp_path, fide_2026_09=((*ANNA[:3], 2080, 0),), fide_2026_11=(ANNA,))
    registered = entry(1, "Aalbers, Anna", None, 1000001, of_fide(2080, "2026-09"))
    found = compare(entered(registered, starts="2026-09-01", ends="2027-05-31"), loaded)
    assert (found.month, found.is_of_today, found.certain[0].would_count) == ("2026-11", True, 2105)


def test_a_national_list_holds_until_the_next_one(tmp_path):
    loaded = lists_in(tmp_path, est_2026_07=((17, "Aalbers, Anna", 1990, 1950, 0),), est_2026_12=(ANNA,))
    history = entered(entry(1, "Aalbers, Anna", 1900))
    found = compare(history, loaded)
    assert [(one.source, one.month) for one in found.lists] == [("EST", "2026-07")]
    assert [(one.counts, one.would_count) for one in found.differences] == [(1900, 1950)]


def test_whatever_was_typed_as_the_rating_is_compared_with_the_one_that_would_count(tmp_path):
    loaded = lists_in(tmp_path, fide_2026_11=(ANNA, BEN))
    for rule in (RatingRule(), RatingRule("FIDON"), RatingRule("FIDE", "rapid")):
        value = 2050 if rule.rate_of_play == "rapid" else 2105
        history = entered(entry(1, "A", 2000, 1000001), entry(2, "B", 1990, 1000002), rule=rule)
        (anna,) = compare(history, loaded).certain
        assert (anna.counts, anna.would_count) == (2000, value)
        told = {one.kind: one.old for one in anna.ratings}
        assert told == {kind: 2000 if new == value else None for kind, new in (("standard", 2105), ("rapid", 2050))}
        update = UpdateRatings(changes=(anna.change,))
        after = history.when(update).then(*history.when(update).events)
        assert after.tournament.entries[1].player.rating == value
        assert compare(after, loaded).certain == ()


def test_a_rating_whose_kind_nobody_said_is_that_of_the_tournament(tmp_path):
    history = entered(entry(1, "A", 2000, 1000001, RatingOf("fide", "", 2000), RatingOf("own", "", 2200)))
    (anna,) = compare(history, lists_in(tmp_path, fide_2026_11=(ANNA,))).certain
    assert anna.change.new == EntryRatings(
        2000, (of_fide(2105, "2026-11"), RatingOf("own", "", 2200), of_fide(2050, "2026-11", "rapid"))
    )


def test_in_a_long_tournament_the_new_rating_counts_from_the_round_to_come(tmp_path):
    registered = [entry(n, f"Player {n}", None, number, of_fide(2000)) for n, number in ((1, 1000001), (2, 1000002))]
    history = entered(*registered, starts="2026-09-01", ends="2027-05-31")
    history = given(*history.events, *played(1, {(1, 2): "1-0"}))
    found = compare(history, lists_in(tmp_path, fide_2026_11=(ANNA, BEN)))
    anna = found.certain[0]
    assert anna.change.new.ratings[:2] == (of_fide(2000), of_fide(2105, "2026-11", from_round=2))
    assert (anna.counts, anna.would_count) == (2000, 2105)


def test_who_has_no_rating_in_the_list_keeps_their_own(tmp_path):
    history = entered(entry(4, "Dirks, Dora", None, 1000004, of_fide(1450)))
    found = compare(history, lists_in(tmp_path, fide_2026_11=(DORA,)))
    assert found.differences == ()
    assert found.compared == 1
