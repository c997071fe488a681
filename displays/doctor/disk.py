"""The disk: room, whether it can be written to, whose it is, and who may read what lies there."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from displays.doctor.finding import Finding, fault, warning

MEGABYTE = 1_000_000
FULL, NEARLY_FULL = 20, 500  # MB that are free
TIMES_THE_LOG = 2  # so much room is wanted: a copy that is put back, and a WAL, may be as large
# SQLite's WAL needs memory that all programs share, and locks that hold: neither works between two machines.
OF_OTHER_MACHINES = frozenset({"nfs", "nfs4", "cifs", "smb3", "smbfs", "afs", "ceph", "9p", "fuse.sshfs", "glusterfs"})
OF_OTHERS, OF_GROUP = 0o007, 0o070


class Mount(NamedTuple):
    place: str
    kind: str
    is_read_only: bool


def check_space(folder: Path, free: int, log_size: int) -> Iterator[Finding]:
    """Bytes."""
    wanted = max(NEARLY_FULL, TIMES_THE_LOG * log_size // MEGABYTE)
    left = free // MEGABYTE
    if left < FULL:
        yield fault("disk-full", path=os.fspath(folder), free=left)
    elif left < wanted:
        yield warning("disk-nearly-full", path=os.fspath(folder), free=left, wanted=wanted)


def check_writable(folder: Path, *, is_writable: bool, mount: Mount | None) -> Iterator[Finding]:
    if mount is not None and mount.is_read_only:
        yield fault("disk-read-only", path=os.fspath(folder), place=mount.place)
    elif not is_writable:
        yield fault("folder-not-writable", path=os.fspath(folder))


def check_file_system(folder: Path, mount: Mount | None) -> Iterator[Finding]:
    is_share = os.fspath(folder).startswith("\\\\")  # of Windows: \\server\share
    if is_share or (mount is not None and mount.kind in OF_OTHER_MACHINES):
        yield fault("disk-of-other-machine", path=os.fspath(folder), kind="SMB" if mount is None else mount.kind)


def find_mount(folder: Path, mounts: str) -> Mount | None:
    """``mounts``: the text of ``/proc/mounts``; what is mounted last at a place is what is seen there."""
    found = None
    for line in mounts.splitlines():
        fields = line.split(" ")
        if len(fields) < 4:
            continue
        place = re.sub(r"\\([0-7]{3})", lambda code: chr(int(code[1], 8)), fields[1])
        if folder.is_relative_to(place) and (found is None or len(place) >= len(found.place)):
            found = Mount(place, fields[2], "ro" in fields[3].split(","))
    return found


def check_permissions(log: Path, private: Path) -> Iterator[Finding]:
    """Modes of POSIX. Whoever reads the private file can sign in as anybody."""
    for path in _with_companions(private):
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & (OF_OTHERS | OF_GROUP):
            yield fault("keys-readable-by-others", path=os.fspath(path), mode=f"{mode:o}")
    for path in _with_companions(log):
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & OF_OTHERS:
            yield warning("log-readable-by-others", path=os.fspath(path), mode=f"{mode:o}")


def _with_companions(path: Path) -> Iterator[Path]:
    for ending in ("", "-wal"):
        found = path.with_name(path.name + ending)
        if found.exists():
            yield found
