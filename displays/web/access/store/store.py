"""The office: keys are made, used and revoked here. It is a small book of its own beside the log.

Like the log it is only added to. Several programs may use it at the same time (the server, and ``roundlog key``):
every question first takes in what others have written, every change is decided while nobody else can write.
"""

from __future__ import annotations

import secrets
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec

from displays.web.access.proposals import Proposal, Proposals
from displays.web.access.roles import Grant, Role
from displays.web.access.sessions import LASTS, MOST_KEYS, RENEWED_AFTER, Session, opened, sealed
from displays.web.access.store.events import (
    AnyHappening,
    CorrectionProposed,
    KeyMade,
    KeyRevoked,
    KeySeen,
    KeyUsed,
    Noted,
    ProposalClosed,
    SecretMade,
    Served,
    SessionEnded,
    SessionRenewed,
)
from displays.web.access.store.schema import meaning_of_office_error, office_errors, open_office
from displays.web.access.store.state import Key, Keyring, moment, moment_of, read_moment
from displays.web.access.tokens import digest_of, new_token
from engine.errors import Broken, Refusal, Unavailable
from engine.model import Value
from ledger.commands import Correction
from ledger.decisions.checks import text as check_text
from ledger.decisions.checks import within

SEEN_EVERY = timedelta(hours=1)
LONGEST_NAME = 60
MOST_DAYS = 3660
MOST_BOARDS = 99_999


class NewKey(Value, frozen=True):
    """A key with its token, which is known at this moment only."""

    key: Key
    token: str


def _now() -> datetime:
    return datetime.now(UTC)


class Office:
    """See the module. Without a path it lives in memory and ends with the program."""

    def __init__(self, path: Path | None = None, clock: Callable[[], datetime] = _now) -> None:
        self.path = path
        self.clock = clock
        self._reader, self._writer = open_office(path)
        self._ring = Keyring()
        self._proposals = Proposals()
        self._door = threading.Lock()  # for reading and the ring
        self._pen = threading.Lock()  # for writing
        self._closed = False
        if not self._newest().secret:
            self._make_secret()

    def close(self) -> None:
        self._closed = True
        self._reader.close()
        self._writer.close()

    def __enter__(self) -> Office:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- keys --------------------------------------------------------------------------------------------------------

    def make(
        self, grant: Grant, *, name: str, by: str, days: int | None = None, once: bool = False, api: bool = False
    ) -> NewKey:
        """A new key; its token is shown once and kept nowhere."""
        _check(grant, name, days)
        token = new_token(is_api=api)
        with self._writing(by) as note:
            number = len(self._ring) + 1
            note(
                KeyMade(
                    key=number,
                    digest=digest_of(token),
                    name=name.strip(),
                    grant=grant,
                    expires="" if days is None else moment(self.clock() + timedelta(days=days)),
                    is_once=once and not api,
                    is_api=api,
                )
            )
        return NewKey(self.key(number), token)

    def revoke(self, number: int, *, by: str) -> Key:
        """It, and every session that it opened, ends at once."""
        with self._writing(by) as note:
            if not self._ring.numbered(number).revoked_at:
                note(KeyRevoked(key=number))
        return self.key(number)

    def all_keys(self) -> tuple[Key, ...]:
        """The newest first."""
        return tuple(reversed(list(self._newest())))

    def key(self, number: int) -> Key:
        return self._newest().numbered(number)

    def key_of(self, token: str) -> Key:
        """The key that this token is; a refusal says what is wrong with it."""
        key = self._newest().with_digest(digest_of(token))
        key.opens(self.clock())
        return key

    def has_owner(self) -> bool:
        return self._newest().has_owner(self.clock())

    # -- sessions ----------------------------------------------------------------------------------------------------

    def sign_in(
        self,
        token: str,
        *,
        name: str = "",
        address: str = "",
        beside: Session | None = None,
        instead_of: Session | None = None,
    ) -> Session:
        """Spend the key: a session in which it holds, beside the keys of an earlier one if that is to be kept.

        Kept or not, the earlier session of the browser is over: nobody is in twice on one device.
        """
        check_name(name)
        with self._writing(name) as note:
            key = self._ring.with_digest(digest_of(token))
            key.opens(self.clock())
            called = name.strip() or key.name
            kept = () if beside is None else tuple(number for number in beside.keys if number != key.number)
            keys = (*kept, key.number)[-MOST_KEYS:]
            session = Session(secrets.token_hex(8), called, keys, self._until())
            until = moment_of(session.until)
            note(
                KeyUsed(key=key.number, beside=keys[:-1], session=session.id, until=until, name=called, address=address)
            )
            for earlier in (beside, instead_of):
                if earlier is not None:
                    note(SessionEnded(session=earlier.id))
        return session

    def session(self, cookie: str) -> Session | None:
        """The session that a browser carries, if it is one of ours and not over."""
        ring = self._newest()
        session = opened(cookie, ring.secret)
        if session is None or session.has_ended(self.clock().timestamp()) or session.id in ring.ended:
            return None
        return session

    def keys_of(self, session: Session) -> tuple[Key, ...]:
        """Those of its keys that still hold."""
        now = self.clock()
        return tuple(key for number in session.keys if (key := self._ring.numbered(number)).is_good(now))

    def sealed(self, session: Session) -> str:
        return sealed(session, self._ring.secret)

    def renewed(self, session: Session, *, address: str = "") -> Session:
        """It lasts longer, which is noted first: whoever is in stands in the list. An ended one stays ended."""
        longer = msgspec.structs.replace(session, until=self._until())
        with self._writing(session.name) as note:
            known = self._ring.ends(session.id, session.keys)
            if known and read_moment(known).timestamp() > longer.until - RENEWED_AFTER:  # a page asks for many things
                return msgspec.structs.replace(session, until=int(read_moment(known).timestamp()))
            if session.id not in self._ring.ended:
                until = moment_of(longer.until)
                named = SessionRenewed(
                    session=session.id, keys=session.keys, until=until, name=session.name, address=address
                )
                note(named)
        return longer

    def end(self, session: Session) -> None:
        with self._writing(session.name) as note:
            note(SessionEnded(session=session.id))

    def end_one(self, number: int, session: str, *, by: str) -> None:
        """One of the devices that are in with a key, whatever else it carries; the others, and the key, go on."""
        with self._writing(by) as note:
            if all(one.session != session for one in self._ring.numbered(number).devices(self.clock())):
                raise Refusal("no-such-session", key=number)
            note(SessionEnded(session=session))

    def _until(self) -> int:
        return int(self.clock().timestamp()) + LASTS

    # -- what the office remembers besides ---------------------------------------------------------------------------

    @property
    def secret(self) -> str:
        return self._ring.secret

    def sign_everybody_out(self, *, by: str) -> None:
        """A new secret: no session that was sealed with the old one opens any more."""
        self._make_secret(by)

    def _make_secret(self, by: str = "") -> None:
        with self._writing(by) as note:
            if by or not self._ring.secret:  # another program may have been faster
                note(SecretMade(secret=secrets.token_hex(32)))

    def is_long_unseen(self, key: Key) -> bool:
        return not key.last_seen or self.clock() > read_moment(key.last_seen) + SEEN_EVERY

    def seen(self, key: Key, *, name: str, address: str) -> None:
        with self._writing(name) as note:
            if self.is_long_unseen(self._ring.numbered(key.number)):
                note(KeySeen(key=key.number, address=address))

    @property
    def address(self) -> str:
        """Where the server was found last."""
        return self._newest().address

    def serves_at(self, address: str) -> None:
        with self._writing("") as note:
            if self._ring.address != address:
                note(Served(address=address))

    # -- corrections that are thought about --------------------------------------------------------------------------

    def propose(self, stream: str, correction: Correction, *, by: str, key: str = "") -> Proposal:
        """A request that comes again with its key gets what it got."""
        with self._writing(by) as note:
            known = self._proposals.asked_with(stream, key)
            if known is not None:
                return known
            number = self._proposals.made + 1
            note(CorrectionProposed(proposal=number, stream=stream, correction=correction, key=key))
        return self._proposals.one(stream, number)

    def proposed(self, stream: str, key: str) -> Proposal | None:
        """What the request with that key proposed."""
        self._newest()
        return self._proposals.asked_with(stream, key)

    def proposals(self, stream: str) -> tuple[Proposal, ...]:
        self._newest()
        return self._proposals.of(stream)

    def close_proposals(self, stream: str, numbers: tuple[int, ...], *, by: str, is_applied: bool = False) -> None:
        with self._writing(by) as note:
            for number in numbers:
                self._proposals.one(stream, number)
                note(ProposalClosed(proposal=number, is_applied=is_applied))

    # -- the book ----------------------------------------------------------------------------------------------------

    def _newest(self) -> Keyring:
        """The ring with all that was written, by this program or another."""
        if self._closed:
            raise Unavailable("log-closed", path=str(self.path))
        with self._door:
            for position, at, who, body in self._news():
                noted = Noted(position, at, who, self._read(position, body))
                self._proposals.take_in(noted)
                self._ring.take_in(noted)
        return self._ring

    def _news(self) -> list[tuple[int, str, str, str]]:
        """What is written and not taken in yet. Every request asks: nothing is between it and SQLite."""
        try:
            return self._reader.execute(_ONWARDS, (self._ring.position,)).fetchall()
        except sqlite3.Error as error:
            raise meaning_of_office_error(error, self.path) from error

    def _read(self, position: int, body: str) -> AnyHappening:
        try:
            return _DECODER.decode(body)
        except msgspec.DecodeError as error:
            raise Broken("office-unreadable", path=str(self.path), position=position) from error

    @contextmanager
    def _writing(self, who: str) -> Iterator[Callable[[AnyHappening], None]]:
        """Decide and write while nobody else can; all or nothing."""
        with self._pen, office_errors(self.path):
            self._writer.execute("BEGIN IMMEDIATE")
            try:
                position = self._newest().position
                noted: list[AnyHappening] = []
                yield noted.append
                for number, happening in enumerate(noted, start=position + 1):
                    row = (number, moment(self.clock()), who, msgspec.json.encode(happening).decode())
                    self._writer.execute("INSERT INTO happenings VALUES (?, ?, ?, ?)", row)
                self._writer.execute("COMMIT")
            except BaseException:
                if self._writer.in_transaction:
                    self._writer.execute("ROLLBACK")
                raise
        self._newest()


_ONWARDS = "SELECT position, at, who, body FROM happenings WHERE position > ? ORDER BY position"
_DECODER: msgspec.json.Decoder[AnyHappening] = msgspec.json.Decoder(AnyHappening)


def check_name(name: str) -> None:
    """It will stand in the log, on one line with other things."""
    check_text(name, "name")
    if len(name) > LONGEST_NAME:
        raise Refusal("text-too-long", field="name", longest=LONGEST_NAME, length=len(name))


def _check(grant: Grant, name: str, days: int | None) -> None:
    check_text(name, "name", required=True)
    check_name(name)
    within("days", days, 1, MOST_DAYS)
    within("boards", grant.first_board, 1, MOST_BOARDS)
    within("boards", grant.last_board, grant.first_board or 1, MOST_BOARDS)
    if grant.role is not Role.RESULTS and (grant.first_board, grant.last_board) != (None, None):
        raise Refusal("boards-for-results-only")
