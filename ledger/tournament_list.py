"""The list of tournaments: a line of each, kept by following the log.

A line is what a list says of a tournament; the tournament itself need not be loaded for it. All lines are read once, in
a thread, the tournaments that were written to last first. From then on the desk tells of every record: of a tournament
that it has loaded, with the state; of any other, only that it moved, and its line is read again.
"""

from __future__ import annotations

import threading
from concurrent.futures import Future, ThreadPoolExecutor

import msgspec

from engine.errors import RoundlogError, Unavailable
from ledger.acts.epochs import SERVER_STREAM
from ledger.acts.evolve import evolve
from ledger.acts.record import Recorded
from ledger.publication import Releases
from ledger.state import State
from ledger.store.log import Log


class Listed(msgspec.Struct, frozen=True):
    """What a list of tournaments tells a program of one. ``played`` counts published rounds: a draft is nobody's
    business."""

    id: str
    name: str
    place: str
    starts: str
    system: str
    game: str
    players: int
    rounds: int
    played: int
    is_finished: bool
    version: int
    head: str
    is_private: bool = False
    broken: str = ""  # why it cannot be read: a code


class ListedFestival(msgspec.Struct, frozen=True):
    """What a list of festivals tells a program of one."""

    id: str
    name: str
    place: str
    starts: str
    ends: str
    sections: int
    version: int
    is_private: bool = False

    @classmethod
    def of(cls, line: TournamentLine, sections: int | None = None) -> ListedFestival:
        """``sections``: those that the reader may know of, if not all."""
        count = len(line.sections) if sections is None else sections
        facts = (line.id, line.name, line.place, line.starts, line.ends)
        return cls(*facts, count, line.newest.version, line.is_private)


class RecordMark(msgspec.Struct, frozen=True):
    """Which record it was."""

    version: int
    hash: str
    at: str


class TournamentLine(msgspec.Struct, frozen=True, kw_only=True):
    """What is kept of one tournament for lists."""

    id: str
    name: str
    place: str = ""
    starts: str = ""
    ends: str = ""
    system: str = ""
    game: str = ""
    players: int = 0
    rounds: int = 0
    paired: int = 0  # rounds, with a draft
    played: int = 0  # rounds that are published
    is_finished: bool = False
    is_private: bool = False
    is_festival: bool = False  # it stands in no list of tournaments
    sections: tuple[str, ...] = ()  # of a festival: their streams
    newest: RecordMark
    released: RecordMark  # the last that everybody may know of
    broken: str = ""  # why it cannot be read: a code

    def to_listed(self, *, with_drafts: bool) -> Listed:
        """Version and head count a draft only for those who may see it."""
        mark = self.newest if with_drafts else self.released
        return Listed(
            id=self.id,
            name=self.name,
            place=self.place,
            starts=self.starts,
            system=self.system,
            game=self.game,
            players=self.players,
            rounds=self.rounds,
            played=self.played,
            is_finished=self.is_finished,
            version=mark.version,
            head=mark.hash,
            is_private=self.is_private,
            broken=self.broken,
        )


def line_of(stream: str, state: State, newest: RecordMark, released: RecordMark) -> TournamentLine:
    t = state.tournament
    return TournamentLine(
        id=stream,
        name=t.details.name,
        place=t.details.place,
        starts=t.details.starts,
        ends=t.details.ends,
        system=t.rules.system,
        game=t.rules.game,
        players=len(t.entries),
        rounds=t.rules.rounds,
        paired=len(t.rounds),
        played=t.released_rounds,
        is_finished=t.is_finished,
        is_private=t.details.is_private,
        is_festival=state.festival is not None,
        sections=() if state.festival is None else state.festival.sections,
        newest=newest,
        released=released,
    )


def read_line(log: Log, stream: str) -> TournamentLine:
    """From the log. One that cannot be read has a line that says why, and does not hide the others."""
    try:
        return _read_line(log, stream)
    except Unavailable:
        raise  # nothing is wrong with the tournament
    except RoundlogError as error:
        return _broken_line(log, stream, error.code)
    except (AssertionError, AttributeError, LookupError, TypeError, ValueError):
        return _broken_line(log, stream, "event-does-not-fit")  # ``evolve`` trusts ``decide``, which never made these


def _read_line(log: Log, stream: str) -> TournamentLine:
    state: State | None = None
    released, releases = 0, Releases[int]()
    for version, event in enumerate(log.events(stream), 1):
        state = evolve(state, event)
        if releases.take(version, event):
            released = version
    if state is None:
        raise LookupError(stream)
    newest = _mark(log, stream, state.version)
    return line_of(stream, state, newest, newest if released == newest.version else _mark(log, stream, released))


def _mark(log: Log, stream: str, version: int) -> RecordMark:
    (recorded,) = log.read(stream, after=version - 1, upto=version)
    return mark_of(recorded)


def mark_of(recorded: Recorded) -> RecordMark:
    return RecordMark(recorded.version, recorded.hash, recorded.at)


def _broken_line(log: Log, stream: str, why: str) -> TournamentLine:
    head = next((head for head in log.heads() if head.stream == stream), None)
    mark = RecordMark(0, "", "") if head is None else RecordMark(head.version, head.hash, "")
    return TournamentLine(id=stream, name=stream, newest=mark, released=mark, broken=why)


def read_all_lines(log: Log, *, festivals: bool = False) -> tuple[TournamentLine, ...]:
    """Of every tournament, or of every festival, by id; for a program that looks once."""
    lines = (read_line(log, head.stream) for head in log.heads() if head.stream != SERVER_STREAM)
    return tuple(line for line in lines if line.is_festival == festivals)


class TournamentList:
    """The lines of all tournaments of a log. The desk tells it what moves; one thread of its own reads."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._lock = threading.Lock()  # protects what follows: a thread reads, the loop tells and asks
        self._lines: dict[str, TournamentLine] = {}
        self._festivals: dict[str, TournamentLine] = {}  # those of them that are events
        self._in_order: tuple[TournamentLine, ...] | None = ()  # None: one has changed since they were put in order
        self._unread: dict[str, None] = {}  # streams whose line has to be read; the last one is the next
        self._is_begun = False
        self._reader: Future[None] | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="tournaments")

    # -- from the desk -------------------------------------------------------------------------------------------------

    def take(self, recorded: Recorded, state: State, released: int) -> None:
        """A record of a loaded tournament, the state with it, and the version of the last that everybody may know."""
        if recorded.stream == SERVER_STREAM:
            return
        with self._lock:
            known = self._lines.get(recorded.stream)
            if not self._is_begun or recorded.stream in self._unread:
                return  # it will be read
            newest = mark_of(recorded)
            if released == recorded.version:
                self._put(line_of(recorded.stream, state, newest, newest))
            elif known is not None and known.released.version == released:
                self._put(line_of(recorded.stream, state, newest, known.released))
            else:
                self._unread[recorded.stream] = None

    def note(self, stream: str) -> None:
        """A tournament that is not loaded has moved."""
        with self._lock:
            if self._is_begun and stream != SERVER_STREAM:
                self._unread[stream] = None

    # -- what is asked -------------------------------------------------------------------------------------------------

    def lines(self) -> tuple[TournamentLine, ...]:
        """As many as are known, by id."""
        with self._lock:
            if self._in_order is None:
                self._in_order = tuple(line for _, line in sorted(self._lines.items()))
            return self._in_order

    def festival_of(self, section: str) -> TournamentLine | None:
        """The event that has it among its sections, as far as lines are known."""
        with self._lock:
            return next((line for line in self._festivals.values() if section in line.sections), None)

    def line(self, stream: str) -> TournamentLine | None:
        return self._lines.get(stream)

    def is_complete(self) -> bool:
        """Every line is as new as what the desk has told of."""
        with self._lock:
            return self._is_begun and not self._unread and self._reader is None

    def count_unread(self) -> int:
        """How many tournaments have no line yet: not even an old one."""
        with self._lock:
            return len(self._unread.keys() - self._lines.keys())

    def read(self) -> Future[None]:
        """Begin to read what has not been read; resolved once every line is as new as what the desk has told of.

        It fails if the log cannot be read, and is tried again when it is asked for next.
        """
        with self._lock:
            if self._reader is None or self._reader.done():
                if self._is_begun and not self._unread:
                    done: Future[None] = Future()
                    done.set_result(None)
                    return done
                self._reader = self._thread.submit(self._read_unread)
            return self._reader

    def close(self) -> None:
        with self._lock:
            self._unread.clear()
        self._thread.shutdown(wait=True)

    def _read_unread(self) -> None:
        if not self._is_begun:
            self._begin()
        while True:
            with self._lock:
                if not self._unread:
                    self._reader = None  # whoever tells of more from here on has it read anew
                    return
                stream, _ = self._unread.popitem()
            try:
                line = read_line(self._log, stream)
            except BaseException:
                with self._lock:
                    self._unread[stream] = None
                raise
            with self._lock:
                self._keep(line)

    def _begin(self) -> None:
        """What is told from the moment that the flag is set is in the log, or is told."""
        with self._lock:
            self._is_begun = True
        try:
            heads = sorted(self._log.heads(), key=lambda head: head.position)
        except BaseException:
            self._is_begun = False
            raise
        with self._lock:
            found = (head.stream for head in heads if head.stream != SERVER_STREAM)
            self._unread = dict.fromkeys((*self._unread, *found))

    def _keep(self, line: TournamentLine) -> None:
        """Unless the desk has told of something newer meanwhile."""
        known = self._lines.get(line.id)
        if known is None or line.newest.version >= known.newest.version:
            self._put(line)

    def _put(self, line: TournamentLine) -> None:
        self._lines[line.id], self._in_order = line, None
        if line.is_festival:
            self._festivals[line.id] = line
