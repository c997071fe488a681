"""Logs written by earlier versions open, verify and are appended to."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import Broken
from ledger.store.schema import SCHEMA_VERSION
from ledger.store.sqlite import SqliteLog
from ledger.store.sqlite_library import sqlite3
from ledger.store.verify import verify
from tests.ledger.store.logs import RESULT, record, tournament

EVENTS = tournament(players=20, rounds=3)


@pytest.fixture(params=["with blocks", "without blocks"])
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """As version 1 of the schema had it: no index of commands; at first no blocks either."""
    path = tmp_path / "log.db"
    with SqliteLog(path) as log:
        record(log, "a", *EVENTS, command="c1")
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("DROP INDEX records_by_command")
    if request.param == "without blocks":
        connection.execute("DROP TABLE blocks")
    connection.execute("PRAGMA user_version = 1")
    connection.close()
    return path


def test_it_is_read_and_verified_as_it_is(old: Path) -> None:
    before = old.read_bytes()
    assert verify(old).records == len(EVENTS)
    with SqliteLog(old, read_only=True) as log:
        assert tuple(log.events("a")) == tuple(r.event for r in log.read("a")) == EVENTS
        assert len(log.read_command("a", "c1")) == len(EVENTS)
    assert old.read_bytes() == before


def test_who_writes_to_it_brings_it_up_to_date(old: Path) -> None:
    seal = verify(old).head
    with SqliteLog(old) as log:
        assert len(log.submit("a", 0, [RESULT], actor="Eve", command="c1").result()) == len(EVENTS)  # is known
        record(log, "a", *[RESULT] * 40, command="c2")
        assert tuple(log.events("a")) == EVENTS + (RESULT,) * 40
    assert verify(old, seal).at_position == len(EVENTS)
    connection = sqlite3.connect(old)
    assert connection.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
    assert connection.execute("SELECT count(*) FROM blocks").fetchone() == ((len(EVENTS) + 40) // 32,)
    connection.close()


def test_a_guard_that_was_taken_away_is_missed_there_too(old: Path) -> None:
    connection = sqlite3.connect(old)
    connection.execute("DROP TRIGGER records_are_not_changed")
    connection.close()
    with pytest.raises(Broken, match="schema-differs"):
        verify(old)
