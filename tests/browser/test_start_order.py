"""Order and chance in the console: the first colour, the start order, new start numbers, who is kept apart."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.hall import Hall


def players_page(owner: Visitor, stream: str) -> Page:
    return owner.go(f"/console/{stream}/players")


def test_the_first_colour_is_drawn_and_players_are_kept_apart(owner: Visitor, hall: Hall):
    owner.expected += ["409"]
    stream = hall.open()
    hall.do(stream, "register-players", players=[{"player": {"number": 0, "name": name}} for name in ("A", "B", "C")])
    page = players_page(owner, stream)
    page.get_by_role("button", name="Draw by lot").click()
    expect(page.locator("#first-colour")).to_contain_text("Drawn:")
    page.locator("#separate-players").fill("1, 3")
    page.locator("#separate-reason").fill("Siblings")
    page.get_by_role("button", name="Keep apart").click()
    expect(page.locator(".separations")).to_contain_text("A, C")
    page.get_by_role("button", name="Lift").click()
    expect(page.locator(".separations")).to_have_count(0)
    page.locator("#order-numbers").fill("3 1-2")
    page.get_by_role("button", name="Set the order").click()
    page.get_by_role("dialog").get_by_role("button", name="Confirm").click()
    expect(page.get_by_text("As set: 3, 1, 2")).to_be_visible()


def test_c_04_2_2_3_new_start_numbers_are_shown_and_then_given(owner: Visitor, hall: Hall):
    owner.expected += ["409", "409"]
    stream = hall.open(4)
    hall.play(stream, 1)
    weiss = {"name": "Jürgen Weiß", "rating": 2200, "number": 4, "club": "Utrecht"}
    hall.do(stream, "correct-player", player=weiss, reason="The list of May.")
    page = players_page(owner, stream)
    numbers = page.locator("#number-table tbody tr")
    expect(numbers).to_have_count(4)
    expect(numbers.first).to_have_text("Jürgen Weiß 2200 4 1", use_inner_text=True)
    page.get_by_role("button", name="Give new start numbers").click()
    expect(page.locator("#renumber-reason-error")).not_to_be_empty()
    page.locator("#renumber-reason").fill("The list of May.")
    page.get_by_role("button", name="Give new start numbers").click()
    page.get_by_role("dialog").get_by_role("button", name="Confirm").click()
    expect(page.locator("#new-numbers")).to_have_count(0)
    [told] = hall.ask(f"/t/{stream}/audit")["entries"][-1:]
    assert (told["what"], told["reason"]) == ("players-renumbered", "The list of May.")


def test_q147_two_of_equal_rating_exchange_their_numbers_once_that_is_confirmed(owner: Visitor, hall: Hall):
    owner.expected += ["409", "409"]
    stream = hall.open()
    new = [{"player": {"number": 0, "name": name, "rating": 2000 - 100 * (name == "C")}} for name in ("A", "B", "C")]
    hall.do(stream, "register-players", players=new)
    page = players_page(owner, stream)
    field = page.get_by_label("Two players of equal rating exchange their start numbers")
    field.fill("1")
    page.get_by_role("button", name="Exchange numbers").click()
    expect(page.locator("#exchange-error")).to_have_text("Two numbers, please.")
    field.fill("1 3")
    page.get_by_role("button", name="Exchange numbers").click()
    expect(page.locator("#exchange-error")).to_contain_text("different ones")
    field.fill("1 2")
    page.get_by_role("button", name="Exchange numbers").click()
    question = page.get_by_role("dialog")
    expect(question).to_contain_text("start number 1 becomes 2")
    question.get_by_role("button", name="Confirm").click()
    expect(page.get_by_text("As set: 2, 1, 3")).to_be_visible()


def test_a_start_order_that_misses_somebody_is_told_at_the_field(owner: Visitor, hall: Hall):
    owner.expected.append("409")
    page = players_page(owner, hall.open(3))
    page.locator("#order-numbers").fill("3 1")
    page.get_by_role("button", name="Set the order").click()
    expect(page.locator("#order-error")).to_contain_text("2")
    expect(page.locator("#order-numbers")).to_have_value("3 1")
