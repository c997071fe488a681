"""The file of a server that has, or is, a second one: who it is, where the other is found, who replaced it.

``roundlog.standby.json`` beside ``roundlog.db``, readable by its owner alone: it holds the key with which a standby
asks the first. A server that never had a second has no such file. Which of two servers goes on stands in the log, not
here.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path

import msgspec

from engine.errors import Broken, Unavailable
from engine.model import Value
from ledger.durable_files import sync_folder


class Replacement(Value, frozen=True):
    """Another server began a higher epoch than this one knew of."""

    epoch: int
    server: str  # the id of the other
    address: str  # where it is found
    common: int  # the position up to which both logs are the same


class Membership(Value, frozen=True, omit_defaults=True):
    server: str  # the id of this server, which its epochs name
    standby_of: str = ""  # the address of the first, if this server was started as its standby
    since_epoch: int = 0  # the last epoch when it became one: with a later one of its own it has taken over
    token: str = ""  # the key with which the first is asked
    other: str = ""  # the address of the other server, as far as it is known
    other_server: str = ""  # its id
    shared: str = ""  # what both know and nobody else: with it they sign what they tell each other
    replaced: Replacement | None = None
    waits: bool = False  # an answer waits until the standby has confirmed
    is_alone: bool = False  # a person said to go on without the standby; until it is back

    @property
    def address_of_other(self) -> str:
        """Of the one that took over, if one has; empty: it is not known."""
        return self.replaced.address or self.other if self.replaced is not None else self.other


def new_membership() -> Membership:
    return Membership(server=secrets.token_hex(8))


def path_of_membership(log: Path) -> Path:
    """``club.db`` → ``club.standby.json``."""
    return log.with_name(f"{log.stem}.standby.json")


def read_membership(log: Path) -> Membership | None:
    """None: this server never had a second, nor is one."""
    path = path_of_membership(log)
    try:
        return msgspec.json.decode(path.read_bytes(), type=Membership)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise Unavailable("log-no-access", path=os.fspath(path)) from error
    except msgspec.DecodeError as error:
        raise Broken("membership-unreadable", path=os.fspath(path)) from error


def write_membership(log: Path, membership: Membership) -> None:
    """Whole and durable, or as it was before."""
    path = path_of_membership(log)
    beside = path.with_name(path.name + ".new")
    try:
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with open(descriptor, "wb") as file:
            file.write(msgspec.json.format(msgspec.json.encode(membership), indent=2) + b"\n")
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
        sync_folder(path.absolute().parent)
    except OSError as error:
        raise Unavailable("log-no-access", path=os.fspath(path)) from error
