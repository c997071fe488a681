"""The nodes of a cluster as the operator names them: ``--cluster hall-1,hall-2,192.168.1.22:4300``, and which is this.

Every node is told the same list. An entry is a machine with an engine: clients reach it at its port, the other engines
at the next one. A machine that is in none runs a node without an engine of its own.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Collection, Iterator

from engine.errors import BadInput
from engine.model import Value

CLIENT_PORT = 4222
NUMBERS_OF_NODES = (1, 3, 5)
_ENTRY = re.compile(r"(?:\[(?P<v6>[0-9a-fA-F:.]+)\]|(?P<host>[A-Za-z0-9_][A-Za-z0-9._-]*))(?::(?P<port>[0-9]{1,5}))?")


class EngineAddress(Value, frozen=True):
    host: str  # a name, or an address; small letters, without brackets
    port: int = CLIENT_PORT  # for clients

    @property
    def route_port(self) -> int:
        """For the other engines."""
        return self.port + 1

    @property
    def text(self) -> str:
        """``hall-1:4222``, ``[fe80::1]:4222``: as the list has it."""
        return join_host_and_port(self.host, self.port)

    @property
    def server_name(self) -> str:
        """What the engine calls itself, and is called by the others."""
        return re.sub(r"[^a-z0-9._-]", "-", f"{self.host}-{self.port}")


def join_host_and_port(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def parse_node_list(text: str) -> tuple[EngineAddress, ...]:
    """In the order of the list."""
    addresses = tuple(parse_address(entry) for entry in text.split(","))
    for number, address in enumerate(addresses):
        if address in addresses[:number]:
            raise BadInput("node-twice", node=address.text)
    if len(addresses) == 2:
        raise BadInput("two-nodes-no-majority")
    if len(addresses) not in NUMBERS_OF_NODES:
        raise BadInput("bad-number-of-nodes", nodes=len(addresses))
    _check_ports(addresses)
    return addresses


def parse_address(entry: str) -> EngineAddress:
    found = _ENTRY.fullmatch(entry.strip())
    if found is None:
        raise BadInput("node-unreadable", value=entry.strip())
    host, port = _tidy(found["v6"] or found["host"], entry), int(found["port"] or CLIENT_PORT)
    if not 1 <= port < 65535:  # the next one is needed too
        raise BadInput("node-unreadable", value=entry.strip())
    return EngineAddress(host, port)


def find_own(addresses: Collection[EngineAddress], node: str = "", names: Collection[str] = ()) -> EngineAddress | None:
    """Which of them is this machine: as ``--node`` says, else as its names and addresses tell; None if it is none.

    ``names``: what this machine is called in its own network.
    """
    if node:
        return _find_named(addresses, node)
    found = [address for address in addresses if address.host in names or is_here(address.host)]
    if len(found) > 1:
        raise BadInput("several-nodes-here", nodes=", ".join(address.text for address in found))
    return found[0] if found else None


def is_here(host: str) -> bool:
    """It leads to this machine. A name that nobody knows (now) leads nowhere."""
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_DGRAM)
    except (OSError, UnicodeError):
        return False
    return any(_may_bind(family, place) for family, _, _, _, place in found)


def is_loopback(host: str) -> bool:
    """Only this machine can reach it."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _may_bind(family: int, place: tuple[object, ...]) -> bool:
    """A machine may listen at its own addresses only: so all of them are known, however many networks it has."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as trial:
            trial.bind(place)
    except OSError:
        return False
    return True


def _find_named(addresses: Collection[EngineAddress], node: str) -> EngineAddress:
    asked = parse_address(node)
    says_port = _ENTRY.fullmatch(node.strip())["port"] is not None  # type: ignore[index]  # it was just parsed
    found = [a for a in addresses if a.host == asked.host and (a.port == asked.port or not says_port)]
    if not found:
        raise BadInput("node-not-in-cluster", node=node.strip(), nodes=", ".join(a.text for a in addresses))
    if len(found) > 1:
        raise BadInput("several-nodes-here", nodes=", ".join(address.text for address in found))
    return found[0]


def _tidy(host: str, entry: str) -> str:
    """One spelling for one machine, as far as the spelling tells."""
    name = host.lower().rstrip(".")
    if ":" not in name and not re.fullmatch(r"[0-9.]+", name):
        return name
    try:
        return str(ipaddress.ip_address(name))
    except ValueError as error:
        raise BadInput("node-unreadable", value=entry.strip()) from error


def _check_ports(addresses: Collection[EngineAddress]) -> None:
    """On one machine (to try it out) the engines must leave each other two ports each."""
    taken: set[tuple[str, int]] = set()
    for place in _ports(addresses):
        if place in taken:
            raise BadInput("nodes-share-port", host=place[0], port=place[1])
        taken.add(place)


def _ports(addresses: Collection[EngineAddress]) -> Iterator[tuple[str, int]]:
    for address in addresses:
        yield address.host, address.port
        yield address.host, address.route_port
