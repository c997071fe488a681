"""The messages of a log's order: what a node has to add, as the records that they would be.

A message holds all that waited on its node when it was made, each with its hashes already. Whether they fit is decided
when it is applied, on every node alike (``apply_rule.py``). What is larger than a message goes in parts, and counts
when the last of them is there.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from engine.errors import BadInput, Broken, Unavailable
from engine.model import Value
from ledger.store.chain import Raw, SealedRecord

FORMAT = 1
MOST_OF_A_PART = 512 * 1024  # bytes
PARTS_FORGOTTEN = 10_000  # messages after the last part of something whose end did not come


class LogNamed(Value, frozen=True, array_like=True, tag="log"):
    """A node begins. The first message of an order gives the log its id."""

    log: str


class CommandRecorded(Value, frozen=True, array_like=True, tag="command"):
    """All records of one command."""

    records: tuple[Raw, ...]


class StreamAdopted(Value, frozen=True, array_like=True, tag="adopt"):
    """A stream from elsewhere, or the end of one."""

    records: tuple[Raw, ...]


class LogCopied(Value, frozen=True, array_like=True, tag="copy"):
    """The next records of the log, at their positions: what a cluster begins with."""

    records: tuple[SealedRecord, ...]


class MessagePart(Value, frozen=True, array_like=True, tag="part"):
    """A piece of one of the others, encoded."""

    of: int  # the number of the message in which its first part is: one thing from another
    number: int  # from 0
    is_last: bool
    content: bytes


Submission = LogNamed | CommandRecorded | StreamAdopted | LogCopied


class Message(Value, frozen=True, array_like=True):
    node: str  # its name
    life: str  # of the node, since it was started
    number: int  # of the message in this life, from 1
    position: int  # of the last record that the node had when it was made …
    seal: str  # … and its seal: so every node sees whether they have the same log
    submissions: tuple[Submission | MessagePart, ...] = ()  # none: the node only wants to know when it is through


_encoder = msgspec.msgpack.Encoder()
_decode = msgspec.msgpack.Decoder(Message).decode
_decode_submission = msgspec.msgpack.Decoder(Submission).decode


def encode_message(message: Message) -> bytes:
    return bytes([FORMAT]) + _encoder.encode(message)


def decode_message(content: bytes, number: int) -> Message:
    """``number``: of the message in the order."""
    if content and content[0] > FORMAT:
        raise Unavailable("cluster-message-newer", format=content[0], known=FORMAT)
    try:
        return _decode(content[1:])
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Broken("cluster-message-missing", number=number) from error


def encode_submission(submission: Submission) -> bytes:
    """Raises BadInput, if a record holds what UTF-8 cannot write."""
    try:
        return _encoder.encode(submission)
    except UnicodeEncodeError as error:
        raise BadInput("not-unicode", found=ascii(error.object[error.start])) from error


def measure(submission: Submission) -> int:
    """About how many bytes it takes."""
    if isinstance(submission, LogNamed):
        return 100
    records = submission.records
    return sum(len(raw.body) + len(raw.command) + len(raw.stream) + 300 for raw in map(_raw_of, records))


def _raw_of(record: Raw | SealedRecord) -> Raw:
    return record.raw if isinstance(record, SealedRecord) else record


def split(submission: Submission, of: int, size: int = MOST_OF_A_PART) -> Iterator[MessagePart]:
    content = _encoder.encode(submission)
    starts = range(0, len(content), size)
    for number, start in enumerate(starts):
        yield MessagePart(of, number, number == len(starts) - 1, content[start : start + size])


class _Begun:
    """What has come of something so far."""

    def __init__(self, life: str, of: int) -> None:
        self.life, self.of, self.parts, self.latest = life, of, list[bytes](), 0


class PartsCollector:
    """Puts parts together, by the numbers of the order alone: so all nodes have the same.

    A node has one thing at a time underway. What it began in another life, or has begun anew, is forgotten.
    """

    def __init__(self) -> None:
        self._begun: dict[str, _Begun] = {}  # by node

    @property
    def is_empty(self) -> bool:
        return not self._begun

    def complete(self, number: int, message: Message) -> tuple[Submission, ...]:
        """What the message brings, or brings to an end."""
        for node, begun in list(self._begun.items()):
            is_other_life = node == message.node and begun.life != message.life
            if is_other_life or number - begun.latest > PARTS_FORGOTTEN:
                del self._begun[node]
        found = (
            self._take(number, message, one) if isinstance(one, MessagePart) else one for one in message.submissions
        )
        return tuple(one for one in found if one is not None)

    def _take(self, number: int, message: Message, part: MessagePart) -> Submission | None:
        begun = self._begun.get(message.node)
        if part.number == 0 and (begun is None or begun.of < part.of):
            begun = self._begun[message.node] = _Begun(message.life, part.of)
        if begun is None or (begun.of, len(begun.parts)) != (part.of, part.number):  # it came before, or its beginning
            return None  # is forgotten
        begun.parts.append(part.content)
        begun.latest = number
        if not part.is_last:
            return None
        del self._begun[message.node]
        whole: Submission = _decode_submission(b"".join(begun.parts))
        return whole
