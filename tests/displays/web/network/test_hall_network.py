"""The network of the hall while it changes: wishes at the same moment, and what fails again and again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import uvicorn
from msgspec.structs import replace

from displays.web.network import certificates
from displays.web.network.addresses import AddressKind, NetworkAddress
from displays.web.network.hall_network import HallNetwork, NetworkOptions
from displays.web.network.settings import NetworkSettings, SettingsFile
from engine.errors import Unavailable

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


async def test_a_certificate_that_cannot_be_made_is_said_once_and_the_page_forgets_it_when_it_can(
    options: NetworkOptions, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise Unavailable("log-no-access", path="club.network")

    SettingsFile(options.folder).write(NetworkSettings(is_secure=True, is_open=True))
    monkeypatch.setattr(certificates, "prepare_certificate", fail)
    async with running(HallNetwork(options)) as network:
        for _ in range(3):
            await network.look()
        assert [line.levelname for line in caplog.records] == ["ERROR"]
        told = network.problem
        assert told is not None
        monkeypatch.undo()
        await network.look()
        assert (network.problem, network.secure_address(HALL)[:8]) == (None, "https://")


async def test_what_fails_with_every_look_is_said_once(
    options: NetworkOptions, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(HallNetwork(options)) as network:
        monkeypatch.setattr(network, "_note_addresses", lambda _: 1 / 0)
        for _ in range(3):
            await network._look_safely()
    assert len(caplog.records) == 1


async def test_a_full_disk_keeps_no_address_from_those_who_follow_it(
    options: NetworkOptions, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise Unavailable("log-no-access", path="club.network")

    SettingsFile(options.folder).write(NetworkSettings(is_open=True))
    monkeypatch.setattr(SettingsFile, "write", fail)
    heard: list[str] = []
    async with running(HallNetwork(options), heard) as network:
        assert heard == [network.address()] != [""]


@asynccontextmanager
async def running(network: HallNetwork, heard: list[str] | None = None) -> AsyncIterator[HallNetwork]:
    """Of a server that answers nobody. ``heard``: the addresses that it tells."""

    async def tell(address: str) -> None:
        if heard is not None:
            heard.append(address)

    server = uvicorn.Server(uvicorn.Config(answer_nobody, log_config=None))
    server.config.load()
    await network.begin(server, tell)
    try:
        yield network
    finally:
        await network.end()


async def answer_nobody(scope: object, receive: object, send: object) -> None: ...
