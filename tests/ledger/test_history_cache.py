"""Past moments: replayed once, for strangers in threads of their own and not without end."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.errors import Refusal, Unavailable
from engine.model import Details, Rules
from ledger import history_cache
from ledger.acts.hall import Announce
from ledger.acts.opening import OpenTournament
from ledger.acts.record import Recorded
from ledger.desk import Desk
from ledger.replay import AtTime, AtVersion, Moment, Newest
from ledger.store.sqlite import SqliteLog
from ledger.views.audit import AuditCollector, AuditQuestion
from ledger.views.projector import Projection


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
    t, projection = await desk.history.at("club", AtVersion(2))
    assert (t.version, len(t.hall.announcements)) == (2, 1)
    *_, second, _, _ = log.read("club")
    for moment in (AtVersion(2), AtTime(second.at)):
        for is_staff in (False, True):
            assert (await desk.history.at("club", moment, is_staff=is_staff))[1] is projection


async def test_only_some_moments_are_kept(log: SqliteLog):
    desk = await opened(log, announcements=history_cache.MOMENTS_KEPT + 2)
    _, first = await desk.history.at("club", AtVersion(1))
    for version in range(2, history_cache.MOMENTS_KEPT + 2):
        await desk.history.at("club", AtVersion(version))
    assert (await desk.history.at("club", AtVersion(1)))[1] is not first


async def test_what_was_not_is_told(log: SqliteLog):
    desk = await opened(log)
    for is_staff in (False, True):
        with pytest.raises(Refusal, match="no-such-version"):
            await desk.history.at("club", AtVersion(99), is_staff=is_staff)
        with pytest.raises(Refusal, match="before-the-beginning"):
            await desk.history.at("club", AtTime("2001-01-01T00:00:00.000000Z"), is_staff=is_staff)


async def test_strangers_wait_for_each_other_and_nobody_for_them(log: SqliteLog):
    desk = await opened(log)
    done = threading.Event()
    waiting = [asyncio.create_task(desk.history.run_for_public(done.wait)) for _ in range(history_cache.MOST_WAITING)]
    await asyncio.sleep(0)
    with pytest.raises(Unavailable, match="too-busy-for-strangers"):
        await desk.history.at("club", AtVersion(2))
    t, _ = await desk.history.at("club", AtVersion(2), is_staff=True)
    assert t.version == 2
    done.set()
    await asyncio.gather(*waiting)
    assert (await desk.history.at("club", AtVersion(3)))[0].version == 3


async def test_who_hangs_up_leaves_the_queue(log: SqliteLog):
    desk = await opened(log)
    done = threading.Event()
    waiting = [asyncio.create_task(desk.history.run_for_public(done.wait)) for _ in range(history_cache.MOST_WAITING)]
    await asyncio.sleep(0)
    for task in waiting[history_cache.PUBLIC_THREADS :]:
        task.cancel()
    await asyncio.gather(*waiting[history_cache.PUBLIC_THREADS :], return_exceptions=True)
    next_one = asyncio.create_task(desk.history.at("club", AtVersion(2)))
    done.set()
    assert (await next_one)[0].version == 2
    await asyncio.gather(*waiting[: history_cache.PUBLIC_THREADS])


# -- what takes long ---------------------------------------------------------------------------------------------------


def trail(projection: Projection) -> tuple[int, str]:
    """The audit, and in which thread it was worked out."""
    view = projection.show(AuditQuestion())
    return len(view.entries), threading.current_thread().name


@pytest.mark.parametrize("is_staff", [False, True])
@pytest.mark.parametrize(("moment", "entries"), [(Newest(), 4), (AtVersion(2), 2)])
async def test_what_takes_long_is_not_worked_out_in_the_loop(
    log: SqliteLog, moment: Moment, entries: int, is_staff: bool
):
    desk = await opened(log)
    told, thread = await desk.history.compute(trail, "club", moment, is_staff=is_staff)
    assert told == entries
    assert thread != threading.current_thread().name
    assert thread.startswith("staff" if is_staff else "public")


async def test_the_newest_moment_goes_on_from_what_was_known_of_it(log: SqliteLog, monkeypatch: pytest.MonkeyPatch):
    desk = await opened(log)
    await desk.history.compute(trail, "club", Newest())
    read: list[int] = []
    records = log.read

    def read_on(stream: str, after: int = 0, upto: int | None = None) -> Iterator[Recorded]:
        read.append(after)
        return records(stream, after)

    monkeypatch.setattr(log, "read", read_on)
    await desk.handle("club", Announce(text="One more"), actor="anna")
    told, _ = await desk.history.compute(trail, "club", Newest())
    assert told == 5
    assert read == [4]


async def test_one_thread_at_a_time_brings_the_newest_moment_up_to_date(
    log: SqliteLog, monkeypatch: pytest.MonkeyPatch
):
    desk = await opened(log, announcements=30)
    inside: list[int] = []
    most = 0
    apply = Projection.apply

    def slowly(projection: Projection, recorded: Recorded) -> None:
        nonlocal most
        inside.append(recorded.version)
        most = max(most, len(inside))
        time.sleep(0.001)
        apply(projection, recorded)
        inside.pop()

    monkeypatch.setattr(Projection, "apply", slowly)
    asked = [desk.history.compute(trail, "club", Newest()) for _ in range(6)]
    assert {told for told, _ in await asyncio.gather(*asked)} == {31}
    assert most == 1


async def test_the_staff_does_not_wait_for_strangers_who_look_at_the_same(log: SqliteLog):
    desk = await opened(log)
    is_open = threading.Event()
    strangers = [
        asyncio.create_task(desk.history.compute(lambda _: is_open.wait(20), "club", Newest())) for _ in range(4)
    ]
    async with asyncio.timeout(10):
        assert (await desk.history.compute(trail, "club", Newest(), is_staff=True))[0] == 4
    assert not any(stranger.done() for stranger in strangers)
    is_open.set()
    await asyncio.gather(*strangers)


async def test_who_looks_long_keeps_nobody_from_signing_in(log: SqliteLog):
    """Which asyncio's own threads are for."""
    desk = await opened(log)
    is_open = threading.Event()
    looking = [
        asyncio.create_task(desk.history.compute(lambda _: is_open.wait(20), "club", Newest(), is_staff=True))
        for _ in range(40)
    ]
    async with asyncio.timeout(10):
        await asyncio.to_thread(int)
    is_open.set()
    await asyncio.gather(*looking)


async def test_what_failed_once_is_begun_anew(log: SqliteLog, monkeypatch: pytest.MonkeyPatch):
    desk = await opened(log)
    take = AuditCollector.take
    failures = iter([MemoryError()])

    def fails_once(kept: AuditCollector, *step: object) -> None:
        for failure in failures:
            raise failure
        take(kept, *step)  # type: ignore[arg-type]

    monkeypatch.setattr(AuditCollector, "take", fails_once)
    with pytest.raises(MemoryError):
        await desk.history.compute(trail, "club", Newest())
    assert (await desk.history.compute(trail, "club", Newest()))[0] == 4


async def test_a_moment_that_several_threads_may_look_at_has_taken_everything_in(log: SqliteLog):
    desk = await opened(log)
    _, projection = await desk.history.at("club", AtVersion(3))
    assert projection._steps == []


async def test_only_some_tournaments_are_kept_whole(log: SqliteLog):
    desk = await opened(log)
    for number in range(history_cache.TOURNAMENTS_KEPT + 1):
        command = OpenTournament(details=Details("Club"), rules=Rules("by-hand", 3))
        await desk.handle(f"club-{number}", command, actor="anna")
        assert (await desk.history.compute(trail, f"club-{number}", Newest()))[0] == 1
        await desk.history.compute(trail, f"club-{number}", Newest(), is_staff=True)
    assert len(desk.history._newest) == 2 * history_cache.TOURNAMENTS_KEPT


async def test_strangers_do_not_queue_without_end_for_what_takes_long(log: SqliteLog):
    desk = await opened(log)
    is_open = threading.Event()
    waiting = [
        asyncio.create_task(desk.history.compute(lambda _: is_open.wait(20), "club", Newest()))
        for _ in range(history_cache.MOST_WAITING)
    ]
    await asyncio.sleep(0)
    with pytest.raises(Unavailable, match="too-busy-for-strangers"):
        await desk.history.compute(trail, "club", Newest())
    is_open.set()
    await asyncio.gather(*waiting)
