"""CSRF protection: the origin of a request, also behind a proxy."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from displays.web.access.services import services_of
from engine.errors import Refusal

_HTTP = {"ws": "http", "wss": "https"}


def own_origin(request: HTTPConnection) -> str:
    """``http://192.168.1.5:8000``: what the browser that asks calls this server."""
    scheme = _HTTP.get(request.scope["scheme"], request.scope["scheme"])
    return f"{scheme}://{request.headers.get('host', '')}".lower()


def is_same_origin(request: HTTPConnection) -> bool:
    """A page of ours sent it, as far as the browser tells.

    Browsers send ``Origin`` with everything that is no plain reading, and (over https and on the same machine)
    ``Sec-Fetch-Site``; no page can forge either. What brings neither comes from no browser that is in use.
    """
    site = request.headers.get("sec-fetch-site")
    origin = request.headers.get("origin")
    if site is not None and site != "same-origin":
        return False
    if origin is None:
        return site is not None
    return origin.lower() in {own_origin(request), _origin_of(services_of(request).public_url)}


def check_same_origin(request: HTTPConnection) -> None:
    if not is_same_origin(request):
        raise Refusal("cross-site")


def _origin_of(address: str) -> str | None:
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}".lower() if parts.netloc else None


def apply_proxy_headers(scope: MutableMapping[str, Any]) -> None:
    """Behind a proxy the nearest entry of ``X-Forwarded-For`` is the one that it wrote; those before it anybody may
    have written. Only for a server that was told that there is one: to all others the header is just a claim."""
    headers: Mapping[bytes, bytes] = dict(scope["headers"])
    forwarded = headers.get(b"x-forwarded-for", b"").decode("latin-1").rsplit(",", 1)[-1].strip()
    if forwarded:
        scope["client"] = (read_address(forwarded), 0)
    scheme = headers.get(b"x-forwarded-proto", b"").decode("latin-1").rsplit(",", 1)[-1].strip().lower()
    if scheme in ("http", "https"):
        is_socket = scope["type"] == "websocket"
        scope["scheme"] = {"http": "ws", "https": "wss"}[scheme] if is_socket else scheme


def read_address(text: str) -> str:
    """``[2001:db8::7]:4711``, ``10.0.0.7:4711`` or an address alone, as proxies write them: the address alone.

    Empty for what is none. It goes into the log behind the name of who acted, where nothing else may stand.
    """
    plain = text.strip('"')
    found = re.fullmatch(r"\[([^\]]*)\](?::\d+)?", plain) or re.fullmatch(r"([^:]*):\d+", plain)
    try:
        return str(ipaddress.ip_address((found[1] if found else plain).partition("%")[0]))
    except ValueError:
        return ""
