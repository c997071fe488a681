"""Members on their phones: two report two different results, and the arbiter decides; one signs off and on again."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.hall import Hall

PHONE = {"viewport": {"width": 390, "height": 844}}


def come_in(visit: Visit, hall: Hall, stream: str, player: int, expected: tuple[str, ...] = ()) -> Page:
    """By the member's own link, as from the code on paper. ``expected``: of what the browser may complain."""
    visitor = visit(None, **PHONE)
    visitor.expected.extend(expected)
    page = visitor.page
    page.goto(hall.member_link(stream, player))
    page.locator("button.primary").click()
    page.wait_for_url(f"**/p/{stream}/{player}")
    return page


def test_two_phones_report_two_results_and_the_arbiter_decides(hall: Hall, visit: Visit):
    stream = hall.open(4, system="keizer", tiebreaks=[])
    hall.do(stream, "change-member-rights", results=True, absent=False)
    hall.do(stream, "pair-by-hand", round=1, boards=[{"white": 1, "black": 2}, {"white": 3, "black": 4}])
    hall.do(stream, "publish-round", round=1)
    desk = visit().go(f"/console/{stream}/rounds/1")
    anna, bram = (come_in(visit, hall, stream, player) for player in (1, 2))

    anna.get_by_role("button", name="I won").click()
    expect(anna.locator("#member .report")).to_contain_text("has not confirmed it yet")
    expect(bram.locator("#member .report")).to_contain_text("for you: loss. Is that right?")
    expect(desk.locator("#sheet tr[data-board='1'] .reported")).to_contain_text("reported by Anna Visser")
    expect(desk.locator("#count")).to_contain_text("1 reported by a player, not confirmed")

    bram.get_by_role("button", name="It was another result").click()
    bram.get_by_role("button", name="Draw").click()
    for phone in (anna, bram):
        expect(phone.locator("#member .report")).to_contain_text("The arbiter decides")
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    expect(desk.locator("#disputes .dispute")).to_have_count(1)

    hall.do(stream, "correct-result", round=1, board=1, result="1/2", reason="both say so now")
    expect(bram.locator("#member .report")).to_contain_text("It stands: draw")
    expect(desk.locator("#disputes .dispute")).to_have_count(0)

    katrin = come_in(visit, hall, stream, 3)
    katrin.get_by_role("button", name="I lost").click()
    desk.get_by_role("button", name="Confirm", exact=True).click()
    expect(desk.locator("#count")).not_to_contain_text("not confirmed")
    expect(katrin.locator("#member .report")).to_contain_text("It stands: loss")


def test_a_member_signs_off_for_an_evening_and_sees_when_it_was_recorded(hall: Hall, visit: Visit):
    stream = hall.open(4, system="keizer", tiebreaks=[])
    evenings = [{"starts": f"2199-10-0{number}T20:00", "round": number} for number in (1, 2, 3, 4)]
    hall.do(stream, "set-schedule", schedule=evenings, zone="Europe/Tallinn", notice=24 * 60)
    page = come_in(visit, hall, stream, 2)
    second = page.locator(".evening").nth(1)
    expect(second).to_contain_text("You are coming.")
    expect(second).to_contain_text("You may change it until")
    second.get_by_role("button", name="Sign off").click()
    expect(second).to_contain_text("You have signed off. (recorded")
    second.get_by_role("button", name="I am coming after all").click()
    expect(second).to_contain_text("You are coming. (recorded")
    entries = [entry["what"] for entry in hall.ask(f"/t/{stream}/audit")["entries"]][-2:]
    assert entries == ["absence-announced", "absence-cancelled"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
