"""Chess960: the position of a round is drawn in the console and shown where its pairings are; values from outside."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Visitor
from tests.browser.hall import Hall

USUAL = "♖♘♗♕♔♗♘♖"


def test_q222_a_position_is_typed_drawn_again_with_a_reason_and_shown_everywhere(owner: Visitor, hall: Hall):
    owner.expected += ["409"]
    stream = hall.open(4, chess960=True)
    page = owner.go(f"/console/{stream}/rounds/1")
    part = page.locator("#position")
    expect(part).to_contain_text("Not drawn yet.")
    part.get_by_role("textbox").fill("960")
    part.get_by_role("button", name="Take this position").click()
    expect(page.locator("#position-number-error")).to_contain_text("959")
    part.get_by_role("textbox").fill("7")
    part.get_by_role("button", name="Take this position").click()
    expect(part).to_contain_text("Chess960 position 7:")
    part.get_by_text("Change", exact=True).click()
    part.get_by_role("textbox").fill("518")
    part.get_by_role("button", name="Take this position").click()
    question = page.get_by_role("dialog")
    question.get_by_label("Reason").fill("The card was held upside down.")
    question.get_by_role("button", name="Draw it again …").click()
    expect(part.locator(".figures")).to_have_text(USUAL)
    hall.do(stream, "pair-round", round=1)
    hall.do(stream, "publish-round", round=1)
    expect(owner.go(f"/t/{stream}/boards").locator(".position")).to_contain_text(f"518: {USUAL}")
    expect(owner.go(f"/console/{stream}/print/boards").locator(".position")).to_contain_text(USUAL)
    expect(owner.go(f"/screen/{stream}?view=boards").locator("#title")).to_contain_text(f"518 {USUAL}")
    expect(owner.go(f"/p/{stream}/1").locator("#seat .position")).to_have_text(f"518 {USUAL}")


def test_q207_values_from_outside_are_pasted_and_rank(owner: Visitor, hall: Hall):
    owner.expected += ["409"]
    stream = hall.open(4, tiebreaks=["EXT", "BH"])
    hall.play(stream, 1, "1/2 1/2")
    page = owner.go(f"/console/{stream}/ties")
    values = page.get_by_label("One player a line: number and value")
    values.fill("three 7")
    page.get_by_role("button", name="Save the values").click()
    expect(page.locator("#external-error")).to_contain_text("“three 7”")
    values.fill("3 seven")
    page.get_by_role("button", name="Save the values").click()
    expect(page.locator("#external-error")).to_contain_text("“seven”")
    values.fill("3\t7,5\n1 2")
    page.get_by_role("button", name="Save the values").click()
    expect(page.get_by_text("The values are saved.")).to_be_visible()
    expect(page.get_by_label("One player a line: number and value")).to_have_value("1 2\n3 7.5")
    lines = hall.ask(f"/t/{stream}/standings")["lines"]
    assert [line["player"]["number"] for line in lines][:2] == [3, 1]
