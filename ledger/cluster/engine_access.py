"""Whether the engines of the others let this node in: asked one by one, as a client that connects and signs in.

A node talks to its own engine, which has the same secrets: that it knows nobody else is told by the others alone.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import msgspec

from ledger.cluster.node_list import EngineAddress

SECONDS = 2.0  # for each step; a machine that does much else at the same time is slow, not wrong
LONGEST_LINE = 65536
_REFUSAL = b"-ERR 'Authorization Violation'"


def find_refusal(addresses: Sequence[EngineAddress], context: ssl.SSLContext, user: str, password: str) -> str:
    """What one of them said, if of those that answer every one refuses; empty: one lets us in, or none answers."""
    if not addresses:
        return ""
    with ThreadPoolExecutor(len(addresses)) as threads:
        found = [*threads.map(partial(_ask, context=context, user=user, password=password), addresses)]
    told = [(address, said) for address, said in zip(addresses, found, strict=True) if said is not None]
    if not told or not all(said for _, said in told):
        return ""
    address, said = told[0]
    return f"{address.text}: {said}"


def _ask(address: EngineAddress, context: ssl.SSLContext, user: str, password: str) -> str | None:
    """Why it refuses; empty: it lets us in; None: it does not answer, or not what an engine does."""
    try:
        with socket.create_connection((address.host, address.port), timeout=SECONDS) as plain:
            if not _read_line(plain).startswith(b"INFO "):
                return None
            with context.wrap_socket(plain, server_hostname=address.host) as secure:
                return _sign_in(secure, user, password)
    except ssl.SSLCertVerificationError as error:
        return error.verify_message
    except (ssl.SSLEOFError, ssl.SSLZeroReturnError):  # it went away
        return None
    except ssl.SSLError as error:
        return error.reason or str(error)
    except (OSError, UnicodeError):
        return None


def _sign_in(secure: ssl.SSLSocket, user: str, password: str) -> str | None:
    asked = msgspec.json.encode({"user": user, "pass": password, "verbose": False, "pedantic": False, "lang": "python"})
    secure.sendall(b"CONNECT " + asked + b"\r\nPING\r\n")
    for _ in range(4):  # it may tell more of itself first
        line = _read_line(secure)
        if line.startswith(b"PONG"):
            return ""
        if line.startswith(_REFUSAL):
            return line.partition(b"'")[2].rstrip(b"'\r\n").decode("ascii", "replace")
    return None


def _read_line(connection: socket.socket) -> bytes:
    line = b""
    while not line.endswith(b"\n") and len(line) < LONGEST_LINE:
        part = connection.recv(1)
        if not part:
            break
        line += part
    return line
