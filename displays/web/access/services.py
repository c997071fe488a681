"""The services of a running server, in one typed value, and how a request finds them.

``displays/web/server.py`` builds it once (``compose``); everybody else only reads it. It stands in this package because
what every request passes (``middleware.py``) needs it first; what stands above is described by a protocol.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import ParamSpec, Protocol, TypeVar

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from displays.web.access.forms import SentForms
from displays.web.access.key_store import KeyStore
from displays.web.access.rate_limit import KeyRateLimit
from displays.web.feed_readers import FeedReaders
from displays.web.follower_counts import Followers
from displays.web.network.hall_network import HallNetwork
from displays.web.pairing_explainer import Explainer
from displays.web.rating_loads import RatingLoads
from displays.web.request_counts import RequestCounts
from displays.web.smtp import MailSettings
from engine.errors import Refusal
from ledger.append_clock import AppendClock
from ledger.backup.automatic import LogCopies
from ledger.cluster.status import Node
from ledger.desk import Desk
from ledger.durations import DurationCounter
from ledger.notices import NoticeStore
from ledger.proposals import ProposalStore
from ledger.standby.pair import ServerPair
from ledger.turns import Task
from ledger.worker import Worker

Given = ParamSpec("Given")
Made = TypeVar("Made")


class MakesPublicAnswers(Protocol):
    """Answers for visitors without a key (``displays/web/public_answers.py``)."""

    async def answer(self, request: Request, /) -> Response: ...

    def count_waiting(self) -> int: ...


class LiveHub(Protocol):
    """What requests ask of the live part (``displays/web/live/hub.py``)."""

    def count_free(self) -> int: ...

    def count_connections(self) -> int: ...

    def count_followers(self) -> Followers: ...

    @property
    def delays(self) -> DurationCounter: ...

    def forget_screen(self, stream: str, number: int) -> bool: ...


@dataclass(frozen=True)
class Services:
    desk: Desk
    hub: LiveHub
    key_store: KeyStore
    proposals: ProposalStore  # corrections under consideration
    worker: Worker | None  # the processes for long work; None: it is done in this one
    explainer: Explainer
    feed_readers: FeedReaders
    public_answers: MakesPublicAnswers
    pair: ServerPair  # this server and the other, if there is one
    node: Node | None = None  # of a cluster, if this server is one
    append_clock: AppendClock = field(default_factory=AppendClock)  # how long entries take
    counts: RequestCounts = field(default_factory=RequestCounts)
    failed_keys: KeyRateLimit = field(default_factory=KeyRateLimit)  # rate limit
    failed_codes: KeyRateLimit = field(default_factory=KeyRateLimit)  # of phones that show that they come through
    sent_forms: SentForms = field(default_factory=SentForms)
    proposal_locks: dict[str, asyncio.Lock] = field(default_factory=dict)  # by tournament
    public_url: str = ""  # as the operator calls the server
    network: HallNetwork = field(default_factory=HallNetwork)  # how other machines find it now
    hosts: frozenset[str] = frozenset()  # names by which it may be asked, beside this machine's own (``hosts.py``)
    copies: LogCopies | None = None  # of the log, as long as the server runs; None: it has no file
    mail: MailSettings | None = None  # by which members are told; None: they are not
    notices: NoticeStore | None = None  # what they are told; None: nothing
    ratings: RatingLoads | None = None  # the rating lists beside the log; None: it has no file
    images: Path | None = None  # the folder with pictures for the screens
    other_servers: Callable[[], tuple[str, ...]] = tuple  # that show the same log now: ``http://192.168.1.6:8000``

    @property
    def hall_url(self) -> str:
        """As phones find it now; empty if they cannot."""
        return self.network.address()

    @cached_property
    def log_id(self) -> str:
        """By which two servers know that they have the same log: its first record, which every copy begins with. (It
        is asked for where there is a tournament.)"""
        return next(iter(self.desk.log.read_all())).hash[:16]

    @property
    def log_name(self) -> str:
        """With the epoch, if there is one: who took over may have other records of a version than the first had."""
        epoch = self.pair.epoch.number
        return f"{self.log_id}.{epoch}" if epoch else self.log_id


def services_of(request: HTTPConnection) -> Services:
    services = request.app.state.services
    assert isinstance(services, Services)
    return services


async def run_in_worker(
    request: Request, task: Task, function: Callable[Given, Made], *args: Given.args, **kwargs: Given.kwargs
) -> Made:
    """``function(*args)`` in a process for long work, or at least not in the loop that serves the hall.

    Nothing of it is written: whoever hangs up has given it up.
    """
    worker = services_of(request).worker
    if worker is None:
        return await asyncio.to_thread(function, *args, **kwargs)
    work = asyncio.ensure_future(worker.run(task, function, *args, **kwargs))
    hung_up = asyncio.ensure_future(_wait_for_hang_up(request))
    try:
        await asyncio.wait((work, hung_up), return_when=asyncio.FIRST_COMPLETED)
        if not work.done():
            raise Refusal("work-given-up", work=task.kind.value)  # which nobody hears
        return work.result()
    finally:
        work.cancel()
        hung_up.cancel()


async def _wait_for_hang_up(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass  # what is left of the body
