"""Rows of the table ``records`` as values: the columns, and how a row becomes a record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from engine.errors import BadInput
from ledger.events import Recorded
from ledger.upcast import Decoder

COLUMNS = "position, stream, version, at, actor, command, body, hash, seal"
COMMAND = f"SELECT {COLUMNS} FROM records WHERE stream = ? AND command = ? ORDER BY version"


def decode_row(row: Sequence[Any], decoder: Decoder) -> Recorded:
    """A row of ``COLUMNS`` with its body decoded."""
    position, stream, version, at, actor, command, body, hash, seal = row
    try:
        event = decoder.decode(body)
    except msgspec.DecodeError as error:
        raise BadInput("unknown-event", position=position, type=read_type(body)) from error
    return Recorded(position, stream, version, at, actor, command, event, hash, seal)


def read_type(body: str | bytes) -> str:
    """What the body says it is, as far as that can be read."""
    try:
        tagged = msgspec.json.decode(body, type=dict[str, Any])
    except msgspec.DecodeError:
        return ""
    return str(tagged.get("type", ""))
