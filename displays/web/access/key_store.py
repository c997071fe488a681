"""The store of keys: keys are made, found, used and revoked here; sessions are opened and ended.

It is an event log of its own in the private file beside the log (``ledger.private_file``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from pathlib import Path

from displays.web.access.key_events import AnyKeyEvent, KeyMade, KeyRevoked, KeySeen, Served
from displays.web.access.key_state import Key, KeyState, read_time
from displays.web.access.roles import Grant, Role
from displays.web.access.session_store import SessionStore, check_name
from displays.web.access.tokens import digest_of, new_token
from engine.errors import Refusal
from engine.model import PlayerId, Value
from ledger.acts.checks import text as check_text
from ledger.acts.checks import within
from ledger.private_file import PrivateTable, Recorder, RowOrder, current_time, write_time

SEEN_EVERY = timedelta(hours=1)
MOST_DAYS = 3660
MOST_BOARDS = 99_999


class NewKey(Value, frozen=True):
    """A key with its token, which is known at this moment only."""

    key: Key
    token: str


class KeyStore:
    """See the module. Without a path it is in memory and ends with the program."""

    def __init__(
        self,
        path: Path | None = None,
        clock: Callable[[], datetime] = current_time,
        check_writable: Callable[[], None] = lambda: None,
        order: RowOrder | None = None,
    ) -> None:
        self.clock = clock
        self._state = KeyState()
        self._table: PrivateTable[AnyKeyEvent] = PrivateTable(
            path, "happenings", AnyKeyEvent, self._state.evolve, clock, check_writable, order
        )
        self.sessions = SessionStore(self._table, self._state)

    def close(self) -> None:
        self._table.close()

    def __enter__(self) -> KeyStore:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def make(
        self,
        grant: Grant,
        *,
        name: str,
        by: str,
        days: int | None = None,
        once: bool = False,
        api: bool = False,
        form: str = "",
    ) -> NewKey:
        """A new key; its token is shown once and kept nowhere. ``form``: by which it is asked for; it makes one key."""
        _check(grant, name, days)
        token = new_token(is_api=api)

        def decide(record: Recorder[AnyKeyEvent]) -> int:
            self._state.check_form_is_new(form)
            number = len(self._state) + 1
            record(
                KeyMade(
                    key=number,
                    digest=digest_of(token),
                    name=name.strip(),
                    grant=grant,
                    expires="" if days is None else write_time(self.clock() + timedelta(days=days)),
                    is_once=once and not api,
                    is_api=api,
                    form=form,
                )
            )
            return number

        return NewKey(self.key(self._table.decide(by, decide)), token)

    def revoke(self, number: int, *, by: str) -> Key:
        """It, and every session that it opened, ends at once."""

        def decide(record: Recorder[AnyKeyEvent]) -> None:
            if not self._state.with_number(number).revoked_at:
                record(KeyRevoked(key=number))

        self._table.decide(by, decide)
        return self.key(number)

    def make_links(
        self, stream: str, members: Mapping[PlayerId, str], *, by: str, form: str = ""
    ) -> tuple[NewKey, ...]:
        """A key for each of these players of a tournament, called so; those that they had end. All of it or nothing."""
        tokens = {player: new_token(is_api=False) for player in members}
        for player, name in members.items():
            _check(Grant(Role.MEMBER, stream, player=player), name, None)

        def decide(record: Recorder[AnyKeyEvent]) -> list[int]:
            self._state.check_form_is_new(form)
            for key in self._state.links_of_members(stream):
                if key.grant.player in members:
                    record(KeyRevoked(key=key.number))
            first = len(self._state) + 1
            for number, (player, name) in enumerate(members.items(), start=first):
                grant, digest = Grant(Role.MEMBER, stream, player=player), digest_of(tokens[player])
                record(KeyMade(key=number, digest=digest, name=name, grant=grant, form=form))
            return list(range(first, first + len(members)))

        numbers = self._table.decide(by, decide)
        return tuple(NewKey(self.key(number), tokens[player]) for number, player in zip(numbers, members, strict=True))

    def revoke_links(self, stream: str, player: PlayerId | None = None, *, by: str) -> int:
        """Of a player of the tournament; None: of all. They, and every session that they opened, end at once."""

        def decide(record: Recorder[AnyKeyEvent]) -> int:
            found = [key for key in self._state.links_of_members(stream) if player in (None, key.grant.player)]
            for key in found:
                record(KeyRevoked(key=key.number))
            return len(found)

        return self._table.decide(by, decide)

    def all_keys(self) -> tuple[Key, ...]:
        """The newest first."""
        return tuple(reversed(list(self._newest())))

    def key(self, number: int) -> Key:
        return self._newest().with_number(number)

    def key_of(self, token: str) -> Key:
        """The key that this token is; a refusal says what is wrong with it."""
        key = self._newest().with_digest(digest_of(token))
        key.check_opens(self.clock())
        return key

    def has_owner(self) -> bool:
        return self._newest().has_owner(self.clock())

    def count_endings(self) -> int:
        """Of keys and sessions: while it stands still, whoever is in may stay."""
        return self._newest().count_endings(self.clock())

    def may_write(self) -> bool:
        """A server that copies another one's keys makes and changes none."""
        return self._table.may_write()

    def is_long_unseen(self, key: Key) -> bool:
        return not key.last_seen or self.clock() > read_time(key.last_seen) + SEEN_EVERY

    def note_use(self, key: Key, *, name: str, address: str) -> None:
        def decide(record: Recorder[AnyKeyEvent]) -> None:
            if self.is_long_unseen(self._state.with_number(key.number)):
                record(KeySeen(key=key.number, address=address))

        self._table.decide(name, decide)

    @property
    def server_address(self) -> str:
        """Where the server was found last: links made at the command line lead there."""
        return self._newest().address

    def note_server_address(self, address: str) -> None:
        def decide(record: Recorder[AnyKeyEvent]) -> None:
            if self._state.address != address:
                record(Served(address=address))

        self._table.decide("", decide)

    def _newest(self) -> KeyState:
        self._table.catch_up()
        return self._state


def _check(grant: Grant, name: str, days: int | None) -> None:
    check_text(name, "name", required=True)
    check_name(name)
    within("days", days, 1, MOST_DAYS)
    within("boards", grant.first_board, 1, MOST_BOARDS)
    within("boards", grant.last_board, grant.first_board or 1, MOST_BOARDS)
    if grant.role is not Role.RESULTS and (grant.first_board, grant.last_board) != (None, None):
        raise Refusal("boards-for-results-only")
    if (grant.role is Role.MEMBER) != (grant.player is not None and bool(grant.stream)):
        raise Refusal("member-needs-player")
