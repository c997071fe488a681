"""The network: names that lead somewhere, ports that are free, and a server that answers at its address."""

from __future__ import annotations

import errno
import http.client
import os
import secrets
import socket
import ssl
from base64 import b64encode
from collections.abc import Iterator
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

import msgspec

from displays.doctor.finding import Finding, fault, note, warning
from displays.web.network.addresses import is_loopback

PATIENCE = 10.0  # seconds
PORTS = {"http": 80, "https": 443}


class HealthAnswer(NamedTuple):
    """What somebody answered to the question for ``/health``."""

    status: int
    document: dict[str, object]  # empty: it is none of ours
    at: datetime | None  # the clock of who answered
    location: str = ""


def check_host(url: str) -> Iterator[Finding]:
    """The name leads to an address, and somebody is there."""
    parts = urlsplit(url)
    host, port = parts.hostname or "", find_port(parts)
    try:
        socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError as error:
        yield fault("host-not-found", host=host, reason=error.strerror or str(error))
        return
    try:
        socket.create_connection((host, port), timeout=PATIENCE).close()
    except OSError as error:
        yield fault("address-unreachable", address=f"{host}:{port}", reason=error.strerror or str(error))


def find_port(parts: SplitResult) -> int:
    return parts.port or PORTS.get(parts.scheme, 80)


def check_port(host: str, port: int) -> Iterator[Finding]:
    """Where a server is to be started: it is taken for a moment, and let go."""
    try:
        socket.create_server((host, port)).close()
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            yield fault("port-taken", host=host, port=port)
        elif error.errno == errno.EACCES:
            yield fault("port-forbidden", port=port)
        else:
            yield fault("address-not-ours", host=host, reason=error.strerror or os.strerror(error.errno or 0))


def ask_health(url: str) -> HealthAnswer:
    """Raises OSError where nobody answers (``check_host`` and the certificate say why)."""
    parts = urlsplit(url)
    line = _connect(parts)
    try:
        line.request("GET", f"{parts.path}/health", headers={"host": parts.netloc})
        answer = line.getresponse()
        body, at = answer.read(1 << 20), answer.getheader("date")
    except http.client.HTTPException:  # it speaks, and not HTTP
        return HealthAnswer(0, {}, None)
    finally:
        line.close()
    try:
        document = msgspec.json.decode(body, type=dict[str, object])
    except msgspec.DecodeError:
        document = {}
    is_ours = "position" in document or "code" in document
    location = answer.getheader("location", "")
    return HealthAnswer(answer.status, document if is_ours else {}, _read_date(at), location)


def _connect(parts: SplitResult) -> http.client.HTTPConnection:
    """On this machine a certificate need not be for its address; of others a check of its own tells."""
    host, port = parts.hostname or "", find_port(parts)
    if parts.scheme != "https":
        return http.client.HTTPConnection(host, port, timeout=PATIENCE)
    context = ssl.create_default_context()
    if is_loopback(host):
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    return http.client.HTTPSConnection(host, port, timeout=PATIENCE, context=context)


def _read_date(text: str | None) -> datetime | None:
    try:
        return None if text is None else parsedate_to_datetime(text).astimezone(UTC)
    except ValueError:
        return None


def check_answer(url: str, answer: HealthAnswer) -> Iterator[Finding]:
    """That it is a Roundlog, and answers to this name."""
    host = urlsplit(url).hostname or ""
    if answer.status == 421:
        yield fault("unknown-host", host=host, url=url)
    elif 300 <= answer.status < 400:
        yield warning("address-redirects", url=url, to=answer.location)
    elif not answer.document:
        yield fault("other-program-answers", url=url, status=answer.status)


def check_live(url: str) -> Iterator[Finding]:
    """That a live connection comes through whatever stands between."""
    parts = urlsplit(url)
    line = _connect(parts)
    headers = {
        "host": parts.netloc,
        "connection": "Upgrade",
        "upgrade": "websocket",
        "sec-websocket-version": "13",
        "sec-websocket-key": b64encode(secrets.token_bytes(16)).decode(),
    }
    try:
        line.request("GET", f"{parts.path}/live/-doctor?topics=boards", headers=headers)
        status = line.getresponse().status
    except (OSError, http.client.HTTPException):
        status = 0
    finally:
        line.close()
    if status != 101:
        yield fault("live-blocked", url=url, status=status)


def check_hall(here: str, hall: str) -> Iterator[Finding]:
    """``hall``: where other machines are told to find the server; empty: only this machine can."""
    if not hall:
        yield note("only-this-machine", here=here)
        return
    parts = urlsplit(hall)
    try:
        socket.create_connection((parts.hostname or "", find_port(parts)), timeout=PATIENCE).close()
    except OSError as error:
        yield fault("hall-unreachable", address=hall, reason=error.strerror or str(error))
