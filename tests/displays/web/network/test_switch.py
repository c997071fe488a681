"""The switch that lets phones in: a second listener of a real server, opened and closed while it runs."""

from __future__ import annotations

import asyncio
import re
import socket
import stat
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from displays.web.access.key_store import KeyStore
from ledger.private_file import path_of_private_file
from tests.displays.commandline import Roundlog
from tests.displays.web.network.hall_server import OTHER_MACHINE, PAGE, HallServer

HALL, NEXT = "127.0.0.2", "127.0.0.4"
PATIENCE = 30  # seconds


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HallServer]:
    folder = tmp_path_factory.mktemp("hall")
    club = Roundlog(folder)
    club("--log", folder / "club.db", "open", "club", "--name", "Club", "--rounds", 3)
    server = HallServer(folder, HALL)
    yield server
    server.stop()


@pytest.fixture
def server(lasting: HallServer) -> Iterator[HallServer]:
    """Closed, at its one address."""
    yield lasting
    lasting.have(HALL)
    lasting.press("insecure")
    lasting.press("close")


def wait_until(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.1)


def invite(server: HallServer) -> str:
    """The link that somebody is given."""
    form = {"role": "results", "name": "Bram", "days": "1", "device": "many"}
    page = server.post("/console/people", form).text
    found = re.search(r'id="link" readonly value="([^"]*)"', page)
    assert found is not None
    return found[1]


def test_nothing_is_open_before_somebody_presses(server: HallServer):
    assert not server.is_open(HALL)
    assert server.shown() == ""
    assert "Only this computer can open Roundlog now" in server.page()


def test_opened_it_is_the_same_server_at_the_same_port(server: HallServer):
    assert server.press("open").status == 303
    assert server.is_open(HALL)
    assert server.shown() == f"http://{HALL}:{server.port}"
    assert "Club" in server.get("/", HALL, source=OTHER_MACHINE).text
    assert server.get("/health", NEXT.replace("4", "1")).status == 200  # and where it was


def test_links_begin_with_the_address_at_once_and_no_longer_when_it_is_closed(server: HallServer):
    assert invite(server).startswith(f"http://127.0.0.1:{server.port}/key/")
    for _ in range(2):
        server.press("open")
        assert invite(server).startswith(f"http://{HALL}:{server.port}/key/")
        server.press("close")
        assert invite(server).startswith(f"http://127.0.0.1:{server.port}/key/")


def test_links_of_the_command_line_follow_too(server: HallServer):
    def noted() -> str:
        with KeyStore(path_of_private_file(server.log)) as keys:
            return keys.server_address

    server.press("open")
    assert noted() == f"http://{HALL}:{server.port}"
    server.press("close")
    assert noted() == f"http://127.0.0.1:{server.port}"


def test_what_is_made_once_for_the_public_follows_too(server: HallServer):
    def code_on_screen() -> str:
        """As a stranger gets it: by the process that makes answers for the public."""
        page = server.ask("GET", "/screen/club?view=boards", "127.0.0.1", cookie="").text
        found = re.search(r'"phoneAddress": "([^"]*)"', page)
        assert found is not None
        return found[1]

    closed = f"127.0.0.1:{server.port}/p/club"
    assert code_on_screen() == closed
    server.press("open")
    assert code_on_screen() == f"{HALL}:{server.port}/p/club"
    server.press("close")
    assert code_on_screen() == closed


def test_screens_that_came_in_that_way_are_told_to_come_again_and_others_go_on(server: HallServer):
    server.press("open")

    async def follow() -> tuple[int | None, bool]:
        path = "/live/club?topics=announcements"
        async with (
            connect(f"ws://{HALL}:{server.port}{path}") as there,
            connect(f"ws://127.0.0.1:{server.port}{path}") as here,
        ):
            while '"hall"' not in await here.recv():
                pass
            closing = asyncio.create_task(asyncio.to_thread(server.press, "close"))
            await asyncio.wait_for(there.wait_closed(), PATIENCE)
            await closing
            told = ""
            while '"beat"' not in told:  # the screen here hears of it at once
                told = str(await asyncio.wait_for(here.recv(), 5))
            return there.close_code, '"hall"' in told

    assert asyncio.run(follow()) == (1012, False)
    assert not server.is_open(HALL)


def test_an_answer_that_closes_its_own_way_still_arrives(server: HallServer):
    server.press("open")
    answer = server.post(PAGE, {"how": "close"}, HALL)
    assert answer.status == 200
    assert "Only this computer can open Roundlog now" in answer.text
    assert not server.is_open(HALL)


def test_another_address_is_followed_while_it_runs(server: HallServer):
    server.press("open")
    server.have(NEXT)
    wait_until(lambda: server.is_open(NEXT))
    assert not server.is_open(HALL)
    assert server.shown() == f"http://{NEXT}:{server.port}"
    assert invite(server).startswith(f"http://{NEXT}:{server.port}/key/")
    server.have()
    wait_until(lambda: server.shown() == "")
    assert "This computer is in no network" in server.page()
    server.have(HALL)
    wait_until(lambda: server.is_open(HALL))


def test_one_address_can_be_chosen(server: HallServer):
    server.have(HALL, NEXT)
    wait_until(lambda: f'<option value="{NEXT}">' in server.page())
    server.press("open", address=NEXT)
    assert (server.is_open(HALL), server.is_open(NEXT)) == (False, True)
    server.press("close")
    server.press("open", address="")
    assert (server.is_open(HALL), server.is_open(NEXT)) == (True, True)


def test_an_address_that_the_machine_has_not_is_refused_in_words(server: HallServer):
    answer = server.press("open", address="10.9.8.7")
    assert answer.status == 400
    assert "10.9.8.7" in answer.text
    assert not server.is_open(HALL)
    assert server.press("explode").status == 400


def test_only_known_hosts_are_answered_at_the_new_address_too(server: HallServer):
    server.press("open")
    with socket.create_connection((HALL, server.port)) as line:
        line.sendall(b"GET /health HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n")
        assert line.recv(64).startswith(b"HTTP/1.1 421")


def test_a_phone_that_comes_through_turns_the_page_green_and_this_computer_does_not(server: HallServer):
    server.press("open")
    token = server_token(server)
    page = server.get(f"/reach/{token}", HALL)
    assert "That was this computer" in page.text
    assert 'id="arrived-here"' in server.page()
    assert 'id="arrived"' not in server.page()
    phone = server.get(f"/reach/{token}", HALL, source=OTHER_MACHINE)
    assert phone.status == 200
    assert "You are through" in phone.text
    assert f"http://{HALL}:{server.port}" in phone.text
    assert phone.headers["cache-control"] == "no-store"
    assert 'id="arrived"' in server.page()
    assert f"Another device ({OTHER_MACHINE}) last reached this computer" in server.page()
    assert server.get(f"/reach/{token}", HALL, source=OTHER_MACHINE).status == 200  # its page loaded again
    assert server.get(f"/reach/{token}", HALL, source="127.0.0.5").status == 404  # somebody else needs a new one
    assert server_token(server) != token


def server_token(server: HallServer) -> str:
    found = re.search(r'id="reach-link" href="[^"]*/reach/([^"]*)"', server.page())
    assert found is not None
    return found[1]


def test_it_is_open_again_after_a_restart_at_the_same_port(tmp_path: Path):
    server = HallServer(tmp_path, HALL)
    try:
        taken = socket.create_server((HALL, server.port))
        with taken:
            server.press("open")
            found = re.search(rf"http://{HALL}:(\d+)<", server.page())
            assert found is not None
            port = int(found[1])
            assert port != server.port  # which another program has at that address
            assert server.is_open(HALL, port)
        assert server.stop() == 0
        assert not server.is_open(HALL, port)
        server.start()
        assert server.hall == f"http://{HALL}:{port}"
        assert server.is_open(HALL, port)
        folder = tmp_path / "club.network"
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()} == {0o600}
    finally:
        server.stop()
    assert b"network" not in server.log.read_bytes()  # nothing of it is in the log


def test_settings_that_cannot_be_read_leave_it_closed_and_are_told(tmp_path: Path):
    folder = tmp_path / "club.network"
    folder.mkdir()
    (folder / "settings.json").write_text("{")
    server = HallServer(tmp_path, HALL)
    try:
        assert not server.is_open(HALL)
        assert f"{folder / 'settings.json'} cannot be read" in server.page()
        server.press("open")
        assert server.is_open(HALL)
        assert "cannot be read" not in server.page()
    finally:
        server.stop()
