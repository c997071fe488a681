"""Known hosts: the names by which the server may be asked (the ``Host`` of a request).

A page of another site can make its own name lead to this machine (DNS rebinding). To the browser our answers are that
site's own then, and the ``Origin`` of what it sends fits the ``Host``. So who asks for a name that is not ours is not
answered; and what links start with is never a stranger's word.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from displays.web.access.services import services_of
from displays.web.network.addresses import is_loopback
from displays.web.request import header
from engine.errors import BadInput, Refusal

LONGEST_SHOWN = 80
_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[^\s\[\]:/?#@]+)(?::\d*)?")  # a name or an address, perhaps with a port


def collect_hosts(*addresses: str, names: Iterable[str] = ()) -> frozenset[str]:
    """Of addresses (``https://chess.example``, empty ones too) and names, as ``Host`` would have them."""
    hosts = (urlsplit(address).hostname or "" for address in addresses)
    return frozenset(host.lower().rstrip(".") for host in (*hosts, *names) if host)


def read_host_name(text: str) -> str:
    """``chess.example`` or ``192.168.1.5``, without a port: one of the server's names, as the operator says."""
    host = text.lower()
    found = _HOST.fullmatch(f"[{host}]" if ":" in host else host)
    if found is None:
        raise BadInput("host-name-unreadable", value=text)
    return host


def check_host(request: HTTPConnection) -> None:
    """The port does not matter: whoever forwards one to us decides on it."""
    asked = header(request, b"host").lower()
    found = _HOST.fullmatch(asked)
    host = found[1].strip("[]").rstrip(".") if found else ""
    services = services_of(request)
    is_known = host in services.hosts or host == urlsplit(services.hall_url).hostname
    if not is_known and not _is_own_address(request, host):
        raise Refusal("unknown-host", host=asked[:LONGEST_SHOWN])


def _is_own_address(request: HTTPConnection, host: str) -> bool:
    """What every machine calls itself, or the very address at which the request arrived."""
    if is_loopback(host):
        return True
    try:
        arrived, _ = request.scope.get("server") or ("", 0)
        return ipaddress.ip_address(host) == ipaddress.ip_address(arrived)
    except ValueError:  # a name, which the known ones are not
        return False
