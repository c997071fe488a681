"""Blocks are copies for fast reading: nothing is different with them, without them, or with some of them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from engine.errors import BadInput, Broken, Fact
from engine.model import Result
from ledger.acts.act import Event
from ledger.acts.results import ResultEntered
from ledger.formats.jsonl import export_stream
from ledger.importing import import_file
from ledger.store.schema import BLOCK
from ledger.store.sqlite import SqliteLog
from ledger.store.sqlite_library import sqlite3
from ledger.store.verify import verify
from tests.ledger.store.logs import OPENED, RESULT, record, unguarded

MANY = 3 * BLOCK + 5


def results(many: int) -> list[Event]:
    return [ResultEntered(round=1, board=n, result=Result.DRAW) for n in range(1, many + 1)]


def blocks(path: Path) -> list[tuple[int, str, int, bytes]]:
    connection = sqlite3.connect(path)
    found = connection.execute("SELECT number, stream, first, bodies FROM blocks ORDER BY number").fetchall()
    connection.close()
    return found


@pytest.fixture(scope="module")
def bound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two streams that grew in turns."""
    path = tmp_path_factory.mktemp("bound") / "log.db"
    with SqliteLog(path) as log:
        for version, event in enumerate(results(MANY)):
            log.submit("a", version, [event], actor="", command=f"{version}")
            log.submit("b", version, [RESULT], actor="", command=f"{version}")
    return path


@pytest.fixture
def path(bound: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(bound, tmp_path))


# -- made ------------------------------------------------------------------------------------------------------------


def test_a_block_holds_the_bodies_of_its_records_byte_for_byte(path: Path) -> None:
    with SqliteLog(path, read_only=True) as log:
        bodies = [raw.body.encode() for raw in log.raw("a")]
    ours = [(first, held) for _, stream, first, held in blocks(path) if stream == "a"]
    assert ours == [(n + 1, b"\n".join(bodies[n : n + BLOCK])) for n in range(0, MANY - BLOCK, BLOCK)]
    assert [number for number, *_ in blocks(path)] == [1, 2, 3, 4, 5, 6]


def test_a_stream_that_is_too_short_has_no_block(tmp_path: Path) -> None:
    with SqliteLog(tmp_path / "log.db") as log:
        record(log, "a", *results(BLOCK - 1))
    assert blocks(tmp_path / "log.db") == []
    with SqliteLog(tmp_path / "log.db") as log:
        record(log, "a", RESULT)
    assert [(stream, first) for _, stream, first, _ in blocks(tmp_path / "log.db")] == [("a", 1)]


def test_a_block_is_there_as_soon_as_its_records_are(tmp_path: Path) -> None:
    with SqliteLog(tmp_path / "log.db") as log:
        record(log, "a", *results(40 * BLOCK))
        assert len(blocks(log.path)) == 40


def test_blocks_that_are_missing_at_the_end_are_caught_up_with(path: Path) -> None:
    with unguarded(path) as database:
        database.execute("DELETE FROM blocks WHERE number > 2")
    with SqliteLog(path) as log:
        record(log, "a", *results(BLOCK))
    assert [first for _, stream, first, _ in blocks(path) if stream == "a"] == [1 + n * BLOCK for n in range(4)]
    assert verify(path).records == 2 * MANY + BLOCK


def test_a_stream_that_was_imported_has_blocks_too(path: Path, tmp_path: Path) -> None:
    with SqliteLog(tmp_path / "one.db") as log:
        record(log, "a", OPENED, *[OPENED] * BLOCK)
        export_stream(log, "a", tmp_path / "a.jsonl")
    with SqliteLog(tmp_path / "other.db") as log:
        import_file(log, tmp_path / "a.jsonl")
    assert blocks(tmp_path / "other.db") == blocks(tmp_path / "one.db") != []


def test_two_processes_make_each_block_once(tmp_path: Path) -> None:
    with SqliteLog(tmp_path / "log.db") as one, SqliteLog(tmp_path / "log.db") as other:
        for n in range(2 * BLOCK):
            (one, other)[n % 2].submit("a", n, [RESULT], actor="", command=f"{n}").result()
    assert [first for _, _, first, _ in blocks(tmp_path / "log.db")] == [1, BLOCK + 1]
    verify(tmp_path / "log.db")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE blocks SET bodies = x'00' WHERE number = 1",
        "DELETE FROM blocks WHERE number = 1",
        "REPLACE INTO blocks VALUES (1, 'c', 1, x'00')",
        "REPLACE INTO blocks VALUES (7, 'a', 1, x'00')",
        f"INSERT INTO blocks VALUES (9, 'a', {3 * BLOCK + 1}, x'00')",
        f"INSERT INTO blocks VALUES (7, 'a', {3 * BLOCK + 2}, x'00')",
    ],
)
def test_blocks_are_append_only(path: Path, statement: str) -> None:
    connection = sqlite3.connect(path)
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        connection.execute(statement)
    connection.close()


# -- read ------------------------------------------------------------------------------------------------------------

BORDERS = [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, 3 * BLOCK - 1, 3 * BLOCK, MANY - 1, MANY, MANY + 9]


@pytest.mark.parametrize("after", BORDERS)
def test_a_range_is_the_same_from_blocks_and_from_records(path: Path, after: int) -> None:
    with SqliteLog(path, read_only=True) as log:
        for upto in (*BORDERS, None):
            wanted = [recorded.event for recorded in log.read("a", after, upto)]
            assert list(log.events("a", after, upto)) == wanted


@pytest.mark.parametrize("many", [BLOCK - 1, BLOCK, BLOCK + 1, 32 * BLOCK])
def test_a_stream_is_read_in_pieces(tmp_path: Path, many: int) -> None:
    with SqliteLog(tmp_path / "log.db") as log:
        record(log, "a", *results(many))
    with SqliteLog(tmp_path / "log.db", read_only=True) as log:
        assert list(log.events("a")) == results(many)
        assert list(log.events("a", after=7)) == results(many)[7:]
        assert list(log.events("a", after=7, upto=many - 1)) == results(many)[7 : many - 1]


@pytest.mark.parametrize("gone", [(1,), (2,), (3,), (1, 2), (1, 2, 3)])
def test_a_missing_block_changes_nothing(path: Path, gone: tuple[int, ...]) -> None:
    with unguarded(path) as database:
        for place in gone:
            database.execute("DELETE FROM blocks WHERE stream = 'a' AND first = ?", [(place - 1) * BLOCK + 1])
    with SqliteLog(path, read_only=True) as log:
        assert list(log.events("a")) == results(MANY)
        assert list(log.events("a", after=BLOCK, upto=MANY - 1)) == results(MANY)[BLOCK : MANY - 1]
    assert verify(path).records == 2 * MANY


@pytest.mark.parametrize("bodies", [b"", b"not a body", b"{}\n" * BLOCK])
def test_a_block_that_is_none_is_not_believed(path: Path, bodies: bytes) -> None:
    with unguarded(path) as database:
        database.execute("UPDATE blocks SET bodies = ? WHERE stream = 'a' AND first = 1", [bodies])
    with SqliteLog(path, read_only=True) as log:
        assert list(log.events("a")) == results(MANY)


def test_an_unknown_event_in_a_block_is_named_by_its_record(path: Path) -> None:
    with unguarded(path) as database:
        for table, column in (("records", "body"), ("blocks", "bodies")):
            kind = "BLOB" if table == "blocks" else "TEXT"
            change = f"replace(CAST({column} AS TEXT), '\"board\":7,', '\"bord\":7,')"
            database.execute(f"UPDATE {table} SET {column} = CAST({change} AS {kind}) WHERE stream = 'a'")
    with SqliteLog(path, read_only=True) as log:
        with pytest.raises(BadInput) as caught:
            list(log.events("a"))
        assert (caught.value.code, caught.value.facts) == ("unknown-event", {"position": 13, "type": "result-entered"})
        assert list(log.events("a", after=7)) == results(MANY)[7:]


# -- verified --------------------------------------------------------------------------------------------------------


def broken(path: Path) -> dict[str, Fact]:
    with pytest.raises(Broken) as caught:
        verify(path)
    assert caught.value.code == "block-mismatch"
    return caught.value.facts


def test_a_changed_byte_in_a_block_is_found_and_named(path: Path) -> None:
    with unguarded(path) as database:
        change = "CAST(replace(CAST(bodies AS TEXT), '\"board\":40,', '\"board\":41,') AS BLOB)"
        database.execute(f"UPDATE blocks SET bodies = {change}")
    assert broken(path) == {"stream": "a", "version": 40}


@pytest.mark.parametrize("place", [0, 1, 59, 60, 61, -1])
def test_every_byte_of_a_block_counts(path: Path, place: int) -> None:
    _, stream, first, bodies = blocks(path)[-1]
    changed = bytearray(bodies)
    changed[place] ^= 1
    with unguarded(path) as database:
        database.execute("UPDATE blocks SET bodies = ? WHERE stream = ? AND first = ?", [bytes(changed), stream, first])
    facts = broken(path)
    assert facts["stream"] == stream
    assert facts["version"] == first + bodies[:place].count(b"\n")


def test_a_block_with_a_body_too_many_or_too_few_is_found(path: Path) -> None:
    with unguarded(path) as database:
        database.execute("UPDATE blocks SET bodies = CAST(bodies || char(10) || '{}' AS BLOB) WHERE first = 1")
    assert broken(path)["version"] == BLOCK + 1


def test_a_block_whose_records_were_cut_off_is_found(path: Path) -> None:
    with unguarded(path) as database:
        database.execute("DELETE FROM records WHERE position > ?", [6 * BLOCK - 1])
    assert broken(path) == {"stream": "b", "version": 3 * BLOCK}
