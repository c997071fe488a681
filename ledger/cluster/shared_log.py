"""The shared log: a copy of our own, to which every node applies the same order. It is read here, and written there.

``sender.py`` makes messages of what is handed in, ``applier.py`` applies all messages of the order to the copy. What a
future of it has resolved to is on the disks of a majority of the engines, and in this copy.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import Future
from datetime import UTC, datetime
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Self, TypeVar

from engine.errors import Broken, RoundlogError, Unavailable
from ledger.acts.act import Event
from ledger.acts.record import Recorded
from ledger.cluster.applier import Applier, OrderPlace
from ledger.cluster.draft import Draft, Pending, PendingCommand, PendingWhole
from ledger.cluster.messages import LogCopied, LogNamed, StreamAdopted, decode_message
from ledger.cluster.order import Order, OrderState
from ledger.cluster.sender import Sender
from ledger.store.chain import Raw, SealedRecord
from ledger.store.log import Head
from ledger.store.sqlite import SqliteLog, check_names, resolve_future
from ledger.store.writer import Clock, Resolve

RECORDS_AT_A_TIME = 2_000  # of a log that a cluster begins with
BEGINNING = OrderPlace()
PAUSE = 0.2  # seconds, before a step of the beginning is tried again
T = TypeVar("T")
_PASSING = frozenset({"cluster-no-majority", "cluster-outcome-unknown", "cluster-beginning"})


class SharedLog:
    """See ``log.Log`` and ``log.Archive`` for what each method promises.

    ``place``: up to where the order is in the copy already, and ``log_id``, which log that is, as they were written
    beside it. ``may_begin``: an empty order; who may not waits for who may. It closes copy and order with it.
    """

    def __init__(
        self,
        copy: SqliteLog,
        order: Order,
        *,
        node: str,
        place: OrderPlace = BEGINNING,
        log_id: str = "",
        clock: Clock = lambda: datetime.now(UTC),
        may_begin: bool = True,
    ) -> None:
        self.copy_of_log, self.log_id = copy, log_id
        self._order, self._clock, self._warned = order, clock, set[str]()
        self._may_begin = may_begin
        self._is_new, self._begin_behind = not log_id, place.number
        if place.position > copy.position():  # an older copy was put in its place: what it lacks is taken in again
            place = BEGINNING
        life = secrets.token_hex(8)
        self._applier = Applier(copy, order, life, place)
        self._sender = Sender(order, self._applier, self._start_draft, node, life, os.fspath(copy.path))

    def _start_draft(self) -> Draft:
        return Draft(self.copy_of_log, self._clock, self._warned)

    # -- how it begins and ends ----------------------------------------------------------------------------------------

    def open(self, seconds: float = 20.0) -> None:
        """Until the copy has all that the order had. Writes are taken from then on.

        Raises Unavailable when there is no majority for so long: it may be tried again, and meanwhile the copy can be
        read. Raises Broken when the copy is of another log.
        """
        until = time.monotonic() + seconds
        self._insist(self._learn_log, until)
        self._applier.start()
        number = self._insist(self._say_hello, until)
        self._applier.wait_for(number, seconds)
        if self._applier.place.number < number:
            raise self._applier.problem or Unavailable("cluster-no-majority")
        if self._applier.is_behind and not self._is_new:  # somebody wrote into it, around the order
            raise Broken("cluster-other-log", path=os.fspath(self.path))
        self._sender.start()
        if self._applier.is_behind:
            self._publish_rest()
        self._is_new = False

    def _insist(self, step: Callable[[], T], until: float) -> T:
        """Again, as long as there is no majority and time."""
        while True:
            try:
                return step()
            except Unavailable as problem:
                if time.monotonic() > until or problem.code not in _PASSING:
                    raise
            time.sleep(PAUSE)

    def _learn_log(self) -> None:
        """Before anything is applied: the first message names the log."""
        contents = self._order.read(1, 1)
        if not contents and not self._order.last():
            if self.log_id:
                raise Broken("cluster-other-log", path=os.fspath(self.path))
            if not self._may_begin:
                raise Unavailable("cluster-beginning")
            self._say_hello()
        if not contents:
            raise Unavailable("cluster-no-majority")  # asked an engine that is behind
        named = next((one for one in decode_message(contents[0], 1).submissions if isinstance(one, LogNamed)), None)
        if named is None or self.log_id not in ("", named.log):
            raise Broken("cluster-other-log", path=os.fspath(self.path))
        self.log_id = named.log

    def _say_hello(self) -> int:
        """A message that changes nothing. When it is applied, so is all that was there before."""
        number = self._order.publish(self._sender.make_hello(self.log_id))
        if number <= self._begin_behind:
            raise Broken("cluster-other-log", path=os.fspath(self.path))
        return number

    def _publish_rest(self) -> None:
        """What the copy has beyond the order: the log that the cluster begins with."""
        while self._applier.is_behind:
            before = self._applier.place.position
            records = tuple(islice(self.copy_of_log.raw_after(before), RECORDS_AT_A_TIME))
            try:
                self.copy(records).result()
            except Broken as problem:
                if self._applier.place.position == before:  # else another node had the same, and was faster
                    raise Broken("cluster-other-log", path=os.fspath(self.path)) from problem

    def close(self) -> None:
        self._sender.close()
        self._order.close()
        self._applier.close()
        self.copy_of_log.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- how it is -----------------------------------------------------------------------------------------------------

    @property
    def path(self) -> Path:
        return self.copy_of_log.path

    @property
    def place(self) -> OrderPlace:
        """To be written beside the copy: from here it is applied again."""
        return self._applier.safe_place

    @property
    def applied(self) -> int:
        """The number of the newest message that is applied."""
        return self._applier.place.number

    def wait_for(self, number: int, seconds: float) -> bool:
        """Until that message is applied, or for so long nothing is."""
        return self._applier.wait_for(number, seconds)

    @property
    def is_cut_off(self) -> bool:
        """There is no majority, as far as is known: nothing is taken."""
        return self._sender.is_cut_off

    @property
    def problem(self) -> RoundlogError | None:
        """Why the order is not applied here."""
        return self._applier.problem

    @property
    def differing(self) -> frozenset[str]:
        """Nodes that had another log than this one."""
        return frozenset(self._applier.differing)

    @property
    def end(self) -> tuple[int, str]:
        """Position and seal, both of one moment."""
        place, seal = self._applier.end
        return place.position, seal

    def state(self) -> OrderState:
        """As the engine tells it. Raises Unavailable where nobody leads."""
        return self._order.state()

    @property
    def damaged_engines(self) -> frozenset[str]:
        """Which handed out less than they had, or something else."""
        return self._order.damaged

    def check(self) -> None:
        self._sender.check()
        self.copy_of_log.check()

    # -- writing -------------------------------------------------------------------------------------------------------

    def submit(
        self, stream: str, expected_version: int, events: Sequence[Event], *, actor: str, command: str
    ) -> Future[tuple[Recorded, ...]]:
        check_names(stream, actor, command)
        return self._hand_in(partial(PendingCommand, stream, expected_version, events, actor, command))

    async def append(
        self, stream: str, expected_version: int, events: Sequence[Event], *, actor: str, command: str
    ) -> tuple[Recorded, ...]:
        return await asyncio.wrap_future(self.submit(stream, expected_version, events, actor=actor, command=command))

    def adopt(self, records: Sequence[Raw]) -> Future[bool]:
        return self._hand_in(partial(PendingWhole, StreamAdopted(tuple(records)))) if records else _give_at_once(False)

    def copy(self, records: Sequence[SealedRecord]) -> Future[None]:
        return self._hand_in(partial(PendingWhole, LogCopied(tuple(records)))) if records else _give_at_once(None)

    def _hand_in(self, make: Callable[[Resolve], PendingCommand | PendingWhole]) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            self._sender.hand_in(make(partial(resolve_future, future)))
        except RoundlogError as problem:
            future.set_exception(problem)  # it counts, too
            raise
        return future

    async def newest(self) -> None:
        future: Future[None] = Future()
        self._sender.ask_for_newest(Pending(partial(resolve_future, future)))
        await asyncio.wrap_future(future)

    # -- reading -------------------------------------------------------------------------------------------------------

    def read(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Recorded]:
        return self.copy_of_log.read(stream, after, upto)

    def events(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Event]:
        return self.copy_of_log.events(stream, after, upto)

    def read_command(self, stream: str, command: str) -> tuple[Recorded, ...]:
        return self.copy_of_log.read_command(stream, command)

    def read_all(self, after: int = 0) -> Iterator[Recorded]:
        return self.copy_of_log.read_all(after)

    def follow(self, after: int = 0) -> AsyncIterator[Recorded]:
        return self.copy_of_log.follow(after)

    def raw(self, stream: str) -> Iterator[Raw]:
        return self.copy_of_log.raw(stream)

    def raw_after(self, position: int) -> Iterator[SealedRecord]:
        return self.copy_of_log.raw_after(position)

    def heads(self) -> tuple[Head, ...]:
        return self.copy_of_log.heads()

    def streams_after(self, after: int) -> tuple[str, ...]:
        return self.copy_of_log.streams_after(after)

    def version(self, stream: str) -> int:
        return self.copy_of_log.version(stream)

    def position(self) -> int:
        return self.copy_of_log.position()

    def seal(self) -> str:
        return self.copy_of_log.seal()


def _give_at_once(outcome: T) -> Future[T]:
    future: Future[T] = Future()
    future.set_result(outcome)
    return future
