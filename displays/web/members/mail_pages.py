"""Pages behind the links in mails: ``/mail/TOKEN`` confirms an address, ``/mail/TOKEN/stop`` ends what it is sent.

Looking at a link does nothing: mail programs look at every link. A button does; so does the request that a mail program
sends by itself when somebody presses *unsubscribe* there (RFC 8058).
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from displays.web.access.forms import form_route
from displays.web.access.private_writes import write_private
from displays.web.access.services import services_of
from displays.web.request import asked_language
from displays.web.templating import render_page
from engine.errors import Refusal
from ledger.notices import NoticeStore

BY = "mail"  # who acts: whoever reads the mail


async def confirmation(request: Request) -> Response:
    return _page(request, "confirm")


async def confirm(request: Request) -> Response:
    position = services_of(request).desk.log.position()
    await write_private(store_of(request).confirm, request.path_params["token"], position, by=BY)
    return _page(request, "is-confirmed")


async def ending(request: Request) -> Response:
    return _page(request, "stop")


async def end(request: Request) -> Response:
    token = request.path_params["token"]
    store_of(request).with_token(token)
    answer = _page(request, "is-stopped")
    await write_private(store_of(request).remove, token, by=BY)
    return answer


def store_of(request: Request) -> NoticeStore:
    store = services_of(request).notices
    if store is None:
        raise Refusal("no-mail-server")
    return store


def _page(request: Request, step: str) -> Response:
    one = store_of(request).with_token(request.path_params["token"])
    state = services_of(request).desk.find_state(one.stream)
    if one.confirmed_at is not None and step == "confirm":
        step = "is-confirmed"
    answer = render_page(
        request,
        "mail.html",
        p=asked_language(request).section("mail"),
        step=step,
        name="" if state is None else state.tournament.details.name,
        address=one.address,
    )
    answer.headers["cache-control"] = "no-store"
    return answer


ROUTES = [
    form_route("/mail/{token}", confirmation, confirm),
    form_route("/mail/{token}/stop", ending, end),
]
