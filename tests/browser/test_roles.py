"""Inviting, coming in and being refused, as each role sees it in a browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.hall import Hall

REFUSED = ["status of 401", "status of 403", "status of 404"]
SECTIONS = {
    "arbiter": ["Players", "Round", "Standings", "Corrections", "Audit", "Hall", "Access", "Settings"],
    "results": ["Players", "Round", "Standings", "Audit"],
}


def test_a_helpers_overview_tells_of_their_own_boards(visit: Visit, hall: Hall):
    event = hall.open(8)
    hall.do(event, "pair-round", round=1)
    hall.do(event, "publish-round", round=1)
    page = visit("results", event, boards="1-2", name="Bram").go(f"/console/{event}")
    words = page.locator(".next-words")
    expect(words).to_have_text("Results still missing on your boards: 2. Boards: 1, 2.")
    hall.do(event, "enter-result", round=1, board=1, result="1-0")
    expect(words).to_have_text("Results still missing on your boards: 1. Board: 2.")
    hall.do(event, "enter-result", round=1, board=2, result="1-0")
    expect(words).to_have_text("All results of your boards are in. Still missing on other boards: 2.")
    page.get_by_role("link", name="See round 1").click()
    page.wait_for_url(re.compile(f"/console/{event}/rounds/1"))


@pytest.fixture(scope="module")
def stream(hall: Hall) -> str:
    stream = hall.open(8)
    hall.do(stream, "pair-round", round=1)
    hall.do(stream, "publish-round", round=1)
    return stream


def test_an_arbiter_invites_a_helper_who_scans_and_comes_in(visit: Visit, stream: str):
    arbiter = visit("arbiter", stream, name="Anna")
    page = arbiter.go(f"/console/{stream}/people")
    page.get_by_role("radio", name="result entry").check()
    page.get_by_role("textbox", name="Name", exact=True).fill("Bram")
    page.get_by_role("textbox", name="Boards", exact=True).fill("1-2")
    page.get_by_role("button", name="Make the link").click()
    expect(page.get_by_role("img", name="QR code of the link")).to_be_visible()
    link = page.get_by_label("Link", exact=True).input_value()

    helper = visit(None)
    helper.page.goto(link)
    expect(helper.page.get_by_text("You will be Bram: result entry.")).to_be_visible()
    helper.page.get_by_role("button", name="Sign in: result entry").click()
    helper.page.wait_for_url(re.compile(f"/console/{stream}"))
    expect(helper.page.get_by_text("Bram").first).to_be_visible()

    helper.expected = REFUSED
    other = visit(None)
    other.expected = REFUSED
    other.page.goto(link)
    expect(other.page.get_by_role("alert")).to_contain_text("has been used already")

    page.reload()  # sends the form again, which makes no second key
    assert page.get_by_label("Link", exact=True).input_value() == link
    row = page.get_by_role("row").filter(has_text="Bram")
    expect(row).to_contain_text("in use")
    row.get_by_role("button", name="Revoke").click()
    expect(page.get_by_role("row").filter(has_text="Bram")).to_contain_text("revoked")
    helper.go(f"/console/{stream}")
    expect(helper.page.get_by_role("heading", name="Sign in")).to_be_visible()


@pytest.mark.parametrize("role", ["arbiter", "results"])
def test_the_console_shows_each_role_its_own_sections(visit: Visit, stream: str, role: str):
    page = visit(role, stream).go(f"/console/{stream}")
    shown = page.get_by_role("navigation", name="Sections").get_by_role("link").all_inner_texts()
    names = [re.sub(r"\s*g \w$", "", text).strip() for text in shown]
    assert set(SECTIONS[role]) <= set(names)
    hidden = {"results": ["Corrections", "Hall", "Access", "Settings"], "arbiter": []}[role]
    assert not set(hidden) & set(names)


@pytest.mark.parametrize(
    ("role", "path", "said"),
    [
        ("results", "/console/{id}/people", "You may not do that."),
        ("results", "/console/{id}/settings", "You may not do that."),
        ("results", "/console/{id}/corrections", "You may not do that."),
        ("results", "/console/new", "You may not do that."),
        ("arbiter", "/console/new", "You may not do that."),
        ("arbiter", "/console/people", "You may not do that."),
        ("display", "/console/{id}", "You may not do that."),
        (None, "/console", "To do that you have to sign in."),
        (None, "/console/{id}", "To do that you have to sign in."),
        (None, "/console/{id}/rounds/1", "To do that you have to sign in."),
        (None, "/console/new", "To do that you have to sign in."),
    ],
)
def test_who_may_not_is_told_so(visit: Visit, stream: str, role: str | None, path: str, said: str):
    visitor = visit(role, stream if role else "")
    visitor.expected = REFUSED
    expect(visitor.go(path.format(id=stream)).get_by_role("main")).to_contain_text(said)


def test_a_stranger_pastes_a_link_and_gets_where_they_wanted_to_go(visit: Visit, hall: Hall, stream: str):
    stranger = visit(None)
    stranger.expected = REFUSED
    page = stranger.go(f"/console/{stream}/players")
    page.get_by_label("Access link").fill(hall.link("arbiter", stream, name="Katrin"))
    page.keyboard.press("Enter")
    page.get_by_label("Your name").fill("Katrin Tamm")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(f"/console/{stream}/players"))
    expect(page.get_by_text("Katrin Tamm").first).to_be_visible()
    page.goto(f"{hall.address}/sign-out")
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url(f"{hall.address}/")
    page.goto(f"{hall.address}/console/{stream}")
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()


def test_a_private_tournament_is_there_only_with_a_key(visit: Visit, hall: Hall):
    stream = hall.open(4)
    details = {**hall.ask(f"/t/{stream}")["details"], "is_private": True}
    hall.do(stream, "change-details", details=details)
    stranger = visit(None)
    stranger.expected = REFUSED
    expect(stranger.go(f"/t/{stream}").get_by_role("alert")).to_contain_text("There is no such tournament")
    assert stream not in stranger.go("/").content()
    screen = visit("display", stream)
    expect(screen.go(f"/t/{stream}").get_by_role("heading", level=1)).to_have_text(details["name"])
