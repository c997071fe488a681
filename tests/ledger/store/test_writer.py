"""The writer thread when something is raised in it: it goes on, or everybody is told; nobody waits in vain."""

from __future__ import annotations

import subprocess
import sys
import threading
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from engine.errors import Unavailable
from ledger.store.sqlite import SqliteLog
from ledger.store.sqlite_library import sqlite3
from ledger.store.verify import verify
from ledger.store.writer import Transaction, Writer
from tests.ledger.store.logs import OPENED, RESULT, ROOT, record

SOON = 20  # seconds; by then whoever waits has been answered


def writer_of(log: SqliteLog) -> Writer:
    assert log._writer is not None
    return log._writer


def append(log: SqliteLog, version: int) -> Any:
    """What becomes of it, or the error."""
    future = log.submit("a", version, [RESULT], actor="Eve", command=f"x{version}")
    return future.exception(SOON) or future.result()


def test_an_answer_for_which_there_is_no_memory_is_given_later_and_the_writer_goes_on(tmp_path: Path) -> None:
    answers: list[object] = []
    was_told = threading.Event()

    def resolve(outcome: object) -> None:
        answers.append(outcome)
        if len(answers) == 1:
            raise MemoryError
        was_told.set()

    with SqliteLog(tmp_path / "log.db") as log:
        writer_of(log).submit(lambda transaction: "written", resolve)
        assert was_told.wait(SOON)
        assert answers == ["written", "written"]
        assert append(log, 0)[0].version == 1


def test_a_failed_allocation_is_told_and_the_next_append_is_recorded(tmp_path: Path) -> None:
    def work(transaction: Transaction) -> object:
        raise MemoryError

    with SqliteLog(tmp_path / "log.db") as log:
        record(log, "a", OPENED)
        outcome: Future[Any] = Future()
        writer_of(log).submit(work, outcome.set_result)
        assert isinstance(outcome.result(SOON), Unavailable)
        assert outcome.result().code == "out-of-memory"
        log.check()
        assert append(log, 1)[0].version == 2
    assert verify(tmp_path / "log.db").records == 2


def test_a_rollback_that_failed_is_done_before_the_next_transaction(tmp_path: Path) -> None:
    def deny_rollback(action: int, what: str | None, *_: object) -> int:
        is_rollback = action == sqlite3.SQLITE_TRANSACTION and what == "ROLLBACK"
        return sqlite3.SQLITE_DENY if is_rollback else sqlite3.SQLITE_OK

    def work(transaction: Transaction) -> object:
        transaction.append("a", 1, [RESULT], ["{}"], "Eve", "half")
        raise MemoryError

    with SqliteLog(tmp_path / "log.db") as log:
        record(log, "a", OPENED)
        was_told = threading.Event()
        writer_of(log)._connection.set_authorizer(deny_rollback)
        writer_of(log).submit(work, lambda _: was_told.set())
        assert was_told.wait(SOON)
        writer_of(log)._connection.set_authorizer(None)
        assert append(log, 1)[0].version == 2
    assert verify(tmp_path / "log.db").records == 2


def test_a_writer_that_has_to_stop_tells_all_that_wait_and_all_that_come_later(tmp_path: Path) -> None:
    has_begun, may_go_on = threading.Event(), threading.Event()

    def work(transaction: Transaction) -> object:
        has_begun.set()
        may_go_on.wait(SOON)
        raise SystemExit

    with SqliteLog(tmp_path / "log.db") as log:
        record(log, "a", OPENED)
        told: list[Any] = []
        writer_of(log).submit(work, told.append)
        assert has_begun.wait(SOON)
        waiting = log.submit("a", 1, [RESULT], actor="Eve", command="c1")
        may_go_on.set()
        assert waiting.exception(SOON).code == "log-writer-stopped"  # type: ignore[union-attr]
        assert [outcome.code for outcome in told] == ["log-writer-stopped"]
        for ask in (log.check, lambda: record(log, "a", RESULT)):
            with pytest.raises(Unavailable, match="log-writer-stopped"):
                ask()
        assert log.position() == 1
    assert verify(tmp_path / "log.db").records == 1


LITTLE_MEMORY = """
import resource, sys
from datetime import UTC, datetime
from engine.errors import Unavailable
from engine.model import Details
from ledger.acts.opening import DetailsChanged
from ledger.store.sqlite import SqliteLog
from tests.ledger.store.logs import OPENED, RESULT, record

limits, is_little = resource.getrlimit(resource.RLIMIT_AS), False

def clock():  # is asked in the writer's thread, inside the transaction
    if is_little:
        with open("/proc/self/statm") as sizes:
            used = int(sizes.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + 4_000_000, limits[1]))
    return datetime.now(UTC)

with SqliteLog(sys.argv[1], clock=clock) as log:
    record(log, "a", OPENED)
    is_little = True
    big = [DetailsChanged(details=Details(name="x" * 40_000_000))]
    failure = log.submit("a", 1, big, actor="Eve", command="big").exception(20)
    resource.setrlimit(resource.RLIMIT_AS, limits)
    is_little = False
    assert isinstance(failure, Unavailable), repr(failure)[:200]
    log.check()
    print(failure.code, record(log, "a", RESULT)[0].version)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the memory of a process is limited in other ways elsewhere")
def test_what_is_too_large_for_the_memory_leaves_nothing_broken_behind(tmp_path: Path) -> None:
    command = [sys.executable, "-c", LITTLE_MEMORY, str(tmp_path / "log.db")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, timeout=60)
    assert done.stdout == "out-of-memory 2\n", done.stderr[-2000:]
    assert verify(tmp_path / "log.db").records == 2
