"""What is public of the players: ticked in the settings, and a player who is shown by initials."""

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.hall import Hall
from tests.browser.test_results import open_round
from tests.browser.test_taps import PHONE


def test_an_organiser_publishes_the_club_and_shows_somebody_by_initials(hall: Hall, visit: Visit):
    stream = open_round(hall, 4)
    page = visit("arbiter", stream, **PHONE).go(f"/console/{stream}/settings")
    page.locator("#public-club").check()
    page.locator("#publicity button").tap()
    expect(page.get_by_text("What is public is saved.")).to_be_visible()
    page = visit("arbiter", stream).go(f"/console/{stream}/players")
    page.get_by_role("button", name="Change Player 000").click()
    expect(page.locator("#initials")).to_have_text("Show initials only")
    page.locator("#initials").click()
    expect(page.locator("#player-1")).to_contain_text("in public P.")
    assert hall.ask(f"/t/{stream}/audit")["entries"][-1]["what"] == "initials-shown"
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#player-1")).not_to_contain_text("in public")
