"""Corrections under consideration: kept beside the log until they are applied or dropped, restarts included."""

from datetime import datetime
from pathlib import Path

import pytest

from engine.errors import Refusal
from engine.model import Result
from ledger.acts.results import CorrectResult
from ledger.private_file import SCHEMA_VERSION, write_time
from ledger.proposals import ProposalStore
from ledger.store.sqlite_library import sqlite3

MISREAD = CorrectResult(round=1, board=2, result=Result.DRAW, reason="slip misread")

# As Roundlog 0.1 made the file: proposals were written among the keys.
VERSION_1 = """
CREATE TABLE happenings (
    position INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    who TEXT NOT NULL,
    body TEXT NOT NULL
) STRICT;
CREATE TRIGGER happenings_are_not_changed BEFORE UPDATE ON happenings
BEGIN SELECT RAISE(ABORT, 'append-only'); END;
PRAGMA application_id = 1380927046;
PRAGMA user_version = 1;
"""
CORRECTION = '{"do":"correct-result","round":1,"board":2,"result":"1/2","reason":"slip misread"}'
WRITTEN_BY_0_1 = (
    '{"type":"secret-made","secret":"6b1f"}',
    f'{{"type":"correction-proposed","proposal":1,"stream":"club","correction":{CORRECTION}}}',
    '{"type":"served","address":"http://192.168.1.5:8000"}',
    f'{{"type":"correction-proposed","proposal":2,"stream":"club","correction":{CORRECTION},"key":"again"}}',
    '{"type":"proposal-closed","proposal":1,"is_applied":true}',
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "club.office.db"


def numbers(store: ProposalStore, stream: str = "club") -> list[int]:
    return [proposal.number for proposal in store.all_open(stream)]


def test_a_proposal_is_open_until_it_is_closed():
    with ProposalStore() as store:
        first, second = (store.propose("club", MISREAD, by=name) for name in ("Anna", "Bram"))
        assert (first.number, first.by, first.correction) == (1, "Anna", MISREAD)
        assert numbers(store) == [1, 2]
        store.close_proposals("club", (first.number,), by="Anna", is_applied=True)
        assert store.all_open("club") == (second,)


def test_each_tournament_has_its_own():
    with ProposalStore() as store:
        store.propose("club", MISREAD, by="Anna")
        store.propose("open", MISREAD, by="Anna")
        assert (numbers(store), numbers(store, "open")) == ([1], [2])
        with pytest.raises(Refusal, match="no-such-proposal"):
            store.close_proposals("club", (2,), by="Anna")


def test_all_are_closed_or_none():
    with ProposalStore() as store:
        store.propose("club", MISREAD, by="Anna")
        with pytest.raises(Refusal, match="no-such-proposal"):
            store.close_proposals("club", (1, 7), by="Anna")
        assert numbers(store) == [1]


def test_the_same_request_proposes_once():
    with ProposalStore() as store:
        first = store.propose("club", MISREAD, by="Anna", key="a")
        assert store.propose("club", MISREAD, by="Anna", key="a") == first
        assert store.find("club", "a") == first
        assert store.find("open", "a") is None
        assert numbers(store) == [1]


def test_they_survive_a_restart_and_are_seen_by_other_programs(path: Path):
    with ProposalStore(path) as store, ProposalStore(path) as other:
        store.propose("club", MISREAD, by="Anna")
        assert numbers(other) == [1]
        other.propose("club", MISREAD, by="Bram")
    with ProposalStore(path) as store:
        assert numbers(store) == [1, 2]


def test_those_that_roundlog_0_1_kept_among_the_keys_are_still_there(path: Path):
    database = sqlite3.connect(path)
    database.executescript(VERSION_1)
    for position, body in enumerate(WRITTEN_BY_0_1, start=1):
        database.execute("INSERT INTO happenings VALUES (?, '2026-05-01T14:00:00Z', 'Anna', ?)", (position, body))
    database.commit()
    database.close()
    for _ in range(2):  # copied once, however often the file is opened
        with ProposalStore(path) as store:
            (found,) = store.all_open("club")
            assert (found.number, found.at, found.by) == (2, "2026-05-01T14:00:00Z", "Anna")
            assert found.correction == MISREAD
            assert store.find("club", "again") == found
    with ProposalStore(path) as store:
        assert store.propose("club", MISREAD, by="Bram").number == 3
    database = sqlite3.connect(path)
    assert database.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
    assert database.execute("SELECT count(*) FROM happenings").fetchone() == (len(WRITTEN_BY_0_1),)  # not touched
    database.close()


def test_they_are_only_added_to(path: Path):
    with ProposalStore(path) as store:
        store.propose("club", MISREAD, by="Anna")
    database = sqlite3.connect(path)
    for statement in ("DELETE FROM proposals", "UPDATE proposals SET who = 'Mallory'"):
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            database.execute(statement)
    database.close()


def test_times_are_written_in_utc():
    assert write_time(datetime.fromisoformat("2026-05-01T16:00:00+02:00")) == "2026-05-01T14:00:00Z"
