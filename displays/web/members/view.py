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


class MemberView(msgspec.Struct, frozen=True):
    version: int
    player: PlayerId
    game: OwnGame | None
    evenings: tuple[MemberEvening, ...]


async def show_member(request: Request, player: PlayerId) -> MemberView:
    """For that member and nobody else."""
    stream = request.path_params["id"]
    allow(request, Permission.ACT_AS_PLAYER, stream, player=player)
    state, desk = state_of(request), services_of(request).desk
    if player not in state.tournament.entries:
        raise Refusal("no-such-player", player=player)
    evenings = await list_evenings(desk.log, stream, state, player, services_of(request).key_store.clock())
    return MemberView(state.version, player, own_game(desk, stream, state, player), tuple(evenings))
