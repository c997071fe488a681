"""Pages for a phone that tries whether it comes through: ``/reach/TOKEN``, and the certificate that it may install."""

from __future__ import annotations

import time

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from displays.web.access.authorize import visitor_of
from displays.web.access.csrf import own_origin
from displays.web.access.services import services_of
from displays.web.network.arrivals import Arrival
from displays.web.request import remember_language
from displays.web.templating import render_page
from engine.errors import Refusal

CERTIFICATE_PATH = "/hall-certificate.crt"


async def reach(request: Request) -> Response:
    """The phone is told that it is through, and so is the page of the console that shows the code."""
    services, machine = services_of(request), visitor_of(request).address
    arrival = Arrival(time.time(), own_origin(request), machine, services.network.is_own(machine))
    try:
        services.network.arrivals.note(request.path_params["token"], arrival)
    except Refusal:
        services.failed_codes.check(machine)
        services.failed_codes.note_failure(machine)
        raise
    answer = render_page(request, "pages/reached.html", 200, arrival=arrival)
    remember_language(request, answer)
    answer.headers["cache-control"] = "no-store"
    return answer


async def download_authority(request: Request) -> Response:
    """What phones need to believe this server's own certificate. It is no secret."""
    authority = services_of(request).network.authority
    if not authority:
        raise Refusal("no-such-page")
    return Response(authority, media_type="application/x-x509-ca-cert", headers={"cache-control": "no-cache"})


ROUTES = [
    Route("/reach/{token}", reach, methods=["GET"]),
    Route(CERTIFICATE_PATH, download_authority, methods=["GET"]),
]
