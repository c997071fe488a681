"""What a member sees beside the card that everybody sees: their evenings, and what has become of their own result."""

from __future__ import annotations

import msgspec
from starlette.requests import Request

from displays.web.access.authorize import allow, state_of
from displays.web.access.services import services_of
from displays.web.members.evenings import MemberEvening, list_evenings
from displays.web.members.own_game import OwnGame, own_game
from engine.errors import Refusal
from engine.model import PlayerId
from ledger.acts.permission import Permission
from ledger.notices import NoticeKind


class MemberNotices(msgspec.Struct, frozen=True):
    """What they are told by mail."""

    address: str = ""  # empty: nothing
    is_confirmed: bool = False
    kinds: tuple[NoticeKind, ...] = ()


class MemberView(msgspec.Struct, frozen=True):
    version: int
    player: PlayerId
    game: OwnGame | None
    evenings: tuple[MemberEvening, ...]
    notices: MemberNotices | None = None  # None: this server sends no mails


async def show_member(request: Request, player: PlayerId) -> MemberView:
    """For that member and nobody else."""
    stream = request.path_params["id"]
    allow(request, Permission.ACT_AS_PLAYER, stream, player=player)
    state, desk = state_of(request), services_of(request).desk
    if player not in state.tournament.entries:
        raise Refusal("no-such-player", player=player)
    evenings = await list_evenings(desk.log, stream, state, player, services_of(request).key_store.clock())
    game, notices = own_game(desk, stream, state, player), show_notices(request, stream, player)
    return MemberView(state.version, player, game, tuple(evenings), notices)


def show_notices(request: Request, stream: str, player: PlayerId) -> MemberNotices | None:
    store = services_of(request).notices
    if store is None:
        return None
    found = store.find(stream, player)
    if found is None:
        return MemberNotices()
    return MemberNotices(found.address, found.confirmed_at is not None, found.kinds)
