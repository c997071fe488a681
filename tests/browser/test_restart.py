"""The server restarts in place: no screen goes blank, no phone is sent away, and what was missed comes by itself."""

from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from displays.web.restart import IS_POSSIBLE
from displays.web.server_note import read_note
from tests import plain_http
from tests.browser.conftest import Visitor
from tests.browser.hall import Hall
from tests.browser.test_moving import WATCH

pytestmark = pytest.mark.skipif(not IS_POSSIBLE, reason="this system has no SIGHUP")
PATIENCE = 60.0  # seconds; then something is wrong


@pytest.fixture
def own_hall(tmp_path: Path) -> Iterator[Hall]:
    """Others go on with theirs."""
    served = Hall(tmp_path)
    yield served
    served.stop()


def started_at(hall: Hall) -> str:
    found = re.search(r"^roundlog_start_time_seconds (\S+)$", plain_http.get(f"{hall.address}/metrics").text, re.M)
    assert found is not None
    return found[1]


def restart(hall: Hall) -> None:
    before = started_at(hall)
    noted = read_note(hall.log)
    assert noted is not None
    os.kill(noted.process, signal.SIGHUP)
    until = time.monotonic() + PATIENCE
    while started_at(hall) == before:
        assert time.monotonic() < until
        time.sleep(0.1)


def test_a_screen_keeps_its_picture_and_gets_what_was_entered_meanwhile(own_hall: Hall, browser: Browser) -> None:
    stream = own_hall.open(8)
    own_hall.do(stream, "pair-round", round=1)
    own_hall.do(stream, "publish-round", round=1)
    context = browser.new_context(viewport={"width": 1280, "height": 720}, locale="en")
    wall = Visitor(context, own_hall)
    wall.expected = ["WebSocket", "net::ERR"]
    page = wall.go(f"/screen/{stream}?view=boards")
    expect(page.locator("#stage tbody tr")).to_have_count(4)
    page.evaluate(WATCH)
    for board in (1, 2, 3):
        restart(own_hall)
        own_hall.do(stream, "enter-result", round=1, board=board, result="1-0")
        expect(page.locator(f"tr[data-key='1/{board}'] .result")).to_have_text("1–0")
        expect(page.locator("#as-of")).to_be_hidden()
    seen = page.evaluate("window.seen")
    assert len(seen) > 20
    assert {rows for rows, _ in seen} == {4}  # never blank, never half
    counts = [results for _, results in seen]
    assert counts == sorted(counts)  # and never back in time
    assert wall.find_problems() == []
    context.close()
