"""Processes write to one log, with checkpoints all the time: what they acknowledged is there, and it is intact.

With the newer SQLite that is a dependency, and with the standard library's, treated as one that has the WAL-reset bug.
That an old SQLite loses records without the guard is rare, and a run that finds nothing proves little: what the guard
promises (nobody else can write meanwhile) is therefore checked by itself below.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from ledger.store import sqlite_library
from ledger.store.sqlite import SqliteLog
from ledger.store.sqlite_library import GuardedCheckpoints, connect, sqlite3
from tests.ledger.store.logs import RESULT, ROOT, record
from tests.ledger.store.test_kill import check

CHILD = """
import sys, time
path, name, library, appends, seconds = sys.argv[1:]
if library == "standard":
    sys.modules["pysqlite3"] = None  # as where there is no wheel
from ledger.store import sqlite_library
if library == "standard":
    sqlite_library.WITHOUT_WAL_RESET_BUG = (99,)
    sqlite_library.TRANSACTIONS_A_CHECKPOINT = 2
from ledger.store.sqlite import SqliteLog
from tests.ledger.store.logs import RESULT

with SqliteLog(path, patience=60) as log, open(f"{path}.{name}", "w") as said:
    if library == "wheel":
        log._writer._connection.execute("PRAGMA wal_autocheckpoint = 6")
    version, end = 0, time.monotonic() + float(seconds)
    while version < int(appends) or time.monotonic() < end:
        (recorded,) = log.submit(name, version, [RESULT], actor="Eve", command=f"{name}-{version}").result()
        version = recorded.version
        said.write(f"{name} {version} {recorded.hash}\\n")
"""


def write_in_processes(processes: int, path: Path, library: str, appends: int = 0, seconds: float = 0) -> None:
    with SqliteLog(path):
        pass
    given, names = (library, str(appends), str(seconds)), [f"writer-{number}" for number in range(processes)]
    commands = [[sys.executable, "-c", CHILD, str(path), name, *given] for name in names]
    children = [subprocess.Popen(command, cwd=ROOT) for command in commands]
    assert [child.wait() for child in children] == [0] * processes
    said = [line.split() for name in names for line in Path(f"{path}.{name}").read_text().splitlines()]
    assert len(said) >= processes * appends
    check(path, {(stream, int(version), hash) for stream, version, hash in said}, of_a_command=1)


@pytest.mark.parametrize("library", ["wheel", "standard"])
def test_two_processes_write_to_one_log(tmp_path: Path, library: str) -> None:
    write_in_processes(2, tmp_path / "log.db", library, appends=20)


@pytest.mark.exhaustive
@pytest.mark.parametrize("library", ["wheel", "standard"])
def test_three_processes_write_to_one_log_for_a_minute(tmp_path: Path, library: str) -> None:
    write_in_processes(3, tmp_path / "log.db", library, seconds=60)


# -- the guard -------------------------------------------------------------------------------------------------------


@pytest.fixture
def old_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever there is has the bug."""
    monkeypatch.setattr(sqlite_library, "WITHOUT_WAL_RESET_BUG", (99,))


@pytest.mark.parametrize(
    ("version", "has_bug"),
    [((3, 40, 1), True), ((3, 51, 2), True), ((3, 51, 3), False), ((3, 53, 4), False), ((4, 0, 0), False)],
)
def test_which_versions_have_the_bug(
    monkeypatch: pytest.MonkeyPatch, version: tuple[int, int, int], has_bug: bool
) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", version)
    assert sqlite_library.has_wal_reset_bug() == has_bug


def test_a_library_with_the_bug_makes_no_checkpoint_by_itself(tmp_path: Path, old_library: None) -> None:
    with SqliteLog(tmp_path / "log.db") as log:
        assert log._writer is not None
        assert log._writer._connection.execute("PRAGMA wal_autocheckpoint").fetchone() == (0,)
    assert connect(tmp_path / "log.db", "rw", 0).execute("PRAGMA wal_autocheckpoint").fetchone() == (0,)


def test_its_checkpoints_are_made_while_nobody_else_can_write(
    tmp_path: Path, old_library: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And they are made: what is in the WAL has come into the file, in which it was not before."""
    path, made = tmp_path / "log.db", list[str]()

    class Watched(GuardedCheckpoints):
        def _make(self) -> None:
            other = connect(path, "rw", 0)
            with pytest.raises(sqlite3.OperationalError, match="locked"):
                other.execute("BEGIN IMMEDIATE")
            other.close()
            super()._make()
            made.append("checkpoint")

    monkeypatch.setattr("ledger.store.writer.GuardedCheckpoints", Watched)
    monkeypatch.setattr(sqlite_library, "TRANSACTIONS_A_CHECKPOINT", 3)
    with SqliteLog(path) as log:
        for _ in range(7):
            record(log, "club", RESULT)
        assert made == ["checkpoint"] * 2
        records = [recorded.hash.encode() for recorded in log.read_all()]
        in_the_file = path.read_bytes()
    assert [hash in in_the_file for hash in records] == [True] * 5 + [False] * 2


def test_a_checkpoint_that_fails_takes_no_record_with_it(
    tmp_path: Path, old_library: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(self: GuardedCheckpoints) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(GuardedCheckpoints, "_make", fail)
    monkeypatch.setattr(sqlite_library, "TRANSACTIONS_A_CHECKPOINT", 1)
    with SqliteLog(tmp_path / "log.db") as log:
        record(log, "club", RESULT)
        assert log.position() == 1
    assert "disk I/O error" in caplog.text


def test_a_long_wal_that_others_left_is_moved_with_the_first_record(
    tmp_path: Path, old_library: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_library, "LONG_WAL", 4096)
    with SqliteLog(tmp_path / "log.db") as one:
        (first,) = record(one, "club", RESULT)
        assert first.hash.encode() not in one.path.read_bytes()
        with SqliteLog(tmp_path / "log.db") as other:
            record(other, "club", RESULT)
            assert first.hash.encode() in one.path.read_bytes()
