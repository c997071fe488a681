"""A running server whose machine has the addresses that a file names: 127.0.0.2 and so on stand for those in the hall.

``127.0.0.3`` as the address that a request comes from is another machine: the server's own are 127.0.0.1 and those that
the file names.
"""

from __future__ import annotations

import http.client
import re
import ssl
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlencode

from displays.cli.open_log import open_log
from displays.web.network import hall_network
from displays.web.network.addresses import AddressKind, NetworkAddress
from displays.web.server import Place, ServerOptions, run
from tests.ports import find_port

OTHER_MACHINE = "127.0.0.3"
PATIENCE = 30.0  # seconds
PAGE = "/console/~network"


class Answer:
    def __init__(self, answer: http.client.HTTPResponse) -> None:
        self.status, self.headers, self.text = answer.status, answer.headers, answer.read().decode()


class HallServer:
    """``addresses`` can be changed while it runs."""

    def __init__(self, folder: Path, *addresses: str, certificate: tuple[Path, ...] = ()) -> None:
        self._certificate = certificate  # and its key
        self.log, self._file, self.port = folder / "club.db", folder / "addresses", find_port()
        self.cookie = ""
        self.have(*addresses)
        self.start()

    def have(self, *addresses: str) -> None:
        """From now on the machine has these."""
        beside = self._file.with_suffix(".new")
        beside.write_text("\n".join(addresses))
        beside.replace(self._file)

    def start(self) -> None:
        words = [
            sys.executable,
            "-m",
            __name__,
            str(self.log),
            str(self.port),
            str(self._file),
            *map(str, self._certificate),
        ]
        self._process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        self.here, self.hall, key = self._process.stdout.readline().split("|")
        if key := key.strip():
            tls = ssl._create_unverified_context() if self._certificate else None
            answer = self.ask("POST", key, "127.0.0.1", body="name=Anna", tls=tls)
            self.cookie = str(answer.headers["set-cookie"]).partition(";")[0]

    def stop(self) -> int:
        assert self._process.stdout is not None
        self._process.terminate()
        with self._process.stdout:
            return self._process.wait(20)

    def get(self, path: str, host: str = "127.0.0.1", port: int = 0, source: str = "127.0.0.1") -> Answer:
        return self.ask("GET", path, host, port, source)

    def post(self, path: str, form: dict[str, str], host: str = "127.0.0.1", port: int = 0) -> Answer:
        return self.ask("POST", path, host, port, "127.0.0.1", urlencode(form))

    def ask(
        self,
        method: str,
        path: str,
        host: str,
        port: int = 0,
        source: str = "127.0.0.1",
        body: str = "",
        tls: ssl.SSLContext | None = None,
        cookie: str | None = None,
    ) -> Answer:
        where, way = (host, port or self.port), (source, 0)
        line = (
            http.client.HTTPConnection(*where, timeout=PATIENCE, source_address=way)
            if tls is None
            else http.client.HTTPSConnection(*where, timeout=PATIENCE, source_address=way, context=tls)
        )
        scheme = "http" if tls is None else "https"
        headers = {"cookie": self.cookie if cookie is None else cookie, "accept-language": "en"}
        if method == "POST":
            headers |= {"origin": f"{scheme}://{where[0]}:{where[1]}"}
            headers |= {"content-type": "application/x-www-form-urlencoded", "connection": "close"}
        try:
            line.request(method, path, body or None, headers)
            return Answer(line.getresponse())
        finally:
            line.close()

    def press(self, how: str, **form: str) -> Answer:
        """A button of the page."""
        return self.post(PAGE, {"how": how, **form})

    def page(self) -> str:
        return self.get(PAGE).text

    def shown(self) -> str:
        """The address for phones on the page; empty: there is none."""
        found = re.search(r'id="shown-address">([^<]*)<', self.page())
        return found[1] if found else ""

    def is_open(self, host: str, port: int = 0) -> bool:
        try:
            return self.get("/health", host, port).status == 200
        except ConnectionRefusedError:
            return False


def _serve(log: Path, port: int, file: Path, certificate: Path | None = None, key: Path | None = None) -> None:
    def list_addresses() -> tuple[NetworkAddress, ...]:
        return tuple(NetworkAddress(host, "wlan0", AddressKind.HALL) for host in file.read_text().split())

    def announce(place: Place) -> None:
        print(place.here, place.hall, place.key, sep="|", flush=True)

    hall_network.LOOK_EVERY = 0.2  # seconds: nobody waits for another address
    options = ServerOptions(port=port, list_addresses=list_addresses, certificate=certificate, certificate_key=key)
    run(options, log, open_log(log, may_create=True, is_checked=False), actor="test", announce=announce)


if __name__ == "__main__":
    _serve(Path(sys.argv[1]), int(sys.argv[2]), *map(Path, sys.argv[3:]))
