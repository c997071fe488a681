"""The network of the hall while it changes: wishes at the same moment, and what fails again and again."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from displays.web.network.addresses import AddressKind, NetworkAddress
from displays.web.network.hall_network import HallNetwork, NetworkOptions
from displays.web.network.settings import NetworkSettings, SettingsFile

HALL = "127.0.0.2"


@pytest.fixture
def options(tmp_path: Path) -> NetworkOptions:
    found = (NetworkAddress(HALL, "wlan0", AddressKind.HALL),)
    return NetworkOptions(folder=tmp_path / "club.network", list_addresses=lambda: found)


async def test_two_wishes_at_one_moment_are_both_kept(options: NetworkOptions) -> None:
    network = HallNetwork(options)
    await asyncio.gather(network.change(wifi_name="Hall"), network.change(address=HALL))
    assert network.settings == NetworkSettings(wifi_name="Hall", address=HALL)
    assert SettingsFile(options.folder).read() == network.settings
