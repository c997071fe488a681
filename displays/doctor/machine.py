"""The machine: its clock, time zone, memory, and how many files a program may have open."""

from __future__ import annotations

import re
import zoneinfo
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from displays.doctor.finding import Finding, fault, note, warning

SET_AFTER = datetime(2026, 1, 1, tzinfo=UTC)  # this version was written later
TOLERANCE = timedelta(seconds=5)
FILES_TOLERANCE = timedelta(minutes=1)  # disks of other machines have clocks of their own
FEW_FILES, TOO_FEW_FILES = 4096, 256
LITTLE_MEMORY, TOO_LITTLE_MEMORY = 256, 64  # MB
MEGABYTE = 1_000_000


def check_clock(now: datetime, newest_record: datetime | None, newest_file: datetime | None) -> Iterator[Finding]:
    """Against what was written with it before."""
    if now < SET_AFTER:
        yield fault("clock-not-set", now=_show(now))
    elif newest_record is not None and newest_record - now > TOLERANCE:
        yield fault("clock-behind-log", now=_show(now), last=_show(newest_record))
    elif newest_file is not None and newest_file - now > FILES_TOLERANCE:
        yield warning("clock-behind-files", now=_show(now), last=_show(newest_file))


def check_time_zone(name: str, localtime: Path) -> Iterator[Finding]:
    """``name``: $TZ; ``localtime``: /etc/localtime. Roundlog itself writes UTC."""
    if re.fullmatch(r"[A-Z]\w+/[\w/+-]+", name):
        try:
            zoneinfo.ZoneInfo(name)
        except zoneinfo.ZoneInfoNotFoundError:
            yield warning("time-zone-unknown", zone=name)
    elif not name and not localtime.exists():
        yield note("time-zone-missing")


def check_open_files(limit: int, followers: int) -> Iterator[Finding]:
    """``followers``: how many can follow live with that limit."""
    if limit < TOO_FEW_FILES:
        yield fault("open-files-too-few", limit=limit, followers=followers, wanted=FEW_FILES)
    elif limit < FEW_FILES:
        yield warning("open-files-few", limit=limit, followers=followers, wanted=FEW_FILES)


def check_memory(available: int | None) -> Iterator[Finding]:
    """Bytes; None: the system does not say."""
    if available is None or available >= LITTLE_MEMORY * MEGABYTE:
        return
    free = available // MEGABYTE
    if free < TOO_LITTLE_MEMORY:
        yield fault("memory-too-little", free=free)
    else:
        yield warning("memory-little", free=free)


def read_available_memory(told: Path) -> int | None:
    """``/proc/meminfo``, in bytes."""
    if not told.exists():
        return None
    found = re.search(r"^MemAvailable:\s+(\d+) kB$", told.read_text("ascii"), re.MULTILINE)
    return None if found is None else 1024 * int(found[1])


def _show(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
