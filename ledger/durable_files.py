"""Files that have to outlast a loss of power: their bytes and their names are on the disk before anybody is told."""

from __future__ import annotations

import os
from pathlib import Path


def sync_file(path: Path) -> None:
    """Of no file that SQLite has open in this process: closing it here would end SQLite's locks on it (POSIX)."""
    descriptor = os.open(path, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sync_folder(folder: Path) -> None:
    """So that a new name is on the disk too. Windows has no such call, and keeps names by itself."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
