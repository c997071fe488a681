"""Messages of clients: which topics they want from now on, and up to which version they have shown everything."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from displays.web.live.close_codes import BadMessage
from displays.web.live.topics import Wanted, parse_topics


class ClientMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    topics: tuple[str, ...] | None = None
    known: Mapping[str, int] = {}  # the version that the client has of a topic
    ack: int | None = None

    def wanted(self) -> Wanted:
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
