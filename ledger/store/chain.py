"""The hash chains over the records, so that anybody can verify a copy of the log without our code.

A record has nine fields: position, stream, version, at, actor, command, body, hash, seal. ``position`` and ``version``
are whole numbers, written in decimal without sign or leading zeros; all others are text without a line break. ``body``
is the JSON text of the event exactly as it is stored: never parse and write it again before hashing.

``hash`` chains one stream and travels with it. It is the SHA-256, in 64 lowercase hexadecimal digits, of seven lines in
UTF-8, with one line feed (0A) between them and none at the end: the hash of the record before it in the same stream (64
zeros for version 1), stream, version, at, actor, command, body.

``seal`` chains the whole log. It is the SHA-256, written likewise, of three lines: the seal of the record before it in
the log (64 zeros for position 1), position, hash.

To verify a log, read the table ``records`` by ``position``: positions run 1, 2, 3 … without a gap, versions likewise in
each stream, every hash and every seal is what the lines above give. (``at`` is what a clock said, and no part of this:
it runs back within a stream only at an event ``time-corrected``, and may do so from one stream to the next.) Whoever
wrote down the last seal at some moment can show later that nothing before it was changed, removed or inserted. An
exported stream (``formats/jsonl.py``) has no positions and no seals; its hashes are verified alone.
"""

from __future__ import annotations

import hashlib
import re
from typing import NamedTuple

from engine.errors import BadInput, Broken

BEFORE_THE_FIRST = "0" * 64


class Raw(NamedTuple):
    """A record as it travels: the body is the exact text that was hashed."""

    stream: str
    version: int
    at: str
    actor: str
    command: str
    body: str
    hash: str


class SealedRecord(NamedTuple):
    """A record at its place in one log: what a copy of that log takes in."""

    position: int
    raw: Raw
    seal: str


def hash_of(previous: str, stream: str, version: int, at: str, actor: str, command: str, body: str) -> str:
    """The link of a record to the one before it in its stream."""
    canonical = f"{previous}\n{stream}\n{version}\n{at}\n{actor}\n{command}\n{body}"
    return hashlib.sha256(canonical.encode()).hexdigest()


def seal_of(previous: str, position: int, hash: str) -> str:
    """The link of a record to the one before it in the log."""
    return hashlib.sha256(f"{previous}\n{position}\n{hash}".encode()).hexdigest()


def check_name(field: str, text: str) -> None:
    """A name goes into the canonical form on a line of its own: it must be one line that UTF-8 can write."""
    if not text:
        raise BadInput("empty-name", field=field)
    if _BREAKING.search(text):
        raise BadInput("unprintable-name", field=field)


# Control characters, lone surrogates, line and paragraph separators.
_BREAKING = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\u2028\u2029]")


class StreamChain:
    """Walks along one stream; refuses the first record that does not fit."""

    def __init__(self, stream: str, version: int = 0, hash: str = BEFORE_THE_FIRST) -> None:
        self.stream, self.version, self.hash = stream, version, hash

    def follow(self, raw: Raw, **where: int) -> None:
        """``where`` says in the error where the record was found (position, line)."""
        if raw.stream != self.stream:
            raise Broken("other-stream", stream=self.stream, found=raw.stream, **where)
        if raw.version != self.version + 1:
            raise Broken("version-gap", stream=self.stream, version=self.version + 1, found=raw.version, **where)
        if raw.hash != hash_of(self.hash, *raw[:6]):
            raise Broken("hash-mismatch", stream=self.stream, version=raw.version, **where)
        self.version, self.hash = raw.version, raw.hash


class LogChain:
    """Walks along a whole log; refuses the first record that does not fit."""

    def __init__(self) -> None:
        self.position = 0
        self.seal = BEFORE_THE_FIRST
        self._streams: dict[str, StreamChain] = {}

    def follow(self, position: int, raw: Raw, seal: str) -> None:
        if position != self.position + 1:
            raise Broken("record-missing", position=self.position + 1, found=position)
        stream = self._streams.setdefault(raw.stream, StreamChain(raw.stream))
        stream.follow(raw, position=position)
        if seal != seal_of(self.seal, position, raw.hash):
            raise Broken("seal-mismatch", stream=raw.stream, version=raw.version, position=position)
        self.position, self.seal = position, seal
