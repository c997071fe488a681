"""The services of a running server, in one typed value, and how a request finds them.

``displays/web/server.py`` builds it once (``compose``); everybody else only reads it. It stands in this package because
what every request passes (``middleware.py``) needs it first; what stands above is described by a protocol.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from starlette.requests import HTTPConnection

from displays.web.access.form_once import SentForms
from displays.web.access.rate_limit import Attempts
from displays.web.access.store.store import Office
from displays.web.feed_readers import FeedReaders
from displays.web.pairing_explainer import Explainer
from ledger.desk import Desk
from ledger.worker import Workshop


class LiveHub(Protocol):
    """What requests ask of the live part (``displays/web/live/hub.py``)."""

    def forget_screen(self, stream: str, number: int) -> bool: ...


@dataclass(frozen=True)
class Services:
    desk: Desk
    hub: LiveHub
    key_store: Office
    worker: Workshop | None  # the process for long work; None: it is done in this one
    explainer: Explainer
    feed_readers: FeedReaders
    failed_keys: Attempts = field(default_factory=Attempts)  # rate limit of who tries keys
    sent_forms: SentForms = field(default_factory=SentForms)
    proposal_locks: dict[str, asyncio.Lock] = field(default_factory=dict)  # by tournament
    public_url: str = ""  # as the operator calls the server
    hall_url: str = ""  # as other machines find it
    images: Path | None = None  # the folder with pictures for the screens


def services_of(request: HTTPConnection) -> Services:
    services = request.app.state.services
    assert isinstance(services, Services)
    return services
