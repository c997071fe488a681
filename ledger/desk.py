"""The desk: the only door for writes.

A command is decided against the newest state at once, handed to the log, and acknowledged when it is durable. Commands
for one tournament do not wait for each other's disk write: each is decided on top of what is already on its way, and
the log keeps their order. Should a write fail, everything that was built on it fails with it, and what comes next is
decided on what is durable.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable
from itertools import takewhile

import msgspec

from engine.errors import BadInput, Refusal, VersionConflict
from ledger.commands import Command, PairRound
from ledger.decide import decide
from ledger.events import Event, Recorded
from ledger.evolve import fold
from ledger.history_cache import Past
from ledger.state import State
from ledger.store.log import Log
from ledger.views.projector import Projector
from ledger.worker import Workshop

STREAMS_KEPT = 512  # loaded tournaments; the one that was not used for longest makes room
TAKES_LONG = (PairRound,)  # decided in the workshop, if there is one
TRIES_IN_THE_WORKSHOP = 3
COMMANDS_KEPT = 64  # of a tournament; who has had no answer asks again within seconds


class Answer(msgspec.Struct, frozen=True):
    """What became of a command: the version after it, and its records (none if it stood so already)."""

    version: int
    records: tuple[Recorded, ...]


class _Live:
    """A loaded tournament: the state with everything that is on its way to the disk, and what was asked already."""

    __slots__ = ("asked", "done", "newest", "on_the_way", "tip")

    def __init__(self, tip: State | None, done: dict[str, int], asked: dict[str, Command]) -> None:
        self.tip = tip
        self.done = done  # command id → its first version
        self.asked = asked  # command id → what it was: of the last ones that stand, which may be asked again
        self.on_the_way: dict[str, asyncio.Future[Answer]] = {}
        self.newest: asyncio.Future[Answer] | None = None  # the write that the tip stands on

    @property
    def version(self) -> int:
        return 0 if self.tip is None else self.tip.version

    def note_asked(self, command_id: str, command: Command) -> None:
        """Of what is older the log can say whether it was the same."""
        self.asked[command_id] = command
        if len(self.asked) > COMMANDS_KEPT:
            del self.asked[next(iter(self.asked))]


class _OnTheWay:
    """What the log is to tell of one write, in the loop of whoever asked for it."""

    __slots__ = ("_desk", "answer", "command", "command_id", "events", "live", "stream")

    def __init__(
        self, desk: Desk, stream: str, live: _Live, command: Command, command_id: str, events: list[Event]
    ) -> None:
        self._desk, self.stream, self.live = desk, stream, live
        self.command, self.command_id, self.events = command, command_id, events
        self.answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

    def done(self) -> bool:
        return self.answer.done()

    def is_recorded_as(self, records: tuple[Recorded, ...]) -> bool:
        """Not so if another process has recorded a command of this id before: then these are its records."""
        return records[0].event is self.events[0]

    def set_result(self, records: tuple[Recorded, ...], /) -> None:
        self._desk.stands(self, records)

    def set_exception(self, error: Exception, /) -> None:
        self._desk.has_failed(self, error)


def _is_same(one: State | None, other: State | None) -> bool:
    """Nothing that a pairing depends on was written between the two: who comes in, or what the hall is told, is not.

    (What is on its way becomes another object when it is durable.)
    """
    if one is None or other is None:
        return one is other
    return one.tournament == other.tournament


class Desk:
    """Handles commands for many tournaments in one event loop."""

    def __init__(
        self,
        log: Log,
        publish: Callable[[Recorded, State], None] | None = None,
        workshop: Workshop | None = None,
    ) -> None:
        self.log = log
        self.projector = Projector(log.read)
        self.past = Past(log)
        self.publish = publish  # hears of every record that stands, once, in order
        self.workshop = workshop
        self._live: OrderedDict[str, _Live] = OrderedDict()
        self._position = log.position()

    async def handle(
        self, stream: str, command: Command, *, actor: str, command_id: str = "", expected_version: int | None = None
    ) -> Answer:
        """Decide, write, answer. A command id that was handled before gets the answer that it got then.

        If it was another command then, it is refused. The log has ids but no commands; so what was not asked here is
        decided once more on the state that it was decided on, and must give what was recorded.

        It is decided on what is known here: the log lets nothing stand on a state that another process has gone beyond.
        So only who would be refused has the log looked at first; and what takes long, before it begins. Without an
        expected version a lost race is decided once more on the newer state.
        """
        command_id = command_id or secrets.token_hex(8)
        try:
            return await self._handle_once(stream, command, actor, command_id, expected_version)
        except (Refusal, BadInput, VersionConflict) as error:
            is_lost_race = isinstance(error, VersionConflict) and expected_version is None
            is_final = self._takes_long(command) or not self._has_moved(stream)
            if is_final and not is_lost_race:
                raise
            return await self._handle_once(stream, command, actor, command_id, expected_version)

    def _has_moved(self, stream: str) -> bool:
        """Another process has written to this tournament, which is taken in."""
        known = self.projector.state(stream)
        self.catch_up()
        return self.projector.state(stream) is not known

    async def answered(self, stream: str, command_id: str) -> Answer | None:
        """What a command id that was handled before was answered with; ``None`` if it is new."""
        self.catch_up()
        live = self._load(stream)
        if command_id in live.on_the_way:
            return await asyncio.shield(live.on_the_way[command_id])
        return self._recorded_by(stream, command_id, live.done[command_id]) if command_id in live.done else None

    def state(self, stream: str) -> State | None:
        """The newest durable state; ``None`` when there is no such tournament."""
        self.catch_up()
        self._load(stream)
        return self.projector.state(stream)

    async def settled(self, stream: str) -> State | None:
        """The same, once everything that is on its way now has become durable."""
        live = self._live.get(stream)
        if live is not None and live.newest is not None:
            await asyncio.shield(live.newest)
        return self.state(stream)

    def catch_up(self) -> None:
        """Take in what another process appended to the same log."""
        if self.log.position() == self._position:
            return
        for recorded in self.log.read_all(after=self._position):
            live = self._live.get(recorded.stream)
            if live is not None:
                self._take_in(live, recorded)
            self._position = recorded.position

    async def _handle_once(
        self, stream: str, command: Command, actor: str, command_id: str, expected_version: int | None
    ) -> Answer:
        made: tuple[State | None, list[Event]] | None = None  # in the workshop, and on which state
        tries = TRIES_IN_THE_WORKSHOP
        while True:
            if self._takes_long(command):
                self.catch_up()
            live = self._load(stream)
            if command_id in live.on_the_way:
                answer = await asyncio.shield(live.on_the_way[command_id])
                return await self._answered_before(live.asked.get(command_id), command, answer)
            if command_id in live.done:
                answer = self._recorded_by(stream, command_id, live.done[command_id])
                return await self._answered_before(live.asked.get(command_id), command, answer)
            if expected_version is not None and expected_version != live.version:
                raise VersionConflict("version-conflict", stream=stream, expected=expected_version, actual=live.version)
            if made is not None and _is_same(made[0], live.tip):
                return await self._write(stream, live, command, made[1], actor, command_id)
            if not self._takes_long(command):
                events = decide(live.tip, command)
                if not events and self._has_moved(stream):
                    continue
                return await self._write(stream, live, command, events, actor, command_id)
            if not tries:  # somebody writes all the time; it is never worked out here, where the hall is served
                raise VersionConflict("version-conflict", stream=stream, expected=live.version - 1, actual=live.version)
            tries -= 1
            made = live.tip, await self._decided(live.tip, command)

    def _takes_long(self, command: Command) -> bool:
        return self.workshop is not None and isinstance(command, TAKES_LONG)

    async def _decided(self, t: State | None, command: Command) -> list[Event]:
        """In the workshop, if it takes long and there is one."""
        if self.workshop is None or not self._takes_long(command):
            return decide(t, command)
        return await self.workshop.run(decide, t, command)

    async def _write(
        self, stream: str, live: _Live, command: Command, events: list[Event], actor: str, command_id: str
    ) -> Answer:
        """Hand the events to the log before anybody else's turn comes; answer when they are durable."""
        version = live.version
        if not events:
            # It stands so already, perhaps by a write that is still on its way: the answer waits for that one.
            if live.newest is not None:
                await asyncio.shield(live.newest)
            return Answer(version, ())
        written = _OnTheWay(self, stream, live, command, command_id, events)
        self.log.hand_in(written, stream, version, events, actor=actor, command=command_id)
        if written.done():  # the log wrote it at once
            answer = written.answer.result()
        else:  # what is decided from now on is decided on top of it
            live.tip = fold(events, live.tip)
            live.on_the_way[command_id] = live.newest = written.answer
            answer = await asyncio.shield(written.answer)
        return answer if written.is_recorded_as(answer.records) else await self._answered_before(None, command, answer)

    def _recorded_by(self, stream: str, command_id: str, first: int) -> Answer:
        """From the log: the records of a command follow each other."""
        onwards = self.log.read(stream, after=first - 1)
        records = tuple(takewhile(lambda recorded: recorded.command == command_id, onwards))
        return Answer(records[-1].version, records)

    async def _answered_before(self, asked: Command | None, command: Command, answer: Answer) -> Answer:
        if asked != command and not await self._would_record(command, answer.records):
            first = answer.records[0]
            raise Refusal("command-id-reused", stream=first.stream, command=first.command)
        return answer

    async def _would_record(self, command: Command, records: tuple[Recorded, ...]) -> bool:
        """On the state that these records were decided on, it gives the same."""
        before = fold(self.log.events(records[0].stream, upto=records[0].version - 1))
        try:
            return await self._decided(before, command) == [recorded.event for recorded in records]
        except Refusal:
            return False

    # -- told by the log, in the order of its records ------------------------------------------------------------------

    def stands(self, written: _OnTheWay, records: tuple[Recorded, ...]) -> None:
        stream, answer, loop = written.stream, written.answer, written.answer.get_loop()
        written.live.on_the_way.pop(written.command_id, None)
        live = self._live.get(stream)  # perhaps loaded since; if not at all, it is read when next asked for
        try:
            if live is not None:
                if written.is_recorded_as(records):
                    live.note_asked(written.command_id, written.command)
                self._take_in_all(live, records)
                loop.call_soon(loop.call_soon, self._show, stream, live)  # when whoever asked has been answered
        except Exception as bug:  # the records stand all the same, and are read again when next asked for
            self._forget(stream, live or written.live)
            loop.call_exception_handler({"message": f"projecting {stream}", "exception": bug})
        answer.set_result(Answer(records[-1].version, records))

    def _show(self, stream: str, live: _Live) -> None:
        """What is shown of the records is worked out, unless somebody has asked for it in the meantime."""
        try:
            self.projector.settle(stream)
        except Exception:  # the records stand all the same, and are read again when next asked for
            self._forget(stream, live)
            raise

    def has_failed(self, written: _OnTheWay, error: Exception) -> None:
        """And so will all that was decided on top of it: the log sees to that. What is decided from now on is not."""
        live = written.live
        live.on_the_way.pop(written.command_id, None)
        if self._live.get(written.stream) is live:
            self._live[written.stream] = _Live(self.projector.state(written.stream), live.done, live.asked)
        written.answer.set_exception(error)
        written.answer.exception()  # seen: whoever asked may have hung up

    def _take_in_all(self, live: _Live, records: tuple[Recorded, ...]) -> None:
        """What comes before them may not have been told yet, or be another process's: the log has it."""
        stream = records[-1].stream
        known = self.projector.state(stream)
        version = 0 if known is None else known.version
        if records[0].version > version + 1:
            records = tuple(self.log.read(stream, after=version, upto=records[-1].version))
        for recorded in records:
            self._take_in(live, recorded)
            if recorded.position == self._position + 1:
                self._position = recorded.position
        if not live.on_the_way:
            live.newest = None
            live.tip = self.projector.state(stream)

    def _take_in(self, live: _Live, recorded: Recorded) -> None:
        """Project one record, unless it is known already."""
        known = self.projector.state(recorded.stream)
        if known is not None and recorded.version <= known.version:
            return
        self.projector.apply(recorded)
        t = self.projector.state(recorded.stream)
        assert t is not None
        live.done.setdefault(recorded.command, recorded.version)
        if not live.on_the_way or live.version <= t.version:  # a write may be told before those that it stands on
            live.tip = t
        if self.publish is not None:
            self.publish(recorded, t)

    def _load(self, stream: str) -> _Live:
        live = self._live.get(stream)
        if live is None:
            done: dict[str, int] = {}
            self.projector.drop(stream)
            for recorded in self.log.read(stream):
                self.projector.apply(recorded)
                done.setdefault(recorded.command, recorded.version)
            live = self._live[stream] = _Live(self.projector.state(stream), done, {})
            self._make_room(stream)
        self._live.move_to_end(stream)
        return live

    def _make_room(self, wanted: str) -> None:
        idle = [name for name, live in self._live.items() if not live.on_the_way and name != wanted]
        for stream in idle[: max(0, len(self._live) - STREAMS_KEPT)]:
            self._forget(stream, self._live[stream])

    def _forget(self, stream: str, live: _Live) -> None:
        """Read it from the log again when it is asked for next."""
        if self._live.get(stream) is live:
            del self._live[stream]
            self.projector.drop(stream)
