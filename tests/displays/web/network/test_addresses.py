"""Which addresses of a machine phones can use, and in which order they are offered."""

from __future__ import annotations

import ipaddress
from pathlib import Path

import pytest

from displays.web.network.addresses import (
    AddressKind,
    NetworkAddress,
    choose_addresses,
    http_address,
    is_loopback,
    list_addresses,
    sort_addresses,
    tell_kind,
)
from displays.web.network.hall_network import HallNetwork, NetworkOptions, Reach

HALL, PUBLIC, VIRTUAL = AddressKind.HALL, AddressKind.PUBLIC, AddressKind.VIRTUAL


@pytest.mark.parametrize(
    ("host", "interface", "kind"),
    [
        ("192.168.1.5", "wlan0", HALL),
        ("10.0.0.5", "Intel(R) Wi-Fi 6 AX201 160MHz", HALL),
        ("192.168.2.1", "bridge100", HALL),  # a Mac that shares its own network
        ("192.168.137.1", "Microsoft Wi-Fi Direct Virtual Adapter", HALL),  # Windows that does
        ("fd12:3456::7", "eth0", HALL),
        ("8.8.8.8", "eth0", PUBLIC),
        ("2a00:1450::5", "wlan0", PUBLIC),
        ("172.17.0.1", "docker0", VIRTUAL),
        ("172.18.0.1", "br-5f0c52a19be4", VIRTUAL),
        ("192.168.56.1", "VirtualBox Host-Only Ethernet Adapter", VIRTUAL),
        ("172.28.0.1", "vEthernet (WSL)", VIRTUAL),
        ("10.8.0.2", "tun0", VIRTUAL),
        ("10.5.0.2", "NordLynx Tunnel VPN", VIRTUAL),
        ("100.101.102.103", "eth0", VIRTUAL),
        ("127.0.0.1", "lo", None),
        ("::1", "lo", None),
        ("169.254.7.7", "eth0", None),
        ("fe80::1", "wlan0", None),
    ],
)
def test_what_an_address_is_for(host: str, interface: str, kind: AddressKind | None):
    assert tell_kind(host, interface) is kind


def test_the_likeliest_comes_first():
    found = [
        NetworkAddress("172.17.0.1", "docker0", VIRTUAL),
        NetworkAddress("2a00:1450::5", "wlan0", PUBLIC),
        NetworkAddress("fd12:3456::7", "wlan0", HALL),
        NetworkAddress("10.0.0.5", "eth0", HALL),
        NetworkAddress("192.168.1.5", "wlan0", HALL),
    ]
    assert [one.host for one in sort_addresses(found, "")] == [
        *("192.168.1.5", "10.0.0.5", "fd12:3456::7", "2a00:1450::5", "172.17.0.1")
    ]
    assert sort_addresses(found, "10.0.0.5")[0].host == "10.0.0.5"  # by which this machine goes out itself
    assert sort_addresses(found, "172.17.0.1")[0].host == "192.168.1.5"  # but not where no phone is


def test_where_to_listen():
    hall, public = NetworkAddress("10.0.0.5", "eth0", HALL), NetworkAddress("8.8.8.8", "eth0", PUBLIC)
    virtual = NetworkAddress("10.8.0.2", "tun0", VIRTUAL)
    assert choose_addresses([hall, public, virtual]) == (hall,)
    assert choose_addresses([public, virtual]) == (public,)  # a university that has no others
    assert choose_addresses([virtual]) == ()
    assert choose_addresses([hall, virtual], "10.8.0.2") == (virtual,)
    assert choose_addresses([hall], "10.8.0.2") == ()  # it has gone, and no other was meant


def test_the_addresses_of_this_machine_are_none_of_its_own_alone():
    for one in list_addresses():
        address = ipaddress.ip_address(one.host)
        assert not address.is_loopback
        assert not address.is_link_local
        assert one.interface


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://127.0.0.1:8000"),
        ("0.0.0.0", "http://127.0.0.1:8000"),
        ("::", "http://127.0.0.1:8000"),
        ("::1", "http://[::1]:8000"),
        ("hall.local", "http://hall.local:8000"),
    ],
)
def test_where_the_server_is_found(host: str, address: str):
    assert http_address(host, 8000) == address


@pytest.mark.parametrize(
    ("options", "reach", "address"),
    [
        (NetworkOptions("127.0.0.1", 8000), Reach.SWITCH, ""),
        (NetworkOptions("localhost", 8000), Reach.SWITCH, ""),
        (NetworkOptions("0.0.0.0", 8000), Reach.HOST, "http://192.168.1.5:8000"),
        (NetworkOptions("10.0.0.5", 8000), Reach.HOST, "http://10.0.0.5:8000"),
        (NetworkOptions("::", 8000), Reach.HOST, "http://[fd12::7]:8000"),
        (NetworkOptions("127.0.0.1", 8000, "https://chess.example"), Reach.PUBLIC_URL, "https://chess.example"),
        (NetworkOptions("127.0.0.1", 8000, "", True), Reach.PROXY, ""),
        (NetworkOptions("0.0.0.0", 8000, "", True), Reach.PROXY, ""),
    ],
)
def test_how_others_reach_a_server_as_it_was_started(
    options: NetworkOptions, reach: Reach, address: str, tmp_path: Path
):
    found = (NetworkAddress("192.168.1.5", "wlan0", HALL), NetworkAddress("fd12::7", "wlan0", HALL))
    network = HallNetwork(options._replace(folder=tmp_path, list_addresses=lambda: found))
    assert (network.reach, network.address()) == (reach, address)


def test_nobody_opens_what_has_no_switch():
    assert HallNetwork().reach is Reach.UNKNOWN
    assert HallNetwork().address() == ""
    assert not is_loopback("hall.local")
