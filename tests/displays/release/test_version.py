"""The version: its number, and the commit as git or the note of a wheel says it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from displays.release.handbook_files import find_handbook
from displays.release.version import Version, find_commit, find_number, find_version
from displays.words.language import LANGUAGES
from tests.displays.client import Web

GIT = shutil.which("git") or "git"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """With one commit, of one file."""
    folder = tmp_path / "checkout"
    folder.mkdir()
    (folder / "pieces.txt").write_text("32\n")
    for words in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "Pieces"]):
        author = ("-c", "user.name=Anna", "-c", "user.email=anna@club.example")
        subprocess.run([GIT, *author, *words], cwd=folder, check=True)
    return folder


def test_git_says_the_commit_and_that_something_was_changed_after_it(checkout: Path, tmp_path: Path) -> None:
    hash_ = subprocess.run([GIT, "rev-parse", "HEAD"], cwd=checkout, capture_output=True, text=True, check=True).stdout
    nowhere = tmp_path / "commit.txt"
    assert find_commit(nowhere, checkout) == hash_[:8]
    (checkout / "pieces.txt").write_text("40\n")
    assert find_commit(nowhere, checkout) == f"{hash_[:8]}+"


def test_the_note_of_a_wheel_goes_before_git(checkout: Path, tmp_path: Path) -> None:
    note = tmp_path / "commit.txt"
    note.write_text("0f30b2e7\n")
    assert find_commit(note, checkout) == "0f30b2e7"


def test_without_note_and_git_nobody_knows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, checkout: Path) -> None:
    """It lies in the folder of another project, perhaps: that one's commit is not ours."""
    assert find_commit(tmp_path / "commit.txt", tmp_path) == ""
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_commit(tmp_path / "commit.txt", checkout) == ""


def test_number_and_commit_are_told_together() -> None:
    assert str(Version("0.2.0", "0f30b2e7+")) == "0.2.0 (0f30b2e7+)"
    assert str(Version("0.2.0", "")) == "0.2.0"
    assert find_version().number == find_number()


def test_a_server_says_both(web: Web) -> None:
    said = web.get("/health").json()
    assert (said["version"], said["commit"]) == (find_number(), find_version().commit)
    assert f'roundlog_info{{version="{find_number()}",commit="{find_version().commit}"}} 1' in web.get("/metrics").text


def test_the_handbook_is_found_in_every_language() -> None:
    chapters = (find_handbook() / "chapters.txt").read_text("utf-8").split()
    assert "hall" in chapters
    missing = [
        (language, name)
        for language in LANGUAGES
        for name in chapters
        if not (find_handbook() / language / f"{name}.md").is_file()
    ]
    assert missing == []
