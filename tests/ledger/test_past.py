"""Past moments: replayed once, for strangers in threads of their own and not without end."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.errors import Refusal, Unavailable
from engine.model import Details, Rules
from ledger import past
from ledger.commands import Announce, OpenTournament
from ledger.desk import Desk
from ledger.replay import AtTime, AtVersion
from ledger.sqlite import SqliteLog


@pytest.fixture
def log(tmp_path: Path) -> Iterator[SqliteLog]:
    with SqliteLog(tmp_path / "roundlog.db") as opened:
        yield opened


async def opened(log: SqliteLog, announcements: int = 3) -> Desk:
    desk = Desk(log)
    await desk.handle("club", OpenTournament(details=Details("Club"), rules=Rules("by-hand", 3)), actor="anna")
    for number in range(announcements):
        await desk.handle("club", Announce(text=f"Tea {number}"), actor="anna")
    return desk


async def test_a_moment_is_replayed_once_whoever_asks_and_however(log: SqliteLog):
    desk = await opened(log)
    t, projection = await desk.past.at("club", AtVersion(2))
    assert (t.version, len(t.announcements)) == (2, 1)
    *_, second, _, _ = log.read("club")
    for moment in (AtVersion(2), AtTime(second.at)):
        for is_staff in (False, True):
            assert (await desk.past.at("club", moment, is_staff=is_staff))[1] is projection


async def test_only_some_moments_are_kept(log: SqliteLog):
    desk = await opened(log, announcements=past.MOMENTS_KEPT + 2)
    _, first = await desk.past.at("club", AtVersion(1))
    for version in range(2, past.MOMENTS_KEPT + 2):
        await desk.past.at("club", AtVersion(version))
    assert (await desk.past.at("club", AtVersion(1)))[1] is not first


async def test_what_was_not_is_told(log: SqliteLog):
    desk = await opened(log)
    for is_staff in (False, True):
        with pytest.raises(Refusal, match="no-such-version"):
            await desk.past.at("club", AtVersion(99), is_staff=is_staff)
        with pytest.raises(Refusal, match="before-the-beginning"):
            await desk.past.at("club", AtTime("2001-01-01T00:00:00.000000Z"), is_staff=is_staff)


async def test_strangers_wait_for_each_other_and_nobody_for_them(log: SqliteLog):
    desk = await opened(log)
    done = threading.Event()
    waiting = [asyncio.create_task(desk.past.for_strangers(done.wait)) for _ in range(past.MOST_WAITING)]
    await asyncio.sleep(0)
    with pytest.raises(Unavailable, match="too-busy-for-strangers"):
        await desk.past.at("club", AtVersion(2))
    t, _ = await desk.past.at("club", AtVersion(2), is_staff=True)
    assert t.version == 2
    done.set()
    await asyncio.gather(*waiting)
    assert (await desk.past.at("club", AtVersion(3)))[0].version == 3


async def test_who_hangs_up_leaves_the_queue(log: SqliteLog):
    desk = await opened(log)
    done = threading.Event()
    waiting = [asyncio.create_task(desk.past.for_strangers(done.wait)) for _ in range(past.MOST_WAITING)]
    await asyncio.sleep(0)
    for task in waiting[past.THREADS_OF_STRANGERS :]:
        task.cancel()
    await asyncio.gather(*waiting[past.THREADS_OF_STRANGERS :], return_exceptions=True)
    next_one = asyncio.create_task(desk.past.at("club", AtVersion(2)))
    done.set()
    assert (await next_one)[0].version == 2
    await asyncio.gather(*waiting[: past.THREADS_OF_STRANGERS])
