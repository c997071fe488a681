"""``python -m tests.browser.pictures OUT [NAME …]``: every page of the console in four languages and three widths.

Pictures to look at: no test can tell whether a page is good to work with.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from displays.words.language import LANGUAGES
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.hall import Hall
from tests.browser.pages import PAGES

WIDTHS = {390: 844, 1280: 800, 1920: 1080}
DARK = ("de",)  # one language in dark, so that both schemes are seen


def scene(hall: Hall) -> dict[str, str]:
    """The tournaments that the pages are about."""
    played = hall.open(13, rounds=5)
    hall.play(played, 2)
    hall.do(played, "pair-round", round=3)
    hall.do(played, "publish-round", round=3)
    for board, result in ((1, "1-0"), (2, "1/2"), (4, "0-1f")):
        hall.do(played, "enter-result", round=3, board=board, result=result)
    hall.do(played, "announce-absence", player=5, rounds=[4], outcome="half-bye")
    hall.do(played, "withdraw-player", player=9, from_round=4, reason="ill")
    hall.do(played, "announce", text="Round 4 starts at 14:30.")
    hall.do(played, "correct-result", round=2, board=2, result="0-1", reason="The slip was misread.")
    return {"id": played, "new": hall.open(6)}


def take(browser: Browser, hall: Hall, out: Path, names: list[str]) -> None:
    facts = scene(hall)
    for language in LANGUAGES:
        for width, height in WIDTHS.items():
            context = browser.new_context(
                viewport={"width": width, "height": height},
                locale=language,
                color_scheme="dark" if language in DARK else "light",
            )
            page = context.new_page()
            page.goto(hall.link())
            page.get_by_role("button").first.click()
            for name in names or PAGES:
                page.goto(hall.address + PAGES[name].format(**facts))
                page.wait_for_timeout(400)
                page.screenshot(path=out / f"{name}-{language}-{width}.png", full_page=True)
                wide = page.evaluate("document.documentElement.scrollWidth")
                if wide > width:
                    print(f"{name} in {language} at {width} is {wide} wide")
            context.close()


@contextmanager
def studio() -> Iterator[tuple[Browser, Hall]]:
    """A browser and a server, for as long as pictures are taken."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        hall = Hall(Path(folder))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        try:
            yield browser, hall
        finally:
            browser.close()
            hall.stop()


def main(arguments: list[str]) -> None:
    out = Path(arguments[0])
    out.mkdir(parents=True, exist_ok=True)
    with studio() as (browser, hall):
        take(browser, hall, out, arguments[1:])


if __name__ == "__main__":
    main(sys.argv[1:])
