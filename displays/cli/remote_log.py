"""A log behind a server, as far as a command reads it: streams fetched as exports, every hash verified here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from urllib.parse import quote

from displays.cli.server_client import ServerClient
from engine.errors import Broken, Refusal
from ledger.acts.act import Event
from ledger.acts.record import Recorded
from ledger.acts.upcast import UNREADABLE, Decoder
from ledger.formats.jsonl import LogLine, Part, read_parts
from ledger.store.chain import LogChain, Raw
from ledger.store.verify import Verified, check_head
from ledger.tournament_list import Listed, ListedFestival

ROOTS = ("/api/t", "/api/f")  # a stream is a tournament or a festival
NOT_THERE = ("no-such-tournament", "no-such-festival")


class RemoteLog:
    """The streams of a server, each fetched once; as much of them as the key may see, which is all or a refusal."""

    def __init__(self, server: ServerClient) -> None:
        self.server = server
        self._decoder = Decoder()
        self._raw: dict[str, list[Raw]] = {}
        self._records: dict[str, list[Recorded]] = {}

    def raw(self, stream: str) -> Iterator[Raw]:
        """As it is stored there, by version."""
        if stream not in self._raw:
            self._raw |= {stream: []} | {title.stream: records for title, records in self._fetch(stream)}
        return iter(self._raw[stream])

    def read(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Recorded]:
        """The records with ``after`` < version ≤ ``upto``, by version."""
        if stream not in self._records:
            self._records[stream] = [self._decode(raw) for raw in self.raw(stream)]
        return iter(self._records[stream][after:upto])

    def events(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Event]:
        return (recorded.event for recorded in self.read(stream, after, upto))

    def take(self, stream: str, records: Sequence[Recorded]) -> None:
        """What a command of ours has recorded. If somebody else has written in between, all of it is fetched again."""
        known = self._records.get(stream)
        self._raw.pop(stream, None)
        if known is None or not records or records[0].version != len(known) + 1:
            self._records.pop(stream, None)
        else:
            known.extend(records)

    def list_tournaments(self) -> tuple[Listed, ...]:
        """Those that the key may know of, by id."""
        pages = self.server.read_pages("/api/t", tuple[Listed, ...])
        return tuple(line for page in pages for line in page)

    def list_festivals(self) -> tuple[ListedFestival, ...]:
        """Those that the key may know of, by id."""
        return self.server.read("/api/f", tuple[ListedFestival, ...])

    def verify(self, head: str | None = None) -> Verified:
        """Whether the whole log is what it was: all records are fetched, and every hash and seal is verified here.
        ``head``: a seal or a hash that must still be there."""
        if head is not None:
            check_head(head)
        chain, at_position = LogChain(), None
        for line in self.server.read_lines("/api/log", LogLine):
            raw = Raw(line.stream, line.version, line.at, line.actor, line.command, line.body, line.hash)
            chain.follow(line.position, raw, line.seal)
            if head in (line.seal, raw.hash):
                at_position = line.position
        if head is not None and at_position is None and not (head == chain.seal and chain.position == 0):
            raise Broken("head-not-found", head=head, records=chain.position)
        return Verified(chain.position, chain.seal, at_position)

    def _fetch(self, stream: str) -> list[Part]:
        """The export of a tournament, or of a festival with its sections; nothing if there is neither."""
        for root in ROOTS:
            try:
                content = self.server.read_text(f"{root}/{quote(stream, safe='')}/export")
            except Refusal as refusal:
                if refusal.code == "not-allowed":
                    raise Refusal("key-sees-too-little", server=self.server.url, stream=stream) from refusal
                if refusal.code not in NOT_THERE:
                    raise
            else:
                return read_parts(content)
        return []

    def _decode(self, raw: Raw) -> Recorded:
        """The position in the log over there is nothing that a command asks for."""
        try:
            event = self._decoder.decode(raw.body)
        except UNREADABLE as error:
            raise self.server.is_newer() from error
        return Recorded(raw.version, raw.stream, raw.version, raw.at, raw.actor, raw.command, event, raw.hash, "")
