"""What the tests of the hall's screens share: how large a glass is, a page on it, a round to show."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.conftest import Visit
from tests.browser.hall import Hall

GLASSES = {"hd": (1280, 720), "full-hd": (1920, 1080), "4k": (3840, 2160), "portrait": (1080, 1920)}
OVERFLOW = """() => {
  const stage = document.getElementById("stage").getBoundingClientRect();
  const rows = [...document.querySelectorAll("#stage tbody tr")].map((row) => row.getBoundingClientRect());
  return {
    cut: rows.filter((row) => row.bottom > stage.bottom + 1 || row.right > stage.right + 1).length,
    rows: rows.length,
    scrolls: document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight,
    low: Math.min(...rows.map((row) => row.height)) / innerHeight,
    smallest: Math.min(...[...document.querySelectorAll("#stage td.name")]
      .map((cell) => parseFloat(getComputedStyle(cell).fontSize))) / Math.min(innerHeight, innerWidth),
    cutTexts: [...document.querySelectorAll("#stage td, #stage th")]
      .filter((cell) => cell.scrollWidth > cell.clientWidth + 1)
      .map((cell) => cell.textContent),
  };
}"""


def screen(visit: Visit, path: str, size: tuple[int, int] = (1280, 720), *, with_clock: bool = False) -> Page:
    """``with_clock``: time goes on as ever, and the test may hasten it (``page.clock.fast_forward``)."""
    visitor = visit(None, once=with_clock, viewport={"width": size[0], "height": size[1]})
    if with_clock:
        visitor.page.clock.install()
    visitor.expected = ["WebSocket", "ERR_CONNECTION_REFUSED", "net::ERR"]  # a server that is killed is noticed
    return visitor.go(path)


def published(hall: Hall, players: int = 8, rounds: int = 1) -> str:
    stream = hall.open(players)
    if rounds > 1:
        hall.play(stream, rounds - 1)
    hall.do(stream, "pair-round", round=rounds)
    hall.do(stream, "publish-round", round=rounds)
    return stream
