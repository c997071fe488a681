"""The list of tournaments in the console."""

from playwright.sync_api import expect

from tests.browser.conftest import Visitor
from tests.browser.hall import Hall


def test_the_list_is_searched_without_accents(owner: Visitor, hall: Hall):
    stream = hall.open()
    hall.do(stream, "change-details", details={"name": "Põltsamaa rahvaturniir"})
    page = owner.go("/console")
    page.get_by_label("Search").fill("poltsamaa")
    page.keyboard.press("Enter")  # the server searches a long list, as other tests may have left behind
    expect(page.locator("#events tbody tr:visible")).to_have_count(1)
    page.get_by_label("Search").fill("nothing of that name")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Nothing found.")).to_be_visible()
