"""Messages of clients, and the close codes of who is refused.

A browser does not tell its page why a websocket was not opened, but it tells with which code and reason one was closed:
so whoever is refused is let in, told why, and closed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import msgspec

from displays.web.live.topics import Wanted, parse_topics
from displays.web.screens.status import UnmetWish
from engine.errors import BadInput, RoundlogError, Unavailable
from ledger.acts.screens import MOST_SCENES

_CODES = {
    "sign-in-needed": 4401,
    "not-allowed": 4403,
    "staff-only": 4403,
    "no-such-tournament": 4404,
    "no-such-player": 4404,
    "no-ladder": 4404,
    "too-many-connections": 4503,
    "copy-behind": 1013,  # "try again later" (RFC 6455), or elsewhere
}


def close_code(error: RoundlogError) -> int:
    """4000 and what HTTP would say."""
    if isinstance(error, BadInput):
        return 4400
    return _CODES.get(error.code, 4503 if isinstance(error, Unavailable) else 4409)


class BadMessage(Exception):
    """What a client sent is not of this protocol; with the code and the reason for closing."""

    def __init__(self, close_code: int, reason: str) -> None:
        super().__init__(close_code, reason)
        self.close_code = close_code
        self.reason = reason


class ClientMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    topics: tuple[str, ...] | None = None
    known: Mapping[str, int] = {}  # the version that the client has of a topic
    ack: int | None = None
    unmet: Annotated[tuple[UnmetWish, ...], msgspec.Meta(max_length=MOST_SCENES)] | None = None

    def parse_wanted(self) -> Wanted:
        topics = parse_topics(self.topics or ())
        return Wanted(topics, tuple(self.known.get(topic.name, 0) for topic in topics))


_DECODER = msgspec.json.Decoder(ClientMessage)


def parse_message(message: bytes) -> ClientMessage:
    try:
        message.decode()
    except UnicodeDecodeError as error:
        raise BadMessage(1007, "not-utf-8") from error
    try:
        return _DECODER.decode(message)
    except msgspec.DecodeError as error:
        raise BadMessage(1003, "not-understood") from error
