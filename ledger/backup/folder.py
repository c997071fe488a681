"""Copies in a folder: what they are called, which there are, and which of the old ones make room.

A name tells the moment (UTC) and how many records are in it: ``roundlog-20261118T211800Z-4711.db``.
"""

from __future__ import annotations

import os
import re
import time
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import msgspec

from engine.errors import Refusal, Unavailable
from ledger.backup.copying import PART, MadeCopy, contains, make_copy
from ledger.private_file import path_of_private_file

KEEP = 50  # copies
HALF_FOR = 86_400  # seconds after which a half copy is nobody's any more
_TIME = "%Y%m%dT%H%M%SZ"


class KeptCopy(NamedTuple):
    """By position, then by moment: how they are sorted."""

    position: int
    at: datetime
    path: Path


def add_copy(log: Path, folder: Path, *, with_keys: bool = False, keep: int | None = None) -> MadeCopy:
    """One more in the folder. The new one is there before an old one goes."""
    check_folder(log, folder)
    at = datetime.now(UTC)
    made = make_copy(log, folder, lambda position: name_copy(log, at, position), with_keys=with_keys)
    removed = () if keep is None else remove_old(log, folder, Path(made.path), keep)
    return msgspec.structs.replace(made, removed=removed)


def check_folder(log: Path, folder: Path) -> None:
    if not folder.is_dir():
        raise Unavailable("backup-no-folder", path=os.fspath(folder))
    if folder.resolve() == log.resolve().parent:
        raise Refusal("backup-own-folder", path=os.fspath(folder))


def name_copy(log: Path, at: datetime, position: int) -> str:
    return f"{log.stem}-{at.astimezone(UTC).strftime(_TIME)}-{position}{log.suffix}"


def list_copies(log: Path, folder: Path) -> list[KeptCopy]:
    """All that have the name of a copy of this log, the newest last. Those of another log may be among them."""
    pattern = re.compile(rf"{re.escape(log.stem)}-(\d{{8}}T\d{{6}}Z)-(\d+){re.escape(log.suffix)}")
    found = []
    for path in folder.iterdir():
        if (match := pattern.fullmatch(path.name)) is None:
            continue
        with suppress(ValueError):  # a day that there is not: somebody else's name
            at = datetime.strptime(match[1], _TIME).replace(tzinfo=UTC)
            found.append(KeptCopy(int(match[2]), at, path))
    return sorted(found)


def find_newest(log: Path, folder: Path) -> KeptCopy | None:
    """The last copy of this log; others are passed over."""
    with suppress(OSError):
        return next((copy for copy in reversed(list_copies(log, folder)) if contains(log, copy.path)), None)
    return None


def remove_old(log: Path, folder: Path, newest: Path, keep: int) -> tuple[str, ...]:
    """All but the last ``keep``. Only what the newest copy has too is removed: copies of another log that has the same
    name, or of what was put aside when a copy was restored, stay for ever; and so does one with keys beside it while
    the newest has none."""
    has_keys = path_of_private_file(newest).exists()
    removed = []
    with suppress(OSError):  # a stick that was pulled out just now; the copy itself was made
        _remove_half_copies(folder)
        same = [
            copy.path
            for copy in list_copies(log, folder)
            if copy.path != newest
            and (has_keys or not path_of_private_file(copy.path).exists())
            and contains(newest, copy.path)
        ]
        for path in same[: max(0, len(same) - keep + 1)]:
            path_of_private_file(path).unlink(missing_ok=True)
            path.unlink()
            removed.append(os.fspath(path))
    return tuple(removed)


def _remove_half_copies(folder: Path) -> None:
    """What a program that was killed has left."""
    prefix, suffix = PART
    for path in folder.glob(f"{prefix}*{suffix}*"):
        if time.time() - path.stat().st_mtime > HALF_FOR:
            path.unlink(missing_ok=True)
