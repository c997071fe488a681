"""Start page: where the file is, how phones find the server, how old the last copy is, and the way to the tournaments.

A program that was started with a double click (``roundlog start``) opens it. For who owns the whole server.
"""

from __future__ import annotations

import asyncio
import os

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from displays.release.version import find_version
from displays.web import qr
from displays.web.access.addresses import address_for_links, is_only_here
from displays.web.access.authorize import allow
from displays.web.access.csrf import own_origin
from displays.web.access.services import services_of
from displays.web.console.backup import describe_copies
from displays.web.console.frame import desk_page
from ledger.acts.permission import Permission

ADDRESS = "/console/~start"


async def start_page(request: Request) -> Response:
    allow(request, Permission.RUN_SERVERS)
    copies = services_of(request).copies
    own, phones = own_origin(request), address_for_links(request)
    can_phones = not is_only_here(phones)
    return desk_page(
        request,
        "console/start.html",
        file="" if copies is None else os.fspath(copies.path.absolute()),
        here=own if is_only_here(own) else "",
        phones=phones if can_phones else "",
        picture=await qr.draw_in_thread(phones) if can_phones else "",
        copies=None if copies is None else await asyncio.to_thread(describe_copies, copies),
        version=await asyncio.to_thread(find_version),
    )


ROUTES = [Route(ADDRESS, start_page, methods=["GET"])]
