"""A phone that follows a player of a Keizer season: place, value and total, and what every round pays."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.hall import Hall
from tests.browser.test_phone import phone


def total_of(hall: Hall, stream: str, player: int) -> str:
    """As the ladder shows it."""
    lines = hall.ask(f"/t/{stream}/ladder")["lines"]
    return next(line["total"]["shown"] for line in lines if line["player"]["number"] == player)


def test_a_ladder_has_its_places_before_the_first_game(hall: Hall, visit: Visit):
    stream = hall.open(4, system="keizer", tiebreaks=[])
    expect(phone(visit, f"/p/{stream}/3").locator("#rank")).to_contain_text("Place 3")


def test_on_a_ladder_the_total_is_what_counts_and_it_moves_with_the_games_of_others(hall: Hall, visit: Visit):
    """Player 5 has no game; until the ladder stands still, what that pays depends on everybody's place."""
    stream = hall.open(5, system="keizer", tiebreaks=[], options={"passes": "until-stable"})
    hall.do(stream, "pair-round", round=1)
    hall.do(stream, "publish-round", round=1)
    page = phone(visit, f"/p/{stream}/5")
    seen = []
    for board, result in ((1, "1/2"), (2, "0-1")):
        hall.do(stream, "enter-result", round=1, board=board, result=result)
        seen.append(total_of(hall, stream, 5))
        expect(page.locator("#rank .total")).to_have_text(f"Keizer total {seen[-1]}")
    assert seen == ["10", "8½"]
    expect(page.locator("#rank small")).to_have_text("1 point")


def test_on_a_ladder_every_round_says_what_it_pays_and_of_whose_value(hall: Hall, visit: Visit):
    """Of six players 5 is away with notice and 6 plays for the team."""
    stream = hall.open(6, system="keizer", tiebreaks=[], options={"top_value": 12})
    hall.do(stream, "announce-absence", player=5, rounds=[1], outcome="absent")
    hall.do(stream, "announce-absence", player=6, rounds=[1], outcome="team-duty")
    hall.play(stream, 1, "1-0")
    table = [["1", "", "absent with notice", "⅓ × 8of your own value2⅔ rounded", "3", "5"]]
    table += [["", "", "Own value", "8", ""], ["", "", "Keizer total", "11", ""]]
    for player, told in (
        (5, table),
        (6, [["1", "", "playing for the team", "⅔ × 7of your own value4⅔ rounded", "5", "3"]]),
    ):
        page = phone(visit, f"/p/{stream}/{player}?lang=en")
        expect(page.locator("#rank .value")).to_have_text(re.compile(r"^Value \d+$"))
        rows = page.locator("#card tbody tr")
        for row, cells in enumerate(told):
            expect(rows.nth(row).locator("td")).to_have_text(cells)
    page = phone(visit, f"/p/{stream}/5?lang=nl")
    expect(page.locator("#card small").first).to_have_text("van het eigen waardecijfer")
    assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("innerWidth")
    page = phone(visit, f"/p/{stream}/1?lang=en")
    expect(page.locator("#now .result")).to_have_text("win: 11")
    expect(page.locator("#card tbody tr").first.locator("td")).to_have_text(
        ["1", "W", "Bram de Jong win", "11", "11", "1"]
    )
    hall.do(stream, "finish-tournament", reason="snow")
    expect(page.locator("#rank")).to_contain_text("end correction made")


def test_hundredths_of_the_elo_variant_are_written_as_the_reader_writes_them(hall: Hall, visit: Visit):
    stream = hall.open(4, system="keizer-elo", tiebreaks=[])
    hall.play(stream, 1)
    page = phone(visit, f"/p/{stream}/2?lang=nl")
    total = total_of(hall, stream, 2)
    assert "." in total
    expect(page.locator("#rank .total")).to_have_text(f"Keizertotaal {total.replace('.', ',')}")
