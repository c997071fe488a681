"""The SQLite log's own matters: its file, other processes on it, and readers without a writer."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import AsyncGenerator, Iterator
from pathlib import Path

import pytest

from engine.errors import Unavailable
from ledger.store.sqlite import SqliteLog
from ledger.store.sqlite_library import sqlite3
from ledger.store.verify import verify
from tests.ledger.store.logs import OPENED, RESULT, ROOT, record


@pytest.fixture
def log(tmp_path: Path) -> Iterator[SqliteLog]:
    with SqliteLog(tmp_path / "log.db") as log:
        yield log


def test_a_reader_does_not_see_what_is_not_durable_and_needs_no_writer(tmp_path: Path) -> None:
    with SqliteLog(tmp_path / "log.db") as log:
        first = record(log, "a", OPENED)
        with SqliteLog(tmp_path / "log.db", read_only=True) as reader:
            assert tuple(reader.read("a")) == first
            second = record(log, "a", RESULT)
            assert tuple(reader.read("a")) == first + second
            with pytest.raises(Unavailable, match="log-read-only"):
                reader.submit("a", 2, [RESULT], actor="Eve", command="c9").result()


async def test_follow_sees_what_another_process_records(log: SqliteLog) -> None:
    script = """
import sys
from ledger.store.sqlite import SqliteLog
from tests.ledger.store.logs import record, OPENED
with SqliteLog(sys.argv[1]) as log:
    record(log, "elsewhere", OPENED)
"""
    following = log.follow()
    first = asyncio.ensure_future(anext(following))
    await asyncio.sleep(0)
    other = await asyncio.create_subprocess_exec(sys.executable, "-c", script, str(log.path), cwd=ROOT)
    assert await other.wait() == 0
    assert (await asyncio.wait_for(first, 30)).stream == "elsewhere"
    assert isinstance(following, AsyncGenerator)
    await following.aclose()


# -- the file --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE records SET actor = 'Mallory' WHERE position = 1",
        "DELETE FROM records WHERE position = 2",
        "INSERT OR REPLACE INTO records SELECT 1, stream, 3, at, 'Mallory', command, body, hash, seal FROM records",
        "REPLACE INTO records SELECT 3, stream, 1, at, 'Mallory', command, body, hash, seal FROM records LIMIT 1",
        "UPDATE OR REPLACE records SET position = 2 WHERE position = 1",
        "INSERT INTO records SELECT 7, stream, 3, at, actor, command, body, hash, seal FROM records WHERE version = 1",
        "INSERT INTO records SELECT 3, stream, 4, at, actor, command, body, hash, seal FROM records WHERE version = 1",
    ],
)
def test_the_table_refuses_whatever_is_not_an_append(log: SqliteLog, statement: str) -> None:
    record(log, "a", OPENED)
    record(log, "a", RESULT)
    connection = sqlite3.connect(log.path)
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        connection.execute(statement)
    connection.close()
    assert [r.actor for r in log.read_all()] == ["arbiter", "arbiter"]


def test_the_type_is_what_the_body_says(log: SqliteLog) -> None:
    record(log, "a", OPENED, RESULT)
    connection = sqlite3.connect(log.path)
    assert connection.execute("SELECT type FROM typed").fetchall() == [("tournament-opened",), ("result-entered",)]
    connection.close()


def test_the_file_says_what_it_is_and_how_it_is_kept(log: SqliteLog) -> None:
    connection = sqlite3.connect(log.path)
    asked = {
        p: connection.execute(f"PRAGMA {p}").fetchone()[0] for p in ("application_id", "user_version", "journal_mode")
    }
    connection.close()
    assert asked == {"application_id": 0x524C4F47, "user_version": 2, "journal_mode": "wal"}
    assert log._writer is not None
    assert log._writer._connection.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL


def test_a_closed_log_is_one_file(tmp_path: Path) -> None:
    with SqliteLog(tmp_path / "log.db") as log:
        record(log, "a", OPENED)
    assert [file.name for file in tmp_path.iterdir()] == ["log.db"]


def test_two_processes_may_create_the_log_at_the_same_moment(tmp_path: Path) -> None:
    script = "import sys; from ledger.store.sqlite import SqliteLog; SqliteLog(sys.argv[1]).close()"
    command = [sys.executable, "-c", script, str(tmp_path / "log.db")]
    both = [subprocess.Popen(command, cwd=ROOT) for _ in range(2)]
    assert [process.wait() for process in both] == [0, 0]


async def test_another_process_that_holds_the_file_does_not_hold_up_the_loop(log: SqliteLog) -> None:
    record(log, "a", OPENED)
    holder = sqlite3.connect(log.path)
    holder.execute("BEGIN IMMEDIATE")
    waiting = asyncio.ensure_future(log.append("a", 1, [RESULT], actor="Eve", command="c1"))
    for _ in range(10):
        await asyncio.sleep(0.001)  # the loop runs
    assert not waiting.done()
    holder.close()
    assert (await waiting)[0].version == 2


def test_what_gathers_while_the_disk_is_busy_is_one_transaction(log: SqliteLog) -> None:
    commits: list[str] = []
    assert log._writer is not None
    log._writer._connection.set_trace_callback(lambda said: commits.append(said) if said == "COMMIT" else None)
    holder = sqlite3.connect(log.path)
    holder.execute("BEGIN IMMEDIATE")
    first = log.submit("open-0", 0, [RESULT], actor="Eve", command="c")
    while log._writer._waiting:  # until its thread has taken the first one; it waits for the holder now
        time.sleep(0.001)
    waiting = [log.submit(f"open-{n}", 0, [RESULT], actor="Eve", command="c") for n in range(1, 65)]
    holder.close()
    assert [one.result()[0].version for one in (first, *waiting)] == [1] * 65
    assert len(commits) == 2


async def test_the_wal_does_not_grow_for_ever_though_somebody_always_waits(log: SqliteLog) -> None:
    wal, sizes = log.path.with_name("log.db-wal"), []
    for batch in range(10):
        await log.append("a", batch * 4000, [RESULT] * 4000, actor="Eve", command=f"{batch}")
        sizes.append(wal.stat().st_size)
    assert max(sizes) < log.path.stat().st_size / 2
    assert verify(log.path).records == 40_000
