"""Invitations: keys for others, and the first key for the owner of a new server."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from displays.web import qr
from displays.web.access.alike_names import find_holder
from displays.web.access.authorize import allow
from displays.web.access.key_list import OWNER, SERVER, Device, is_first_link
from displays.web.access.key_state import Key
from displays.web.access.key_store import KeyStore, NewKey
from displays.web.access.private_writes import write_private
from displays.web.access.roles import Grant, Role, Visitor
from displays.web.access.services import services_of
from displays.words.parse import board_range, whole_number
from engine.errors import Refusal
from ledger.acts.permission import Permission


def owner_link(key_store: KeyStore, name: str) -> str:
    """``/key/…``, once, for the owner of a server that no owner has come in to yet; empty afterwards.

    The link that an earlier start printed is worth nothing then: it may stand in somebody's scroll-back.
    """
    if key_store.has_owner():
        return ""
    return link_for_starter(key_store, name)


def link_for_starter(key_store: KeyStore, name: str) -> str:
    """``/key/…``, once, for whoever starts the server on its machine, an owner: under the name that they took when they
    came in first. Of the links of earlier starts those end that nobody has come in with, or that nobody is in with any
    more."""
    earlier = [key for key in key_store.all_keys() if is_first_link(key)]
    for key in earlier:
        if not key.revoked_at and not key.devices(key_store.clock()):
            key_store.revoke(key.number, by=SERVER)
    known = next((key.name for key in earlier if key.sign_ins), name)
    return path_of(key_store.make(OWNER, name=known, by=SERVER, once=True))


def invite(
    key_store: KeyStore,
    visitor: Visitor,
    stream: str,
    role: Role,
    boards: str,
    *,
    name: str,
    days: int | None,
    device: Device,
    form: str = "",
) -> NewKey:
    """A key from one person to another: nobody can give more than they have."""
    first, last = board_range(boards) if boards.strip() else (None, None)
    grant = Grant(role, stream, first, last)
    if not visitor.may_invite(grant):
        raise Refusal("not-allowed", act=Permission.INVITE.value)
    _check_may_name(key_store, visitor, stream, name)
    is_once, is_api = device is Device.ONCE, device is Device.PROGRAM
    return key_store.make(grant, name=name, by=visitor.actor, days=days, once=is_once, api=is_api, form=form)


def _check_may_name(key_store: KeyStore, visitor: Visitor, stream: str, name: str) -> None:
    """Nobody gives away the name of somebody to whom they could not have given the key: an arbiter not the owner's."""
    above = (key for key in key_store.all_keys() if not visitor.may_invite(key.grant))
    holder = find_holder(name, stream, above, key_store.clock())
    if holder is not None:
        raise Refusal("name-of-somebody-else", field="name", name=name.strip(), key=holder.number)


def key_to_revoke(key_store: KeyStore, visitor: Visitor, number: int) -> Key:
    """The key of that number, if the visitor could have given it."""
    key = key_store.key(number)
    if not visitor.may_invite(key.grant):
        raise Refusal("not-allowed", act=Permission.INVITE.value)
    return key


async def revoke_key_of_request(request: HTTPConnection, stream: str) -> None:
    """The key that the address names, by whoever asks."""
    visitor, key = _key_of_request(request, stream)
    key_store = services_of(request).key_store
    await write_private(key_store.revoke, key.number, by=visitor.actor)


async def end_session_of_request(request: HTTPConnection, stream: str) -> None:
    """The session that the address names: one device of those that are in with the key."""
    visitor, key = _key_of_request(request, stream)
    key_store = services_of(request).key_store
    await write_private(key_store.sessions.end_device, key.number, request.path_params["session"], by=visitor.actor)


def _key_of_request(request: HTTPConnection, stream: str) -> tuple[Visitor, Key]:
    visitor = allow(request, Permission.INVITE, stream)
    number = whole_number(request.path_params["key"], "key")
    return visitor, key_to_revoke(services_of(request).key_store, visitor, number)


def path_of(made: NewKey) -> str:
    return f"/key/{made.token}"


def qr_picture(link: str) -> str:
    """The QR code as the address of an image (``data:``). The link is a secret: it is not kept."""
    return qr.draw(link, border=4, scale=8)


def qr_text(link: str) -> str:
    """The same for a terminal."""
    return qr.for_terminal(link)
