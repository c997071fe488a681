"""Old JSON → today's JSON: one function per change, oldest first. Nothing stored is ever rewritten.

A change that only adds a field with a default needs nothing here. For any other, write a function that takes the parsed
body as it was written before the change and gives it as it is written since; add it, with the tag that it is about, to
the end of ``CHANGES``. It must leave a body alone that is written in the new way already.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from engine.errors import BadInput
from ledger.acts.act import Event
from ledger.acts.catalogue import AnyEvent
from ledger.acts.record import Recorded

Body = dict[str, Any]
Change = tuple[str, Callable[[Body], Body]]

CHANGES: tuple[Change, ...] = ()
UNREADABLE = (msgspec.DecodeError, RecursionError)  # no JSON, none of our events, or as deep as none of them is


class Decoder:
    """Bodies → events. As long as nothing has changed, it is msgspec's decoder and costs nothing more."""

    def __init__(self, changes: tuple[Change, ...] = CHANGES) -> None:
        self._changes = changes
        typed: msgspec.json.Decoder[Event] = msgspec.json.Decoder(AnyEvent)
        self.decode: Callable[[str | bytes], Event] = self._decode if changes else typed.decode
        self.decode_lines: Callable[[str | bytes], list[Event]] = self._decode_lines if changes else typed.decode_lines

    def decode_record(self, row: Sequence[Any]) -> Recorded:
        """A row of the log's columns with its body decoded."""
        position, stream, version, at, actor, command, body, hash, seal = row
        try:
            event = self.decode(body)
        except UNREADABLE as error:
            raise BadInput("unknown-event", position=position, type=read_type(body)) from error
        return Recorded(position, stream, version, at, actor, command, event, hash, seal)

    def _decode(self, body: str | bytes) -> Event:
        return self._today(msgspec.json.decode(body))

    def _decode_lines(self, bodies: str | bytes) -> list[Event]:
        return [self._today(body) for body in msgspec.json.Decoder().decode_lines(bodies)]

    def _today(self, body: Any) -> Event:
        for tag, change in self._changes:
            if isinstance(body, dict) and body.get("type") == tag:
                body = change(body)
        event: Event = msgspec.convert(body, AnyEvent)
        return event


def read_type(body: str | bytes) -> str:
    """What the body says it is, as far as that can be read."""
    try:
        tagged = msgspec.json.decode(body, type=dict[str, Any])
    except UNREADABLE:
        return ""
    return str(tagged.get("type", ""))
