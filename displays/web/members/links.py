"""Links of members: one for each player of a tournament, made and renewed for all at once, revoked.

A link is a key whose grant names the player (``displays/web/access``). Its secret is shown when it is made, and kept
nowhere. Of a player at most one holds: a new one ends the one before it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

import msgspec
from starlette.requests import Request

from displays.web.access.authorize import allow, tournament_of
from displays.web.access.invitations import path_of
from displays.web.access.key_state import Key
from displays.web.access.key_store import KeyStore, NewKey
from displays.web.access.private_writes import write_private
from displays.web.access.roles import Role
from displays.web.access.services import services_of
from displays.web.access.session_store import LONGEST_NAME
from engine.errors import Refusal
from engine.model import PlayerId, Tournament
from ledger.acts.permission import Permission
from ledger.person_publicity import publicity_of
from ledger.views.alphabet import in_the_alphabet

NO_LINK = "none"


class MemberLine(msgspec.Struct, frozen=True):
    """A player and the newest link made for them."""

    player: PlayerId
    name: str
    state: str  # "none", "waiting", "in-use", "revoked"
    key: int = 0  # 0: none was made
    made_at: str = ""
    last_seen: str = ""


class MemberLink(msgspec.Struct, frozen=True):
    """A new link, the only time that it is shown."""

    player: PlayerId
    name: str
    key: int
    path: str  # ``/key/…``, below the address of the server


def list_members(t: Tournament, stream: str, key_store: KeyStore) -> list[MemberLine]:
    """From A to Z; who is in the tournament no more is not among them, though a link may be left."""
    keys, now = find_newest_links(stream, key_store), key_store.clock()
    lines = []
    for number, entry in t.entries.items():
        key, name = keys.get(number), entry.player.name
        if key is None:
            lines.append(MemberLine(number, name, NO_LINK))
        else:
            lines.append(MemberLine(number, name, key.state(now), key.number, key.made_at, key.last_seen))
    return sorted(lines, key=lambda line: in_the_alphabet(line.name, line.player))


def find_newest_links(stream: str, key_store: KeyStore) -> Mapping[PlayerId, Key]:
    found: dict[PlayerId, Key] = {}
    for key in key_store.all_keys():
        player = key.grant.player
        if player is not None and key.grant.role is Role.MEMBER and key.grant.stream == stream:
            found.setdefault(player, key)
    return found


def called_in_log(t: Tournament, player: PlayerId) -> str:
    """``Smit, Anna (12)``: what a member does stands in the log under it. The number tells two of one name apart, and
    a member from somebody of that name who has another role; who asked to be shown by initials is."""
    number = f" ({player})"
    name = publicity_of(t).name(player, t.entries[player].player.name)
    return name[: LONGEST_NAME - len(number)].rstrip() + number


async def make_links(
    request: Request, stream: str, players: Collection[PlayerId] | None, *, renews: bool, form: str = ""
) -> tuple[MemberLink, ...]:
    """For these players, or (None) for all: for those who have none that holds; ``renews``: for the others too, whose
    old one ends. From A to Z, as a sheet is handed out."""
    visitor, t = allow(request, Permission.INVITE, stream), tournament_of(request)
    for player in players or ():
        if player not in t.entries:
            raise Refusal("no-such-player", player=player)
    services = services_of(request)
    now, newest = services.key_store.clock(), find_newest_links(stream, services.key_store)
    holding = {player for player, key in newest.items() if key.is_usable(now)}
    wanted = t.entries if players is None else dict.fromkeys(players)
    names = {number: called_in_log(t, number) for number in wanted if renews or number not in holding}

    def make() -> tuple[NewKey, ...]:
        return services.key_store.make_links(stream, names, by=visitor.actor, form=form)

    made = await write_private(services.sent_forms.make_once, form, make)
    links = [_link_of(t, one) for one in made if one.key.grant.player in t.entries]
    return tuple(sorted(links, key=lambda link: in_the_alphabet(link.name, link.player)))


def _link_of(t: Tournament, made: NewKey) -> MemberLink:
    player = made.key.grant.player
    assert player is not None
    return MemberLink(player, t.entries[player].player.name, made.key.number, path_of(made))


async def revoke_links(request: Request, stream: str, player: PlayerId | None) -> int:
    """Of one player, also of one who is in the tournament no more; None: of all. How many there were."""
    visitor = allow(request, Permission.INVITE, stream)
    tournament_of(request)
    key_store = services_of(request).key_store
    return await write_private(key_store.revoke_links, stream, player, by=visitor.actor)
