"""What touched the pairing, taken back in the console; expelled players, half-point byes, the rating report."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.hall import Hall

SLIP = "both score sheets say so"


def say_yes(page: Page, words: str) -> None:
    dialog = page.get_by_role("dialog").filter(has_text=words)
    dialog.get_by_role("button", name="Confirm").click()


def test_q114_a_correction_is_undone_at_its_record(owner: Visitor, hall: Hall) -> None:
    stream = hall.open(6)
    hall.play(stream, 1, "1-0")
    record = hall.do(stream, "correct-result", round=1, board=1, result="0-1", reason=SLIP)["version"]
    owner.expected += ["409"]
    page = owner.go(f"/console/{stream}/audit")
    row = page.locator(f"#v{record}")
    expect(row).to_contain_text("Touches the pairing: correction")
    row.get_by_role("button", name="Undo").click()
    asking = page.get_by_role("dialog")
    asking.get_by_label("Reason").fill("it was right after all")
    asking.get_by_role("button", name="Take it back").click()
    say_yes(page, "Their pairings stay")
    expect(page.locator(f"#v{record + 1}")).to_contain_text("it was right after all")
    expect(page.locator(f"#v{record + 1}")).to_contain_text(f"{record}")
    expect(row.get_by_role("button", name="Undo")).to_have_count(0)
    assert hall.ask(f"/t/{stream}/boards?of=1")["boards"][0]["result"] == "1-0"


def test_q112_the_audit_shows_only_what_touched_the_pairing(owner: Visitor, hall: Hall) -> None:
    stream = hall.open(6)
    hall.play(stream, 1)
    hall.do(stream, "correct-colours", round=1, board=2, reason=SLIP)
    page = owner.go(f"/console/{stream}/corrections")
    page.get_by_role("link", name="Take something back").click()
    expect(page.locator("#trail tbody tr")).to_have_count(1)
    expect(page.locator("#trail tbody tr")).to_contain_text("Touches the pairing: correction")


def test_q192_a_result_for_the_rating_report_only(owner: Visitor, hall: Hall) -> None:
    stream = hall.open(6)
    hall.play(stream, 3, "1-0")
    owner.expected += ["409"]
    page = owner.go(f"/console/{stream}/corrections?of=1&board=1")
    page.select_option("#kind", "correct-for-rating")
    page.select_option("#result", "0-1")
    page.fill("#reason", SLIP)
    page.keyboard.press("Enter")
    say_yes(page, "for the report to the federation alone")
    expect(page.locator("#notices")).to_contain_text("Recorded for the rating report only.")
    assert hall.ask(f"/t/{stream}/boards?of=1")["boards"][0]["result"] == "1-0"
    page.click("#proposal .primary")
    expect(page.locator("#reason-error")).to_contain_text("Say why")


def test_q197_a_player_is_expelled_and_stands_below_the_table(owner: Visitor, hall: Hall) -> None:
    stream = hall.open(6)
    hall.play(stream, 1, "1-0")
    owner.expected += ["409"]
    page = owner.go(f"/console/{stream}/players")
    page.locator('[data-edit="1"]').click()
    page.check("#leave-expelled")
    page.locator("#leave-form").get_by_role("button", name="Withdraw").click()
    expect(page.locator("#leave-reason-error")).not_to_be_empty()
    page.fill("#leave-reason", "a telephone, twice")
    page.locator("#leave-form").get_by_role("button", name="Withdraw").click()
    say_yes(page, "stands in no table")
    expect(page.locator("#player-1")).to_contain_text("expelled from round 2")
    (name,) = (player["name"] for player in hall.ask(f"/t/{stream}/standings")["expelled"])
    page = owner.go(f"/console/{stream}/standings")
    expect(page.get_by_text(f"Expelled: {name}")).to_be_visible()
    expect(page.locator("tbody tr")).to_have_count(5)


def test_q175_a_player_without_right_to_half_point_byes(owner: Visitor, hall: Hall) -> None:
    stream = hall.open(6)
    page = owner.go(f"/console/{stream}/players")
    page.locator('[data-edit="2"]').click()
    page.get_by_role("button", name="No right to half-point byes").click()
    expect(page.locator("#player-2")).to_contain_text("no half-point byes")
    page.locator('[data-edit="2"]').click()
    page.get_by_role("button", name="May have half-point byes again").click()
    expect(page.locator("#player-2")).not_to_contain_text("no half-point byes")
