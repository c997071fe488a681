"""The lock of a server: one server for a log, until its process ends, however it ends.

Two would each show what they know, and each tell its own screens only. The command line may write beside a server.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from displays.web.server_note import forget_server
from engine.errors import Unavailable

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


@contextmanager
def lock_for_server(log: Path) -> Iterator[None]:
    """In a file of its own, which stays: to close the log's own would end SQLite's locks on it (POSIX), and one that is
    removed could be locked by two, each of which has made it."""
    try:
        descriptor = os.open(_path_of_lock(log), os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise Unavailable("log-no-access", path=os.fspath(log)) from error
    try:
        if not _lock(descriptor):
            raise Unavailable("log-has-server", path=os.fspath(log))
        forget_server(log)
        yield
    finally:
        os.close(descriptor)


def is_locked(log: Path) -> bool:
    """A server has the log now. Nothing is made or changed."""
    try:
        descriptor = os.open(_path_of_lock(log), os.O_RDWR)
    except OSError:
        return False
    try:
        return not _lock(descriptor)
    finally:
        os.close(descriptor)


def _path_of_lock(log: Path) -> Path:
    path = log.resolve()
    return path.with_name(path.name + "-server")


def _lock(descriptor: int) -> bool:
    """The system ends the lock with the process."""
    try:
        if sys.platform == "win32":
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
