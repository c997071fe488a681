"""Pages of people: who has a key to a tournament or to the whole server, and inviting others.

A key is shown once, when it is made, as a link and as a QR code: the key store keeps only its digest.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from enum import Enum
from typing import Any, NamedTuple, TypeVar
from urllib.parse import quote

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from displays.web.access.addresses import address_for_links, is_unreachable
from displays.web.access.authorize import allow, see, visitor_of
from displays.web.access.forms import SentForms, form_of, form_route
from displays.web.access.invitations import end_session_of_request, invite, path_of, qr_picture, revoke_key_of_request
from displays.web.access.key_list import Device, KeyLine, find_keys_to_show, key_line
from displays.web.access.key_state import Key
from displays.web.access.key_store import KeyStore, NewKey
from displays.web.access.private_writes import write_private
from displays.web.access.roles import Role, Visitor
from displays.web.access.services import services_of
from displays.web.access.session_store import LONGEST_NAME
from displays.web.console.frame import console_page, desk_page
from displays.web.tournament_list import lines_for
from displays.words import parse as reading
from engine.errors import BadInput, Refusal, RoundlogError
from ledger.actors import read_actor
from ledger.acts.permission import Permission

DAYS = (1, 3, 7, 31, 366)


class InvitationFields(msgspec.Struct, frozen=True):
    """What stands in the form: as it was sent, so that nothing typed is lost over an error."""

    role: str = "results"
    name: str = ""
    boards: str = ""
    days: str = "7"
    device: str = "once"


async def people_page(request: Request) -> Response:
    allow(request, Permission.INVITE, _stream(request))
    return await _page(request, InvitationFields())


async def invite_somebody(request: Request) -> Response:
    """Make a key, and show it the one time that it can be shown."""
    stream = _stream(request)
    visitor = allow(request, Permission.INVITE, stream)
    if stream:
        see(request, stream)  # none for a tournament that is not there
    form = await form_of(request)
    given = {name: form[name] for name in InvitationFields.__struct_fields__ if name in form}
    typed = msgspec.convert(given, InvitationFields)
    # The same form of somebody else, or of another tournament, is another form.
    sent = f"{visitor.session}/{stream}/{form['form']}" if form.get("form") else ""
    forms = services_of(request).sent_forms
    key_store = services_of(request).key_store
    try:
        (made,) = await write_private(forms.make_once, sent, lambda: (_make(key_store, visitor, stream, typed, sent),))
    except (BadInput, Refusal) as error:
        return await _page(request, typed, error=error)
    return await _page(request, InvitationFields(role=typed.role, days=typed.days, device=typed.device), made=made)


def _make(key_store: KeyStore, visitor: Visitor, stream: str, typed: InvitationFields, form: str) -> NewKey:
    role, device = _read_choice(Role, "role", typed.role), _read_choice(Device, "device", typed.device)
    days = reading.whole_number(typed.days, "days") if typed.days else None
    return invite(key_store, visitor, stream, role, typed.boards, name=typed.name, days=days, device=device, form=form)


Choice = TypeVar("Choice", bound=Enum)


def _read_choice(kind: type[Choice], field: str, text: str) -> Choice:
    try:
        return kind(text)
    except ValueError as error:
        possible = tuple(str(choice.value) for choice in kind)
        raise BadInput("not-one-of", field=field, value=text, possible=possible) from error


async def revoke(request: Request) -> Response:
    stream = _stream(request)
    await revoke_key_of_request(request, stream)
    return RedirectResponse(_address(stream), 303)


async def end_session(request: Request) -> Response:
    """One device of a key that several share."""
    stream = _stream(request)
    await end_session_of_request(request, stream)
    return RedirectResponse(_address(stream), 303)


# -- the page --------------------------------------------------------------------------------------------------------


async def _page(
    request: Request, typed: InvitationFields, *, made: NewKey | None = None, error: RoundlogError | None = None
) -> Response:
    stream = _stream(request)
    visitor = allow(request, Permission.INVITE, stream)
    key_store = services_of(request).key_store
    base = address_for_links(request)
    events = await _events_with(request, stream) if stream else []
    is_link = made is not None and not made.key.is_api
    facts: dict[str, Any] = {
        "here": _address(stream),
        "is_of_event": bool(stream) and services_of(request).desk.festivals.is_festival(stream),
        "rows": [_row(key, key_store, visitor) for key in _find_keys(key_store, stream)],
        "has_members": bool(stream) and any(key.grant.player for key in find_keys_to_show(key_store, stream)),
        "others": [key.name for key in key_store.all_keys() if stream and _comes_in(key, key_store, "")],
        "by_event": [key.name for key in key_store.all_keys() for event in events if _comes_in(key, key_store, event)],
        "roles": visitor.invitable(stream),
        "days": DAYS,
        "devices": tuple(Device),
        "typed": typed,
        "form": SentForms.new_form(),
        "made": None if made is None else made.key,
        "link": None if made is None else (made.token if made.key.is_api else base + path_of(made)),
        "picture": await asyncio.to_thread(qr_picture, base + path_of(made)) if made is not None and is_link else None,
        "is_only_here": is_unreachable(request),
        "error": error,
        "bad_field": _field(error),
        "longest_name": LONGEST_NAME,
    }
    template, status = "console/people.html", _status(error)
    if stream:
        answer = await console_page(request, template, status, **facts)
    else:
        answer = desk_page(request, template, status, stream="", **facts)
    answer.headers["cache-control"] = "no-store"  # a key may stand on it
    return answer


def _find_keys(key_store: KeyStore, stream: str) -> Iterator[Key]:
    """Members are many: their links have a page of their own."""
    return (key for key in find_keys_to_show(key_store, stream) if key.grant.player is None)


class KeyRow(NamedTuple):
    line: KeyLine
    made_by: str
    is_revocable: bool


def _row(key: Key, key_store: KeyStore, visitor: Visitor) -> KeyRow:
    line = key_line(key, key_store)
    is_alive = line.state in ("waiting", "in-use")
    return KeyRow(line, read_actor(key.made_by).name or "roundlog serve", is_alive and visitor.may_invite(key.grant))


async def _events_with(request: Request, section: str) -> list[str]:
    """The events that it is a section of: one, or none."""
    desk = services_of(request).desk
    await lines_for(desk, visitor_of(request))
    return [line.id for line in desk.tournaments.lines() if section in line.sections]


def _comes_in(key: Key, key_store: KeyStore, stream: str) -> bool:
    """A key to the whole server (empty) or to an event that is in use: its people work in every section too."""
    return key.grant.stream == stream and key.state(key_store.clock()) == "in-use"


def _status(error: RoundlogError | None) -> int:
    if error is None:
        return 200
    return 403 if error.code == "not-allowed" else 400


_FIELDS = {"board-range-unreadable": "boards", "boards-for-results-only": "boards", "not-allowed": "role"}


def _field(error: RoundlogError | None) -> str:
    """The field of the form that an error is about."""
    if error is None:
        return ""
    return _FIELDS.get(error.code) or str(error.facts.get("field", ""))


def _stream(request: Request) -> str:
    return str(request.path_params.get("id", ""))


def _address(stream: str) -> str:
    return f"/console/{quote(stream, safe='')}/people" if stream else "/console/people"


ROUTES = [
    form_route("/console/people", people_page, invite_somebody),
    Route("/console/people/{key}/revocation", revoke, methods=["POST"]),
    Route("/console/people/{key}/sessions/{session}/end", end_session, methods=["POST"]),
    form_route("/console/{id}/people", people_page, invite_somebody),
    Route("/console/{id}/people/{key}/revocation", revoke, methods=["POST"]),
    Route("/console/{id}/people/{key}/sessions/{session}/end", end_session, methods=["POST"]),
]
