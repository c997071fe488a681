"""Large tables: made beside the loop, once for a version, and told like all others."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from displays.web.live import hub as pulse
from displays.web.live.frames import Frame, Message
from displays.web.public_process import PublicProcess
from displays.web.server import compose, make_frame, open_to_read
from ledger.store.sqlite import SqliteLog
from tests.displays.web.live.server import PAIR, PUBLISH, Server, frame, frames, result, serving

TABLES = ("standings", "crosstable", "ranks", "ticker")


class Beside:
    """A hub over the same log, as another process has one; ``asked`` are the messages that it was asked for."""

    def __init__(self, path: Path) -> None:
        self._log = SqliteLog(path, read_only=True)
        self.hub = compose(self._log).hub
        self.asked: list[Message] = []
        self.rendered: list[str] = []
        self.may_go_on = asyncio.Event()
        self.may_go_on.set()
        self.fails = False
        assert isinstance(self.hub, pulse.Hub)
        view = self.hub._view

        def note(topic, *rest):
            self.rendered.append(topic.name)
            return view(topic, *rest)

        self.hub._view = note  # type: ignore[method-assign]

    async def make(self, asked: tuple[str, Message]) -> Frame | None:
        self.asked.append(asked[1])
        if self.fails:
            raise OSError("gone")
        assert isinstance(self.hub, pulse.Hub)
        made = self.hub.make_frame(*asked)
        await self.may_go_on.wait()
        return made


@pytest_asyncio.fixture
async def halls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Server, Beside]]:
    """A server to which a field of four is large."""
    monkeypatch.setattr(pulse, "LARGE", 3)
    path = tmp_path / "roundlog.db"
    SqliteLog(path).close()
    beside = Beside(path)
    async with serving(path, make_beside=beside.make) as server:
        await server.open_four()
        yield server, beside
    beside._log.close()


@pytest.mark.asyncio
async def test_a_large_table_is_made_beside_the_loop_and_is_the_same(halls, monkeypatch: pytest.MonkeyPatch):
    server, beside = halls
    told = {}
    for large in (3, 100):
        monkeypatch.setattr(pulse, "LARGE", large)
        for name in TABLES:
            async with server.follow(name) as line:
                told[name, large] = await frame(line)
    assert [message.topic for message in beside.asked] == [*TABLES]
    assert all(told[name, 3] == told[name, 100] for name in TABLES)


@pytest.mark.asyncio
async def test_who_comes_and_goes_again_and_again_costs_one_rendering(halls):
    server, beside = halls
    for _ in range(5):
        async with server.follow("ranks") as line:
            await frame(line)
    assert beside.rendered == ["ranks"]


@pytest.mark.asyncio
async def test_what_changes_is_told_with_what_has_changed(halls):
    server, _ = halls
    await server.do(PAIR, PUBLISH)
    async with server.follow("standings") as line:
        first = await frame(line)
        await server.do(result(1))
        second = await frame(line)
    assert second["after"] == first["version"] < second["version"]
    assert 1 in second["changed"]
    assert second["positions"][0] == second["positions"][1] > first["positions"][1]


@pytest.mark.asyncio
async def test_what_happens_while_a_table_is_made_is_told_after_it(halls):
    server, beside = halls
    await server.do(PAIR, PUBLISH)
    beside.may_go_on.clear()
    async with server.follow("standings,boards") as line:
        assert (await frame(line))["topic"] == "boards"  # which waits for no table
        while not beside.asked:
            await asyncio.sleep(0.01)
        await server.do(result(1))
        assert (await frame(line))["topic"] == "boards"
        beside.may_go_on.set()
        newest = await frame(line)
        while newest["version"] < server.log.version("open"):
            newest = await frame(line)
    assert newest["topic"] == "standings"


@pytest.mark.asyncio
async def test_a_table_that_could_not_be_made_is_tried_again(halls, caplog: pytest.LogCaptureFixture):
    server, beside = halls
    beside.fails = True
    async with server.follow("standings") as line:
        while not beside.asked:
            await asyncio.sleep(0.01)
        beside.fails = False
        assert (await frame(line))["state"]["lines"]
    assert "while showing standings of open" in caplog.text


@pytest.mark.asyncio
async def test_the_process_for_the_public_makes_frames(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(pulse, "LARGE", 3)
    path = tmp_path / "roundlog.db"
    with PublicProcess(functools.partial(open_to_read, path, {})) as process:
        async with serving(path, make_beside=functools.partial(process.run, make_frame)) as server:
            await server.open_four()
            async with server.follow("crosstable,ranks") as line:
                told = await frames(line, 2)
    assert len(told["crosstable"]["state"]["lines"]) == 4
