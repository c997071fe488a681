"""The account of the person at this machine: where their data goes, what they are called."""

from __future__ import annotations

from pathlib import Path

import pytest

from displays.cli.account import find_data_folder, find_person, find_reader_language
from displays.cli.browser import has_screen

HOME = Path("/home/anna")


@pytest.mark.parametrize(
    ("platform", "environment", "folder"),
    [
        ("linux", {}, HOME / ".local/share/roundlog"),
        ("linux", {"XDG_DATA_HOME": "/data/anna"}, Path("/data/anna/roundlog")),
        ("linux", {"XDG_DATA_HOME": "data"}, HOME / ".local/share/roundlog"),  # the specification ignores such a one
        ("freebsd14", {}, HOME / ".local/share/roundlog"),
        ("darwin", {"XDG_DATA_HOME": "/data/anna"}, HOME / "Library/Application Support/Roundlog"),
        ("win32", {"LOCALAPPDATA": "/Users/Anna/AppData/Local"}, Path("/Users/Anna/AppData/Local/Roundlog")),
        ("win32", {}, HOME / "AppData/Local/Roundlog"),
    ],
)
def test_data_goes_where_the_system_keeps_what_is_its_users(
    platform: str, environment: dict[str, str], folder: Path
) -> None:
    assert find_data_folder(environment, HOME, platform) == folder


def test_the_person_has_a_name_or_none_and_never_fails() -> None:
    assert find_person() == find_person().strip()


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({"LANG": "nl_NL.UTF-8"}, "nl"),
        ({"LANG": "de_AT", "ROUNDLOG_LANG": "et"}, "et"),
        ({"LANG": "C"}, "en"),
        ({}, "en"),
    ],
)
def test_the_reader_has_a_language(environment: dict[str, str], code: str) -> None:
    assert find_reader_language(environment) == code


def test_a_browser_needs_a_screen() -> None:
    assert has_screen({}, "win32")
    assert has_screen({}, "darwin")
    assert not has_screen({"DISPLAY": ""}, "linux")
    assert has_screen({"DISPLAY": ":0"}, "linux")
    assert has_screen({"WAYLAND_DISPLAY": "wayland-0"}, "linux")
