"""Notices go when their cause is gone, without a reload of the page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from ledger.store.sqlite import SqliteLog
from tests import plain_http
from tests.browser.conftest import Visit
from tests.browser.hall import Hall
from tests.browser.test_frame import TELL
from tests.displays.client import Web, build
from tests.displays.commandline import Roundlog

LOOK_AGAIN = "document.dispatchEvent(new Event('visibilitychange'))"


class HallWithCopies(Hall):
    """Its server makes copies by itself, into a folder beside the log."""

    def _command(self) -> list[str]:
        self.stick = self.log.with_name("stick")
        self.stick.mkdir(exist_ok=True)
        return [*super()._command(), "--backup", str(self.stick)]

    def copy_now(self) -> int:
        """With the cookies of the owner."""
        cookies = self.sign_in(self.link())
        headers = {"origin": self.address, "cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}
        return plain_http.post(f"{self.address}/console/~backup", headers=headers).status_code


@pytest.fixture
def copying(tmp_path: Path) -> Iterator[HallWithCopies]:
    hall = HallWithCopies(tmp_path)
    yield hall
    hall.stop()


def test_the_note_of_the_copies_comes_and_goes_on_a_page_that_stays_open(copying: HallWithCopies, browser: Browser):
    stream = copying.open(4)
    assert copying.copy_now() == 200
    context = browser.new_context()
    page = context.new_page()
    page.goto(copying.link())
    page.get_by_role("button").first.click()
    page.goto(f"{copying.address}/console/{stream}?lang=en")
    note = page.locator("#copies-note")
    expect(note).to_have_count(0)
    for copy in copying.stick.iterdir():
        copy.unlink()
    copying.stick.rmdir()
    assert copying.copy_now() == 503
    page.evaluate(LOOK_AGAIN)
    expect(note).to_contain_text("No copy of the log could be made.")
    copying.stick.mkdir()
    assert copying.copy_now() == 200
    page.evaluate(LOOK_AGAIN)
    expect(note).to_have_count(0)
    context.close()


def test_the_note_that_the_clock_is_ahead_goes_when_somebody_else_has_corrected_it(
    hall: Hall, visit: Visit, tmp_path: Path
):
    stream = _bring_from_the_future(hall, tmp_path)
    page = visit().go(f"/console/{stream}/players")
    note = page.locator("#time-ahead")
    expect(note).to_contain_text("dated")
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    hall.do(stream, "correct-time", reason="The clock was ahead before.")
    expect(note).to_have_count(0)


def test_the_button_of_that_note_still_works_after_the_frame_was_renewed(hall: Hall, visit: Visit, tmp_path: Path):
    stream = _bring_from_the_future(hall, tmp_path)
    page = visit().go(f"/console/{stream}/players")
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    hall.do(stream, "announce", text="Tea")
    page.locator("#correct-time").click()
    expect(page.locator("#time-ahead")).to_have_count(0)
    assert hall.ask(f"/t/{stream}/audit")["entries"][-1]["what"] == "time-corrected"


def _bring_from_the_future(hall: Hall, folder: Path) -> str:
    stream = f"future-{datetime.now(UTC):%H%M%S%f}"
    with ThreadPoolExecutor(1) as thread:  # in this one the browser's loop runs
        hall.bring(thread.submit(_export_from_the_future, folder, stream).result())
    return stream


def _export_from_the_future(folder: Path, stream: str) -> Path:
    """A tournament whose last record was written while the clock was wrong."""
    roundlog, in_ten_years = Roundlog(folder), datetime.now(UTC) + timedelta(days=3650)
    roundlog("open", stream, "--name", "Future", "--rounds", 3)
    with SqliteLog(roundlog.log, clock=lambda: in_ten_years) as log:
        web = Web(build(log))
        assert web.bearer("owner").post(f"/api/t/{stream}/announcements", json={"text": "Tea"}).status_code == 201
        web.app.state.services.key_store.close()
    file = folder / f"{stream}.jsonl"
    roundlog("export", stream, file)
    return file


def test_the_notice_that_the_server_cannot_be_reached_goes_when_it_is_back(hall: Hall, visit: Visit):
    stream = hall.open(4)
    visitor = visit()
    visitor.expected += ["WebSocket", "net::"]
    page = visitor.go(f"/console/{stream}/hall")
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    with hall.down():
        expect(page.locator("#connection")).to_have_attribute("data-state", "lost")
        _tell_that_nothing_answers(page)
        expect(page.locator("#notices .bad")).to_have_count(1)
    expect(page.locator("#connection")).to_have_attribute("data-state", "live", timeout=30_000)
    expect(page.locator("#notices .bad")).to_have_count(0)


def _tell_that_nothing_answers(page: Page) -> None:
    """What a press tells that finds no server; twice, as people press twice."""
    tell = TELL.replace("tell(text, options)", "tellProblem(new TypeError(text))").replace(
        "{ tell }", "{ tellProblem }"
    )
    page.evaluate(tell, ["fetch", {}])
    page.evaluate(tell, ["fetch", {}])


def test_another_notice_of_an_error_stays_until_somebody_closes_it(hall: Hall, visit: Visit):
    stream = hall.open(4)
    page = visit().go(f"/console/{stream}")
    page.evaluate(TELL, ["Round 1 still waits.", {"bad": True}])
    hall.do(stream, "announce", text="Tea")
    expect(page.locator("#happened")).to_contain_text("Tea")
    expect(page.locator("#notices .bad")).to_contain_text(re.compile("Round 1 still waits"))


def test_settings_that_somebody_else_changed_are_told_once_however_often(hall: Hall, visit: Visit):
    stream = hall.open(4)
    page = visit().go(f"/console/{stream}/settings")
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    for place in ("Tartu", "Utrecht"):
        hall.do(stream, "change-details", details={"name": "Event", "place": place})
    notice = page.locator("#notices .bad")
    expect(notice).to_contain_text("has just changed these settings")
    page.wait_for_timeout(300)
    expect(notice).to_have_count(1)
