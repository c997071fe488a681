"""The verifier: is a log what it was? It reads the file and changes nothing, next to it neither."""

from __future__ import annotations

import os
import shutil
import string
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import msgspec

from engine.errors import BadInput, Broken, Unavailable
from ledger.store.blocks import check_blocks
from ledger.store.chain import LogChain, Raw
from ledger.store.schema import COLUMNS, find_differences, has_blocks, open_log, recognise, translate_errors
from ledger.store.sqlite_library import sqlite3

_KINDS: tuple[type, ...] = (int, str, int, str, str, str, str, str, str)  # of COLUMNS


class Verified(msgspec.Struct, frozen=True):
    """The log is intact: how many records, the last seal, and where the head that was asked for stands."""

    records: int
    head: str
    at_position: int | None = None


def verify(path: str | os.PathLike[str], head: str | None = None) -> Verified:
    """Raises Broken with the first record that does not fit; with ``head`` (a seal or a hash) also if that is gone."""
    if head is not None:
        check_head(head)
    with open_untouched(Path(path)) as connection, translate_errors(Path(path)):
        chain, at_position = _walk(connection, head)
        _check_file(connection, recognise(connection, Path(path)))
        if has_blocks(connection):
            check_blocks(connection)
    if head is not None and at_position is None and not (head == chain.seal and chain.position == 0):
        raise Broken("head-not-found", head=head, records=chain.position)
    return Verified(chain.position, chain.seal, at_position)


def check_head(head: str) -> None:
    if len(head) != 64 or not set(head) <= set(string.digits + "abcdef"):
        raise BadInput("not-a-hash", found=head)


def _walk(connection: sqlite3.Connection, head: str | None) -> tuple[LogChain, int | None]:
    chain, at_position = LogChain(), None
    for row in _rows(connection):
        position, *fields, seal = _check_kinds(row, chain.position + 1)
        raw = Raw(*fields)
        try:
            chain.follow(position, raw, seal)
        except UnicodeEncodeError as error:
            raise Broken("not-utf-8", position=position) from error
        if head in (seal, raw.hash):
            at_position = position
    return chain, at_position


def _rows(connection: sqlite3.Connection) -> Iterator[tuple[Any, ...]]:
    """By position. Bytes that are no text stay visible as such, where reading would stop."""
    connection.text_factory = lambda stored: stored.decode(errors="surrogateescape")
    try:
        yield from connection.execute(f"SELECT {COLUMNS} FROM records NOT INDEXED ORDER BY position")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_ERROR:
            raise
        raise Broken("schema-differs", objects=("records",)) from error


def _check_kinds(row: tuple[Any, ...], position: int) -> tuple[Any, ...]:
    for name, value, kind in zip(COLUMNS.split(", "), row, _KINDS, strict=True):
        if type(value) is not kind:
            raise Broken("wrong-kind", position=position, column=name, found=type(value).__name__)
    return row


def _check_file(connection: sqlite3.Connection, version: int) -> None:
    """What the records do not show: guards that were taken away, an index that says something else."""
    if changed := find_differences(connection, version):
        raise Broken("schema-differs", objects=changed)
    (finding,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if finding != "ok":
        raise Broken("log-damaged", finding=finding)


@contextmanager
def open_untouched(path: Path) -> Iterator[sqlite3.Connection]:
    """To read a log, in use or not, without a file being made or changed beside it."""
    if not path.exists():
        raise BadInput("no-such-log", path=os.fspath(path))
    wal, memory = (path.with_name(path.name + ending) for ending in ("-wal", "-shm"))
    if wal.exists() and not memory.exists():
        with _copy(path, wal) as copy, closing(open_log(copy, "rw")) as connection:
            yield connection
    else:
        before, is_in_use = _file_state(path), wal.exists()  # or its server was killed
        with closing(open_log(path, "ro" if is_in_use else "immutable")) as connection:
            yield connection
        if not is_in_use and _file_state(path) != before:
            raise Unavailable("log-changed-meanwhile", path=os.fspath(path))


@contextmanager
def _copy(path: Path, wal: Path) -> Iterator[Path]:
    """SQLite would make a file next to a log that was copied here with its WAL; so it gets a copy of its own."""
    with tempfile.TemporaryDirectory(prefix="roundlog-verify-") as directory:
        copy = Path(directory, "log")
        shutil.copyfile(path, copy)
        shutil.copyfile(wal, copy.with_name("log-wal"))
        yield copy


def _file_state(path: Path) -> tuple[int, int, bool]:
    seen = path.stat()
    return seen.st_size, seen.st_mtime_ns, path.with_name(path.name + "-wal").exists()
