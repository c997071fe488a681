"""Search in the handbook by what people type."""

from __future__ import annotations

import pytest

from displays.web.help.search import MOST_FOUND, search_handbook
from displays.words.language import LANGUAGES


def chapters(code: str, typed: str) -> list[str]:
    return [one.chapter for one in search_handbook(code, typed).found]


def test_what_stands_in_a_heading_comes_first():
    assert chapters("en", "several machines")[0] == "several-machines"
    assert chapters("nl", "twee helpers")[0] == "two-helpers"


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_language_finds_its_own_words(code: str):
    assert chapters(code, {"en": "projector beamer", "nl": "beamer", "de": "Beamer", "et": "projektor"}[code])


def test_capitals_and_accents_do_not_matter_unless_both_words_are_there():
    assert chapters("et", "MANGIJA") == chapters("et", "mängija") != []
    first = search_handbook("de", "drucken").found[0].excerpt
    assert "<mark>Drucken</mark>" in first
    assert "<mark>Drücken</mark>" in search_handbook("de", "drücken").found[0].excerpt


def test_a_beginning_a_part_and_another_ending_are_enough():
    assert "hall" in chapters("en", "beam")
    assert "hall" in chapters("de", "zettel")  # Ergebniszettel
    assert chapters("en", "pairings") == chapters("en", "Pairings")
    assert "hall" in chapters("en", "printing")  # which stands nowhere so


def test_all_words_or_as_many_as_there_are():
    both = search_handbook("en", "stick copy")
    assert both.has_all_words
    assert both.found
    some = search_handbook("en", "stick xyzzy")
    assert not some.has_all_words
    assert "laptop-dies" in [one.chapter for one in some.found]


@pytest.mark.parametrize("typed", ["xyzzy", "<>", "", "?", "⟦"])
def test_nothing_found_is_nothing(typed: str):
    results = search_handbook("en", typed)
    assert (results.found, results.total, results.has_all_words) == ((), 0, False)


def test_an_excerpt_shows_the_words_and_is_no_markup_of_others():
    found = search_handbook("en", "script")
    for one in found.found:
        assert "<script" not in one.excerpt
    excerpt = search_handbook("en", "stage-left").found[0].excerpt
    assert "<mark>stage</mark>" in excerpt
    assert len(excerpt) < 500


def test_of_very_much_only_the_best_is_listed_and_counted():
    results = search_handbook("en", "the")
    assert len(results.found) == MOST_FOUND < results.total


def test_a_very_long_question_is_cut():
    assert search_handbook("en", "stick " * 1000) == search_handbook("en", "stick " * 8)
