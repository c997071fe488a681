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
    told = "Line 2, “later Opening”, does not begin with a day and a time, as 2026-05-01 14:00."
    expect(page.locator("#schedule-error")).to_have_text(told)
    page.locator("#schedule").fill("2026-05-01 14:00 1\n2026-05-01 13:30 Opening")
    page.get_by_role("button", name="Save the schedule").click()
    expect(page.locator("#notices")).to_contain_text("The schedule is saved.")
    page.locator("[data-move='2']").select_option(sections[1])
    page.get_by_role("button", name="Cancel").click()
    assert hall.ask(f"/t/{sections[1]}/players") == []
    page.locator("[data-move='2']").select_option(sections[1])
    page.get_by_role("button", name="Move", exact=True).click()
    expect(page.locator(f"[data-from='{sections[1]}']")).to_have_count(1)
    assert len(hall.ask(f"/t/{sections[1]}/players")) == 1


def test_a_tournament_that_is_opened_from_an_event_is_its_section_and_leads_back(hall: Hall, visit: Visit):
    page = visit("owner").go("/console/new-festival")
    page.get_by_label("Name", exact=True).fill("مهرجان الشطرنج")
    expect(page.locator("#f-id")).to_have_value(re.compile(r"event-\d{4}-\d\d-\d\d"))
    event = f"fair-{next(_COUNT)}"
    page.locator("#f-id").fill(event)
    page.locator("#f-place").fill("Narva")
    page.get_by_role("button", name="Open the event").click()
    page.get_by_role("link", name="New section").click()
    expect(page.locator("#f-place")).to_have_value("Narva")
    page.get_by_label("Name", exact=True).fill(f"Youth of {event}")
    page.get_by_role("button", name="Open the tournament").click()
    expect(page.locator("#notices")).to_contain_text("The tournament is open.")
    assert [one["id"] for one in hall.ask(f"/f/{event}")["sections"]] == [f"youth-of-{event}"]
    page.goto(f"{hall.address}/console/youth-of-{event}")
    page.locator("#event").click()
    expect(page).to_have_url(re.compile(f"/console/{event}$"))


def test_a_common_screen_that_is_changed_keeps_its_section(hall: Hall, visit: Visit, fair):
    festival, begun, coming = fair
    scenes = [{"view": "boards", "section": begun}, {"view": "standings", "section": coming}, {"view": "clock"}]
    hall.do(festival, "set-screen", screen={"name": "stage", "scenes": scenes})
    page = visit("owner").go(f"/console/{festival}/screens")
    card = page.locator("#screen-stage")
    name = f"Event {begun.removeprefix('event-')}"
    expect(card).to_contain_text(f"pairings by board {name} → standings")
    expect(card.locator(".field-error")).to_have_count(0)
    card.get_by_role("button", name="Change").click()
    expect(page.get_by_label("section", exact=True)).to_have_count(2)
    for field in ("round", "version", "category"):
        expect(page.locator(f"#scenes [data-field='{field}']")).to_have_count(0)
    page.locator("#title").fill("Stage")
    page.get_by_label("section", exact=True).last.select_option("")
    page.get_by_role("button", name="Show it").click()
    expect(card).to_contain_text("Stage")
    page.reload()
    shown = page.evaluate("JSON.parse(document.getElementById('hall').textContent).screens.stage.scenes")
    assert shown == [scenes[0], {"view": "standings"}, scenes[2]]


def test_the_chain_of_an_event_is_verified_on_its_audit_page(visit: Visit, fair):
    page = visit("owner").go(f"/console/{fair[0]}/audit")
    page.locator("#verify").click()
    expect(page.locator("#verified")).to_contain_text("intact")


def test_out_of_a_section_that_plays_a_player_moves_with_a_reason_and_a_namesake_is_confirmed(
    hall: Hall, visit: Visit, fair
):
    festival, begun, coming = fair
    namesake = hall.ask(f"/t/{coming}/players")[0]["player"]["name"]
    hall.do(begun, "register-players", players=[{"player": {"number": 0, "name": namesake}, "namesake": True}])
    owner = visit("owner")
    owner.expected.append("/moves")  # refused until it is said that they are two
    page = owner.go(f"/console/{festival}")
    page.locator(f"[data-from='{begun}'][data-move='9']").select_option(coming)
    dialog = page.locator("dialog.ask")
    dialog.get_by_role("button", name="Move", exact=True).click()
    expect(dialog.locator(".field-error")).not_to_be_empty()
    dialog.get_by_label("Reason").fill("Asked for the other section")
    dialog.get_by_role("button", name="Move", exact=True).click()
    page.get_by_role("button", name="Move all the same").click()
    expect(page.locator("#notices")).to_contain_text("The player is moved.")
    assert [one["player"]["name"] for one in hall.ask(f"/t/{coming}/players")].count(namesake) == 2


def test_an_event_is_made_private_and_its_details_are_changed(hall: Hall, visit: Visit):
    owner = visit("owner")
    owner.expected.append("/details")  # something else moved on meanwhile: it is sent once more
    page = owner.go("/console/new-festival")
    festival = f"closed-fair-{next(_COUNT)}"
    page.get_by_label("Name", exact=True).fill(festival)
    page.get_by_label("Chief arbiter").fill("Anna")
    page.get_by_label("Private").check()
    page.get_by_role("button", name="Open the event").click()
    expect(page.locator("#details-form [name=arbiter]")).to_have_value("Anna")
    assert hall.ask(f"/f/{festival}")["details"]["is_private"]
    hall.do(festival, "announce", text="Of something else")
    page.locator("#details-form [name=name]").fill("Open fair")
    page.get_by_label("Private").uncheck()
    page.get_by_role("button", name="Save details").click()
    expect(page.locator("#festival-name")).to_have_text("Open fair")
    assert hall.ask(f"/f/{festival}")["details"] == {"name": "Open fair", "arbiter": "Anna"}


def test_a_result_renews_the_sections_on_the_events_page_and_not_its_list_of_players(hall: Hall, visit: Visit, fair):
    festival, begun, _ = fair
    owner = visit("owner")
    page = owner.go(f"/console/{festival}")
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if f"/console/{festival}" in request.url else None)
    line = page.locator(f"tr:has([data-remove='{begun}']) td.number").nth(2)
    expect(line).to_have_text("4")
    for board in (1, 2):
        hall.do(begun, "enter-result", round=1, board=board, result="1-0")
    expect(line).to_have_text("2", timeout=10_000)
    assert asked
    assert all(url.endswith("?part=sections") for url in asked)
