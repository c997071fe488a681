"""``live.js``, the client of every page: frames, a line that breaks, topics that change, topics that are none."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tests.browser.conftest import Visit
from tests.browser.hall import Hall

FOLLOW = """
async ([id, topics]) => {
  const { follow } = await import("/static/js/live.js");
  window.got = [];
  window.states = [];
  window.refusals = [];
  window.line = follow(id, topics, (frame) => window.got.push([frame.topic, frame.version]), {
    onState: (isConnected, asOf, refusal) => {
      window.states.push(isConnected);
      window.asOf = asOf;
      if (refusal !== null) window.refusals.push([refusal.code, refusal.reason]);
    },
  });
}
"""


def following(visit: Visit, stream: str, *topics: str) -> Page:
    visitor = visit(None)
    visitor.expected = ["WebSocket", "ERR_CONNECTION_REFUSED", "net::ERR"]  # a server that is killed is noticed
    page = visitor.go("/")
    page.evaluate(FOLLOW, [stream, list(topics)])
    return page


def until(page: Page, condition: str) -> None:
    """(Playwright's own waiting would evaluate text in the page, which our pages do not allow.)"""
    for _ in range(400):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"never: {condition}")


def got(page: Page, count: int) -> list[list[Any]]:
    until(page, f"window.got.length >= {count}")
    return page.evaluate("window.got")


def test_frames_come_and_a_server_that_was_killed_is_found_again(hall: Hall, visit: Visit):
    stream = hall.open(4)
    page = following(visit, stream, "announcements", "clock")
    first = got(page, 2)
    assert sorted(topic for topic, _ in first) == ["announcements", "clock"]
    version = hall.do(stream, "announce", text="Lunch")["version"]
    assert got(page, 3)[2] == ["announcements", version]
    with hall.down():
        until(page, "window.states.at(-1) === false")
    until(page, "window.states.at(-1) === true")
    newest = hall.do(stream, "announce", text="Tea")["version"]
    until(page, f"window.got.some(([topic, version]) => version === {newest})")
    after = page.evaluate("window.got")[3:]
    assert [version for topic, version in after if topic == "announcements"] == [newest]  # nothing that it had
    assert page.evaluate("window.asOf instanceof Date")


def test_topics_change_and_what_is_dropped_is_heard_of_no_more(hall: Hall, visit: Visit):
    stream = hall.open(4)
    page = following(visit, stream, "announcements")
    got(page, 1)
    page.evaluate("window.line.change(['names'])")
    assert got(page, 2)[1][0] == "names"
    hall.do(stream, "announce", text="Lunch")
    hall.do(stream, "register-players", players=[{"player": {"number": 0, "name": "Zoë"}}])
    assert [topic for topic, _ in got(page, 3)] == ["announcements", "names", "names"]
    page.evaluate("window.line.stop()")


def test_what_is_refused_is_told_with_its_code(hall: Hall, visit: Visit):
    page = following(visit, "nowhere", "boards")
    until(page, "window.refusals.length === 1")
    assert page.evaluate("window.refusals") == [[4404, "no-such-tournament"]]


def test_the_servers_clock_is_known_at_once(hall: Hall, visit: Visit):
    stream = hall.open(4)
    visitor = visit(None, once=True)
    visitor.context.add_init_script("const real = Date.now; Date.now = () => real() - 600_000;")
    page = visitor.go("/")
    page.evaluate(FOLLOW, [stream, ["clock"]])
    got(page, 1)
    page.evaluate("window.line.change(['names'])")
    got(page, 2)  # what was sent at joining came before this
    assert page.evaluate("Math.abs(window.line.now() - Date.now() - 600_000) < 5_000")
    assert page.evaluate("Math.abs(window.asOf - Date.now() - 600_000) < 5_000")
