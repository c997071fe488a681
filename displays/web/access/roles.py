"""Roles and what each of them may do."""

from __future__ import annotations

import enum
from collections.abc import Container

import msgspec

from engine.model import PlayerId, Value
from ledger.actors import ActorKey, sign
from ledger.acts.permission import Permission


class Role(enum.Enum):
    OWNER = "owner"  # everything, invitations included; of one tournament or of the whole server
    ARBITER = "arbiter"  # everything in a tournament but invitations of owners
    RESULTS = "results"  # enters results, of a range of boards if one is given
    MEMBER = "member"  # a player of one tournament, for what concerns themselves alone
    DISPLAY = "display"  # a screen or a guest: reads what is released, also of a private tournament
    PUBLIC = "public"  # reads what is released of a public tournament; what everybody is without a key


_OWNERS_ONLY = frozenset({Permission.OPEN, Permission.RUN_SERVERS})
_MEMBERS_ONLY = frozenset({Permission.ACT_AS_PLAYER})  # nobody speaks for somebody else
_STAFF = frozenset(Permission) - _OWNERS_ONLY - _MEMBERS_ONLY
MAY: dict[Role, frozenset[Permission]] = {
    Role.OWNER: _STAFF | _OWNERS_ONLY,
    Role.ARBITER: _STAFF,
    Role.RESULTS: frozenset({Permission.SEE, Permission.ENTER_RESULTS}),
    Role.MEMBER: frozenset({Permission.SEE, Permission.ACT_AS_PLAYER}),
    Role.DISPLAY: frozenset({Permission.SEE}),
    Role.PUBLIC: frozenset({Permission.SEE}),
}
# Whom a role may invite. Nobody can give more than they have, and nobody needs a key to be the public.
MAY_INVITE: dict[Role, tuple[Role, ...]] = {
    Role.OWNER: (Role.OWNER, Role.ARBITER, Role.RESULTS, Role.MEMBER, Role.DISPLAY),
    Role.ARBITER: (Role.ARBITER, Role.RESULTS, Role.MEMBER, Role.DISPLAY),
    Role.RESULTS: (),
    Role.MEMBER: (),
    Role.DISPLAY: (),
    Role.PUBLIC: (),
}


class Grant(Value, frozen=True, omit_defaults=True):
    """One role somewhere."""

    role: Role
    stream: str = ""  # empty: every tournament of this server
    first_board: int | None = None
    last_board: int | None = None
    player: PlayerId | None = None  # of a member: who they are

    def covers(self, stream: str) -> bool:
        """``stream`` is a tournament; empty: the server as a whole."""
        return self.stream in ("", stream)

    def allows(
        self, permission: Permission, stream: str, board: int | None = None, player: PlayerId | None = None
    ) -> bool:
        """``board``: whose result; ``player``: on whose behalf."""
        if permission not in MAY[self.role] or not self.covers(stream):
            return False
        if permission is Permission.ACT_AS_PLAYER:
            return player in (None, self.player)
        return self._reaches(board) if permission is Permission.ENTER_RESULTS else True

    def may_invite(self, other: Grant) -> bool:
        return other.role in MAY_INVITE[self.role] and self.covers(other.stream)

    def _reaches(self, board: int | None) -> bool:
        """Without a board: some board."""
        if board is None:
            return True
        above = self.first_board is None or self.first_board <= board
        return above and (self.last_board is None or board <= self.last_board)


class Visitor(Value, frozen=True, omit_defaults=True):
    """Who sent a request. Nobody in particular has no name and no grants."""

    name: str = ""
    grants: tuple[Grant, ...] = ()
    way: str = "web"  # "console", "api": how the request came
    address: str = ""  # of the machine that it came from
    session: str = ""  # of a browser; a program that shows its key with every request has none
    keys: tuple[ActorKey, ...] = ()  # from which the grants come, in the same order
    key: ActorKey | None = None  # with which they act

    def may(
        self, permission: Permission, stream: str = "", board: int | None = None, player: PlayerId | None = None
    ) -> bool:
        """What is released of a public tournament everybody may see; of a private one ``authorize.py`` decides."""
        return any(grant.allows(permission, stream, board, player) for grant in self.grants)

    def may_see(self, stream: str, players: Container[PlayerId]) -> bool:
        """A private tournament with these players: a member who is in it no more is a stranger to it."""
        seeing = (grant for grant in self.grants if grant.allows(Permission.SEE, stream))
        return any(grant.player is None or grant.player in players for grant in seeing)

    def may_somewhere(self, permission: Permission) -> bool:
        """In some tournament or other, or on the server."""
        return any(permission in MAY[grant.role] for grant in self.grants)

    def may_invite(self, grant: Grant) -> bool:
        return any(own.may_invite(grant) for own in self.grants)

    def invitable(self, stream: str) -> tuple[Role, ...]:
        """The roles that the visitor may give away in a tournament, or (empty) on the whole server; links of members
        are made for all players (``displays/web/members``)."""
        return tuple(role for role in Role if role is not Role.MEMBER and self.may_invite(Grant(role, stream)))

    def boards_in(self, stream: str) -> tuple[tuple[int | None, int | None], ...]:
        """The ranges of boards whose results the visitor may enter; an end that is None is open."""
        own = (grant for grant in self.grants if grant.allows(Permission.ENTER_RESULTS, stream, None))
        return tuple((grant.first_board, grant.last_board) for grant in own)

    def acting(
        self, permission: Permission, stream: str, board: int | None = None, player: PlayerId | None = None
    ) -> Visitor:
        """The same with the newest of their keys that allows it; as a member under that key's own name: one phone may
        have the links of several."""
        held = zip(self.grants, self.keys, strict=True) if self.keys else ()
        keys = [key for grant, key in held if grant.allows(permission, stream, board, player)]
        if not keys:
            return self
        name = keys[-1].name if permission is Permission.ACT_AS_PLAYER else self.name
        return msgspec.structs.replace(self, key=keys[-1], name=name)

    @property
    def may_run_servers(self) -> bool:
        return self.may(Permission.RUN_SERVERS)

    @property
    def may_enter_players(self) -> bool:
        """In some tournament: then the rating lists are theirs to look into."""
        return self.may_somewhere(Permission.DIRECT)

    @property
    def is_known(self) -> bool:
        return bool(self.grants)

    @property
    def actor(self) -> str:
        """As the log names them: who, with which key, and from where."""
        return sign(self.name, self.way, self.address, self.key)


NOBODY = Visitor()
