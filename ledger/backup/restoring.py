"""A copy is put in place of a log: verified first, and nothing that is there is deleted, whatever it is.

What is there goes aside under a name with the time in it. That needs a word from whoever restores (``keep_aside``) when
it has records that the copy has not, cannot be read, or belongs to a server that has a second one or to a cluster.
"""

from __future__ import annotations

import enum
import os
from contextlib import closing
from datetime import datetime
from pathlib import Path

import msgspec

from engine.errors import Refusal, RoundlogError, Unavailable
from ledger.acts.epochs import SERVER_STREAM
from ledger.backup.copying import (
    check_apart,
    copy_pages,
    make_beside,
    read_last,
    read_seal,
    tell_write_errors,
)
from ledger.backup.private_copy import has_all_rows_of, open_private_untouched, verify_private
from ledger.cluster.mark import path_of_mark
from ledger.durable_files import sync_file, sync_folder
from ledger.private_file import path_of_private_file
from ledger.standby.membership import path_of_membership
from ledger.store.schema import open_log, translate_errors
from ledger.store.sqlite_library import connect, sqlite3
from ledger.store.verify import Verified, open_untouched, verify

_BESIDE = ("-wal", "-shm")  # what SQLite has beside a file that is in use, or was when its program was killed


class Keys(enum.Enum):
    RESTORED = "restored"
    KEPT = "kept"  # those that were there: the copy has none, or none that they have not
    MISSING = "missing"


class Restored(msgspec.Struct, frozen=True):
    path: str
    records: int
    head: str
    keys: Keys
    put_aside: tuple[str, ...]  # where everything is that was there
    left: str = ""  # "standby" or "cluster": what the log belonged to


def restore(copy: Path, log: Path, *, keep_aside: bool = False, now: datetime) -> Restored:
    """No server may run on the log: the caller has its lock."""
    check_apart(log, copy)
    left = _find_others(log)
    if left and not keep_aside:
        _refuse_for(left, log)
    private, private_copy = path_of_private_file(log), path_of_private_file(copy)
    with make_beside(log.absolute().parent) as part, make_beside(log.absolute().parent) as private_part:
        found = _fetch(copy, part)
        if private_copy.exists():
            with open_private_untouched(private_copy) as source:
                copy_pages(source, private_copy, private_part)
            verify_private(private_part)
        if log.exists():
            _check_log(log, part, keep_aside=keep_aside)
        keys = _choose_keys(private, private_part if private_copy.exists() else None, keep_aside=keep_aside)
        going = [log, *([private] if keys is Keys.RESTORED else ())]
        marks = [path for path in _marks(log).values() if path.exists()]
        with tell_write_errors(log.absolute().parent):
            for path in (part, private_part):  # what may fail comes before the first rename
                sync_file(path)
            aside = _put_aside(log, [*going, *marks], now)
            if keys is Keys.RESTORED:
                private_part.rename(private)
            part.rename(log)
            sync_folder(log.absolute().parent)
    return Restored(os.fspath(log), found.records, found.head, keys, tuple(aside), left)


def _fetch(copy: Path, part: Path) -> Verified:
    """What is verified is what will be in place, not what it was read from. A log is written to in WAL mode."""
    with open_untouched(copy) as source:
        copy_pages(source, copy, part)
    found = verify(part)
    with translate_errors(part), closing(connect(part, "rw", 0)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
    return found


# -- what is there -----------------------------------------------------------------------------------------------------


def _marks(log: Path) -> dict[str, Path]:
    """Files that say that the log is not its own master."""
    return {"standby": path_of_membership(log), "cluster": path_of_mark(log)}


def _find_others(log: Path) -> str:
    return next((name for name, path in _marks(log).items() if path.exists()), "")


def _refuse_for(left: str, log: Path) -> None:
    """The others go on with what they have: a restored log would be another one."""
    if left == "standby":
        raise Refusal("restore-into-standby", path=os.fspath(log))
    raise Refusal("restore-into-cluster", path=os.fspath(log))


def _check_log(log: Path, part: Path, *, keep_aside: bool) -> None:
    """Refuses to lose records that the copy has not. Afterwards nothing of the log is in its WAL alone."""
    try:
        with open_untouched(log) as connection, translate_errors(log):  # SQLite tidies up beside what it cannot read
            read_last(connection)
        with closing(open_log(log, "rw")) as connection, open_untouched(part) as copy, translate_errors(log):
            connection.execute("BEGIN IMMEDIATE")  # nobody else writes now
            common = _find_common(connection, copy)
            position, _ = read_last(connection)
            onwards = "SELECT DISTINCT stream FROM records WHERE position > ? ORDER BY 1"
            streams = [stream for (stream,) in connection.execute(onwards, (common,)) if stream != SERVER_STREAM]
            connection.execute("ROLLBACK")
    except Unavailable:
        raise
    except RoundlogError as problem:
        if not keep_aside:
            raise Refusal("restore-unreadable", path=os.fspath(log)) from problem
        return
    _check_unused(log)
    if position > common and not keep_aside:
        raise Refusal("restore-loses-records", path=os.fspath(log), count=position - common, tournaments=tuple(streams))


def _find_common(one: sqlite3.Connection, other: sqlite3.Connection) -> int:
    """The last position at which both have the same seal."""
    same, different = 0, min(read_last(one)[0], read_last(other)[0]) + 1
    while different - same > 1:
        middle = (same + different) // 2
        if read_seal(one, middle) == read_seal(other, middle):
            same = middle
        else:
            different = middle
    return same


def _check_unused(path: Path) -> None:
    """Who closes a file last takes its WAL away: if it is still there, another program has the file open."""
    if path.with_name(path.name + "-wal").exists():
        raise Unavailable("log-locked", path=os.fspath(path))


def _choose_keys(private: Path, copy: Path | None, *, keep_aside: bool) -> Keys:
    """A key that was revoked after the copy was made must not open anything again: the newer file stays."""
    if copy is None:
        return Keys.KEPT if private.exists() else Keys.MISSING
    if not private.exists():
        return Keys.RESTORED
    if has_all_rows_of(private, copy):
        return Keys.KEPT
    if not (keep_aside or has_all_rows_of(copy, private)):
        raise Refusal("restore-loses-keys", path=os.fspath(private))
    return Keys.RESTORED


def _put_aside(log: Path, paths: list[Path], now: datetime) -> list[str]:
    """With what SQLite has beside them, under names that belong together: ``roundlog.aside-20261118-211800.db``."""
    stamp = now.strftime("aside-%Y%m%d-%H%M%S")
    stem = f"{log.stem}.{stamp}"
    count = 1
    while any(log.parent.glob(f"{stem}.*")):
        count += 1
        stem = f"{log.stem}.{stamp}-{count}"
    moved = []
    for path in paths:
        name = stem + path.name.removeprefix(log.stem)
        for ending in ("", *_BESIDE):
            there = path.with_name(path.name + ending)
            if there.exists():
                there.rename(path.with_name(name + ending))
                moved.append(os.fspath(path.with_name(name + ending)))
    return moved
