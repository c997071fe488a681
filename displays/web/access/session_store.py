"""Sessions of browsers: opened with a key, renewed while the browser comes back, ended.

They are recorded among the events of the keys (``key_store.py``): a session holds no longer than its keys.
"""

from __future__ import annotations

import secrets

import msgspec

from displays.web.access.alike_names import check_is_own_name
from displays.web.access.key_events import AnyKeyEvent, KeyUsed, SecretMade, SessionEnded, SessionRenewed
from displays.web.access.key_state import Key, KeyState, read_time, time_of_seconds
from displays.web.access.session_cookies import LASTS, MOST_KEYS, RENEWED_AFTER, Session, read_cookie, write_cookie
from displays.web.access.tokens import digest_of
from engine.errors import Refusal
from ledger.acts.checks import name as check_shown_name
from ledger.private_file import PrivateTable, Recorder

LONGEST_NAME = 60


class SessionStore:
    """The sessions of a key store."""

    def __init__(self, table: PrivateTable[AnyKeyEvent], state: KeyState) -> None:
        self._table = table
        self._state = state
        if not self._newest().secret:
            self._make_secret()

    @property
    def secret(self) -> str:
        """With which cookies are signed."""
        return self._state.secret

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

        Kept or not, the earlier session of the browser is over: nobody is in twice on one device. A name that somebody
        types is refused if the holder of another key goes by it, unless that is this very browser. A member's link
        beside others changes no name: what is done with it stands under its own (``Visitor.acting``).
        """
        check_name(name)

        def decide(record: Recorder[AnyKeyEvent]) -> Session:
            key = self._state.with_digest(digest_of(token))
            key.check_opens(self._table.clock())
            is_member = key.grant.player is not None
            called = beside.name if is_member and beside is not None else name.strip() or key.name
            if called != key.name and not is_member:
                check_is_own_name(called, key, self._state, _keys_of(beside, instead_of), self._table.clock())
            kept = () if beside is None else tuple(number for number in beside.keys if number != key.number)
            keys = (*kept, key.number)[-MOST_KEYS:]
            session = Session(secrets.token_hex(8), called, keys, self._new_end())
            until = time_of_seconds(session.until)
            record(
                KeyUsed(key=key.number, beside=keys[:-1], session=session.id, until=until, name=called, address=address)
            )
            for earlier in (beside, instead_of):
                if earlier is not None:
                    record(SessionEnded(session=earlier.id))
            return session

        return self._table.decide(name, decide)

    def find(self, cookie: str) -> Session | None:
        """The session that a browser carries, if it is one of ours and not over."""
        state = self._newest()
        session = read_cookie(cookie, state.secret)
        if session is None or session.has_ended(self._table.clock().timestamp()) or session.id in state.ended:
            return None
        return session

    def keys_of(self, session: Session) -> tuple[Key, ...]:
        """Those of its keys that still hold."""
        now = self._table.clock()
        return tuple(key for number in session.keys if (key := self._state.with_number(number)).is_good(now))

    def cookie_of(self, session: Session) -> str:
        return write_cookie(session, self._state.secret)

    def renew(self, session: Session, *, address: str = "") -> Session:
        """It lasts longer, which is recorded first: whoever is in stands in the list. An ended one stays ended."""
        longer = msgspec.structs.replace(session, until=self._new_end())

        def decide(record: Recorder[AnyKeyEvent]) -> Session:
            known = self._state.ends(session.id, session.keys)
            if known and read_time(known).timestamp() > longer.until - RENEWED_AFTER:  # a page asks for many things
                return msgspec.structs.replace(session, until=int(read_time(known).timestamp()))
            if session.id not in self._state.ended:
                until = time_of_seconds(longer.until)
                record(
                    SessionRenewed(
                        session=session.id, keys=session.keys, until=until, name=session.name, address=address
                    )
                )
            return longer

        return self._table.decide(session.name, decide)

    def end(self, session: Session) -> None:
        def decide(record: Recorder[AnyKeyEvent]) -> None:
            record(SessionEnded(session=session.id))

        self._table.decide(session.name, decide)

    def end_device(self, number: int, session: str, *, by: str) -> None:
        """One of the devices that are in with a key, whatever else it carries; the others, and the key, go on."""

        def decide(record: Recorder[AnyKeyEvent]) -> None:
            if all(one.session != session for one in self._state.with_number(number).devices(self._table.clock())):
                raise Refusal("no-such-session", key=number)
            record(SessionEnded(session=session))

        self._table.decide(by, decide)

    def end_all(self, *, by: str) -> None:
        """A new secret: no cookie that was signed with the old one is read any more."""
        self._make_secret(by)

    def _make_secret(self, by: str = "") -> None:
        def decide(record: Recorder[AnyKeyEvent]) -> None:
            if by or not self._state.secret:  # another program may have been faster
                record(SecretMade(secret=secrets.token_hex(32)))

        self._table.decide(by, decide)

    def _new_end(self) -> int:
        return int(self._table.clock().timestamp()) + LASTS

    def _newest(self) -> KeyState:
        self._table.catch_up()
        return self._state


def _keys_of(*sessions: Session | None) -> set[int]:
    return {number for session in sessions if session is not None for number in session.keys}


def check_name(name: str) -> None:
    """It will stand in the log, on one line with other things."""
    check_shown_name(name, "name")
    if len(name) > LONGEST_NAME:
        raise Refusal("text-too-long", field="name", longest=LONGEST_NAME, length=len(name))
