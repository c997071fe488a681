"""The screens of the hall as the console lists them."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.glass import published, screen
from tests.browser.hall import Hall


def test_a_screen_that_was_removed_by_mistake_is_put_back_as_it_was(hall: Hall, visit: Visit):
    stream = published(hall)
    setting = {"name": "stage", "title": "Stage", "theme": "light", "scenes": [{"view": "standings", "top": 4}]}
    hall.do(stream, "set-screen", screen=setting)
    wall = screen(visit, f"/screen/{stream}/stage")
    expect(wall.locator("#title")).to_have_text("Standings")
    arbiter = visit("arbiter", stream)
    arbiter.expected = ["409"]
    page = arbiter.go(f"/console/{stream}/screens")
    page.get_by_role("button", name="Remove").click()
    expect(wall.locator("#hello")).to_contain_text("stage")
    hall.do(stream, "announce", text="Nothing about screens")
    page.get_by_role("button", name="Undo").click()
    expect(wall.locator("#title")).to_have_text("Standings")
    expect(page.locator(".screen-card")).to_contain_text("Stage")
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
    hall.do(stream, "set-screen", screen={"name": "stage", "scenes": [{"view": "clock"}]})
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".notice.bad")).to_contain_text("nothing was written")
    expect(page.locator(".screen-card")).to_contain_text("round clock")


def test_in_the_past_the_page_of_screens_raises_no_alarm(hall: Hall, visit: Visit):
    stream = published(hall)
    hall.do(stream, "set-screen", screen={"name": "stage", "scenes": [{"view": "standings"}]})
    version = hall.ask(f"/t/{stream}")["version"]
    hall.do(stream, "announce", text="Lunch")
    wall = screen(visit, f"/screen/{stream}/stage")
    expect(wall.locator("#title")).to_have_text("Standings")
    arbiter = visit("arbiter", stream)
    page = arbiter.go(f"/console/{stream}/screens?version={version}")
    expect(page.locator(".screen-card")).to_contain_text("standings")
    expect(page.locator(".screen-card .lamp, .screen-card .warning, .unseen-screen")).to_have_count(0)
    expect(page.locator("#audience")).to_be_empty()
    page = arbiter.go(f"/console/{stream}/screens")
    expect(page.locator(".screen-card.there .lamp")).to_have_count(1)
    expect(page.locator("#audience")).not_to_be_empty()


def test_the_card_of_a_screen_says_which_wishes_its_glass_has_no_room_for(hall: Hall, visit: Visit):
    stream = published(hall, players=80)
    hall.do(stream, "set-screen", screen={"name": "stage", "scenes": [{"view": "boards", "rows": 32, "columns": 3}]})
    wall = screen(visit, f"/screen/{stream}/stage")
    expect(wall.locator("#stage table")).to_have_count(2)
    rows = wall.locator("#stage table").first.locator("tbody tr").count()
    card = visit("arbiter", stream).go(f"/console/{stream}/screens").locator(".screen-card")
    expect(card.locator(".warning")).to_contain_text(f"pairings by board. It shows {rows} rows instead of 32, 2 col")
    hall.do(stream, "set-screen", screen={"name": "stage", "scenes": [{"view": "boards", "rows": 8, "columns": 2}]})
    expect(wall.locator("#stage table").first.locator("tbody tr")).to_have_count(8)
    expect(card.locator(".warning")).to_have_count(0)
