"""Work that takes longer than a second: the console shows it, and it can be given up."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.hall import Hall


def test_a_pairing_that_takes_long_is_shown_and_given_up_and_the_next_one_works(hall: Hall, visit: Visit):
    stream = hall.open(8)
    visitor = visit("arbiter", stream)
    page = visitor.go(f"/console/{stream}/rounds/1")
    ask = page.get_by_role("button", name="Pair round 1")
    ask.press("Enter")
    expect(page.locator("#preview tbody tr")).to_have_count(4)
    expect(page.locator("#work-bar")).to_have_count(0)  # it was quick
    version = hall.ask(f"/t/{stream}")["version"]
    with hall.slow():
        ask.press("Enter")
        bar = page.locator("#work-bar")
        expect(bar).to_contain_text("The proposed pairing, 8 players: ")
        expect(bar).to_contain_text("Stopped after 600 s at the latest.")
        expect(bar.get_by_role("progressbar")).to_be_visible()
        visitor.expected.append("409")
        bar.get_by_role("button", name="Give up").press("Enter")
        expect(page.locator(".notice.bad")).to_contain_text("The proposed pairing was given up; nothing was written.")
        expect(bar).to_have_count(0)
    assert hall.ask(f"/t/{stream}")["version"] == version
    ask.press("Enter")
    expect(page.locator("#preview tbody tr")).to_have_count(4)


def test_in_a_dialog_the_bar_stands_where_it_can_be_pressed(hall: Hall, visit: Visit):
    stream = hall.open(8)
    visitor = visit("arbiter", stream)
    page = visitor.go(f"/console/{stream}/rounds/1")
    page.get_by_role("button", name="Pair round 1").press("Enter")
    expect(page.locator("#preview tbody tr")).to_have_count(4)
    with hall.slow():
        page.locator("#preview .why").first.click()
        dialog = page.get_by_role("dialog")
        visitor.expected.append("409")
        dialog.get_by_role("button", name="Give up").click()
        expect(dialog.locator(".reasons")).to_have_text("The proposed pairing was given up; nothing was written.")
