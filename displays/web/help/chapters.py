"""Chapters of the handbook in one language, rendered once; and the documents beside it, which are in English."""

from __future__ import annotations

import functools
import re
import struct
from pathlib import Path

from displays.release.handbook_files import find_handbook
from displays.web.help.markdown import Page, Picture, Surroundings, find_anchors, render_markdown
from displays.web.help_chapters import list_chapters, read_chapter
from displays.web.static_files import StaticFile, version_of
from displays.words.language import language

_TARGET = re.compile(r"(?:\.\./)*(?:docs/)?(?:handbook/)?(?:([a-z-]+)/)?([\w-]+)\.md(#[\w-]+)?")
_PICTURE = re.compile(r"pictures/([\w-]+)\.png")


@functools.cache
def read_handbook(code: str) -> dict[str, Page]:
    """Its chapters by name, in their order."""
    return {name: _render_chapter(code, name) for name in list_chapters()}


def _render_chapter(code: str, name: str) -> Page:
    """Headings have the anchors that they have in English: so a link holds in every language."""
    anchors = find_anchors(read_chapter("en", name))
    around = Surroundings(
        language(code),
        lambda target: find_link(target, code),
        lambda target: find_picture(target, code),
        anchors,
    )
    return render_markdown(read_chapter(code, name), around)


@functools.cache
def read_document(name: str) -> Page:
    around = Surroundings(language("en"), lambda target: find_link(target, "en"), lambda target: Picture(target, 0, 0))
    return render_markdown((_documents() / f"{name}.md").read_text("utf-8"), around)


@functools.cache
def list_documents() -> tuple[str, ...]:
    """``server``, ``cli``: what stands beside the handbook."""
    return tuple(sorted(path.stem for path in _documents().glob("*.md")))


def _documents() -> Path:
    return find_handbook().parent


def find_link(target: str, code: str) -> str:
    """Of a target as the repository has it: ``hall.md``, ``../../server.md``. Empty for what is only there."""
    if "://" in target or target.startswith("#"):
        return target
    if target.endswith("handbook/README.md"):  # in the program this is the front
        return f"/help/{code}"
    found = _TARGET.fullmatch(target)
    if found is None:
        return ""
    folder, name, anchor = found.groups(default="")
    if name in list_chapters() and (folder or not target.startswith("..")):
        return f"/help/{folder or code}/{name}{anchor}"
    return f"/help/docs/{name}{anchor}" if name in list_documents() else ""


# -- pictures ----------------------------------------------------------------------------------------------------------


@functools.cache
def read_pictures() -> dict[str, StaticFile]:
    """By their path: ``en/hall``."""
    found = {}
    for path in sorted(find_handbook().glob("*/pictures/*.png")):
        name = f"{path.parent.parent.name}/{path.stem}"
        found[name] = StaticFile.of(path.read_bytes(), "image/png")
    return found


@functools.cache
def version_of_pictures() -> str:
    """Stands in their addresses, so that browsers keep them without asking again."""
    return version_of(read_pictures())


def find_picture(target: str, code: str) -> Picture:
    """As large as it says itself: the page does not move when it comes."""
    found = _PICTURE.fullmatch(target)
    name = f"{code}/{found[1]}" if found else ""
    file = read_pictures().get(name)
    width, height = (0, 0) if file is None else struct.unpack(">II", file.content[16:24])
    return Picture(f"/help/pictures/{version_of_pictures()}/{name}.png", width, height)
