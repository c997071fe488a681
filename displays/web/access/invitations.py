"""Making keys for others, and the first one for the owner of a new server."""

from __future__ import annotations

import asyncio

from starlette.requests import HTTPConnection

from displays.web import qr
from displays.web.access.authorize import allow
from displays.web.access.key_list import Device
from displays.web.access.roles import Act, Grant, Role, Visitor
from displays.web.access.services import services_of
from displays.web.access.store.state import Key
from displays.web.access.store.store import NewKey, Office
from displays.words.parse import board_range, whole_number
from engine.errors import Refusal

SERVER = ""  # who makes a key when the server itself does
_OWNER = Grant(Role.OWNER)


def owner_link(office: Office, name: str) -> str:
    """``/key/…``, once, for the owner of a server that no owner has come in to yet; empty afterwards.

    The link that an earlier start printed is worth nothing then: it may stand in somebody's scroll-back.
    """
    if office.has_owner():
        return ""
    for key in office.all_keys():
        if is_first_link(key) and not key.revoked_at:
            office.revoke(key.number, by=SERVER)
    return path_of(office.make(_OWNER, name=name, by=SERVER, once=True))


def is_first_link(key: Key) -> bool:
    """Made by the server itself, for whoever sees its terminal."""
    return key.made_by == SERVER and key.grant == _OWNER


def invite(
    office: Office,
    visitor: Visitor,
    stream: str,
    role: Role,
    boards: str,
    *,
    name: str,
    days: int | None,
    device: Device,
) -> NewKey:
    """A key from one person to another: nobody can give more than they have."""
    first, last = board_range(boards) if boards.strip() else (None, None)
    grant = Grant(role, stream, first, last)
    if not visitor.may_invite(grant):
        raise Refusal("not-allowed", act=Act.INVITE.value)
    is_once, is_api = device is Device.ONCE, device is Device.PROGRAM
    return office.make(grant, name=name, by=visitor.actor, days=days, once=is_once, api=is_api)


def revocable(office: Office, visitor: Visitor, number: int) -> Key:
    """The key of that number, if the visitor could have given it."""
    key = office.key(number)
    if not visitor.may_invite(key.grant):
        raise Refusal("not-allowed", act=Act.INVITE.value)
    return key


async def revoke_asked(request: HTTPConnection, stream: str) -> None:
    """The key that the address names, by whoever asks."""
    visitor, key = _asked(request, stream)
    office = services_of(request).key_store
    await asyncio.to_thread(office.revoke, key.number, by=visitor.actor)


async def end_asked(request: HTTPConnection, stream: str) -> None:
    """The session that the address names: one device of those that are in with the key."""
    visitor, key = _asked(request, stream)
    office = services_of(request).key_store
    await asyncio.to_thread(office.end_one, key.number, request.path_params["session"], by=visitor.actor)


def _asked(request: HTTPConnection, stream: str) -> tuple[Visitor, Key]:
    visitor = allow(request, Act.INVITE, stream)
    return visitor, revocable(services_of(request).key_store, visitor, whole_number(request.path_params["key"], "key"))


def path_of(made: NewKey) -> str:
    return f"/key/{made.token}"


def qr_picture(link: str) -> str:
    """The QR code as the address of an image (``data:``). The link is a secret: it is not kept."""
    return qr.draw(link, border=4, scale=8)


def qr_text(link: str) -> str:
    """The same for a terminal."""
    return qr.for_terminal(link)
