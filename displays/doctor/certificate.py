"""Certificates: of an https address, or in files. What is wrong is found out as a browser does, by a handshake."""

from __future__ import annotations

import os
import socket
import ssl
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from displays.doctor.finding import Finding, fault, warning

SOON = timedelta(days=14)
PATIENCE = 10.0  # seconds
NOT_YET, EXPIRED, OTHER_NAME = 9, 10, 62  # X509_V_ERR_…
OTHER_ADDRESS = 64
UNKNOWN_ISSUER = (18, 19, 20, 21)
_CODES = {
    NOT_YET: "certificate-not-yet",
    EXPIRED: "certificate-expired",
    OTHER_NAME: "certificate-other-name",
    OTHER_ADDRESS: "certificate-other-name",
}


def check_certificate_of(
    host: str, port: int, now: datetime, context: ssl.SSLContext | None = None
) -> Iterator[Finding]:
    """``context``: whom to trust; else whom this machine trusts."""
    trusted = ssl.create_default_context() if context is None else context
    try:
        with (
            socket.create_connection((host, port), timeout=PATIENCE) as line,
            trusted.wrap_socket(line, server_hostname=host) as secured,
        ):
            found = secured.getpeercert()
    except ssl.SSLCertVerificationError as error:
        yield _explain(error, host)
        return
    except ssl.SSLError as error:
        yield fault("no-https", host=host, port=port, reason=error.reason or str(error))
        return
    yield from _check_end(found, host, now)


def check_certificate_files(certificate: Path, key: Path, names: tuple[str, ...], now: datetime) -> Iterator[Finding]:
    """``names``: what browsers call the server."""
    for path in (certificate, key):
        if not (path.is_file() and os.access(path, os.R_OK)):
            yield fault("certificate-unreadable", path=os.fspath(path))
            return
    for name in names:
        try:
            found = _shake_hands(certificate, key, name)
        except ssl.SSLCertVerificationError as error:
            yield _explain(error, name)
            return
        except ssl.SSLError:
            yield fault("certificate-key-other", path=os.fspath(certificate), key=os.fspath(key))
            return
        yield from _check_end(found, name, now)


def _explain(error: ssl.SSLCertVerificationError, host: str) -> Finding:
    if error.verify_code in UNKNOWN_ISSUER:
        return warning("certificate-unknown-issuer", host=host)
    code = _CODES.get(error.verify_code, "certificate-refused")
    return fault(code, host=host, reason=error.verify_message)


def _check_end(found: dict[str, Any] | None, host: str, now: datetime) -> Iterator[Finding]:
    end = datetime.fromtimestamp(ssl.cert_time_to_seconds((found or {})["notAfter"]), UTC)
    if end - now < SOON:
        yield warning("certificate-ends-soon", host=host, end=end.strftime("%Y-%m-%d"), days=max(0, (end - now).days))


def _shake_hands(certificate: Path, key: Path, name: str) -> dict[str, Any] | None:
    """A server with these files and a browser that trusts nothing else, in memory."""
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(certificate, key)
    browser = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    browser.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    browser.load_verify_locations(certificate)
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    one = server.wrap_bio(there, back, server_side=True)
    other = browser.wrap_bio(back, there, server_hostname=name)
    for _ in range(4):  # TLS 1.3 needs two turns
        for side in (other, one):
            try:
                side.do_handshake()
            except ssl.SSLWantReadError:
                continue
    return other.getpeercert()
