"""The follower against a first that is a value, not a process: what is copied, and what ends the copying."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from displays.web.standby import running
from displays.web.standby.client import OtherServer, PrivateAnswer, RecordsAnswer
from displays.web.standby.follower import copy_step
from displays.web.standby.status import describe_pair, notes_of
from displays.words.language import language
from engine.errors import Broken, Refusal
from engine.model import Details, Rules
from ledger.acts.hall import Announced
from ledger.acts.opening import TournamentOpened
from ledger.standby.epochs import shared_secret
from ledger.standby.pair import ServerPair
from ledger.store.sqlite import SqliteLog
from tests.displays.client import Web

SHARED = shared_secret("digest of a key")


class FirstHere(OtherServer):
    """Answers from a log of this process; ``forge`` changes what it says."""

    def __init__(self, pair: ServerPair) -> None:
        super().__init__("http://first")
        self.pair = pair
        self.forged = ("", "")

    def ask_records(self, after: int, seal: str, private: Mapping[str, int], server: str, own: str) -> RecordsAnswer:
        self.pair.note_follower(server, own, SHARED)
        records = list(self.pair.log.raw_after(after))
        changed = [one._replace(raw=one.raw._replace(body=one.raw.body.replace(*self.forged))) for one in records]
        rows = self.pair.private_rows()
        assert rows is not None
        return RecordsAnswer(self.pair.tell(), changed, rows.positions())

    def ask_private(self, positions: Mapping[str, int], digest: str) -> PrivateAnswer:
        rows = self.pair.private_rows()
        assert rows is not None
        return PrivateAnswer(rows.rows_after(positions))


@pytest.fixture
def first(tmp_path: Path) -> Iterator[FirstHere]:
    with SqliteLog(tmp_path / "first.db") as log:
        opened = TournamentOpened(details=Details("Club"), rules=Rules("fide-dutch-2026", 5))
        log.submit("club", 0, [opened], actor="Anna", command="open").result(5)
        pair = ServerPair(log, tmp_path / "first.db", address="http://first")
        yield FirstHere(pair)
        pair.close()


@pytest.fixture
def standby(tmp_path: Path) -> Iterator[ServerPair]:
    with SqliteLog(tmp_path / "second.db") as log:
        pair = ServerPair(log, tmp_path / "second.db", address="http://second")
        pair.become_standby("http://first", "token", SHARED)
        yield pair
        pair.close()


def test_a_step_copies_everything(first: FirstHere, standby: ServerPair):
    copy_step(standby, first)
    assert (standby.log.position(), standby.log.seal()) == (1, first.pair.log.seal())
    assert describe_pair(standby)["seconds_behind"] == 0
    texts = [note.text for note in notes_of(standby, language("en"))]
    assert texts[1] == "The copy is 0.0 s behind."


def test_a_forged_record_is_not_taken_in(first: FirstHere, standby: ServerPair):
    copy_step(standby, first)
    first.pair.log.submit(
        "club", 1, [Announced(announcement=1, text="Tea at four")], actor="Anna", command="tea"
    ).result(5)
    first.forged = ("four", "five")
    with pytest.raises(Broken, match="hash-mismatch"):
        copy_step(standby, first)
    assert standby.log.position() == 1
    first.forged = ("", "")
    copy_step(standby, first)
    assert standby.log.seal() == first.pair.log.seal()


def test_a_first_that_does_not_know_the_key_is_not_believed(first: FirstHere, standby: ServerPair):
    standby.become_standby("http://elsewhere", "token", shared_secret("another key"))
    with pytest.raises(Refusal, match="other-server-unproven"):
        copy_step(standby, first)
    assert standby.log.position() == 0


@pytest.mark.parametrize("code", ["en", "nl", "de", "et"])
def test_every_state_is_told_in_every_language(first: FirstHere, standby: ServerPair, code: str):
    reader = language(code)
    assert notes_of(ServerPair(first.pair.log, None), reader) == []
    assert any(note.is_alarm for note in notes_of(standby, reader))  # no connection yet
    copy_step(standby, first)
    assert not any(note.is_alarm for note in notes_of(standby, reader))
    standby.alarm = Refusal("copy-differs")
    assert any(note.is_alarm for note in notes_of(standby, reader))
    assert notes_of(first.pair, reader)


# -- what goes on beside the server ------------------------------------------------------------------------------------


def test_whatever_goes_wrong_the_other_is_asked_again(
    first: FirstHere, standby: ServerPair, monkeypatch: pytest.MonkeyPatch
):
    """Or this server would never hear that it was replaced."""
    asked: list[str] = []

    def ask(pair: ServerPair) -> None:
        asked.append(pair.other)
        raise ValueError("Port could not be cast to integer value")

    monkeypatch.setattr(running, "ask_other", ask)
    monkeypatch.setattr(running, "ASK_EVERY", 0.01)
    copy_step(standby, first)

    async def run() -> None:
        async with running.run_pair(first.pair), asyncio.timeout(20):
            while len(asked) < 3:
                await asyncio.sleep(0.01)

    asyncio.run(run())


# -- who may -----------------------------------------------------------------------------------------------------------


FEEDS = ("/api/standby/records?after=0&server=x", "/api/standby/private")


@pytest.mark.parametrize("feed", FEEDS)
def test_the_feeds_are_for_the_owner_of_the_server_alone(web: Web, feed: str):
    assert web.get(feed).status_code == 401
    assert web.bearer("arbiter").get(feed).status_code == 403
    assert web.bearer("owner", "club").get(feed).status_code == 403  # of one tournament
    assert web.bearer("owner").get(feed).status_code in (200, 409)


@pytest.mark.parametrize("feed", FEEDS)
def test_nothing_is_handed_out_over_an_open_network(web: Web, feed: str):
    far = Web(web.app, web.bearer("owner").headers, address="192.168.1.7")
    assert far.get(feed).json()["code"] == "feed-needs-tls"
    web.app.state.services.pair.trusts_network = True
    assert far.get(feed).json().get("code") != "feed-needs-tls"


def test_a_copy_that_differs_is_told_so(web: Web):
    asked = {"after": "1", "seal": "0" * 64, "server": "x"}
    assert web.bearer("owner").get("/api/standby/records", params=asked).json()["code"] == "copy-differs"


def test_what_a_stranger_says_of_itself_is_not_heard(web: Web):
    told = '{"state":{"server":"x","role":"first","epoch":9,"epoch_server":"x","position":1,"seal":""},"proof":"no"}'
    answer = web.get("/api/standby", headers={"x-roundlog-server": told})
    assert (answer.status_code, answer.json()["state"]["role"]) == (200, "single")
