"""``at-least``: whoever wrote on one server and reads on another sees it, or is told that it is not there yet."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from displays.web.access import at_least
from displays.words.language import LANGUAGES, language
from engine.errors import Refusal
from ledger.standby.pair import ServerPair
from ledger.store.sqlite import SqliteLog
from tests.displays.client import Web, build
from tests.displays.commandline import Roundlog
from tests.ledger.store.copied_log import CopiedLog

PAGES = ("/t/club", "/t/club/crosstable", "/screen/club", "/p/club/1", "/api/t/club", "/api/t/club/boards")


@pytest.fixture
def club(roundlog: Roundlog) -> Roundlog:
    roundlog.open_club()
    return roundlog


@contextmanager
def _second(club: Roundlog, folder: Path) -> Iterator[tuple[Web, CopiedLog]]:
    """A server over a copy of all that the club has now."""
    with CopiedLog(folder / "second.db", club.log) as copy, SqliteLog(club.log, read_only=True) as log:
        copy.copy(list(log.raw_after(0))).result()
        web = Web(build(copy))
        yield web, copy
        web.app.state.services.key_store.close()


def _version(club: Roundlog) -> int:
    with SqliteLog(club.log, read_only=True) as log:
        return log.version("club")


@pytest.mark.parametrize("path", PAGES)
def test_what_is_there_is_shown_as_ever(club: Roundlog, web: Web, path: str):
    version, plain = _version(club), web.get(path)
    assert plain.status_code == 200
    for answer in (
        web.get(path, params={"at-least": version}),
        web.get(path, params={"at-least": 1}),
        web.get(path, headers={"If-Version-At-Least": str(version)}),
    ):
        assert (answer.status_code, answer.text) == (200, plain.text)


@pytest.mark.parametrize("path", PAGES)
def test_what_was_written_on_the_first_is_read_on_the_second(
    club: Roundlog, path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    with _second(club, tmp_path) as (second, copy):
        club("announce", "club", "Lunch")
        version = _version(club)
        copy.is_cut_off = True
        with monkeypatch.context() as impatient:  # only where it waits for what does not come
            impatient.setattr(at_least, "LONGEST_WAIT", 0.05)
            answer = second.get(path, params={"at-least": version})
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
        assert str(version) in answer.text
        assert second.get(path).status_code == 200  # who asks for nothing newer gets what there is
        copy.is_cut_off = False
        monkeypatch.setattr(at_least, "LONGEST_WAIT", 30.0)  # it comes; on a busy machine not at once
        assert second.get(path, headers={"If-Version-At-Least": str(version)}).status_code == 200
        assert copy.version("club") == version


def test_a_standby_does_not_say_that_nobody_has_what_it_has_not_copied_yet(
    club: Roundlog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(at_least, "LONGEST_WAIT", 0.05)
    with SqliteLog(tmp_path / "second.db") as copy, SqliteLog(club.log, read_only=True) as log:
        copy.copy(list(log.raw_after(0))).result()
        pair = ServerPair(copy, tmp_path / "second.db")
        pair.become_standby("http://first", "token", "shared")
        second = Web(build(copy, pair=pair))
        club("announce", "club", "Lunch")
        asked = {"at-least": _version(club)}
        answer = second.get("/api/t/club/boards", params=asked)
        assert (answer.status_code, answer.json()["code"]) == (503, "copy-behind")
        pair.take_over(reason="The first has no power", actor="Anna")
        answer = second.get("/api/t/club/boards", params=asked)
        assert (answer.status_code, answer.json()["code"]) == (409, "version-not-there")
        second.app.state.services.key_store.close()


def test_a_version_that_nobody_has_is_refused_in_every_language(club: Roundlog, web: Web):
    version = _version(club)
    for code in LANGUAGES:
        answer = web.get("/api/t/club/boards", params={"at-least": 999, "lang": code})
        assert (answer.status_code, answer.json()["code"]) == (409, "version-not-there")
        assert answer.json()["facts"] == {"version": version, "asked": 999}
        assert answer.json()["detail"] == language(code).sentence(
            Refusal("version-not-there", version=version, asked=999)
        )


def test_what_cannot_be_read_is_refused(club: Roundlog, web: Web):
    for text in ("newest", "-1", "1.5", "12345678901"):
        answer = web.get("/api/t/club/boards", params={"at-least": text})
        assert (answer.status_code, answer.json()["code"]) == (400, "not-a-number")
    for asked in ({"params": {"at-least": ""}}, {"headers": {"If-Version-At-Least": ""}}):
        assert web.get("/api/t/club/boards", **asked).status_code == 400


def test_strangers_learn_nothing_of_drafts_and_private_tournaments(club: Roundlog, web: Web):
    released = _version(club)
    club("pair", "club", 3, "--boards", "1-4 2-3")
    stranger, arbiter = ({"at-least": version} for version in (released + 1, _version(club)))
    assert web.get("/api/t/club/boards", params=stranger).json()["facts"]["version"] == released
    assert web.bearer("arbiter", "club").get("/api/t/club/boards", params=arbiter).status_code == 200
    club("change-details", "club", "--private")
    assert web.get("/api/t/club", params=arbiter).json() == web.get("/api/t/club").json()
    for path in ("/t/club", "/t/nowhere"):
        assert web.get(path, params={"at-least": 999}).status_code == 404


def test_other_addresses_and_writes_take_no_notice(club: Roundlog, web: Web):
    assert web.get("/health", params={"at-least": 999}).status_code == 200
    assert web.post("/api/t/club/announcements", params={"at-least": 999}, json={"text": "Tea"}).status_code == 401
