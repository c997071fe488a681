"""Announcements and the round clock."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import Visit, Visitor
from tests.browser.hall import Hall
from tests.displays.web.old_announcements import PAST, exported


def test_an_announcement_is_made_and_taken_away(owner: Visitor, hall: Hall):
    owner.expected.append("409")
    stream = hall.open()
    page = owner.go(f"/console/{stream}/hall")
    page.get_by_role("button", name="Announce", exact=True).click()
    expect(page.locator("#announce-error")).to_contain_text("must not be empty")
    page.get_by_label("Announcement", exact=True).fill("Prize-giving at 18:00")
    page.keyboard.press("Enter")
    expect(page.locator(".announced")).to_contain_text("Prize-giving at 18:00")
    expect(page.get_by_label("Announcement", exact=True)).to_have_value("")
    page.get_by_role("button", name="Take away: Prize-giving at 18:00").click()
    expect(page.locator(".announced")).to_have_count(0)


def test_all_that_is_wrong_with_the_clock_is_told_at_once(owner: Visitor, hall: Hall):
    owner.expected.append("409")
    stream = hall.open(4)
    page = owner.go(f"/console/{stream}/hall")
    page.get_by_label("Round", exact=True).fill("one")
    page.get_by_label("Starts").fill("")
    page.get_by_label("Minutes").fill("long")
    page.get_by_role("button", name="Set the clock").click()
    expect(page.locator("#f-round-error")).to_have_text("Round: a whole number.")
    expect(page.locator("#f-starts-error")).to_have_text("Choose a day and a time.")
    expect(page.locator("#f-minutes-error")).to_contain_text("from 1 to 1440")
    expect(page.locator("#f-ends-error")).to_be_empty()
    expect(page.get_by_label("Round", exact=True)).to_be_focused()
    page.get_by_label("Round", exact=True).fill("9")
    page.get_by_label("Minutes").fill("90")
    page.get_by_role("button", name="Set the clock").click()
    expect(page.locator("#f-minutes-error")).to_be_empty()
    expect(page.locator("#f-round-error")).to_contain_text("not in the programme")
    expect(page.locator("#f-starts-error")).to_have_text("Choose a day and a time.")
    assert hall.ask(f"/t/{stream}")["clock"] is None


def test_all_that_is_wrong_with_an_announcement_is_told_at_once(owner: Visitor, hall: Hall):
    owner.expected.append("409")
    page = owner.go(f"/console/{hall.open()}/hall")
    page.get_by_label("Until").fill("2020-01-01T10:00")
    page.get_by_role("button", name="Announce", exact=True).click()
    expect(page.locator(".field:has([name=until]) .field-error")).to_have_text(re.compile("^That moment has passed"))
    expect(page.locator("#announce-error")).to_contain_text("must not be empty")


def test_an_announcement_for_a_moment_that_has_passed_is_told_at_its_field(owner: Visitor, hall: Hall):
    owner.expected.append("409")
    page = owner.go(f"/console/{hall.open()}/hall")
    page.get_by_label("Announcement", exact=True).fill("Round 3 starts")
    page.get_by_label("Until").fill("2020-01-01T10:00")
    page.get_by_role("button", name="Announce", exact=True).click()
    expect(page.locator(".field:has([name=until]) .field-error")).to_contain_text("has passed")
    expect(page.get_by_label("Announcement", exact=True)).to_have_value("Round 3 starts")
    expect(page.locator(".announced")).to_have_count(0)


def test_minutes_that_are_none_are_told_at_their_field(owner: Visitor, hall: Hall):
    owner.expected.append("409")
    page = owner.go(f"/console/{hall.open(4)}/hall")
    for typed in ("abc", "-5", "0", "999999", "1.5"):
        page.get_by_label("Minutes").fill(typed)
        page.get_by_role("button", name="Set the clock").click()
        expect(page.locator("#f-minutes-error")).to_contain_text("from 1 to 1440")
        expect(page.get_by_label("Minutes")).to_have_value(typed)


def test_the_clock_runs_is_lengthened_and_cleared(owner: Visitor, hall: Hall):
    stream = hall.open(4)
    hall.do(stream, "pair-round", round=1)
    page = owner.go(f"/console/{stream}/hall")
    page.get_by_label("Minutes").fill("90")
    page.get_by_role("button", name="Start now").click()
    expect(page.locator("#clock-face")).to_have_text(re.compile(r"^01:(30|29):\d\d$"))
    first = hall.ask(f"/t/{stream}")["clock"]
    page.get_by_role("button", name="+5 min").click()
    expect(page.locator("#clock-face")).to_have_text(re.compile(r"^01:3[45]:\d\d$"))
    assert hall.ask(f"/t/{stream}")["clock"]["starts"] == first["starts"]
    page.locator("#clock").get_by_role("button", name="Take away").click()
    expect(page.locator("#clock")).to_contain_text("No clock is set.")


def test_start_now_gives_the_round_its_full_time(visit: Visit, hall: Hall):
    stream, owner = hall.open(4), visit(once=True)
    # This machine is 47 seconds fast: it is the server's clock that the screens count by.
    owner.page.add_init_script("{ const real = Date.now; Date.now = () => real() + 47000; }")
    page = owner.go(f"/console/{stream}/hall")
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    page.get_by_label("Minutes").fill("3")
    page.get_by_role("button", name="Start now").click()
    expect(page.locator("#clock-face")).to_have_text(re.compile(r"^00:(03:00|02:5[5-9])$"))
    clock = hall.ask(f"/t/{stream}")["clock"]
    starts, ends = (datetime.fromisoformat(clock[name]) for name in ("starts", "ends"))
    assert ends - starts == timedelta(minutes=3)
    assert abs(datetime.now(UTC) - starts) < timedelta(seconds=10)


def test_a_clock_that_ends_before_it_starts_is_told_at_its_field(owner: Visitor, hall: Hall):
    owner.expected.append("409")
    page = owner.go(f"/console/{hall.open(4)}/hall")
    page.get_by_label("Starts").fill("2026-05-01T14:00")
    page.get_by_label("Ends").fill("2026-05-01T13:00")
    page.get_by_role("button", name="Set the clock").click()
    expect(page.locator("#f-ends-error")).not_to_be_empty()
    expect(page.get_by_label("Starts")).to_have_value("2026-05-01T14:00")
    page.get_by_label("Ends").fill("")
    page.get_by_label("Round", exact=True).fill("12")
    page.get_by_role("button", name="Set the clock").click()
    expect(page.locator("#f-round-error")).to_contain_text("not in the programme")


def test_the_words_with_which_an_old_announcement_ends_are_shown_as_they_are(
    owner: Visitor, hall: Hall, tmp_path: Path
):
    hall.bring(exported(tmp_path, "old-hall", "after round 5", "2020-05-01T18:00", PAST))
    page = owner.go("/console/old-hall/hall")
    expect(page.locator(".announced.standing small")).to_have_text(["until 2020-05-01T18:00", "until after round 5"])
    expect(page.locator(".announced.expired li")).to_have_count(1)
    page.get_by_role("button", name="Take away: Until 'after round 5'").click()
    expect(page.locator(".announced.standing li")).to_have_count(1)


def test_an_announcement_whose_time_is_over_is_not_told_to_be_shown(owner: Visitor, hall: Hall):
    stream = hall.open()
    soon = (datetime.now(UTC) + timedelta(seconds=4)).isoformat()
    hall.do(stream, "announce", text="Lunch", until=soon)
    hall.do(stream, "announce", text="Prize-giving at 18:00")
    page = owner.go(f"/console/{stream}/hall")
    expect(page.locator(".announced.standing li")).to_have_count(2)
    expect(page.locator("#announcements")).not_to_contain_text("Expired")
    expect(page.locator(".announced.expired")).to_contain_text("Lunch", timeout=9000)
    expect(page.locator(".announced.standing li")).to_have_count(1)
    page.reload()
    expect(page.locator(".announced.expired")).to_contain_text("Lunch")
    page.get_by_role("button", name="Take away: Lunch").click()
    expect(page.locator(".announced.expired")).to_have_count(0)
