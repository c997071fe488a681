"""Messages of the private order: rows that a node offers, and how the order began.

They hold the secret of the sessions: they are never exported, and go over encrypted connections only.
"""

from __future__ import annotations

import secrets

import msgspec

from engine.errors import Broken, Unavailable
from ledger.private_file import PrivateRow

FORMAT = 1


class PrivateMessage(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """A tag is never renamed and never reused; a new field has a default, or the format is raised."""

    id: str  # by which its node knows it again: published twice it acts once


class PrivateBeginning(PrivateMessage, frozen=True, kw_only=True, tag="beginning"):
    """The first message; a later one changes nothing. ``id`` is the order's. Until the rows that it began with are
    there, no others are taken."""

    positions: dict[str, int]  # by table: how many rows the file has with which it began
    digest: str  # of these (``PrivateRows.digest``)


class RowsOffered(PrivateMessage, frozen=True, kw_only=True, tag="rows"):
    """They stand if they continue their table. None: whoever sees it applied has seen all before it."""

    table: str = ""
    rows: tuple[PrivateRow, ...] = ()


AnyPrivateMessage = PrivateBeginning | RowsOffered
_ENCODER = msgspec.msgpack.Encoder()
_DECODER: msgspec.msgpack.Decoder[AnyPrivateMessage] = msgspec.msgpack.Decoder(AnyPrivateMessage)


def new_id() -> str:
    return secrets.token_hex(8)


def encode_message(message: AnyPrivateMessage) -> bytes:
    return bytes([FORMAT]) + _ENCODER.encode(message)


def decode_message(content: bytes, number: int) -> AnyPrivateMessage:
    """``number``: its place in the order. A format that this version does not know ends the node's work."""
    if content[:1] != bytes([FORMAT]):
        raise Unavailable("cluster-message-newer", format=content[0] if content else 0, known=FORMAT)
    try:
        return _DECODER.decode(content[1:])
    except msgspec.DecodeError as error:
        raise Broken("cluster-message-missing", number=number) from error
