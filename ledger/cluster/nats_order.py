"""The order on NATS JetStream: a stream with one subject, read by number, with checked density.

Published is by a plain request that the stream's leader answers when a majority has the message on the disk. What is
stored the leader tells all nodes at once, with its number (``republish``): whoever is at the number before takes it as
it is; who missed one asks for it by number (``DIRECT.GET``, any replica answers). No consumers: they skip what is
damaged without a word (notes/distributed.md, 3.4).
"""

from __future__ import annotations

import logging
import threading
import time
from concurrent.futures import CancelledError, Future
from typing import Any

import msgspec
from nats.aio.msg import Msg

from engine.errors import Broken, Unavailable
from engine.model import Value
from ledger.cluster.damaged_engines import find_damaged
from ledger.cluster.nats_connection import EngineConnection
from ledger.cluster.order import SECONDS_TO_PUBLISH, OrderState, open_content, seal_content

MOST_OF_AN_ANSWER = 16 * 1024 * 1024  # bytes
NEWS_KEPT = 256  # messages that were told and not read yet
ATTEMPTS, PAUSE = 40, 0.05  # seconds; by then another replica has answered, or one that was behind has caught up
SECONDS_TO_ANSWER = 3.0
MOMENT = 0.02  # seconds
SECONDS_TO_MAKE = 2.0  # after which another engine leads, perhaps

_SEQUENCE = "Nats-Sequence"
_LOGGER = logging.getLogger("roundlog")


class _ApiError(Value, frozen=True):
    code: int = 0
    err_code: int = 0
    description: str = ""


class _Acknowledged(Value, frozen=True):
    seq: int = 0
    error: _ApiError | None = None


class _Replica(Value, frozen=True):
    name: str
    current: bool = False
    offline: bool = False


class _Group(Value, frozen=True):
    leader: str = ""
    replicas: tuple[_Replica, ...] = ()


class _StreamState(Value, frozen=True):
    last_seq: int = 0


class _StreamConfig(Value, frozen=True):
    storage: str = ""
    num_replicas: int = 0
    deny_delete: bool = False
    deny_purge: bool = False
    allow_direct: bool = False


class _Stream(Value, frozen=True):
    state: _StreamState = _StreamState()
    cluster: _Group | None = None
    config: _StreamConfig = _StreamConfig()
    error: _ApiError | None = None


class NatsOrder:
    """See ``order.Order`` for what each method promises. The stream is made when it is first asked for."""

    def __init__(self, connection: EngineConnection, name: str, replicas: int) -> None:
        self.name = name
        self._connection, self._replicas = connection, replicas
        self._subject, self._news_subject = f"{name}.order", f"{name}.news"
        self._is_made = self._is_closed = False
        self._changed = threading.Condition()
        self._newest = 0  # the highest number that is known to be there
        self._wanted = 1  # what will be read next
        self._news: dict[int, bytes] = {}
        self._ahead: tuple[int, int, Future[list[tuple[int, bytes]]]] | None = None
        self.damaged: frozenset[str] = frozenset()
        self._suspected = set[int]()  # messages that an engine did not have, or not whole

    def publish(self, content: bytes, seconds: float = SECONDS_TO_PUBLISH) -> int:
        sealed = seal_content(content)
        try:
            number = self._connection.call(self._publish(sealed, seconds), seconds + 1)
        except TimeoutError as error:
            raise Unavailable("cluster-outcome-unknown") from error
        self._note(number)
        return number

    async def _publish(self, sealed: bytes, seconds: float) -> int:
        await self._make()
        answer = await self._connection.request(self._subject, sealed, seconds)
        found = msgspec.json.decode(answer.data, type=_Acknowledged)
        if found.error is not None:
            _LOGGER.warning("the engine refuses: %s", found.error.description)
            raise Unavailable("cluster-outcome-unknown")
        return found.seq

    def read(self, number: int, most: int) -> list[bytes]:
        if found := self._take_news(number, most):
            return found
        for attempt in range(ATTEMPTS):
            answers = self._get_answers(number, most)
            contents = _check_density(answers, number)
            if len(contents) < len(answers):  # it has what comes behind: it is not only late
                self._name_damaged(number + len(contents))
            if contents:
                self._note(answers[-1][0])
                if len(contents) == most:
                    self._ask_ahead(number + most, most)
                return contents
            if not answers and number > self._newest:
                return []
            if self._is_closed:
                break
            if attempt == ATTEMPTS // 4:  # before, it may be one that is only behind
                self._name_damaged(number)
            time.sleep(PAUSE)
        raise Broken("cluster-message-missing", number=number)

    def _get_answers(self, number: int, most: int) -> list[tuple[int, bytes]]:
        ahead, self._ahead = self._ahead, None
        try:
            if ahead is not None and ahead[:2] == (number, most):
                return ahead[2].result(SECONDS_TO_ANSWER + 1)
            return self._connection.call(self._ask(number, most), SECONDS_TO_ANSWER + 1)
        except (TimeoutError, CancelledError) as error:
            raise Unavailable("cluster-no-majority") from error

    def _ask_ahead(self, number: int, most: int) -> None:
        """While these are applied the engine looks for the next ones."""
        self._ahead = number, most, self._connection.start(self._ask(number, most))

    async def _ask(self, number: int, most: int) -> list[tuple[int, bytes]]:
        """What one replica has from there on, as it says."""
        await self._make()
        query = msgspec.json.encode({"seq": number, "batch": most, "max_bytes": MOST_OF_AN_ANSWER})
        answers = await self._connection.ask_all(
            f"$JS.API.DIRECT.GET.{self.name}", query, lambda found: found[-1].is_status, SECONDS_TO_ANSWER
        )
        found = [(int(one.headers[_SEQUENCE]), one.content) for one in answers if not one.is_status]
        pending = int(answers[-1].headers.get("Nats-Num-Pending", 0)) if answers else 0
        if found and pending:
            self._note(found[-1][0] + pending)  # so that nobody waits for what is there
        return found

    def _name_damaged(self, number: int) -> None:
        """It takes seconds to find out, for which nobody waits."""
        if number not in self._suspected:
            self._suspected.add(number)
            self._connection.start(self._find_damaged(number))

    async def _find_damaged(self, number: int) -> None:
        try:
            self.damaged |= await find_damaged(self._connection, self.name, number)
        except Unavailable:
            _LOGGER.warning("%s: message %s is missing or damaged in an engine", self.name, number)

    def _take_news(self, number: int, most: int) -> list[bytes]:
        with self._changed:
            found = list[bytes]()
            while len(found) < most and (content := self._news.pop(number + len(found), None)) is not None:
                found.append(content)
            self._wanted = number + len(found)
            for old in [known for known in self._news if known < self._wanted]:
                del self._news[old]
            return found

    async def _take_told(self, message: Msg) -> None:
        """What the leader has just stored, in the loop of the connection."""
        number = int((message.headers or {}).get(_SEQUENCE, 0))
        content = open_content(message.data)
        with self._changed:
            if content is not None and self._wanted <= number < self._wanted + NEWS_KEPT:
                self._news[number] = content
        self._note(number)

    def _note(self, number: int) -> None:
        with self._changed:
            self._newest = max(self._newest, number)
            self._changed.notify_all()

    def wait(self, number: int, seconds: float) -> bool:
        with self._changed:
            is_there = self._changed.wait_for(lambda: self._is_closed or self._newest > number, seconds)
            if is_there:  # it is told a moment later; to ask for it takes longer
                self._changed.wait_for(lambda: self._is_closed or number + 1 in self._news, MOMENT)
            return is_there

    def last(self) -> int:
        return self.state().last

    def state(self, seconds: float = SECONDS_TO_PUBLISH) -> OrderState:
        try:
            found = self._connection.call(self._look(seconds), seconds + 1)
        except TimeoutError as error:
            raise Unavailable("cluster-no-majority") from error
        group = found.cluster or _Group(leader=self._connection.engine)
        if not group.leader:
            raise Unavailable("cluster-no-majority")
        current = {replica.name: replica.current and not replica.offline for replica in group.replicas}
        return OrderState(
            last=found.state.last_seq,
            leader=group.leader,
            replicas=tuple(sorted(name for name, is_current in current.items() if is_current)),
            behind=tuple(sorted(name for name, is_current in current.items() if not is_current)),
        )

    def wait_for_leader(self, seconds: float) -> None:
        """Of an order that has just been made none is elected yet."""
        until = time.monotonic() + seconds
        while True:
            try:
                self.state()
                return
            except Unavailable:
                if time.monotonic() > until:
                    raise
            time.sleep(PAUSE)

    async def _look(self, seconds: float) -> _Stream:
        await self._make()
        return await self._call_api("INFO", b"", seconds)

    async def _call_api(self, call: str, content: bytes, seconds: float) -> _Stream:
        answer = await self._connection.request(f"$JS.API.STREAM.{call}.{self.name}", content, seconds)
        found = msgspec.json.decode(answer.data, type=_Stream)
        if found.error is not None:
            _LOGGER.debug("%s %s: %s", call, self.name, found.error.description)
            if found.error.err_code not in (_EXISTS_OTHERWISE, _MAY_NOT_CHANGE):
                raise Unavailable("cluster-no-majority")
        return found

    async def _make(self) -> None:
        """The stream, unless it is there; then it must be what it has to be."""
        if self._is_made:
            return
        config: dict[str, Any] = {
            "name": self.name,
            "subjects": [self._subject],
            "storage": "file",
            "num_replicas": self._replicas,
            "retention": "limits",
            "discard": "new",
            "deny_delete": True,
            "deny_purge": True,
            "allow_direct": True,
            "republish": {"src": self._subject, "dest": self._news_subject},
        }
        found = await self._call_api("CREATE", msgspec.json.encode(config), SECONDS_TO_MAKE)
        if found.error is not None:
            found = await self._call_api("INFO", b"", SECONDS_TO_MAKE)
        is_kept = found.config.deny_delete and found.config.deny_purge and found.config.allow_direct
        if found.config.storage != "file" or not is_kept:
            raise Unavailable("engine-not-durable", node=self.name)
        if not self._is_made:
            self._is_made = True
            await self._connection.subscribe(self._news_subject, self._take_told)

    def close(self) -> None:
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()


_EXISTS_OTHERWISE, _MAY_NOT_CHANGE = 10058, 10052


def _check_density(answers: list[tuple[int, bytes]], number: int) -> list[bytes]:
    """As far as they are there and whole."""
    found: list[bytes] = []
    for told, sealed in answers:
        content = open_content(sealed)
        if told != number + len(found) or content is None:
            break
        found.append(content)
    return found
