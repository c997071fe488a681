"""Screens on the nodes of a cluster: the console of any node shows them all, and what nobody tells is forgotten."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec

from displays.web.live.hub import Hub
from displays.web.live.other_nodes import (
    BEATS,
    MOST_IN_A_MESSAGE,
    OtherNodes,
    ScreensTold,
    StreamTold,
    run_telling,
)
from displays.web.live.topics import Wanted, parse_topics
from engine.model import Details, Rules
from ledger.acts.opening import OpenTournament
from ledger.store.sqlite import SqliteLog
from tests.displays.web.live.paper import STAFF, Follower, desk_and_hub, quiet
from tests.displays.web.live.server import PATIENCE

LOOPS = ("asyncio",)
Seen = dict[str, Any]
EVERY = 0.05  # seconds between two beats here


class Air:
    """Where nodes tell each other things. Everybody hears everything, also what they said."""

    def __init__(self) -> None:
        self.takes: list[Callable[[bytes], None]] = []
        self.said: list[bytes] = []
        self.is_open = True

    def tell(self, topic: str, content: bytes) -> None:
        assert topic == "screens"
        self.said.append(content)
        for take in self.takes if self.is_open else ():
            take(content)

    def hear(self, topic: str, take: Callable[[bytes], None]) -> None:
        self.takes.append(take)


@asynccontextmanager
async def two_nodes(path: Path) -> AsyncIterator[tuple[Hub, Hub, Air]]:
    """Over one log, which a cluster would copy."""
    air = Air()
    with SqliteLog(path / "roundlog.db") as log:
        desk, one = desk_and_hub(log, merge=0.0)
        _, other = desk_and_hub(log, merge=0.0)
        await desk.handle("club", OpenTournament(details=Details("Club"), rules=Rules("by-hand", 5)), actor="x")
        async with AsyncExitStack() as stack:
            for hub in (one, other):
                await stack.enter_async_context(run_telling(hub, air, EVERY))
            yield one, other, air


class Television(Follower):
    """Shows the screen ``stage``."""

    def __init__(self, hub: Hub, mark: str) -> None:
        super().__init__(hub, "club", "clock", STAFF)
        self.line.subscriber.device = mark
        hub._follow(hub._tournaments["club"], self.line, Wanted(parse_topics(["screen:stage"]), (0,)))


class Console(Follower):
    def __init__(self, hub: Hub) -> None:
        super().__init__(hub, "club", "screens", STAFF)
        self.hub = hub
        self.shown: Seen = {}

    async def until(self, is_so: Callable[[list[Seen]], bool]) -> list[Seen]:
        async with asyncio.timeout(PATIENCE):
            while True:
                for frame in self.frames():
                    self.shown = frame["state"]
                if self.shown and is_so(self.shown["screens"]):
                    return self.shown["screens"]
                await asyncio.sleep(0.01)


def is_gone(screens: list[Seen]) -> list[bool]:
    return [screen["gone"] != "" for screen in screens]


async def test_the_console_of_any_node_shows_all_screens(tmp_path: Path):
    async with two_nodes(tmp_path) as (one, other, _):
        Television(one, "television-1")
        Television(other, "television-2")
        consoles = Console(one), Console(other)
        for console in consoles:
            seen = await console.until(lambda screens: len(screens) == 2)
            assert is_gone(seen) == [False, False]
            assert len({screen["number"] for screen in seen}) == 2
            async with asyncio.timeout(PATIENCE):
                while console.shown["audience"] != 4:
                    await console.until(lambda _: True)
                    await asyncio.sleep(0.01)


async def test_what_a_dead_node_told_is_forgotten(tmp_path: Path):
    async with two_nodes(tmp_path) as (one, other, air):
        Television(one, "television-1")
        console = Console(other)
        await console.until(lambda screens: len(screens) == 1)
        before = asyncio.get_running_loop().time()
        air.is_open = False
        await console.until(lambda screens: screens == [])
        assert asyncio.get_running_loop().time() - before > (BEATS - 1) * EVERY
        assert console.shown["audience"] == 1
        air.is_open = True
        await console.until(lambda screens: len(screens) == 1)


async def test_a_screen_that_moves_to_another_node_is_not_missed(tmp_path: Path):
    async with two_nodes(tmp_path) as (one, other, _):
        television = Television(one, "television-1")
        consoles = Console(one), Console(other)
        for console in consoles:
            await console.until(lambda screens: is_gone(screens) == [False])
        television.leave()
        for console in consoles:
            await console.until(lambda screens: is_gone(screens) == [True])
        Television(other, "television-2")
        for console in consoles:  # another does not stand in for it
            await console.until(lambda screens: sorted(is_gone(screens)) == [False, True])
        Television(other, "television-1")
        for console in consoles:
            await console.until(lambda screens: is_gone(screens) == [False, False])


async def test_a_screen_that_two_nodes_have_and_one_loses_is_there(tmp_path: Path):
    async with two_nodes(tmp_path) as (one, other, _):
        first = Television(one, "television-1")
        Television(other, "television-1")
        console = Console(one)
        await console.until(lambda screens: is_gone(screens) == [False, False])
        await asyncio.sleep(2 * EVERY)  # the other tells the same again and again
        first.leave()
        await console.until(lambda screens: is_gone(screens) == [False])


async def test_it_is_dismissed_on_any_node(tmp_path: Path):
    async with two_nodes(tmp_path) as (one, other, _):
        television, stays = Television(one, "television-1"), Television(one, "television-2")
        consoles = Console(one), Console(other)
        await consoles[1].until(lambda screens: is_gone(screens) == [False, False])
        television.leave()
        seen = await consoles[1].until(lambda screens: True in is_gone(screens))
        (lost,), (there,) = ([s["number"] for s in seen if (s["gone"] != "") is gone] for gone in (True, False))
        assert other.forget_screen("club", there) is False
        assert other.forget_screen("club", there + 5) is False
        assert other.forget_screen("club", lost) is True
        for console in consoles:
            assert [screen["number"] for screen in await console.until(lambda screens: len(screens) == 1)] == [there]
        assert stays.line in one._tournaments["club"].connections


async def test_what_cannot_be_read_is_not_heard(tmp_path: Path):
    async with two_nodes(tmp_path) as (one, other, air):
        air.tell("screens", b"as a newer version may say it")
        Television(one, "television-1")
        await Console(other).until(lambda screens: len(screens) == 1)


async def test_a_single_server_tells_nobody_and_counts_from_one(tmp_path: Path):
    with SqliteLog(tmp_path / "roundlog.db") as log:
        desk, hub = desk_and_hub(log, merge=0.0)
        await desk.handle("club", OpenTournament(details=Details("Club"), rules=Rules("by-hand", 5)), actor="x")
        television = Television(hub, "television-1")
        console = Console(hub)
        assert [screen["number"] for screen in await console.until(lambda screens: len(screens) == 1)] == [1]
        television.leave()
        await quiet(hub)
        assert hub.forget_screen("club", 2) is False
        assert hub.forget_screen("club", 1) is True


async def test_thousands_of_tournaments_are_told_in_several_messages():
    class Many:
        others = OtherNodes()

        def list_told(self) -> list[StreamTold]:
            return [StreamTold(f"t{number}", 1, ()) for number in range(2 * MOST_IN_A_MESSAGE + 1)]

        def note_others(self, told: StreamTold) -> None: ...

        def forget_own_screen(self, stream: str, number: int) -> bool:
            return False

    air = Air()
    async with run_telling(Many(), air, 60):
        while len(air.said) < 3:
            await asyncio.sleep(0.01)
    told = [msgspec.msgpack.decode(said, type=ScreensTold) for said in air.said]
    assert [len(message.streams) for message in told] == [MOST_IN_A_MESSAGE, MOST_IN_A_MESSAGE, 1]
