"""The page of the copies: how old, what is wrong, a copy now, a copy to take away; and the red line on every page."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from displays.words.language import LANGUAGES
from ledger.backup.automatic import CopyOptions, LogCopies
from ledger.backup.folder import list_copies
from ledger.store.sqlite import SqliteLog
from ledger.store.verify import verify
from tests.displays.client import Web, build
from tests.displays.commandline import Roundlog

PAGE = "/console/~backup"


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder


@pytest.fixture
def copies(roundlog: Roundlog, stick: Path) -> Iterator[LogCopies]:
    """Nothing is copied but when somebody asks: nobody looks."""
    roundlog.open_club()
    with SqliteLog(roundlog.log) as log, LogCopies(log, log.path, CopyOptions(stick, 10), look_every=3600) as found:
        yield found


@pytest.fixture
def owner(copies: LogCopies) -> Iterator[Web]:
    with SqliteLog(copies.path) as log:
        app = build(log, copies=copies)
        yield Web(app).sign_in("owner")
        app.state.services.key_store.close()


def test_a_copy_is_made_when_it_is_asked_for(owner: Web, copies: LogCopies, stick: Path):
    assert "none yet" in owner.get(PAGE).text
    answer = owner.post(PAGE)
    assert answer.status_code == 200
    (copy,) = list_copies(copies.path, stick)
    assert verify(copy.path) == verify(copies.path)
    assert f"The copy is made and verified: {copy.path}" in answer.text
    page = owner.get(PAGE).text
    assert f"{copy.position} of {copy.position} entries" in page
    assert "(0 minutes ago)" in page
    assert 'class="notice bad"' not in page


def test_what_was_wrong_stands_there_and_on_every_page_in_red(owner: Web, copies: LogCopies, stick: Path):
    assert 'id="copies-note"' not in owner.get("/console/club").text
    stick.rmdir()
    answer = owner.post(PAGE)
    assert answer.status_code == 503
    for page in (answer.text, owner.get(PAGE).text):
        assert f'<dd id="problem">There is no folder {stick}; perhaps the stick is not in.</dd>' in page
        assert '<p class="notice bad" id="age">' in page
    note = owner.get("/console/club").text.partition('<p class="notice bad" id="copies-note">')[2]
    assert note.startswith("<span>No copy of the log could be made. There is no folder")
    assert f'<a href="{PAGE}">' in note.partition("</p>")[0]
    stick.mkdir()
    owner.post(PAGE)
    assert 'id="copies-note"' not in owner.get("/console/club").text


def test_an_arbiter_sees_that_something_is_wrong_and_no_page_for_owners(owner: Web, copies: LogCopies, stick: Path):
    stick.rmdir()
    owner.post(PAGE)
    arbiter = Web(owner.app).sign_in("arbiter", "club")
    page = arbiter.get("/console/club").text
    assert 'id="copies-note"' in page
    assert PAGE not in page
    assert arbiter.get(PAGE).status_code == 403
    assert arbiter.get(f"{PAGE}/copy").status_code == 403


def test_a_copy_that_is_older_than_three_intervals_is_told_in_red(roundlog: Roundlog, stick: Path):
    roundlog.open_club()
    copied = verify(roundlog.log).records
    roundlog("backup", stick)
    (copy,) = list_copies(roundlog.log, stick)
    copy.path.rename(stick / f"roundlog-20200101T000000Z-{copied}.db")
    with SqliteLog(roundlog.log) as log:
        assert note_with(log, stick) == ""  # old, and nothing was recorded since
        roundlog("announce", "club", "since")
        assert "The last copy of the log is of" in note_with(log, stick)


def note_with(log: SqliteLog, stick: Path) -> str:
    with LogCopies(log, log.path, CopyOptions(stick, 10), look_every=3600) as copies:
        app = build(log, copies=copies)
        page = Web(app).sign_in("owner").get("/console/club").text
        app.state.services.key_store.close()
    return page.partition('id="copies-note"><span>')[2].partition("</p>")[0]


def test_a_copy_to_take_away_is_whole_and_leaves_nothing_behind(
    owner: Web, copies: LogCopies, stick: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    passing = tmp_path / "passing"
    passing.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(passing))
    answer = owner.get(f"{PAGE}/copy")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    name = answer.headers["content-disposition"].partition('filename="')[2].rstrip('"')
    assert name.startswith("roundlog-")
    (tmp_path / name).write_bytes(answer.content)
    assert verify(tmp_path / name) == verify(copies.path)
    assert [*passing.iterdir()] == []
    assert list_copies(copies.path, stick) == []


def test_without_a_folder_it_says_how_to_have_one(roundlog: Roundlog):
    roundlog.open_club()
    with SqliteLog(roundlog.log) as log, LogCopies(log, log.path) as copies:
        app = build(log, copies=copies)
        owner = Web(app).sign_in("owner")
        page = owner.get(PAGE).text
        assert 'id="off"' in page
        assert '<a href="/help/en/laptop-dies">' in page
        assert owner.post(PAGE).status_code == 409
        assert owner.get(f"{PAGE}/copy").status_code == 200
        app.state.services.key_store.close()


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_page_speaks_every_language(owner: Web, copies: LogCopies, stick: Path, code: str):
    stick.rmdir()
    owner.post(PAGE)
    answer = owner.get(f"{PAGE}?lang={code}")
    assert answer.status_code == 200
    assert f'<html lang="{code}"' in answer.text
    assert ("perhaps the stick is not in" in answer.text) == (code == "en")
