"""The mark beside a copy of a cluster's log: whose it is, and how far the order was applied to it.

``roundlog.cluster.json`` beside ``roundlog.db``. As long as it is there nobody writes into the copy but its node: what
is written around the order would make it another log, and the node would refuse to start. Whoever leaves the cluster
(``roundlog serve --leave-cluster``) removes the mark: then it is an ordinary log.
"""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from engine.errors import Broken, Refusal, Unavailable
from engine.model import Value


class ClusterMark(Value, frozen=True, omit_defaults=True):
    cluster: str  # its name
    log: str  # the id that the first message gave the log
    applied: dict[str, int] = {}  # order → the last number that the copy has for sure; it may have more
    nodes: tuple[str, ...] = ()  # the list that it was started with; empty in a mark of before that was kept


def path_of_mark(log: Path) -> Path:
    """``club.db`` → ``club.cluster.json``."""
    return log.with_name(f"{log.stem}.cluster.json")


def read_mark(log: Path) -> ClusterMark | None:
    """None: it is an ordinary log."""
    path = path_of_mark(log)
    try:
        return msgspec.json.decode(path.read_bytes(), type=ClusterMark)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise Unavailable("log-no-access", path=os.fspath(path)) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Broken("cluster-mark-unreadable", path=os.fspath(path)) from error


def write_mark(log: Path, mark: ClusterMark, *, is_durable: bool = True) -> None:
    """Whole, or as it was before. ``is_durable=False``: when it may lag after a loss of power (the numbers may)."""
    path = path_of_mark(log)
    beside = path.with_name(path.name + ".new")
    try:
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with open(descriptor, "wb") as file:
            file.write(msgspec.json.encode(mark) + b"\n")
            file.flush()
            if is_durable:
                os.fsync(file.fileno())
        os.replace(beside, path)
    except OSError as error:
        raise Unavailable("log-no-access", path=os.fspath(path)) from error


def remove_mark(log: Path) -> ClusterMark | None:
    """From now on it is an ordinary log. Back comes whose it was; None: nobody's."""
    mark = read_mark(log)
    try:
        path_of_mark(log).unlink(missing_ok=True)
    except OSError as error:
        raise Unavailable("log-no-access", path=os.fspath(path_of_mark(log))) from error
    return mark


def check_not_of_cluster(log: Path) -> None:
    """Before a program writes to it directly."""
    mark = read_mark(log)
    if mark is not None:
        raise Refusal("log-is-of-cluster", path=os.fspath(log), cluster=mark.cluster)
