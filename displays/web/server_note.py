"""The note of a server beside its log: its addresses, and its process if that can be told to restart.

For programs on this machine: who starts a second server is led to the first, ``roundlog restart`` tells it, and
``roundlog doctor`` asks it. In a file of its own, which stays: Windows removes none that somebody reads.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec.structs import replace

from engine.errors import Unavailable
from engine.model import Value

_LOGGER = logging.getLogger("roundlog")


class NotedServer(Value, frozen=True):
    """A line of the file each."""

    here: str  # http://127.0.0.1:8000
    process: int = 0  # that SIGHUP restarts; 0: there is none, the signal would end it or not be heard
    public: str = ""  # as the operator calls it
    hall: str = ""  # by other machines, now


@contextmanager
def note_server(log: Path, noted: NotedServer) -> Iterator[Callable[[str], None]]:
    """By whoever has the lock. What it gives notes another address for the hall."""
    _write(log, noted)
    try:
        yield lambda hall: _write(log, replace(noted, hall=hall))
    finally:
        _write(log, None)


def forget_server(log: Path) -> None:
    """One that was killed."""
    if read_note(log) is not None:
        _write(log, None)


def read_address(log: Path) -> str:
    """Of the server that has the log open, on this machine; empty as long as it does not listen yet."""
    noted = read_note(log)
    return "" if noted is None else noted.here


def read_note(log: Path) -> NotedServer | None:
    """It holds as long as a server has the log (``server_lock.is_locked``)."""
    try:
        lines = _path_of_note(log).read_text("utf-8").splitlines()
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise Unavailable("log-no-access", path=os.fspath(log)) from error
    here, process, public, hall = (*lines, "", "", "", "")[:4]
    return NotedServer(here, int(process) if process.isdecimal() else 0, public, hall) if here else None


def _write(log: Path, noted: NotedServer | None) -> None:
    lines = () if noted is None else (noted.here, str(noted.process), noted.public, noted.hall)
    try:
        descriptor = os.open(_path_of_note(log), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write("".join(f"{line}\n" for line in lines))
    except OSError as error:  # a full disk; the server is found all the same by who knows where
        _LOGGER.warning("the server's address could not be noted beside %s: %s", log, error)


def _path_of_note(log: Path) -> Path:
    path = log.resolve()
    return path.with_name(path.name + "-address")
