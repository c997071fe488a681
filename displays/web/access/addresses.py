"""Addresses of the server: for the person who starts it, and for phones in the hall."""

from __future__ import annotations

import ipaddress
import logging
import re
import socket
from functools import lru_cache
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from displays.web.access.csrf import own_origin
from displays.web.access.services import services_of
from engine.errors import BadInput

EVERYWHERE = ("0.0.0.0", "::", "")
_SOMEWHERE_ELSE = ("192.0.2.1", 9)  # an address that nobody has (RFC 5737); nothing is sent to it


def http_address(host: str, port: int) -> str:
    """``http://127.0.0.1:8000``; a server that listens everywhere is found here too."""
    shown = "127.0.0.1" if host in EVERYWHERE else host
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}"


def hall_address(host: str, port: int) -> str:
    """Where other machines find a server that listens everywhere; empty if it does not, or there is no network."""
    if host not in EVERYWHERE:
        return ""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way_out:
        try:
            way_out.connect(_SOMEWHERE_ELSE)
        except OSError:
            return ""
        own = way_out.getsockname()[0]
    return "" if is_loopback(own) else http_address(own, port)


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
    hall = services_of(request).hall_url
    return told or (hall if hall and is_only_here(own) else own)


def is_only_here(address: str) -> bool:
    """Nobody but this machine can open it."""
    return is_loopback(urlsplit(address).hostname or "")


def is_loopback(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
