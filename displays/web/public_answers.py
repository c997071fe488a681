"""Answers for the public: each is made once for a version of its tournament, and kept for everybody who asks next,
or until the moment that it says itself (``Expires``).

Anybody may ask for anything, so what is asked without a key must not hold up those who work. An answer is made beside
the loop that serves the hall (``public_process.py``), one at a time in each process; who asks for what is being made
waits for the same work; who asks when too much is waiting is told to come again. What is made, is made for nobody in
particular: who it is made for cannot be told from the question, so nothing private can be in it.
"""

from __future__ import annotations

import asyncio
import hashlib
import math
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Mapping
from email.utils import parsedate_to_datetime
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from displays.web.access.addresses import HALL, hall_address
from displays.web.access.authorize import visitor_of
from displays.web.access.loop_turns import LoopTurns
from displays.web.access.rate_limit import machine
from displays.web.access.roles import NOBODY
from displays.web.access.services import services_of
from displays.web.compression import (
    Encoding,
    choose_encoding,
    compress_beside,
    compressed_headers,
    has_etag,
    is_worth_compressing,
    join_headers,
)
from displays.web.event_links import EVENT, EventLink, find_event
from displays.web.request import asked_language, header
from displays.words.language import LANGUAGES
from engine.errors import Broken, Unavailable
from ledger.festival_index import FestivalIndex
from ledger.store.log import Log

MOST_BYTES = 64 * 1024 * 1024  # that are kept of all answers together
LARGEST_KEPT = 16 * 1024 * 1024  # bytes of one answer
LONGEST_WAIT = 30.0  # seconds of work that may wait before somebody is told to come again
LONGEST_WAIT_OF_A_MACHINE = 15.0  # for what one machine alone has asked for
QUICKEST = 0.005  # seconds that one answer counts as at least: so many can wait, and no more
FORGIVEN_AFTER = 10.0  # seconds in which half of the work is forgotten that was done for a machine
MACHINES_KEPT = 4096
PIECE = 64 * 1024  # bytes that are handed to a connection at a time …
PIECES_IN_A_TURN = 2  # … and how many of them, to all connections, before the loop looks who else has come
NO_STORE = (b"cache-control", b"no-store")
_IS_MAKING = "is-making-public-answer"


class PublicQuestion(msgspec.Struct, frozen=True):
    """All that an answer for the public depends on, besides the tournament."""

    stream: str
    path: str
    query: bytes
    language: str
    scheme: str
    host: str
    hall: str  # where phones find the server: links begin with it
    event: EventLink | None = None  # of which the tournament is a section


class PublicAnswer(msgspec.Struct, frozen=True):
    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes
    etag: str
    compressed: Mapping[Encoding, bytes] = {}  # the body in every encoding, if it is worth it
    until: float = math.inf  # seconds since 1970: then it is another, though nothing is recorded (``Expires``)


Make = Callable[[Starlette, PublicQuestion], Awaitable[PublicAnswer]]


def read_question(request: Request) -> PublicQuestion:
    scope = request.scope
    return PublicQuestion(
        stream=request.path_params["id"],
        path=scope["path"],
        query=_sort_query(scope["query_string"], is_screen=scope["path"].startswith("/screen/")),
        language=asked_language(request).code,
        scheme=scope["scheme"],
        host=header(request, b"host"),
        hall=hall_address(request),
        event=find_event(request, request.path_params["id"]) if scope["path"].startswith("/t/") else None,
    )


def _sort_query(query: bytes, *, is_screen: bool) -> bytes:
    """What asks for the same is the same question: a language that there is none of says nothing, but to a
    screen, which refuses it. Fields that stand twice keep their order."""
    fields = query.decode("latin-1").split("&") if query else []
    kept = (field for field in fields if field and (is_screen or not _is_unknown_language(field)))
    return "&".join(sorted(kept, key=lambda field: field.partition("=")[0])).encode("latin-1")


def _is_unknown_language(field: str) -> bool:
    name, _, value = field.partition("=")
    return name == "lang" and value.isalnum() and value.isascii() and value.lower() not in LANGUAGES


async def make_answer(app: Starlette, question: PublicQuestion) -> PublicAnswer:
    """By the endpoint of the address, for nobody in particular. Errors come as they are."""
    messages: list[Any] = []

    async def send(message: Any) -> None:
        messages.append(message)

    async def receive() -> Any:
        """There is no body, and nobody hangs up."""
        return await asyncio.get_running_loop().create_future()

    await app.router(_scope_of(app, question), receive, send)
    start, body = messages[0], b"".join(message.get("body", b"") for message in messages[1:])
    etag = f'W/"{hashlib.sha256(body).hexdigest()[:32]}"'
    headers = tuple(map(tuple, start["headers"]))
    compressed = {}
    if is_worth_compressing(start["status"], headers, len(body)):
        compressed = {encoding: await compress_beside(body, encoding) for encoding in Encoding}
    return PublicAnswer(start["status"], headers, body, etag, compressed, _end_of(headers))


def _end_of(headers: tuple[tuple[bytes, bytes], ...]) -> float:
    said = next((value.decode("latin-1") for name, value in headers if name == b"expires"), None)
    return math.inf if said is None else parsedate_to_datetime(said).timestamp()


def _scope_of(app: Starlette, question: PublicQuestion) -> Scope:
    headers = [(b"host", question.host.encode("latin-1")), (b"accept-language", question.language.encode())]
    return {
        "type": "http",
        "method": "GET",
        "path": question.path,
        "query_string": question.query,
        "headers": headers,
        "scheme": question.scheme,
        "server": None,
        "client": None,
        "root_path": "",
        "app": app,
        "state": {"visitor": NOBODY, _IS_MAKING: True, HALL: question.hall, EVENT: question.event},
    }


# -- what is waited for ------------------------------------------------------------------------------------------------


class _Work:
    """One answer that is wanted, and everybody who waits for it."""

    def __init__(self, question: PublicQuestion, app: Starlette, who: str) -> None:
        self.question, self.app, self.who = question, app, who
        self.version = 0  # of the tournament when it was begun; the answer shows that one or a newer
        self.answer: asyncio.Future[PublicAnswer] = asyncio.get_running_loop().create_future()


class _Waiting:
    """What waits, by question and by the machine that asked first, in the order in which it came."""

    def __init__(self) -> None:
        self._by_question: dict[PublicQuestion, _Work] = {}
        self._by_machine: dict[str, dict[PublicQuestion, _Work]] = {}

    def add(self, work: _Work) -> None:
        self._by_question[work.question] = work
        self._by_machine.setdefault(work.who, {})[work.question] = work

    def find(self, question: PublicQuestion) -> _Work | None:
        return self._by_question.get(question)

    def count(self) -> int:
        return len(self._by_question)

    def count_of(self, who: str) -> int:
        return len(self._by_machine.get(who, ()))

    def take(self, running: Collection[PublicQuestion], seconds_of: Callable[[str], float]) -> _Work | None:
        """Of the machine for which the least was done of late: one that asks for much waits for the others."""
        able = [who for who, own in self._by_machine.items() if any(question not in running for question in own)]
        if not able:
            return None
        who = min(able, key=seconds_of)  # among equals who came first
        own = self._by_machine[who]
        work = next(work for question, work in own.items() if question not in running)
        del own[work.question], self._by_question[work.question]
        if not own:
            del self._by_machine[who]
        return work


class PublicAnswers:
    """``make`` makes one; ``at_once`` is how many at the same time."""

    def __init__(self, log: Log, festivals: FestivalIndex, make: Make = make_answer, at_once: int = 1) -> None:
        self._festivals = festivals
        self._log, self._make, self._at_once = log, make, at_once
        self._kept: OrderedDict[PublicQuestion, tuple[int, PublicAnswer]] = OrderedDict()
        self.kept_bytes = 0
        self.made = 0  # answers
        self.seconds = 0.02  # that an answer has taken of late
        self._waiting = _Waiting()
        self._running: dict[PublicQuestion, _Work] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._turns = LoopTurns(PIECES_IN_A_TURN)
        self._done_for: OrderedDict[str, tuple[float, float]] = OrderedDict()  # machine → seconds of work, and when

    async def answer(self, request: Request) -> Response:
        """What was made for that version already, or is made now; nothing is sent that the visitor has."""
        question, who = read_question(request), machine(visitor_of(request).address)
        version = self._version(question)
        found = self._find(question, version)
        if found is None:
            found = await self._wait_for(question, version, request.app, who)
        encoding = choose_encoding(join_headers(request.scope, b"accept-encoding"))
        return response_to(header(request, b"if-none-match"), found, self._turns, encoding)

    def count_waiting(self) -> int:
        return self._waiting.count()

    def _version(self, question: PublicQuestion) -> int:
        """Of its tournament; of a festival that of the whole log, for its sections stand elsewhere. While the log
        cannot be read, what is kept is the newest that there is."""
        try:
            if self._festivals.is_festival(question.stream):
                return self._log.position()
            return self._log.version(question.stream)
        except (Unavailable, Broken):
            return self._kept[question][0] if question in self._kept else 0

    # -- what is kept --------------------------------------------------------------------------------------------------

    def _find(self, question: PublicQuestion, version: int) -> PublicAnswer | None:
        kept_at, answer = self._kept.get(question, (-1, None))
        if answer is None or kept_at != version or time.time() >= answer.until:
            return None
        self._kept.move_to_end(question)
        return answer

    def _keep(self, question: PublicQuestion, version: int, answer: PublicAnswer) -> None:
        """An answer that gives a cookie, or says that there is nothing, is for whoever asked; ``no-store`` is only for
        those who asked while it was made."""
        self._drop(question)
        not_for_all = any(name == b"set-cookie" or (name, value) == NO_STORE for name, value in answer.headers)
        is_for_all = answer.status == 200 and not not_for_all
        if not is_for_all or _size_of(question, answer) > LARGEST_KEPT:
            return
        self._kept[question] = (version, answer)
        self.kept_bytes += _size_of(question, answer)
        while self.kept_bytes > MOST_BYTES:
            self._drop(next(iter(self._kept)))

    def _drop(self, question: PublicQuestion) -> None:
        _, answer = self._kept.pop(question, (0, None))
        if answer is not None:
            self.kept_bytes -= _size_of(question, answer)

    # -- what is made --------------------------------------------------------------------------------------------------

    async def _wait_for(self, question: PublicQuestion, version: int, app: Starlette, who: str) -> PublicAnswer:
        """With others who ask for the same: what has not begun, or began at this version, is new enough for them."""
        work = self._waiting.find(question)
        running = self._running.get(question)
        if work is None and running is not None and running.version >= version:
            work = running
        if work is None:
            self._check_room(who)
            work = _Work(question, app, who)
            self._waiting.add(work)
            self._begin_next()
        return await asyncio.shield(work.answer)

    def _check_room(self, who: str) -> None:
        """So much work waits that there would be no answer in time: who asks now is told when."""
        waiting, each = self._waiting, max(self.seconds, QUICKEST)
        for count, longest in (
            (waiting.count(), LONGEST_WAIT),
            (waiting.count_of(who), LONGEST_WAIT_OF_A_MACHINE),
        ):
            seconds = count * each / self._at_once
            if seconds > longest:
                raise Unavailable("too-busy-for-strangers", seconds=math.ceil(seconds))

    def _begin_next(self) -> None:
        now = time.monotonic()
        while len(self._running) < self._at_once:
            work = self._waiting.take(self._running, lambda who: self._seconds_of(who, now))
            if work is None:
                return
            self._running[work.question] = work
            work.version = self._version(work.question)
            task = asyncio.get_running_loop().create_task(self._run(work))
            self._tasks.add(task)  # the loop itself does not hold on to it
            task.add_done_callback(self._tasks.discard)

    async def _run(self, work: _Work) -> None:
        began = time.monotonic()
        try:
            answer = await self._make(work.app, work.question)
            self.made += 1
            self._keep(work.question, work.version, answer)
            _resolve(work, answer)
        except Exception as error:
            _resolve(work, error)
        finally:
            del self._running[work.question]
            if not work.answer.done():
                work.answer.cancel()
            self._note_seconds(work.who, time.monotonic() - began)
            self._begin_next()

    def _note_seconds(self, who: str, seconds: float) -> None:
        self.seconds += (seconds - self.seconds) / 8
        now = time.monotonic()
        self._done_for[who] = (self._seconds_of(who, now) + seconds, now)
        self._done_for.move_to_end(who)
        while len(self._done_for) > MACHINES_KEPT:
            self._done_for.popitem(last=False)

    def _seconds_of(self, who: str, now: float) -> float:
        seconds, at = self._done_for.get(who, (0.0, now))
        return seconds * math.pow(0.5, (now - at) / FORGIVEN_AFTER)


def _size_of(question: PublicQuestion, answer: PublicAnswer) -> int:
    bodies = len(answer.body) + sum(map(len, answer.compressed.values()))
    return bodies + len(question.query) + len(question.path) + 1024


def _resolve(work: _Work, outcome: PublicAnswer | Exception) -> None:
    if work.answer.done():
        return
    if isinstance(outcome, Exception):
        work.answer.set_exception(outcome)
        work.answer.exception()  # whoever waited for it may have gone
    else:
        work.answer.set_result(outcome)


# -- what is sent ------------------------------------------------------------------------------------------------------


def response_to(known: str, answer: PublicAnswer, turns: LoopTurns, encoding: Encoding | None = None) -> Response:
    """``known``: what the visitor has already, as the header ``If-None-Match`` says."""
    if answer.status == 200 and has_etag(known, answer.etag):
        return Response(status_code=304, headers={"etag": answer.etag})
    return _InPieces(answer, turns, encoding)


class _InPieces(Response):
    """A long answer goes out in pieces, as fast as it is taken: no copy of it is made for each who is slow, and those
    of fifty strangers do not all go out in one turn of the loop."""

    def __init__(self, answer: PublicAnswer, turns: LoopTurns, encoding: Encoding | None) -> None:
        self._turns = turns
        self.status_code, self.body, self.background = answer.status, answer.body, None
        self.raw_headers = [*answer.headers]
        if answer.status == 200:
            self.raw_headers.append((b"etag", answer.etag.encode()))
        if encoding is not None and encoding in answer.compressed:
            self.body = answer.compressed[encoding]
            self.raw_headers = compressed_headers(self.raw_headers, encoding, len(self.body))
        if not any(name == b"content-length" for name, _ in self.raw_headers):
            self.raw_headers.append((b"content-length", str(len(self.body)).encode()))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        body = memoryview(self.body)
        for first in range(0, len(body), PIECE):
            await self._turns.wait()
            piece = bytes(body[first : first + PIECE])
            await send({"type": "http.response.body", "body": piece, "more_body": first + PIECE < len(body)})
        if not body:
            await send({"type": "http.response.body", "body": b"", "more_body": False})


class PublicEndpoint:
    """An endpoint whose answers to visitors without a key are made once. Whoever has a key is answered by itself."""

    def __init__(self, endpoint: Callable[[Request], Awaitable[Response]]) -> None:
        self.endpoint = endpoint

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive, send)
        is_public = scope["method"] in ("GET", "HEAD") and not visitor_of(request).is_known
        has_end = request.query_params.get("live", "0") == "0"  # what goes on is nobody's to keep
        if is_public and has_end and not scope["state"].get(_IS_MAKING):
            answer = await services_of(request).public_answers.answer(request)
        else:
            answer = await self.endpoint(request)
        await answer(scope, receive, send)
