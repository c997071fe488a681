"""Compression of answers: which encoding a browser takes, what is worth it, and what must not be compressed.

Static files and answers for the public are compressed where they are kept (``static_files.py``,
``public_answers.py``). What is made for one visitor is compressed here on its way out; if it is large, in a thread:
zlib and brotli let the loop go on meanwhile. What comes in pieces (archives, live feeds, copies of the log) is left as
it is. Browsers ask for brotli over https only.

The size of a compressed answer tells whether a guess that somebody put into it stands in it already (BREACH). A page
shows its own address in the links to its other languages, so others can put text into it who make a browser ask for
it. No page has a token against forged requests in it that could be guessed so (``access/csrf.py``: the origin decides).
But of what only its visitor may see nothing is compressed that a page of another site has a browser ask for over
https; over plain http there is nothing to guess, for whoever sees sizes sees the words. Answers that may hold a key say
``no-store`` and are never compressed.
"""

from __future__ import annotations

import asyncio
import gzip
import re
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from enum import Enum
from functools import lru_cache
from typing import Any

import brotli

LEAST = 1024  # bytes; what is shorter fits into one packet as it is
LEAST_FOR_THREAD = 32 * 1024  # bytes; what is shorter is compressed in less time than a thread needs to begin
BROTLI_QUALITY = 5  # of 11; above it takes much longer than gzip
GZIP_LEVEL = 6  # of 9
QUALITY_FOR_GOOD = 9  # of both, for what is compressed once and kept
_SAME_PLACE = frozenset({"same-origin", "none"})  # a page of ours asks, or the person, by typing or from bookmarks
_TEXT = re.compile(rb"text/|application/([a-z.-]+\+)?json\b|application/([a-z-]+\+)?xml\b|image/svg\+xml")
_QUALITY = re.compile(r"\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*", re.IGNORECASE)

RawHeaders = Iterable[tuple[bytes, bytes]]
Scope = MutableMapping[str, Any]


class Encoding(Enum):
    """In the order in which we like them."""

    BROTLI = "br"
    GZIP = "gzip"


@lru_cache(maxsize=64)
def choose_encoding(accepted: str) -> Encoding | None:
    """By the header ``Accept-Encoding`` (RFC 9110 12.5.3): the best of those that the visitor likes best; None: as it
    is. Who says nothing gets it as it is, for some programs that say nothing cannot read anything else."""
    weights = dict(map(_read_weight, accepted.lower().split(",")))
    rest = weights.get("*", 0.0)
    plain = weights.get("identity", rest if "*" in weights else 0.001)  # by itself always good enough
    best = max(Encoding, key=lambda one: weights.get(one.value, rest))
    weight = weights.get(best.value, rest)
    return best if weight > 0 and weight >= plain else None


def _read_weight(part: str) -> tuple[str, float]:
    """A weight that is none counts as zero: it is not known what was meant."""
    name, *given = part.split(";")
    if not given:
        return name.strip(), 1.0
    found = _QUALITY.fullmatch(given[0])
    return name.strip(), float(found[1]) if found else 0.0


def compress(body: bytes, encoding: Encoding, quality: int | None = None) -> bytes:
    """The same bytes for the same body. ``quality``: if it may take longer."""
    if encoding is Encoding.BROTLI:
        compressed: bytes = brotli.compress(body, quality=quality or BROTLI_QUALITY)
        return compressed
    return gzip.compress(body, quality or GZIP_LEVEL, mtime=0)


async def compress_beside(body: bytes, encoding: Encoding) -> bytes:
    """The loop goes on."""
    if len(body) < LEAST_FOR_THREAD:
        return compress(body, encoding)
    return await asyncio.to_thread(compress, body, encoding)


def is_worth_compressing(status: int, headers: RawHeaders, length: int) -> bool:
    """Whole answers in words that are not compressed yet and hold no key. (A strong ETag promises these very bytes.)"""
    found = dict(headers)
    return (
        length >= LEAST
        and status not in (206, 304)
        and b"content-encoding" not in found
        and b"no-store" not in found.get(b"cache-control", b"")
        and found.get(b"etag", b"W/").startswith(b"W/")
        and _TEXT.match(found.get(b"content-type", b"")) is not None
    )


def compressed_headers(headers: RawHeaders, encoding: Encoding, length: int) -> list[tuple[bytes, bytes]]:
    """Of the same answer in that encoding, of so many bytes."""
    kept = ((name, value) for name, value in headers if name != b"content-length")
    return [*kept, (b"content-encoding", encoding.value.encode()), (b"content-length", str(length).encode())]


def has_etag(known: str, etag: str) -> bool:
    """Whether ``If-None-Match`` names it (RFC 9110 13.1.2: compared weakly)."""
    return etag.removeprefix("W/") in (part.strip().removeprefix("W/") for part in known.split(","))


class CompressionMiddleware:
    """Compresses what comes whole. It stands within what adds headers and around what knows who asks."""

    def __init__(self, app: Callable[..., Awaitable[None]]) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        encoding = choose_encoding(join_headers(scope, b"accept-encoding"))
        await self._app(scope, receive, send if encoding is None else _Sender(scope, send, encoding))


class _Sender:
    """Holds the start of an answer back until it is known whether its body comes whole."""

    def __init__(self, scope: Scope, send: Any, encoding: Encoding) -> None:
        self._scope, self._send, self._encoding = scope, send, encoding
        self._start: MutableMapping[str, Any] | None = None

    async def __call__(self, message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start" and _length_of(message["headers"]) >= LEAST:
            self._start = message
            return
        start, self._start = self._start, None
        if start is not None:
            body = message.get("body", b"")
            if not message.get("more_body", False) and self._is_worth(start, body):
                body = await compress_beside(body, self._encoding)
                start = {**start, "headers": compressed_headers(start["headers"], self._encoding, len(body))}
                message = {**message, "body": body}
            await self._send(start)
        await self._send(message)

    def _is_worth(self, start: MutableMapping[str, Any], body: bytes) -> bool:
        if not is_worth_compressing(start["status"], start["headers"], len(body)):
            return False
        return may_compress(self._scope)


def may_compress(scope: Scope) -> bool:
    """Nobody else can have put words into an answer of a session and see its size. Asked when the answer comes: then it
    is known whose it is."""
    if scope.get("state", {}).get("session") is None or scope["scheme"] != "https":
        return True
    return join_headers(scope, b"sec-fetch-site") in _SAME_PLACE


def _length_of(headers: RawHeaders) -> int:
    """As it says itself; 0: it comes in pieces."""
    return next((int(value) for name, value in headers if name == b"content-length"), 0)


def join_headers(scope: Scope, name: bytes) -> str:
    """All headers of that name."""
    return ",".join(value.decode("latin-1") for found, value in scope["headers"] if found == name)
