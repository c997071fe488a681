"""Somebody else is faster by a moment: a button writes nothing over what the person has not seen, and says so."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Visit
from tests.browser.glass import published
from tests.browser.hall import Hall
from tests.browser.test_seats import drafted, pairs

TOLD = "Somebody else has changed this meanwhile; nothing was written."


def overtaken(page: Page, address: str, act: Callable[[], object]) -> None:
    """Before the first write to that address arrives, this happens."""

    def first(route: Route) -> None:
        act()
        route.continue_()

    page.route(address, first, times=1)


def arbiter(visit: Visit, stream: str, path: str) -> Page:
    visitor = visit("arbiter", stream)
    visitor.expected = ["409"]
    return visitor.go(f"/console/{stream}/{path}")


def stage(hall: Hall, stream: str, view: str) -> object:
    return hall.do(stream, "set-screen", screen={"name": "stage", "scenes": [{"view": view}]})


def test_a_screen_that_was_changed_is_not_removed(hall: Hall, visit: Visit):
    stream = published(hall)
    stage(hall, stream, "boards")
    page = arbiter(visit, stream, "screens")
    overtaken(page, "**/screens/stage", lambda: stage(hall, stream, "clock"))
    page.get_by_role("button", name="Remove").click()
    expect(page.locator(".notice.bad")).to_contain_text(TOLD)
    expect(page.locator(".screen-card")).to_contain_text("round clock")
    overtaken(page, "**/screens/stage", lambda: hall.do(stream, "announce", text="Nothing about screens"))
    page.get_by_role("button", name="Remove").click()
    expect(page.locator(".screen-card")).to_have_count(0)


def test_a_new_screen_does_not_take_the_place_of_another_by_its_name(hall: Hall, visit: Visit):
    stream = published(hall)
    stage(hall, stream, "clock")
    page = arbiter(visit, stream, "screens")
    page.fill("#name", "stage")
    page.click("#form .primary")
    expect(page.locator("#name-error")).to_contain_text("There is a screen called “stage” already.")
    expect(page.locator("#name")).to_be_focused()
    expect(page.locator(".screen-card")).to_contain_text("round clock")
    page.fill("#name", "door")
    page.click("#form .primary")
    expect(page.locator(".screen-card")).to_have_count(2)


def test_a_player_who_left_meanwhile_is_not_withdrawn_once_more(hall: Hall, visit: Visit):
    stream = hall.open(4)
    page = arbiter(visit, stream, "players")
    page.get_by_role("button", name="Change Bram de Jong").click()
    page.locator("#leave-reason").fill("Has gone home")
    hall.do(stream, "withdraw-player", player=2, reason="Ill")
    page.get_by_role("button", name="Withdraw").click()
    expect(page.locator("#leave-form .form-problem")).to_contain_text(TOLD)
    expect(page.locator("#leave-reason")).to_have_value("Has gone home")
    entry = hall.ask(f"/t/{stream}/players")[1]
    assert [one["from_round"] for one in entry["withdrawals"]] == [1]


def test_what_happens_to_others_does_not_stand_in_the_way_of_a_withdrawal(hall: Hall, visit: Visit):
    stream = hall.open(4)
    page = arbiter(visit, stream, "players")
    page.get_by_role("button", name="Change Bram de Jong").click()
    hall.do(stream, "withdraw-player", player=3, reason="Ill")
    page.get_by_role("button", name="Withdraw").click()
    expect(page.locator("tr[data-player='2']")).to_contain_text("withdrawn from round 1")


# -- absences: one version for all cells, and each by itself -----------------------------------------------------------


def absent(hall: Hall, stream: str, player: int, outcome: str) -> object:
    return hall.do(stream, "announce-absence", player=player, rounds=[2], outcome=outcome)


def absences(hall: Hall, stream: str) -> dict[int, dict[str, str]]:
    players = hall.ask(f"/t/{stream}/players")
    return {one["player"]["number"]: one["absences"] for one in players if one.get("absences")}


def test_a_cell_that_somebody_else_changed_is_shown_as_it_stands_and_not_written_over(hall: Hall, visit: Visit):
    stream = hall.open(4)
    page = arbiter(visit, stream, "absences")
    page.fill("#search", "bram")
    overtaken(page, "**/players/2/absences", lambda: absent(hall, stream, 2, "half-bye"))
    page.get_by_label("Bram de Jong, round 2: plays").click()
    expect(page.locator(".notice.bad")).to_contain_text(TOLD)
    expect(page.get_by_label("Bram de Jong, round 2: half-point bye")).to_be_focused()
    expect(page.locator("#absence-table tbody tr:visible")).to_have_count(1)  # as searched for
    assert absences(hall, stream) == {2: {"2": "half-bye"}}
    page.keyboard.press("Space")  # now it has been seen
    expect(page.get_by_label("Bram de Jong, round 2: plays")).to_be_visible()
    expect(page.locator("[aria-busy]")).to_have_count(0)
    assert absences(hall, stream) == {}


def test_another_cell_does_not_stand_in_the_way(hall: Hall, visit: Visit):
    stream = hall.open(4)
    page = arbiter(visit, stream, "absences")
    overtaken(page, "**/players/2/absences", lambda: absent(hall, stream, 3, "half-bye"))
    page.get_by_label("Bram de Jong, round 2: plays").click()
    expect(page.get_by_label("Katrin Tamm, round 2: half-point bye")).to_be_visible()  # the other's is shown as well
    expect(page.get_by_label("Bram de Jong, round 2: absent with notice")).to_be_focused()
    expect(page.locator("[aria-busy]")).to_have_count(0)
    expect(page.locator("tfoot td").nth(1)).to_have_text("2")
    expect(page.locator(".notice.bad")).to_have_count(0)
    assert absences(hall, stream) == {2: {"2": "absent"}, 3: {"2": "half-bye"}}


def test_who_has_left_meanwhile_is_not_marked_absent(hall: Hall, visit: Visit):
    stream = hall.open(4)
    page = arbiter(visit, stream, "absences")
    overtaken(page, "**/players/2/absences", lambda: hall.do(stream, "withdraw-player", player=2, reason="Ill"))
    page.get_by_label("Bram de Jong, round 2: plays").click()
    expect(page.locator(".notice.bad")).to_contain_text(TOLD)
    expect(page.locator("#absence-2-2")).to_have_text("–")
    assert absences(hall, stream) == {}


def test_two_who_want_the_same_for_a_cell_both_have_it(hall: Hall, visit: Visit):
    stream = hall.open(4)
    page = arbiter(visit, stream, "absences")
    overtaken(page, "**/players/2/absences", lambda: absent(hall, stream, 2, "absent"))
    page.get_by_label("Bram de Jong, round 2: plays").click()
    expect(page.locator("[aria-busy]")).to_have_count(0)
    expect(page.get_by_label("Bram de Jong, round 2: absent with notice")).to_be_visible()
    expect(page.locator(".notice.bad")).to_have_count(0)
    assert absences(hall, stream) == {2: {"2": "absent"}}


def test_cells_typed_fast_do_not_overtake_each_other(hall: Hall, visit: Visit):
    stream = hall.open(4)
    visitor = visit("arbiter", stream)  # no conflict with oneself: every 409 fails the test
    page = visitor.go(f"/console/{stream}/absences")
    page.get_by_label("Anna Visser, round 2: plays").focus()
    for key in ("h", "ArrowDown", "a", " ", "a", "ArrowDown", "a", " "):
        page.keyboard.press(key)
    expect(page.locator("[aria-busy]")).to_have_count(0)
    assert absences(hall, stream) == {1: {"2": "half-bye"}, 2: {"2": "absent"}}


def test_the_clock_that_somebody_else_set_is_not_lengthened_unseen(hall: Hall, visit: Visit):
    def clock(hour: int) -> object:
        times = {"starts": f"2026-05-01T{hour}:00Z", "ends": f"2026-05-01T{hour + 2}:00Z"}
        return hall.do(stream, "set-clock", round=1, **times)

    stream = hall.open(4)
    clock(10)
    page = arbiter(visit, stream, "hall")
    overtaken(page, "**/rounds/1/clock", lambda: clock(14))
    page.get_by_role("button", name="+5 min").click()
    expect(page.locator(".notice.bad")).to_contain_text(TOLD)
    assert hall.ask(f"/t/{stream}")["clock"]["ends"].startswith("2026-05-01T16:00")


def test_lots_are_not_drawn_over_lots_that_nobody_saw(hall: Hall, visit: Visit):
    stream = hall.open(4)
    page = arbiter(visit, stream, "lots")
    overtaken(page, "**/lots", lambda: hall.do(stream, "draw-lots", seed="on the stage"))
    page.get_by_role("button", name="Draw lots for all").click()
    expect(page.locator(".notice.bad")).to_contain_text(TOLD)
    drawn = [entry for entry in hall.ask(f"/t/{stream}/audit")["entries"] if entry["what"] == "lots-drawn"]
    assert [entry["seed"] for entry in drawn] == ["on the stage"]


def test_boards_that_were_changed_are_not_published_unseen(hall: Hall, visit: Visit):
    stream, number = drafted(hall)
    page = arbiter(visit, stream, f"rounds/{number}")
    expect(page.locator("#verdict")).to_contain_text("No absolute rule is broken.")
    (white, black), *others = pairs(hall, stream)
    boards = [{"white": one, "black": two} for one, two in ((black, white), *others)]
    asked = {"round": number, "boards": boards, "reason": "They sat so."}
    overtaken(page, "**/publication", lambda: hall.do(stream, "change-round", **asked))
    page.get_by_role("button", name=f"Publish round {number}").click()
    expect(page.locator(".notice.bad").filter(has_text=TOLD)).to_be_visible()
    assert hall.ask(f"/t/{stream}")["rounds"][-1]["phase"] == "paired"
    page.get_by_role("button", name=f"Publish round {number}").click()
    expect(page.locator("#entry-line")).to_be_visible()
