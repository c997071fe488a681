"""The connection to the engines: nats-py in a thread with a loop of its own, so that no server's loop waits for it.

It looks for another engine by itself when one goes away. Plain messages to the other nodes (``tell``, ``hear``) are
kept nowhere: what they say is old after a moment, and whoever was not there has not missed anything.
"""

from __future__ import annotations

import asyncio
import logging
import ssl
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from concurrent.futures import Future, wait
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

from engine.errors import Unavailable
from ledger.cluster.node_list import EngineAddress

try:
    from nats.aio.client import Client
    from nats.aio.msg import Msg
    from nats.errors import Error as NatsError
    from nats.errors import NoRespondersError
except ModuleNotFoundError as missing:
    raise Unavailable("cluster-not-installed", package="nats-py") from missing

T = TypeVar("T")
PING_EVERY, PINGS_MISSED = 1, 2  # seconds; an engine that does not answer so many is left for another
PAUSE = 0.2  # seconds between attempts
SECONDS_TO_CONNECT = 2
MOST_UNSENT = 32 * 1024 * 1024

_LOGGER = logging.getLogger("roundlog")


class EngineAnswer(NamedTuple):
    headers: dict[str, str]
    content: bytes

    @property
    def is_status(self) -> bool:
        """The engine says that there is nothing, or nothing more."""
        return "Status" in self.headers


class _OurClient(Client):
    """It looks at every letter of every header, which takes longer than all else: engines write plain ones.

    And it takes leave of an engine that stands still, for half a minute (``ssl_shutdown_timeout``), before it looks for
    another; and whoever waits for an answer of one that is gone waits on.
    """

    async def _attempt_reconnect(self) -> None:
        self._abort()
        for asking in list(self._resp_map.values()):
            if not asking.done():
                asking.set_exception(ConnectionResetError("the engine is gone"))
        await super()._attempt_reconnect()

    async def _close(self, status: int, do_cbs: bool = True) -> None:
        if status == Client.DISCONNECTED:  # it was not let in: the next one is tried, and nothing else waited for
            self._abort()
            self._transport = None
        await super()._close(status, do_cbs)

    def _abort(self) -> None:
        writer = getattr(self._transport, "_io_writer", None)
        if writer is not None:
            writer.transport.abort()

    @staticmethod
    def _parse_header_lines(raw: bytes) -> dict[str, str]:
        lines = raw.decode("utf-8", "replace").split("\r\n")
        return {name: value for name, _, value in (line.partition(": ") for line in lines) if name}


def _is_noise(record: logging.LogRecord) -> bool:
    """What asyncio says whenever a connection with TLS ends (bpo-44674), which nobody can do anything about."""
    return record.name == "asyncio" and "eof_received" in record.getMessage()


logging.getLogger("asyncio").addFilter(lambda record: not _is_noise(record))


def is_refusal(problem: Exception | None) -> bool:
    return isinstance(problem, ssl.SSLError) or "uthorization" in str(problem)


class EngineConnection:
    """One for all orders of a node. ``addresses``: the first that answers is kept until it goes away."""

    def __init__(
        self, addresses: Sequence[EngineAddress], user: str, password: str, context: ssl.SSLContext, *, name: str = ""
    ) -> None:
        self._options: dict[str, Any] = {
            "servers": [f"tls://{address.text}" for address in addresses],
            "user": user,
            "password": password,
            "tls": context,
            "name": name,
            "dont_randomize": True,
            "ping_interval": PING_EVERY,
            "max_outstanding_pings": PINGS_MISSED,
            "reconnect_time_wait": PAUSE,
            "max_reconnect_attempts": -1,
            "connect_timeout": SECONDS_TO_CONNECT,
            "pending_size": MOST_UNSENT,
            "allow_reconnect": True,
            "error_cb": self._note_problem,
            "reconnected_cb": self._note_connected,
            "disconnected_cb": self._end_questions,
        }
        self.problem: Exception | None = None  # why there is no connection
        self._refusals, self._most_refusals = 0, 2 * len(addresses)
        self.client: Client = _OurClient()
        self.loop = asyncio.new_event_loop()
        self._asking = set[asyncio.Event]()
        self._heard_later: list[tuple[str, Callable[[Msg], Awaitable[None]]]] = []
        self._is_closed = False
        self._connecting: Future[None] | None = None
        self._thread = threading.Thread(target=self._run, name="connection to the engines", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        asyncio.set_event_loop(self.loop)
        self.loop.run_forever()

    def open(self, seconds: float) -> None:
        """Waits so long for an engine that lets us in; afterwards it goes on looking for one.

        Raises Unavailable: ``engine-no-access`` when one is there that does not let us in (at once, when none of them
        does), ``cluster-no-majority`` when none is.
        """
        if self._connecting is None:
            self._connecting = self.start(self._connect())
        until = time.monotonic() + seconds
        try:
            while not self._connecting.done() and time.monotonic() < until and self._refusals < self._most_refusals:
                wait([self._connecting], min(PAUSE, max(0.0, until - time.monotonic())))
            self._connecting.result(0)
        except TimeoutError as error:
            if self.is_refused:
                raise Unavailable("engine-no-access", said=str(self.problem)) from error
            raise Unavailable("cluster-no-majority") from error
        except (OSError, NatsError) as error:
            raise Unavailable("engine-no-access", said=str(error)) from error

    async def _connect(self) -> None:
        await self.client.connect(**self._options)
        for subject, take in self._heard_later:
            await self.subscribe(subject, take)

    @property
    def is_connected(self) -> bool:
        return self.client.is_connected

    @property
    def is_refused(self) -> bool:
        """An engine is there, and does not take us for a node of its cluster."""
        return is_refusal(self.problem)

    @property
    def engine(self) -> str:
        """The engine that is talked to: ``hall-1:4222``; empty: none."""
        url = self.client.connected_url if self.client.is_connected else None
        return "" if url is None else url.netloc

    async def _note_problem(self, error: Exception) -> None:
        if not self.client.is_connected and not self.is_refused:  # else that is what people have to know
            self.problem = error
        if is_refusal(error):
            self._refusals += 1
        elif isinstance(error, ConnectionRefusedError):  # one that is not there yet may be of another mind
            self._refusals = 0
        _LOGGER.debug("connection to the engines: %r", error)

    async def _end_questions(self) -> None:
        """No more answers will come."""
        for asking in self._asking:
            asking.set()

    async def _note_connected(self) -> None:
        self.problem = None
        _LOGGER.info("connected to the engine %s", self.engine)

    def call(self, coroutine: Coroutine[Any, Any, T], seconds: float) -> T:
        """In the loop of this connection, from another thread. Raises TimeoutError."""
        future = self.start(coroutine)
        try:
            return future.result(seconds)
        except TimeoutError:
            future.cancel()
            raise

    def start(self, coroutine: Coroutine[Any, Any, T]) -> Future[T]:
        """The same, not waited for."""
        if self._is_closed:
            coroutine.close()
            raise Unavailable("log-closed", path="")
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop)

    async def request(self, subject: str, content: bytes, seconds: float) -> Msg:
        """Raises Unavailable: ``cluster-no-majority`` if nobody can have taken it, ``cluster-outcome-unknown`` if
        somebody may have."""
        if not self.client.is_connected:
            raise Unavailable("cluster-no-majority")
        try:
            return await self.client.request(subject, content, timeout=seconds)
        except NoRespondersError as error:
            raise Unavailable("cluster-no-majority") from error
        except (NatsError, OSError) as error:  # its timeout is one too
            raise Unavailable("cluster-outcome-unknown") from error

    async def ask_all(
        self,
        subject: str,
        content: bytes,
        is_complete: Callable[[list[EngineAnswer]], bool],
        seconds: float,
        headers: Callable[[str], dict[str, str]] = lambda inbox: {},
    ) -> list[EngineAnswer]:
        """All answers to one question, until they are complete or it takes too long. ``headers`` are told the address
        to which the answers go."""
        found: list[EngineAnswer] = []
        done = asyncio.Event()

        async def take(message: Msg) -> None:
            found.append(EngineAnswer(message.headers or {}, message.data))
            if is_complete(found):
                done.set()

        inbox = self.client.new_inbox()
        hearing = await self.subscribe(inbox, take)
        self._asking.add(done)
        try:
            await self.client.publish(subject, content, reply=inbox, headers=headers(inbox) or None)
            await asyncio.wait_for(done.wait(), seconds)
        except TimeoutError:
            pass
        except (NatsError, OSError) as error:
            raise Unavailable("cluster-no-majority") from error
        finally:
            self._asking.discard(done)
            with suppress(NatsError, OSError):
                await hearing.unsubscribe()
        return found

    # -- plain messages ------------------------------------------------------------------------------------------------

    def tell(self, subject: str, content: bytes) -> None:
        """To whoever hears it now; it is not waited for, and may be lost."""
        if self.client.is_connected and not self._is_closed:
            asyncio.run_coroutine_threadsafe(self._publish(subject, content), self.loop)

    async def _publish(self, subject: str, content: bytes) -> None:
        with suppress(NatsError, OSError):
            await self.client.publish(subject, content)

    def hear(self, subject: str, take: Callable[[bytes], None]) -> None:
        """``take`` is called in the thread of this connection: it must not wait."""

        async def take_content(message: Msg) -> None:
            take(message.data)

        if self.client.is_connected or self.client.is_reconnecting:
            self.call(self.subscribe(subject, take_content), SECONDS_TO_CONNECT)
        else:
            self._heard_later.append((subject, take_content))

    async def subscribe(self, subject: str, take: Callable[[Msg], Awaitable[None]]) -> Any:
        return await self.client.subscribe(subject, cb=take)

    def close(self) -> None:
        if self._is_closed:
            return
        with suppress(TimeoutError):
            self.call(self._end(), SECONDS_TO_CONNECT)
        self._is_closed = True
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join()
        self.loop.close()

    async def _end(self) -> None:
        """Also what still looks for an engine, or waits for an answer."""
        if self._connecting is not None:
            self._connecting.cancel()
        with suppress(NatsError, OSError, AssertionError):  # the last: it never was connected
            await self.client.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
