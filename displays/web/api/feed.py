"""The feed: what happened, a JSON line for each record, resumable after any of them, live if asked.

The arbiters get the records as they stand in the log. Everybody else gets what is released: a draft's records come
with its publication, in one piece, and ``released`` says with which version a line became public. A reader goes on
after the last ``released`` (of the arbiters' feed: ``version``) that it has seen whole.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable
from itertools import islice
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from displays.web.access.authorize import allow, may_see, see, visitor_of
from displays.web.access.middleware import arrived
from displays.web.access.roles import Act, Visitor
from displays.web.api.endpoint import JSON_LINES, Door
from displays.web.at_moment import check_question
from displays.web.visibility import public_player
from displays.words.parse import whole_number
from engine.errors import BadInput, Refusal, Unavailable
from ledger.actors import read_actor
from ledger.desk import Desk
from ledger.events import Event, PlayerCorrected, PlayerRegistered, Recorded
from ledger.publication import Releases
from ledger.store.log import Log

RECORDS_AT_A_TIME = 256
HEARTBEAT = 15.0  # seconds: an empty line says that the server is there
MOST_LIVE = 200
KEPT_FOR_STAFF = 50  # of them
MOST_AT_AN_ADDRESS = 20  # of those who are not staff

_ENCODE = msgspec.json.Encoder().encode


class PublicRecord(msgspec.Struct, frozen=True):
    """A record as everybody may see it. Whoever wants to verify one needs all of it: for that there is the export."""

    version: int
    released: int  # the version with which it became public
    at: str
    actor: str
    event: Event


# -- what a reader is told ---------------------------------------------------------------------------------------------


class Everything:
    """For those who may see drafts, and what is private."""

    def __init__(self, after: int) -> None:
        self.begins_after = after

    def lines(self, recorded: Recorded) -> tuple[bytes, ...]:
        return (_ENCODE(recorded) + b"\n",)


class Released:
    """For everybody. What is released depends on all that came before, so it is read from the beginning."""

    begins_after = 0

    def __init__(self, after: int) -> None:
        self._after = after
        self._releases: Releases[Recorded] = Releases()

    def lines(self, recorded: Recorded) -> tuple[bytes, ...]:
        found = self._releases.take(recorded, recorded.event)
        if recorded.version <= self._after:
            return ()
        return tuple(_ENCODE(_public(one, recorded.version)) + b"\n" for one in found)


def _public(recorded: Recorded, released: int) -> PublicRecord:
    event = recorded.event
    if isinstance(event, PlayerRegistered | PlayerCorrected):
        event = msgspec.structs.replace(event, player=public_player(event.player))
    return PublicRecord(recorded.version, released, recorded.at, read_actor(recorded.actor).name, event)


# -- live --------------------------------------------------------------------------------------------------------------


class Newsroom:
    """Wakes those who wait for news: one follower of the log for all of them, while there are any."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self.readers = 0
        self._strangers: Counter[str] = Counter()  # by address
        self.bell = asyncio.Event()
        self._follower: asyncio.Task[None] | None = None
        self.is_closing = False

    def enter(self, address: str, *, is_staff: bool) -> None:
        """Strangers leave room for the staff, and one machine leaves room for the others."""
        if self.readers >= MOST_LIVE:
            raise Unavailable("too-many-feeds", most=MOST_LIVE)
        if not is_staff:
            self._check_strangers(address)
            self._strangers[address] += 1
        self.readers += 1
        if self._follower is None:
            self.bell = asyncio.Event()
            self._follower = asyncio.create_task(self._follow())

    def _check_strangers(self, address: str) -> None:
        if self._strangers.total() >= MOST_LIVE - KEPT_FOR_STAFF:
            raise Unavailable("too-many-feeds", most=MOST_LIVE - KEPT_FOR_STAFF)
        if self._strangers[address] >= MOST_AT_AN_ADDRESS:
            raise Unavailable("too-many-feeds", most=MOST_AT_AN_ADDRESS)

    def leave(self, address: str, *, is_staff: bool) -> None:
        self.readers -= 1
        if not is_staff:
            self._strangers[address] -= 1
            self._strangers += Counter()  # forgets who has none
        if self.readers == 0 and self._follower is not None:
            self._follower.cancel()
            self._follower = None

    def close(self) -> None:
        """The server stops: every live answer ends."""
        self.is_closing = True
        self._ring()

    async def _follow(self) -> None:
        async for _ in self._log.follow(after=self._log.position()):
            self._ring()

    def _ring(self) -> None:
        """Who waits is woken; who comes next waits for the next news."""
        bell, self.bell = self.bell, asyncio.Event()
        bell.set()


Read = Callable[[int], Iterable[Recorded]]  # the records after a number
Numbered = Callable[[Recorded], int]


def _some(read: Read, after: int) -> list[Recorded]:
    return list(islice(read(after), RECORDS_AT_A_TIME))


def _text(reader: Everything | Released, records: Iterable[Recorded]) -> bytes:
    return b"".join(line for recorded in records for line in reader.lines(recorded))


async def _told(read: Read, number: Numbered, reader: Everything | Released) -> AsyncIterator[bytes]:
    """What is there already."""
    after = reader.begins_after
    while records := await asyncio.to_thread(_some, read, after):
        yield _text(reader, records)
        after = number(records[-1])


async def _told_live(
    newsroom: Newsroom, read: Read, number: Numbered, reader: Everything | Released, may_stay: Callable[[], bool]
) -> AsyncIterator[bytes]:
    """What is there already, then what comes, for as long as the reader may know it (a key can be taken back, a
    tournament turned private). A slow reader keeps only itself waiting: it is read for on demand."""
    after = reader.begins_after
    while not newsroom.is_closing:
        bell = newsroom.bell  # before looking: what comes after the look rings it
        records = await asyncio.to_thread(_some, read, after)
        if not may_stay():
            return
        if records:
            after = number(records[-1])
            if text := _text(reader, records):
                yield text
        elif not await _rung(bell):
            yield b"\n"


class LiveAnswer(StreamingResponse):
    """Leaves the newsroom at the end, also when the reader was gone before the first line."""

    def __init__(self, content: AsyncIterator[bytes], leave: Callable[[], None]) -> None:
        super().__init__(content, media_type=JSON_LINES)
        self._leave = leave

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._leave()


async def _rung(bell: asyncio.Event) -> bool:
    try:
        await asyncio.wait_for(bell.wait(), HEARTBEAT)
    except TimeoutError:
        return False
    return True


# -- doors -------------------------------------------------------------------------------------------------------------


async def events(request: Request) -> Response:
    check_question(request.query_params, "after", "live")
    stream = request.path_params["id"]
    is_staff = see(request, stream).may(Act.SEE_PRIVATE, stream)
    after = whole_number(request.query_params.get("after", "0"), "after")
    desk: Desk = request.app.state.desk
    reader = Everything(after) if is_staff else Released(after)

    def may(visitor: Visitor) -> bool:
        if is_staff:
            return visitor.may(Act.SEE_PRIVATE, stream)
        state = desk.state(stream)
        return state is not None and may_see(visitor, stream, state.tournament)

    return _answer(request, lambda number: desk.log.read(stream, after=number), lambda one: one.version, reader, may)


async def all_events(request: Request) -> Response:
    """Of the whole server, after a position."""
    check_question(request.query_params, "after", "live")
    allow(request, Act.SEE_PRIVATE)
    after = whole_number(request.query_params.get("after", "0"), "after")
    desk: Desk = request.app.state.desk

    def may(visitor: Visitor) -> bool:
        return visitor.may(Act.SEE_PRIVATE)

    reader = Everything(after)
    return _answer(request, lambda number: desk.log.read_all(after=number), lambda one: one.position, reader, may)


def _answer(
    request: Request, read: Read, number: Numbered, reader: Everything | Released, may: Callable[[Visitor], bool]
) -> Response:
    live = request.query_params.get("live", "0")
    if live not in ("0", "1"):
        raise BadInput("not-one-of", field="live", value=live, possible=("0", "1"))
    if live != "1":
        return StreamingResponse(_told(read, number, reader), media_type=JSON_LINES)
    newsroom: Newsroom = request.app.state.newsroom
    address, is_staff = visitor_of(request).address, isinstance(reader, Everything)
    newsroom.enter(address, is_staff=is_staff)
    told = _told_live(newsroom, read, number, reader, lambda: _may_still(request, may))
    return LiveAnswer(told, lambda: newsroom.leave(address, is_staff=is_staff))


def _may_still(request: Request, may: Callable[[Visitor], bool]) -> bool:
    """Asked of who they are now."""
    try:
        return may(arrived(request).visitor)
    except Refusal:
        return False  # the key of a program does not hold any more


_QUESTIONS = {"after": int, "live": bool}
DOORS = (
    Door(
        name="feed",
        method="GET",
        path="/api/t/{id}/events",
        endpoint=events,
        answer=(Recorded, PublicRecord),
        media=JSON_LINES,
        query=_QUESTIONS,
    ),
    Door(
        name="feed-of-server",
        method="GET",
        path="/api/events",
        endpoint=all_events,
        answer=Recorded,
        act=Act.SEE_PRIVATE,
        media=JSON_LINES,
        query=_QUESTIONS,
    ),
)
