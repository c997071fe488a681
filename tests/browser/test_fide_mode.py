"""FIDE mode in the console: what is refused, and leaving it, which the server has confirmed twice."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.hall import Hall

REASON = "nine rounds, agreed with all"


def settings(owner: Visitor, stream: str) -> Page:
    return owner.go(f"/console/{stream}/settings")


def begin_to_leave(page: Page) -> None:
    page.get_by_role("button", name="Leave FIDE mode …").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Reason").fill(REASON)
    dialog.get_by_role("button", name="Leave FIDE mode").click()


def test_q43_it_is_left_after_two_questions_with_the_consequences(owner: Visitor, hall: Hall) -> None:
    stream = hall.open(4)
    owner.expected += ["409"]
    page = settings(owner, stream)
    expect(page.locator("#fide-mode")).to_contain_text("In FIDE mode")
    expect(page.locator("#fide-mode-note")).to_have_count(0)
    begin_to_leave(page)
    first = page.get_by_role("dialog")
    expect(first).to_contain_text("can never enter it again")
    first.get_by_role("button", name="Confirm (1 of 2)").click()
    second = page.get_by_role("dialog")
    expect(second).to_contain_text("(2 of 2)")
    expect(second).to_contain_text("can never enter it again")
    second.get_by_role("button", name="Confirm (2 of 2)").click()
    note = f"FIDE mode was left before round 1: {REASON}"
    expect(page.locator("#fide-mode-note")).to_have_text(note)
    expect(page.get_by_role("button", name="Leave FIDE mode …")).to_have_count(0)
    expect(owner.go(f"/console/{stream}/standings").locator("#fide-mode-note")).to_have_text(note)


def test_q43_who_cancels_the_second_question_has_left_nothing(owner: Visitor, hall: Hall) -> None:
    stream = hall.open(4)
    owner.expected += ["409"]
    page = settings(owner, stream)
    begin_to_leave(page)
    page.get_by_role("dialog").get_by_role("button", name="Confirm (1 of 2)").click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("Not confirmed: nothing was recorded.")).to_be_visible()
    expect(settings(owner, stream).locator("#fide-mode")).to_contain_text("In FIDE mode")


def test_q57_the_number_of_rounds_stands_once_round_1_is_paired(owner: Visitor, hall: Hall) -> None:
    stream = hall.open(4)
    hall.play(stream, 1)
    owner.expected += ["409"]
    page = settings(owner, stream)
    page.get_by_role("spinbutton", name="Rounds").fill("6")
    with page.expect_response("**/console/advice?*"):  # of what was typed
        page.get_by_label("Reason").fill(REASON)
    rules = page.locator("form", has=page.get_by_role("spinbutton", name="Rounds"))
    with page.expect_response("**/console/advice?*") as advice:  # which finds nothing wrong with 6 rounds
        rules.get_by_role("button", name="Save").click()
    advice.value.finished()
    page.wait_for_timeout(100)  # the page has read it
    expect(page.locator("#f-rounds-error")).to_contain_text("FIDE mode: once round 1 is paired")


def test_q46_draughts_have_nothing_to_do_with_it(owner: Visitor, hall: Hall) -> None:
    stream = hall.open(4, system="kndb", game="draughts")
    expect(settings(owner, stream).locator("#fide-mode")).to_have_count(0)
    expect(owner.go(f"/console/{stream}").locator("#fide-mode-note")).to_have_count(0)


def test_q46_other_chess_says_that_it_is_not_in_it(owner: Visitor, hall: Hall) -> None:
    stream = hall.open(4, system="keizer")
    expect(owner.go(f"/console/{stream}").locator("#fide-mode-note")).to_have_text("Not in FIDE mode")
