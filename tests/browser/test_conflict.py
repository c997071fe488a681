"""Two arbiters at one board: what one does appears at the other's, and what differs is shown to both."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.hall import Hall
from tests.browser.keyboard import enter
from tests.browser.test_results import at_the_round, open_round, results


def two_arbiters(hall: Hall, visit: Visit) -> tuple[str, Page, Page]:
    stream = open_round(hall, 8)
    anna, bram = visit("arbiter", stream, name="Anna"), visit("arbiter", stream, name="Bram")
    anna.expected = bram.expected = ["409", "ERR_CONNECTION_REFUSED"]
    return stream, at_the_round(anna, stream), at_the_round(bram, stream)


def test_what_another_arbiter_enters_appears_without_reload(hall: Hall, visit: Visit):
    _, anna, bram = two_arbiters(hall, visit)
    enter(anna, ["2 1"])
    expect(bram.locator("tr[data-board='2'] .result")).to_have_text("1–0")
    expect(bram.locator("tr[data-board='2'] .state")).to_contain_text("Anna")
    expect(bram.locator("#entry-line")).to_be_focused()


def disputed(anna: Page, bram: Page) -> None:
    enter(anna, ["2 1"])
    expect(bram.locator("tr[data-board='2'] .result")).to_have_text("1–0")
    enter(bram, ["2 0"])
    for page in (anna, bram):
        told = page.locator(".dispute[data-board='2']")
        expect(told).to_contain_text("1–0 stands, entered by Anna, ")
        expect(told).to_contain_text("0–1 was typed by Bram, ")
    expect(anna.locator("tr[data-board='2'] .state")).to_contain_text("≠ another result was typed")
    expect(anna.locator("tr[data-board='2'] .state")).to_contain_text("Anna")
    expect(bram.locator("tr[data-board='2'] .state")).to_contain_text("≠ another result stands")


def test_two_different_results_are_shown_to_both_and_one_corrects_with_a_reason(hall: Hall, visit: Visit):
    stream, anna, bram = two_arbiters(hall, visit)
    disputed(anna, bram)
    assert results(hall, stream)[1] == "1-0"  # never the last one silently
    anna.locator(".dispute .correct").click()
    expect(anna.locator("dialog .summary")).to_contain_text("Places that change")
    anna.keyboard.type("Both players say 0-1.")
    anna.keyboard.press("Enter")
    for page in (anna, bram):
        expect(page.locator(".dispute")).to_have_count(0)
        expect(page.locator("tr[data-board='2'] .result")).to_contain_text("0–1")
        expect(page.locator("tr[data-board='2'] .corrected")).to_be_visible()
    assert results(hall, stream)[1] == "0-1"


def test_what_stands_may_be_kept_for_everybody(hall: Hall, visit: Visit):
    stream, anna, bram = two_arbiters(hall, visit)
    disputed(anna, bram)
    bram.locator(".dispute .ask-board").click()
    expect(bram.locator(".dispute")).to_contain_text("Somebody is asking at the board. (Only this screen shows it.)")
    bram.locator(".dispute .keep").click()
    for page in (anna, bram):
        expect(page.locator(".dispute")).to_have_count(0)
        expect(page.locator("tr[data-board='2'] .state")).to_contain_text("Anna")
    assert results(hall, stream)[1] == "1-0"


def test_a_helper_who_gives_in_settles_it_for_everybody(hall: Hall, visit: Visit):
    stream = open_round(hall, 8)
    arbiter, *helpers = (
        visit("arbiter", stream, name="Anna"),
        *(visit("results", stream, name=n) for n in ("Bram", "Carla")),
    )
    arbiter.expected, helpers[0].expected = [], ["409"]
    anna, bram, carla = (at_the_round(somebody, stream) for somebody in (arbiter, *helpers))
    disputed(anna, bram)
    expect(carla.locator(".dispute")).to_be_visible()
    expect(carla.locator(".dispute .keep")).to_have_count(0)  # it is not hers
    expect(carla.locator("tr[data-board='2'] .state")).to_contain_text("≠ another result was typed")
    bram.locator(".dispute .keep").click()
    for page in (anna, bram, carla):
        expect(page.locator(".dispute")).to_have_count(0)
        expect(page.locator("tr[data-board='2'] .state")).not_to_contain_text("≠")
    assert results(hall, stream)[1] == "1-0"
    assert hall.ask(f"/t/{stream}/disputes") == []


def test_the_buttons_of_a_dispute_are_whole_however_long_the_names(hall: Hall, visit: Visit):
    stream, anna, bram = two_arbiters(hall, visit)
    for number in range(1, 9):
        long = f"Maria Magdalena van der Schoot-Papadopoulou-Hohenzollern-Sigmaringen tot Nijenrode {number}"
        hall.do(stream, "correct-player", player={"number": number, "name": long}, reason="Her whole name.")
    anna.set_viewport_size({"width": 1280, "height": 800})
    anna.reload()
    disputed(anna, bram)
    box, place = anna.locator(".dispute .actions").bounding_box(), anna.locator("#disputes").bounding_box()
    assert box is not None
    assert place is not None
    assert box["y"] + box["height"] <= place["y"] + place["height"]


def three_disputes(hall: Hall, visit: Visit) -> Page:
    stream, anna, _ = two_arbiters(hall, visit)
    enter(anna, ["1 1", "2 1", "3 1"])
    expect(anna.locator("#count")).to_have_text("3 of 4 results")
    for board in (2, 1, 3):
        hall.do(stream, "dispute-result", round=1, board=board, result="0-1")
    expect(anna.locator(".dispute")).to_have_count(3)
    return anna


def unfolded(page: Page) -> list[str]:
    return page.locator(".dispute[open]").evaluate_all("nodes => nodes.map((node) => node.dataset.board)")


def test_of_several_disputes_the_oldest_is_open_and_the_others_are_a_line_each(hall: Hall, visit: Visit):
    anna = three_disputes(hall, visit)
    assert unfolded(anna) == ["2"]
    lines = anna.locator(".dispute:not([open]) .in-a-line").all_inner_texts()
    assert [line.replace("\u2060", "") for line in lines] == [
        "Board 1: 1–0 entered by Anna, 0–1 typed by cli",
        "Board 3: 1–0 entered by Anna, 0–1 typed by cli",
    ]
    heights = anna.locator(".dispute:not([open])").evaluate_all("nodes => nodes.map((node) => node.offsetHeight)")
    assert max(heights) < 50


def test_disputes_are_gone_through_by_keyboard_and_settling_one_opens_the_next(hall: Hall, visit: Visit):
    anna = three_disputes(hall, visit)
    anna.keyboard.press("Escape")  # out of the entry line
    anna.keyboard.press("d")
    expect(anna.locator(".dispute[data-board='2'] summary")).to_be_focused()
    for _ in range(5):  # its four choices, and on to the next line
        anna.keyboard.press("Tab")
    expect(anna.locator(".dispute[data-board='1'] summary")).to_be_focused()
    anna.keyboard.press("Enter")
    expect(anna.locator(".dispute[data-board='1'] .keep")).to_be_visible()
    assert unfolded(anna) == ["1"]
    anna.keyboard.press("Tab")
    anna.keyboard.press("Enter")  # keep what stands
    expect(anna.locator(".dispute")).to_have_count(2)
    assert unfolded(anna) == ["2"]
    expect(anna.locator(".dispute[data-board='2'] summary")).to_be_focused()


def test_what_others_do_neither_folds_nor_takes_the_focus_from_a_dispute(hall: Hall, visit: Visit):
    anna = three_disputes(hall, visit)
    stream = anna.url.split("/")[4]
    anna.locator(".dispute[data-board='3'] summary").click()
    anna.locator(".dispute[data-board='3'] .ask-board").focus()
    hall.do(stream, "enter-result", round=1, board=4, result="1-0")
    expect(anna.locator("#count")).to_have_text("4 of 4 results")
    hall.do(stream, "dispute-result", round=1, board=4, result="0-1")
    expect(anna.locator(".dispute")).to_have_count(4)
    assert unfolded(anna) == ["3"]
    expect(anna.locator(".dispute[data-board='3'] .ask-board")).to_be_focused()


def test_another_arbiter_closes_the_round_and_the_page_follows(hall: Hall, visit: Visit):
    _, anna, bram = two_arbiters(hall, visit)
    enter(anna, ["1 1", "2 1", "3 1", "4 1"])
    expect(bram.locator("#count")).to_have_text("4 of 4 results")
    anna.locator("#close-round").click()
    for page in (anna, bram):
        expect(page.locator("h1")).to_contain_text("closed")


def test_a_round_with_a_dispute_is_closed_by_nobody_until_it_is_settled(hall: Hall, visit: Visit):
    _, anna, bram = two_arbiters(hall, visit)
    enter(anna, ["1 1", "2 1", "3 1", "4 1"])
    expect(bram.locator("#count")).to_have_text("4 of 4 results")
    expect(anna.locator("#close-round")).to_be_enabled()
    enter(bram, ["2 0"])
    for page in (anna, bram):
        expect(page.locator("#close-round")).to_be_disabled()
        expect(page.locator("#close-hint")).to_have_text("Board 2: two results typed, to be settled first")
    anna.locator(".dispute .keep").click()
    for page in (anna, bram):
        expect(page.locator("#close-round")).to_be_enabled()
        expect(page.locator("#close-hint")).to_have_text("")
    bram.locator("#close-round").click()
    expect(anna.locator("h1")).to_contain_text("closed")


def correcting(page: Page) -> None:
    page.locator(".dispute .correct").click()
    expect(page.locator("dialog .summary li")).to_have_count(3)  # what it would do, before anything is confirmed
    page.keyboard.type("The slip says so.")


def test_of_two_stale_corrections_the_second_is_asked_again(hall: Hall, visit: Visit):
    stream, anna, bram = two_arbiters(hall, visit)
    disputed(anna, bram)
    correcting(anna)
    hall.do(stream, "correct-result", round=1, board=2, result="1/2", reason="Both players say so.")
    anna.keyboard.press("Enter")
    expect(anna.locator("dialog .overtaken")).to_contain_text("½–½ stands now")
    assert results(hall, stream)[1] == "1/2"  # never the last one silently
    expect(anna.locator("dialog.ask input")).to_have_value("The slip says so.")
    expect(anna.locator("dialog.ask .primary")).to_be_enabled()
    anna.keyboard.press("Enter")
    expect(anna.locator("dialog.ask")).to_have_count(0)
    expect(anna.locator("tr[data-board='2'] .result")).to_contain_text("0–1")
    assert results(hall, stream)[1] == "0-1"


def test_results_of_other_boards_do_not_stand_in_the_way_of_a_correction(hall: Hall, visit: Visit):
    stream, anna, bram = two_arbiters(hall, visit)
    disputed(anna, bram)
    correcting(anna)
    hall.do(stream, "enter-result", round=1, board=3, result="1-0")
    anna.keyboard.press("Enter")
    expect(anna.locator("tr[data-board='2'] .result")).to_contain_text("0–1")
    assert results(hall, stream)[1:3] == ["0-1", "1-0"]


def test_a_dispute_outlives_the_server_and_is_seen_in_the_past_without_buttons(hall: Hall, visit: Visit):
    stream, anna, bram = two_arbiters(hall, visit)
    disputed(anna, bram)
    version = hall.ask(f"/t/{stream}")["version"]
    with hall.down():
        pass
    anna.reload()
    expect(anna.locator(".dispute[data-board='2']")).to_contain_text("0–1 was typed by Bram, ")
    anna.locator(".dispute .keep").click()
    expect(anna.locator(".dispute")).to_have_count(0)
    anna.goto(f"{hall.address}/console/{stream}/rounds/1?version={version}")
    expect(anna.locator(".dispute[data-board='2']")).to_contain_text("1–0 stands, entered by Anna, ")
    expect(anna.locator(".dispute button")).to_have_count(0)
    anna.goto(f"{hall.address}/console/{stream}/audit?of=1&board=2&lang=en")
    expect(anna.locator("#trail")).to_contain_text("other result typed")
    expect(anna.locator("#trail")).to_contain_text("result confirmed")
