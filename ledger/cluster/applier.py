"""The applier: a thread that reads the order by number and applies what it finds to the copy, in one transaction."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Sequence
from concurrent.futures import Future
from typing import Any

from engine.errors import Broken, RoundlogError
from engine.model import Value
from ledger.cluster.apply_rule import AppliedMessage, ApplyRule, Outcome
from ledger.cluster.messages import Message, PartsCollector, Submission, decode_message
from ledger.cluster.order import Order
from ledger.store.chain import BEFORE_THE_FIRST
from ledger.store.sqlite import SqliteLog
from ledger.store.writer import Transaction

MESSAGES_AT_A_TIME = 512
LOOK_EVERY = 1.0  # seconds; whoever publishes tells it at once, unless that is lost
GATHERED, FEW = 0.005, 16  # seconds, messages: a node that only follows need not sync each by itself
PAUSE = 0.5  # seconds after something went wrong

_LOGGER = logging.getLogger("roundlog")


class OrderPlace(Value, frozen=True):
    """How far an order is in a copy: up to which number, and where the log stood after it."""

    number: int = 0
    position: int = 0


class Applier:
    """``place``: where it is. ``life``: of the node whose own messages are waited for (``expect``)."""

    def __init__(self, copy: SqliteLog, order: Order, life: str, place: OrderPlace) -> None:
        self.place = self.safe_place = place  # the second: nothing is half there, so one may begin from it again
        self.problem: RoundlogError | None = None  # why it does not go on
        self.differing: set[str] = set()  # nodes that had another log than this one
        self.end = place, _seal_at(copy, place.position)  # both of one moment: what other nodes are told
        self.is_behind = False  # the copy has more than was applied: what was applied before, or somebody wrote into it
        self.records = 0  # that were taken in since it was started
        self._copy, self._order, self._life = copy, order, life
        self._parts = PartsCollector()
        self._expected: dict[int, Future[tuple[Outcome, ...]]] = {}
        self._changed = threading.Condition()
        self._is_closed = self._has_ended = False
        self._thread = threading.Thread(target=self._run, name=f"applier of {copy.path.name}", daemon=True)

    def start(self) -> None:
        if self._thread.ident is None:
            self._thread.start()

    @property
    def is_stopped(self) -> bool:
        """For good: what comes cannot be applied here."""
        return self._has_ended and self.problem is not None

    @property
    def _is_over(self) -> bool:
        return self._is_closed or self._has_ended

    def expect(self, number: int) -> Future[tuple[Outcome, ...]]:
        """What will come of a message of this life, once it is applied."""
        with self._changed:
            self._changed.notify_all()
            return self._expected.setdefault(number, Future())

    def forget(self, number: int) -> None:
        """Nobody waits for it any more."""
        with self._changed:
            self._expected.pop(number, None)

    def wait_for(self, number: int, seconds: float) -> bool:
        """Until that message of the order is applied; not when for so long nothing at all is."""
        before = -1
        with self._changed:
            while before < self.place.number < number and not self.is_stopped:
                before = self.place.number
                self._changed.wait_for(lambda: self._is_over or self.place.number >= number, seconds)
        return self.place.number >= number

    def close(self) -> None:
        """The order is closed before, so that nobody waits there."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        try:
            self._follow()
        finally:
            with self._changed:
                self._has_ended = True
                self._changed.notify_all()

    def _follow(self) -> None:
        while not self._is_closed:
            try:
                contents = self._order.read(self.place.number + 1, MESSAGES_AT_A_TIME)
                if contents:
                    self._take_in(contents)
                self._note(None)
                if 0 < len(contents) < FEW:
                    self._let_gather()
                self._order.wait(self.place.number, LOOK_EVERY)
            except RoundlogError as problem:
                if self._is_closed:
                    return
                self._note(problem)
                if problem.code in _FOR_GOOD:
                    return
                self._pause()
            except Exception:
                _LOGGER.critical("the applier of %s has stopped", self._copy.path, exc_info=True)
                self.problem = Broken("cluster-copying-stopped")
                return

    def _take_in(self, contents: Sequence[bytes]) -> None:
        """What comes before a message that cannot be read here is applied all the same."""
        messages: list[Message] = []
        try:
            for content in contents:
                messages.append(decode_message(content, self.place.number + 1 + len(messages)))
        finally:
            if messages:
                self._apply(messages)

    def _note(self, problem: RoundlogError | None) -> None:
        if problem is not None and str(problem) != str(self.problem):
            _LOGGER.error("%s: the order cannot be applied: %s", self._copy.path, problem)
        self.problem = problem

    def _let_gather(self) -> None:
        """What comes in the next moment shares a transaction; unless somebody here waits for it."""
        with self._changed:
            self._changed.wait_for(lambda: self._is_closed or self._expected, GATHERED)

    def _pause(self) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._is_closed, PAUSE)

    def _apply(self, messages: Sequence[Message]) -> None:
        """All of them in one transaction; if that fails (a full disk, no memory), in another one later."""
        first = self.place.number + 1
        whole = [(m, self._parts.complete(first + place, m)) for place, m in enumerate(messages)]
        while not self._is_closed:
            try:
                done = self._copy.commit(lambda transaction: self._apply_to(transaction, whole))
            except RoundlogError as problem:
                if problem.code in _FOR_GOOD:
                    raise
                self._note(problem)
                self._pause()
            else:
                self._tell(first, messages, done)
                return

    def _apply_to(
        self, transaction: Transaction, messages: Sequence[tuple[Message, tuple[Submission, ...]]]
    ) -> list[AppliedMessage]:
        """In the thread of the copy's writer."""
        rule = ApplyRule(transaction, self.place.position, os.fspath(self._copy.path))
        done = [rule.apply(message, submissions) for message, submissions in messages]
        self.is_behind = rule.is_behind
        return done

    def _tell(self, first: int, messages: Sequence[Message], done: Sequence[AppliedMessage]) -> None:
        waiting: list[tuple[Future[Any], tuple[Outcome, ...]]] = []
        with self._changed:
            self.records += done[-1].position - self.place.position
            self.place = OrderPlace(first + len(done) - 1, done[-1].position)
            self.end = self.place, done[-1].seal
            if self._parts.is_empty:
                self.safe_place = self.place
            for message, applied in zip(messages, done, strict=True):
                if applied.differs and message.node not in self.differing:
                    self.differing.add(message.node)
                    _LOGGER.critical("%s has another log than this node at position %s", message.node, message.position)
                if message.life == self._life and (future := self._expected.pop(message.number, None)) is not None:
                    waiting.append((future, applied.outcomes))
            self._changed.notify_all()
        for future, outcomes in waiting:
            future.set_result(outcomes)


_FOR_GOOD = frozenset({"cluster-other-log", "cluster-message-newer"})


def _seal_at(copy: SqliteLog, position: int) -> str:
    record = next(copy.raw_after(position - 1), None) if position else None
    return BEFORE_THE_FIRST if record is None else record.seal
