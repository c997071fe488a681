"""Frames: the state of a topic as bytes, encoded once for all subscribers.

What a server sends over a websocket is not masked (RFC 6455 5.1), so one encoding serves all. Where compression was
agreed without context takeover (RFC 7692 7.1.1), one compression serves all of those too.
"""

from __future__ import annotations

import struct
import zlib
from functools import cached_property

import msgspec

from ledger.views.view import View

WINDOW_BITS = 15
WORTH_COMPRESSING = 256  # bytes
_FINAL, _COMPRESSED, _TEXT, _PING = 0x80, 0x40, 0x1, 0x9
_ENCODER = msgspec.json.Encoder(order="deterministic")


class Message(msgspec.Struct, frozen=True):
    """What stands in a frame. ``state`` is all of the topic: a frame that was missed does no harm."""

    topic: str
    version: int
    after: int  # the version of the frame before it; 0: it is the first that the server made
    positions: tuple[int, int]  # in the whole log: of the first and the last event since the frame before
    changed: tuple[int, ...]  # the keys of what is other than in the frame before
    at: str
    state: View | None


class Frame:
    """A message as bytes, with and without compression. The latter is made when somebody wants it."""

    def __init__(self, message: Message) -> None:
        self.version = message.version
        self.payload = _ENCODER.encode(message)
        self.plain = encode_text(self.payload)

    @cached_property
    def deflated(self) -> bytes:
        return _deflate(self.payload) or self.plain


def encode_text(payload: bytes) -> bytes:
    return _header(_FINAL | _TEXT, len(payload)) + payload


class Beat(msgspec.Struct, frozen=True, omit_defaults=True):
    """The server's clock, so that every screen counts down to the same moment, and what else concerns all."""

    beat: str
    servers: tuple[str, ...] = ()  # others, that show the same log
    as_of: str | None = None  # up to when this server is known to have everything; None: up to now
    hall: str = ""  # where phones find the server; empty: they cannot


def encode_beat(beat: Beat) -> bytes:
    return encode_text(_ENCODER.encode(beat))


def encode_log_name(name: str, is_same: bool) -> bytes:
    """Which log is shown here, before anything of it. ``is_same``: the versions that the client has are of this log."""
    return encode_text(_ENCODER.encode({"log": name, "is_same": is_same}))


def encode_ping() -> bytes:
    return bytes((_FINAL | _PING, 0))


def _deflate(payload: bytes) -> bytes | None:
    """None where it would not pay."""
    if len(payload) < WORTH_COMPRESSING:
        return None
    compressor = zlib.compressobj(wbits=-WINDOW_BITS)
    body = compressor.compress(payload) + compressor.flush(zlib.Z_SYNC_FLUSH)
    return _header(_FINAL | _COMPRESSED | _TEXT, len(body) - 4) + body[:-4]


def _header(first: int, length: int) -> bytes:
    if length < 126:
        return bytes((first, length))
    if length < 1 << 16:
        return struct.pack("!BBH", first, 126, length)
    return struct.pack("!BBQ", first, 127, length)
