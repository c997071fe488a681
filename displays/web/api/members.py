"""Members through the JSON API: their links, made, renewed and revoked by arbiters; what one of them sees."""

from __future__ import annotations

from contextlib import suppress

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from displays.web.access.addresses import address_for_links
from displays.web.access.authorize import allow, see, state_of, tournament_of
from displays.web.access.services import services_of
from displays.web.api.bodies import Body
from displays.web.api.commands import write, written_before
from displays.web.api.endpoint import Endpoint, body_of, json
from displays.web.api.write_response import Written, report
from displays.web.at_moment import check_question
from displays.web.members.evenings import check_may_tell, keep_announced
from displays.web.members.links import MemberLine, list_members, make_links, revoke_links
from displays.web.members.view import MemberView, show_member
from displays.words.parse import whole_number
from engine.errors import VersionConflict
from engine.model import PlayerId
from ledger.acts.permission import Permission
from ledger.acts.presence import AnnounceAbsence, CancelAbsence
from ledger.desk import Answer


class LinksWanted(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    players: tuple[PlayerId, ...] | None = None  # None: all of the tournament
    renew: bool = False  # also for those who have one; it ends


class LinkMade(msgspec.Struct, frozen=True):
    """The only time that it is shown."""

    player: PlayerId
    name: str
    key: int
    link: str


class EveningTold(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """By their days, or rounds by their numbers."""

    absent: bool
    days: tuple[str, ...] = ()
    rounds: tuple[int, ...] = ()


class LinksRevoked(msgspec.Struct, frozen=True):
    links: int  # how many there were


ATTEMPTS = 5  # while others write to the tournament
_WANTED = Body(LinksWanted)
_TOLD = Body(EveningTold)


async def members(request: Request) -> Response:
    check_question(request.query_params)
    t = tournament_of(request, Permission.INVITE)
    return json(list_members(t, request.path_params["id"], services_of(request).key_store))


async def make_members_links(request: Request) -> Response:
    check_question(request.query_params)
    tournament_of(request, Permission.INVITE)
    asked, base = _WANTED.read(await body_of(request)), address_for_links(request)
    made = await make_links(request, request.path_params["id"], asked.players, renews=asked.renew)
    links = [LinkMade(link.player, link.name, link.key, base + link.path) for link in made]
    return json(links, 201 if links else 200, {"cache-control": "no-store"})


async def member(request: Request) -> Response:
    check_question(request.query_params)
    return json(await show_member(request, whole_number(request.path_params["player"], "player")))


async def tell_evening(request: Request) -> Response:
    """A member signs off or on, as long as that counts as notice. What stands so already is no record."""
    check_question(request.query_params)
    stream, player = request.path_params["id"], whole_number(request.path_params["player"], "player")
    allow(request, Permission.ACT_AS_PLAYER, stream, player=player)
    asked = _TOLD.read(await body_of(request))
    see(request, stream)
    before = await written_before(request, stream, asked)
    if before is not None:
        return before
    for _ in range(ATTEMPTS - 1):
        with suppress(VersionConflict):  # what was written meanwhile may settle it: it is looked at again
            return await _write_told(request, stream, player, asked)
    return await _write_told(request, stream, player, asked)


async def _write_told(request: Request, stream: str, player: PlayerId, asked: EveningTold) -> Response:
    """Recorded on the very state on which it was found that the member may say so, or not at all."""
    state, services = state_of(request), services_of(request)
    told = AnnounceAbsence if asked.absent else CancelAbsence
    days, rounds = check_may_tell(
        state, told(player=player, days=asked.days, rounds=asked.rounds), services.key_store.clock()
    )
    if not asked.absent:
        days, rounds = keep_announced(state, player, days, rounds)
        if not (days or rounds):
            return json(report(request, services.desk, stream, Answer(state.version, ())))
    command = told(player=player, days=days, rounds=rounds)
    return await write(request, stream, command, asked, expected_version=state.version)


async def revoke_members_links(request: Request) -> Response:
    check_question(request.query_params)
    return json(LinksRevoked(await revoke_links(request, request.path_params["id"], None)))


async def revoke_members_link(request: Request) -> Response:
    check_question(request.query_params)
    tournament_of(request, Permission.INVITE)
    player = whole_number(request.path_params["player"], "player")
    return json(LinksRevoked(await revoke_links(request, request.path_params["id"], player)))


_MEMBERS = "/api/t/{id}/members"
ENDPOINTS = (
    Endpoint(
        name="list-members",
        method="GET",
        path=_MEMBERS,
        handler=members,
        answer=tuple[MemberLine, ...],
        permission=Permission.INVITE,
    ),
    Endpoint(
        name="make-members-links",
        method="POST",
        path=f"{_MEMBERS}/links",
        handler=make_members_links,
        answer=tuple[LinkMade, ...],
        permission=Permission.INVITE,
        body=LinksWanted,
        example={"players": [1, 2], "renew": True},
        statuses=(201, 404),
    ),
    Endpoint(
        name="show-member",
        method="GET",
        path=f"{_MEMBERS}/{{player}}",
        handler=member,
        answer=MemberView,
        permission=Permission.ACT_AS_PLAYER,
    ),
    Endpoint(
        name="tell-evening",
        method="PUT",
        path=f"{_MEMBERS}/{{player}}/evenings",
        handler=tell_evening,
        answer=Written,
        permission=Permission.ACT_AS_PLAYER,
        body=EveningTold,
        example={"absent": True, "rounds": [3]},
        is_write=True,
    ),
    Endpoint(
        name="revoke-members-links",
        method="DELETE",
        path=f"{_MEMBERS}/links",
        handler=revoke_members_links,
        answer=LinksRevoked,
        permission=Permission.INVITE,
    ),
    Endpoint(
        name="revoke-members-link",
        method="DELETE",
        path=f"{_MEMBERS}/{{player}}/link",
        handler=revoke_members_link,
        answer=LinksRevoked,
        permission=Permission.INVITE,
    ),
)
