"""One copy of a log that is in use: whole, verified and on the disk, and only then under its name.

SQLite's online backup copies all pages within one read transaction: what is recorded meanwhile goes to the WAL, and
nobody waits. The copy is a log like any other, with the same seal, and needs no second file beside it.
"""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import msgspec

from engine.errors import BadInput, Broken, Refusal, RoundlogError, Unavailable
from ledger.backup.private_copy import has_all_rows_of, open_private_untouched, verify_private
from ledger.durable_files import sync_file, sync_folder
from ledger.private_file import path_of_private_file
from ledger.store.chain import BEFORE_THE_FIRST
from ledger.store.schema import meaning_of, translate_errors
from ledger.store.sqlite_library import connect, sqlite3
from ledger.store.verify import open_untouched, verify

PART = (".roundlog-", ".part")  # what the name of a half copy begins and ends with; then comes who makes it
PATIENCE = 5.0  # seconds
NO_ROOM = (errno.ENOSPC, errno.EDQUOT)


class MadeCopy(msgspec.Struct, frozen=True):
    path: str
    records: int
    head: str  # the seal of the last record
    size: int  # bytes, with the keys
    keys: str = ""  # the path of their copy; empty: without
    removed: tuple[str, ...] = ()  # older copies that made room


def make_copy(log: Path, folder: Path, name: Callable[[int], str], *, with_keys: bool = False) -> MadeCopy:
    """``name``: of the file, by how many records are in it. The log may be in use; it is not touched.

    Keys are copied first: what a proposal among them refers to is then in the copy of the log.
    """
    private = path_of_private_file(log)
    if with_keys and not private.exists():
        raise BadInput("backup-no-keys", path=os.fspath(private))
    if not folder.is_dir():
        raise Unavailable("backup-no-folder", path=os.fspath(folder))
    with make_beside(folder) as part, make_beside(folder) as private_part:
        if with_keys:
            with open_private_untouched(private) as source:
                copy_pages(source, private, private_part)
            verify_private(private_part)
        with open_untouched(log) as source:
            copy_pages(source, log, part)
        found = verify(part)
        target = folder / name(found.records)
        check_apart(log, target)
        keys = path_of_private_file(target)
        _check_may_replace(target, part, private_part if with_keys else None)
        size = part.stat().st_size + (private_part.stat().st_size if with_keys else 0)
        with tell_write_errors(folder):
            if with_keys:  # before the log, so that a copy that is there has its keys
                put_in_place(private_part, keys)
            put_in_place(part, target)
            sync_folder(folder)
    return MadeCopy(os.fspath(target), found.records, found.head, size, os.fspath(keys) if with_keys else "")


def check_apart(log: Path, target: Path) -> None:
    """A copy must be neither the log nor one of the files that belong to it."""
    there, place = log.resolve(), target.resolve()
    is_beside = place.parent == there.parent
    names = (place.name, path_of_private_file(place).name)
    own = (
        path_of_private_file(there).name,
        *(there.name + ending for ending in ("", "-wal", "-shm", "-server", "-address")),
    )
    is_same = target.exists() and log.exists() and target.samefile(log)
    if is_same or (is_beside and any(name in own for name in names)):
        raise Refusal("backup-is-the-log", path=os.fspath(target))


def _check_may_replace(target: Path, part: Path, private_part: Path | None) -> None:
    """A file that is there already is replaced when everything in it is in the new one; anything else is left alone."""
    keys = path_of_private_file(target)
    if keys.exists() and not (target.exists() and private_part is not None and has_all_rows_of(private_part, keys)):
        raise Refusal("backup-keys-there", path=os.fspath(keys))
    if not target.exists():
        return
    if target.with_name(target.name + "-wal").exists():
        raise Refusal("backup-in-use", path=os.fspath(target))
    if not contains(part, target):
        raise Refusal("backup-other-log", path=os.fspath(target))


# -- what is in a copy -------------------------------------------------------------------------------------------------


def contains(log: Path, copy: Path) -> bool:
    """The log begins with all records of the copy. What cannot be read is contained in nothing."""
    try:
        with open_untouched(copy) as connection, translate_errors(copy):
            position, seal = read_last(connection)
        with open_untouched(log) as connection, translate_errors(log):
            return read_seal(connection, position) == seal
    except RoundlogError:
        return False


def read_last(connection: sqlite3.Connection) -> tuple[int, str]:
    """Position and seal of the last record."""
    last = "SELECT position, seal FROM records ORDER BY position DESC LIMIT 1"
    return connection.execute(last).fetchone() or (0, BEFORE_THE_FIRST)


def read_seal(connection: sqlite3.Connection, position: int) -> str:
    """Empty if there is no such record."""
    if position == 0:
        return BEFORE_THE_FIRST
    found = connection.execute("SELECT seal FROM records WHERE position = ?", (position,)).fetchone()
    return found[0] if found else ""


# -- files -------------------------------------------------------------------------------------------------------------


@contextmanager
def make_beside(folder: Path) -> Iterator[Path]:
    """An empty file, for its owner alone; at the end it is gone, unless it has got a name by then."""
    prefix, suffix = PART
    with tell_write_errors(folder):
        descriptor, name = tempfile.mkstemp(suffix, f"{prefix}{os.getpid()}-", folder)
        os.close(descriptor)
    part = Path(name)
    try:
        yield part
    finally:
        for path in (part, *(part.with_name(part.name + ending) for ending in ("-journal", "-wal", "-shm"))):
            with suppress(OSError):  # a stick that was pulled out; the next copy there removes it
                path.unlink(missing_ok=True)


def remove_half_copies_of(pid: int, folder: Path) -> None:
    """Of a process that was killed."""
    prefix, suffix = PART
    with suppress(OSError):
        for path in folder.glob(f"{prefix}{pid}-*{suffix}*"):
            path.unlink(missing_ok=True)


def copy_pages(source: sqlite3.Connection, path: Path, target: Path) -> None:
    """``path``: of the source. A half copy is thrown away, so it needs no journal; a whole one is synced at the end."""
    try:
        with closing(connect(target, "rw", PATIENCE)) as copy:
            copy.execute("PRAGMA journal_mode = OFF")
            copy.execute("PRAGMA synchronous = OFF")
            source.backup(copy)
    except (sqlite3.Error, MemoryError) as error:
        raise _explain(error, path, target.parent) from error


def put_in_place(part: Path, target: Path) -> None:
    sync_file(part)
    os.replace(part, target)


def _explain(error: sqlite3.Error | MemoryError, source: Path, folder: Path) -> Exception:
    """Which of the two files it was: a backup that fails gives SQLite's sentence and no code."""
    told = str(error)
    if isinstance(error, MemoryError):
        return meaning_of(error, source)
    if told == "database or disk is full":
        return Unavailable("backup-no-room", path=os.fspath(folder))
    if told == "database disk image is malformed":
        return Broken("log-damaged", path=os.fspath(source))
    return Unavailable("backup-unwritable", path=os.fspath(folder), problem=told)


@contextmanager
def tell_write_errors(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno in NO_ROOM:
            raise Unavailable("backup-no-room", path=os.fspath(folder)) from error
        problem = error.strerror or str(error)
        raise Unavailable("backup-unwritable", path=os.fspath(folder), problem=problem) from error
