"""Page of the members: whose link is in use, links for all at once, and the sheet that is printed and cut apart.

A link is shown once, on the sheet that answers the form: the key store keeps only its digest.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from displays.web.access.addresses import address_for_links, is_unreachable
from displays.web.access.authorize import allow, visitor_of
from displays.web.access.forms import SentForms, form_of, form_route
from displays.web.access.invitations import qr_picture
from displays.web.access.services import services_of
from displays.web.console.frame import console_page, scene_of
from displays.web.members.links import MemberLink, list_members, make_links, revoke_links
from displays.web.request import asked_language
from displays.web.templating import render_page
from displays.words.parse import whole_number
from ledger.acts.members import ChangeMemberRights
from ledger.acts.permission import Permission

SLIPS_ON_A_PAGE = 10
ALL, MISSING = "all", "missing"


class LinkSlip(msgspec.Struct, frozen=True):
    name: str
    link: str
    qr: str  # a picture as a data address


async def members_page(request: Request) -> Response:
    scene = await scene_of(request, Permission.INVITE)
    lines = list_members(scene.tournament, scene.stream, services_of(request).key_store)
    return await console_page(
        request,
        "console/members.html",
        words=("members",),
        m=asked_language(request).section("members"),
        lines=lines,
        rights=scene.state.member_rights,
        missing=sum(line.state not in ("waiting", "in-use") for line in lines),
        form=SentForms.new_form(),
        is_only_here=is_unreachable(request),
    )


async def print_links(request: Request) -> Response:
    """Makes them, and answers with the sheet. Sent again, it is the same sheet."""
    scene, form = await scene_of(request, Permission.INVITE), await form_of(request)
    who = form.get("who", MISSING)
    players = None if who in (ALL, MISSING) else [whole_number(who, "player")]
    sent = f"{visitor_of(request).session}/{scene.stream}/{form['form']}/{who}" if form.get("form") else ""
    made = await make_links(request, scene.stream, players, renews=who != MISSING, form=sent)
    slips = await asyncio.to_thread(_slips, address_for_links(request), made)
    answer = render_page(
        request,
        "console/members_sheet.html",
        m=asked_language(request).section("members"),
        t=scene.tournament,
        back=scene.to("members"),
        pages=[slips[first : first + SLIPS_ON_A_PAGE] for first in range(0, len(slips), SLIPS_ON_A_PAGE)],
        is_only_here=is_unreachable(request),
    )
    answer.headers["cache-control"] = "no-store"  # the secrets stand on it
    return answer


def _slips(base: str, made: Sequence[MemberLink]) -> list[LinkSlip]:
    return [LinkSlip(link.name, base + link.path, qr_picture(base + link.path)) for link in made]


async def change_rights(request: Request) -> Response:
    """What members may do besides."""
    stream = request.path_params["id"]
    visitor = allow(request, Permission.DIRECT, stream)
    scene, form = await scene_of(request, Permission.DIRECT), await form_of(request)
    wanted = ChangeMemberRights(results="results" in form, absent="absent" in form)
    await services_of(request).desk.handle(stream, wanted, actor=visitor.actor)
    return RedirectResponse(scene.to("members"), 303)


async def revoke(request: Request) -> Response:
    """Of one player, or of all."""
    stream = request.path_params["id"]
    allow(request, Permission.INVITE, stream)
    scene, form = await scene_of(request, Permission.INVITE), await form_of(request)
    who = form.get("who", "")
    await revoke_links(request, stream, None if who == ALL else whole_number(who, "player"))
    return RedirectResponse(scene.to("members"), 303)


ROUTES = [
    form_route("/console/{id}/members", members_page, print_links),
    Route("/console/{id}/members/rights", change_rights, methods=["POST"]),
    Route("/console/{id}/members/revocation", revoke, methods=["POST"]),
]
