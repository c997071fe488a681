"""The WAL of a served log: long from the beginning, and still nothing but what SQLite wrote in it counts."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from ledger.store import wal
from ledger.store.scribe import LONG
from ledger.store.sqlite import SqliteLog
from ledger.store.verify import verify
from tests.ledger.store.logs import OPENED, RESULT, record

PAGE = 4096


def wal_of(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


def test_it_is_as_long_as_it_gets_and_does_not_grow(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    with SqliteLog(path, is_served=True) as log:
        length = wal_of(path).stat().st_size
        assert length > LONG * PAGE
        record(log, "a", OPENED, *[RESULT] * 20)
        assert wal_of(path).stat().st_size == length
    assert not wal_of(path).exists()  # SQLite has put it away
    assert verify(path).records == 21


def test_a_log_that_is_not_served_begins_with_none(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    with SqliteLog(path) as log:
        record(log, "a", OPENED)
        assert wal_of(path).stat().st_size < 100 * PAGE


def test_after_a_power_cut_all_is_there(tmp_path: Path) -> None:
    """What stands in a WAL that was left behind stands after it was made longer, and after another power cut."""
    path = tmp_path / "log.db"
    for number, is_served in enumerate((False, True, True)):
        with SqliteLog(path, is_served=is_served) as log:
            assert log.position() == 3 * number
            record(log, f"stream-{number}", OPENED, RESULT, RESULT)
            left = tmp_path / f"left-{number}"
            left.mkdir()
            for file in (path, wal_of(path)):
                shutil.copy(file, left)
        path = left / path.name
        assert wal_of(path).exists()
    with SqliteLog(path) as log:
        assert [head.stream for head in log.heads()] == ["stream-0", "stream-1", "stream-2"]
    assert verify(path).records == 9


def test_another_process_that_writes_just_now_is_left_in_peace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "log.db"
    with SqliteLog(path) as log:
        record(log, "a", OPENED)
        length = wal_of(path).stat().st_size
        holder, ours = sqlite3.connect(path), sqlite3.connect(path, timeout=0, isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        wal.make_long(ours, path, LONG)
        assert wal_of(path).stat().st_size == length
        holder.close()
        wal.make_long(ours, path, 10)
        assert not ours.in_transaction
        assert wal_of(path).stat().st_size > length
        ours.close()


def test_a_disk_that_is_full_only_leaves_it_short(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(wal: Path, length: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(wal, "_lengthen", fails)
    with SqliteLog(tmp_path / "log.db", is_served=True) as log:
        record(log, "a", OPENED)
    assert "could not be made longer" in caplog.text
    assert verify(tmp_path / "log.db").records == 1
