"""``python -m tests.browser.wall_pictures OUT [SIGHT …]``: the hall's screens with few and many players on every glass.

Pictures to look at: a test can tell that nothing is cut, not that a wall is good to read. ``PLAYERS=8,300`` in the
environment says how many play, ``LONG_NAMES=1`` gives everybody a name of 40 letters.
"""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

from playwright.sync_api import Browser

from displays.words.language import LANGUAGES
from tests.browser.glass import GLASSES
from tests.browser.hall import Hall
from tests.browser.pictures import studio

SIGHTS = ("boards", "names", "results", "standings", "ladder", "crosstable", "clock", "announcement", "film")
CROWDS = tuple(int(count) for count in os.environ.get("PLAYERS", "8,24,60,300").split(","))
NAMES = ("Willem van der Meer", "Ines Hoffmann", "Mart Tamm", "Margarethe Schneider", "Liis Kask", "Bram de Jong")
LONG = "Maximilianus-Alexander van Oudenallen"


def scene(hall: Hall, players: int, *, is_club: bool, has_long_names: bool) -> str:
    """A tournament whose third round is half played."""
    system, tiebreaks = ("keizer", []) if is_club else ("fide-dutch-2026", ["BH/C1", "BH", "SB"])
    stream = hall.open(0, system=system, tiebreaks=tiebreaks, rounds=9)
    name = (lambda n: f"{LONG} {n:02}") if has_long_names else (lambda n: f"{NAMES[n % len(NAMES)]} {n + 1}")
    people = [{"player": {"number": 0, "name": name(n), "rating": 2400 - n}} for n in range(players)]
    hall.do(stream, "register-players", players=people)
    hall.do(stream, "draw-first-colour", colour="white")
    hall.play(stream, 2)
    hall.do(stream, "pair-round", round=3)
    hall.do(stream, "publish-round", round=3)
    for board in hall.ask(f"/t/{stream}/boards")["boards"][::2]:
        hall.do(stream, "enter-result", round=3, board=board["board"], result="1-0")
    starts = datetime.now(UTC) - timedelta(hours=1)
    ends = starts + timedelta(hours=5)
    hall.do(stream, "set-clock", round=3, starts=starts.isoformat(), ends=ends.isoformat())
    return stream


def take(browser: Browser, hall: Hall, out: Path, sights: list[str], *, has_long_names: bool) -> None:
    for players in CROWDS:
        swiss = scene(hall, players, is_club=False, has_long_names=has_long_names)
        club = scene(hall, players, is_club=True, has_long_names=has_long_names) if "ladder" in sights else swiss
        for number, (glass, (width, height)) in enumerate(GLASSES.items()):
            context = browser.new_context(viewport={"width": width, "height": height})
            page = context.new_page()
            for sight in sights:
                stream = club if sight == "ladder" else swiss
                page.goto(f"{hall.address}/screen/{stream}?view={sight}&lang={LANGUAGES[number]}")
                page.wait_for_timeout(2500 if sight == "film" else 700)
                page.screenshot(path=out / f"{sight}-{glass}-{players}.png")
            context.close()


def main(arguments: list[str]) -> None:
    out = Path(arguments[0])
    out.mkdir(parents=True, exist_ok=True)
    with studio() as (browser, hall):
        take(browser, hall, out, arguments[1:] or list(SIGHTS), has_long_names="LONG_NAMES" in os.environ)


if __name__ == "__main__":
    main(sys.argv[1:])
