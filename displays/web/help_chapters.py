"""Chapters of the handbook: their names and order, and which of them a page's ``?`` opens."""

from __future__ import annotations

import functools
from typing import NamedTuple

from displays.release.handbook_files import find_handbook
from displays.words.language import LANGUAGES

# Of each page its chapter. A new page gets its line here (``tests/displays/web/help/test_chapters_of_pages.py``).
OF_THE_SERVER = {
    "": "first-tournament",
    "new": "first-tournament",
    "new-festival": "first-tournament",
    "people": "running-a-server",
    "~backup": "laptop-dies",
    "~network": "hall",
    "~ratings": "rating-lists",
    "~server": "several-machines",
    "~start": "first-tournament",
    "~trf": "fide-reports",
}  # /console/PAGE
OF_A_TOURNAMENT = {
    "": "first-tournament",
    "players": "player-lists",
    "rounds": "first-tournament",
    "settings": "first-tournament",
    "absences": "absent-player",
    "check-in": "absent-player",
    "player-list": "first-tournament",
    "categories": "first-tournament",
    "fees": "player-lists",
    "open-games": "absent-player",
    "season": "season",
    "lots": "draughts",
    "intermediate": "draughts",
    "ties": "draughts",
    "hall": "hall",
    "screens": "hall",
    "print": "hall",
    "people": "two-helpers",
    "members": "members",
    "corrections": "wrong-result",
    "what-if": "wrong-result",
    "standings": "appeal",
    "ladder-table": "ladder",
    "crosstable": "appeal",
    "ranks": "appeal",
    "cards": "appeal",
    "audit": "appeal",
    "trf": "fide-reports",
    "ratings": "rating-lists",
}  # /console/ID/PAGE
OF_OTHERS = {
    "": "first-tournament",
    "t": "appeal",
    "f": "hall",
    "p": "hall",
    "screen": "hall",
    "key": "two-helpers",
    "sign-out": "two-helpers",
    "help": "",
}  # /KIND/…
USUAL = "first-tournament"
OF_A_LADDER, OF_DRAUGHTS = "club-season", "draughts"  # in its place, in a tournament of that kind


def chapter_of_page(path: str, *, has_ladder: bool = False, is_draughts: bool = False) -> str:
    """Empty: of a page that is no page of a tournament, or of one without a chapter."""
    kind, first, below = (*path.split("/")[1:], "", "", "")[:3]
    if kind != "console":
        return OF_OTHERS.get(kind, "")
    chapter = OF_THE_SERVER[first] if first in OF_THE_SERVER else OF_A_TOURNAMENT.get(below, "")
    if chapter != USUAL or first in OF_THE_SERVER:
        return chapter
    return OF_A_LADDER if has_ladder else OF_DRAUGHTS if is_draughts else chapter


class HelpLink(NamedTuple):
    """Of a page. ``title`` is that of its chapter; ``front``: the address of the whole handbook."""

    address: str
    title: str
    front: str


def link_help(path: str, code: str, *, has_ladder: bool = False, is_draughts: bool = False) -> HelpLink:
    """From a page to its chapter in the reader's language; to the front of the handbook if it has none."""
    chapter = chapter_of_page(path, has_ladder=has_ladder, is_draughts=is_draughts)
    code = code if code in find_languages() else "en"
    front = f"/help/{code}"
    return HelpLink(f"{front}/{chapter}", title_of(code, chapter), front) if chapter else HelpLink(front, "", front)


@functools.cache
def list_chapters() -> tuple[str, ...]:
    """In their order."""
    return tuple((find_handbook() / "chapters.txt").read_text("utf-8").split())


@functools.cache
def find_languages() -> tuple[str, ...]:
    """Those that the handbook is written in: somebody may add a language to the product alone."""
    return tuple(code for code in LANGUAGES if (find_handbook() / code).is_dir())


def read_chapter(code: str, chapter: str) -> str:
    """As it is written."""
    return (find_handbook() / code / f"{chapter}.md").read_text("utf-8")


@functools.cache
def title_of(code: str, chapter: str) -> str:
    return read_chapter(code, chapter).partition("\n")[0].removeprefix("# ")
