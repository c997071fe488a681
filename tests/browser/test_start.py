"""``roundlog start`` with a real browser: signed in without a press of a button, on the start page."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.displays.started import Person


def test_the_browser_that_opens_is_signed_in(browser: Browser, tmp_path: Path) -> None:
    anna = Person(tmp_path / "anna")
    context = browser.new_context(locale="nl")
    with anna.start() as started:
        page = context.new_page()
        problems: list[str] = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(started.link)
        expect(page).to_have_url(f"{started.address}/console/~start")
        expect(page.locator("#data")).to_have_text(str(anna.log))
        expect(page.locator("#here")).to_have_text(started.address)
        expect(page.locator("#only-here")).to_be_visible()
        page.locator("#to-tournaments").click()
        expect(page).to_have_url(f"{started.address}/console")

        page.goto(started.link.removesuffix("#at-once"))  # spent: an error page, no loop
        expect(page.get_by_role("alert")).to_be_visible()
        anna.start_beside()
        page.goto(anna.opened()[-1])
        expect(page).to_have_url(re.compile(f"{started.address}/console/~start(#at-once)?"))
        page.locator("#me summary").click()
        start = page.locator('#me a[href="/console/~start"]')
        expect(start).to_be_visible()
        assert problems == []
    context.close()


def test_a_link_without_the_mark_waits_for_the_button(browser: Browser, tmp_path: Path) -> None:
    """Nobody is signed in by a link that was sent to them."""
    anna = Person(tmp_path / "anna")
    context = browser.new_context(locale="en")
    with anna.start() as started:
        page = context.new_page()
        page.goto(started.link.removesuffix("#at-once"))
        page.get_by_label("Your name").fill("Anna Visser")
        page.get_by_role("button").click()
        expect(page).to_have_url(f"{started.address}/console/~start")
        expect(page.locator("#me .my-name")).to_have_text("Anna Visser")
    context.close()
