"""Entering by touch at 390 pixels: own boards, buttons with names, the last entry taken back, targets for fingers."""

from __future__ import annotations

import os
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.hall import Hall
from tests.browser.test_results import at_the_round, open_round, results

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
# What is touched and seen, save links within a sentence and what stands in a cell of a table as its text.
TARGETS = """() => [...document.querySelectorAll("main :is(button, select, summary, input, a.button, label.check)")]
  .filter((one) => !one.closest("[hidden], dialog:not([open]), details:not([open]) > :not(summary)"))
  .filter((one) => !(one.matches("input") && one.closest("label")) && one.type !== "hidden" && !one.closest("th"))
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([one, box]) => box.width > 0 && box.height > 0 && box.height < 43.5)
  .map(([one, box]) => `${one.outerHTML.slice(0, 120)}: ${Math.round(box.width)} x ${Math.round(box.height)}`)"""


def look(page: Page, name: str) -> None:
    """``TAPS=folder``: pictures to look at."""
    if os.environ.get("TAPS"):
        page.screenshot(path=f"{os.environ['TAPS']}/{name}.png")


def test_a_helper_taps_the_name_of_who_won_and_takes_it_back(hall: Hall, visit: Visit):
    stream = open_round(hall, 8)
    page = visit("results", stream, boards="2-3", **PHONE).go(f"/console/{stream}/rounds/1")
    rows = page.locator("#sheet tbody tr")
    expect(rows).to_have_count(2)  # the own boards, and no others
    expect(page.locator("#undo-entry")).to_be_hidden()
    white, black = (rows.first.locator(".name").nth(place).inner_text() for place in (0, 1))
    look(page, "own-boards")
    page.locator("tr[data-board='2'] .row-open").tap()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("[data-result='1-0']")).to_contain_text(white)
    expect(dialog.locator("[data-result='0-1']")).to_contain_text(black)
    for button in dialog.locator(".result-buttons button").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 64
    look(page, "names-on-buttons")
    dialog.get_by_role("button", name=black).tap()
    expect(page.locator("#count")).to_have_text("1 of 2 results")
    look(page, "take-back")
    page.get_by_role("button", name="Take back board 2").tap()
    expect(page.locator("#count")).to_have_text("0 of 2 results")
    expect(page.locator("#undo-entry")).to_be_hidden()
    assert results(hall, stream) == ["pending"] * 4
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_u_takes_back_the_last_entry_and_no_other(hall: Hall, visit: Visit):
    stream = open_round(hall, 6)
    hall.do(stream, "enter-result", round=1, board=3, result="1-0")  # somebody else's
    page = at_the_round(visit("arbiter", stream), stream)
    page.keyboard.type("1 1\n2 =\n")
    expect(page.locator("#count")).to_have_text("3 of 3 results")
    expect(page.locator("tr[data-board='2'] .by")).to_be_visible()
    page.keyboard.press("u")
    expect(page.locator("#count")).to_have_text("2 of 3 results")
    page.keyboard.press("u")
    expect(page.locator("#count")).to_have_text("1 of 3 results")
    expect(page.locator("#undo-entry")).to_be_hidden()
    page.keyboard.press("u")
    assert results(hall, stream) == ["pending", "pending", "1-0"]


def test_what_was_typed_over_stands_again(hall: Hall, visit: Visit):
    stream = open_round(hall, 4)
    page = at_the_round(visit("arbiter", stream), stream)
    page.keyboard.type("1 1\n")
    expect(page.locator("tr[data-board='1'] .by")).to_be_visible()
    page.keyboard.type("1 0\n")
    expect(page.locator("#entry-last")).to_contain_text("saved, in place of 1–0")
    page.keyboard.press("u")
    expect(page.locator("tr[data-board='1'] .result")).to_have_text("1–0")  # as it was typed: saved it is later
    expect(page.locator("#entry-last")).to_contain_text("saved, in place of 0–1")
    assert results(hall, stream) == ["1-0", "pending"]


@pytest.mark.parametrize("below", ["rounds/1", "players", "absences", "check-in"])
def test_what_is_touched_is_large_enough(hall: Hall, visit: Visit, below: str):
    stream = open_round(hall, 6)
    for role in ("results", "arbiter"):
        page = visit(role, stream, **PHONE).go(f"/console/{stream}/{below}")
        expect(page.locator("h1")).to_be_visible()
        look(page, f"{below.replace('/', '-')}-{role}")
        assert page.evaluate(TARGETS) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
