"""A festival in real Chromium: common screens, the page for everybody, the arbiter's page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.glass import published, screen
from tests.browser.hall import Hall

_COUNT = iter(range(1, 100))


@pytest.fixture
def fair(hall: Hall) -> tuple[str, str, str]:
    """A festival, a section whose first round is published, and one that has not begun."""
    festival, begun, coming = f"fair-{next(_COUNT)}", published(hall), hall.open(4)
    hall.do(festival, "open-festival", details={"name": "Fair"})
    for section in (begun, coming):
        hall.do(festival, "add-section", section=section)
    return festival, begun, coming


def test_common_screens_show_everybody_and_each_section_and_follow_them(hall: Hall, visit: Visit, fair):
    festival, begun, coming = fair
    names, boards = (screen(visit, f"/screen/{festival}?view={view}") for view in ("names", "boards"))
    expect(names.locator("#title")).to_have_text("Find your board")
    expect(names.locator("tbody tr")).to_have_count(8)
    expect(boards.locator("#tournament")).to_contain_text("Fair · Event")
    for page in (names, boards):
        page.evaluate("window.isTheSame = true")
    hall.do(begun, "enter-result", round=1, board=1, result="1-0")
    expect(boards.locator("tr[data-key='1/1'] .result")).to_have_text("1–0")
    hall.do(coming, "pair-round", round=1)
    hall.do(coming, "publish-round", round=1)
    expect(boards.locator("#tournament")).to_have_text(re.compile(f"Event {coming.removeprefix('event-')}$"))
    expect(names.locator("tbody tr")).to_have_count(12)
    hall.do(festival, "announce", text="Lunch is ready")
    for page in (names, boards):
        expect(page.locator("#banner")).to_contain_text("Lunch is ready")
        assert page.evaluate("window.isTheSame")


def test_a_search_over_all_sections_leads_to_a_players_phone(visit: Visit, fair):
    festival, begun, _ = fair
    page = visit(None).go(f"/p/{festival}")
    page.locator("#q").fill("kask")
    expect(page.locator("#found li")).to_have_count(1)
    page.locator("#found a").first.click()
    expect(page).to_have_url(re.compile(f"/p/{begun}/6"))


def test_an_arbiter_makes_an_event_adds_a_section_and_moves_a_player(hall: Hall, visit: Visit):
    sections = [hall.open(3), hall.open(0)]
    owner = visit("owner")
    owner.expected.append("/schedule")  # a line that is none
    page = owner.go("/console/new-festival")
    page.get_by_label("Name", exact=True).fill(f"Spring fair {next(_COUNT)}")
    page.get_by_role("button", name="Open the event").click()
    for section in sections:
        page.locator("#section").select_option(section)
        page.get_by_role("button", name="Add", exact=True).click()
        expect(page.locator(f"#festival-sections [data-remove='{section}']")).to_be_visible()
    page.locator("#schedule").fill("2026-05-01 14:00 1\nlater Opening")
    page.get_by_role("button", name="Save the schedule").click()
    expect(page.locator("#schedule-error")).to_contain_text("2026-05-01T14:00")
    page.locator("#schedule").fill("2026-05-01 14:00 1\n2026-05-01 13:30 Opening")
    page.get_by_role("button", name="Save the schedule").click()
    expect(page.locator("#notices")).to_contain_text("The schedule is saved.")
    page.locator("[data-move='2']").select_option(sections[1])
    expect(page.locator(f"[data-from='{sections[1]}']")).to_have_count(1)
    assert len(hall.ask(f"/t/{sections[1]}/players")) == 1
