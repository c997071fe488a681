"""A real server behind a real proxy, as its file in deploy/ sets it up, with a certificate made for the test."""

from __future__ import annotations

import os
import secrets
import signal
import socket
import ssl
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from ledger.cluster.certificates import issue_certificate, make_authority
from tests.displays.commandline import Roundlog
from tests.displays.web.standby.servers import RunningServer, wait_until
from tests.ports import find_ports

NAME = "chess.example"  # as the files call the site
ELSEWHERE = "127.0.0.7"  # where the clients of these tests come from: the proxy comes from 127.0.0.1
PATIENCE = 60.0  # seconds, on a machine that does much else


def replace_all(text: str, changes: dict[str, str]) -> str:
    """What an operator puts in. Whatever is not there to be replaced is a file that has changed."""
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    return text


class Proxy:
    """``write`` makes its configuration in a folder and gives the command that runs it in the foreground."""

    def __init__(self, folder: Path, write: Callable[[Proxy], list[str]]) -> None:
        self.folder = folder
        folder.mkdir()
        self.http, self.https, self.behind = find_ports(3)  # ``behind``: of the server
        authority, key = make_authority("test")
        self.certificate = issue_certificate(authority, key, [NAME], folder / "certificate")
        self._command = write(self)
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with open(self.folder / "output", "ab") as output:
            environment = {**os.environ, "HOME": str(self.folder), "XDG_DATA_HOME": str(self.folder)}
            self._process = subprocess.Popen(self._command, stdout=output, stderr=output, env=environment)
        wait_until(self._is_there, self.say, PATIENCE)

    def _is_there(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, self.say()
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.https)) == 0

    def say(self) -> str:
        return (self.folder / "output").read_text("utf-8", "replace")[-4000:]

    def reload(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGHUP)

    def stop(self) -> None:
        """At once: whoever is connected to it is a test that is over."""
        if self._process is not None:
            self._process.terminate()
            try:
                self._process.wait(5)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()

    # -- its clients ---------------------------------------------------------------------------------------------------

    @property
    def trusting(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.certificate.authority))

    def client(self, token: str = "", **options: Any) -> httpx.Client:
        """Whoever comes by the name of the site, from ``ELSEWHERE``."""
        headers = {"authorization": f"Bearer {token}"} if token else {}
        lines = httpx.HTTPTransport(verify=self.trusting, local_address=ELSEWHERE, retries=0)
        return httpx.Client(
            base_url=f"https://127.0.0.1:{self.https}",
            transport=_ByName(lines, f"{NAME}:{self.https}"),
            headers=headers,
            timeout=PATIENCE,
            **options,
        )

    def follow(self, path: str) -> ClientConnection:
        """A live connection. With TLS 1.2: under 1.3 the tickets that a server sends first can halt a line of Python on
        which one thread reads while another writes."""
        trusting = self.trusting
        trusting.maximum_version = ssl.TLSVersion.TLSv1_2
        where: dict[str, Any] = {"sock": self.connect(), "ssl": trusting, "server_hostname": NAME}
        return connect(f"wss://{NAME}:{self.https}{path}", **where, open_timeout=PATIENCE)

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.https), PATIENCE, (ELSEWHERE, 0))


class _ByName(httpx.BaseTransport):
    """Asks for the site by its name, wherever that would lead."""

    def __init__(self, lines: httpx.HTTPTransport, host: str) -> None:
        self._lines, self._host = lines, host

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        request.headers["host"] = self._host
        request.extensions = {**request.extensions, "sni_hostname": NAME}
        return self._lines.handle_request(request)

    def close(self) -> None:
        self._lines.close()


class Site:
    """The server, with a tournament and an owner's key for programs, behind the proxy."""

    def __init__(self, folder: Path, write: Callable[[Proxy], list[str]]) -> None:
        self.proxy = Proxy(folder / "proxy", write)
        self.server = RunningServer(folder / "server")
        self.server.port = self.proxy.behind
        self.server.address = f"http://127.0.0.1:{self.proxy.behind}"
        self.roundlog = Roundlog(self.server.folder)
        self.roundlog("open", "club", "--name", "Club", "--rounds", 5)
        self.server.token = self.roundlog("key", "--role", "owner", "--api", "--name", "Els").strip()

    def start(self) -> None:
        self.server.start("--public-url", f"https://{NAME}:{self.proxy.https}", "--behind-proxy")
        self.proxy.start()

    def stop(self) -> None:
        self.server.close()
        self.proxy.stop()

    def client(self) -> httpx.Client:
        return self.proxy.client(self.server.token)

    def find_address(self, **headers: str) -> str:
        """From where a request with these headers comes, as the server notes it: with a key that was not used yet."""
        name = secrets.token_hex(8)
        token = self.roundlog("key", "--role", "owner", "--api", "--name", name).strip()
        with self.proxy.client(token) as client:
            assert client.get("/api/keys", headers=headers).status_code == 200

        def find_noted() -> str:
            (key,) = [key for key in self.server.ask("GET", "/api/keys").json() if key["name"] == name]
            return str(key["last_address"])

        wait_until(lambda: bool(find_noted()))  # beside the request, which does not wait for it
        return find_noted()


def read_until_closed(line: socket.socket) -> tuple[bytes, float]:
    """What the other side says before it hangs up, and after how long."""
    began, heard = time.monotonic(), b""
    while part := line.recv(65536):
        heard += part
    return heard, time.monotonic() - began
