"""The options of a pairing system in the form that sets a tournament up."""

from __future__ import annotations

import itertools

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit, Visitor
from tests.browser.hall import Hall

_NUMBERS = itertools.count(1)


@pytest.fixture
def form(owner: Visitor) -> Page:
    """The empty form."""
    return owner.go("/console/new")


def test_only_the_options_of_the_chosen_system_are_shown(form: Page):
    form.get_by_label("Pairing system").select_option("keizer")
    expect(form.locator("[name='options.rematch_gap']")).to_be_visible()
    expect(form.locator("[name='options.acceleration']")).to_have_count(0)
    expect(form.locator("#f-system-hint")).to_contain_text("The club ladder")
    form.get_by_label("Pairing system").select_option("knsb-2014")
    expect(form.locator("[name='options.silence_withdraws']")).to_be_visible()
    expect(form.locator("[name='options.rematch_gap']")).to_have_count(0)
    form.get_by_label("Pairing system").select_option("round-robin")
    expect(form.get_by_label("Everybody meets everybody twice")).not_to_be_checked()


def test_what_was_typed_for_one_system_is_there_again_after_a_look_at_another(form: Page):
    system = form.get_by_label("Pairing system")
    system.select_option("keizer")
    form.locator("[name='options.rematch_gap']").fill("6")
    system.select_option("round-robin")
    system.select_option("keizer")
    expect(form.locator("[name='options.rematch_gap']")).to_have_value("6")


def test_every_kind_of_option_goes_into_the_rules_as_the_system_wants_it(form: Page, hall: Hall):
    stream = f"options-{next(_NUMBERS)}"
    form.get_by_label("Name", exact=True).fill("Options")
    form.get_by_label("Short name in links").fill(stream)
    form.get_by_label("Pairing system").select_option("keizer")
    for heading in ("Values", "Ladder and final list"):
        form.locator("#options summary", has_text=heading).click()
    form.locator("[name='options.rematch_gap']").fill("5")  # a number
    form.locator("[name='options.max_meetings']").fill("2")  # a number or a word
    form.locator("[name='options.absence']").fill("2/5")  # a fraction
    form.locator("[name='options.end_correction']").uncheck()  # yes or no
    form.locator("[name='options.own_value']").select_option("never")  # a choice
    form.locator("[name='options.ranked_apart']").select_option("rating")
    form.locator("[name='options.rating_groups']").fill("1800, 1500")  # a list
    form.get_by_role("button", name="Open the tournament").click()
    form.wait_for_url(f"**/console/{stream}/players")
    assert hall.ask(f"/t/{stream}")["rules"]["options"] == {
        "rematch_gap": 5,
        "max_meetings": 2,
        "absence": "2/5",
        "end_correction": False,
        "own_value": "never",
        "ranked_apart": "rating",
        "rating_groups": ["1800", "1500"],
    }


def test_a_word_in_place_of_a_number_is_shown_and_read_in_the_readers_language(visit: Visit, hall: Hall):
    stream = f"woorden-{next(_NUMBERS)}"
    page = visit(locale="nl").go("/console/new")
    page.get_by_label("Indelingssysteem").select_option("keizer")
    meetings = page.locator("[name='options.max_meetings']")
    expect(meetings).to_have_value("onbeperkt")
    page.get_by_label("Naam", exact=True).fill("Woorden")
    page.get_by_label("Korte naam in links").fill(stream)
    meetings.fill("3")
    page.locator("[name='options.absence_times']").fill("Alle")
    page.get_by_role("button", name="Toernooi openen").click()
    page.wait_for_url(f"**/console/{stream}/players")
    assert hall.ask(f"/t/{stream}")["rules"]["options"] == {"max_meetings": 3}


def test_advice_stands_at_the_field_too_and_a_closed_group_says_what_was_chosen_in_it(form: Page):
    form.get_by_label("Pairing system").select_option("keizer")
    form.get_by_label("Players expected").fill("30")
    top = form.locator("[name='options.top_value']")
    top.fill("31")
    expect(form.locator("#o-top_value-advice")).to_contain_text("A top value of 31 is low; the text advises 45")
    top.fill("45")
    expect(form.locator("#o-top_value-advice")).to_be_empty()
    late = form.locator("#options details", has_text="Late joiners and leavers")
    late.locator("summary").click()
    missed = form.locator("[name='options.missed_rounds']")
    expect(missed).to_have_value("as absent with notice")
    missed.fill("10p")
    late.locator("summary").click()
    expect(late.locator("summary")).to_contain_text("1 changed")
    missed.evaluate("control => control.closest('details').open = true")
    missed.fill("nothing")  # a word, as the form writes it
    expect(form.locator("#advice")).not_to_contain_text("cannot")
    missed.fill("as absent with notice")
    expect(late.locator("summary")).not_to_contain_text("changed")
