"""What the system says of this process: memory, open files, processor time. What it does not say is left out."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from engine.model import Value

if sys.platform != "win32":
    import resource

STARTED_AT = time.time()  # nearly: this module is loaded when the server is
_FILES, _PAGES = Path("/proc/self/fd"), Path("/proc/self/statm")  # Linux


class ProcessStatus(Value, frozen=True):
    started_at: float  # seconds since 1970
    cpu_seconds: float
    memory: int | None = None  # bytes that it has of the machine's
    files: int | None = None  # open, connections among them
    most_files: int | None = None


def read_process() -> ProcessStatus:
    return ProcessStatus(STARTED_AT, time.process_time(), _read_memory(), _count_files(), _read_most_files())


def _read_memory() -> int | None:
    if sys.platform == "win32" or not _PAGES.exists():
        return None
    return int(_PAGES.read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


def _count_files() -> int | None:
    """A newer Linux says how many there are without naming each: there may be 50,000."""
    if not _FILES.exists():
        return None
    return _FILES.stat().st_size or len(os.listdir(_FILES))


def _read_most_files() -> int | None:
    if sys.platform != "win32":
        allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        return None if allowed == resource.RLIM_INFINITY else allowed
    return None
