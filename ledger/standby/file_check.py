"""May a program beside the server write to this log file, or to the private file beside it?"""

from __future__ import annotations

from pathlib import Path

from engine.errors import Refusal
from ledger.standby.epochs import check_role, newest_epoch, role_of
from ledger.standby.membership import Membership, read_membership
from ledger.store.log import Log
from ledger.store.sqlite import SqliteLog


def check_log_writable(log: Log, path: Path) -> None:
    """Not to a copy, nor to a log that another server has gone on with; and where an answer has to wait for the second
    server, only the first can wait."""
    membership = read_membership(path)
    if membership is None:
        return
    _check_role(membership, log)
    if membership.waits and not membership.is_alone:
        raise Refusal("only-the-server-waits")


def check_private_file_writable(path: Path) -> None:
    """``path``: of the log beside it."""
    membership = read_membership(path)
    if membership is not None:
        with SqliteLog(path, read_only=True) as log:
            _check_role(membership, log)


def _check_role(membership: Membership, log: Log) -> None:
    check_role(role_of(membership, newest_epoch(log)), membership.address_of_other)
