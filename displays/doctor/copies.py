"""The copies of the log: where they are, how old the newest is, and whether it is whole."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

from displays.doctor.finding import Finding, fault, warning
from displays.doctor.log_file import examine, read_newest_time
from ledger.backup.copying import contains
from ledger.backup.folder import KeptCopy, list_copies

OLD = timedelta(hours=24)  # if something was recorded since


def check_folder_of_copies(log: Path, folder: Path, *, is_writable: bool) -> Iterator[Finding]:
    if not folder.is_dir():
        yield fault("copies-no-folder", path=os.fspath(folder))
        return
    if folder.resolve() == log.resolve().parent:
        yield fault("copies-own-folder", path=os.fspath(folder))
        return
    if not is_writable:
        yield fault("copies-not-writable", path=os.fspath(folder))
    if folder.stat().st_dev == log.absolute().parent.stat().st_dev:
        yield warning("copies-same-disk", path=os.fspath(folder))


def check_room_for_copies(log: Path, folder: Path, free: int) -> Iterator[Finding]:
    """Bytes."""
    size = log.stat().st_size if log.exists() else 0
    if free < size:
        yield fault("copies-no-room", path=os.fspath(folder), free=free // 1_000_000, size=size // 1_000_000)


def check_newest_copy(log: Path, folder: Path, now: datetime, *, thorough: bool = False) -> Iterator[Finding]:
    copies = list_copies(log, folder)
    if not copies:
        yield fault("copies-none", path=os.fspath(folder))
        return
    newest = max(copies, key=lambda copy: copy.at)
    problem = examine(newest.path, thorough=thorough)
    if problem is not None:
        yield fault("copy-damaged", error=problem, path=os.fspath(newest.path))
    elif not contains(log, newest.path):
        yield fault("copy-of-other-log", path=os.fspath(newest.path))
    elif _is_old(log, newest, now):
        hours = int((now - newest.at).total_seconds() // 3600)
        yield warning("copy-old", path=os.fspath(newest.path), hours=hours)


def _is_old(log: Path, copy: KeptCopy, now: datetime) -> bool:
    recorded = read_newest_time(log)
    return now - copy.at > OLD and recorded is not None and recorded > copy.at


def find_free(folder: Path) -> int:
    return shutil.disk_usage(folder).free
