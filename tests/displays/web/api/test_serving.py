"""The API of a real server in a process of its own: a live feed, a reader that does not read, and how it ends."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from displays.web.access.key_store import KeyStore
from displays.web.access.roles import Grant, Role
from ledger.private_file import path_of_private_file
from tests.displays.commandline import COMMAND
from tests.displays.web.api.club import CLUB, log_at

PATIENCE = 30.0  # seconds; after that something is wrong


class Server:
    def __init__(self, port: int, token: str, process: subprocess.Popen[str]) -> None:
        self.port = port
        self.process = process
        self._token = token

    def post(self, address: str, body: object) -> dict[str, Any]:
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{address}", json.dumps(body).encode())
        request.add_header("authorization", f"Bearer {self._token}")
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            found: dict[str, Any] = json.load(answer)
        return found

    def listen(self, address: str, receive_buffer: int = 65536) -> socket.socket:
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        connection.sendall(f"GET {address} HTTP/1.1\r\nhost: hall\r\n\r\n".encode())
        return connection


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    log = tmp_path / "roundlog.db"
    log.write_bytes(log_at("published"))
    with KeyStore(path_of_private_file(log)) as key_store:
        token = key_store.make(Grant(Role.OWNER), name="test", by="test", api=True).token
    with serving(log) as (port, process):
        yield Server(port, token, process)


@contextmanager
def serving(log: Path) -> Iterator[tuple[int, subprocess.Popen[str]]]:
    command = [*COMMAND, "--log", str(log), "serve", "--port", "0", "--host-name", "hall"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            port = next(found for line in process.stdout if (found := re.search(r":(\d+)/", line)))
            yield int(port[1]), process
        finally:
            process.terminate()


def until(connection: socket.socket, wanted: bytes) -> bytes:
    """What comes, up to what is wanted."""
    heard = b""
    while wanted not in heard:
        more = connection.recv(65536)
        assert more, heard
        heard += more
    return heard


def test_a_live_feed_of_a_server_and_its_clean_end(server: Server):
    idle = server.listen(f"{CLUB}/events?live=1", receive_buffer=2048)  # asks and never reads
    with idle, server.listen(f"{CLUB}/events?live=1&after=14") as connection:
        until(connection, b'"version":15')
        for board in (1, 2):
            version = server.post(f"{CLUB}/rounds/1/boards/{board}/result", {"result": "1-0"})["version"]
            heard = until(connection, f'"version":{version},'.encode())
            assert b'"result-entered"' in heard
        server.process.terminate()
        assert until(connection, b"0\r\n\r\n").endswith(b"0\r\n\r\n")
        server.process.wait(PATIENCE)


def test_the_worker_pairs_while_the_server_answers(server: Server):
    for board in (1, 2):
        server.post(f"{CLUB}/rounds/1/boards/{board}/result", {"result": "1-0"})
    closed = server.post(f"{CLUB}/rounds/1/closing", {})["version"]
    preview = server.post(f"{CLUB}/rounds/2/pairing/preview", {})
    assert (preview["version"], preview["pairing"]["round"]) == (closed, 2)
    assert server.post(f"{CLUB}/rounds/2/pairing", {})["version"] == closed + 1


def children(process: int) -> set[int]:
    """All processes that came of it and are still there (a zombie is not)."""
    found = set()
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = place.read_text().rpartition(")")[2].split()[:2]
        except OSError:  # it has just ended
            continue
        if int(parent) == process and state != "Z":
            found |= {int(place.parent.name)} | children(int(place.parent.name))
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="asks Linux who is whose child")
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_a_server_that_has_paired_leaves_no_process_behind(server: Server, how: signal.Signals):
    for board in (1, 2):
        server.post(f"{CLUB}/rounds/1/boards/{board}/result", {"result": "1-0"})
    server.post(f"{CLUB}/rounds/1/closing", {})
    server.post(f"{CLUB}/rounds/2/pairing/preview", {})
    left = children(server.process.pid)
    assert left, "the worker is a process of its own"
    server.process.send_signal(how)
    assert server.process.wait(PATIENCE) == (-how if how is signal.SIGKILL else 0)
    until = time.monotonic() + PATIENCE
    while any(Path(f"/proc/{process}").exists() for process in left):
        assert time.monotonic() < until, left
        time.sleep(0.05)
