"""A page of the console that follows the hall: what is pressed, gone to, unfolded or half typed there stays so.

A result comes in several times a second in a busy round. What is made anew between press and release is never clicked.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visit
from tests.browser.glass import published
from tests.browser.hall import Hall
from tests.browser.keyboard import enter
from tests.browser.test_conflict import disputed, two_arbiters
from tests.browser.test_results import at_the_round, open_round

MOMENT = 350  # milliseconds that a hand rests on a button
LONG = 1500  # and longer than the page waits for it


def arbiter(visit: Visit, stream: str, path: str) -> Page:
    return visit("arbiter", stream).go(f"/console/{stream}/{path}")


def pressed(button: Locator, happens: Callable[[], object], *, held: int = MOMENT) -> None:
    """It is pressed, something is told to the page, it is let go of."""
    button.hover()
    button.page.mouse.down()
    happens()
    button.page.wait_for_timeout(held)
    button.page.mouse.up()


def marked(*nodes: Locator) -> None:
    """To be known again: a node that is made anew has no mark."""
    for node in nodes:
        node.evaluate("node => { node.isMarked = true; }")


def is_marked(node: Locator) -> bool:
    return bool(node.evaluate("node => node.isMarked === true"))


def result(hall: Hall, stream: str, board: int) -> object:
    return hall.do(stream, "enter-result", round=1, board=board, result="1-0")


# -- the screens of the hall -------------------------------------------------------------------------------------------


def stage(hall: Hall, visit: Visit) -> tuple[str, Page, Locator]:
    """A screen that is there, and its card on the console."""
    stream = published(hall)
    hall.do(stream, "set-screen", screen={"name": "stage", "scenes": [{"view": "boards"}]})
    page = arbiter(visit, stream, "screens")
    visit(None).go(f"/screen/{stream}/stage")
    card = page.locator("#screens [data-name=stage]")
    seen(hall, card, stream)
    return stream, page, card


def seen(hall: Hall, card: Locator, stream: str) -> None:
    version = hall.ask(f"/t/{stream}")["version"]
    expect(card.locator("p.quiet")).to_contain_text(f"step {version}")


def test_the_card_of_a_screen_stays_the_same_while_results_come_in(hall: Hall, visit: Visit):
    stream, page, card = stage(hall, visit)
    card.locator("summary").click()
    change = card.get_by_role("button", name="Change")
    change.focus()
    page.fill("#title", "half typed")
    change.focus()
    marked(card, change)
    result(hall, stream, 1)
    seen(hall, card, stream)
    expect(card.locator("img.qr")).to_be_visible()
    expect(change).to_be_focused()
    expect(page.locator("#title")).to_have_value("half typed")
    assert is_marked(card)
    assert is_marked(change)


def test_a_button_of_a_card_is_clicked_while_results_come_in(hall: Hall, visit: Visit):
    stream, page, card = stage(hall, visit)
    for board, held in ((1, MOMENT), (2, LONG), (3, MOMENT)):
        page.fill("#name", "")
        pressed(card.get_by_role("button", name="Change"), partial(result, hall, stream, board), held=held)
        expect(page.locator("#name")).to_have_value("stage")
        seen(hall, card, stream)


def test_who_follows_on_a_phone_does_not_touch_the_cards(hall: Hall, visit: Visit):
    stream, page, _ = stage(hall, visit)
    page.evaluate(
        """() => {
          const screens = document.getElementById("screens");
          window.touched = 0;
          const watch = new MutationObserver((found) => { window.touched += found.length; });
          watch.observe(screens, { subtree: true, childList: true, attributes: true, characterData: true });
        }"""
    )
    before = page.locator("#audience").inner_text()
    visit(None).go(f"/screen/{stream}?view=boards")
    expect(page.locator("#audience")).not_to_have_text(before)
    assert page.evaluate("window.touched") == 0


def test_screens_come_and_go_beside_a_card_that_stays(hall: Hall, visit: Visit):
    stream, page, card = stage(hall, visit)
    change = card.get_by_role("button", name="Change")
    change.focus()
    marked(card, change)
    for name in ("bar", "yard"):  # before it and behind it
        hall.do(stream, "set-screen", screen={"name": name, "scenes": [{"view": "clock"}]})
    names = "nodes => nodes.map(node => node.dataset.name)"
    expect(page.locator(".screen-card")).to_have_count(3)
    assert page.locator(".screen-card").evaluate_all(names) == ["bar", "stage", "yard"]
    hall.do(stream, "remove-screen", name="bar")
    expect(page.locator(".screen-card")).to_have_count(2)
    expect(change).to_be_focused()
    assert is_marked(card)
    change.click()
    expect(page.locator("#name")).to_have_value("stage")
    page.locator("[data-name=yard]").get_by_role("button", name="Change").click()
    expect(page.locator("#name")).to_have_value("yard")


# -- parts that the server makes anew ----------------------------------------------------------------------------------


def test_an_announcement_is_taken_away_while_another_one_is_made(hall: Hall, visit: Visit):
    stream = hall.open(4)
    hall.do(stream, "announce", text="Lunch")
    hall.do(stream, "announce", text="Bus at six")
    page = arbiter(visit, stream, "hall")
    pressed(
        page.get_by_role("button", name="Take away: Lunch"), lambda: hall.do(stream, "announce", text="Prize-giving")
    )
    expect(page.locator(".announced.standing")).to_contain_text("Prize-giving")
    expect(page.locator(".announced.standing li")).to_have_count(2)
    expect(page.locator(".announced.standing")).not_to_contain_text("Lunch")


def test_who_has_gone_to_a_button_of_the_hall_stays_there(hall: Hall, visit: Visit):
    stream = hall.open(4)
    hall.do(stream, "announce", text="Lunch")
    page = arbiter(visit, stream, "hall")
    button = page.get_by_role("button", name="Take away: Lunch")
    button.focus()
    marked(button)
    hall.do(stream, "announce", text="Prize-giving")
    expect(page.locator(".announced.standing li")).to_have_count(2)
    expect(button).to_be_focused()
    assert is_marked(button)


def test_the_table_of_players_keeps_its_order_and_its_buttons(hall: Hall, visit: Visit):
    stream = hall.open(6)
    page = arbiter(visit, stream, "players")
    page.locator("[data-sort=name]").click()
    page.locator("[data-sort=name]").click()
    names = page.locator("#player-table tbody td:has(a)")
    order = names.all_inner_texts()
    assert order == sorted(order, reverse=True)
    button = page.get_by_role("button", name="Change Bram de Jong")
    button.focus()
    marked(button)
    pressed(button, lambda: hall.do(stream, "withdraw-player", player=1, reason="Ill"))
    expect(page.locator("#player-dialog")).to_be_visible()
    expect(page.locator("tr[data-player='1']")).to_contain_text("withdrawn")
    page.keyboard.press("Escape")
    assert names.all_inner_texts() == order
    assert is_marked(button)
    page.locator("[data-sort=rating]").click()  # once, however often the table was made anew
    expect(page.locator("th[aria-sort=ascending] [data-sort=rating]")).to_have_count(1)


def test_what_is_half_typed_about_the_order_stays_and_is_sent_once(hall: Hall, visit: Visit):
    visitor = visit("arbiter", stream := hall.open(4))
    visitor.expected = ["404"]  # of the player who is not there
    page = visitor.go(f"/console/{stream}/players")
    page.fill("#separate-players", "1 99")
    page.locator("#separate-form button").click()
    expect(page.locator("#separate-error")).not_to_be_empty()
    page.focus("#separate-reason")
    hall.do(stream, "withdraw-player", player=4, reason="Ill")
    expect(page.locator("tr[data-player='4']")).to_contain_text("withdrawn")
    expect(page.locator("#separate-error")).not_to_be_empty()  # still to be read
    expect(page.locator("#separate-reason")).to_be_focused()
    expect(page.locator("#separate-players")).to_have_value("1 99")
    page.fill("#separate-players", "1 2")
    page.locator("#separate-form button").click()
    expect(page.locator(".separations li")).to_have_count(1)
    told = [entry for entry in hall.ask(f"/t/{stream}/audit")["entries"] if entry["what"].startswith("players-sep")]
    assert len(told) == 1


def test_a_link_of_the_audit_is_followed_while_results_come_in(hall: Hall, visit: Visit):
    stream = published(hall)
    page = arbiter(visit, stream, "audit")
    link = page.locator("#v2 a").first
    link.focus()
    marked(link)
    result(hall, stream, 1)
    expect(page.locator(f"#v{hall.ask(f'/t/{stream}')['version']}")).to_be_visible()
    expect(link).to_be_focused()
    assert is_marked(link)
    pressed(link, lambda: result(hall, stream, 2))
    page.wait_for_url("**/audit?version=2")


def test_a_step_of_the_overview_is_taken_while_results_come_in(hall: Hall, visit: Visit):
    stream = published(hall)
    page = arbiter(visit, stream, "")
    pressed(page.locator("#next"), lambda: result(hall, stream, 1))
    page.wait_for_url("**/rounds/1")


def test_a_proposal_is_dropped_while_others_write(hall: Hall, visit: Visit):
    stream = hall.open(8)
    hall.play(stream, 1)
    hall.play(stream, 1, is_closed=False)
    page = arbiter(visit, stream, "corrections?of=1&board=2&result=0-1")
    for board, reason in (("2", "A protest was granted."), ("3", "Both say so.")):
        page.select_option("#board", board)
        page.select_option("#result", "0-1")
        page.fill("#reason", reason)
        page.keyboard.press("Enter")
        expect(page.locator("#proposals")).to_contain_text(reason)
    expect(page.locator("#write")).to_be_enabled()
    page.check("#everybody")
    first = page.locator("#proposals li").first
    first.locator("input").uncheck()
    expect(page.locator("#write")).to_be_enabled()
    first.locator("button").focus()
    marked(first)
    hall.do(stream, "announce", text="Lunch")
    expect(page.locator("#write")).to_be_disabled()
    expect(page.locator("#write")).to_be_enabled()
    expect(first.locator("button")).to_be_focused()
    expect(first.locator("input")).not_to_be_checked()
    expect(page.locator("#everybody")).to_be_checked()
    expect(page.locator(".compared tbody tr:visible")).to_have_count(8)
    assert is_marked(first)
    pressed(first.locator("button"), lambda: hall.do(stream, "announce", text="Dinner"), held=900)
    expect(page.locator("#proposals li")).to_have_count(1)


# -- the round ---------------------------------------------------------------------------------------------------------


def test_a_dispute_is_settled_while_another_one_comes(hall: Hall, visit: Visit):
    _, anna, bram = two_arbiters(hall, visit)
    disputed(anna, bram)
    enter(anna, ["1 1"])
    expect(bram.locator("tr[data-board='1'] .result")).to_have_text("1–0")
    keep = anna.locator(".dispute[data-board='2'] .keep")
    marked(keep)
    keep.hover()
    anna.mouse.down()
    enter(bram, ["1 0"])
    expect(anna.locator(".dispute")).to_have_count(2)
    assert is_marked(keep)
    anna.mouse.up()
    expect(anna.locator(".dispute[data-board='2']")).to_have_count(0)


def test_a_board_is_opened_while_its_result_comes_in(hall: Hall, visit: Visit):
    stream = open_round(hall, 8)
    page = at_the_round(visit("arbiter", stream), stream)
    row = page.locator("tr[data-board='3']")
    pressed(row.locator("button"), lambda: result(hall, stream, 3))
    expect(row.locator(".result")).to_have_text("1–0")
    expect(page.locator("dialog[open]")).to_be_visible()


def test_a_difference_of_the_second_pass_is_settled_while_results_come_in(hall: Hall, visit: Visit):
    stream = open_round(hall, 8)
    result(hall, stream, 1)
    page = at_the_round(visit("arbiter", stream), stream)
    page.check("#second-pass")
    enter(page, ["1 0"])
    pressed(page.locator(".differences .keep"), lambda: result(hall, stream, 2))
    expect(page.locator(".differences li")).to_have_count(0)


def test_a_tick_is_not_taken_away_by_who_meant_to_make_it(hall: Hall, visit: Visit):
    """Two helpers at the door tick the same player, the second while the first one's hand is on the button."""
    stream = hall.open(4)
    page = arbiter(visit, stream, "check-in")
    button = page.locator("#roll li[data-player='2'] button")
    pressed(button, lambda: hall.do(stream, "check-in", player=2, round=1))
    expect(button).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(button).to_have_attribute("aria-pressed", "true")
