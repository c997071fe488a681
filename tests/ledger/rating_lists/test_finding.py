"""Who is found by what somebody types."""

from __future__ import annotations

import pytest

from engine.errors import BadInput
from engine.model import Ids
from ledger.rating_lists.folder import RatingLists
from ledger.rating_lists.matching import Wanted
from ledger.rating_lists.name_words import name_words
from tests.ledger.rating_lists.lists import COMBINED, DSB, KNSB, XML, lists_of, load, xml_player


@pytest.fixture
def lists(tmp_path) -> RatingLists:
    load(tmp_path, COMBINED, "players_list_2026-11.xml")
    load(tmp_path, KNSB, "knsb-klassiek-2026-11.csv")
    load(tmp_path, DSB, "dsb.csv", month="2026-10")
    return lists_of(tmp_path)


def names(lists: RatingLists, words: str) -> list[str]:
    return [one.name for one in lists.find(words)]


@pytest.mark.parametrize(
    "typed",
    [
        *("Sørensen, Anna-Lise", "anna lise sorensen", "Soerensen A", "A. Sørensen", "SORENSEN", "sor", "lise anna"),
        *("1001", "001001"),
    ],
)
def test_accents_order_initials_beginnings_and_numbers(lists, typed):
    assert names(lists, typed)[0] == "Sørensen, Anna-Lise"


@pytest.mark.parametrize("typed", ["Müller", "Mueller", "muller", "MÜLL"])
def test_all_ways_to_write_an_umlaut_find_all(lists, typed):
    assert set(names(lists, typed)) == {"Müller, Jan", "Mueller, Jana"}


@pytest.mark.parametrize("typed", ["O'Brien", "OBrien", "O Brien", "o’b"])
def test_an_apostrophe_is_not_needed(lists, typed):
    assert names(lists, typed) == ["O'Brien, Sean"]


def test_sharp_s(lists):
    assert names(lists, "gross jorg") == names(lists, "Groß") == ["Groß, Jörg"]


def test_what_is_being_typed_goes_on_finding_the_same():
    for name in ("Müller", "Aagaard", "Håkon", "Joeue", "Straße", "O'Brien", "Łódź"):
        for end in range(1, len(name) + 1):
            typed, whole = name_words(name[:end]), name_words(name)
            assert whole[0].startswith(typed[0]), (name, end)


def test_nothing_typed_and_nothing_meant_finds_nobody(lists):
    assert names(lists, "") == names(lists, " ,.-") == names(lists, "qqq") == names(lists, '" OR *') == []


def test_whole_names_come_first_then_who_plays_then_the_stronger(tmp_path):
    players = (("Janssen, Q", 2500, ""), ("Jan, Q", 1500, ""), ("Jan, Z", 2000, "i"), ("Jan, X", 1800, ""))
    made = "".join(xml_player(n, name, rating=r, flag=f) for n, (name, r, f) in enumerate(players, start=1))
    load(tmp_path, XML.format(made), "standard_nov26.xml")
    assert names(lists_of(tmp_path), "jan") == ["Jan, X", "Jan, Q", "Jan, Z", "Janssen, Q"]


def test_one_person_in_several_lists_is_found_once_with_all_ratings(lists):
    (found,) = [one for one in lists.find("muller") if one.ids.fide == "1002"]
    assert {(one.source, one.kind, one.month) for one in found.ratings} == {
        ("fide", "standard", "2026-11"),
        ("fide", "blitz", "2026-11"),
        ("GER", "standard", "2026-10"),
    }


def test_two_lists_without_a_common_number_are_two_suggestions(lists):
    found = lists.find("berg jan")
    assert [(one.publisher, one.number) for one in found] == [("knsb", "7654321"), ("fide", "1005")]
    assert [one.publisher for one in lists.find("berg jan", source="NED")] == ["knsb"]


def test_of_several_months_the_newest_unless_one_is_asked_for(lists, tmp_path):
    older = XML.format(xml_player(1001, "Sørensen, Anna-Lise", rating=2000))
    load(tmp_path, older, "standard_oct26frl.xml")
    newest, before = (lists.find_by_id("fide", "1001", month) for month in ("", "2026-10"))
    assert newest is not None
    assert before is not None
    assert [newest.ratings[0].value, before.ratings[0].value] == [2105, 2000]
    assert lists.find_by_id("fide", "1001", "2026-09") is None
    with pytest.raises(BadInput, match="not-a-month"):
        lists.find_by_id("fide", "1001", "oct")


def test_who_is_asked_for_by_a_number_of_nobody(lists):
    assert lists.find_by_id("fide", "999") is None
    with pytest.raises(BadInput, match="not-one-of"):
        lists.find_by_id("passport", "1")


# -- a whole field -----------------------------------------------------------------------------------------------------


def match(lists: RatingLists, name: str, year: int | None = None, **ids: str) -> tuple[str, list[str]]:
    (found,) = lists.match([Wanted(name, Ids(**ids), year)])
    return found.how, [f"{one.publisher} {one.number}" for one in found.players]


def test_the_number_decides_whatever_the_name_says(lists):
    assert match(lists, "Sorensen, A", fide="1001") == ("number", ["fide 1001"])
    assert match(lists, "Somebody Else", knsb="7654321") == ("number", ["knsb 7654321"])


def test_a_name_with_its_year_is_a_good_suggestion(lists):
    assert match(lists, "Anna Lise Sörensen", 1990) == ("name-and-year", ["fide 1001"])
    assert match(lists, "J. van den Berg", 1970) == ("name-and-year", ["fide 1005", "knsb 7654321"])


def test_a_name_alone_is_a_suggestion_and_another_year_is_somebody_else(lists):
    assert match(lists, "Mueller, Jana") == ("name", ["fide 1003"])
    assert match(lists, "Mueller, Jana", 1950) == ("", [])
    assert match(lists, "Muller") == ("", [])  # a part of a name is nobody's


def test_the_rest_of_a_name_is_no_initial(lists):
    assert match(lists, "Sean P O'Brien") == ("", [])
