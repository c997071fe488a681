"""One thing that goes wrong in the hall is logged, and stops nothing else: not the looking, not the pulse."""

import asyncio
import json
import logging
from pathlib import Path

import pytest

from displays.web.live.frames import encode_ping
from displays.web.live.hub import MOST_BEATS_MISSED
from displays.web.live.hub_tasks import run_tasks
from displays.web.live.subscriber import Subscriber
from displays.web.live.topics import Topic
from displays.web.screens.status import Screens
from engine.errors import Refusal
from engine.model import Details, Rules
from ledger.acts.hall import Announce
from ledger.acts.opening import ChangeDetails, OpenTournament
from ledger.desk import Desk
from ledger.state import State
from ledger.store.sqlite import SqliteLog
from ledger.views import View
from ledger.views.projector import Projection
from tests.displays.web.live.paper import STAFF, Follower, Paper, desk_and_hub, quiet
from tests.displays.web.live.server import PATIENCE, Server, frame, register

LOOPS = ("asyncio",)


async def _two_tournaments(desk: Desk) -> None:
    for stream in ("one", "two"):
        await desk.handle(stream, OpenTournament(details=Details("Club"), rules=Rules("by-hand", 5)), actor="x")


async def test_a_hall_that_fails_holds_up_no_other(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    path = tmp_path / "roundlog.db"
    with SqliteLog(path) as log, SqliteLog(path) as of_another_process:
        await _two_tournaments(Desk(log))
        _, hub = desk_and_hub(log, merge=0.0)
        broken, sound = Follower(hub, "one", "names"), Follower(hub, "two", "names")
        await quiet(hub)
        sound.take()
        del hub._tournaments["one"].newest  # a bug, as it were
        other = Desk(of_another_process)
        async with run_tasks(hub, refresh=0.01), asyncio.timeout(PATIENCE):
            for name in ("Anna", "Bram"):
                for stream in ("one", "two"):
                    await other.handle(stream, register(name), actor="x")
                while not (said := sound.frames()):
                    await asyncio.sleep(0.01)
                assert [line["player"]["name"] for line in said[-1]["state"]["lines"]][-1] == name
        assert hub._tournaments["one"].connections[broken.line]
        told = [record for record in caplog.records if "looking for what is new in one" in record.message]
        assert len(told) == 1  # and not four times a second


async def test_a_line_that_fails_does_not_stop_the_pulse(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    with SqliteLog(tmp_path / "roundlog.db") as log:
        await _two_tournaments(Desk(log))
        _, hub = desk_and_hub(log)
        first, second = Follower(hub, "one", "names"), Follower(hub, "one", "names")
        await quiet(hub)

        def nobody_knows() -> None:
            raise RuntimeError("the key store is gone")

        first.line.subscriber = Subscriber("one", STAFF, nobody_knows)
        second._paper.written.clear()
        with caplog.at_level(logging.ERROR):
            assert list(hub.send_beats()) == []
        assert any(b'{"beat":' in data for data in second._paper.written)
        assert "the key store is gone" in caplog.text


@pytest.mark.parametrize("has_frame", [False, True], ids=["first frame", "next frame"])
async def test_a_line_that_cannot_be_written_to_keeps_no_frame_from_others(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, has_frame: bool
):
    with SqliteLog(tmp_path / "roundlog.db") as log:
        desk, hub = desk_and_hub(log, merge=0.0)
        await _two_tournaments(desk)
        followers = [Follower(hub, "one", "names,clock") for _ in range(3)]
        broken = followers[1]
        if has_frame:
            await quiet(hub)
        broken._paper.failure, broken._paper.on_abort = RuntimeError("the handler is closed"), lambda: None
        with caplog.at_level(logging.ERROR):
            answer = await desk.handle("one", register("Anna"), actor="x")
            await quiet(hub)
        for follower in (followers[0], followers[2]):
            newest = {said["topic"]: said["version"] for said in follower.frames()}
            assert newest["names"] == answer.version
        assert list(hub._tournaments["one"].connections) == [followers[0].line, followers[2].line]
        assert caplog.text.count("the handler is closed") == 1


async def test_a_slow_line_is_there_for_as_long_as_it_goes_on_reading(tmp_path: Path):
    """No ping is written behind what it has not taken yet: so that it takes it has to do."""
    with SqliteLog(tmp_path / "roundlog.db") as log:
        await _two_tournaments(Desk(log))
        _, hub = desk_and_hub(log)
        reads, does_not = Follower(hub, "one", "names"), Follower(hub, "one", "names")
        does_not._paper.on_abort = does_not.leave
        does_not.line.pause_writing()
        for _ in range(2 * MOST_BEATS_MISSED):
            reads.line.pause_writing()
            list(hub.send_beats())
            reads.line.resume_writing()
        assert list(hub._tournaments["one"].connections) == [reads.line]


async def test_who_cannot_be_asked_sees_nothing_of_what_became_private(tmp_path: Path):
    with SqliteLog(tmp_path / "roundlog.db") as log:
        desk, hub = desk_and_hub(log)
        await _two_tournaments(desk)
        followers = [Follower(hub, "one", "names") for _ in range(3)]

        def nobody_knows() -> None:
            raise RuntimeError("the key store is gone")

        followers[0].line.subscriber = Subscriber("one", STAFF, nobody_knows)
        followers[0]._paper.on_abort = lambda: None
        await desk.handle("one", ChangeDetails(details=Details("Club", is_private=True)), actor="x")
        assert all(follower.line.is_closing for follower in followers)


async def test_a_log_that_cannot_be_read_now_is_looked_at_again(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    with SqliteLog(tmp_path / "roundlog.db") as log:
        await _two_tournaments(Desk(log))
        _, hub = desk_and_hub(log)
        Follower(hub, "one", "names")
        looked = 0

        def read(stream: str) -> None:
            nonlocal looked
            looked += 1
            raise ValueError("not a log")

        hub._read = read
        await Desk(log).handle("one", Announce(text="Lunch"), actor="Anna")
        async with run_tasks(hub, refresh=0.001), asyncio.timeout(PATIENCE):
            while looked < 5:
                await asyncio.sleep(0.001)
        assert caplog.text.count("while looking for what is new in one") == 1


async def test_a_slow_line_is_there_while_it_takes_what_it_was_given(tmp_path: Path):
    """Though it is not listened to meanwhile, and has not taken enough to be given more."""
    with SqliteLog(tmp_path / "roundlog.db") as log:
        await _two_tournaments(Desk(log))
        _, hub = desk_and_hub(log)
        slow, stuck = Follower(hub, "one", "names"), Follower(hub, "one", "names")
        stuck._paper.on_abort = stuck.leave
        for follower in (slow, stuck):
            follower.line.is_heard = False
            follower._paper.unsent = 300_000
            follower.line.pause_writing()
        for _ in range(2 * MOST_BEATS_MISSED):
            slow._paper.unsent -= 1000
            list(hub.send_beats())
        assert list(hub._tournaments["one"].connections) == [slow.line]


async def test_the_first_beat_comes_when_everything_is_the_newest(server: Server):
    """So nobody believes of an old picture that it is the newest."""
    async with server.follow("clock,names,crosstable") as line:
        said = [json.loads(await line.recv()) for _ in range(4)]
        assert ["beat" in one for one in said] == [False, False, False, True]
        versions = {one["topic"]: one["version"] for one in said[:3]}
        await line.send(json.dumps({"topics": ["names", "ranks"]}))
        assert (await frame(line))["topic"] == "ranks"
        assert list(json.loads(await line.recv())) == ["beat"]
    async with server.follow("clock,names", since=versions["names"]) as line:
        assert list(json.loads(await line.recv())) == ["beat"]  # nothing is newer


async def test_who_has_not_got_everything_is_not_told_so(tmp_path: Path):
    """A topic that cannot be shown now: the line is kept alive, and is not told that its picture is the newest."""
    with SqliteLog(tmp_path / "roundlog.db") as log:
        await _two_tournaments(Desk(log))
        _, hub = desk_and_hub(log)
        follower = Follower(hub, "one", "names")  # which no frame has reached
        list(hub.send_beats())
        assert follower._paper.written == [encode_ping()]
        await quiet(hub)
        list(hub.send_beats())
        assert [b'{"beat":' in data for data in follower._paper.written] == [False, False, True, True]


async def test_what_could_not_be_shown_is_tried_again(server: Server, caplog: pytest.LogCaptureFixture):
    """A view that fails three times, and no event after it: the last state arrives all the same."""
    real, left = server.hub._view, 3

    def fails_at_first(topic: Topic, state: State, projection: Projection, connected: Screens) -> View | None:
        nonlocal left
        left -= 1
        if left >= 0:
            raise OSError("the disk is asleep")
        return real(topic, state, projection, connected)

    async with server.follow("names") as line:
        await frame(line)
        server.hub._view = fails_at_first  # type: ignore[method-assign]
        with caplog.at_level(logging.ERROR):
            await server.do(register("Zoë"))
            assert len((await frame(line))["state"]["lines"]) == 5
    assert caplog.text.count("while showing names of open") == 1


async def test_whoever_cannot_be_seated_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    dropped: list[Paper] = []
    monkeypatch.setattr(Paper, "abort", lambda paper: dropped.append(paper), raising=False)
    with SqliteLog(tmp_path / "roundlog.db") as log:
        await _two_tournaments(Desk(log))
        _, hub = desk_and_hub(log)
        with pytest.raises(Refusal):
            Follower(hub, "three", "names")
        assert len(dropped) == 1
        assert hub.count_connections() == 0
