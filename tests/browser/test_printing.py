"""Prints as Chromium makes them: A4, so many slips on a page, wide tables across, no toolbar on paper."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from displays.words.language import LANGUAGES
from tests.browser.conftest import Visit
from tests.browser.hall import Hall
from tests.browser.test_results import open_round

PORTRAIT, LANDSCAPE = (595, 842), (842, 595)  # points


def printed(page: Page) -> list[tuple[int, int]]:
    """The sizes of the pages that come out of the printer."""
    paper = page.pdf(prefer_css_page_size=True)
    boxes = re.findall(rb"/MediaBox ?\[ ?0 0 ([\d.]+) ([\d.]+)", paper)
    return [(round(float(width)), round(float(height))) for width, height in boxes]


@pytest.fixture(scope="module")
def stream(hall: Hall) -> str:
    """Twenty boards, nothing entered."""
    return open_round(hall, 40)


@pytest.mark.parametrize(("on_a_page", "pages"), [(4, 5), (6, 4), (8, 3), (10, 2)])
def test_so_many_slips_on_every_page(stream: str, visit: Visit, on_a_page: int, pages: int):
    page = visit("arbiter", stream).go(f"/console/{stream}/print/slips?slips={on_a_page}&qr=1")
    assert printed(page) == [PORTRAIT] * pages
    cut = page.evaluate(
        "[...document.querySelectorAll('.slip')].filter((slip) => slip.scrollHeight > slip.clientHeight)"
    )
    assert cut == []


@pytest.mark.parametrize(
    ("kind", "size"),
    [
        ("boards", PORTRAIT),
        ("names", PORTRAIT),
        ("standings", PORTRAIT),
        ("crosstable", LANDSCAPE),
        ("cards", PORTRAIT),
    ],
)
def test_everything_is_a4_and_the_cross_table_lies_across(stream: str, visit: Visit, kind: str, size: tuple[int, int]):
    page = visit("arbiter", stream, once=True).go(f"/console/{stream}/print/{kind}")
    assert set(printed(page)) == {size}
    expect(page.locator(".paper-tools")).to_be_visible()
    page.emulate_media(media="print")
    expect(page.locator(".paper-tools")).to_be_hidden()


def test_the_code_on_a_slip_opens_its_board(hall: Hall, stream: str, visit: Visit):
    page = visit("results", stream).go(f"/console/{stream}/rounds/1?board=7")
    expect(page.get_by_role("heading", name="Board 7")).to_be_visible()
    page.keyboard.press("=")
    expect(page.locator("#count")).to_have_text("1 of 20 results")
    assert hall.ask(f"/t/{stream}/boards")["boards"][6]["result"] == "1/2"


def test_an_option_of_the_slips_holds_at_once(stream: str, visit: Visit):
    page = visit("arbiter", stream).go(f"/console/{stream}/print/slips")
    page.get_by_label("Slips per page").select_option("8")
    page.wait_for_url("**slips=8**")
    expect(page.locator(".slips-8").first).to_be_visible()


def test_on_a_phone_the_code_of_a_slip_covers_nobody(stream: str, visit: Visit):
    visitor = visit("arbiter", stream, viewport={"width": 390, "height": 844})
    page = visitor.go(f"/console/{stream}/print/slips?qr=1")
    covered = page.evaluate(
        """[...document.querySelectorAll('.slip')].filter((slip) => {
            const code = slip.querySelector('.slip-qr').getBoundingClientRect();
            return [...slip.querySelectorAll('dl, .slip-result, .slip-signs')].some((part) => {
                const box = part.getBoundingClientRect();
                return box.right > code.left && box.left < code.right && box.bottom > code.top && box.top < code.bottom;
            });
        }).length"""
    )
    assert covered == 0
    assert printed(page) == [PORTRAIT] * 5


@pytest.mark.parametrize("kind", ["boards", "names"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_phone_a_sheet_shows_both_players_whole(stream: str, visit: Visit, kind: str, language: str):
    visitor = visit("arbiter", stream, viewport={"width": 390, "height": 844})
    page = visitor.go(f"/console/{stream}/print/{kind}?lang={language}")
    cut = page.evaluate("[...document.querySelectorAll('.grid')].filter((grid) => grid.scrollWidth > grid.clientWidth)")
    assert cut == []
