"""TRF in the console: the file for the federation, and a tournament that is opened from a file, by the keyboard too."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.hall import Hall
from tests.ledger.formats.trf.sheets import player

SIX_ROUNDS = Path(__file__).parents[1] / "engine/systems/fide_dutch/golden/fide-dutch-2026/small-10001-n9-r6.trf"


def look_at(page: Page, file: Path) -> None:
    page.get_by_label("TRF file").set_input_files(file)
    page.get_by_role("button", name="Look at it first").click()


def test_a_tournament_is_opened_from_a_file_after_it_was_looked_at(owner: Visitor, hall: Hall, tmp_path: Path) -> None:
    file = tmp_path / "Spring open.trf"
    lines = SIX_ROUNDS.read_text("utf-8").splitlines()
    file.write_text("\n".join(line for line in lines if not line.startswith("012")))
    page = owner.go("/console")
    page.get_by_role("link", name="Tournament from a TRF file").click()
    opening = page.locator("#trf-open")
    expect(opening).to_be_hidden()
    look_at(page, file)
    expect(opening.get_by_role("heading", name="Spring open")).to_be_focused()
    expect(opening).to_contain_text("9 players, 6 of 6 rounds paired.")
    expect(opening).to_contain_text("Read otherwise than it is written")
    expect(opening.get_by_label("Short name in links")).to_have_value("spring-open")
    opening.get_by_label("Short name in links").press("Enter")
    page.wait_for_url("**/console/spring-open")
    assert len(hall.ask("/t/spring-open/standings")["lines"]) == 9


def test_what_is_wrong_stands_at_its_field_and_nothing_is_opened(owner: Visitor, tmp_path: Path) -> None:
    owner.expected += ["400"]
    bad = tmp_path / "bad.trf"
    bad.write_text("\n".join(("012 Two", "XXR 3", player(1, "2w1", points="1.0"), player(2, "1w0", points="0.0"))))
    page = owner.go("/console/~trf")
    page.get_by_role("button", name="Look at it first").click()
    expect(page.locator("#f-file-error")).to_contain_text("needed")
    look_at(page, bad)
    expect(page.locator("#f-file-error")).to_contain_text("have the same colour in their game of round 1")
    expect(page.locator("#trf-open")).to_be_hidden()
    page.get_by_text("What the file may not say").click()
    page.get_by_label("Rounds").fill("4")
    good = tmp_path / "good.trf"
    good.write_text(bad.read_text().replace("1 w 0", "1 b 0"))
    look_at(page, good)
    expect(page.locator("#f-rounds-error")).to_contain_text("3")
    expect(page.locator("#trf-open")).to_be_hidden()


def test_another_file_has_to_be_looked_at_again(owner: Visitor) -> None:
    page = owner.go("/console/~trf")
    look_at(page, SIX_ROUNDS)
    expect(page.locator("#trf-open")).to_be_visible()
    page.get_by_text("What the file may not say").click()
    page.get_by_label("Pairing").select_option("fide-dutch-2026")
    expect(page.locator("#trf-open")).to_be_hidden()


def test_q169_of_a_tournament_that_goes_on_there_is_the_interim_file(owner: Visitor, hall: Hall) -> None:
    stream = hall.open(4)
    hall.play(stream, 1)
    page = owner.go(f"/console/{stream}/audit")
    page.get_by_role("link", name="File for the federation (TRF)").click()
    expect(page.locator("#why-interim")).to_contain_text("written when the tournament is finished")
    page.get_by_label("TRF16").check()
    with page.expect_download() as loaded:
        page.get_by_role("button", name="Download the interim file").press("Enter")
    assert loaded.value.suggested_filename == f"{stream}-interim.trf"
    assert "### Interim file @ Round 1 of 5" in Path(loaded.value.path()).read_text("utf-8")


def test_q44_the_page_says_whether_it_is_in_fide_mode(owner: Visitor, hall: Hall) -> None:
    stream = hall.open(4)
    assert "In FIDE mode" in owner.go(f"/console/{stream}/trf").locator("main").inner_text()
    hall.leave_fide_mode(stream)
    assert "FIDE mode was left before round 1" in owner.go(f"/console/{stream}/trf").locator("main").inner_text()


def test_what_each_kind_leaves_out_is_listed(owner: Visitor, hall: Hall) -> None:
    stream = hall.open(4)
    page = owner.go(f"/console/{stream}/trf")
    expect(page.locator("[data-dialect=trf16]")).to_contain_text("there is no place for it in a file of this kind")


def test_q55_rounds_that_break_the_rules_are_shown_and_opened_only_after_a_yes(owner: Visitor, tmp_path: Path) -> None:
    file = tmp_path / "Wrong.trf"
    cells = ("2w1", "1b0", "4w=", "3b=")
    lines = [player(n, cell, rating=str(2500 - n)) for n, cell in enumerate(cells, start=1)]
    file.write_text("\n".join(("012 Wrong", "142 3", "152 W", "192 FIDE_DUTCH_2026", *lines)), "utf-8")
    page = owner.go("/console/~trf")
    look_at(page, file)
    page.get_by_role("button", name="Open the tournament").click()
    question = page.get_by_role("dialog")
    expect(question).to_contain_text("Round 1: the file has 1–2 3–4; by the rules of its system it would be 1–3 4–2")
    question.get_by_role("button", name="Cancel").click()
    assert "/console/~trf" in page.url
    page.get_by_role("button", name="Open the tournament").click()
    page.get_by_role("dialog").get_by_role("button", name="Confirm").click()
    page.wait_for_url("**/console/wrong*")
    owner.expected.append("409 (Conflict)")  # each question is a refusal


def test_a_report_is_marked_as_sent_and_what_has_changed_since_is_shown(owner: Visitor, hall: Hall) -> None:
    stream = hall.open(4, rounds=1)
    hall.play(stream, 1, "1-0")
    hall.do(stream, "finish-tournament")
    page = owner.go(f"/console/{stream}/trf")
    with page.expect_download() as loaded:
        page.get_by_role("button", name="Download the report").click()
    assert loaded.value.suggested_filename == f"{stream}.trf"
    expect(page.locator("#mark-file")).to_contain_text("check value")
    page.get_by_role("button", name="Mark as sent").click()
    expect(page.locator("#f-recipient-error")).not_to_be_empty()
    owner.expected.append("409 (Conflict)")
    page.locator("#f-recipient").fill("rating officer")
    page.get_by_role("button", name="Mark as sent").click()
    sent = page.locator("#sent article")
    expect(sent).to_contain_text("To rating officer.")
    expect(sent).to_contain_text("Nothing in it has changed since.")
    hall.do(stream, "reopen-tournament", reason="the score sheet")
    hall.do(stream, "correct-result", round=1, board=1, result="0-1", reason="the score sheet")
    page = owner.go(f"/console/{stream}")
    page.locator("#corrected-since a").click()
    expect(page.locator("#sent .changes")).to_contain_text("Changed since sent")
    expect(page.locator("#sent .changes li").first).to_contain_text("Round 1")


def test_what_the_report_asks_for_is_entered_in_the_settings(owner: Visitor, hall: Hall) -> None:
    stream = hall.open(4)
    page = owner.go(f"/console/{stream}/settings")
    page.get_by_text("For the report to the federation").click()
    page.get_by_label("Deputies").fill("Bakker, Els (1000501); De Vries, Jan")
    page.get_by_label("Time control as the file encodes it").fill("90 min")
    page.locator("#save-details").click()
    expect(page.locator("#f-encoded_time_control-error")).to_contain_text("is no encoded time control")
    owner.expected.append("409 (Conflict)")
    page.get_by_label("Time control as the file encodes it").fill("5400+30")
    page.locator("#save-details").click()
    expect(page.locator("#f-encoded_time_control-error")).to_be_empty()
    page.wait_for_timeout(500)
    page = owner.go(f"/console/{stream}/settings")
    assert page.locator("#f-deputies").input_value() == "Bakker, Els (1000501); De Vries, Jan"
    assert page.locator("#f-encoded_time_control").input_value() == "5400+30"
