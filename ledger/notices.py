"""Notices by mail: the addresses that members gave, and which notice was sent to whom, in the private file.

A notice is noted before it is handed to the mail server and when it is known what came of it. One of which that is not
known (the machine died meanwhile) is not sent again: better none than two.
"""

from __future__ import annotations

import enum
import re
import secrets
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from pathlib import Path

import msgspec

from engine.errors import Refusal
from engine.model import PlayerId, Value
from ledger.private_file import PrivateRecord, PrivateTable, Recorder, current_time

CONFIRMATION = 0  # in the place of a version: the first mail, with the link that confirms the address
RETRIED_AFTER = (1, 5, 15, 60, 240)  # minutes after each attempt that was refused for the time being
ADDRESSES_A_DAY = 3  # of one member: nobody sends mails to strangers from here
LONGEST_ADDRESS = 254
_ADDRESS = re.compile(r"[A-Za-z0-9._%+!#$&'*/=?^`{|}~-]+@(?:[A-Za-z0-9-]+\.)+[A-Za-z0-9-]{2,}")
SENDER = "notices"  # who acts in the rows that the server itself adds


class NoticeKind(enum.Enum):
    """What a member may choose to be told."""

    PAIRING = "pairing"
    EVENING = "evening"
    CORRECTION = "correction"


class Outcome(enum.Enum):
    """What came of an attempt."""

    SENT = "sent"
    LATER = "later"  # refused for the time being, or nobody answered: nothing was handed over
    REFUSED = "refused"
    UNKNOWN = "unknown"  # handed over, and no answer came
    NOT_DUE = "not-due"  # what it would tell does not stand any more, or not for them


class NoticeEvent(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type"):
    """A tag is never renamed and never reused; a new field has a default."""


class AddressGiven(NoticeEvent, frozen=True, kw_only=True, tag="address-given"):
    stream: str
    player: PlayerId
    address: str
    kinds: tuple[NoticeKind, ...]
    token: str  # in the links of its mails


class KindsChosen(NoticeEvent, frozen=True, kw_only=True, tag="kinds-chosen"):
    token: str
    kinds: tuple[NoticeKind, ...]


class AddressConfirmed(NoticeEvent, frozen=True, kw_only=True, tag="address-confirmed"):
    token: str
    position: int  # of the log: what stands there already is not told


class AddressRemoved(NoticeEvent, frozen=True, kw_only=True, tag="address-removed"):
    token: str


class NoticeDue(NoticeEvent, frozen=True, kw_only=True, tag="notice-due"):
    token: str
    version: int  # of the record that it tells of


class NoticeBegun(NoticeEvent, frozen=True, kw_only=True, tag="notice-begun"):
    token: str
    version: int


class NoticeEnded(NoticeEvent, frozen=True, kw_only=True, tag="notice-ended"):
    token: str
    version: int
    outcome: Outcome


class LogFollowed(NoticeEvent, frozen=True, kw_only=True, tag="log-followed"):
    position: int


AnyNoticeEvent = (
    AddressGiven | KindsChosen | AddressConfirmed | AddressRemoved | NoticeDue | NoticeBegun | NoticeEnded | LogFollowed
)


class Subscription(Value, frozen=True):
    """An address that a member gave."""

    stream: str
    player: PlayerId
    address: str
    kinds: tuple[NoticeKind, ...]
    token: str
    confirmed_at: int | None = None  # the position of the log then; None: not yet


class Notice(Value, frozen=True):
    """One that is not over."""

    token: str
    version: int
    attempts: int = 0
    at: str = ""  # of the last attempt
    is_begun: bool = False

    def is_due(self, now: datetime) -> bool:
        if self.is_begun or not self.attempts:
            return not self.is_begun
        return now >= datetime.fromisoformat(self.at) + timedelta(minutes=RETRIED_AFTER[self.attempts - 1])


Key = tuple[str, int]  # token, version


class NoticeState:
    def __init__(self) -> None:
        self.position = 0  # up to which the log was followed; 0: not yet
        self.by_token: dict[str, Subscription] = {}
        self.open: dict[Key, Notice] = {}
        self.over: dict[Key, Outcome] = {}
        self._given: dict[tuple[str, PlayerId], list[str]] = {}  # when

    def evolve(self, record: PrivateRecord[AnyNoticeEvent]) -> None:
        match record.event:
            case AddressGiven(stream=stream, player=player, address=address, kinds=kinds, token=token):
                self._remove(self.find(stream, player))
                self.by_token[token] = Subscription(stream, player, address, kinds, token)
                self.open[token, CONFIRMATION] = Notice(token, CONFIRMATION)
                self._given.setdefault((stream, player), []).append(record.at)
            case KindsChosen(token=token, kinds=kinds):
                self._change(token, kinds=kinds)
            case AddressConfirmed(token=token, position=position):
                self._change(token, confirmed_at=position)
            case AddressRemoved(token=token):
                self._remove(self.by_token.get(token))
            case NoticeDue(token=token, version=version):
                self.open[token, version] = Notice(token, version)
            case NoticeBegun(token=token, version=version):
                before = self.open.get((token, version), Notice(token, version))
                self.open[token, version] = Notice(token, version, before.attempts + 1, record.at, is_begun=True)
            case NoticeEnded(token=token, version=version, outcome=outcome):
                self._end((token, version), outcome)
            case LogFollowed(position=position):
                self.position = position

    def find(self, stream: str, player: PlayerId) -> Subscription | None:
        return next((one for one in self.by_token.values() if (one.stream, one.player) == (stream, player)), None)

    def is_known(self, key: Key) -> bool:
        return key in self.open or key in self.over

    def count_given(self, stream: str, player: PlayerId, since: datetime) -> int:
        return sum(datetime.fromisoformat(at) > since for at in self._given.get((stream, player), ()))

    def _change(self, token: str, **fields: object) -> None:
        if token in self.by_token:
            self.by_token[token] = msgspec.structs.replace(self.by_token[token], **fields)

    def _remove(self, one: Subscription | None) -> None:
        if one is not None:
            del self.by_token[one.token]
            for key in [key for key in self.open if key[0] == one.token]:
                self._end(key, Outcome.NOT_DUE)

    def _end(self, key: Key, outcome: Outcome) -> None:
        notice = self.open.pop(key, None)
        if outcome is Outcome.LATER and notice is not None and notice.attempts <= len(RETRIED_AFTER):
            self.open[key] = msgspec.structs.replace(notice, is_begun=False)
        else:
            self.over[key] = outcome


class NoticeStore:
    """Without a path it is kept in memory."""

    def __init__(
        self,
        path: Path | None = None,
        clock: Callable[[], datetime] = current_time,
        check_writable: Callable[[], None] = lambda: None,
    ) -> None:
        self._state = NoticeState()
        self._table: PrivateTable[AnyNoticeEvent] = PrivateTable(
            path, "notices", AnyNoticeEvent, self._state.evolve, clock, check_writable
        )
        self._table.catch_up()

    def close(self) -> None:
        self._table.close()

    def __enter__(self) -> NoticeStore:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def may_write(self) -> bool:
        return self._table.may_write()

    # -- members -------------------------------------------------------------------------------------------------------

    def find(self, stream: str, player: PlayerId) -> Subscription | None:
        self._table.catch_up()
        return self._state.find(stream, player)

    def subscriptions(self, stream: str) -> tuple[Subscription, ...]:
        self._table.catch_up()
        return tuple(one for one in self._state.by_token.values() if one.stream == stream)

    def with_token(self, token: str) -> Subscription:
        self._table.catch_up()
        found = self._state.by_token.get(token)
        if found is None:
            raise Refusal("no-such-mail-link")
        return found

    def give(
        self, stream: str, player: PlayerId, address: str, kinds: tuple[NoticeKind, ...], *, by: str
    ) -> Subscription:
        """Another address is to be confirmed; with the same only what is told changes."""
        check_address(address)

        def decide(record: Recorder[AnyNoticeEvent]) -> None:
            known = self._state.find(stream, player)
            if known is not None and known.address == address:
                if known.kinds != kinds:
                    record(KindsChosen(token=known.token, kinds=kinds))
                return
            if self._state.count_given(stream, player, self._table.clock() - timedelta(days=1)) >= ADDRESSES_A_DAY:
                raise Refusal("too-many-mail-addresses", most=ADDRESSES_A_DAY)
            token = secrets.token_urlsafe(18)
            record(AddressGiven(stream=stream, player=player, address=address, kinds=kinds, token=token))

        self._table.decide(by, decide)
        found = self._state.find(stream, player)
        assert found is not None
        return found

    def confirm(self, token: str, position: int, *, by: str) -> None:
        def decide(record: Recorder[AnyNoticeEvent]) -> None:
            if self.with_token(token).confirmed_at is None:
                record(AddressConfirmed(token=token, position=position))

        self._table.decide(by, decide)

    def remove(self, token: str, *, by: str) -> None:
        def decide(record: Recorder[AnyNoticeEvent]) -> None:
            if token in self._state.by_token:
                record(AddressRemoved(token=token))

        self._table.decide(by, decide)

    # -- the sender ----------------------------------------------------------------------------------------------------

    @property
    def position(self) -> int:
        self._table.catch_up()
        return self._state.position

    def note_due(self, due: Iterable[Key], position: int) -> None:
        """With how far the log was followed, at once: none is forgotten, none is due twice."""

        def decide(record: Recorder[AnyNoticeEvent]) -> None:
            for token, version in due:
                if token in self._state.by_token and not self._state.is_known((token, version)):
                    record(NoticeDue(token=token, version=version))
            record(LogFollowed(position=position))

        self._table.decide(SENDER, decide)

    def end_begun(self) -> int:
        """After a start: of those that were being sent nobody knows what came of them. How many there were."""

        def decide(record: Recorder[AnyNoticeEvent]) -> int:
            begun = [notice for notice in self._state.open.values() if notice.is_begun]
            for notice in begun:
                record(NoticeEnded(token=notice.token, version=notice.version, outcome=Outcome.UNKNOWN))
            return len(begun)

        return self._table.decide(SENDER, decide)

    def list_due(self) -> list[Notice]:
        self._table.catch_up()
        now = self._table.clock()
        return [notice for notice in self._state.open.values() if notice.is_due(now)]

    def begin(self, notice: Notice) -> bool:
        """False: another program was faster, or the address is removed."""

        def decide(record: Recorder[AnyNoticeEvent]) -> bool:
            known = self._state.open.get((notice.token, notice.version))
            if known is None or known.is_begun:
                return False
            record(NoticeBegun(token=notice.token, version=notice.version))
            return True

        return self._table.decide(SENDER, decide)

    def end(self, notice: Notice, outcome: Outcome) -> None:
        def decide(record: Recorder[AnyNoticeEvent]) -> None:
            record(NoticeEnded(token=notice.token, version=notice.version, outcome=outcome))

        self._table.decide(SENDER, decide)

    def outcomes(self) -> Mapping[Key, Outcome]:
        """Of all that are over."""
        self._table.catch_up()
        return dict(self._state.over)


def check_address(address: str) -> None:
    if len(address) > LONGEST_ADDRESS or _ADDRESS.fullmatch(address) is None:
        raise Refusal("no-mail-address")
