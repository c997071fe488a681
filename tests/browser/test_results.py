"""Entering results: a hundred boards without the mouse, slips of the fingers, the second pass, a line that fails."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit, Visitor
from tests.browser.hall import Hall
from tests.browser.keyboard import enter


def open_round(hall: Hall, players: int, **rules: Any) -> str:
    """Round 1 is published."""
    stream = hall.open(**rules)
    people = [
        {"player": {"number": 0, "name": f"Player {number:03}", "rating": 2400 - number}} for number in range(players)
    ]
    hall.do(stream, "register-players", players=people)
    hall.do(stream, "draw-first-colour", colour="white")
    hall.do(stream, "draw-lots", seed="17")
    hall.do(stream, "pair-round", round=1)
    hall.do(stream, "publish-round", round=1)
    return stream


def results(hall: Hall, stream: str) -> list[str]:
    return [board["result"] for board in hall.ask(f"/t/{stream}/boards")["boards"]]


def at_the_round(visitor: Visitor, stream: str, number: int = 1) -> Page:
    page = visitor.go(f"/console/{stream}/rounds/{number}")
    expect(page.locator("#entry-line")).to_be_focused()
    return page


def test_a_hundred_results_in_board_order_without_the_mouse(hall: Hall, visit: Visit):
    stream = open_round(hall, 200)
    page = at_the_round(visit("results", stream), stream)
    page.keyboard.press("Tab")  # to the way of typing
    page.keyboard.press("ArrowDown")
    expect(page.locator("#entry-line")).to_be_focused()
    enter(page, ("10="[board % 3] for board in range(100)))
    expect(page.locator("#count")).to_have_text("100 of 100 results")
    expect(page.locator("#entry-now")).to_contain_text("Every board has its result.")
    assert results(hall, stream) == [("1-0", "0-1", "1/2")[board % 3] for board in range(100)]


def test_a_board_says_why_also_when_it_is_played(hall: Hall, visit: Visit):
    stream = open_round(hall, 8)
    page = at_the_round(visit("arbiter", stream), stream)
    page.locator("tbody tr").nth(1).get_by_role("button").first.click()
    page.get_by_role("dialog").get_by_role("button", name="Why").click()
    expect(page.locator(".why-dialog .reasons")).to_contain_text("The upper half")
    expect(page.locator(".why-dialog .reasons")).to_contain_text("so not the colour that was drawn by lot (White).")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_a_bye_says_why_too(hall: Hall, visit: Visit):
    stream = open_round(hall, 7)
    page = at_the_round(visit("arbiter", stream), stream)
    page.locator(".sitouts").get_by_role("button", name="Why").click()
    expect(page.locator(".why-dialog .reasons")).to_contain_text("has the pairing-allocated bye")


def test_the_slip_of_a_board_that_is_not_ones_own_says_so(hall: Hall, visit: Visit):
    stream = open_round(hall, 8)
    page = visit("results", stream, boards="1-2").go(f"/console/{stream}/rounds/1?board=3")
    expect(page.locator("#notices")).to_contain_text("Board 3 is not one of yours")
    expect(page.locator("#sheet tbody tr")).to_have_count(2)


def test_slips_come_in_any_order_and_the_board_is_typed_first(hall: Hall, visit: Visit):
    stream = open_round(hall, 40)
    page = at_the_round(visit("results", stream), stream)
    enter(page, ["12 1", "7=", "3", "0", "20.+", "19 -", "18 /", "5 h", "6,r", "4 5", "01", "1-0"])
    expect(page.locator("#count")).to_have_text("10 of 20 results")
    expected = {
        12: "1-0",
        7: "1/2",
        3: "0-1",
        20: "1-0f",
        19: "0-1f",
        18: "0-0f",
        5: "1/2",
        6: "1/2",
        4: "1/2",
        1: "1-0",
    }
    found = dict(enumerate(results(hall, stream), start=1))
    assert {board: found[board] for board in found if found[board] != "pending"} == expected


def test_what_will_be_recorded_stands_in_large_type_before_enter(hall: Hall, visit: Visit):
    stream = open_round(hall, 6)
    page = at_the_round(visit("results", stream), stream)
    page.keyboard.type("2 1")
    white, black = (hall.ask(f"/t/{stream}/boards")["boards"][1][side]["player"]["name"] for side in ("white", "black"))
    expect(page.locator("#entry-now")).to_contain_text(white)
    expect(page.locator("#entry-now")).to_contain_text("1–0")
    page.keyboard.press("Backspace")  # a slip: typed again, nothing was recorded
    page.keyboard.type("0")
    expect(page.locator("#entry-now")).to_contain_text("0–1")
    page.keyboard.press("Enter")
    expect(page.locator("#entry-last")).to_contain_text(f"2  {white} 0–1 {black} ✓ saved")
    expect(page.locator("#entry-now .big-board")).to_have_text("3")  # the next one that is missing
    assert results(hall, stream) == ["pending", "0-1", "pending"]


def test_what_cannot_be_meant_is_told_at_the_line_and_stays_there(hall: Hall, visit: Visit):
    stream = open_round(hall, 6)
    page = at_the_round(visit("results", stream), stream)
    for typed, told in (
        ("9 1", "There is no board 9"),
        ("2 x", "“x” is not a result"),
        ("=", "Type the number of the board first"),
        ("blah", "“blah” is not a result"),
    ):
        enter(page, [typed])
        expect(page.locator("#entry-error")).to_contain_text(told)
        expect(page.locator("#entry-line")).to_have_value(typed)
        expect(page.locator("#entry-line")).to_be_focused()
        page.keyboard.press("Escape")
    assert results(hall, stream) == ["pending"] * 3


def test_a_helper_enters_only_the_boards_that_were_given_to_them(hall: Hall, visit: Visit):
    stream = open_round(hall, 12)
    page = at_the_round(visit("results", stream, boards="3-4"), stream)
    expect(page.locator("#entry-now .big-board")).to_have_text("3")
    enter(page, ["1 1"])
    expect(page.locator("#entry-error")).to_have_text("Board 1 is not one of yours.")
    page.keyboard.press("Escape")
    enter(page, ["3 1", "4 0"])
    expect(page.locator("#count")).to_have_text("2 of 2 results")
    expect(page.locator("#close-round, #change-by-hand, #take-back")).to_have_count(0)


def test_a_correction_of_an_earlier_round_renews_the_scores_of_an_open_page(hall: Hall, visit: Visit):
    stream = hall.open(4)
    hall.play(stream, 1, "1-0")
    first = hall.ask(f"/t/{stream}/boards")["boards"][0]
    hall.do(stream, "pair-round", round=2)
    name = first["white"]["player"]["name"]
    draft = visit().go(f"/console/{stream}/rounds/2")
    seat = draft.locator(".seat", has_text=name)
    seat.click()
    expect(seat.locator("small")).to_contain_text("· 1 ·")
    hall.do(stream, "correct-result", round=1, board=1, result="1/2", reason="misread")
    expect(seat.locator("small")).to_contain_text("· ½ ·")
    expect(seat).to_have_class(re.compile("picked"))
    hall.do(stream, "publish-round", round=2)
    page = visit("arbiter", stream).go(f"/console/{stream}/rounds/2")
    score = page.locator("#sheet span.name", has_text=name).locator("xpath=../small")
    expect(score).to_have_text("½")
    page.locator("#entry-line").fill("2")
    hall.do(stream, "correct-result", round=1, board=1, result="0-1", reason="misread again")
    expect(score).to_have_text("0")
    expect(page.locator("#entry-line")).to_have_value("2")
    expect(page.locator("#entry-line")).to_be_focused()


def test_draughts_counts_two_one_nought(hall: Hall, visit: Visit):
    points = {"per_point": 1, "win": 2, "draw": 1, "loss": 0, "forfeit_win": 2, "pairing_bye": 2, "full_bye": 2}
    stream = open_round(hall, 6, system="fmjd-5.1", game="draughts", points=points, tiebreaks=["SOL"])
    page = at_the_round(visit("results", stream), stream)
    enter(page, ["1 2", "2 1", "3 0"])
    expect(page.locator("#count")).to_have_text("3 of 3 results")
    assert results(hall, stream) == ["1-0", "1/2", "0-1"]
    expect(page.locator("tr[data-board='1'] .result")).to_have_text("2–0")


def test_missing_only_leaves_what_is_still_to_come(hall: Hall, visit: Visit):
    stream = open_round(hall, 8)
    page = at_the_round(visit("results", stream), stream)
    enter(page, ["2 1", "3 1"])
    page.get_by_label("Missing only").check()
    expect(page.locator("#sheet tbody tr:visible")).to_have_count(2)
    enter(page, ["1 0", "4 0"])
    expect(page.get_by_text("No result is missing.")).to_be_visible()


def test_the_second_pass_writes_nothing_until_each_difference_is_settled(hall: Hall, visit: Visit):
    stream = open_round(hall, 8)
    for board, result in ((1, "1-0"), (2, "0-1"), (3, "1/2")):
        hall.do(stream, "enter-result", round=1, board=board, result=result)  # by somebody else
    page = at_the_round(visit("arbiter", stream), stream)
    expect(page.locator("#count")).to_have_text("3 of 4 results")
    page.get_by_label("Enter again to check").check()
    expect(page.locator("#entry-now .big-result")).to_have_text("–")  # what stands is not told to who types again
    enter(page, ["1 1", "2 1", "3 0", "4 1"])
    expect(page.locator("#second-count")).to_have_text("Verified: 1 of 4. Differences: 3.")
    assert results(hall, stream) == ["1-0", "0-1", "1/2", "pending"]

    page.reload()  # the pass survives
    expect(page.locator("#second-count")).to_have_text("Verified: 1 of 4. Differences: 3.")
    page.locator("[data-board='3'] >> text=Keep ½–½").click()
    page.locator("[data-board='4'] >> text=Enter 1–0").click()
    expect(page.locator("#second-count")).to_have_text("Verified: 3 of 4. Differences: 1.")
    page.locator("[data-board='2'] >> text=Correct to 1–0").click()
    expect(page.locator("dialog .summary li")).to_have_count(3)
    page.keyboard.press("Enter")
    expect(page.get_by_text("A reason is needed")).to_be_visible()
    page.keyboard.type("The slip says 1-0.")
    page.keyboard.press("Enter")
    expect(page.locator("#second-count")).to_have_text("Verified: 4 of 4. Differences: 0.")
    assert results(hall, stream) == ["1-0", "1-0", "1/2", "1-0"]
    expect(page.locator("tr[data-board='2'] .corrected")).to_have_attribute(
        "href", f"/console/{stream}/audit?of=1&board=2"
    )


def test_without_a_connection_nothing_is_lost_not_even_by_a_reload(hall: Hall, visit: Visit):
    stream = open_round(hall, 12)
    helper = visit("results", stream, once=True)
    helper.expected = ["ERR_INTERNET_DISCONNECTED", "WebSocket"]
    page = at_the_round(helper, stream)
    enter(page, ["1 1"])
    expect(page.locator("#count")).to_have_text("1 of 6 results")
    helper.context.set_offline(True)
    enter(page, ["2 1", "3 =", "4 0"])
    expect(page.locator("#count")).to_contain_text("no connection: 3 kept here and not sent yet")
    expect(page.locator("tr[data-board='3'] .mark")).to_contain_text("waiting to be sent")
    assert results(hall, stream)[1:4] == ["pending"] * 3

    page.on("dialog", lambda dialog: dialog.accept())
    kept = page.evaluate("Object.keys(localStorage).filter((name) => name.includes('outbox')).length")
    assert kept == 3
    helper.context.set_offline(False)
    page.reload()
    expect(page.locator("#count")).to_have_text("4 of 6 results")
    assert results(hall, stream)[:4] == ["1-0", "1-0", "1/2", "0-1"]


def test_the_line_comes_back_and_what_was_kept_is_sent_by_itself(hall: Hall, visit: Visit):
    """The first of two different results may have reached the server: both are sent, and the second puts it right."""
    stream = open_round(hall, 6)
    helper = visit("results", stream)
    helper.expected = ["ERR_INTERNET_DISCONNECTED", "WebSocket"]
    page = at_the_round(helper, stream)
    helper.context.set_offline(True)
    enter(page, ["1 0", "1 1"])
    expect(page.locator("#count")).to_contain_text("no connection: 2 kept here")
    helper.context.set_offline(False)
    expect(page.locator("#count")).to_have_text("1 of 3 results")
    expect(page.locator("tr[data-board='1'] .result")).to_have_text("1–0")
    assert results(hall, stream)[0] == "1-0"
    expect(page.locator(".dispute")).to_have_count(0)


def test_on_a_phone_the_line_and_its_answer_stay_in_view_and_boards_of_others_are_not_offered(hall: Hall, visit: Visit):
    stream = open_round(hall, 40)
    small = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    page = visit("results", stream, boards="10-12", **small).go(f"/console/{stream}/rounds/1")
    line, now = page.locator("#entry-line"), page.locator("#entry-now")
    line.tap()
    for typed, follows in (("10 1", "11"), ("11 =", "12")):
        enter(page, [typed])
        expect(now.locator(".big-board")).to_have_text(follows)
        for part in (line, now, page.locator("#entry-last")):
            expect(part).to_be_in_viewport(ratio=1)
    enter(page, ["12 0"])
    expect(now).to_have_text("Each of your boards has its result.")
    page.keyboard.type("13 =")
    expect(now).to_have_text("Board 13 is not one of yours.")
    expect(page.locator("tr.now")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.locator("#entry-error")).to_have_text("Board 13 is not one of yours.")
    for part in (line, now, page.locator("#entry-error")):
        expect(part).to_be_in_viewport(ratio=1)
    page.evaluate("scrollTo(0, 900)")
    page.keyboard.press("Enter")
    expect(page.locator("#entry-error")).to_be_in_viewport(ratio=1)


def test_a_board_is_found_by_its_number_or_a_name(hall: Hall, visit: Visit):
    stream = open_round(hall, 60)
    page = visit("results", stream, boards="11-30").go(f"/console/{stream}/rounds/1")
    rows = page.locator("#sheet tbody tr:visible")
    expect(rows).to_have_count(20)
    page.fill("#find-board", "17")
    expect(rows).to_have_count(1)
    name = rows.locator(".name").first.inner_text()
    page.fill("#find-board", name.upper())
    expect(rows.first).to_contain_text(name)
    page.fill("#find-board", "3")
    expect(rows).to_have_count(1)
    page.fill("#find-board", "5")
    expect(page.get_by_text("No board of yours fits that.")).to_be_visible()


def test_fingers_have_large_buttons(hall: Hall, visit: Visit):
    stream = open_round(hall, 6)
    helper = visit("results", stream, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = helper.go(f"/console/{stream}/rounds/1")
    expect(page.locator("#entry-hint")).to_have_text("Tap a board in the list, then its result.")
    page.locator("tr[data-board='2'] .row-open").tap()
    page.locator(".result-buttons [data-result='1/2']").tap()
    expect(page.locator("#count")).to_have_text("1 of 3 results")
    assert results(hall, stream) == ["pending", "1/2", "pending"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_typo_of_ones_own_is_typed_again_at_the_line_or_with_the_buttons(hall: Hall, visit: Visit):
    stream = open_round(hall, 6)
    page = at_the_round(visit("arbiter", stream), stream)
    enter(page, ["1 1", "2 1", "2 ="])  # the second before the first is heard of
    expect(page.locator("#entry-last")).to_contain_text("✓ saved, in place of 1–0")
    page.keyboard.type("1 0")
    expect(page.locator("#entry-now .big-result")).to_have_text("1–0 → 0–1")
    page.keyboard.press("Enter")
    expect(page.locator("#count")).to_have_text("2 of 3 results")
    expect(page.locator("tr[data-board='1'] .result")).to_have_text("0–1")
    page.locator("tr[data-board='2'] .row-open").click()
    page.get_by_role("button", name="No result yet").click()  # it was board 3
    expect(page.locator("#count")).to_have_text("1 of 3 results")
    assert results(hall, stream) == ["0-1", "pending", "pending"]
    expect(page.locator("#disputes .dispute")).to_have_count(0)


def test_a_helper_who_finds_another_result_says_so_with_the_same_buttons(hall: Hall, visit: Visit):
    stream = open_round(hall, 6)
    hall.do(stream, "enter-result", round=1, board=2, result="1-0")
    helper = visit("results", stream, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    helper.expected = ["409"]
    page = helper.go(f"/console/{stream}/rounds/1")
    page.locator("tr[data-board='2'] .row-open").tap()
    expect(page.get_by_role("dialog")).to_contain_text("Is it wrong?")
    page.locator(".result-buttons [data-result='0-1']").tap()
    expect(page.locator(".dispute")).to_contain_text("1–0 stands")
    assert results(hall, stream) == ["pending", "1-0", "pending"]


def test_the_legend_has_the_5_of_the_number_pad(hall: Hall, visit: Visit):
    stream = _open_round(hall, 4)
    page = visit().go(f"/console/{stream}/rounds/1")
    expect(page.locator("#entry-keys")).to_contain_text("= 5 ½–½")
    page.keyboard.type("1 5")
    page.keyboard.press("Enter")
    expect(page.locator("#entry-last")).to_contain_text("½–½")


def _open_round(hall: Hall, players: int) -> str:
    stream = hall.open(players)
    hall.do(stream, "pair-round", round=1)
    hall.do(stream, "publish-round", round=1)
    return stream


def test_the_button_that_closes_the_round_comes_into_sight_with_the_last_result(hall: Hall, visit: Visit):
    stream = _open_round(hall, 60)
    for board in range(1, 30):
        hall.do(stream, "enter-result", round=1, board=board, result="1-0")
    page = visit(viewport={"width": 390, "height": 700}, has_touch=True).go(f"/console/{stream}/rounds/1")
    page.locator("#sheet").get_by_text("Karl Huber").last.scroll_into_view_if_needed()
    expect(page.locator("#close-round")).not_to_be_in_viewport()
    hall.do(stream, "enter-result", round=1, board=30, result="1-0")
    expect(page.locator("#close-round")).to_be_enabled()
    expect(page.locator("#close-round")).to_be_in_viewport()
