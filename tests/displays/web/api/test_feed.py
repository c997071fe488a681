"""The feed: resumable, live, and for everybody only what is released."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, MutableMapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from displays.web import feed_readers
from displays.web.api import feed
from engine.errors import Unavailable
from engine.model import Details
from ledger.acts.hall import Announce
from ledger.acts.opening import ChangeDetails
from ledger.acts.pairing import PairRound
from ledger.acts.rounds import PublishRound
from ledger.desk import Desk
from ledger.formats.jsonl import read_file
from ledger.store.chain import LogChain, Raw
from ledger.store.sqlite import SqliteLog
from tests.displays.cli.test_faults import changed
from tests.displays.client import Web
from tests.displays.web.api.club import CLUB, REASON, club_at, problem, version


def lines(web: Web, address: str) -> list[dict[str, Any]]:
    answer = web.get(address)
    assert answer.headers["content-type"] == "application/jsonl"
    return [json.loads(line) for line in answer.text.splitlines()]


def test_the_whole_log_can_be_verified_by_who_may_see_all_of_it(tmp_path: Path):
    with club_at("played", tmp_path) as web:
        problem(web.get("/api/log"), 401, "sign-in-needed")
        problem(web.bearer("owner", "club").get("/api/log"), 403, "not-allowed")
        owner, chain = web.bearer("owner"), LogChain()
        found = lines(owner, "/api/log")
        for line in found:
            position, seal = line.pop("position"), line.pop("seal")
            chain.follow(position, Raw(**line), seal)
        assert chain.seal == web.get("/health").json()["head"]
        assert [line["position"] for line in lines(owner, "/api/log?after=10")] == list(range(11, len(found) + 1))
        problem(owner.get("/api/log?after=x"), 400, "not-a-number")


def test_the_arbiters_get_the_records_as_they_stand(tmp_path: Path):
    with club_at("played", tmp_path) as web:
        arbiter = web.bearer("arbiter", "club")
        found = lines(arbiter, f"{CLUB}/events")
        assert [line["version"] for line in found] == list(range(1, version(web) + 1))
        assert {"position", "actor", "command", "event", "hash", "seal"} < set(found[0])
        assert lines(arbiter, f"{CLUB}/events?after=10") == found[10:]
        assert lines(arbiter, f"{CLUB}/events?after=999") == []


def test_everybody_gets_what_is_released_without_private_parts(tmp_path: Path):
    with club_at("played", tmp_path) as web:
        found = lines(web, f"{CLUB}/events")
        assert all(set(line) - {"key"} == {"version", "released", "at", "actor", "event"} for line in found)
        assert "127.0.0.1" not in web.get(f"{CLUB}/events").text
        assert "4500000" not in web.get(f"{CLUB}/events").text
        assert "1990" not in web.get(f"{CLUB}/events").text


def test_a_draft_comes_with_its_publication_in_one_piece(tmp_path: Path):
    with club_at("withdrawn", tmp_path) as web:
        arbiter, last = web.bearer("arbiter", "club"), version(web)
        arbiter.post(f"{CLUB}/rounds/1/pairing")
        arbiter.post(f"{CLUB}/announcements", json={"text": "Patience"})
        boards = {"boards": [{"white": 2, "black": 1}, {"white": 4, "black": 3}], **REASON}
        arbiter.confirm("PUT", f"{CLUB}/rounds/1/boards", json=boards)
        (announced,) = lines(web, f"{CLUB}/events?after={last}")
        assert (announced["version"], announced["released"]) == (last + 2, last + 2)
        arbiter.post(f"{CLUB}/rounds/1/publication")
        found = lines(web, f"{CLUB}/events?after={last + 2}")
        assert [(line["version"], line["released"]) for line in found] == [
            (last + 1, last + 4),
            (last + 3, last + 4),
            (last + 4, last + 4),
        ]
        assert lines(web, f"{CLUB}/events?after={last + 4}") == []


@pytest.mark.parametrize(
    ("query", "code"),
    [("after=x", "not-a-number"), ("live=yes", "not-one-of"), ("since=1", "unknown-argument")],
)
def test_questions_that_cannot_be_read(query: str, code: str, tmp_path: Path):
    with club_at("entered", tmp_path) as web:
        problem(web.get(f"{CLUB}/events?{query}"), 400, code)


def test_the_feed_of_the_whole_server_is_for_its_owner(tmp_path: Path):
    with club_at("entered", tmp_path) as web:
        problem(web.get("/api/events"), 401, "sign-in-needed")
        problem(web.bearer("owner", "club").get("/api/events"), 403, "not-allowed")
        owner = web.bearer("owner")
        new = {"id": "spring", "details": {"name": "Spring"}, "rules": {"system": "by-hand", "rounds": 3}}
        owner.post("/api/t", json=new)
        assert lines(owner, "/api/events?after=11")[-1]["stream"] == "spring"
        problem(web.get("/api/t/nobody/events"), 404, "no-such-tournament")


# -- live --------------------------------------------------------------------------------------------------------------


@asynccontextmanager
async def listening(web: Web, address: str, headers: dict[str, str]) -> AsyncIterator[asyncio.Queue[bytes]]:
    """What a live answer says, as it says it. The reader hangs up at the end."""
    path, _, query = address.partition("?")
    said: asyncio.Queue[bytes] = asyncio.Queue()
    hung_up = asyncio.Event()
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "scheme": "http",
        "query_string": query.encode(),
        "headers": [(b"host", b"hall"), *((key.encode(), value.encode()) for key, value in headers.items())],
        "client": ("127.0.0.1", 1),
        "server": ("hall", 80),
    }
    asked = iter([{"type": "http.request", "body": b"", "more_body": False}])

    async def receive() -> dict[str, Any]:
        message = next(asked, None)
        if message is None:
            await hung_up.wait()
            return {"type": "http.disconnect"}
        return message

    async def send(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.body":
            said.put_nowait(message.get("body", b"") if message.get("more_body") else b"end")

    task = asyncio.create_task(web.app(scope, receive, send))
    try:
        yield said
    finally:
        hung_up.set()
        await asyncio.wait_for(task, 10)


async def heard(said: asyncio.Queue[bytes]) -> list[int]:
    """The versions of the next lines."""
    return [json.loads(line)["version"] for line in (await asyncio.wait_for(said.get(), 10)).splitlines() if line]


async def announce(web: Web, text: str) -> None:
    """By another program, so to say: through the desk of the same server."""
    desk: Desk = web.app.state.services.desk
    await desk.handle("club", Announce(text=text), actor="test")


def test_a_live_feed_goes_on_with_what_comes(tmp_path: Path):
    async def scene(web: Web, headers: dict[str, str]) -> None:
        async with listening(web, f"{CLUB}/events?live=1&after=11", headers) as said:
            assert await heard(said) == [12]
            await announce(web, "one")
            assert await heard(said) == [13]
            await announce(web, "two")
            assert await heard(said) == [14]

    with club_at("entered", tmp_path) as web:
        asyncio.run(scene(web, web.bearer("arbiter", "club").headers))
        assert web.app.state.services.feed_readers.readers == 0


def test_an_empty_line_says_that_the_server_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(feed, "HEARTBEAT", 0.01)

    async def scene(web: Web) -> None:
        async with listening(web, f"{CLUB}/events?live=1&after=999", {}) as said:
            assert await asyncio.wait_for(said.get(), 10) == b"\n"

    with club_at("entered", tmp_path) as web:
        asyncio.run(scene(web))


def test_a_live_feed_ends_when_the_server_stops(tmp_path: Path):
    async def scene(web: Web) -> None:
        async with listening(web, f"{CLUB}/events?live=1&after=11", {}) as said:
            assert await heard(said) == [12]
            web.app.state.services.feed_readers.close()
            assert await asyncio.wait_for(said.get(), 10) == b"end"

    with club_at("entered", tmp_path) as web:
        asyncio.run(scene(web))


def test_a_draft_does_not_show_in_a_live_feed(tmp_path: Path):
    async def scene(web: Web) -> None:
        desk: Desk = web.app.state.services.desk
        async with listening(web, f"{CLUB}/events?live=1&after=12", {}) as said:
            await desk.handle("club", PairRound(round=1), actor="test")
            await announce(web, "tea")
            assert await heard(said) == [14]
            await desk.handle("club", PublishRound(round=1), actor="test")
            assert await heard(said) == [13, 15]

    with club_at("entered", tmp_path) as web:
        asyncio.run(scene(web))


def test_there_is_an_end_to_how_many_may_listen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(feed_readers, "MOST_LIVE", 0)
    with club_at("entered", tmp_path) as web:
        problem(web.get(f"{CLUB}/events?live=1"), 503, "too-many-feeds")


def test_a_key_that_is_taken_back_ends_the_feed_before_the_next_draft(tmp_path: Path):
    async def scene(web: Web) -> None:
        desk: Desk = web.app.state.services.desk
        key_store = web.app.state.services.key_store
        async with listening(web, f"{CLUB}/events?live=1&after=11", web.bearer("arbiter", "club").headers) as said:
            assert await heard(said) == [12]
            key_store.revoke(key_store.all_keys()[-1].number, by="test")
            await desk.handle("club", PairRound(round=1), actor="test")
            assert await asyncio.wait_for(said.get(), 10) == b"end"

    with club_at("entered", tmp_path) as web:
        asyncio.run(scene(web))
        assert web.app.state.services.feed_readers.readers == 0


def test_a_tournament_that_turns_private_ends_the_feed_of_strangers(tmp_path: Path):
    async def scene(web: Web) -> None:
        desk: Desk = web.app.state.services.desk
        guest = web.bearer("display", "club").headers
        address = f"{CLUB}/events?live=1&after=11"
        async with listening(web, address, {}) as said, listening(web, address, guest) as said_to_guest:
            assert await heard(said) == await heard(said_to_guest) == [12]
            private = ChangeDetails(details=Details(name="Club evening", is_private=True))
            await desk.handle("club", private, actor="test")
            assert await asyncio.wait_for(said.get(), 10) == b"end"
            assert await heard(said_to_guest) == [13]

    with club_at("entered", tmp_path) as web:
        asyncio.run(scene(web))


def test_strangers_leave_room_for_the_staff_and_for_each_other(tmp_path: Path):
    async def scene(room: feed_readers.FeedReaders) -> None:
        for _ in range(feed_readers.MOST_AT_AN_ADDRESS):
            room.enter("10.0.0.1", is_staff=False)
        with pytest.raises(Unavailable):
            room.enter("10.0.0.1", is_staff=False)
        others = feed_readers.MOST_LIVE - feed_readers.KEPT_FOR_STAFF - room.readers
        for number in range(others):
            room.enter(f"10.0.1.{number}", is_staff=False)
        with pytest.raises(Unavailable):
            room.enter("10.0.0.2", is_staff=False)
        for _ in range(feed_readers.KEPT_FOR_STAFF):
            room.enter("10.0.0.1", is_staff=True)
        with pytest.raises(Unavailable):
            room.enter("10.0.0.1", is_staff=True)
        room.leave("10.0.0.1", is_staff=False)
        room.enter("10.0.0.2", is_staff=False)
        assert room._follower is not None
        room._follower.cancel()

    with SqliteLog(tmp_path / "roundlog.db") as log:
        asyncio.run(scene(feed_readers.FeedReaders(log)))

    async def follow(self, after: int) -> AsyncIterator[None]:
        await asyncio.sleep(3600)
        yield


# -- proof -------------------------------------------------------------------------------------------------------------


def test_the_export_verifies_elsewhere(tmp_path: Path):
    with club_at("played", tmp_path) as web:
        answer = web.bearer("arbiter", "club").get(f"{CLUB}/export")
        assert answer.headers["content-disposition"] == 'attachment; filename="club.jsonl"'
        (tmp_path / "club.jsonl").write_bytes(answer.content)
        [(title, records)] = read_file(tmp_path / "club.jsonl")
        assert title.records == len(records) == version(web)
        verified = web.get(f"{CLUB}/verify").json()
        assert verified == {"records": title.records, "head": title.head, "intact": True, "problem": None}
        web.bearer("results", "club").request("PUT", f"{CLUB}/rounds/2/check-in/1")
        assert web.get(f"{CLUB}/verify").json() == verified  # the roll call is for the staff
        known = web.bearer("arbiter", "club").get(f"{CLUB}/verify").json()
        assert (known["records"], known["intact"]) == (title.records + 1, True)
        assert known["head"] != title.head
        problem(web.get(f"{CLUB}/export"), 401, "sign-in-needed")
        problem(web.bearer("owner").get("/api/t/nobody/export"), 404, "no-such-tournament")


def test_a_record_that_was_changed_is_found(tmp_path: Path):
    with club_at("played", tmp_path) as web:
        web.get(CLUB)  # the server has read it; somebody changes the file behind its back
        changed(
            tmp_path / "roundlog.db",
            "DROP TRIGGER records_are_not_changed",
            "UPDATE records SET body = replace(body, 'Tartu', 'Narva') WHERE version = 1",
        )
        verified = web.get(f"{CLUB}/verify").json()
        assert verified["intact"] is False
        assert verified["problem"]["code"] == "hash-mismatch"
        assert (verified["records"], verified["head"]) == (version(web), "")
        web.bearer("results", "club").request("PUT", f"{CLUB}/rounds/2/check-in/1")
        assert web.get(f"{CLUB}/verify").json() == verified
        known = web.bearer("arbiter", "club").get(f"{CLUB}/verify").json()
        assert (known["records"], len(known["head"]), known["intact"]) == (verified["records"] + 1, 64, False)
