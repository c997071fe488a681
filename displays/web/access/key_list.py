"""Lines of a list of keys, for pages, API and command line: never with a digest or a token."""

from __future__ import annotations

import enum
from collections.abc import Iterator

import msgspec

from displays.web.access.key_state import Key, SignedIn
from displays.web.access.key_store import KeyStore
from displays.web.access.roles import Grant, Role

SERVER = ""  # who makes a key when the server itself does
OWNER = Grant(Role.OWNER)


class Device(enum.Enum):
    """For whom a key is."""

    ONCE = "once"  # one device: the first that signs in has it
    MANY = "many"  # everybody who has the link
    PROGRAM = "program"  # shows it with every request


class KeyLine(msgspec.Struct, frozen=True):
    key: int
    name: str
    role: Role
    tournament: str  # empty: all of this server
    boards: str  # "1–40"; empty: all
    device: Device
    state: str  # "waiting", "in-use", "expired", "revoked"
    made_at: str
    made_by: str  # empty: the server itself
    expires: str
    last_seen: str
    last_address: str
    people: tuple[str, ...]  # who came in with a key that many share
    sessions: tuple[SignedIn, ...]  # the devices that are in with it, the newest last


def is_first_link(key: Key) -> bool:
    """Made by the server itself, for whoever sees its terminal."""
    return key.made_by == SERVER and key.grant == OWNER


def find_keys_to_show(key_store: KeyStore, stream: str = "") -> Iterator[Key]:
    """The newest first: of one tournament, or all. A start of the server makes a link, and most are never used: those
    that are worth nothing any more are of no interest to anybody."""
    for key in key_store.all_keys():
        is_of_no_use = is_first_link(key) and key.revoked_at and not key.sign_ins
        if stream in ("", key.grant.stream) and not is_of_no_use:
            yield key


def key_line(key: Key, key_store: KeyStore) -> KeyLine:
    return KeyLine(
        key=key.number,
        name=key.name,
        role=key.grant.role,
        tournament=key.grant.stream,
        boards=board_range_text(key.grant),
        device=_device(key),
        state=key.state(key_store.clock()),
        made_at=key.made_at,
        made_by=key.made_by,
        expires=key.expires,
        last_seen=key.last_seen,
        last_address=key.last_address,
        people=key.people,
        sessions=key.devices(key_store.clock()),
    )


def _device(key: Key) -> Device:
    if key.is_api:
        return Device.PROGRAM
    return Device.ONCE if key.is_once else Device.MANY


def board_range_text(grant: Grant) -> str:
    """``1–40``, ``41–…``; empty for all boards."""
    if grant.first_board is None and grant.last_board is None:
        return ""
    return f"{grant.first_board or 1}–{grant.last_board or '…'}"
