"""Categories in the console, and what the hall sees of them: behind names, on a screen, on a phone."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Visit, Visitor
from tests.browser.hall import Hall


def field_of(hall: Hall, count: int) -> str:
    stream = hall.open()
    hall.do(stream, "change-details", details={"name": "Spring cup", "starts": "2026-05-01"})
    people = [
        {
            "number": number,
            "name": f"Visser-{number:03}, Anna",
            "rating": 2400 - 5 * number,
            "sex": "w" if number % 3 == 0 else "m",
            "birth_year": 1950 + number % 70,
            "federation": "NED",
            "club": "Utrecht",
        }
        for number in range(1, count + 1)
    ]
    hall.do(stream, "register-players", players=[{"player": person} for person in people])
    return stream


def test_they_are_made_and_stand_behind_the_names_everywhere(owner: Visitor, visit: Visit, hall: Hall):
    owner.expected += ["400", "409"]
    stream = field_of(hall, 200)
    page = owner.go(f"/console/{stream}/categories")
    for name in ("U12", "S65"):
        page.locator("#groups-form").get_by_label(name, exact=True).check()
    page.locator("#groups-public").check()
    page.get_by_role("button", name="Make the chosen groups").click()
    cards = page.locator("[data-category]")
    expect(cards).to_have_count(2)

    page.fill("#category-name", "a=b")
    page.get_by_role("button", name="Save the category").click()
    expect(page.locator("#category-name-error")).to_contain_text("signs")
    page.fill("#category-name", "Women 2000+")
    page.fill("#category-players", "one")
    page.get_by_role("button", name="Save the category").click()
    expect(page.locator("#category-players-error")).to_contain_text("3 7 12")
    page.fill("#category-players", "1")
    page.select_option("#category-sex", "w")
    page.fill("#category-rating_from", "2000")
    page.locator("#category-public").check()
    page.get_by_role("button", name="Save the category").click()
    expect(cards).to_have_count(3)
    expect(cards.last).to_contain_text("1 player listed")

    cards.last.get_by_role("button", name="Change").click()
    expect(page.locator("#category-rating_from")).to_have_value("2000")
    page.fill("#category-name", "Women")
    page.get_by_role("button", name="Save the category").click()
    expect(cards.last.locator(".in-category")).to_have_text("Women")
    cards.first.get_by_role("button", name="Remove").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(cards).to_have_count(2)

    guest = visit()
    shown = guest.go(f"/t/{stream}/players?lang=en")
    expect(shown.locator("tbody tr").first.locator(".in-category").last).to_have_text("Women")
    wall = guest.go(f"/screen/{stream}?view=starting-list&lang=en")
    expect(wall.locator("#title")).to_contain_text("Starting list")
    expect(wall.locator("td.category").first).to_have_text("S65 · Women")
    phone = guest.go(f"/p/{stream}/1?lang=en")
    expect(phone.locator(".in-category")).to_have_text(["S65", "Women"])
