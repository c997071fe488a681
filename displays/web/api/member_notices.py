"""Notices of members through the JSON API: the address that a member gives, and what they are told there."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from displays.web.access.authorize import allow, state_of, visitor_of
from displays.web.access.private_writes import write_private
from displays.web.api.bodies import Body
from displays.web.api.endpoint import Endpoint, body_of, json
from displays.web.at_moment import check_question
from displays.web.members.mail_pages import store_of
from displays.web.members.view import MemberNotices, show_notices
from displays.words.parse import whole_number
from engine.errors import Refusal
from engine.model import PlayerId
from ledger.acts.permission import Permission
from ledger.notices import NoticeKind


class NoticesWanted(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    address: str
    kinds: tuple[NoticeKind, ...] = tuple(NoticeKind)


_WANTED = Body(NoticesWanted)


async def change_notices(request: Request) -> Response:
    stream, player = _check_member(request)
    wanted = _WANTED.read(await body_of(request))
    store, by = store_of(request), visitor_of(request).actor
    kinds = tuple(kind for kind in NoticeKind if kind in wanted.kinds)
    await write_private(store.give, stream, player, wanted.address, kinds, by=by)
    return json(show_notices(request, stream, player))


async def remove_notices(request: Request) -> Response:
    stream, player = _check_member(request)
    store = store_of(request)
    known = store.find(stream, player)
    if known is not None:
        await write_private(store.remove, known.token, by=visitor_of(request).actor)
    return json(show_notices(request, stream, player))


def _check_member(request: Request) -> tuple[str, PlayerId]:
    check_question(request.query_params)
    stream, player = request.path_params["id"], whole_number(request.path_params["player"], "player")
    allow(request, Permission.ACT_AS_PLAYER, stream, player=player)
    if player not in state_of(request).tournament.entries:
        raise Refusal("no-such-player", player=player)
    return stream, player


_NOTICES = "/api/t/{id}/members/{player}/notices"
ENDPOINTS = (
    Endpoint(
        name="change-member-notices",
        method="PUT",
        path=_NOTICES,
        handler=change_notices,
        answer=MemberNotices,
        permission=Permission.ACT_AS_PLAYER,
        body=NoticesWanted,
        example={"address": "anna@club.example", "kinds": ["pairing", "evening"]},
    ),
    Endpoint(
        name="remove-member-notices",
        method="DELETE",
        path=_NOTICES,
        handler=remove_notices,
        answer=MemberNotices,
        permission=Permission.ACT_AS_PLAYER,
    ),
)
