"""The worked example of Keizer's text, figures 3 and 4: the same to the half point wherever a club sees its ladder."""

from __future__ import annotations

import csv
import io
import re
import subprocess
from collections.abc import Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.hall import Hall
from tests.deploy.programs import need_program
from tests.displays.worked_example import read_example

RESULTS = {"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2"}
CASE = read_example()
NUMBERS = {row["name"]: number for number, row in enumerate(CASE["start_ladder"], start=1)}
FIGURE = re.compile(r"\d+½?|½")


class Figures(NamedTuple):
    """A player's row of the figure, and of the ranking below it."""

    used: Fraction
    rounds: tuple[Fraction, ...]
    total: Fraction
    place: int
    next_value: Fraction


def of_the_text(number: int) -> dict[str, Figures]:
    """After that round, by name; the best of the new ranking first."""
    played = CASE["rounds"][number - 1]
    rows = {row["name"]: row for row in played[f"fig{number + 2}_table"]}
    return {
        new["name"]: Figures(
            Fraction(rows[new["name"]]["value"]),
            tuple(map(Fraction, rows[new["name"]]["rounds"])),
            Fraction(rows[new["name"]]["total"]),
            new["place"],
            Fraction(new["new_value"]),
        )
        for new in played["ranking_after"]
    }


def exact(shown: str) -> Fraction:
    """``23½``, with a mark behind it or without."""
    found = FIGURE.match(shown.strip())
    assert found is not None, shown
    text = found[0]
    return Fraction(text.removesuffix("½") or 0) + (Fraction(1, 2) if text.endswith("½") else 0)


def figures(place: str, used: str, newest_first: Iterable[str], total: str, following: str) -> Figures:
    rounds = tuple(exact(one) for one in newest_first)[::-1]
    return Figures(exact(used), rounds, exact(total), int(place), exact(following))


# -- where it is shown -------------------------------------------------------------------------------------------------

TABLE = """rows => rows.map(row => {
  const text = kind => row.querySelector(kind).textContent;
  const rounds = [...row.querySelectorAll(".round .paid")].map(cell => cell.textContent);
  return [text(".name a"), text(".place"), text(".used"), rounds, text(".total"), text(".next")];
})"""


def on_page(page: Page) -> dict[str, Figures]:
    """Of the table on console, public page, print and in the frame of a club's page."""
    rows = page.locator("table.figures tbody tr").evaluate_all(TABLE)
    return {name: figures(*row) for name, *row in rows}


def on_screen(page: Page, rounds: int) -> dict[str, Figures]:
    """With the oldest round first, as on the other walls."""
    expect(page.locator("#stage tbody tr")).to_have_count(len(NUMBERS))
    expect(page.locator("#stage th")).to_have_count(rounds + 5)
    rows = page.locator("#stage tbody tr").evaluate_all(
        "rows => rows.map(row => [...row.cells].map(cell => cell.textContent))"
    )
    return {name: figures(place, used, paid[::-1], *end) for place, name, used, *paid, end in map(_last_two, rows)}


def _last_two(row: list[str]) -> list[Any]:
    return [*row[:-2], row[-2:]]


def on_phones(page: Page, hall: Hall, stream: str) -> dict[str, Figures]:
    found = {}
    for name, number in NUMBERS.items():
        page.goto(f"{hall.address}/p/{stream}/{number}?lang=en")
        card, rank = page.locator("#card"), page.locator("#rank")
        place = re.findall(r"\d+", rank.locator(".big").first.text_content() or "")[0]
        paid = card.locator("tbody tr:not(.own, .sum, .given, .was) td:nth-child(5)").all_text_contents()
        used, total = (card.locator(f"tr.{kind} .number b, tr.{kind} td:nth-child(4)").last for kind in ("own", "sum"))
        assert rank.locator(".total b").text_content() == total.text_content()
        value = rank.locator(".value b").text_content() or ""
        found[name] = figures(place, used.text_content() or "", paid, total.text_content() or "", value)
    return dict(sorted(found.items(), key=lambda pair: pair[1].place))


def in_file(text: str, rounds: int) -> dict[str, Figures]:
    found = {}
    for row in csv.DictReader(io.StringIO(text)):
        paid = tuple(Fraction(row[f"R{number}"]) for number in range(1, rounds + 1))
        amounts = (Fraction(row["Value used"]), paid, Fraction(row["Total"]))
        found[row["name"]] = Figures(*amounts, int(row["Place"]), Fraction(row["Next value"]))
    return found


def in_pdf(page: Page, folder: Path) -> dict[str, Figures]:
    """What Chromium prints, as Debian's poppler reads it. Marks are letters, figures are none."""
    pdf = folder / "ladder.pdf"
    page.pdf(path=pdf, prefer_css_page_size=True)
    program = need_program("pdftotext", "poppler-utils")
    text = subprocess.run([program, "-layout", str(pdf), "-"], capture_output=True, check=True).stdout.decode()
    found = {}
    for line in text.splitlines():
        row = re.match(rf"\s*(\d+)\s+({'|'.join(NUMBERS)})\s+\d+-\d+-\d+\s+(.*)", line)
        if row is not None:
            used, *paid, total, following = FIGURE.findall(row[3])
            found[row[2]] = figures(row[1], used, paid, total, following)
    return found


# -- the example -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def example(hall: Hall) -> str:
    stream = hall.open(system="keizer", rounds=2, tiebreaks=[], options={"top_value": 50})
    people = [{"player": {"number": 0, "name": name, "rating": 2000 - number}} for name, number in NUMBERS.items()]
    hall.do(stream, "register-players", players=people)
    return stream


def play(hall: Hall, stream: str, number: int) -> None:
    """The boards are those of the text; so is the order in which the program pairs them."""
    hall.do(stream, "pair-round", round=number)
    hall.do(stream, "publish-round", round=number)
    for board, game in enumerate(CASE["rounds"][number - 1]["games"], start=1):
        hall.do(stream, "enter-result", round=number, board=board, result=RESULTS[game["result"]])
    hall.do(stream, "close-round", round=number)


def test_keizer_fig_3_and_4_are_the_same_on_everything(hall: Hall, visit: Visit, example: str, tmp_path: Path):
    arbiter, member = visit("arbiter", example), visit(None, viewport={"width": 390, "height": 844})
    wall = visit(None, viewport={"width": 1280, "height": 720}).go(f"/screen/{example}?view=ladder-table&lang=en")
    for number in (1, 2):
        play(hall, example, number)
        shown: Mapping[str, dict[str, Figures]] = {
            "console": on_page(arbiter.go(f"/console/{example}/ladder-table?lang=en")),
            "file": in_file(download(arbiter.page, f"/console/{example}/ladder-table?csv=1&lang=en"), number),
            "print": on_page(arbiter.go(f"/console/{example}/print/ladder-table?lang=en")),
            "pdf": in_pdf(arbiter.page, tmp_path),
            "public page": on_page(member.go(f"/t/{example}/ladder-table?lang=en")),
            "frame": on_page(member.go(f"/t/{example}/ladder-table/embed?lang=en")),
            "phones": on_phones(member.page, hall, example),
            "screen": on_screen(wall, number),
        }
        for place, found in shown.items():
            assert list(found.items()) == list(of_the_text(number).items()), (place, number)


def download(page: Page, path: str) -> str:
    origin = re.match(r"https?://[^/]+", page.url)
    assert origin is not None
    return page.request.get(f"{origin[0]}{path}").text()


# -- on a narrow page --------------------------------------------------------------------------------------------------


def test_on_a_phone_the_table_is_lines_that_unfold_and_the_page_does_not_scroll_sideways(hall: Hall, visit: Visit):
    stream = hall.open(5, system="keizer", tiebreaks=[], rounds=9, options={"absence_times": 1})
    for number in (1, 2):
        hall.do(stream, "announce-absence", player=5, rounds=[number], outcome="absent")
        hall.play(stream, 1, "1-0 1/2")
    for path in ("ladder-table", "ladder-table/embed"):
        page = visit(None, viewport={"width": 390, "height": 844}).go(f"/t/{stream}/{path}?lang=nl")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        row = page.locator("table.figures tbody tr").filter(has_text="Maarten Smit")
        expect(row.locator(".round").first.locator(".how")).to_have_text("grens van afwezigheden bereikt")
        expect(row.locator(".older").first).to_be_hidden()
        row.get_by_text("alle ronden").click()
        expect(row.locator(".round").last).to_contain_text("⅓ × eigen")
        expect(row.locator(".round").last).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
