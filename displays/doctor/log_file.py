"""The log: there, ours, whole, of no newer version, and nothing left lying beside it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from displays.doctor.finding import Finding, fault, warning
from engine.errors import BadInput, Broken, RoundlogError, Unavailable
from ledger.acts.upcast import UNREADABLE, Decoder, read_type
from ledger.backup.copying import PART
from ledger.store.chain import Raw, StreamChain, seal_of
from ledger.store.schema import COLUMNS, find_differences, recognise, translate_errors
from ledger.store.sqlite_library import sqlite3
from ledger.store.verify import open_untouched, verify

NEWEST = 200  # records that are looked at without ``--thorough``
LARGE_WAL = 100_000_000  # bytes; SQLite begins it anew after some four million
_CODES = {"not-a-roundlog-log": "log-foreign", "log-is-newer": "log-newer", "unknown-event": "log-newer"}
_UNAVAILABLE = {"log-no-access": "log-no-access", "log-io-error": "log-io-error"}


def check_log(log: Path, *, thorough: bool = False) -> Iterator[Finding]:
    if not log.exists():
        aside = sorted(path.name for path in log.absolute().parent.glob(f"{log.stem}.aside-*{log.suffix}"))
        if aside:
            yield fault("restore-half-done", path=os.fspath(log), aside=aside[-1])
        else:
            yield fault("log-missing", path=os.fspath(log))
        return
    problem = examine(log, thorough=thorough)
    if problem is not None:
        yield fault(_code_of(problem), error=problem, path=os.fspath(log))


def _code_of(problem: RoundlogError) -> str:
    if isinstance(problem, BadInput):
        return _CODES.get(problem.code, "log-unreadable")
    if isinstance(problem, Broken):
        return "log-damaged"
    return _UNAVAILABLE.get(problem.code, "log-unreadable")


def check_beside(log: Path) -> Iterator[Finding]:
    """What SQLite and a copy that was put back have beside it."""
    wal = log.with_name(log.name + "-wal")
    if wal.exists() and wal.stat().st_size > LARGE_WAL:
        yield warning("wal-large", path=os.fspath(wal), size=wal.stat().st_size // 1_000_000)
    begins, ends = PART
    left = sorted(path.name for path in log.absolute().parent.glob(f"{begins}*{ends}"))
    if left:
        yield warning("restore-leftover", path=os.fspath(log.absolute().parent), files=tuple(left))


def read_newest_time(log: Path) -> datetime | None:
    """Of the last record; None: there is none, or none that can be read (which another check says)."""
    try:
        with open_untouched(log) as connection, translate_errors(log):
            row = connection.execute("SELECT at FROM records ORDER BY position DESC LIMIT 1").fetchone()
    except RoundlogError:
        return None
    return None if row is None else datetime.fromisoformat(row[0])


def examine(log: Path, *, thorough: bool) -> RoundlogError | None:
    """What is wrong with a log, or with a copy of one."""
    try:
        if thorough:
            verify(log)
        with open_untouched(log) as connection, translate_errors(log):
            _check_form(connection, log)
            _check_newest(connection, NEWEST if not thorough else None)
    except (BadInput, Broken, Unavailable) as problem:
        return problem
    return None


def _check_form(connection: sqlite3.Connection, log: Path) -> None:
    version = recognise(connection, log)
    if version and (changed := find_differences(connection, version)):
        raise Broken("schema-differs", objects=changed)
    (finding,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if finding != "ok":
        raise Broken("log-damaged", finding=finding)


def _check_newest(connection: sqlite3.Connection, count: int | None) -> None:
    """Their hashes, seals and kinds; each continues the one before it."""
    last = connection.execute("SELECT ifnull(max(position), 0) FROM records").fetchone()[0]
    first = 1 if count is None else max(1, last - count + 1)
    seal = _find(connection, "SELECT seal FROM records WHERE position = ?", first - 1)
    decoder, chains = Decoder(), dict[str, StreamChain]()
    rows = connection.execute(f"SELECT {COLUMNS} FROM records WHERE position >= ? ORDER BY position", (first,))
    for number, (position, *fields, found) in enumerate(rows, start=first):
        raw = Raw(*fields)
        if position != number:
            raise Broken("record-missing", position=number, found=position)
        chain = chains.get(raw.stream) or _chain_before(connection, raw)
        chain.follow(raw, position=position)
        chains[raw.stream] = chain
        if found != seal_of(seal or "0" * 64, position, raw.hash):
            raise Broken("seal-mismatch", stream=raw.stream, version=raw.version, position=position)
        seal = found
        try:
            decoder.decode(raw.body)
        except UNREADABLE as error:
            raise BadInput("unknown-event", position=position, type=read_type(raw.body)) from error


def _chain_before(connection: sqlite3.Connection, raw: Raw) -> StreamChain:
    if raw.version == 1:
        return StreamChain(raw.stream)
    before = "SELECT hash FROM records WHERE stream = ? AND version = ?"
    return StreamChain(raw.stream, raw.version - 1, _find(connection, before, raw.stream, raw.version - 1))


def _find(connection: sqlite3.Connection, question: str, *values: object) -> str:
    row = connection.execute(question, values).fetchone()
    return "" if row is None else str(row[0])
