"""Screens and phones move to another server by themselves: never blank, never back in time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests import plain_http
from tests.browser.conftest import Visitor
from tests.browser.two_servers import OneOfTwo, run_two

LONGEST_MOVE = 3.0  # seconds until a page shows what another server has
# What is on the glass, twenty times a second: the rows, the result of each board, and the newest version of the line.
WATCH = """
() => {
  window.seen = [];
  setInterval(() => {
    const rows = document.querySelectorAll("#stage tbody tr");
    const results = [...rows].filter((row) => /\\d–\\d|½/.test(row.querySelector(".result")?.textContent ?? ""));
    window.seen.push([rows.length, results.length]);
  }, 50);
}
"""


@pytest.fixture
def two(tmp_path: Path) -> Iterator[tuple[OneOfTwo, OneOfTwo]]:
    with run_two(tmp_path) as servers:
        yield servers


def _look(browser: Browser, first: OneOfTwo, path: str, size: tuple[int, int] = (1280, 720)) -> Visitor:
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, locale="en")
    visitor = Visitor(context, first)
    visitor.expected = ["WebSocket", "ERR_CONNECTION_REFUSED", "net::ERR"]
    visitor.go(path)
    return visitor


def _published(first: OneOfTwo) -> str:
    stream = first.open(8)
    first.do(stream, "pair-round", round=1)
    first.do(stream, "publish-round", round=1)
    return stream


def _enter(server: OneOfTwo, stream: str, board: int, result: str = "1-0") -> None:
    server.do(stream, "enter-result", round=1, board=board, result=result)


def _result(page: Page, board: int) -> Any:
    return page.locator(f"tr[data-key='1/{board}'] .result")


def _check_nothing_went_back(page: Page) -> None:
    """All rows at every moment, and never a result less than before."""
    seen = page.evaluate("window.seen")
    assert len(seen) > 20
    assert {rows for rows, _ in seen} == {4}
    counts = [results for _, results in seen]
    assert counts == sorted(counts)


def test_a_screen_and_a_phone_go_on_at_the_second_when_the_first_is_killed(
    two: tuple[OneOfTwo, OneOfTwo], browser: Browser
):
    first, second = two
    stream = _published(first)
    white = first.ask(f"/t/{stream}/boards")["boards"][1]["white"]["player"]["number"]
    wall, phone = _look(browser, first, f"/screen/{stream}?view=boards"), _look(browser, first, f"/p/{stream}/{white}")
    expect(wall.page.locator("#stage tbody tr")).to_have_count(4)
    wall.page.evaluate(WATCH)
    _enter(first, stream, 1)
    expect(_result(wall.page, 1)).to_have_text("1–0")
    _wait_for_copy(second, first)
    first.kill()
    began = time.monotonic()
    expect(wall.page.locator("#as-of")).to_be_hidden(timeout=1000 * LONGEST_MOVE)
    _enter(second, stream, 2)  # a person has told the second to take over
    expect(_result(wall.page, 2)).to_have_text("1–0", timeout=1000 * LONGEST_MOVE)
    assert time.monotonic() - began < LONGEST_MOVE
    expect(phone.page.locator("#now .result")).to_contain_text("1")
    expect(phone.page.locator("#as-of")).to_be_hidden()
    first.start()
    _enter(second, stream, 3)
    expect(_result(wall.page, 3)).to_have_text("1–0")  # it has not gone back to the first, which does not know of it
    _check_nothing_went_back(wall.page)
    assert (wall.find_problems(), phone.find_problems()) == ([], [])
    for visitor in (wall, phone):
        visitor.context.close()


def _wait_for_copy(second: OneOfTwo, first: OneOfTwo) -> None:
    until = time.monotonic() + 20
    heads = [""]
    while len(set(heads)) > 1 or heads == [""]:
        assert time.monotonic() < until
        heads = [plain_http.get(f"{server.address}/health").json()["head"] for server in (first, second)]


def test_a_second_that_is_behind_does_not_take_a_screen_back(two: tuple[OneOfTwo, OneOfTwo], browser: Browser):
    first, second = two
    stream = _published(first)
    _enter(first, stream, 1)
    _wait_for_copy(second, first)
    second.cut_off()
    time.sleep(0.2)  # until it has seen that
    wall = _look(browser, first, f"/screen/{stream}?view=boards")
    expect(wall.page.locator("#stage tbody tr")).to_have_count(4)
    _enter(first, stream, 2)
    expect(_result(wall.page, 2)).to_have_text("1–0")
    wall.page.evaluate(WATCH)
    first.kill()
    expect(wall.page.locator("#as-of")).to_contain_text("as of")
    wall.page.wait_for_timeout(4000)
    expect(wall.page.locator("#as-of")).to_contain_text("as of")
    expect(_result(wall.page, 2)).to_have_text("1–0")
    second.connect()  # it gets what it has missed, from the first one's disk
    expect(wall.page.locator("#as-of")).to_be_hidden()
    first.start()
    _check_nothing_went_back(wall.page)
    assert wall.find_problems() == []
    wall.context.close()
