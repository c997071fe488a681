"""A real ``roundlog serve`` on a free port with a log of its own, and the people who come to it."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ledger.confirmation import NEEDED
from tests import plain_http
from tests.ports import find_port

PATIENCE = 30  # seconds for the server to come up
NAMES = (
    *("Anna Visser", "Bram de Jong", "Katrin Tamm", "Jürgen Weiß", "Maarten Smit", "Liis Kask", "Sofie Bakker"),
    *("Peter Braun", "Ülle Mägi", "Daan Mulder", "Emma Schäfer", "Toomas Saar", "Ilse Vermeer", "Karl Huber"),
)


class Hall:
    """The server and what a test needs to set the scene quickly: keys, tournaments, results, all through real doors."""

    def __init__(self, folder: Path, *, files: int = 0) -> None:
        self.log = folder / "hall.db"
        self.files = files  # that the server may have open; 0: as many as we
        self._process: subprocess.Popen[bytes] | None = None
        self.port = find_port()
        self._links: dict[tuple[str, ...], str] = {}
        self._signed_in: dict[str, dict[str, str]] = {}
        self._count = 0
        self.start()
        self._token = self._make_token()
        self._api = plain_http.Client(headers=self.key())

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    # -- the process ---------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """On the port that it had before."""
        command = self._command()
        environment = {**os.environ, "ROUNDLOG_LANG": "en", "PYTHONUNBUFFERED": "1"}
        if self.files:  # the shell lowers what the server may ask for, and becomes the server
            command = ["sh", "-c", f'ulimit -S -n 64; ulimit -H -n {self.files}; exec "$@"', "sh", *command]
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment, bufsize=0
        )
        self._wait_for_words(f"http://127.0.0.1:{self.port}/")

    def _command(self) -> list[str]:
        return [sys.executable, "-m", "displays.cli", "--log", str(self.log), "serve", "--port", str(self.port)]

    def _wait_for_words(self, words: str) -> None:
        """Until the server says of itself that it listens."""
        process = self._running
        assert process.stdout is not None
        heard, until = "", time.monotonic() + PATIENCE
        while words not in heard:
            if time.monotonic() > until or process.poll() is not None:
                self.kill()
                raise AssertionError(f"the server did not come up:\n{heard}")
            if select.select([process.stdout], [], [], 0.2)[0]:
                heard += os.read(process.stdout.fileno(), 65536).decode()

    @property
    def _running(self) -> subprocess.Popen[bytes]:
        assert self._process is not None
        return self._process

    def kill(self) -> None:
        """At once, as when the power fails."""
        self._running.kill()
        self._ended()

    @contextmanager
    def down(self) -> Iterator[None]:
        """Killed, and there again afterwards, also for the next test when this one has failed."""
        self.kill()
        try:
            yield
        finally:
            self.start()

    @contextmanager
    def slow(self) -> Iterator[None]:
        """Whatever is worked out beside the server takes until the end of this: its processes are halted."""
        halted = list(self._find_workers())
        assert halted, "nothing was worked out yet"
        for process in halted:
            os.kill(process, signal.SIGSTOP)
        try:
            yield
        finally:
            for process in {*halted} & {*self._find_workers()}:
                os.kill(process, signal.SIGCONT)

    def _find_workers(self) -> Iterator[int]:
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
                is_worker = b"spawn_main" in (folder / "cmdline").read_bytes()
            except (FileNotFoundError, ProcessLookupError):  # it has ended meanwhile
                continue
            if int(parent) == self._running.pid and is_worker:
                yield int(folder.name)

    def stop(self) -> None:
        self._running.terminate()
        try:
            self._running.wait(10)
        except subprocess.TimeoutExpired:
            self._running.kill()
        self._ended()
        self._api.close()

    def _ended(self) -> None:
        self._running.wait()
        if self._running.stdout is not None:
            self._running.stdout.close()

    # -- keys ----------------------------------------------------------------------------------------------------------

    def link(self, role: str = "owner", stream: str = "", boards: str = "", name: str = "Anna") -> str:
        """An invitation for many devices; the same for the same question."""
        asked = (role, stream, boards, name)
        if asked not in self._links:
            body = {"role": role, "name": name, "boards": boards, "device": "many"}
            answer = self._api.post(f"{self.address}/api{f'/t/{stream}' if stream else ''}/keys", json=body)
            assert answer.is_success, answer.text
            self._links[asked] = str(answer.json()["link"]).rpartition("/")[2]
        return f"{self.address}/key/{self._links[asked]}"

    def member_link(self, stream: str, player: int) -> str:
        """Of a player's own, new every time."""
        answer = self._api.post(
            f"{self.address}/api/t/{stream}/members/links", json={"players": [player], "renew": True}
        )
        assert answer.is_success, answer.text
        return f"{self.address}/key/{str(answer.json()[0]['link']).rpartition('/')[2]}"

    def sign_in(self, link: str) -> dict[str, str]:
        """The cookies of a browser that has pressed the button of this invitation: a test that is not about signing in
        need not open two pages to begin."""
        if link not in self._signed_in:
            answer = plain_http.post(link, headers={"origin": self.address})
            assert answer.status_code == 303, answer.text
            self._signed_in[link] = dict(answer.cookies)
        return self._signed_in[link]

    def key(self) -> dict[str, str]:
        """The header of a program that may do everything."""
        return {"authorization": f"Bearer {self._token}"}

    def _make_token(self) -> str:
        command = [sys.executable, "-m", "displays.cli", "--log", str(self.log), "--json", "key"]
        told = subprocess.run([*command, "--role", "owner", "--api"], capture_output=True, check=True).stdout
        return str(json.loads(told)["token"])

    def bring(self, file: Path) -> None:
        """An exported tournament, taken in beside the others."""
        command = [sys.executable, "-m", "displays.cli", "--log", str(self.log), "import", str(file)]
        subprocess.run(command, capture_output=True, check=True)

    # -- the API -------------------------------------------------------------------------------------------------------

    def ask(self, path: str) -> Any:
        answer = self._api.get(f"{self.address}/api{path}")
        assert answer.is_success, answer.text
        return answer.json()

    def do(self, stream: str, command: str, **fields: object) -> Any:
        """One command of the ledger: ``hall.do("open-1", "pair-round", round=1)``. What has to be confirmed is."""
        address, body = f"{self.address}/api/t/{stream}/commands", {"do": command, **fields}
        answer = self._api.post(address, json=body)
        while answer.status_code == 409 and answer.json()["code"] == NEEDED:
            answer = self._api.post(address, json=body, headers={"confirmation": answer.json()["facts"]["token"]})
        assert answer.is_success, answer.text
        return answer.json()

    def open(self, players: int = 0, *, rounds: int = 5, system: str = "fide-dutch-2026", **rules: object) -> str:
        """A new tournament with so many players, rated from 2100 downwards."""
        self._count += 1
        stream = f"event-{self._count}"
        agreed = {"system": system, "rounds": rounds, "tiebreaks": ["BH/C1", "BH", "SB"], **rules}
        body = {"id": stream, "details": {"name": f"Event {self._count}", "place": "Tartu"}, "rules": agreed}
        answer = self._api.post(f"{self.address}/api/t", json=body)
        assert answer.is_success, answer.text
        if players:
            self.do(stream, "register-players", players=[_person(number) for number in range(players)])
            self.do(stream, "draw-first-colour", colour="white")
        return stream

    def leave_fide_mode(self, stream: str) -> None:
        """So that old rounds and what was announced may be changed."""
        self.do(stream, "leave-fide-mode", reason="a friendly tournament")

    def play(self, stream: str, rounds: int, results: str = "1-0 1/2 0-1", *, is_closed: bool = True) -> None:
        """So many more rounds, their results taken in turn; the last one may stay open."""
        marks = results.split()
        first = len(self.ask(f"/t/{stream}")["rounds"]) + 1
        for number in range(first, first + rounds):
            self.do(stream, "pair-round", round=number)
            self.do(stream, "publish-round", round=number)
            boards = self.ask(f"/t/{stream}/boards")["boards"]
            for board in boards:
                mark = marks[(board["board"] + number) % len(marks)]
                self.do(stream, "enter-result", round=number, board=board["board"], result=mark)
            if is_closed or number < first + rounds - 1:
                self.do(stream, "close-round", round=number)


def _person(place: int) -> dict[str, object]:
    name = NAMES[place] if place < len(NAMES) else f"Player {place + 1:03}"
    club = ("Utrecht", "Tartu", "Köln")[place % 3]
    return {"player": {"number": 0, "name": name, "rating": 2100 - 25 * place, "club": club}}
