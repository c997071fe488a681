"""Two servers over copies of one log: whoever moves from one to the other never goes back in time."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection

from displays.web.access import at_least
from engine.model import Details
from ledger.acts.festivals import AddSection, OpenFestival
from ledger.acts.hall import Announce
from tests.displays.web.live.server import PAIR, PUBLISH, Server, frame, goodbye, result, serving, silence
from tests.ledger.store.copied_log import CopiedLog


@asynccontextmanager
async def two_servers(folder: Path) -> AsyncIterator[tuple[Server, Server, CopiedLog]]:
    """The second has what the first has up to version 8 of ``open``, and hears no more of it."""
    async with serving(folder / "first.db") as first:
        await first.open_four()
        await first.do(PAIR, PUBLISH, result(1))
        copies: list[CopiedLog] = []

        def open_copy(path: Path) -> CopiedLog:
            copies.append(CopiedLog(path, folder / "first.db"))
            return copies[0]

        async with serving(folder / "second.db", open_log=open_copy) as second:
            await copies[0].take_in()
            copies[0].is_cut_off = True
            yield first, second, copies[0]


async def said(line: ClientConnection) -> dict[str, Any]:
    """The very next thing."""
    told: dict[str, Any] = json.loads(await asyncio.wait_for(line.recv(), 20))
    return told


async def test_both_call_the_log_alike_and_what_is_known_is_known(tmp_path: Path):
    async with two_servers(tmp_path) as (first, second, _):
        async with first.follow("boards", asked={"log": ""}) as line:
            named = await said(line)
            assert named == {"log": next(first.log.raw("open")).hash[:16], "is_same": True}
            assert (await frame(line))["version"] == 8
        async with second.follow("boards", since=8, asked={"log": named["log"], "at-least": 8}) as line:
            assert await said(line) == named
            await silence(line)


async def test_who_does_not_ask_for_the_name_of_the_log_is_not_told(tmp_path: Path):
    async with two_servers(tmp_path) as (_, second, _), second.follow("boards") as line:
        assert (await said(line))["topic"] == "boards"
        assert (await said(line)).keys() == {"beat"}


@pytest.mark.parametrize("asked", [{"since": 9}, {"since": 8, "asked": {"at-least": 9}}])
async def test_a_copy_that_stays_behind_says_so_and_sends_nothing(tmp_path: Path, asked: dict[str, Any]):
    async with two_servers(tmp_path) as (first, second, _):
        await first.do(result(2))
        began = time.monotonic()
        line = await second.follow("boards", **asked)
        assert await goodbye(line) == (1013, "copy-behind")
        assert at_least.LONGEST_WAIT <= time.monotonic() - began < at_least.LONGEST_WAIT + 5


async def test_a_copy_that_catches_up_in_time_is_waited_for(tmp_path: Path):
    async with two_servers(tmp_path) as (first, second, copy):
        await first.do(result(2))
        asyncio.get_running_loop().call_later(0.3, lambda: asyncio.ensure_future(copy.take_in()))
        async with second.follow("boards,clock", since=9, asked={"log": ""}) as line:
            assert (await said(line))["is_same"]
            await silence(line)
            assert copy.version("open") == 9


async def test_a_copy_that_can_ask_the_first_asks(tmp_path: Path):
    async with two_servers(tmp_path) as (first, second, copy):
        copy.is_cut_off = False
        await first.do(result(2))
        async with second.follow("boards", since=8, asked={"log": "", "at-least": 9}) as line:
            assert (await said(line))["is_same"]
            assert (await frame(line))["version"] == 9


async def test_a_tournament_that_has_not_come_yet_is_waited_for_too(tmp_path: Path):
    async with two_servers(tmp_path) as (first, second, copy):
        await first.open_four("other")
        assert await goodbye(await second.follow("names", stream="other", since=5)) == (1013, "copy-behind")
        assert await goodbye(await second.follow("names", stream="other")) == (4404, "no-such-tournament")
        copy.is_cut_off = False
        async with second.follow("names", stream="other", since=4) as line:
            assert (await frame(line))["version"] == 5


async def test_a_standby_is_behind_until_it_takes_over_and_then_what_it_has_not_is_lost(tmp_path: Path):
    async with serving(tmp_path / "first.db") as first, serving(tmp_path / "second.db", is_standby=True) as second:
        await first.open_four()
        await first.do(PAIR, PUBLISH)
        second.log.copy(list(first.log.raw_after(0))).result()
        await first.do(result(1), result(2))  # which the second never gets
        name = next(first.log.raw("open")).hash[:16]
        known: dict[str, Any] = {"since": 9, "asked": {"log": name, "at-least": 9}}
        assert await goodbye(await second.follow("boards", **known)) == (1013, "copy-behind")

        pair = second.app.state.services.pair
        pair.take_over(reason="The first has no power", actor="Anna")
        async with second.follow("boards", **known) as line:
            assert await said(line) == {"log": f"{name}.1", "is_same": False}
            assert (await frame(line))["version"] == 7
        await second.do(result(2), result(1, "0-1"))
        async with second.follow("boards", **known) as line:  # version 9 is another one here
            assert not (await said(line))["is_same"]
            assert (await frame(line))["version"] == 9
        async with second.follow("boards", since=9, asked={"log": f"{name}.1", "at-least": 9}) as line:
            assert (await said(line))["is_same"]
            await silence(line)


async def test_a_copy_that_has_not_heard_of_the_epoch_is_behind(tmp_path: Path):
    async with serving(tmp_path / "first.db") as first, serving(tmp_path / "second.db", is_standby=True) as second:
        await first.open_four()
        second.log.copy(list(first.log.raw_after(0))).result()
        name = next(first.log.raw("open")).hash[:16]
        line = await second.follow("names", since=5, asked={"log": f"{name}.1"})
        assert await goodbye(line) == (1013, "copy-behind")


async def test_another_log_is_told_from_one_that_is_behind(tmp_path: Path):
    async with two_servers(tmp_path) as (_, second, _):
        async with second.follow("boards", since=90, asked={"log": "00000000ffffffff", "at-least": 90}) as line:
            assert not (await said(line))["is_same"]
            assert (await frame(line))["version"] == 8
        async with second.follow("boards", since=8, asked={"log": "00000000ffffffff"}) as line:
            assert not (await said(line))["is_same"]
            assert (await frame(line))["version"] == 8  # whatever version 8 was there


async def test_a_log_that_was_restored_is_shown_after_a_sign(tmp_path: Path):
    """The only server has all that there is: what is above that was lost."""
    async with serving(tmp_path / "roundlog.db") as server:
        await server.open_four()
        await server.do(PAIR, PUBLISH)
        async with server.follow("boards", asked={"log": ""}) as line:
            name = (await said(line))["log"]
        async with server.follow("boards", since=40, asked={"log": name, "at-least": 41}) as line:
            assert await said(line) == {"log": name, "is_same": False}
            assert (await frame(line))["version"] == 7


async def test_a_draft_is_not_found_out_by_asking_for_a_version(tmp_path: Path):
    async with serving(tmp_path / "roundlog.db") as server:
        await server.open_four()
        await server.do(PAIR)
        known = server.desk.projector.projection("open").released
        for version, is_same in ((known, True), (known + 1, False), (known + 9, False)):
            async with server.follow("boards", since=version, asked={"log": ""}) as line:
                assert (await said(line))["is_same"] == is_same
        _, key = server.key()
        async with server.follow("desk", since=known + 1, asked={"log": ""}, additional_headers=key) as line:
            assert (await said(line))["is_same"]


async def test_the_other_servers_come_with_every_beat(tmp_path: Path):
    async with serving(tmp_path / "roundlog.db", beat_every=0.1) as server:
        await server.open_four()
        server.others = ["http://192.168.1.6:8000/", "http://evil.example; script-src *", "HTTP://Laptop:8000"]
        async with server.follow("clock") as line:
            await frame(line)
            assert (await said(line))["servers"] == ["http://192.168.1.6:8000", "http://laptop:8000"]
            server.others, server.complete_until = [], "2026-05-01T14:03:22.120000Z"
            async with asyncio.timeout(20):
                while "servers" in (told := await said(line)):
                    pass
            assert told["as_of"] == "2026-05-01T14:03:22.120000Z"


async def test_an_unreadable_version_is_refused(tmp_path: Path):
    async with serving(tmp_path / "roundlog.db") as server:
        await server.open_four()
        line = await server.follow("clock", asked={"at-least": "newest"})
        assert await goodbye(line) == (4400, "not-a-number")


async def test_a_festival_is_numbered_by_the_log(tmp_path: Path):
    """Its position is what a copy must have."""
    async with two_servers(tmp_path) as (first, second, copy):
        await first.do(OpenFestival(details=Details("Fair")), AddSection(section="open"), stream="fair")
        position = first.log.position()
        assert await goodbye(await second.follow("clock", stream="fair", since=position)) == (1013, "copy-behind")
        await copy.take_in()
        async with second.follow("announcements", stream="fair", since=position) as line:
            await first.do(Announce(text="Lunch"), stream="fair")
            await copy.take_in()
            assert (await frame(line))["version"] > position
