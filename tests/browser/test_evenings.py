"""Evenings of a season in real Chromium: the grid of absences by their dates, a team at once, a cancelled evening."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.hall import Hall

TODAY = datetime.now(UTC).date()
EVENINGS = [TODAY + timedelta(days=7 * (number - 9)) for number in range(1, 21)]  # tonight is the ninth
FRIDAY = EVENINGS[9]


def season(hall: Hall) -> str:
    stream = hall.open(6, rounds=20, system="keizer")
    lines = [{"starts": f"{day}T20:00", "round": number} for number, day in enumerate(EVENINGS, start=1)]
    hall.do(stream, "set-schedule", schedule=lines, zone="UTC", notice=60 * 24 * 30)
    return stream


def absences(hall: Hall, stream: str) -> dict[int, dict[str, str]]:
    players = hall.ask(f"/t/{stream}/players")
    return {one["player"]["number"]: one["absences"] for one in players if one.get("absences")}


def test_a_season_opens_at_tonight_and_a_team_signs_off_with_one_press(hall: Hall, visit: Visit):
    stream = season(hall)
    arbiter = visit("arbiter", stream, viewport={"width": 390, "height": 844}, has_touch=True)
    page = arbiter.go(f"/console/{stream}/absences")
    tonight = page.locator("#absence-table th[aria-current]")
    expect(tonight).to_contain_text(short(EVENINGS[8]))
    expect(tonight).to_be_in_viewport(ratio=1)
    expect(page.locator(".chips .tonight")).to_contain_text("9, ")
    expect(page.locator(".chips .tonight")).to_be_in_viewport(ratio=1)
    cell = page.locator(f"#absence-2-{FRIDAY}")
    cell.tap()
    expect(page.locator("#notices")).to_contain_text("notice counted until")  # a month before
    expect(cell).to_have_attribute("data-outcome", "absent")
    assert absences(hall, stream) == {2: {"10": "absent"}}

    form = page.locator("#team-form")
    for box in form.get_by_label("Anna Visser"), form.get_by_label("Bram de Jong"):
        box.check()
    form.get_by_label("Counts as").select_option(label="playing for the team")
    form.locator(f"[name=column][value='{FRIDAY}']").check()
    form.get_by_role("button", name="Enter").click()
    done = page.locator("#notices .notice").filter(has_text="playing for the team: Anna Visser, Bram de Jong on")
    expect(done).to_be_visible()
    assert absences(hall, stream) == {
        1: {"9": "team-duty", "10": "team-duty"},
        2: {"9": "team-duty", "10": "team-duty"},
    }
    done.get_by_role("button", name="Undo").click()
    expect(page.locator("#notices")).to_contain_text("Taken back.")
    assert absences(hall, stream) == {2: {"10": "absent"}}


def test_an_evening_is_cancelled_and_played_after_all(hall: Hall, visit: Visit):
    stream = season(hall)
    hall.do(stream, "announce-absence", player=2, days=[f"{FRIDAY}"])
    page = visit("owner").go(f"/console/{stream}/settings")
    page.locator("#evening-day").select_option(f"{FRIDAY}")
    page.get_by_role("button", name="Cancel this evening").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Reason").fill("The hall is not free.")
    dialog.get_by_role("button", name="Cancel this evening").click()
    expect(page.locator("#evenings-off")).to_contain_text("The hall is not free")
    assert absences(hall, stream) == {}
    public = visit(None).go(f"/t/{stream}/schedule")
    expect(public.locator(".evening-off")).to_have_text("Cancelled (The hall is not free)")
    phone = visit(None, viewport={"width": 390, "height": 844}).go(f"/p/{stream}/2")
    expect(phone.locator("#schedule")).to_contain_text("cancelled (The hall is not free)")
    page.locator("#evenings-off").get_by_role("button", name="Play it after all").click()
    expect(page.locator("#evenings-off li")).to_have_count(0)
    assert absences(hall, stream) == {2: {"10": "absent"}}


def short(day: date) -> str:
    return f"{day.day} {day:%b}"
