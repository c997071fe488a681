"""One stream as JSON lines, to carry a tournament to another server or to hand it to somebody who wants to verify it.

The file is UTF-8. Its first line says what it is::

    {"roundlog": 1, "stream": "open-2026", "records": 812, "head": "<the hash of the last record>"}

Every other line is a record, by version::

    {"version": 1, "at": "…Z", "actor": "…", "command": "…", "body": "{\\"type\\":\\"round-closed\\",…}", "hash": "…"}

``body`` is a string: what it contains after JSON's escapes are undone is the exact text that was hashed. With the
stream of the first line, a line has all that ``ledger/store/chain.py`` asks for to verify the hashes.

The file of a festival begins with ``{"roundlog": 2, …}`` and has the festival and then each of its sections, every one
of them a title and its records as above: which sections have to be there, the festival's own records say.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Protocol, TypeVar

import msgspec

from engine.errors import BadInput, Broken, Refusal
from ledger.formats.input_file import read_content
from ledger.store.chain import BEFORE_THE_FIRST, Raw, StreamChain, check_name
from ledger.store.verify import Verified, check_head

FORMAT = 1
FORMAT_OF_FESTIVAL = 2
MOST_RECORDS = 2**53 - 1  # that a title may speak of


class RawStreams(Protocol):
    """What an export asks of a log: of the whole ``Archive`` this alone."""

    def raw(self, stream: str) -> Iterator[Raw]:
        """A stream as it is stored, by version."""


class Title(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line."""

    roundlog: int
    stream: str
    records: int
    head: str


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record."""

    version: int
    at: str
    actor: str
    command: str
    body: str
    hash: str


class LogLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record at its place in a whole log: what a server hands to somebody who verifies all of it."""

    position: int
    stream: str
    version: int
    at: str
    actor: str
    command: str
    body: str
    hash: str
    seal: str


# -- out -------------------------------------------------------------------------------------------------------------


def export_stream(
    log: RawStreams, stream: str, path: str | os.PathLike[str], sections: Sequence[str] | None = None
) -> Title:
    """Writes the whole stream; the file appears under its name only when it is complete. ``sections``: a festival's."""
    title, content = encode_stream(log, stream, sections)
    target = Path(path)
    part = target.with_name(target.name + ".part")
    with part.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    part.replace(target)
    return title


def encode_stream(log: RawStreams, stream: str, sections: Sequence[str] | None = None) -> tuple[Title, bytes]:
    """The whole stream as the content of a file; ``sections``: of a festival."""
    own = FORMAT if sections is None else FORMAT_OF_FESTIVAL
    parts = [_encode_part(log, stream, own), *(_encode_part(log, section, FORMAT) for section in sections or ())]
    return parts[0][0], b"".join(content for _, content in parts)


def _encode_part(log: RawStreams, stream: str, number: int) -> tuple[Title, bytes]:
    records = list(log.raw(stream))
    if not records:
        raise Refusal("no-such-stream", stream=stream)
    title = Title(number, stream, len(records), records[-1].hash)
    return title, b"".join(_lines(title, records))


def verify_stream(log: RawStreams, stream: str, told: int | None = None) -> Verified:
    """Whether one stream of a log is what it was: raises Broken with the first record that does not fit.

    All of it is verified; ``told``: the version whose head is told, for those who may not know how many came after it.
    """
    chain = StreamChain(stream)
    head = BEFORE_THE_FIRST
    for raw in log.raw(stream):
        chain.follow(raw)
        if told is None or chain.version <= told:
            head = chain.hash
    return Verified(chain.version if told is None else min(told, chain.version), head)


def verify_whole_stream(log: RawStreams, stream: str, head: str | None = None) -> Verified:
    """The same for who may know all of it; with ``head`` also whether that is still there (``at_position``: where)."""
    if head is not None:
        check_head(head)
    chain, found = StreamChain(stream), None
    for raw in log.raw(stream):
        chain.follow(raw)
        if raw.hash == head:
            found = raw.version
    if not chain.version:
        raise Refusal("no-such-stream", stream=stream)
    if head is not None and found is None:
        raise Broken("head-not-found", head=head, records=chain.version)
    return Verified(chain.version, chain.hash, found)


def _lines(title: Title, records: list[Raw]) -> Iterator[bytes]:
    encode = msgspec.json.Encoder().encode
    yield encode(title) + b"\n"
    for raw in records:
        yield encode(Line(raw.version, raw.at, raw.actor, raw.command, raw.body, raw.hash)) + b"\n"


# -- in --------------------------------------------------------------------------------------------------------------


def verify_file(path: str | os.PathLike[str], head: str | None = None) -> Verified:
    """The same question as ``ledger.store.verify.verify``, to an exported file; ``at_position`` is a version here."""
    if head is not None:
        check_head(head)
    parts = read_file(path)
    records = [raw for _, own in parts for raw in own]
    found = next((number for number, raw in enumerate(records, start=1) if raw.hash == head), None)
    if head is not None and found is None:
        raise Broken("head-not-found", head=head, records=len(records))
    return Verified(len(records), parts[0][0].head, found)


Part = tuple[Title, list[Raw]]  # one stream of a file


def read_file(path: str | os.PathLike[str]) -> list[Part]:
    """The records of an exported file, their chains verified: one stream, or a festival and its sections after it."""
    return read_parts(read_content(Path(path)))


def read_parts(content: bytes) -> list[Part]:
    """The same of what a file contains."""
    lines = enumerate(_texts(content), start=1)
    parts = [_read_part(lines, *next(lines, (1, "")), newest=FORMAT_OF_FESTIVAL)]
    parts += [_read_part(lines, number, text, newest=FORMAT, is_one_of_many=True) for number, text in lines]
    return parts


def _read_part(
    lines: Iterator[tuple[int, str]], number: int, text: str, *, newest: int, is_one_of_many: bool = False
) -> Part:
    title = _decode(Title, text, number)
    if title.roundlog > newest:
        raise BadInput("export-is-newer", found=title.roundlog, known=newest)
    check_name("stream", title.stream)
    chain = StreamChain(title.stream)
    is_one_of_many = is_one_of_many or title.roundlog == FORMAT_OF_FESTIVAL
    its_own = islice(lines, min(max(0, title.records), MOST_RECORDS)) if is_one_of_many else lines
    records = [_record(title.stream, text, place, chain) for place, text in its_own]
    if (title.records, title.head) != (chain.version, chain.hash) or chain.hash == BEFORE_THE_FIRST:
        raise Broken("export-incomplete", stream=title.stream, records=title.records, found=chain.version)
    return title, records


def _record(stream: str, text: str, number: int, chain: StreamChain) -> Raw:
    line = _decode(Line, text, number)
    raw = Raw(stream, line.version, line.at, line.actor, line.command, line.body, line.hash)
    if any(_OFF_THE_LINE.search(field) for field in (raw.actor, raw.command, raw.body)):
        raise BadInput("malformed-line", line=number, expected="one-line-fields")
    if not _is_time(raw.at):
        raise BadInput("malformed-line", line=number, expected="time")
    chain.follow(raw, line=number)
    return raw


_OFF_THE_LINE = re.compile("[\x00-\x1f\ud800-\udfff]")  # control characters, halves of characters
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", re.ASCII)


def _is_time(text: str) -> bool:
    try:
        return _TIME.fullmatch(text) is not None and bool(datetime.fromisoformat(text))
    except ValueError:
        return False


def _texts(content: bytes) -> Iterator[str]:
    for number, line in enumerate(content.removesuffix(b"\n").split(b"\n"), start=1):
        try:
            yield line.decode()
        except UnicodeDecodeError as error:
            raise BadInput("not-utf-8", line=number, column=error.start + 1) from error


T = TypeVar("T")


def _decode(kind: type[T], text: str, number: int) -> T:
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.DecodeError, RecursionError) as error:
        place = re.search(r"byte (\d+)", str(error))
        column = {"column": int(place[1]) + 1} if place else {}
        raise BadInput("malformed-line", line=number, expected=kind.__name__.lower(), **column) from error
