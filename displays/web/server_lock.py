"""The lock of a server: one server for a log, until its process ends, however it ends; and where that one is found.

Two would each show what they know, and each tell its own screens only. The command line may write beside a server.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.errors import Unavailable

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_LOGGER = logging.getLogger("roundlog")


@contextmanager
def lock_for_server(log: Path) -> Iterator[None]:
    """In a file of its own, which stays: to close the log's own would end SQLite's locks on it (POSIX), and one that is
    removed could be locked by two, each of which has made it."""
    path = log.resolve()
    try:
        descriptor = os.open(path.with_name(path.name + "-server"), os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise Unavailable("log-no-access", path=os.fspath(log)) from error
    try:
        if not _lock(descriptor):
            raise Unavailable("log-has-server", path=os.fspath(log))
        if read_address(log):  # of one that was killed
            _write_address(log, "")
        yield
    finally:
        os.close(descriptor)


@contextmanager
def note_address(log: Path, address: str) -> Iterator[None]:
    """Where whoever has the lock is found on this machine: who starts a second server is led there. In a file of its
    own, which stays: Windows removes none that somebody reads."""
    _write_address(log, address)
    try:
        yield
    finally:
        _write_address(log, "")


def read_address(log: Path) -> str:
    """Of the server that has the log open; empty as long as it does not listen yet."""
    try:
        return _path_of_address(log).read_text("ascii")
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as error:
        raise Unavailable("log-no-access", path=os.fspath(log)) from error


def _write_address(log: Path, address: str) -> None:
    try:
        descriptor = os.open(_path_of_address(log), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(address)
    except OSError as error:  # a full disk; the server is found all the same by who knows where
        _LOGGER.warning("the server's address could not be noted beside %s: %s", log, error)


def _path_of_address(log: Path) -> Path:
    path = log.resolve()
    return path.with_name(path.name + "-address")


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
