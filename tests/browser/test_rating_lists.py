"""Rating lists in the console: a file is loaded, a player looked up while typing and taken over."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.hall import Hall
from tests.ledger.rating_lists.lists import COMBINED, KNSB


def load(owner: Visitor, folder: Path, **files: str) -> Page:
    """``a_xml`` is ``a.xml``."""
    paths = [folder / ".".join(name.rsplit("_", 1)) for name in files]
    for path, content in zip(paths, files.values(), strict=True):
        path.write_text(content, "utf-8")
    page = owner.go("/console/~ratings")
    page.get_by_label("Files").set_input_files(paths)
    page.get_by_role("button", name="Load", exact=True).click()
    expect(page.locator("#load-told li")).to_have_count(len(paths))
    return page


def test_a_list_is_loaded_looked_into_and_removed(owner: Visitor, hall: Hall, tmp_path: Path):
    page = load(owner, tmp_path, players_list_nov26_xml=COMBINED, broken_xml=COMBINED[:-40])
    told = page.locator("#load-told li").all_inner_texts()
    assert told[0] == "players_list_nov26.xml: FIDE, standard, rapid, blitz, 2026-11: 5 players loaded."
    assert told[1].startswith("broken.xml, line ")
    expect(page.locator("#lists tbody tr")).to_have_count(1)
    expect(page.locator("#lists")).to_contain_text("known")

    page.reload()
    page.get_by_label("Name or number").fill("soerensen a")
    expect(page.locator("#look-found li")).to_have_count(1)
    expect(page.locator("#look-found")).to_contain_text(
        "Sørensen, Anna-Lise NED · 1990 · FIDE 1001 · FIDE standard 2105"
    )
    page.get_by_label("Name or number").fill("nobody at all")
    expect(page.locator("#look-told")).to_have_text("Nobody is found.")

    page.get_by_role("button", name="Remove: FIDE").click()
    page.locator("dialog").get_by_role("button", name="Remove").click()
    expect(page.locator("#no-lists")).to_be_visible()


def test_a_player_is_taken_over_with_keys_alone(owner: Visitor, hall: Hall, tmp_path: Path):
    load(owner, tmp_path, players_list_nov26_xml=COMBINED, knsb_2026_11_csv=KNSB)
    stream = hall.open()
    page = owner.go(f"/console/{stream}/players")
    expect(page.locator("#add-name")).to_be_focused()
    page.keyboard.type("mull")
    options = page.locator("#add [role=option]")
    expect(options).to_have_count(2)
    expect(page.locator("#add-name")).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#add-name")).to_have_value("Müller, Jan")
    expect(options).to_have_count(0)
    page.keyboard.press("Enter")  # now it is the form's
    expect(page.locator("#player-table tbody tr")).to_have_count(1)
    (one,) = hall.ask(f"/t/{stream}/players")
    player = one["player"]
    assert (player["name"], player["title"], player["federation"]) == ("Müller, Jan", "FM", "NED")
    assert (player["rating"], player["ids"]) == (2310, {"fide": "1002"})

    page.keyboard.type("mull")
    expect(options).to_have_count(2)
    page.keyboard.press("Escape")
    expect(options).to_have_count(0)
    page.keyboard.press("Enter")  # what was typed stands
    expect(page.locator("#player-table tbody tr")).to_have_count(2)


def test_a_player_is_taken_over_by_touch(owner: Visitor, hall: Hall, tmp_path: Path):
    load(owner, tmp_path, players_list_nov26_xml=COMBINED)
    stream = hall.open()
    page = owner.go(f"/console/{stream}/players")
    page.set_viewport_size({"width": 390, "height": 800})
    page.locator("#add-name").fill("1005")
    option = page.locator("#add [role=option]")
    expect(option).to_have_count(1)
    box = option.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    option.click()
    expect(page.locator("#add-name")).to_have_value("Berg, Jan van den")
    expect(page.locator("#add-rating")).to_have_value("1900")


def test_without_a_list_nothing_is_asked_but_once(owner: Visitor, hall: Hall):
    page = owner.go("/console/~ratings")
    buttons = page.locator("[data-remove]")
    while count := buttons.count():  # what other tests have left
        buttons.first.click()
        page.locator("dialog").get_by_role("button", name="Remove").click()
        expect(buttons).to_have_count(count - 1)
    expect(page.locator("#no-lists")).to_be_visible()
    page = owner.go(f"/console/{hall.open()}/players")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/api/ratings" in request.url else None)
    for letter in "anna":
        page.keyboard.press(letter)
        page.wait_for_timeout(200)
    assert len(asked) == 1
    expect(page.locator("#add [role=option]")).to_have_count(0)
    expect(page.locator("#add").get_by_role("link", name="Rating lists")).to_be_visible()


def test_addresses_are_named_asked_and_removed(owner: Visitor, hall: Hall):
    owner.expected += ["422", "400"]
    page = owner.go("/console/~ratings")
    page.get_by_label("Address", exact=True).fill("http://example.org/list.zip")
    page.get_by_role("button", name="Fetch", exact=True).click()
    expect(page.locator("#fetch .field-error").first).to_contain_text("is no address that a rating list can be fetched")
    page.get_by_label("Address", exact=True).fill("https://localhost/list.zip")
    page.get_by_role("button", name="Fetch", exact=True).click()
    row = page.locator("#addresses tbody tr")
    expect(row).to_contain_text("localhost is in no public network")  # the internet only
    page.get_by_role("button", name="Update all lists now").click()
    expect(row).to_contain_text("localhost is in no public network")
    with page.expect_response("**/api/ratings/addresses/*"):
        page.get_by_label("Keep current: https://localhost/list.zip").uncheck()
    page.reload()
    expect(page.get_by_label("Keep current: https://localhost/list.zip")).not_to_be_checked()
    page.get_by_role("button", name="Remove https://localhost/list.zip").click()
    page.locator("dialog").get_by_role("button", name="Remove").click()
    expect(row).to_have_count(0)
