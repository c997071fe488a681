"""Changing a pairing by hand: by keyboard and by dragging, the audit's verdict at once, a reason before it counts."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visit
from tests.browser.hall import Hall
from tests.browser.keyboard import say_yes, tab_to


def drafted(hall: Hall, players: int = 8, rounds_before: int = 1) -> tuple[str, int]:
    stream = hall.open(players, rounds=5)
    hall.play(stream, rounds_before)
    hall.do(stream, "pair-round", round=rounds_before + 1)
    return stream, rounds_before + 1


def pairs(hall: Hall, stream: str) -> list[tuple[int, int]]:
    boards = hall.ask(f"/t/{stream}/boards")["boards"]
    return [(board["white"]["player"]["number"], board["black"]["player"]["number"]) for board in boards]


@pytest.fixture
def draft(hall: Hall, visit: Visit) -> tuple[str, Page]:
    stream, number = drafted(hall)
    arbiter = visit("arbiter", stream)
    arbiter.expected = ["409"]  # what is made by hand is compared, and confirmed
    page = arbiter.go(f"/console/{stream}/rounds/{number}")
    expect(page.locator("#verdict")).to_contain_text("No absolute rule is broken.")
    return stream, page


def seat(page: Page, board: int, side: str) -> str:
    """Who sits there."""
    place = f'{{"row":{board - 1},"side":{0 if side == "white" else 1}}}'
    return page.locator(f".seat[data-place='{place}']").get_attribute("data-player") or ""


def bring_together_again(hall: Hall, stream: str, page: Page) -> Locator:
    """Two who have met in round 1, by the mouse; the seat of who had to make room."""
    met = hall.ask(f"/t/{stream}/boards?of=1")["boards"][0]
    white, black = (str(met[side]["player"]["number"]) for side in ("white", "black"))
    page.locator(f".seat[data-player='{black}']").click()
    opponent = page.locator(f"tr:has(.seat[data-player='{white}']) .seat:not([data-player='{white}'])")
    who = opponent.get_attribute("data-player")
    opponent.click()
    return page.locator(f".seat[data-player='{who}']")


def test_two_players_change_places_by_keyboard(hall: Hall, draft: tuple[str, Page]):
    stream, page = draft
    before = pairs(hall, stream)
    tab_to(page, page.locator(".seat[tabindex='0'] .name").inner_text())
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")  # Black of board 1 …
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")  # … and Black of board 2
    assert (seat(page, 1, "black"), seat(page, 2, "black")) == (str(before[1][1]), str(before[0][1]))
    assert pairs(hall, stream) == before  # nothing is written yet

    page.get_by_role("button", name="Record the changes").click()
    page.keyboard.press("Enter")
    expect(page.get_by_text("A reason is needed")).to_be_visible()
    page.keyboard.type("Same club.")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_contain_text("would have paired otherwise on boards 1 and 2")
    say_yes(page)
    expect(page.get_by_role("button", name="Record the changes")).to_be_disabled()
    assert pairs(hall, stream)[:2] == [(before[0][0], before[1][1]), (before[1][0], before[0][1])]
    (changed,) = [entry for entry in hall.ask(f"/t/{stream}/audit")["entries"] if entry["what"] == "round-changed"]
    assert changed["reason"] == "Same club."


def test_colours_are_swapped_undone_and_dropped(draft: tuple[str, Page]):
    _, page = draft
    white, black = seat(page, 1, "white"), seat(page, 1, "black")
    page.locator(".seat[tabindex='0']").focus()
    page.keyboard.press("c")
    assert (seat(page, 1, "white"), seat(page, 1, "black")) == (black, white)
    page.keyboard.press("u")
    assert (seat(page, 1, "white"), seat(page, 1, "black")) == (white, black)
    page.keyboard.press("c")
    page.get_by_role("button", name="Drop my changes").click()
    assert (seat(page, 1, "white"), seat(page, 1, "black")) == (white, black)


def test_by_dragging_too(draft: tuple[str, Page]):
    _, page = draft
    first, second = seat(page, 1, "white"), seat(page, 3, "white")
    page.locator(f".seat[data-player='{first}']").drag_to(page.locator(f".seat[data-player='{second}']"))
    assert (seat(page, 1, "white"), seat(page, 3, "white")) == (second, first)


def test_the_audit_says_at_once_that_two_have_met(hall: Hall, draft: tuple[str, Page]):
    stream, page = draft
    bring_together_again(hall, stream, page)
    expect(page.locator("#verdict")).to_contain_text("have met before")
    expect(page.locator(".compare .mark.conflict").first).to_be_visible()
    expect(page.get_by_role("button", name="Record the changes")).to_be_enabled()  # an arbiter may have to


def test_a_verdict_that_comes_while_a_seat_is_pressed_does_not_take_the_click(hall: Hall, draft: tuple[str, Page]):
    """Nor does it move the seat away from under the hand."""
    stream, page = draft
    other = bring_together_again(hall, stream, page)
    other.hover()
    page.mouse.down()
    before = other.bounding_box()  # a verdict that was quicker than the hand has moved it already
    expect(page.locator("#verdict")).to_contain_text("have met before")
    assert other.bounding_box() == before
    page.mouse.up()
    expect(other).to_have_class("seat picked")
    expect(page.locator(".compare .mark.conflict").first).to_be_visible()


def test_nobody_is_picked_up_whom_the_hand_was_not_on(hall: Hall, draft: tuple[str, Page]):
    """While a seat is pressed, another arbiter puts somebody else there."""
    stream, page = draft
    before = pairs(hall, stream)
    page.locator(f".seat[data-player='{before[0][0]}']").hover()
    page.mouse.down()
    boards = [{"white": white, "black": black} for white, black in reversed(before)]
    with page.expect_response(lambda response: response.url.endswith("/state")) as heard:
        hall.do(stream, "change-round", round=2, boards=boards, reason="Board 1 is on the stage.")
    heard.value.finished()
    page.wait_for_timeout(200)  # until it would be shown
    assert seat(page, 1, "white") == str(before[0][0])  # but not under the hand
    page.mouse.up()
    expect(page.locator('.seat[data-place=\'{"row":0,"side":0}\']')).to_have_attribute(
        "data-player", str(before[-1][0])
    )
    expect(page.locator(".seat.picked")).to_have_count(0)


def test_keys_work_on_what_is_shown_though_a_button_is_held(draft: tuple[str, Page]):
    """The menu of the right button may keep its release to itself."""
    _, page = draft
    white, black = seat(page, 1, "white"), seat(page, 1, "black")
    page.locator(f".seat[data-player='{white}']").focus()
    page.locator(f".seat[data-player='{white}']").hover()
    page.mouse.down(button="right")
    page.keyboard.press("c")
    assert (seat(page, 1, "white"), seat(page, 1, "black")) == (black, white)


def test_the_engines_pairing_is_compared(draft: tuple[str, Page]):
    _, page = draft
    page.get_by_role("button", name="Compare with the system’s pairing").click()
    expect(page.locator("#engine-says")).to_have_text("The system would pair exactly so.")
    page.locator(".seat[tabindex='0']").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#engine-says")).to_contain_text("Boards that the system would pair otherwise: 2.")
    expect(page.locator(".differs-other")).to_have_count(2)


def test_somebody_sits_out_and_the_empty_seat_is_told(hall: Hall, visit: Visit):
    stream, number = drafted(hall, players=9)
    page = visit("arbiter", stream).go(f"/console/{stream}/rounds/{number}")
    bye = hall.ask(f"/t/{stream}/boards")["sitouts"][0]["player"]["number"]
    white = seat(page, 1, "white")
    page.locator(f".seat[data-player='{white}']").focus()
    page.keyboard.press("o")
    expect(page.locator("#verdict")).to_contain_text("Somebody is missing on board 1.")
    expect(page.get_by_role("button", name="Record the changes")).to_be_disabled()
    page.locator(f".seat[data-player='{bye}']").click()
    page.locator(".seat.vacant").first.click()
    assert seat(page, 1, "white") == str(bye)


def test_unwritten_changes_survive_a_reload_and_hold_back_the_publication(draft: tuple[str, Page]):
    _, page = draft
    page.locator(".seat[tabindex='0']").focus()
    page.keyboard.press("c")
    white = seat(page, 1, "white")
    page.reload()
    expect(page.get_by_role("button", name="Record the changes")).to_be_enabled()
    assert seat(page, 1, "white") == white
    page.get_by_role("button", name="Publish round 2").click()
    expect(page.locator(".notice.bad")).to_contain_text("record or drop them first")


def test_two_arbiters_move_the_same_pairing_and_none_is_overwritten(hall: Hall, visit: Visit):
    stream, number = drafted(hall)
    page = visit("arbiter", stream).go(f"/console/{stream}/rounds/{number}")
    page.locator(".seat[tabindex='0']").focus()
    page.keyboard.press("c")
    boards = [{"white": white, "black": black} for white, black in reversed(pairs(hall, stream))]
    hall.do(stream, "change-round", round=number, boards=boards, reason="Board 1 is on the stage.")
    expect(page.locator("#overtaken")).to_contain_text("Somebody else has changed this pairing.")
    page.get_by_role("button", name="Drop mine, show theirs").click()
    assert seat(page, 1, "white") == str(boards[0]["white"])


def test_a_round_is_paired_by_hand_from_nothing(hall: Hall, visit: Visit):
    stream = hall.open(4, rounds=3)
    arbiter = visit("arbiter", stream)
    arbiter.expected = ["409"]  # what is made by hand is compared, and confirmed
    page = arbiter.go(f"/console/{stream}/rounds/1")
    page.get_by_role("button", name="Pair by hand").click()
    for player, (row, side) in zip((1, 2, 3, 4), ((0, 0), (0, 1), (1, 0), (1, 1)), strict=True):
        page.locator(f".seat[data-player='{player}']").click()
        page.locator(f'.seat[data-place=\'{{"row":{row},"side":{side}}}\']').click()
    page.get_by_role("button", name="Record the changes").click()
    say_yes(page)
    expect(page.get_by_role("button", name="Publish round 1")).to_be_visible()
    assert pairs(hall, stream) == [(1, 2), (3, 4)]
