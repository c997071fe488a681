"""The WAL of a log that is served is as long as it gets before anybody writes.

SQLite begins a WAL empty and lets it grow. While it grows, each sync has to record the length of the file too: an
append then takes twice as long. Once it is long it is written over from the beginning. So a server makes it long when
it starts, with zeros behind what is in it. They are no frames, and SQLite stops reading where no frame is: it leaves
old ones there itself.
"""

from __future__ import annotations

import logging
import os
import sqlite3
from pathlib import Path

HEADER, FRAME_HEADER = 32, 24  # bytes (the file format of SQLite's WAL, "File Format" 4.1)
AT_ONCE = 1 << 20  # bytes

_LOGGER = logging.getLogger("roundlog")


def make_long(connection: sqlite3.Connection, path: Path, pages: int) -> None:
    """Room for so many pages. Nothing depends on it: if it cannot be had, the WAL grows as it always does."""
    try:
        connection.execute("BEGIN IMMEDIATE")  # nobody adds a frame meanwhile
    except sqlite3.OperationalError as error:
        _LOGGER.debug("the WAL of %s was left as it is", path, exc_info=error)
        return
    try:
        (page_size,) = connection.execute("PRAGMA page_size").fetchone()
        _lengthen(path.with_name(path.name + "-wal"), HEADER + pages * (FRAME_HEADER + page_size))
    except OSError as error:
        _LOGGER.warning("the WAL of %s could not be made longer", path, exc_info=error)
    finally:
        connection.execute("ROLLBACK")


def _lengthen(wal: Path, length: int) -> None:
    """It must be written: a hole, or room that is only set aside, would still change with every record."""
    with wal.open("r+b") as file:
        missing = length - file.seek(0, os.SEEK_END)
        while missing > 0:
            missing -= file.write(bytes(min(missing, AT_ONCE)))
        file.flush()
        os.fsync(file.fileno())
