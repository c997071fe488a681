"""A node of a cluster: its engine, its connection, the log and the private rows, and what it knows of the others."""

from __future__ import annotations

import logging
import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import msgspec

from engine.errors import Broken, RoundlogError, Unavailable
from engine.model import Value
from ledger.cluster.applier import OrderPlace
from ledger.cluster.certificates import NodeCertificate, client_context, issue_certificate
from ledger.cluster.cluster_file import ClusterFile
from ledger.cluster.engine_access import find_refusal
from ledger.cluster.engine_check import find_engines
from ledger.cluster.engine_configuration import folder_of_engine
from ledger.cluster.engine_process import EngineProcess
from ledger.cluster.known_list import check_list
from ledger.cluster.mark import ClusterMark, read_mark, write_mark
from ledger.cluster.nats_connection import EngineConnection
from ledger.cluster.nats_order import NatsOrder
from ledger.cluster.node_list import EngineAddress
from ledger.cluster.order import OrderState
from ledger.cluster.other_nodes import BEAT, NodeBeat, OtherNodes
from ledger.cluster.private_order import PrivateOrder, open_private_order
from ledger.cluster.shared_log import SharedLog
from ledger.cluster.status import EngineSeen, NodeStatus
from ledger.private_file import RowOrder, path_of_private_file
from ledger.store.chain import BEFORE_THE_FIRST
from ledger.store.sqlite import SqliteLog

SECONDS_TO_OPEN = 20.0  # after which a copy of this cluster is shown as it is, while there is no majority
SECONDS_TO_BEGIN = 60.0  # after which a node that has nothing to show gives up: the others are started by hand too
UNSURE = 6.0  # seconds without a leader, after which the copy is said to be old
ENGINES_EVERY = 5  # beats between two looks at all engines
ACCESS_EVERY = 5.0  # seconds between two looks whether the others let this node in, while it begins
_PASSING = frozenset({"cluster-no-majority", "cluster-outcome-unknown", "cluster-beginning"})

_LOGGER = logging.getLogger("roundlog")


class ClusterOptions(Value, frozen=True):
    addresses: tuple[EngineAddress, ...]
    own: EngineAddress | None  # None: this machine has no engine of its own
    file: ClusterFile
    address: str = ""  # for browsers
    node_name: str = ""
    binary: Path | None = None
    starts_engine: bool = True  # False: it runs already, started by somebody else


class ClusterNode:
    """See ``status.Node`` for what it is to a server. ``count_followers`` is told to the other nodes."""

    def __init__(self, options: ClusterOptions, log_path: Path) -> None:
        self.options, self.path = options, log_path
        self.name = options.node_name or (options.own.text if options.own else f"{socket.gethostname()}-{os.getpid()}")
        self.count_followers: Callable[[], int] = lambda: 0
        self.log: SharedLog
        self.private: RowOrder
        self._private: PrivateOrder
        self._engine: EngineProcess | None = None
        self._others = OtherNodes(self.name)
        self._state: OrderState | None = None
        self._engines: frozenset[str] = frozenset()
        self._problem: RoundlogError | None = None  # of an engine
        self._no_access: Unavailable | None = None  # why there is no majority, if the others do not let this node in
        self._refused: Broken | None = None  # why a copy that was shown without a majority is not opened
        self._led = self._complete = time.monotonic()  # when a leader was seen, when all was applied
        self._complete_at: str | None = None
        self._is_open = False
        self._mark: ClusterMark | None = None
        self._closing = threading.Event()
        self._stack = ExitStack()
        self._thread = threading.Thread(target=self._beat, name=f"beat of {self.name}", daemon=True)

    # -- how it begins and ends ----------------------------------------------------------------------------------------

    def open(self) -> None:
        """Refused: another list than before, a copy of another log, an engine that is not durable or lets nobody in.
        Where there is no majority a copy that was in this cluster before is shown as it is, and the cluster is looked
        for on."""
        mark = read_mark(self.path)
        file = self.options.file
        if mark is not None and mark.cluster != file.name:
            raise Broken("cluster-other-log", path=os.fspath(self.path))
        check_list(self.path, self.options.addresses)
        context = self._context = client_context(self._start_engine())
        own, others = self.options.own, self.options.addresses
        addresses = [*filter(None, [own]), *(address for address in others if address != own)]
        self._connection = EngineConnection(addresses, file.user, file.password, context, name=self.name)
        self._stack.callback(self._connection.close)
        self._system = EngineConnection(addresses, file.system_user, file.system_password, context, name=self.name)
        self._stack.callback(self._system.close)
        for connection in (self._connection, self._system):
            self._tolerate(connection.open, mark)
        self._look_at_engines()
        if self._problem is not None:
            raise self._problem
        self._open_log(mark)
        order = self._order("private")
        if self._is_open:
            order.wait_for_leader(SECONDS_TO_BEGIN)
        self._private = self._stack.enter_context(
            open_private_order(order, path_of_private_file(self.path), may_begin=self._may_begin)
        )
        self.private = self._private
        self.hear("beat", self._others.hear)
        self._stack.callback(self._end_beat)
        self._thread.start()

    def _start_engine(self) -> NodeCertificate:
        folder, file, own = folder_of_engine(self.path), self.options.file, self.options.own
        if own is None or not self.options.starts_engine:
            hosts = sorted({address.host for address in self.options.addresses})
            return issue_certificate(file.ca_certificate, file.ca_key, hosts, folder)
        self._engine = EngineProcess(file, own, self.options.addresses, folder, binary=self.options.binary)
        certificate = self._engine.start()
        self._stack.callback(self._engine.stop)
        return certificate

    @property
    def _may_begin(self) -> bool:
        """One node begins the cluster, with what it has: else it would be chance which of them does."""
        return self.options.own == self.options.addresses[0]

    def _order(self, name: str) -> NatsOrder:
        return NatsOrder(self._connection, f"{self.options.file.name}-{name}", len(self.options.addresses))

    def _open_log(self, mark: ClusterMark | None) -> None:
        place = (
            OrderPlace() if mark is None else OrderPlace(mark.applied.get(_NUMBER, 0), mark.applied.get(_POSITION, 0))
        )
        log_id = "" if mark is None else mark.log
        copy, order = SqliteLog(self.path), self._order("log")
        self.log = SharedLog(copy, order, node=self.name, place=place, log_id=log_id, may_begin=self._may_begin)
        self._stack.callback(self._close_log)
        self._is_open = self._tolerate(partial(self._open_patiently, is_new=mark is None), mark)
        if self._is_open:
            self._save_mark(is_durable=True)

    def _open_patiently(self, seconds: float, is_new: bool) -> None:
        """Refused at once where there is nothing to show and every other engine that answers refuses."""
        until = time.monotonic() + seconds
        while True:
            self._look_at_access()
            if is_new and self._no_access is not None:
                raise self._no_access
            try:
                self.log.open(max(0.0, min(ACCESS_EVERY, until - time.monotonic())))
            except Unavailable as problem:
                if problem.code not in _PASSING or time.monotonic() >= until:
                    raise
            else:
                self._no_access = None
                return

    def _tolerate(self, step: Callable[[float], None], mark: ClusterMark | None) -> bool:
        """False: there is no majority, and what was there before is shown."""
        try:
            step(SECONDS_TO_BEGIN if mark is None else SECONDS_TO_OPEN)
        except Unavailable as problem:
            if mark is None or problem.code != "cluster-no-majority":
                raise
            _LOGGER.warning("%s: no majority; what is there can be read", self.name)
            return False
        return True

    def _close_log(self) -> None:
        self.log.close()
        if self._is_open:
            self._save_mark(is_durable=True)

    def _save_mark(self, *, is_durable: bool) -> None:
        place, nodes = self.log.place, tuple(address.text for address in self.options.addresses)
        applied = {_NUMBER: place.number, _POSITION: place.position}
        mark = ClusterMark(self.options.file.name, self.log.log_id, applied, nodes)
        if is_durable or mark != self._mark:
            write_mark(self.path, mark, is_durable=is_durable)
            self._mark = mark

    def close(self) -> None:
        self._stack.close()

    # -- what the nodes tell each other --------------------------------------------------------------------------------

    def tell(self, topic: str, content: bytes) -> None:
        """All other nodes that are there now, and this one."""
        self._connection.tell(f"{self.options.file.name}.{topic}", content)

    def hear(self, topic: str, take: Callable[[bytes], None]) -> None:
        """``take`` is called in another thread, and must not wait."""
        self._connection.hear(f"{self.options.file.name}.{topic}", take)

    def _end_beat(self) -> None:
        self._closing.set()
        if self._thread.is_alive():
            self._thread.join()

    def _beat(self) -> None:
        beats = 0
        while not self._closing.wait(BEAT if beats else 0):
            try:
                self._look_around(beats)
            except RoundlogError as problem:
                _LOGGER.warning("%s: %s", self.name, problem)
            except Exception:
                _LOGGER.exception("the beat of %s", self.name)
            beats += 1

    def _look_around(self, beats: int) -> None:
        if not self._is_open:
            self._try_to_open()
        if beats % ENGINES_EVERY == 0:
            self._look_at_engines()
        try:
            self._state = self.log.state()
        except Unavailable:
            self._state = None
        else:
            self._led = time.monotonic()
        if self._state is not None and self.log.wait_for(self._state.last, BEAT / 2):
            self._complete, self._complete_at = time.monotonic(), datetime.now(UTC).isoformat(timespec="seconds")
        beat = self._make_beat()
        self.tell("beat", msgspec.msgpack.encode(beat))
        self._others.compare(beat, self._seal_at)
        for name in self.log.differing:
            self._others.note_difference(name)
        if self._is_open:
            self._save_mark(is_durable=False)
        if self._state is not None:
            self._no_access = None
        elif beats % ENGINES_EVERY == 0:
            self._look_at_access()

    def _try_to_open(self) -> None:
        try:
            self.log.open(BEAT)
        except Unavailable:
            return
        except Broken as problem:  # it turns out that the copy is of another log
            if self._refused is None:
                _LOGGER.critical("%s: %s", self.name, problem)
            self._refused = problem
            return
        self._is_open, self._refused = True, None
        self._save_mark(is_durable=True)

    def _look_at_engines(self) -> None:
        try:
            self._engines, self._problem = find_engines(self._system, len(self.options.addresses)), None
        except Unavailable as problem:
            if problem.code != "cluster-no-majority":
                self._problem = problem
                _LOGGER.critical("%s", problem)

    def _look_at_access(self) -> None:
        """Where there is no majority: are the secrets the reason?"""
        others, file = [address for address in self.options.addresses if address != self.options.own], self.options.file
        said = find_refusal(others, self._context, file.user, file.password)
        known, self._no_access = self._no_access, Unavailable("engine-no-access", said=said) if said else None
        if self._no_access is not None and known is None:
            _LOGGER.critical("%s: %s", self.name, self._no_access)

    def _make_beat(self) -> NodeBeat:
        position, seal = self.log.end
        point = self._private.point
        return NodeBeat(
            name=self.name,
            address=self.options.address,
            position=position,
            seal=seal,
            followers=self.count_followers(),
            private_order=point.order,
            private_number=point.number,
            private_digest=point.digest,
        )

    def _seal_at(self, position: int) -> str:
        if position == 0:
            return BEFORE_THE_FIRST
        record = next(self.log.raw_after(position - 1), None)
        return "" if record is None else record.seal

    # -- what is shown -------------------------------------------------------------------------------------------------

    def status(self) -> NodeStatus:
        """As it was at the last beat: it waits for nobody."""
        state = self._state
        position, seal = self.log.end
        return NodeStatus(
            cluster=self.options.file.name,
            node=self.name,
            position=position,
            seal=seal,
            has_majority=self._has_majority(),
            behind=None if state is None else max(0, state.last - self.log.applied),
            complete_until=self.complete_until(),
            engines=tuple(self._show_engine(address, state) for address in self.options.addresses),
            engine_restarts=0 if self._engine is None else self._engine.restarts,
            nodes=self._others.list_nodes(),
            alarm=self._alarm(),
        )

    def _has_majority(self) -> bool:
        return not self.log.is_cut_off and time.monotonic() - self._led < UNSURE

    def _show_engine(self, address: EngineAddress, state: OrderState | None) -> EngineSeen:
        name = address.server_name
        is_leader = state is not None and state.leader == name
        is_current = state is not None and name in state.replicas
        return EngineSeen(
            address=address.text,
            is_seen=is_leader or is_current or name in self._engines,
            is_leader=is_leader,
            is_damaged=name in self.log.damaged_engines,
        )

    def _alarm(self) -> RoundlogError | None:
        problem = self.log.problem
        if problem is not None and problem.code == "cluster-no-majority":
            problem = None
        for damaged in sorted(self.log.damaged_engines):
            problem = problem or Unavailable("engine-damaged", node=damaged)
        refused = self._refused or self._no_access
        return self._others.alarm or refused or self._problem or self._private.trouble or problem

    def other_servers(self) -> tuple[str, ...]:
        return tuple(node.address for node in self._others.list_nodes() if node.address)

    def complete_until(self) -> str | None:
        return None if time.monotonic() - self._complete < UNSURE else self._complete_at


_NUMBER, _POSITION = "log", "log-position"  # in the mark


@contextmanager
def open_node(options: ClusterOptions, log_path: Path) -> Iterator[ClusterNode]:
    node = ClusterNode(options, log_path)
    try:
        node.open()
        yield node
    finally:
        node.close()
