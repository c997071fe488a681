"""Addresses of the server: for the person who starts it, and for phones in the hall."""

from __future__ import annotations

import logging
import re
from functools import lru_cache
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from displays.web.access.csrf import own_origin
from displays.web.access.services import services_of
from displays.web.network.addresses import is_loopback
from engine.errors import BadInput

HALL = "hall"  # in the state of a question for the public: the address that stood for the hall when it was asked


def read_public_url(text: str) -> str:
    """``https://chess.example``: what the operator says that the server is called outside."""
    if not re.fullmatch(r"https?://[^\s/?#@]+/?", text):
        raise BadInput("address-unreadable", value=text)
    return text.rstrip("/")


@lru_cache(maxsize=8)
def read_origins(addresses: tuple[str, ...]) -> tuple[str, ...]:
    """Of other servers, as browsers write them. They go into headers, so what is no address is left out."""
    origins = []
    for address in addresses:
        origin = address.strip().lower().rstrip("/")
        if re.fullmatch(r"https?://(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:[0-9]{1,5})?", origin):
            origins.append(origin)
        else:
            logging.getLogger("roundlog").warning("this is no address of a server: %r", address)
    return tuple(dict.fromkeys(origins))


def address_for_links(request: HTTPConnection) -> str:
    """What a link starts with that is to be opened on another machine.

    As the operator says; else as the visitor found us, unless that is an address that means another machine to
    everybody else, and we know a better one.
    """
    told = services_of(request).public_url
    own = own_origin(request)
    hall = hall_address(request)
    return told or (hall if hall and is_only_here(own) else own)


def is_unreachable(request: HTTPConnection) -> bool:
    """Links lead to this machine alone: no phone can open them."""
    return not hall_address(request) and is_only_here(address_for_links(request))


def hall_address(request: HTTPConnection) -> str:
    """Where phones find this server now; empty if they cannot. A process that makes answers beside the server knows it
    from the question."""
    asked = request.scope.get("state", {}).get(HALL)
    return services_of(request).hall_url if asked is None else str(asked)


def is_only_here(address: str) -> bool:
    """Nobody but this machine can open it."""
    return is_loopback(urlsplit(address).hostname or "")
