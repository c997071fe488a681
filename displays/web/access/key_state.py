"""State of the key store: all keys and sessions, folded from its events."""

from __future__ import annotations

import bisect
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from msgspec.structs import replace

from displays.web.access.key_events import (
    KeyMade,
    KeyRecord,
    KeyRevoked,
    KeySeen,
    KeyUsed,
    SecretMade,
    Served,
    SessionEnded,
    SessionRenewed,
)
from displays.web.access.roles import Grant, Role
from engine.errors import Refusal
from engine.model import Value
from ledger.private_file import write_time

SPEND_WITHIN = timedelta(days=7)  # a one-time link that lies about for longer may have been found by others
PEOPLE_KEPT = 20  # names of those who share a key
SESSIONS_KEPT = 200  # of one key: those that can be ended one by one


def read_time(text: str) -> datetime:
    return datetime.fromisoformat(text)


def time_of_seconds(seconds: int) -> str:
    """Of seconds since 1970."""
    return write_time(datetime.fromtimestamp(seconds, UTC))


class SignedIn(Value, frozen=True):
    """One device that came in with a key."""

    session: str
    name: str
    address: str
    at: str
    until: str = ""  # empty: an older Roundlog let it in, and did not note for how long

    def is_over(self, now: str) -> bool:
        return bool(self.until) and now >= self.until


class Key(Value, frozen=True):
    """One key: for whom, for what, until when, and what became of it."""

    number: int
    digest: str
    name: str
    grant: Grant
    made_at: str
    made_by: str
    expires: str = ""
    is_once: bool = False
    is_api: bool = False
    revoked_at: str = ""
    sign_ins: int = 0
    last_seen: str = ""
    last_address: str = ""
    people: tuple[str, ...] = ()  # who came in with a key that many may share, the newest last
    sessions: tuple[SignedIn, ...] = ()  # that carry it and were not ended, the newest last

    def check_opens(self, now: datetime) -> None:
        """Refuses what it cannot do any more for somebody who comes in with it."""
        self.check_holds(now)
        if self.is_once and self.sign_ins:
            raise Refusal("key-spent")
        if self.is_once and now > read_time(self.made_at) + SPEND_WITHIN:
            raise Refusal("key-expired")

    def check_holds(self, now: datetime) -> None:
        """Refuses what it cannot do any more for somebody who is in already."""
        if self.revoked_at:
            raise Refusal("key-revoked")
        if self.expires and write_time(now) >= self.expires:
            raise Refusal("key-expired")

    def is_good(self, now: datetime) -> bool:
        return not self.revoked_at and not (self.expires and write_time(now) >= self.expires)

    def devices(self, now: datetime) -> tuple[SignedIn, ...]:
        """Those that are in with it now."""
        return tuple(one for one in self.sessions if not one.is_over(write_time(now))) if self.is_good(now) else ()

    def is_usable(self, now: datetime) -> bool:
        """Somebody is in with it, or may still come in."""
        return self.state(now) in ("waiting", "in-use")

    def state(self, now: datetime) -> str:
        """``revoked``, ``expired``, ``in-use``, or ``waiting`` for whoever it was made for."""
        if self.revoked_at:
            return "revoked"
        is_late = self.is_once and not self.sign_ins and now > read_time(self.made_at) + SPEND_WITHIN
        if is_late or not self.is_good(now):
            return "expired"
        return "in-use" if self.sign_ins or self.last_seen else "waiting"


class KeyState:
    """Knows every key by its number and by its digest, the sessions that were ended, and the secret."""

    def __init__(self) -> None:
        self.secret = ""
        self.address = ""
        self.ended: set[str] = set()
        self._ended_by_hand = 0  # keys that were revoked, sessions that were ended
        self._ends: list[str] = []  # when keys and sessions end by themselves, in order; one renewed stands here twice
        self._keys: dict[int, Key] = {}
        self._by_digest: dict[str, int] = {}
        self._by_form: dict[str, int] = {}

    def evolve(self, record: KeyRecord) -> None:
        match record.event:
            case SecretMade(secret=secret):
                self._ended_by_hand += 1
                self.secret = secret
                self.ended.clear()  # what was signed with the old one is over anyway
                for number in self._keys:
                    self._change(number, sessions=())
            case Served(address=address):
                self.address = address
            case KeyMade() as made:
                self._add(made, record)
            case KeyUsed() as used:
                self._use(used, record.at)
            case KeySeen(key=number, address=address):
                self._change(number, last_seen=record.at, last_address=address)
            case KeyRevoked(key=number):
                self._ended_by_hand += 1
                self._change(number, revoked_at=record.at)
            case SessionRenewed() as renewed:
                self._renew(renewed, record.at)
            case SessionEnded(session=session):
                self._ended_by_hand += 1
                self._end(session)

    def _add(self, made: KeyMade, record: KeyRecord) -> None:
        self._keys[made.key] = Key(
            number=made.key,
            digest=made.digest,
            name=made.name,
            grant=made.grant,
            made_at=record.at,
            made_by=record.actor,
            expires=made.expires,
            is_once=made.is_once,
            is_api=made.is_api,
        )
        self._by_digest[made.digest] = made.key
        if made.form:
            self._by_form[made.form] = made.key
        self._note_end(made.expires)

    def _use(self, used: KeyUsed, at: str) -> None:
        """A key for one person is known by the name that they gave; one for many lists them."""
        key = self._keys[used.key]
        came = SignedIn(used.session, used.name or key.name, used.address, at, used.until)
        for number in (used.key, *used.beside):
            self._let_in(number, came, at)
        seen = {"sign_ins": key.sign_ins + 1, "last_seen": at, "last_address": used.address}
        if key.is_once:
            self._change(used.key, **seen, name=used.name or key.name)
            return
        others = tuple(name for name in key.people if name != used.name)
        people = (*others, used.name) if used.name not in ("", key.name) else others
        self._change(used.key, **seen, people=people[-PEOPLE_KEPT:])

    def _renew(self, renewed: SessionRenewed, at: str) -> None:
        """It keeps its place; one that was let in before all its keys were noted is found under each from now on."""
        for number in renewed.keys:
            known = (one for one in self._keys[number].sessions if one.session == renewed.session)
            came = next(known, SignedIn(renewed.session, renewed.name, renewed.address, at))
            self._let_in(number, replace(came, until=renewed.until), at)

    def _let_in(self, number: int, came: SignedIn, at: str) -> None:
        others = (one for one in self._keys[number].sessions if one.session != came.session and not one.is_over(at))
        devices = sorted((*others, came), key=lambda one: one.at)
        self._change(number, sessions=tuple(devices[-SESSIONS_KEPT:]))
        self._note_end(came.until)

    def _note_end(self, at: str) -> None:
        if at:
            bisect.insort(self._ends, at)

    def count_endings(self, now: datetime) -> int:
        """How often a key or a session has ended, by hand or by itself: whoever is in may be out since."""
        return self._ended_by_hand + bisect.bisect_right(self._ends, write_time(now))

    def ends(self, session: str, keys: tuple[int, ...]) -> str:
        """Until when it was last noted to last; empty if it was not."""
        listed = (one for number in keys for one in self._keys[number].sessions)
        return max((one.until for one in listed if one.session == session), default="")

    def _end(self, session: str) -> None:
        self.ended.add(session)
        for key in self:
            if any(one.session == session for one in key.sessions):
                self._change(key.number, sessions=tuple(one for one in key.sessions if one.session != session))

    def _change(self, number: int, **changes: object) -> None:
        self._keys[number] = replace(self._keys[number], **changes)

    def __iter__(self) -> Iterator[Key]:
        return iter(tuple(self._keys.values()))

    def __len__(self) -> int:
        return len(self._keys)

    def with_number(self, number: int) -> Key:
        key = self._keys.get(number)
        if key is None:
            raise Refusal("no-key-of-that-number", key=number)
        return key

    def with_digest(self, digest: str) -> Key:
        number = self._by_digest.get(digest)
        if number is None:
            raise Refusal("no-such-key")
        return self._keys[number]

    def links_of_members(self, stream: str) -> list[Key]:
        """Of the players of a tournament, those that were not revoked."""
        return [
            key for key in self if key.grant.role is Role.MEMBER and key.grant.stream == stream and not key.revoked_at
        ]

    def check_form_is_new(self, form: str) -> None:
        if form in self._by_form:
            raise Refusal("form-already-sent", key=self._by_form[form])

    def has_owner(self, now: datetime) -> bool:
        """Somebody has come in as owner of the whole server, with a key that still holds."""
        owners = (key for key in self if key.grant == Grant(Role.OWNER) and not key.is_api)
        return any(key.sign_ins and key.is_good(now) for key in owners)
