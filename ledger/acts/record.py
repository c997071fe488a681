"""One record of the log: an event, where it stands, when and by whom it was written, and what chains it."""

from __future__ import annotations

import msgspec

from ledger.acts.catalogue import AnyEvent


class Recorded(msgspec.Struct, frozen=True, gc=False):
    """An event that stands in the log."""

    position: int  # in the whole log, from 1, without a gap
    stream: str
    version: int  # in its stream, from 1, without a gap
    at: str  # UTC, 2026-05-01T14:00:00.000000Z
    actor: str
    command: str  # the id of the command that caused it
    event: AnyEvent
    hash: str  # chains the stream
    seal: str  # chains the log
