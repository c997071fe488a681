"""The network of the hall while it changes: wishes at the same moment, and what fails again and again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import uvicorn
from msgspec.structs import replace

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


async def test_https_of_its_own_that_a_certificate_replaced_is_in_nobodys_way(options: NetworkOptions) -> None:
    """It was on; then the server was started with a certificate from elsewhere."""
    SettingsFile(options.folder).write(NetworkSettings(is_secure=True, is_open=True))
    async with running(HallNetwork(options._replace(scheme="https"))) as network:
        assert network.secure is None
        await network.change(is_open=False)
        assert not network.settings.is_open
        assert replace(network.settings, port=0) == NetworkSettings(is_secure=True)  # for when it is without one again


@asynccontextmanager
async def running(network: HallNetwork) -> AsyncIterator[HallNetwork]:
    """Of a server that answers nobody."""

    server = uvicorn.Server(uvicorn.Config(answer_nobody, log_config=None))
    server.config.load()
    await network.begin(server, hear_nothing)
    try:
        yield network
    finally:
        await network.end()


async def answer_nobody(scope: object, receive: object, send: object) -> None: ...


async def hear_nothing(address: str) -> None: ...
