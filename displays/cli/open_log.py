"""Opening what a command was pointed at, to read: a log in a file, or a server (``--server``).

Whoever reads gets ``Records`` and does not know which of the two it is. To write: ``open_desk.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from displays.cli.terminal import Terminal
from engine.errors import BadInput
from ledger.acts.act import Event
from ledger.acts.record import Recorded
from ledger.cluster.mark import check_not_of_cluster
from ledger.standby.file_check import check_log_writable
from ledger.store.chain import Raw
from ledger.store.sqlite import SqliteLog
from ledger.tournament_list import Listed, ListedFestival, read_all_lines

if TYPE_CHECKING:
    from displays.cli.remote_log import RemoteLog

PATIENCE = 5  # seconds to wait for another program that writes


class Records(Protocol):
    """What a command reads of a log: a part of ``ledger.store.log.Archive``."""

    def read(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Recorded]: ...

    def events(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Event]: ...

    def raw(self, stream: str) -> Iterator[Raw]: ...


@contextmanager
def open_log(
    path: Path,
    *,
    read_only: bool = False,
    may_create: bool = False,
    patience: int = PATIENCE,
    is_checked: bool = True,
) -> Iterator[SqliteLog]:
    """Only what begins something new may create the file. ``is_checked``: that no other server writes. A copy of a
    cluster's log is its node's alone."""
    if not may_create and not path.exists():
        raise BadInput("no-such-log", path=str(path))
    if not read_only:
        check_not_of_cluster(path)
    log = SqliteLog(path, read_only=read_only, patience=patience)
    try:
        if is_checked and not read_only:
            check_log_writable(log, path)
        yield log
    finally:
        log.close()


@contextmanager
def open_remote_log(terminal: Terminal) -> Iterator[RemoteLog]:
    """Of the server that the terminal was pointed at."""
    from displays.cli.remote_log import RemoteLog  # late: most people have a file, and no need of HTTP
    from displays.cli.server_client import ServerClient

    assert terminal.server is not None
    with closing(ServerClient(terminal.server, terminal.language)) as server:
        yield RemoteLog(server)


@contextmanager
def open_records(terminal: Terminal) -> Iterator[Records]:
    """To read."""
    if terminal.server is None:
        with open_log(terminal.log, read_only=True) as log:
            yield log
    else:
        with open_remote_log(terminal) as remote:
            yield remote


def list_festivals(terminal: Terminal) -> tuple[ListedFestival, ...]:
    """As ``list_tournaments``."""
    if terminal.server is None:
        with open_log(terminal.log, read_only=True) as log:
            return tuple(map(ListedFestival.of, read_all_lines(log, festivals=True)))
    with open_remote_log(terminal) as remote:
        return remote.list_festivals()


def list_tournaments(terminal: Terminal) -> tuple[Listed, ...]:
    """Of the log; behind a server those that the key may know of."""
    if terminal.server is None:
        with open_log(terminal.log, read_only=True) as log:
            return tuple(line.to_listed(with_drafts=True) for line in read_all_lines(log))
    with open_remote_log(terminal) as remote:
        return remote.list_tournaments()
