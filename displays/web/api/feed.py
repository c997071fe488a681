"""The feed: what happened, a JSON line for each record, resumable after any of them, live if asked.

The arbiters get the records as they stand in the log. Everybody else gets what is released: a draft's records come
with its publication, in one piece, and ``released`` says with which version a line became public. A reader goes on
after the last ``released`` (of the arbiters' feed: ``version``) that it has seen whole.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from itertools import islice
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from displays.web.access.authorize import allow, may_see, see, visitor_of
from displays.web.access.middleware import identify
from displays.web.access.roles import Visitor
from displays.web.access.services import services_of
from displays.web.api.endpoint import JSON_LINES, Endpoint
from displays.web.at_moment import check_question
from displays.web.feed_readers import FeedReaders
from displays.web.visibility import public_event, publish_key
from displays.words.parse import whole_number
from engine.errors import BadInput, Refusal
from ledger.actors import ActorKey, read_actor
from ledger.acts.catalogue import AnyEvent
from ledger.acts.permission import Permission
from ledger.acts.record import Recorded
from ledger.person_publicity import PersonPublicity, publicity_of
from ledger.publication import Releases

RECORDS_AT_A_TIME = 256
HEARTBEAT = 15.0  # seconds: an empty line says that the server is there

_ENCODE = msgspec.json.Encoder().encode


class PublicRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """A record as everybody may see it. Whoever wants to verify one needs all of it: for that there is the export."""

    version: int
    released: int  # the version with which it became public
    at: str
    actor: str
    event: AnyEvent
    key: ActorKey | None = None  # that the actor acted with


# -- what a reader is sent -------------------------------------------------------------------------------------------


class Everything:
    """For those who may see drafts, and what is private."""

    def __init__(self, after: int) -> None:
        self.begins_after = after

    def lines(self, recorded: Recorded) -> tuple[bytes, ...]:
        return (_ENCODE(recorded) + b"\n",)


class Released:
    """For everybody. What is released depends on all that came before, so it is read from the beginning."""

    begins_after = 0

    def __init__(self, after: int, publicity: Callable[[], PersonPublicity]) -> None:
        self._after, self._publicity = after, publicity
        self._releases: Releases[Recorded] = Releases()

    def lines(self, recorded: Recorded) -> tuple[bytes, ...]:
        found = self._releases.take(recorded, recorded.event)
        if recorded.version <= self._after:
            return ()
        return tuple(_ENCODE(_public(one, recorded.version, self._publicity())) + b"\n" for one in found)


def _public(recorded: Recorded, released: int, publicity: PersonPublicity) -> PublicRecord:
    event, actor = public_event(recorded.event, publicity), read_actor(recorded.actor)
    called, key = publicity.actor(actor.name), publish_key(actor.key, publicity)
    return PublicRecord(recorded.version, released, recorded.at, called, event, key)


# -- live ------------------------------------------------------------------------------------------------------------


Read = Callable[[int], Iterable[Recorded]]  # the records after a number
Numbered = Callable[[Recorded], int]


def _some(read: Read, after: int) -> list[Recorded]:
    return list(islice(read(after), RECORDS_AT_A_TIME))


def _text(reader: Everything | Released, records: Iterable[Recorded]) -> bytes:
    return b"".join(line for recorded in records for line in reader.lines(recorded))


async def _past_lines(read: Read, number: Numbered, reader: Everything | Released) -> AsyncIterator[bytes]:
    """What is there already."""
    after = reader.begins_after
    while records := await asyncio.to_thread(_some, read, after):
        yield _text(reader, records)
        after = number(records[-1])


async def _live_lines(
    readers: FeedReaders, read: Read, number: Numbered, reader: Everything | Released, may_stay: Callable[[], bool]
) -> AsyncIterator[bytes]:
    """What is there already, then what comes, for as long as the reader may know it (a key can be taken back, a
    tournament turned private). A slow reader keeps only itself waiting: it is read for on demand."""
    after = reader.begins_after
    while not readers.is_closing:
        bell = readers.bell  # before looking: what comes after the look rings it
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
    """Counts its reader out at the end, also when the reader was gone before the first line."""

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


# -- endpoints -------------------------------------------------------------------------------------------------------


async def events(request: Request) -> Response:
    check_question(request.query_params, "after", "live")
    stream = request.path_params["id"]
    is_staff = see(request, stream).may(Permission.SEE_PRIVATE, stream)
    after = whole_number(request.query_params.get("after", "0"), "after")
    desk = services_of(request).desk

    def publicity() -> PersonPublicity:
        """As it is now, for what is long past too."""
        state = desk.state(stream)
        assert state is not None
        return publicity_of(state.tournament)

    reader = Everything(after) if is_staff else Released(after, publicity)

    def may(visitor: Visitor) -> bool:
        if is_staff:
            return visitor.may(Permission.SEE_PRIVATE, stream)
        state = desk.state(stream)
        return state is not None and may_see(visitor, stream, state.tournament)

    return _answer(request, lambda number: desk.log.read(stream, after=number), lambda one: one.version, reader, may)


async def all_events(request: Request) -> Response:
    """Of the whole server, after a position."""
    check_question(request.query_params, "after", "live")
    allow(request, Permission.SEE_PRIVATE)
    after = whole_number(request.query_params.get("after", "0"), "after")
    desk = services_of(request).desk

    def may(visitor: Visitor) -> bool:
        return visitor.may(Permission.SEE_PRIVATE)

    reader = Everything(after)
    return _answer(request, lambda number: desk.log.read_all(after=number), lambda one: one.position, reader, may)


def _answer(
    request: Request, read: Read, number: Numbered, reader: Everything | Released, may: Callable[[Visitor], bool]
) -> Response:
    live = request.query_params.get("live", "0")
    if live not in ("0", "1"):
        raise BadInput("not-one-of", field="live", value=live, possible=("0", "1"))
    if live != "1":
        return StreamingResponse(_past_lines(read, number, reader), media_type=JSON_LINES)
    readers = services_of(request).feed_readers
    address, is_staff = visitor_of(request).address, isinstance(reader, Everything)
    readers.enter(address, is_staff=is_staff)
    lines = _live_lines(readers, read, number, reader, lambda: _may_still(request, may))
    return LiveAnswer(lines, lambda: readers.leave(address, is_staff=is_staff))


def _may_still(request: Request, may: Callable[[Visitor], bool]) -> bool:
    """Asked of who they are now."""
    try:
        return may(identify(request).visitor)
    except Refusal:
        return False  # the key of a program does not hold any more


_QUESTIONS = {"after": int, "live": bool}
ENDPOINTS = (
    Endpoint(
        name="feed",
        method="GET",
        path="/api/t/{id}/events",
        handler=events,
        is_made_once=True,
        answer=(Recorded, PublicRecord),
        media=JSON_LINES,
        query=_QUESTIONS,
    ),
    Endpoint(
        name="feed-of-server",
        method="GET",
        path="/api/events",
        handler=all_events,
        answer=Recorded,
        permission=Permission.SEE_PRIVATE,
        media=JSON_LINES,
        query=_QUESTIONS,
    ),
)
