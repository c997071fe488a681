"""Signing in and out: ``/key/TOKEN`` shows who you would be and has one button; ``/sign-out`` ends the session.

Looking at a link spends nothing: chat and mail programs look at every link that they show. At a server that takes no
writes nobody signs in; an owner's key has it take over there (``taking_over.py``), and signs in afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import quote

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from displays.web.access.authorize import visitor_of
from displays.web.access.csrf import check_same_origin, own_origin
from displays.web.access.forms import form_of, form_route
from displays.web.access.key_list import board_range_text, is_first_link
from displays.web.access.key_state import Key
from displays.web.access.middleware import session_cookie_name
from displays.web.access.private_writes import write_private
from displays.web.access.return_paths import is_plain_path
from displays.web.access.roles import Grant, Role
from displays.web.access.services import services_of
from displays.web.access.session_cookies import LASTS, set_cookie
from displays.web.access.session_store import LONGEST_NAME
from displays.web.access.taking_over import may_be_taken_over, may_take_over, take_over_with
from displays.web.access.tokens import pasted_token
from displays.web.access.visits_log import note_refused_key, note_sign_in, note_sign_out
from displays.web.request import language_links, remember_language
from displays.web.templating import render_page
from engine.errors import BadInput, Refusal, RoundlogError
from ledger.acts.epochs import TAKE_OVER
from ledger.acts.permission import Permission
from ledger.screen import Screen


async def key_page(request: Request) -> Response:
    """Who you would be with this key. Who starts the server and is in as an owner already goes on at once: the link
    stays as it is."""
    key = _key_for_person(request, request.path_params["token"])
    after = request.query_params.get("next", "")
    visitor, grant = visitor_of(request), key.grant
    if is_first_link(key) and visitor.may_run_servers and _within(after):
        return _see_other(after)
    if grant.player is not None and visitor.may(Permission.ACT_AS_PLAYER, grant.stream, player=grant.player):
        return _see_other(_landing(request, key))  # the code on the fridge is scanned every week
    return _key_page(request, key, next=after)


def _key_page(
    request: Request, key: Key, *, next: str, typed: str = "", error: RoundlogError | None = None
) -> Response:
    return _page(
        request,
        "access/key.html",
        200 if error is None else 400,
        key=key,
        grant=key.grant,
        tournament=_tournament_name(request, key.grant),
        boards=board_range_text(key.grant),
        asks_name=_asks_name(key),
        is_first=is_first_link(key),
        longest_name=LONGEST_NAME,
        next=_within(next),
        typed=typed,
        error=error,
        may_take_over=may_take_over(key),
    )


async def sign_in(request: Request) -> Response:
    """Spend the key, and go where its role works. A name that cannot stand in the log spends nothing."""
    check_same_origin(request)
    form = await form_of(request)
    return await _sign_in(request, request.path_params["token"], form)


async def _sign_in(request: Request, token: str, form: Mapping[str, str]) -> Response:
    after = form.get("next", "")
    key = _key_for_person(request, token)
    if form.get("how") == TAKE_OVER:
        try:
            await take_over_with(request, key, form.get("reason", ""))
        except (BadInput, Refusal) as error:
            if error.code != "reason-missing" and error.facts.get("field") != "reason":
                raise
            if "token" not in request.path_params:  # it was pasted, and no page shows it again
                return sign_in_page(request, error, 400)
            return _key_page(request, key, next=after, typed=form.get("reason", ""), error=error)
    name = form.get("name", "") if _asks_name(key) else ""
    key_store = services_of(request).key_store
    earlier = {"beside" if form.get("keep") else "instead_of": request.state.session}
    address = visitor_of(request).address
    try:
        session = await write_private(key_store.sessions.sign_in, token, name=name, address=address, **earlier)
    except Refusal as error:
        if error.facts.get("field") != "name":
            raise
        return _key_page(request, key, next=after, typed=name, error=error)
    services_of(request).failed_keys.note_success(address)
    note_sign_in(key, session, address)
    answer = _see_other(_within(after) or _landing(request, key))
    cookie = key_store.sessions.cookie_of(session)
    answer.headers.append("set-cookie", set_cookie(session_cookie_name(request), cookie, LASTS))
    return answer


def _asks_name(key: Key) -> bool:
    """Many may share a key; and the server that makes the first one does not know its owner. A member is known."""
    return key.grant.player is None and (not key.is_once or is_first_link(key))


def _key_for_person(request: Request, token: str) -> Key:
    """The key for a person, or a refusal that counts as an attempt.

    The key comes first: behind one address there may be a whole hall, and a good link works whoever else tries bad
    ones. Looking at a link is no attempt: programs that show links do that too.
    """
    attempts = services_of(request).failed_keys
    address = visitor_of(request).address
    try:
        key: Key = services_of(request).key_store.key_of(token)
        if key.is_api:
            raise Refusal("key-for-programs")
    except Refusal as error:
        if request.method == "POST":
            attempts.check(address)
            attempts.note_failure(address)
            note_refused_key(error, address)
        raise
    return key


async def paste_key(request: Request) -> Response:
    """What somebody pasted, a link or the key alone, leads to the page of that key; or it has this server take over."""
    check_same_origin(request)
    form = await form_of(request)
    token = pasted_token(form.get("key", ""))
    if not token:
        services_of(request).failed_keys.check(visitor_of(request).address)
        raise Refusal("no-such-key")
    if form.get("how") == TAKE_OVER:
        return await _sign_in(request, token, form)
    after = _within(form.get("next", ""))
    return _see_other(f"/key/{quote(token)}" + (f"?next={quote(after, safe='')}" if after else ""))


async def ask_for_key(request: Request) -> Response:
    """The way in for who has no link at hand."""
    return sign_in_page(request, None, 200)


def sign_in_page(request: Request, error: RoundlogError | None, status: int, ways: Markup | None = None) -> Response:
    """Says how to get in, and takes a key. ``ways``: where else to go."""
    is_read = request.method in ("GET", "HEAD")
    here = quote(request.scope["path"]) + (f"?{request.url.query}" if request.url.query else "")
    after = here if error is not None and is_read and not here.startswith("/key") else request.query_params.get("next")
    is_missing = error is not None and error.code in ("no-such-tournament", "no-such-festival")
    facts = {"error": error, "next": _within(after or ""), "is_missing": is_missing, "ways": ways}
    return _page(request, "access/sign_in.html", status, **facts)


async def sign_out_page(request: Request) -> Response:
    return _page(request, "access/sign_out.html")


async def sign_out(request: Request) -> Response:
    check_same_origin(request)
    key_store = services_of(request).key_store
    session = request.state.session
    if session is not None:
        await write_private(key_store.sessions.end, session)
        note_sign_out(session, visitor_of(request).address)
    answer = _see_other("/")
    answer.headers.append("set-cookie", set_cookie(session_cookie_name(request), "", 0))
    return answer


def _landing(request: Request, key: Key) -> str:
    """Where the work of a role begins."""
    place = f"/{quote(key.grant.stream, safe='')}" if key.grant.stream else ""
    if key.grant.role is Role.DISPLAY and place:
        desk = services_of(request).desk
        state = desk.state(key.grant.stream)
        return f"/screen{place}{_screen(key.name, {} if state is None else state.hall.screens)}"
    if key.grant.player is not None:
        return f"/p{place}/{key.grant.player}"
    return "/" if key.grant.role is Role.DISPLAY else f"/console{place}"


def _screen(called: str, screens: Mapping[str, Screen]) -> str:
    """The one that the key is called after, or the only one there is; of several whoever stands before it chooses."""
    after = [name for name, screen in screens.items() if called.casefold() in (name, screen.title.casefold())]
    only = after if len(after) == 1 else list(screens)
    if len(only) == 1:
        return f"/{only[0]}"
    return "?choose=1" if only else ""


def _within(address: str) -> str:
    """An address of this server; empty for any other, so that nobody is sent elsewhere from here."""
    return address if is_plain_path(address) else ""


def _tournament_name(request: Request, grant: Grant) -> str:
    state = services_of(request).desk.state(grant.stream) if grant.stream else None
    return grant.stream if state is None else state.tournament.details.name


def _see_other(address: str) -> Response:
    return RedirectResponse(address, 303)


def _page(request: Request, template: str, status: int = 200, **facts: object) -> Response:
    kept = dict(request.query_params)
    if after := _within(kept.pop("next", "")):
        kept["next"] = after
    links = tuple(language_links(request, kept))
    services = services_of(request)
    framed = {
        "visitor": visitor_of(request),
        "language_links": links,
        "takes_no_writes": may_be_taken_over(request),
        "other": services.pair.other,
        "node_address": own_origin(request) if services.node is not None else "",
    }
    answer = render_page(request, template, status, **framed, **facts)
    remember_language(request, answer)  # in the console behind it too
    answer.headers["cache-control"] = "no-store"  # the address of a key's page is the key
    return answer


ROUTES = [
    form_route("/key", ask_for_key, paste_key),
    form_route("/key/{token}", key_page, sign_in),
    form_route("/sign-out", sign_out_page, sign_out),
]
