"""The sender: a thread that makes one message of all that waits on a node, and has one message underway.

It is published until its fate is known; publishing twice does no harm, since a command that is there already changes
nothing. Without a majority what waits is refused, and is never published. Of the message that was underway nobody can
say whether it will stand one day (it may lie in one engine): whoever waits for it is told just that.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import InvalidStateError, wait
from contextlib import suppress
from typing import Any

from engine.errors import RoundlogError, Unavailable
from ledger.acts.upcast import Decoder
from ledger.cluster.applier import Applier
from ledger.cluster.apply_rule import Outcome
from ledger.cluster.draft import Draft, Pending, PendingCommand
from ledger.cluster.messages import (
    MOST_OF_A_PART,
    LogNamed,
    Message,
    MessagePart,
    Submission,
    encode_message,
    measure,
    split,
)
from ledger.cluster.order import Order

PATIENCE = 10.0  # seconds; the engines need up to nine to agree on another leader
FIRST_TRY, LONGEST_TRY = 0.25, 2.0  # seconds for an answer; an engine that is stopped politely forgets a question
PAUSE = 0.05  # seconds, before it is published again
PROBE_EVERY = 0.5  # seconds, while there is no majority
EMPTY_EVERY = 0.05  # seconds between messages that only ask whether all is there

_LOGGER = logging.getLogger("roundlog")


class Sender:
    """``start_draft``: on the copy as it is now."""

    def __init__(
        self, order: Order, applier: Applier, start_draft: Callable[[], Draft], node: str, life: str, path: str
    ) -> None:
        self.is_cut_off = True  # there is no majority, as far as is known; and before it is started
        self._order, self._applier, self._start_draft = order, applier, start_draft
        self._node, self._life, self._path = node, life, path
        self._number = 0
        self._decoder = Decoder()
        self._queue: list[Pending] = []
        self._asking: list[Pending] = []  # who want to know when the copy has all that there is
        self._last_empty = 0.0
        self._news = threading.Condition()
        self._is_closed = False
        self._thread = threading.Thread(target=self._run, name=f"sender of {node}", daemon=True)

    def start(self) -> None:
        self.is_cut_off = False
        if self._thread.ident is None:
            self._thread.start()

    def make_hello(self, log: str) -> bytes:
        """What a node says first; it changes nothing. Of an order it is the first message, and names the log."""
        return encode_message(self._make_message([LogNamed(log or secrets.token_hex(8))]))

    def hand_in(self, one: Pending) -> None:
        with self._news:
            self._check()
            self._queue.append(one)
            self._news.notify()

    def ask_for_newest(self, one: Pending) -> None:
        with self._news:
            self._check()
            self._asking.append(one)
            self._news.notify()

    def check(self) -> None:
        """Raises Unavailable when nothing that is handed in now would be recorded."""
        with self._news:
            self._check()

    def _check(self) -> None:
        if self._is_closed:
            raise Unavailable("log-closed", path=self._path)
        if self._applier.is_stopped and self._applier.problem is not None:
            raise self._applier.problem
        if self.is_cut_off:
            raise Unavailable("cluster-no-majority")

    def close(self) -> None:
        """What was handed in before is still sent."""
        with self._news:
            self._is_closed = True
            self._news.notify()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        try:
            while self._wait_for_work():
                if self.is_cut_off:
                    self._probe()
                else:
                    self._send_what_waits()
        except BaseException:
            _LOGGER.critical("the sender of %s has stopped", self._path, exc_info=True)
        finally:
            self.is_cut_off = True
            self._refuse_all()

    def _wait_for_work(self) -> bool:
        with self._news:
            while not (self._queue or self._asking or self._is_closed or self.is_cut_off):
                self._news.wait()
            if not self._queue:  # who only asks may wait a little, and share a message with others
                due = self._last_empty + EMPTY_EVERY - time.monotonic()
                self._news.wait_for(lambda: self._queue or self._is_closed, max(0.0, due))
            return bool(self._queue or self._asking) or not self._is_closed

    def _send_what_waits(self) -> None:
        """One round: what is known is answered, what fits is sent, and who has to wait comes first in the next one."""
        with self._news:
            queue, self._queue = self._queue, []
            asking, self._asking = self._asking, []
        draft = self._start_draft()
        taken = 0
        while taken < len(queue) and draft.add(queue[taken]):
            taken += 1
        for one, outcome in draft.answers:
            _answer(one, outcome)
        if draft.submissions or draft.later or asking:
            outcomes = self._send(draft.submissions)
            for one, outcome in zip(draft.waiting, outcomes, strict=True):
                _answer(one, self._decode(one, outcome))
            for one in draft.later:
                one.is_fresh = not self.is_cut_off
            for one in asking:
                _answer(one, Unavailable("cluster-no-majority") if self.is_cut_off else None)
        with self._news:
            self._queue[:0] = draft.later + queue[taken:]
        if self.is_cut_off:
            self._refuse_all()

    def _decode(self, one: Pending, outcome: Outcome) -> Any:
        """Records, of an append."""
        if isinstance(one, PendingCommand) and isinstance(outcome, tuple):
            return tuple(map(self._decoder.decode_record, outcome))
        return outcome

    def _send(self, submissions: Sequence[Submission]) -> Sequence[Outcome]:
        """What came of each, in this order."""
        if not submissions:
            self._last_empty = time.monotonic()
        try:
            if len(submissions) == 1 and measure(submissions[0]) > MOST_OF_A_PART:
                return self._send_in_parts(submissions[0])
            return self._publish(submissions)
        except RoundlogError as problem:
            return [problem] * len(submissions)

    def _send_in_parts(self, submission: Submission) -> Sequence[Outcome]:
        """It stands when its last part does: before, nothing of it does."""
        for part in split(submission, self._number + 1):
            try:
                outcomes = self._publish([part])
            except Unavailable as problem:
                if part.is_last:
                    raise
                raise Unavailable("cluster-no-majority") from problem
        if not outcomes:
            raise Unavailable("cluster-no-majority")  # it took so long that the others have forgotten its beginning
        return outcomes

    def _publish(self, content: Sequence[Submission | MessagePart]) -> Sequence[Outcome]:
        """Until it is applied here. Raises Unavailable when it cannot be known whether it ever will be."""
        message = self._make_message(content)
        encoded, applied = encode_message(message), self._applier.expect(message.number)
        until, may_stand, seconds = time.monotonic() + PATIENCE, False, FIRST_TRY
        while time.monotonic() < until and not self._applier.is_stopped:
            try:
                number = self._order.publish(encoded, seconds)
            except Unavailable as problem:
                may_stand = may_stand or problem.code == "cluster-outcome-unknown"
                wait([applied], PAUSE)
                seconds = min(2 * seconds, LONGEST_TRY)
            else:
                may_stand = True
                self._applier.wait_for(number, PATIENCE)
            if applied.done():
                self._note_majority(True)
                return applied.result()
        self._applier.forget(message.number)
        self._note_majority(False)
        raise Unavailable("cluster-outcome-unknown" if may_stand and content else "cluster-no-majority")

    def _make_message(self, content: Sequence[Submission | MessagePart]) -> Message:
        self._number += 1
        place, seal = self._applier.end
        return Message(self._node, self._life, self._number, place.position, seal, tuple(content))

    def _note_majority(self, is_there: bool) -> None:
        if self.is_cut_off == is_there:
            _LOGGER.log(logging.WARNING, "%s: %s", self._node, "majority is back" if is_there else "no majority")
        self.is_cut_off = not is_there

    def _probe(self) -> None:
        """Whether there is a majority again; whoever was refused meanwhile is not sent any more."""
        if self._is_closed:
            self._refuse_all()
            return
        with suppress(RoundlogError):
            self._publish([])
        if self.is_cut_off:
            with self._news:
                self._news.wait_for(lambda: self._is_closed, PROBE_EVERY)

    def _refuse_all(self) -> None:
        with self._news:
            waiting, self._queue, self._asking = self._queue + self._asking, [], []
        problem = self._applier.problem if self._applier.is_stopped else None
        for one in waiting:
            _answer(one, problem or Unavailable("cluster-no-majority"))


def _answer(one: Pending, outcome: Any) -> None:
    with suppress(RuntimeError, InvalidStateError):  # whoever waited has closed their loop, or gone away
        one.resolve(outcome)
