"""Who writes: the writer's thread, or the thread of an event loop that has nothing else to do."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from engine.errors import VersionConflict
from ledger.store.draft import MOST_ROWS
from ledger.store.intake import CROWD
from ledger.store.scribe import LONG
from ledger.store.sqlite import SqliteLog
from ledger.store.submission import Answer, Item
from ledger.store.verify import verify
from ledger.store.writer import IN_A_ROW, SMALL
from tests.ledger.store.logs import OPENED, RESULT, record


class Hall:
    """A log that notes who writes: who has done so tells it, once a transaction."""

    def __init__(self, path: Path) -> None:
        self.transactions: list[str] = []
        self.log = SqliteLog(path)
        assert self.log._writer is not None
        self._tell = self.log._writer._tell
        self.log._writer._tell = self._note  # type: ignore[method-assign]

    def _note(self, items: Sequence[Item], answers: Sequence[Answer], here: asyncio.AbstractEventLoop | None) -> None:
        is_ours = threading.current_thread() is threading.main_thread()
        self.transactions.append("loop" if is_ours else "thread")
        self._tell(list(items), list(answers), here)


@pytest.fixture
def quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ledger.store.scribe.QUICK", 3600.0)  # whatever disk this is


@pytest.fixture
def hall(tmp_path: Path, quick_disk: None) -> Iterator[Hall]:
    """Something was recorded, so that the disk is known to be quick."""
    hall = Hall(tmp_path / "log.db")
    with hall.log:
        record(hall.log, "a", OPENED)
        hall.transactions.clear()
        yield hall


async def append(log: SqliteLog, version: int, *, stream: str = "a", events: int = 1) -> int:
    recorded = await log.append(stream, version, [RESULT] * events, actor="Eve", command=f"c-{version}")
    return recorded[-1].version


async def baton_is_laid_down(hall: Hall) -> None:
    assert hall.log._writer is not None
    while hall.log._writer._is_baton_taken:
        await asyncio.sleep(0.001)


# -- on the spot, or not ---------------------------------------------------------------------------------------------


async def test_a_lone_append_is_written_on_the_spot(hall: Hall) -> None:
    assert [await append(hall.log, version) for version in (1, 2, 3)] == [2, 3, 4]
    assert hall.transactions == ["loop"] * 3


async def test_nothing_is_known_of_a_disk_at_first(tmp_path: Path, quick_disk: None) -> None:
    hall = Hall(tmp_path / "log.db")
    with hall.log:
        await append(hall.log, 0)
    assert hall.transactions == ["thread"]


async def test_a_slow_disk_does_not_hold_up_the_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ledger.store.scribe.QUICK", 0.0)
    hall = Hall(tmp_path / "log.db")
    with hall.log:
        for version in range(5):
            await append(hall.log, version)
    assert hall.transactions == ["thread"] * 5


async def test_a_disk_that_may_have_fallen_asleep_does_not_hold_up_the_loop(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ledger.store.scribe.AWAKE", 0.0)
    await append(hall.log, 1)
    assert hall.transactions == ["thread"]


async def test_a_crowd_shares_one_transaction_of_the_thread(hall: Hall) -> None:
    written = await asyncio.gather(*(append(hall.log, 0, stream=f"open-{n}") for n in range(64)))
    assert written == [1] * 64
    assert hall.transactions == ["thread"]


async def test_a_big_submission_is_work_for_the_thread(hall: Hall) -> None:
    await append(hall.log, 1, events=SMALL)
    await append(hall.log, 1 + SMALL, events=SMALL + 1)
    assert hall.transactions == ["loop", "thread"]


async def test_what_is_submitted_in_a_loop_is_written_on_the_spot_too(hall: Hall) -> None:
    """As the desk does."""
    waiting = hall.log.submit("a", 1, [RESULT], actor="Eve", command="c1")
    assert not waiting.done()
    assert (await asyncio.wrap_future(waiting))[0].version == 2
    assert hall.transactions == ["loop"]


def test_what_another_thread_submits_is_written_by_the_writers_thread(hall: Hall) -> None:
    hall.log.submit("a", 1, [RESULT], actor="Eve", command="c1").result()
    assert hall.transactions == ["thread"]


async def test_who_was_alone_is_written_without_waiting_for_others(hall: Hall) -> None:
    assert await append(hall.log, 1) == 2
    waiting = hall.log.submit("a", 2, [RESULT], actor="Eve", command="c2")
    assert waiting.done()
    assert waiting.result()[0].version == 3
    assert hall.transactions == ["loop"] * 2


async def test_who_was_alone_writes_once_a_turn(hall: Hall) -> None:
    """So that others come to their turn, and a crowd that comes all of a sudden shares a transaction."""
    await append(hall.log, 1)
    written = await asyncio.gather(*(append(hall.log, version) for version in range(2, 66)))
    assert written == list(range(3, 67))
    assert hall.transactions[:2] == ["loop", "loop"]
    assert set(hall.transactions[2:]) == {"thread"}
    assert len(hall.transactions) < 8


async def test_who_always_writes_leaves_room_for_others(hall: Hall) -> None:
    turns = 0

    async def count() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    counting = asyncio.create_task(count())
    for version in range(1, 11):
        await append(hall.log, version)
    counting.cancel()
    assert hall.transactions == ["loop"] * 10
    assert turns >= 10 // IN_A_ROW


# -- what was placed where the log was believed to end ---------------------------------------------------------------


async def test_processes_that_take_turns_find_each_others_records(hall: Hall) -> None:
    with SqliteLog(hall.log.path) as other:
        for version in range(1, 21, 2):
            assert await append(hall.log, version) == version + 1
            assert await append(other, version + 1) == version + 2
            assert await append(other, version // 2, stream="b") == version // 2 + 1
    assert verify(hall.log.path).records == 31


async def test_a_crowd_that_another_process_overtakes_is_placed_anew(hall: Hall) -> None:
    """Its stream has grown by the other's records: what expected the old version fails, all else is recorded."""
    with SqliteLog(hall.log.path) as other:
        for number in range(20):
            await append(hall.log, 0, stream=f"open-{number}")
        await append(other, 1, stream="open-7")
        crowd = (append(hall.log, 1, stream=f"open-{number}") for number in range(20))
        written = await asyncio.gather(*crowd, return_exceptions=True)
        # The other's append has the same command id as ours: ours is the same command, and has been recorded.
        assert written == [2] * 20
        await append(other, 2, stream="open-8")
        crowd = (hall.log.append(f"open-{number}", 2, [RESULT], actor="Eve", command="ours") for number in range(20))
        answers = await asyncio.gather(*crowd, return_exceptions=True)
    failed = [number for number, answer in enumerate(answers) if isinstance(answer, VersionConflict)]
    assert failed == [8]
    assert all(len(answer) == 1 for number, answer in enumerate(answers) if number != 8)  # type: ignore[arg-type]
    assert {head.version for head in hall.log.heads() if head.stream != "a"} == {3}
    assert verify(hall.log.path).records == 1 + 20 + 20 + 20


async def test_what_was_placed_in_vain_can_be_asked_again(hall: Hall) -> None:
    """A record of another process is in the way of the first; nothing of it is remembered as recorded."""
    with SqliteLog(hall.log.path) as other:
        await append(other, 0, stream="b")
        with pytest.raises(VersionConflict):
            await hall.log.append("a", 7, [RESULT], actor="Eve", command="again")
        await append(other, 1, stream="b")
        recorded = await hall.log.append("a", 1, [RESULT] * 3, actor="Eve", command="again")
        assert [r.version for r in recorded] == [2, 3, 4]
        assert tuple(hall.log.read("a", after=1)) == recorded


@pytest.mark.parametrize("many", [1, 2, 3, 5, 7, 13, MOST_ROWS, MOST_ROWS + 1, 2 * MOST_ROWS + 7])
def test_as_many_as_you_like_in_one_go(hall: Hall, many: int) -> None:
    for start in (1, 1 + many):
        recorded = hall.log.submit("a", start, [RESULT] * many, actor="Eve", command=f"c{start}").result()
        assert [r.version for r in recorded] == list(range(start + 1, start + 1 + many))
    assert verify(hall.log.path).records == 1 + 2 * many


# -- order and failures ----------------------------------------------------------------------------------------------


async def test_what_is_handed_over_in_turns_is_recorded_in_order(hall: Hall) -> None:
    async def write(versions: range) -> list[int]:
        return [await append(hall.log, version) for version in versions]

    assert await write(range(1, 20)) == list(range(2, 21))
    pipelined = [asyncio.ensure_future(append(hall.log, version)) for version in range(20, 60)]
    assert await asyncio.gather(*pipelined) == list(range(21, 61))
    assert await write(range(60, 70)) == list(range(61, 71))
    assert {"loop", "thread"} == set(hall.transactions)
    assert verify(hall.log.path).records == 70


async def test_a_refusal_is_told_and_known_and_then_the_loop_writes_again(hall: Hall) -> None:
    for _ in range(2):
        with pytest.raises(VersionConflict):
            await append(hall.log, 7)
    assert await append(hall.log, 1) == 2
    await baton_is_laid_down(hall)  # the thread tells first, and then sees that nothing waits any more
    assert await append(hall.log, 2) == 3
    assert hall.transactions == ["thread"] * 3 + ["loop"]


async def test_another_process_that_holds_the_log_does_not_hold_up_the_loop(hall: Hall) -> None:
    holder = sqlite3.connect(hall.log.path)
    holder.execute("BEGIN IMMEDIATE")
    waiting = asyncio.ensure_future(append(hall.log, 1))
    for _ in range(10):
        await asyncio.sleep(0.001)  # the loop runs
    assert not waiting.done()
    holder.close()
    assert await waiting == 2
    assert hall.transactions == ["thread"]


async def test_followers_hear_of_what_is_written_on_the_spot(hall: Hall) -> None:
    following = hall.log.follow(after=1)
    news = asyncio.ensure_future(anext(following))
    await asyncio.sleep(0.01)
    await append(hall.log, 1)
    assert (await news).version == 2
    await following.aclose()


# -- what was placed before anybody looked ---------------------------------------------------------------------------


async def crowd(log: SqliteLog, streams: int, version: int) -> list[int | BaseException]:
    """Three drafts full, one behind the other in each stream."""
    places = [(f"open-{n % streams}", version + n // streams) for n in range(3 * CROWD)]
    return await asyncio.gather(*(append(log, at, stream=stream) for stream, at in places), return_exceptions=True)


async def test_a_crowd_is_placed_while_others_are_written(hall: Hall) -> None:
    assert await crowd(hall.log, 8, 0) == crowd_versions(8, 0)
    assert await crowd(hall.log, 8, 3 * CROWD // 8) == crowd_versions(8, 3 * CROWD // 8)
    assert verify(hall.log.path).records == 1 + 6 * CROWD


def crowd_versions(streams: int, version: int) -> list[int]:
    return [version + n // streams + 1 for n in range(3 * CROWD)]


async def test_what_was_placed_on_a_draft_that_met_another_process_is_placed_anew(hall: Hall) -> None:
    """The other one wrote to one stream only: there all are refused, also those whose version exists by now."""
    await crowd(hall.log, 8, 0)
    done = 3 * CROWD // 8
    with SqliteLog(hall.log.path) as other:
        record(other, "open-3", RESULT, command="of another process")
    answers = await crowd(hall.log, 8, done)
    for n, (answer, version) in enumerate(zip(answers, crowd_versions(8, done), strict=True)):
        assert isinstance(answer, VersionConflict) if n % 8 == 3 else answer == version
    assert await append(hall.log, done + 1, stream="open-3") == done + 2
    assert verify(hall.log.path).records == 1 + 3 * CROWD + 1 + 3 * CROWD * 7 // 8 + 1


async def test_a_crowd_waits_for_another_process_and_keeps_its_order(hall: Hall) -> None:
    await crowd(hall.log, 8, 0)
    done = 3 * CROWD // 8
    holder = sqlite3.connect(hall.log.path)
    holder.execute("BEGIN IMMEDIATE")
    waiting = asyncio.ensure_future(crowd(hall.log, 8, done))
    for _ in range(10):
        await asyncio.sleep(0.001)
    assert not waiting.done()
    holder.close()
    assert await waiting == crowd_versions(8, done)
    assert verify(hall.log.path).records == 1 + 6 * CROWD


async def test_an_interrupted_hand_over_loses_nothing_that_others_handed_over(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl+C while a record is being hashed: its place is given to the next."""
    first = hall.log.submit("a", 1, [RESULT], actor="Eve", command="first")

    def interrupted(*_: object) -> str:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("ledger.store.tail.seal_of", interrupted)
        with pytest.raises(KeyboardInterrupt):
            hall.log.submit("a", 2, [RESULT], actor="Eve", command="interrupted")
    second = hall.log.submit("a", 2, [RESULT], actor="Eve", command="second")
    assert [(await asyncio.wrap_future(waiting))[0].version for waiting in (first, second)] == [2, 3]
    assert verify(hall.log.path).records == 3


# -- loops that do not come to look ----------------------------------------------------------------------------------


async def test_a_loop_that_waits_for_its_own_submission_is_not_waited_for(hall: Hall) -> None:
    assert hall.log.submit("a", 1, [RESULT], actor="Eve", command="c1").result()[0].version == 2
    assert hall.log.submit("a", 7, [RESULT], actor="Eve", command="c2").exception() is not None
    assert hall.transactions == ["thread"] * 2


def test_what_a_loop_that_stands_still_handed_over_is_recorded_before_what_came_later(hall: Hall) -> None:
    async def hand_over() -> None:
        hall.log.submit("a", 1, [RESULT], actor="Eve", command="first")

    with asyncio.Runner() as standing:
        standing.run(hand_over())  # it will look when it runs again
        later = hall.log.submit("a", 2, [RESULT], actor="Eve", command="later")
        assert later.result()[0].version == 3
    assert [recorded.command for recorded in hall.log.read("a", after=1)] == ["first", "later"]


def test_two_loops_do_not_wait_for_each_other(hall: Hall) -> None:
    async def hand_over() -> None:
        hall.log.submit("a", 1, [RESULT], actor="Eve", command="first")

    with asyncio.Runner() as standing:
        standing.run(hand_over())
        assert asyncio.run(append(hall.log, 2)) == 3


def test_many_threads_with_loops_and_without_write_at_the_same_time(hall: Hall) -> None:
    async def in_a_loop(stream: str) -> None:
        for version in range(50):
            await append(hall.log, version, stream=stream)

    def without(stream: str) -> None:
        for version in range(50):
            hall.log.submit(stream, version, [RESULT], actor="Eve", command=f"{version}").result()

    threads = [threading.Thread(target=lambda n=n: asyncio.run(in_a_loop(f"loop-{n}"))) for n in range(4)]
    threads += [threading.Thread(target=without, args=(f"thread-{n}",)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [head.version for head in hall.log.heads()] == [1] + [50] * 8
    assert verify(hall.log.path).records == 401


async def test_closing_records_what_nobody_has_looked_at_yet(hall: Hall) -> None:
    waiting = hall.log.submit("a", 1, [RESULT], actor="Eve", command="c1")
    hall.log.close()
    assert waiting.result()[0].version == 2
    assert verify(hall.log.path).records == 2


# -- the file --------------------------------------------------------------------------------------------------------


async def test_the_wal_does_not_grow_for_ever_though_somebody_always_waits(hall: Hall) -> None:
    """A record takes some 450 bytes: many times as many as are kept in the WAL go through it."""
    wal = hall.log.path.with_name("log.db-wal")
    sizes = []
    for batch in range(6):
        await append(hall.log, 1 + batch * LONG, events=LONG)
        sizes.append(wal.stat().st_size)
    assert sizes[-1] < 3 * sizes[0]


async def test_the_wal_does_not_grow_for_ever_though_all_is_written_on_the_spot(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ledger.store.scribe.LONG", 20)
    for version in range(1, 301):
        await append(hall.log, version)
    assert "loop" in hall.transactions
    assert hall.log.path.with_name("log.db-wal").stat().st_size < 300 * 4096  # a transaction writes two pages or more
