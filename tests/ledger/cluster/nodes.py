"""Nodes of a test: shared logs on one order, each with a copy of its own, all over one connection to the engines."""

from __future__ import annotations

import atexit
import functools
from itertools import count
from pathlib import Path
from typing import Any

from ledger.cluster.applier import OrderPlace
from ledger.cluster.nats_connection import EngineConnection
from ledger.cluster.nats_order import NatsOrder
from ledger.cluster.shared_log import SharedLog
from ledger.store.sqlite import SqliteLog
from tests.ledger.cluster.engines import Engines, new_order_name, shared_engines

SECONDS = 30.0  # the engines have just been started, or the machine has much else to do


def connect(engines: Engines) -> EngineConnection:
    file = engines.file
    connection = EngineConnection(engines.addresses, file.user, file.password, engines.context, name="test")
    connection.open(SECONDS)
    return connection


@functools.cache
def shared_connection() -> EngineConnection:
    connection = connect(shared_engines())
    atexit.register(connection.close)  # before the engines are stopped
    return connection


class Cluster:
    """One order, and the nodes that share it."""

    def __init__(self, folder: Path, connection: EngineConnection | None = None) -> None:
        self.folder, self.name = folder, new_order_name()
        self.connection = connection or shared_connection()
        self._numbers = count(1)

    def order(self) -> NatsOrder:
        return NatsOrder(self.connection, self.name, 3)

    def open(self, name: str = "", *, place: OrderPlace | None = None, log_id: str = "", **options: Any) -> SharedLog:
        """A node with a copy of that name, which may be there already; another one if it is not named."""
        name = name or f"node-{next(self._numbers)}"
        copy = SqliteLog(self.folder / f"{name}.db")
        log = SharedLog(copy, self.order(), node=name, place=place or OrderPlace(), log_id=log_id, **options)
        try:
            log.open(SECONDS)
        except BaseException:
            log.close()
            raise
        return log
