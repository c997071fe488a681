"""Opening the log that a command was pointed at."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.errors import BadInput
from ledger.store.sqlite import SqliteLog

PATIENCE = 5  # seconds to wait for another program that writes


@contextmanager
def open_log(
    path: Path,
    *,
    read_only: bool = False,
    may_create: bool = False,
    patience: int = PATIENCE,
) -> Iterator[SqliteLog]:
    """Only what begins something new may create the file."""
    if not may_create and not path.exists():
        raise BadInput("no-such-log", path=str(path))
    log = SqliteLog(path, read_only=read_only, patience=patience)
    try:
        yield log
    finally:
        log.close()
