"""The lock of a server: one server for a log, until its process ends, however it ends.

Two would each show what they know, and each tell its own screens only. The command line may write beside a server.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from engine.errors import Unavailable
from engine.model import Value

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


class NotedServer(Value, frozen=True):
    """Where a server is found, for programs beside it (``roundlog doctor``, ``roundlog restart``)."""

    process: int
    here: str  # http://127.0.0.1:8000
    public: str = ""  # as the operator calls it
    hall: str = ""  # by other machines


@contextmanager
def lock_for_server(log: Path) -> Iterator[Callable[[NotedServer], None]]:
    """In a file of its own, which stays: to close the log's own would end SQLite's locks on it (POSIX), and one that is
    removed could be locked by two, each of which has made it. What it gives notes in that file who has it."""
    try:
        descriptor = os.open(path_of_server_lock(log), os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise Unavailable("log-no-access", path=os.fspath(log)) from error
    try:
        if not _lock(descriptor):
            raise Unavailable("log-has-server", path=os.fspath(log))
        yield lambda note: _write_note(descriptor, note)
    finally:
        os.close(descriptor)


def path_of_server_lock(log: Path) -> Path:
    path = log.resolve()
    return path.with_name(path.name + "-server")


def _write_note(descriptor: int, note: NotedServer) -> None:
    """Behind the first byte, which others cannot read where it is locked (Windows)."""
    os.ftruncate(descriptor, 0)
    os.lseek(descriptor, 0, os.SEEK_SET)
    os.write(descriptor, b" " + msgspec.json.encode(note))


def read_server_note(log: Path) -> NotedServer | None:
    """Of the server that has the log, or had it last (``is_locked``); None: nobody has noted anything."""
    try:
        with path_of_server_lock(log).open("rb") as file:
            file.seek(1)
            return msgspec.json.decode(file.read(), type=NotedServer)
    except (OSError, msgspec.DecodeError):
        return None


def is_locked(log: Path) -> bool:
    """A server has the log now. Nothing is made or changed."""
    try:
        descriptor = os.open(path_of_server_lock(log), os.O_RDWR)
    except OSError:
        return False
    try:
        return not _lock(descriptor)
    finally:
        os.close(descriptor)


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
