"""Addresses of this machine in its networks, and which of them phones in the hall can most likely use."""

from __future__ import annotations

import enum
import ipaddress
import re
import socket
from collections.abc import Iterator, Sequence

import ifaddr
import msgspec

EVERYWHERE = ("0.0.0.0", "::", "")
HERE = ("127.0.0.1", "::1")
_SOMEWHERE_ELSE = ("192.0.2.1", 9)  # an address that nobody has (RFC 5737); nothing is sent to it
_OF_PROVIDERS = ipaddress.ip_network("100.64.0.0/10")  # (RFC 6598) on a laptop only a VPN has such an address
# What containers, virtual machines and VPNs call their interfaces, on Linux and macOS, and how Windows describes them.
_VIRTUAL = re.compile(
    r"^(docker|br-|veth|virbr|vmnet|vboxnet|lxc|lxd|podman|cni|flannel|tun|tap|wg|utun|tailscale|zt|ppp|ipsec)"
    r"|hyper-v|virtualbox|vmware|wireguard|openvpn|tailscale|zerotier|\bwsl\b|\btap-|wintun|\bvpn\b",
    re.IGNORECASE,
)
_WIRELESS = re.compile(r"^(wl|ath|ap\d)|wi-?fi|wlan|wireless", re.IGNORECASE)


class AddressKind(enum.Enum):
    """Who can use it; the first are the likeliest."""

    HALL = "hall"  # whoever is in the same network
    PUBLIC = "public"  # perhaps the whole internet
    VIRTUAL = "virtual"  # containers, virtual machines or the other end of a VPN; no phone


class NetworkAddress(msgspec.Struct, frozen=True):
    host: str
    interface: str  # as this machine calls it: ``wlan0``, ``Wi-Fi``
    kind: AddressKind


def list_addresses() -> tuple[NetworkAddress, ...]:
    """All that other machines may use, the likeliest first."""
    found = [
        NetworkAddress(host, adapter.nice_name, kind)
        for adapter in ifaddr.get_adapters()
        for host in _hosts_of(adapter)
        if (kind := tell_kind(host, adapter.nice_name)) is not None
    ]
    return sort_addresses(found, find_way_out())


def _hosts_of(adapter: ifaddr.Adapter) -> Iterator[str]:
    for ip in adapter.ips:
        yield ip.ip if isinstance(ip.ip, str) else ip.ip[0]


def tell_kind(host: str, interface: str) -> AddressKind | None:
    """None: only this machine, or nobody without more than the address, can use it."""
    address = ipaddress.ip_address(host)
    if address.is_loopback or address.is_link_local or address.is_multicast or address.is_unspecified:
        return None
    if _VIRTUAL.search(interface) or address in _OF_PROVIDERS:
        return AddressKind.VIRTUAL
    return AddressKind.PUBLIC if address.is_global else AddressKind.HALL


def sort_addresses(found: Sequence[NetworkAddress], way_out: str) -> tuple[NetworkAddress, ...]:
    """By kind; then the one by which this machine itself goes out, then short ones (IPv4), then Wi-Fi."""
    kinds = list(AddressKind)

    def rank(one: NetworkAddress) -> tuple[int, bool, bool, bool, str]:
        is_wireless = _WIRELESS.search(one.interface) is not None
        return kinds.index(one.kind), one.host != way_out, ":" in one.host, not is_wireless, one.host

    return tuple(sorted(dict.fromkeys(found), key=rank))


def choose_addresses(found: Sequence[NetworkAddress], chosen: str = "") -> tuple[NetworkAddress, ...]:
    """At which to listen: the chosen one, as long as it is there; else those of the hall. Only where there are none of
    these, those that the internet may reach."""
    if chosen:
        return tuple(one for one in found if one.host == chosen)
    of_hall = tuple(one for one in found if one.kind is AddressKind.HALL)
    return of_hall or tuple(one for one in found if one.kind is AddressKind.PUBLIC)


def find_way_out() -> str:
    """The address by which this machine reaches others; empty if it has no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way_out:
        try:
            way_out.connect(_SOMEWHERE_ELSE)
        except OSError:
            return ""
        own: str = way_out.getsockname()[0]
    return own


def find_machine_names() -> tuple[str, ...]:
    """What this machine is called in its own network."""
    name = socket.gethostname().lower()
    return name, f"{name.removesuffix('.local')}.local"


def http_address(host: str, port: int, scheme: str = "http") -> str:
    """``http://127.0.0.1:8000``; a server that listens everywhere is found here too."""
    shown = "127.0.0.1" if host in EVERYWHERE else host
    return f"{scheme}://{f'[{shown}]' if ':' in shown else shown}:{port}"


def is_loopback(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
