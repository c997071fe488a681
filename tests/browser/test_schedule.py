"""The schedule in real Chromium: filled in and moved on the settings page; screens, phones and pages say it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.glass import screen
from tests.browser.hall import Hall

FIRST = datetime.now(UTC).date() + timedelta(days=3)


def row(page: Page, name: str):
    return page.get_by_role("group", name=name, exact=True)


def test_rounds_are_filled_in_saved_and_one_is_moved_with_a_reason(hall: Hall, visit: Visit):
    stream = hall.open(4)
    owner = visit("owner")
    owner.expected.append("/schedule")  # a round in the wrong order
    page = owner.go(f"/console/{stream}/settings")
    page.get_by_label("Day of round 1").fill(f"{FIRST}")
    page.get_by_label("Times of the rounds of a day").fill("25:00")
    page.get_by_role("button", name="Fill in").click()
    expect(page.locator("#schedule-times-error")).to_contain_text("Two a day")
    page.get_by_label("Times of the rounds of a day").fill("10:00, 15.00")
    page.get_by_label("Days from one").fill("1")
    page.keyboard.press("Enter")
    expect(row(page, "Round 2").get_by_label("Starts")).to_have_value("15:00")
    expect(row(page, "Round 3").get_by_label("Day")).to_have_value(f"{FIRST + timedelta(days=1)}")
    page.get_by_role("button", name="Add a line").click()
    page.keyboard.type("Lunch")
    lunch = row(page, "What")
    lunch.get_by_label("Day").fill(f"{FIRST}")
    lunch.get_by_label("Starts").fill("12:30")
    lunch.get_by_label("Ends").fill("13:30")
    page.get_by_label("Time zone of the venue").fill("Europe/Tallinn")
    row(page, "Round 2").get_by_label("Starts").fill("10:00")
    page.get_by_role("button", name="Save the schedule").click()
    expect(row(page, "Round 2").locator(".field-error")).to_contain_text("has to begin after round 1")
    row(page, "Round 2").get_by_label("Starts").fill("15:00")
    page.get_by_role("button", name="Save the schedule").click()
    expect(page.locator("#notices")).to_contain_text("The schedule is saved.")

    row(page, "Round 2").get_by_label("Starts").fill("16:00")
    page.get_by_role("button", name="Save the schedule").click()
    page.get_by_role("dialog").get_by_label("Reason").fill("The hall is not free.")
    page.get_by_role("dialog").get_by_role("button", name="Move").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    public = visit(None).go(f"/t/{stream}")
    expect(public.locator("main")).to_contain_text("16:00 (The hall is not free).")
    public.get_by_role("link", name="Schedule", exact=True).click()
    expect(public.locator("main")).to_contain_text("12:30–13:30")
    expect(public.get_by_role("link", name="Calendar (iCal)")).to_be_visible()


def test_screens_and_phones_say_when_the_next_round_begins_and_follow_a_move(hall: Hall, visit: Visit):
    stream = hall.open(4)
    day = f"{FIRST.day} {FIRST:%b}"
    plan = [{"starts": f"{FIRST}T14:00", "round": 1}, {"starts": f"{FIRST + timedelta(days=7)}T14:00", "round": 2}]
    hall.do(stream, "set-schedule", schedule=plan, zone="UTC", notice=120)
    boards, clock = (screen(visit, f"/screen/{stream}?view={view}") for view in ("boards", "clock"))
    phone = visit(None).go(f"/p/{stream}/1")
    expect(boards.locator("#time")).to_contain_text(day)
    expect(clock.locator("#stage")).to_contain_text("Round 1")
    expect(phone.locator("#schedule")).to_contain_text("Absences are announced at least 2 hours before the round.")
    expect(phone.locator("#schedule li")).to_have_count(2)
    soon = datetime.now(UTC) + timedelta(hours=2)
    hall.do(stream, "move-round", round=1, starts=f"{soon:%Y-%m-%dT%H:%M}", reason="The arbiter is ill.")
    told = f"{soon:%H:%M}"
    for place in (boards.locator("#time"), clock.locator("#stage"), phone.locator("#schedule")):
        expect(place).to_contain_text(told)
    expect(clock.locator(".digits")).to_contain_text("1:59:")
