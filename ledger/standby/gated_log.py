"""A log whose writes pass a gate: refused while another server takes them, answered when the standby has them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import Future
from functools import partial
from typing import TypeVar

from engine.errors import RoundlogError
from ledger.acts.act import Event
from ledger.acts.record import Recorded
from ledger.append_clock import AppendClock
from ledger.standby.pair import ServerPair
from ledger.store.chain import Raw, SealedRecord
from ledger.store.log import Archive, Head

T = TypeVar("T")


class GatedLog:
    """See ``log.Log`` and ``log.Archive`` for what each method promises. Reading is the inner log's own."""

    def __init__(self, inner: Archive, pair: ServerPair) -> None:
        self._inner, self._pair = inner, pair
        self.append_clock = AppendClock()

    # -- writing -------------------------------------------------------------------------------------------------------

    def submit(
        self, stream: str, expected_version: int, events: Sequence[Event], *, actor: str, command: str
    ) -> Future[tuple[Recorded, ...]]:
        hand_in = partial(self._inner.submit, stream, expected_version, events, actor=actor, command=command)
        return self._hand_in(hand_in, lambda records: records[-1].position if records else 0)

    async def append(
        self, stream: str, expected_version: int, events: Sequence[Event], *, actor: str, command: str
    ) -> tuple[Recorded, ...]:
        since = self.append_clock.now()
        try:
            self._check()
            records = await self._inner.append(stream, expected_version, events, actor=actor, command=command)
            self._pair.notify_recorded()
            if records and not self._pair.is_confirmed(records[-1].position):
                await asyncio.wrap_future(self._pair.wait_for(records[-1].position))
        except RoundlogError as problem:
            self.append_clock.note(problem, since)
            raise
        self.append_clock.note(None, since)
        return records

    def adopt(self, records: Sequence[Raw]) -> Future[bool]:
        return self._hand_in(partial(self._inner.adopt, records), lambda _: self._inner.position())

    def copy(self, records: Sequence[SealedRecord]) -> Future[None]:
        """A server that takes writes is nobody's copy; a standby's own is made below the gate."""
        return self._hand_in(partial(self._inner.copy, records), lambda _: records[-1].position)

    def _hand_in(self, hand_in: Callable[[], Future[T]], position_of: Callable[[T], int]) -> Future[T]:
        since = self.append_clock.now()
        try:
            self._check()
            outcome = self._confirm(hand_in(), position_of)
        except RoundlogError as problem:
            self.append_clock.note(problem, since)
            raise
        self.append_clock.watch(outcome, since)
        return outcome

    def _check(self) -> None:
        self._pair.check_writable()
        self._pair.check_confirmable()

    def _confirm(self, future: Future[T], position_of: Callable[[T], int]) -> Future[T]:
        """The same, resolved when the standby has it too."""
        if not self._pair.must_wait():
            return future
        outcome: Future[T] = Future()

        def when_recorded(done: Future[T]) -> None:
            problem = done.exception()
            if problem is not None:
                outcome.set_exception(problem)
                return
            waiting = self._pair.wait_for(position_of(done.result()))
            waiting.add_done_callback(lambda confirmed: when_confirmed(confirmed, done.result()))

        def when_confirmed(confirmed: Future[None], result: T) -> None:
            problem = confirmed.exception()
            if problem is None:
                outcome.set_result(result)
            else:
                outcome.set_exception(problem)

        future.add_done_callback(when_recorded)
        return outcome

    async def newest(self) -> None:
        """Also: the standby has it. Who asks again is told of what stands here only when it would not be lost.

        Refused where another server takes the writes: what was recorded there cannot be known here.
        """
        self._pair.check_writable()
        await self._inner.newest()
        position = self._inner.position()
        if not self._pair.is_confirmed(position):
            self._pair.check_confirmable()
            await asyncio.wrap_future(self._pair.wait_for(position))

    def read_command(self, stream: str, command: str) -> tuple[Recorded, ...]:
        records = self._inner.read_command(stream, command)
        if records:
            self._pair.check_confirmed(records[-1].position)
        return records

    # -- reading -------------------------------------------------------------------------------------------------------

    def read(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Recorded]:
        return self._inner.read(stream, after, upto)

    def events(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Event]:
        return self._inner.events(stream, after, upto)

    def read_all(self, after: int = 0) -> Iterator[Recorded]:
        return self._inner.read_all(after)

    def follow(self, after: int = 0) -> AsyncIterator[Recorded]:
        return self._inner.follow(after)

    def raw(self, stream: str) -> Iterator[Raw]:
        return self._inner.raw(stream)

    def raw_after(self, position: int) -> Iterator[SealedRecord]:
        return self._inner.raw_after(position)

    def heads(self) -> tuple[Head, ...]:
        return self._inner.heads()

    def streams_after(self, after: int) -> tuple[str, ...]:
        return self._inner.streams_after(after)

    def version(self, stream: str) -> int:
        return self._inner.version(stream)

    def position(self) -> int:
        return self._inner.position()

    def seal(self) -> str:
        return self._inner.seal()

    def check(self) -> None:
        self._inner.check()

    def close(self) -> None:
        self._inner.close()
