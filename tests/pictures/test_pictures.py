"""The pictures of the handbook are of this version, and show what its pages say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from displays.web.help.chapters import read_pictures
from displays.web.help_chapters import find_languages, list_chapters, read_chapter
from tests.browser.conftest import need_chromium
from tests.pictures.reduce import looks_alike, reduce_png
from tests.pictures.scenes import SCENES
from tests.pictures.taking import digest, digest_words, find_version, read_noted, take_pictures

LARGEST = 100_000  # bytes of one
LARGEST_OF_ALL = 6_000_000  # the wheel carries them


def test_there_is_a_scene_for_every_picture_that_a_chapter_shows():
    named = {Path(one).stem for name in list_chapters() for one in re.findall(r"\((pictures/.+?)\)", read(name))}
    assert named == set(SCENES)


def read(name: str) -> str:
    return read_chapter("en", name)


def test_the_pictures_are_of_this_version_in_every_language():
    noted = read_noted()
    assert noted["version"] == find_version(), "make pictures"
    assert set(noted["pictures"]) == {f"{code}/{name}" for code in find_languages() for name in SCENES}


def test_the_pictures_are_those_that_were_taken():
    there = {name: digest(file.content) for name, file in read_pictures().items()}
    assert there == {name: one["content"] for name, one in read_noted()["pictures"].items()}, "make pictures"


def test_the_pictures_are_small():
    sizes = {name: len(file.content) for name, file in read_pictures().items()}
    assert {name: size for name, size in sizes.items() if size > LARGEST} == {}
    assert sum(sizes.values()) < LARGEST_OF_ALL


def test_numbers_and_what_is_drawn_by_lot_do_not_make_a_picture_old():
    assert digest_words("Board 12: 1-0 at 13:05") == digest_words("Board 3: 0-1 at 7:00")
    assert digest_words(f"key {'a' * 32}") == digest_words(f"key {'b' * 30}")
    assert digest_words("Publish round 1") != digest_words("Show round 1")


def test_a_picture_with_another_word_in_it_is_told_from_one_that_looks_alike():
    screen = read_pictures()["en/screen-boards"].content
    phone = read_pictures()["en/phone-board"].content
    assert looks_alike(screen, reduce_png(screen))
    assert not looks_alike(screen, phone)
    assert not looks_alike(screen, read_pictures()["de/screen-boards"].content)


@pytest.mark.exhaustive
def test_the_pages_say_what_the_pictures_show():
    """Two minutes or three: every page is opened once more."""
    need_chromium()
    noted = {name: one["words"] for name, one in read_noted()["pictures"].items()}
    shown = {picture.name: digest_words(picture.words) for picture in take_pictures()}
    assert sorted(name for name in shown if shown[name] != noted.get(name)) == [], "make pictures"
