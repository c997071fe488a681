"""The server starts again, or another process writes: followers lose nothing."""

import asyncio
import sys
from pathlib import Path

from tests.displays.commandline import COMMAND
from tests.displays.web.live.server import PAIR, PUBLISH, Server, frame, frames, goodbye, result, serving, silence


async def _by_hand(path: Path, *words: str) -> None:
    """``roundlog`` in a process of its own."""
    process = await asyncio.create_subprocess_exec(*COMMAND, "--log", str(path), "--as", "test", *words)
    assert await process.wait() == 0, sys.stderr


async def test_what_another_process_writes_reaches_the_screens(server: Server):
    await server.do(PAIR, PUBLISH)
    async with server.follow("boards,announcements") as line:
        await frames(line, 2)
        await _by_hand(server.log.path, "result", "open", "1", "2", "1-0")
        said = await frame(line)
        assert (said["topic"], said["version"], said["changed"]) == ("boards", 8, [2])
        await _by_hand(server.log.path, "announce", "open", "Lunch")
        assert (await frame(line))["topic"] == "announcements"
        await server.do(result(1))
        assert (await frame(line))["version"] == 10


async def test_after_a_restart_who_has_the_newest_gets_nothing(tmp_path: Path):
    path = tmp_path / "roundlog.db"
    async with serving(path) as server:
        await server.open_four()
        await server.do(PAIR, PUBLISH, result(1))
        line = await server.follow("boards,clock")
        known = {topic: said["version"] for topic, said in (await frames(line, 2)).items()}
        port = server.port
    assert await goodbye(line) == (1012, "")
    async with serving(path, port=port) as server, server.follow("boards,clock", since="8,8") as line:
        assert known == {"boards": 8, "clock": 8}
        await silence(line)
        await server.do(result(2))
        said = await frame(line)
        assert (said["topic"], said["version"], said["after"]) == ("boards", 9, 8)


async def test_after_a_restart_who_missed_something_gets_the_newest(tmp_path: Path):
    path = tmp_path / "roundlog.db"
    async with serving(path) as server:
        await server.open_four()
        await server.do(PAIR, PUBLISH)
        async with server.follow("boards") as line:
            first = await frame(line)
    await _by_hand(path, "result", "open", "1", "1", "1-0")
    async with serving(path) as server, server.follow("boards", since=first["version"]) as line:
        said = await frame(line)
        assert said["version"] == 8
        assert [board["result"] for board in said["state"]["boards"]] == ["1-0", "pending"]


async def test_a_restart_changes_no_byte(tmp_path: Path):
    """What a first frame says comes from the log, not from the life of a server."""
    path, topics = tmp_path / "roundlog.db", "boards,names,ticker,standings,card:1"
    async with serving(path) as server:
        await server.open_four()
        await server.do(PAIR, PUBLISH, result(1))
        async with server.follow(topics) as line:
            before = await frames(line, 5)
    async with serving(path) as server, server.follow(topics) as line:
        assert await frames(line, 5) == before
