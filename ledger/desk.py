"""The desk: the only way to write.

A command is decided on the newest state, under one lock for each tournament, and answered when its events are durable.
The log has the last word: should another process have been faster, the log refuses, what it wrote is taken in, and the
command is decided once more.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import Counter, OrderedDict
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext, suppress
from typing import Any

import msgspec

from engine.errors import BadInput, Broken, Refusal, RoundlogError, Unavailable, VersionConflict
from ledger.actors import is_same_person
from ledger.acts.act import Command, Event
from ledger.acts.catalogue import BY_COMMAND, BY_EVENT
from ledger.acts.decide import decide, find_confirmation
from ledger.acts.evolve import fold
from ledger.acts.opening import check_is_new
from ledger.acts.record import Recorded
from ledger.confirmation import Confirmations
from ledger.festival_index import UNREADABLE_STREAM, FestivalIndex
from ledger.history_cache import HistoryCache
from ledger.long_decisions import decide_in_worker
from ledger.state import State
from ledger.store.log import Log
from ledger.tournament_list import TournamentList
from ledger.turns import Kind, Task
from ledger.views.projector import Projector
from ledger.worker import Worker

_LOGGER = logging.getLogger("roundlog")
STREAMS_KEPT = 512  # loaded tournaments; the one that was not used for longest makes room
SEATS_KEPT = 250_000  # players and boards of all loaded tournaments together, each about a kilobyte
ATTEMPTS = 5  # of a command that is refused, or expects a version, while other processes write
ATTEMPTS_IN_WORKER = 3  # after which nobody else here writes meanwhile


ForSection = Callable[[State, str, Any, str], Command | None]  # what an event of a festival means for a section


class Answer(msgspec.Struct, frozen=True):
    """What became of a command: the version after it, and its records (none if it stood so already)."""

    version: int
    records: tuple[Recorded, ...]


class _Request(msgspec.Struct, frozen=True):
    """What somebody asks the desk for."""

    stream: str
    command: Command
    actor: str
    command_id: str
    may_be_known: bool  # the id was given, so that it may have been handled before
    expected_version: int | None
    confirmation: str = ""  # the token of what was confirmed

    def check_version(self, version: int) -> None:
        if self.expected_version is not None and self.expected_version != version:
            raise VersionConflict(
                "version-conflict", stream=self.stream, expected=self.expected_version, actual=version
            )


class _HandledBeforeError(Exception):
    """The command id is in the log already."""

    def __init__(self, records: tuple[Recorded, ...]) -> None:
        self.records = records


def _version_of(state: State | None) -> int:
    return 0 if state is None else state.version


def _count_seats(state: State | None) -> int:
    """By which a state grows: its players, and the boards of its rounds."""
    if state is None:
        return 0
    return len(state.tournament.entries) + sum(len(played.boards) for played in state.tournament.rounds)


def _is_same_pairing(one: State | None, other: State | None) -> bool:
    """Nothing that a pairing depends on was written between the two: who comes in, or what the hall is told, is not."""
    if one is None or other is None:
        return one is other
    return one.tournament == other.tournament


class Desk:
    """Handles commands for many tournaments in one event loop."""

    def __init__(
        self,
        log: Log,
        publish: Callable[[Recorded, State], None] | None = None,
        worker: Worker | None = None,
    ) -> None:
        self.log = log
        self.projector = Projector(log.read)
        self.history = HistoryCache(log)
        self.tournaments = TournamentList(log)
        self.festivals = FestivalIndex(log)
        self.publish = publish  # hears of every record of a loaded tournament, once, in order
        self.worker = worker
        self.confirmations = Confirmations()
        self._locks: OrderedDict[str, asyncio.Lock] = OrderedDict()  # of the loaded tournaments
        self._seats: dict[str, int] = {}  # that each of them has
        self._position = log.position()
        self._is_readable = True
        self.recorded: Counter[type[Event]] = Counter()  # events by kind, since the server was started

    async def handle(
        self,
        stream: str,
        command: Command,
        *,
        actor: str,
        command_id: str = "",
        expected_version: int | None = None,
        confirmation: str = "",
    ) -> Answer:
        """Decide, write, answer. A command id that was handled before gets the answer that it got then. What has to be
        confirmed is refused until it comes with the token of that refusal (``ledger/confirmation.py``).

        If it was another command then, it is refused. The log has ids but no commands; so the command is decided once
        more on the state that it was decided on, and must give what was recorded. Whoever hangs up takes nothing back:
        what the log was handed is recorded, and taken in when the tournament is next asked for.
        """
        new_id, loop = command_id or secrets.token_hex(8), asyncio.get_running_loop()
        request = _Request(stream, command, actor, new_id, bool(command_id), expected_version, confirmation)
        if BY_COMMAND[type(command)].check_others is not None:
            await asyncio.to_thread(self.festivals.find_all)  # the first time it looks at every stream
        handle = self._handle_in_worker if self._takes_long(command) else self._handle_here
        try:
            answer = await handle(request)
        except _HandledBeforeError as before:
            answer = await self._answer_again(request, before.records)
        await self._tell_sections(answer, actor)
        loop.call_soon(self._update_history, stream)  # after the answer, which is sent before the loop's next turn
        return answer

    async def open_with(self, stream: str, events: list[Event], *, actor: str, command_id: str = "") -> Answer:
        """A tournament that was played elsewhere: all of its events at once, or none of them. A command id that was
        handled before gets the answer that it got then."""
        async with self._lock(stream):
            if command_id and (before := self.answer_to(stream, command_id)) is not None:
                return before
            check_is_new(self.state(stream))
            try:
                return await self._append(stream, 0, events, actor, command_id or secrets.token_hex(8))
            except _HandledBeforeError as before_here:  # by another process, in the meantime
                return Answer(before_here.records[-1].version, before_here.records)

    def answer_to(self, stream: str, command_id: str) -> Answer | None:
        """What a command id that was handled before was answered with; ``None`` if it is new."""
        records = self.log.read_command(stream, command_id)
        return Answer(records[-1].version, records) if records else None

    def state(self, stream: str) -> State | None:
        """The newest state; ``None`` when there is no such tournament.

        When the disk fails, what is loaded is shown as it was: a hall that looks at its screens need not know.
        """
        try:
            self.catch_up()
            self._is_readable = True
        except (Unavailable, Broken) as problem:
            if stream not in self._locks:
                raise
            if self._is_readable:
                _LOGGER.error("the log cannot be read; what is loaded is shown as it was: %s", problem)
            self._is_readable = False
        return self._load(stream)

    def find_state(self, stream: str) -> State | None:
        """The same for what is shown or asked of several: ``None`` also of one that cannot be read, which does not hide
        the others (which, the list of tournaments says)."""
        try:
            return self.state(stream)
        except UNREADABLE_STREAM:
            return None

    def festival_of(self, section: str) -> str:
        """The stream of the festival that it is a section of; empty: of none."""
        for stream in self.festivals.find_all():
            state = self.find_state(stream)
            if state is not None and state.festival is not None and section in state.festival.sections:
                return stream
        return ""

    def catch_up(self) -> None:
        """Take in what another process appended to the same log: it touches the tournaments that moved and no other.

        Of one that is not loaded nothing is read here but that it moved.
        """
        position = self.log.position()
        if position == self._position:
            return
        for stream in self.log.streams_after(after=self._position):
            if stream in self._locks:
                self._catch_up_with(stream)
            else:
                self.tournaments.note(stream)
        self._position = max(position, self._position)

    def _catch_up_with(self, stream: str) -> None:
        version = 0
        try:
            for recorded in self.log.read(stream, after=_version_of(self.projector.state(stream))):
                version = recorded.version
                self._take_in(recorded)
        except (Unavailable, Broken):
            raise
        except Exception:  # read again when next asked for; meanwhile the others go on
            self._forget(stream)
            _LOGGER.exception("projecting version %s of %s", version, stream)

    # -- festivals -----------------------------------------------------------------------------------------------------

    async def _tell_sections(self, answer: Answer, actor: str) -> None:
        """What a festival announces, and the clock that it sets, its sections are told each in its own stream: there
        screens, phones and whoever reads it later find it. One that cannot be told keeps it from no other. Sent again,
        it is told to those that had missed it."""
        untold: dict[str, RoundlogError] = {}
        for recorded in answer.records:
            tell, state = BY_EVENT[type(recorded.event)].for_section, self.projector.state(recorded.stream)
            if tell is None or state is None or state.festival is None:
                continue
            for section in state.festival.sections:
                try:
                    await self._tell_section(section, tell, recorded, actor)
                except RoundlogError as error:
                    untold[section] = error
        if untold:
            told = Unavailable("sections-not-told", sections=tuple(untold))
            told.problems = (told, *untold.values())
            raise told

    async def _tell_section(self, section: str, tell: ForSection, recorded: Recorded, actor: str) -> None:
        """What it means there may be another thing by the time that it is decided: it is asked once more."""
        for is_last in (False, True):
            found = self.state(section)
            command = None if found is None else tell(found, section, recorded.event, recorded.stream)
            if command is None:
                return
            try:
                await self.handle(section, command, actor=actor, command_id=f"{recorded.command}/{recorded.stream}")
                return
            except Refusal:
                if is_last:
                    raise

    # -- deciding ------------------------------------------------------------------------------------------------------

    async def _handle_here(self, request: _Request) -> Answer:
        """It is decided on what is known here, without asking the log: the log lets nothing stand on an old state.

        So only what would be refused, or would change nothing, has the log looked at first: for what is new there, and
        for the command itself, which may have been handled before. Who expects no version is told of no conflict: it is
        decided again for as long as others are faster.
        """
        async with self._lock(request.stream), self._lock_other(request):
            attempts = ATTEMPTS
            while True:
                state, attempts = self._load(request.stream), attempts - 1
                try:
                    request.check_version(_version_of(state))
                    events = self._decide_here(state, request)
                    self._check_others(request, events)
                    self._check_confirmed(request, state, events)
                    if not events:
                        await self.log.newest()
                        self._check_new(request)
                    if events or attempts <= 0 or not self._has_moved(request.stream, state):
                        return await self._write(request, state, events)
                except (Refusal, BadInput, VersionConflict) as problem:
                    await self.log.newest()
                    self._check_new(request)
                    is_overtaken = isinstance(problem, VersionConflict) and request.expected_version is None
                    if not (is_overtaken or attempts > 0) or not self._has_moved(request.stream, state):
                        raise

    async def _handle_in_worker(self, request: _Request) -> Answer:
        """Others write meanwhile; it is worked out again only if they changed what a pairing depends on. If they do so
        again and again, those of this process wait until it is made."""
        await self.log.newest()
        self._check_new(request)
        for _ in range(ATTEMPTS_IN_WORKER):
            before, events = await self._decide_in_worker(request)
            async with self._lock(request.stream):
                if (answer := await self._write_if_same(request, before, events)) is not None:
                    return answer
        async with self._lock(request.stream):
            while True:
                before, events = await self._decide_in_worker(request)
                if (answer := await self._write_if_same(request, before, events)) is not None:
                    return answer

    async def _decide_in_worker(self, request: _Request) -> tuple[State | None, list[Event]]:
        before = self.state(request.stream)
        request.check_version(_version_of(before))
        events = await self._decide(before, request)
        self._check_others(request, events)
        self._check_confirmed(request, before, events)
        return before, events

    async def _write_if_same(self, request: _Request, before: State | None, events: list[Event]) -> Answer | None:
        """``None``: what a pairing depends on is another by now."""
        self._check_new(request)
        while _is_same_pairing(before, state := self.state(request.stream)):
            request.check_version(_version_of(state))
            with suppress(VersionConflict):
                return await self._write(request, state, events)
        return None

    def _check_new(self, request: _Request) -> None:
        if request.may_be_known and (records := self.log.read_command(request.stream, request.command_id)):
            raise _HandledBeforeError(records)

    def _takes_long(self, command: Command) -> bool:
        return self.worker is not None and BY_COMMAND[type(command)].takes_long

    async def _decide(self, state: State | None, request: _Request) -> list[Event]:
        if self.worker is None or not self._takes_long(request.command):
            return self._decide_here(state, request)
        players = 0 if state is None else len(state.tournament.entries)
        return await decide_in_worker(self.worker, Task(Kind.PAIRING, request.stream, players), state, request.command)

    def _decide_here(self, state: State | None, request: _Request) -> list[Event]:
        def has_written(version: int) -> bool:
            records = self.log.read(request.stream, after=version - 1, upto=version)
            return any(is_same_person(recorded.actor, request.actor) for recorded in records)

        return decide(state, request.command, has_written)

    def _check_others(self, request: _Request, events: list[Event]) -> None:
        """What has to hold elsewhere now, for what is new; not for what was decided before and is only asked again."""
        check_others = BY_COMMAND[type(request.command)].check_others
        if events and check_others is not None:
            check_others(self, request.stream, request.command)

    def _check_confirmed(self, request: _Request, state: State | None, events: list[Event]) -> None:
        confirmation = find_confirmation(state, request.command, events)
        if confirmation is not None:
            self.confirmations.check(request.stream, request.actor, request.command, confirmation, request.confirmation)

    async def _write(self, request: _Request, state: State | None, events: list[Event]) -> Answer:
        """Append to what was decided on, and take in what the log has recorded."""
        version = _version_of(state)
        if not events:
            return Answer(version, ())
        answer = await self._append(request.stream, version, events, request.actor, request.command_id)
        if request.confirmation:
            self.confirmations.spend(request.confirmation)
        return answer

    async def _append(self, stream: str, version: int, events: list[Event], actor: str, command_id: str) -> Answer:
        records = await self.log.append(stream, version, events, actor=actor, command=command_id)
        if records[0].version != version + 1 or [recorded.event for recorded in records] != events:
            raise _HandledBeforeError(records)  # by another process, in the meantime
        self.recorded.update(map(type, events))
        try:
            for recorded in records:
                self._take_in(recorded)
        except Exception as bug:  # the records stand all the same, and are read again when next asked for
            self._forget(stream)
            context = {"message": f"projecting {stream}", "exception": bug}
            asyncio.get_running_loop().call_exception_handler(context)
        return Answer(records[-1].version, records)

    async def _answer_again(self, request: _Request, records: tuple[Recorded, ...]) -> Answer:
        """On the state that these records were decided on, the command must give the same."""
        first = records[0]
        before = fold(self.log.events(first.stream, upto=first.version - 1))
        try:
            is_same = await self._decide(before, request) == [recorded.event for recorded in records]
        except (Refusal, BadInput):
            is_same = False
        if not is_same:
            raise Refusal("command-id-reused", stream=first.stream, command=first.command)
        return Answer(records[-1].version, records)

    # -- the loaded tournaments ----------------------------------------------------------------------------------------

    def _has_moved(self, stream: str, known: State | None) -> bool:
        """Another process has written to this tournament, which is taken in."""
        self.catch_up()
        return self._load(stream) is not known

    def _take_in(self, recorded: Recorded) -> None:
        """Project one record and publish it, unless the tournament is not loaded or the record known already."""
        if recorded.position == self._position + 1:
            self._position = recorded.position
        stream = recorded.stream
        if stream not in self._locks or recorded.version <= _version_of(self.projector.state(stream)):
            return
        self.projector.apply(recorded)
        projection = self.projector.projection(stream)
        assert projection.state is not None
        self._seats[stream] = _count_seats(projection.state)
        self.tournaments.take(recorded, projection.state, projection.released)
        if self.publish is not None:
            self.publish(recorded, projection.state)

    def _update_history(self, stream: str) -> None:
        """What is shown of the records is worked out, unless somebody has asked for it in the meantime."""
        try:
            self.projector.update_history(stream)
        except Exception:  # the records stand all the same, and are read again when next asked for
            self._forget(stream)
            raise

    def _lock(self, stream: str) -> asyncio.Lock:
        self._load(stream)
        return self._locks[stream]

    def _lock_other(self, request: _Request) -> AbstractAsyncContextManager[Any]:
        """Of what the command also depends on: two festivals do not both find that a tournament is in none. (Whoever
        has that lock waits for no other.)"""
        other_stream = BY_COMMAND[type(request.command)].other_stream
        other = "" if other_stream is None else other_stream(request.command)
        return nullcontext() if other in ("", request.stream) else self._lock(other)

    def _load(self, stream: str) -> State | None:
        if stream not in self._locks:
            self.projector.drop(stream)
            for recorded in self.log.read(stream):
                self.projector.apply(recorded)
            self._locks[stream] = asyncio.Lock()
            self._seats[stream] = _count_seats(self.projector.state(stream))
            self._make_room(stream)
        state = self.projector.state(stream)
        self._locks.move_to_end(stream, last=state is not None)  # what is not there makes room first
        return state

    def _make_room(self, wanted: str) -> None:
        """Those that were not used for longest go until there are few enough, and what they hold is little enough."""
        seats = sum(self._seats.values())
        for stream in tuple(self._locks):
            if len(self._locks) <= STREAMS_KEPT and seats <= SEATS_KEPT:
                return
            if stream != wanted and not self._locks[stream].locked():
                seats -= self._seats[stream]
                self._drop(stream)

    def _forget(self, stream: str) -> None:
        """What is known of it is not to be trusted: it is read from the log again when it is asked for next."""
        self._drop(stream)
        self.tournaments.note(stream)

    def _drop(self, stream: str) -> None:
        self._locks.pop(stream, None)
        self._seats.pop(stream, None)
        self.projector.drop(stream)
