"""A whole event by keyboard, and the steps of a round: preview, take, publish, enter, close, take back."""

from __future__ import annotations

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Visit
from tests.browser.hall import Hall
from tests.browser.keyboard import enter, press, say_yes

ROUNDS = 5


def rounds(hall: Hall, stream: str) -> list[str]:
    """The phases."""
    return [played["phase"] for played in hall.ask(f"/t/{stream}")["rounds"]]


def test_five_rounds_from_the_first_pairing_to_the_final_table_without_the_mouse(hall: Hall, visit: Visit):
    stream = hall.open(7, rounds=ROUNDS)
    page = visit("arbiter", stream).go(f"/console/{stream}/rounds/1")
    for number in range(1, ROUNDS + 1):
        play(page, number)
        if number < ROUNDS:
            press(page, f"To round {number + 1}")
            page.wait_for_url(f"**/rounds/{number + 1}")
    press(page, "To the standings")
    page.wait_for_url("**/standings")
    expect(page.get_by_text("after round 5")).to_be_visible()
    expect(page.locator(".signature")).to_contain_text("Check value: ")
    assert rounds(hall, stream) == ["closed"] * ROUNDS


def play(page: Page, number: int) -> None:
    press(page, f"Pair round {number}")
    expect(page.locator("#take-pairing")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("draft")
    press(page, f"Publish round {number}")
    expect(page.locator("#entry-line")).to_be_focused()
    enter(page, (f"{board} {'10='[(board + number) % 3]}" for board in range(1, 4)))
    expect(page.locator("#count")).to_have_text("3 of 3 results")
    press(page, f"Close round {number}")
    expect(page.locator("h1")).to_contain_text("closed")


def test_a_button_that_is_pressed_before_the_scripts_of_its_page_are_there_is_not_lost(hall: Hall, visit: Visit):
    stream = hall.open(6, rounds=ROUNDS)
    hall.do(stream, "pair-round", round=1)
    visitor = visit("arbiter", stream)
    held: list[Route] = []
    visitor.page.route("**/round/main.js", lambda route: held.append(route), times=1)
    visitor.page.goto(f"{hall.address}/console/{stream}/rounds/1", wait_until="commit")
    publish = visitor.page.get_by_role("button", name="Publish round 1")
    publish.click()
    publish.press("Enter")  # impatient
    assert rounds(hall, stream) == ["paired"]
    held[0].continue_()
    expect(visitor.page.locator("#entry-line")).to_be_focused()
    assert rounds(hall, stream) == ["published"]


def test_what_needs_no_script_does_not_wait_for_one(hall: Hall, visit: Visit):
    visitor = visit("arbiter", hall.open(6, rounds=ROUNDS), name="Gone")
    visitor.page.route("**/console/page/frame.js", lambda route: None)
    visitor.page.goto(f"{hall.address}/console", wait_until="commit")
    visitor.page.locator("#me summary").click()
    visitor.page.get_by_role("button", name="Sign out").click()
    visitor.page.wait_for_url(lambda address: "/console" not in address)


def test_a_round_that_cannot_be_closed_yet_says_what_it_waits_for(hall: Hall, visit: Visit):
    stream = hall.open(6, rounds=ROUNDS)
    hall.do(stream, "pair-round", round=1)
    hall.do(stream, "publish-round", round=1)
    visitor = visit("arbiter", stream)
    visitor.expected += ["WebSocket", "net::", "Failed to fetch"]
    page = visitor.go(f"/console/{stream}/rounds/1")
    close = page.get_by_role("button", name="Close round 1")
    expect(page.locator("#close-hint")).to_have_text("3 results still missing")
    expect(close).to_have_accessible_description("3 results still missing")
    expect(close).to_have_attribute("title", "3 results still missing")
    enter(page, ["1 1", "2 1"])
    expect(page.locator("#close-hint")).to_have_text("1 result still missing")
    expect(close).to_be_disabled()
    visitor.context.set_offline(True)
    enter(page, ["3 1"])
    expect(page.locator("#close-hint")).to_have_text("1 result not sent yet")
    expect(close).to_be_disabled()
    visitor.context.set_offline(False)
    expect(close).to_be_enabled()
    expect(page.locator("#close-hint")).to_have_text("")
    expect(close).to_have_attribute("title", "")


def test_a_preview_writes_nothing_and_tells_why(hall: Hall, visit: Visit):
    stream = hall.open(9, rounds=ROUNDS)
    hall.play(stream, 1)
    before = hall.ask(f"/t/{stream}")["version"]
    page = visit("arbiter", stream).go(f"/console/{stream}/rounds/2")
    page.get_by_role("button", name="Pair round 2").click()
    expect(page.locator("#preview tbody tr")).to_have_count(4)
    expect(page.locator("#preview")).to_contain_text("No absolute rule is broken.")
    page.locator("#preview .why").first.click()
    expect(page.locator(".why-dialog .told").first).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Do not take it").click()
    expect(page.locator("#take-pairing")).to_have_count(0)
    assert hall.ask(f"/t/{stream}")["version"] == before


def test_the_pairing_that_was_previewed_is_the_one_that_is_taken_or_none(hall: Hall, visit: Visit):
    """Somebody goes home between the preview and the button."""
    stream = hall.open(8, rounds=ROUNDS)
    hall.play(stream, 1)
    arbiter = visit("arbiter", stream)
    arbiter.expected = ["409"]
    page = arbiter.go(f"/console/{stream}/rounds/2")
    page.get_by_role("button", name="Pair round 2").click()
    expect(page.locator("#take-pairing")).to_be_visible()
    hall.do(stream, "withdraw-player", player=1, reason="home")
    page.locator("#take-pairing").click()
    expect(page.locator(".notice.bad")).to_contain_text("this is the pairing now")
    assert rounds(hall, stream) == ["closed"]
    expect(page.locator("#preview tbody tr")).to_have_count(3)


def test_round_one_asks_for_the_first_colour_where_it_is_needed(hall: Hall, visit: Visit):
    stream = hall.open(rounds=ROUNDS)
    people = [{"player": {"number": 0, "name": f"Player {number}", "rating": 2000 - number}} for number in range(6)]
    hall.do(stream, "register-players", players=people)
    arbiter = visit("arbiter", stream)
    arbiter.expected = ["409"]
    page = arbiter.go(f"/console/{stream}/rounds/1")
    page.get_by_role("button", name="Pair round 1").click()
    page.get_by_role("button", name="White was drawn").click()
    expect(page.locator("#preview tbody tr")).to_have_count(3)


def test_a_publication_is_taken_back_with_a_reason_until_the_round_has_begun(hall: Hall, visit: Visit):
    stream = hall.open(6, rounds=ROUNDS)
    hall.do(stream, "pair-round", round=1)
    hall.do(stream, "publish-round", round=1)
    page = visit("arbiter", stream).go(f"/console/{stream}/rounds/1")
    page.get_by_role("button", name="Take the publication back").click()
    page.keyboard.press("Escape")
    assert rounds(hall, stream) == ["published"]
    page.get_by_role("button", name="Take the publication back").click()
    page.keyboard.type("A player was forgotten.")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Discard the draft").click()
    assert rounds(hall, stream) == ["paired"]
    page.keyboard.press("Enter")  # nobody has seen it: no reason is asked for
    expect(page.get_by_role("button", name="Pair round 1")).to_be_visible()
    assert rounds(hall, stream) == []

    hall.do(stream, "pair-round", round=1)
    hall.do(stream, "publish-round", round=1)  # the page follows by itself
    expect(page.locator("#entry-line")).to_be_focused()
    enter(page, ["1 1"])
    expect(page.get_by_role("button", name="Take the publication back")).to_be_hidden()


def test_a_closed_round_is_opened_again_with_a_reason(hall: Hall, visit: Visit):
    stream = hall.open(6, rounds=ROUNDS)
    hall.play(stream, 1)
    page = visit("arbiter", stream).go(f"/console/{stream}/rounds/1")
    page.get_by_role("button", name="Open the round again").click()
    page.keyboard.type("Board 2 is still playing.")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("published")
    assert rounds(hall, stream) == ["published"]


def test_a_published_round_that_has_not_begun_is_changed_by_hand(hall: Hall, visit: Visit):
    stream = hall.open(6, rounds=ROUNDS)
    hall.do(stream, "pair-round", round=1)
    hall.do(stream, "publish-round", round=1)
    arbiter = visit("arbiter", stream)
    arbiter.expected = ["409"]  # what is made by hand is compared, and confirmed
    page = arbiter.go(f"/console/{stream}/rounds/1")
    before = page.locator("tr[data-board='1'] .name").all_inner_texts()
    page.get_by_role("button", name="Change by hand").click()
    page.keyboard.press("c")
    page.get_by_role("button", name="Record the changes").click()
    page.keyboard.type("They sat down so.")
    page.keyboard.press("Enter")
    say_yes(page)
    expect(page.locator("tr[data-board='1'] .name").first).to_have_text(before[1])


def test_a_past_round_is_read_only(hall: Hall, visit: Visit):
    stream = hall.open(8, rounds=ROUNDS)
    hall.play(stream, 1)
    version = hall.ask(f"/t/{stream}")["version"]
    page = visit("arbiter", stream).go(f"/console/{stream}/rounds/1?version={version - 3}")
    expect(page.locator("#sheet tbody tr")).to_have_count(4)
    expect(page.locator("#entry-line, #close-round, #reopen, #change-by-hand")).to_have_count(0)


def test_who_was_not_ticked_at_the_door_is_named_and_enter_goes_on(hall: Hall, visit: Visit):
    stream = hall.open(6, rounds=ROUNDS)
    for player in (1, 2, 3, 4):
        hall.do(stream, "check-in", player=player, round=1)
    page = visit("arbiter", stream).go(f"/console/{stream}/rounds/1")
    expect(page.locator("#not-checked-in")).to_contain_text("Maarten Smit")
    press(page, "Pair round 1")
    expect(page.locator("#preview .missing li")).to_have_text(["Maarten Smit", "Liis Kask"])
    expect(page.get_by_role("button", name="Pair them all the same")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("draft")


def test_a_tick_at_the_door_does_not_stand_in_the_way_of_the_pairing(hall: Hall, visit: Visit):
    stream = hall.open(6, rounds=ROUNDS)
    arbiter = visit("arbiter", stream)
    arbiter.expected = ["409"]
    page = arbiter.go(f"/console/{stream}/rounds/1")
    press(page, "Pair round 1")
    expect(page.locator("#take-pairing")).to_be_focused()
    hall.do(stream, "check-in", player=1, round=1)
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("draft")
