"""A changed byte in any column, a removed, inserted, swapped or truncated record: ``verify`` says which."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path

import pytest
import sqlite_utils

from engine.errors import BadInput, Broken
from ledger.store.chain import BEFORE_THE_FIRST, hash_of, seal_of
from ledger.store.sqlite import SqliteLog
from ledger.store.sqlite_library import sqlite3
from ledger.store.verify import Verified, verify
from tests.ledger.store.logs import OPENED, record, tournament, two_tournaments, unguarded

RECORDS = 2 * len(tournament())


@pytest.fixture(scope="module")
def intact(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return two_tournaments(tmp_path_factory.mktemp("intact") / "log.db")


@pytest.fixture
def log(intact: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(intact, tmp_path))


def seals(path: Path) -> list[str]:
    with SqliteLog(path, read_only=True) as log:
        return [recorded.seal for recorded in log.read_all()]


def state_of(directory: Path) -> dict[str, tuple[bytes, int]]:
    return {file.name: (file.read_bytes(), file.stat().st_mtime_ns) for file in directory.iterdir()}


# -- intact ----------------------------------------------------------------------------------------------------------


def test_an_intact_log_has_so_many_records_and_a_head(intact: Path, log: Path) -> None:
    assert verify(log) == Verified(RECORDS, seals(intact)[-1])


def test_a_head_of_an_earlier_day_is_found_in_the_log_that_has_grown_since(intact: Path, log: Path) -> None:
    known = seals(intact)
    assert verify(log, known[-1]) == Verified(RECORDS, known[-1], RECORDS)
    assert verify(log, known[4]) == Verified(RECORDS, known[-1], 5)


def test_the_hash_of_a_stream_is_a_head_too(log: Path, intact: Path) -> None:
    with SqliteLog(intact, read_only=True) as reader:
        third = list(reader.read_all())[2]
    assert verify(log, third.hash).at_position == 3


def test_an_empty_log_is_intact(tmp_path: Path) -> None:
    SqliteLog(tmp_path / "log.db").close()
    assert verify(tmp_path / "log.db") == Verified(0, BEFORE_THE_FIRST)
    with pytest.raises(Broken, match="head-not-found"):
        verify(tmp_path / "log.db", "ab" * 32)


def test_a_log_in_use_can_be_verified(tmp_path: Path) -> None:
    with SqliteLog(tmp_path / "log.db") as log:
        record(log, "a", OPENED)
        assert verify(log.path).records == 1


def test_verifying_changes_nothing_and_leaves_nothing_behind(log: Path) -> None:
    before = state_of(log.parent)
    verify(log)
    assert state_of(log.parent) == before


def test_a_log_that_was_copied_with_its_wal_is_verified_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "copy").mkdir()
    with SqliteLog(tmp_path / "log.db") as log:
        record(log, "a", *tournament())
        for name in ("log.db", "log.db-wal"):
            shutil.copy(tmp_path / name, tmp_path / "copy")
    before = state_of(tmp_path / "copy")
    assert verify(tmp_path / "copy/log.db").records == len(tournament())
    assert state_of(tmp_path / "copy") == before


# -- tampered --------------------------------------------------------------------------------------------------------

TAMPERING = {
    "stream": ("UPDATE records SET stream = 'c-open' WHERE position = 7", 7),
    "version": ("UPDATE records SET version = 99 WHERE position = 7", 7),
    "at": ("UPDATE records SET at = replace(at, 'Z', 'z') WHERE position = 7", 7),
    "actor": ("UPDATE records SET actor = 'Arbiter' WHERE position = 7", 7),
    "command": ("UPDATE records SET command = command || 'x' WHERE position = 7", 7),
    "body": ("UPDATE records SET body = body || ' ' WHERE position = 7", 7),
    "hash": ("UPDATE records SET hash = upper(hash) WHERE position = 7", 7),
    "seal": ("UPDATE records SET seal = upper(seal) WHERE position = 7", 7),
    "position": (f"UPDATE records SET position = 99 WHERE position = {RECORDS}", RECORDS),
    "removed": ("DELETE FROM records WHERE position = 7", 7),
    "removed, the rest moved up": (
        "DELETE FROM records WHERE position = 7; UPDATE records SET position = position - 1 WHERE position > 7",
        7,
    ),
    "a stream's last record removed": (
        f"DELETE FROM records WHERE position = {RECORDS - 1};"
        f"UPDATE records SET position = {RECORDS - 1} WHERE position = {RECORDS}",
        RECORDS - 1,
    ),
    "a whole stream removed": ("DELETE FROM records WHERE stream = 'a-open'", 1),
    "inserted": (
        "UPDATE records SET position = position + 100 WHERE position > 7;"
        "UPDATE records SET position = position - 99 WHERE position > 7;"
        "INSERT INTO records SELECT 8, 'c-open', 1, at, actor, command, body, hash, seal FROM records LIMIT 1",
        8,
    ),
    "swapped with the record of another stream": (
        "UPDATE records SET position = 0 WHERE position = 7; UPDATE records SET position = 7 WHERE position = 8;"
        "UPDATE records SET position = 8 WHERE position = 0",
        7,
    ),
    "two bodies swapped": (
        "UPDATE records SET body = (SELECT body FROM records r WHERE r.position = 16 - records.position)"
        " WHERE position IN (7, 9)",
        7,
    ),
}


@pytest.mark.parametrize("what", TAMPERING)
def test_the_first_record_that_does_not_fit_is_named(log: Path, what: str) -> None:
    statements, position = TAMPERING[what]
    with unguarded(log) as database:
        database.executescript(statements)
    with pytest.raises(Broken) as caught:
        verify(log)
    assert caught.value.facts["position"] == position


def test_a_truncated_log_is_found_by_its_head(intact: Path, log: Path) -> None:
    with unguarded(log) as database:
        database.execute("DELETE FROM records WHERE position > 10")
    assert verify(log).records == 10  # nothing in the file can show it …
    with pytest.raises(Broken) as caught:
        verify(log, seals(intact)[-1])  # … but whoever wrote down the head can
    assert (caught.value.code, caught.value.facts["records"]) == ("head-not-found", 10)


def test_a_record_that_was_hashed_again_breaks_the_next_one(log: Path) -> None:
    with unguarded(log) as database:
        stream, version, at, command, body = database.execute(
            "SELECT stream, version, at, command, body FROM records WHERE position = 7"
        ).fetchone()
        before = database.execute("SELECT hash FROM records WHERE position = 5").fetchone()[0]
        sealed = database.execute("SELECT seal FROM records WHERE position = 6").fetchone()[0]
        hash = hash_of(before, stream, version, at, "Mallory", command, body)
        change = "UPDATE records SET actor = 'Mallory', hash = ?, seal = ? WHERE position = 7"
        database.execute(change, (hash, seal_of(sealed, 7, hash)))
    with pytest.raises(Broken) as caught:
        verify(log)
    assert (caught.value.code, caught.value.facts["position"]) == ("seal-mismatch", 8)


@pytest.mark.parametrize("bit", [0x01, 0x80], ids=["another letter", "no letter at all"])
def test_every_single_byte_of_every_column_counts(log: Path, bit: int) -> None:
    """One byte after the other of one record, changed in the file itself."""
    with SqliteLog(log, read_only=True) as reader:
        third = list(reader.read_all())[2]
    content = log.read_bytes()  # (in which there may be what is left of a page that was divided, further up)
    first = content.rindex(third.at.encode()) - len(third.stream) - 1  # a row is stored without gaps, version in 1 byte
    last = content.rindex(third.seal.encode()) + len(third.seal)
    assert content[first:last].startswith(b"a-open\x02" + third.at.encode())
    for place in range(first, last):
        log.write_bytes(content[:place] + bytes([content[place] ^ bit]) + content[place + 1 :])
        with pytest.raises(Broken) as caught:
            verify(log)
        assert caught.value.facts["position"] == 3


def test_a_text_that_became_a_blob_is_not_the_same(log: Path) -> None:
    with unguarded(log) as database:
        _rewrite_schema(database, ") STRICT", ")")
        database.execute("UPDATE records SET actor = CAST(actor AS BLOB) WHERE position = 7")
        _rewrite_schema(database, "UNIQUE (stream, version)\n)", "UNIQUE (stream, version)\n) STRICT")
    with pytest.raises(Broken) as caught:
        verify(log)
    assert caught.value.code == "wrong-kind"
    assert caught.value.facts == {"position": 7, "column": "actor", "found": "bytes"}


def _rewrite_schema(database: sqlite_utils.Database, old: str, new: str) -> None:
    """As somebody would who knows SQLite well."""
    database.execute("PRAGMA writable_schema = ON")
    database.execute("UPDATE sqlite_master SET sql = replace(sql, ?, ?) WHERE name = 'records'", (old, new))
    database.conn.commit()
    database.execute("PRAGMA writable_schema = RESET")


@pytest.mark.parametrize(
    ("statement", "changed"),
    [
        ("DROP TRIGGER records_are_not_changed", "records_are_not_changed"),
        ("DROP TRIGGER records_have_no_gap", "records_have_no_gap"),
        ("CREATE TABLE extra (x)", "extra"),
        ("ALTER TABLE records ADD COLUMN note TEXT", "records"),
        ("ALTER TABLE records RENAME COLUMN actor TO author", "records"),
    ],
)
def test_guards_that_were_taken_away_are_missed(log: Path, statement: str, changed: str) -> None:
    connection = sqlite3.connect(log)
    connection.execute(statement)
    connection.close()
    with pytest.raises(Broken) as caught:
        verify(log)
    assert caught.value.code == "schema-differs"
    assert changed in caught.value.facts["objects"]  # type: ignore[operator]


def test_an_index_that_disagrees_with_the_table_is_found(log: Path) -> None:
    """The index is turned to another order behind SQLite's back: lookups would miss records."""
    connection = sqlite3.connect(log)
    (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE type = 'index'").fetchone()
    (size,) = connection.execute("PRAGMA page_size").fetchone()
    connection.close()
    content = bytearray(log.read_bytes())
    start = (page - 1) * size
    place = content.index(b"a-open", start, start + size)
    content[place : place + 6] = b"q-open"
    log.write_bytes(content)
    with pytest.raises(Broken, match="log-damaged"):
        verify(log)


@pytest.mark.parametrize("head", ["", "abc", "x" * 64, "AB" * 32])
def test_a_head_is_64_hexadecimal_digits(log: Path, head: str) -> None:
    with pytest.raises(BadInput, match="not-a-hash"):
        verify(log, head)


# -- a stranger ------------------------------------------------------------------------------------------------------


def strangers_verdict(path: Path) -> tuple[int, str]:
    """Written from the docstring of ``ledger/store/chain.py`` alone, with nothing of ours."""

    def sha256(*lines: object) -> str:
        return hashlib.sha256("\n".join(map(str, lines)).encode("utf-8")).hexdigest()

    position, last_seal = 0, "0" * 64
    streams: dict[str, tuple[int, str]] = {}
    rows = sqlite3.connect(f"file:{path}?immutable=1", uri=True)
    for row in rows.execute("SELECT * FROM records ORDER BY position"):
        stream, version, at, actor, command, body, hash, seal = row[1:9]
        last_version, last_hash = streams.get(stream, (0, "0" * 64))
        position += 1
        assert row[0] == position
        assert version == last_version + 1
        assert hash == sha256(last_hash, stream, version, at, actor, command, body)
        assert seal == sha256(last_seal, position, hash)
        json.loads(body)
        streams[stream], last_seal = (version, hash), seal
    rows.close()
    return position, last_seal


def test_a_stranger_can_verify_the_log_from_the_documentation(log: Path) -> None:
    verified = verify(log)
    assert strangers_verdict(log) == (verified.records, verified.head)


def test_the_stranger_finds_what_we_find(log: Path) -> None:
    with unguarded(log) as database:
        database.execute("UPDATE records SET body = replace(body, 'Player 2', 'Player 3')")
    with pytest.raises(AssertionError):
        strangers_verdict(log)


def test_the_canonical_form_never_changes() -> None:
    """Worked out with sha256sum."""
    at, body = "2026-05-01T14:00:00.000000Z", '{"type":"round-closed","round":1}'
    hash = hash_of(BEFORE_THE_FIRST, "open", 1, at, "Eve", "c1", body)
    assert hash == "56024e7d29bdb25338526316495ce31fe1dbcd73a099722d0d7b76d8393a0845"
    assert seal_of(BEFORE_THE_FIRST, 1, hash) == "f3765c8bd453b22d1c29728cf12e5139cc7c2df70e9262a09e4eee1aa17a4aaf"
