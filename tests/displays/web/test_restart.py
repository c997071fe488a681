"""Restart on SIGHUP: a new process of the program, and nobody is refused, nothing that was acknowledged is lost."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from displays.web.listening import inherit_listeners
from displays.web.restart import IS_POSSIBLE, Restart
from displays.web.server_note import read_note
from engine.errors import BadInput
from ledger.acts.hall import Announced
from ledger.store.sqlite import SqliteLog
from ledger.store.verify import verify
from tests import plain_http
from tests.browser.hall import Hall
from tests.displays.commandline import COMMAND, Roundlog
from tests.ports import find_port

pytestmark = pytest.mark.skipif(not IS_POSSIBLE, reason="this system has no SIGHUP")
PATIENCE = 60.0  # seconds; then something is wrong
RESTARTS = 3
FOLLOWERS = 4


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    served = Hall(tmp_path)
    yield served
    served.stop()


def pid_of(hall: Hall) -> int:
    noted = read_note(hall.log)
    assert noted is not None
    return noted.process


def started_at(hall: Hall) -> float:
    told = plain_http.get(f"{hall.address}/metrics").text
    found = re.search(r"^roundlog_start_time_seconds (\S+)$", told, re.MULTILINE)
    assert found is not None
    return float(found[1])


def restart(hall: Hall) -> None:
    """Until the new one answers."""
    before = started_at(hall)
    os.kill(pid_of(hall), signal.SIGHUP)
    until = time.monotonic() + PATIENCE
    while started_at(hall) == before:
        assert time.monotonic() < until, "no restart"
        time.sleep(0.1)


class Entering(threading.Thread):
    """Somebody who enters one thing after the other, and asks again, with the same mark, where an answer was lost."""

    def __init__(self, hall: Hall, stream: str) -> None:
        super().__init__()
        self._address = f"{hall.address}/api/t/{stream}/announcements"
        self._key = hall.key()
        self.is_over = threading.Event()
        self.acknowledged: list[str] = []
        self.refused = self.asked_again = 0

    def run(self) -> None:
        number = 0
        with plain_http.Client(headers=self._key) as client:
            while not self.is_over.is_set():
                number += 1
                self._enter(client, f"announcement {number}")

    def _enter(self, client: httpx.Client, text: str) -> None:
        while True:
            try:
                answer = client.post(self._address, json={"text": text}, headers={"idempotency-key": text})
            except httpx.ConnectError:
                self.refused += 1
                return
            except httpx.TransportError:  # the line was closed under the question: it is asked once more
                self.asked_again += 1
                continue
            assert answer.status_code in (200, 201), answer.text
            self.acknowledged.append(text)
            return


async def follow(hall: Hall, stream: str, versions: list[int], refused: list[str], is_over: asyncio.Event) -> None:
    """As a screen does: comes again when it is told to."""
    address = f"ws://127.0.0.1:{hall.port}/live/{stream}?topics=announcements"
    while not is_over.is_set():
        try:
            async with connect(address, open_timeout=PATIENCE) as line:
                async for message in line:
                    told: dict[str, Any] = json.loads(message)
                    if "version" in told:
                        versions.append(told["version"])
        except ConnectionClosed as end:
            refused.extend([] if end.rcvd is None or end.rcvd.code == 1012 else [str(end)])
        except OSError as error:
            refused.append(str(error))


async def test_three_restarts_under_a_writer_and_followers(hall: Hall) -> None:
    stream = hall.open(4)
    process = pid_of(hall)
    entering, is_over = Entering(hall, stream), asyncio.Event()
    seen: list[list[int]] = [[] for _ in range(FOLLOWERS)]
    refused: list[str] = []
    followers = [asyncio.create_task(follow(hall, stream, versions, refused, is_over)) for versions in seen]
    entering.start()
    for _ in range(RESTARTS):
        await asyncio.to_thread(restart, hall)
        await asyncio.sleep(0.5)
    entering.is_over.set()
    await asyncio.to_thread(entering.join)
    newest = hall.ask(f"/t/{stream}")["version"]
    until = time.monotonic() + PATIENCE
    while not all(versions and versions[-1] == newest for versions in seen):
        assert time.monotonic() < until, ([versions[-1:] for versions in seen], newest)
        await asyncio.sleep(0.05)
    is_over.set()
    for task in followers:
        task.cancel()
    await asyncio.gather(*followers, return_exceptions=True)
    assert (entering.refused, refused) == (0, [])
    assert pid_of(hall) == process  # whoever looks after the process sees no end
    with SqliteLog(hall.log, read_only=True) as log:
        recorded = [event.text for event in log.events(stream) if isinstance(event, Announced)]
    assert len(entering.acknowledged) > 10
    assert recorded == entering.acknowledged  # each once, in order
    assert verify(hall.log).records > len(recorded)
    for versions in seen:
        assert versions == sorted(versions)  # and nobody was sent back in time
    assert children(process).count("Z") == 0  # what the old program had started was taken away


def children(process: int) -> str:
    """The states of those that it has."""
    told = subprocess.run(["ps", "--ppid", str(process), "-o", "stat="], capture_output=True, text=True, check=False)
    return told.stdout


def test_a_program_that_would_not_start_does_not_take_the_old_one_down(tmp_path: Path) -> None:
    """An installation that broke while the server ran: here, a start script that is gone bad."""
    script = tmp_path / "start.py"
    program = "import sys\nfrom displays.cli.main import main\nif __name__ == '__main__':\n    sys.exit(main())\n"
    script.write_text(program)
    port, log = find_port(), tmp_path / "hall.db"
    command = [sys.executable, str(script), "--log", str(log), "serve", "--port", str(port), "--log-format", "json"]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stderr is not None
        try:
            until_event(process, "server-started")
            wait_for(port)
            plain_http.get(f"http://127.0.0.1:{port}/t/nowhere")  # its processes have loaded the program by then
            script.write_text("raise SystemExit('the new program is broken')\n")
            process.send_signal(signal.SIGHUP)
            refused = until_event(process, "restart-refused")
            assert refused["problem"] == "the new program is broken"
            assert refused["level"] == "error"
            assert plain_http.get(f"http://127.0.0.1:{port}/health").status_code == 200
            script.write_text(program)
            process.send_signal(signal.SIGHUP)  # mended
            until_event(process, "server-stopped")
            until_event(process, "server-started")
            wait_for(port)
        finally:
            process.terminate()
        assert process.wait(PATIENCE) == 0


def until_event(process: subprocess.Popen[str], event: str) -> dict[str, Any]:
    assert process.stderr is not None
    for line in process.stderr:
        told: dict[str, Any] = json.loads(line)  # every line is one
        if told.get("event") == event:
            return told
    raise AssertionError(f"never: {event}")


def wait_for(port: int) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            assert plain_http.get(f"http://127.0.0.1:{port}/health").status_code == 200
            return
        except httpx.ConnectError:
            assert time.monotonic() < until
            time.sleep(0.05)


SYSTEMD = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ |= {"LISTEN_FDS": "1", "LISTEN_PID": str(os.getpid())}
os.execv(sys.argv[2], sys.argv[2:])
"""


def test_a_socket_of_systemd(tmp_path: Path) -> None:
    """It listens before the server does: who comes early waits."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        listener.set_inheritable(True)
        command = [*COMMAND, "--log", str(tmp_path / "hall.db"), "serve", "--port", "1"]
        words = [sys.executable, "-c", SYSTEMD, str(listener.fileno()), *command]
        early = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, pass_fds=[listener.fileno()])
    with early, process:
        try:
            early.sendall(b"GET /health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
            assert early.recv(12) == b"HTTP/1.1 200"
            assert process.stdout is not None
            assert any(f"http://127.0.0.1:{port}/" in line for line in iter(process.stdout.readline, ""))
        finally:
            process.terminate()


def test_sockets_are_for_the_process_that_they_are_named_for() -> None:
    environment = {"LISTEN_FDS": "1", "LISTEN_PID": "1", "LISTEN_FDNAMES": "web"}
    assert inherit_listeners(environment, 2) == []
    assert environment == {}  # a child is not to think that they are its own


@pytest.mark.parametrize("count", ["", "0", "-1", "many", "100"])
def test_a_number_of_sockets_that_is_none(count: str) -> None:
    with pytest.raises(BadInput, match="inherited-sockets-unreadable"):
        inherit_listeners({"LISTEN_FDS": count, "LISTEN_PID": "7"}, 7)


def test_what_is_no_listening_socket() -> None:
    script = """
from displays.web.listening import inherit_listeners
from engine.errors import Unavailable
try:
    inherit_listeners({"LISTEN_FDS": "1", "LISTEN_PID": "7"}, 7)
except Unavailable as error:
    print(error.code, error.facts)
"""
    shell = ["sh", "-c", 'exec 3< /dev/null; exec "$@"', "sh", sys.executable, "-c", script]
    told = subprocess.run(shell, capture_output=True, text=True, check=True, cwd=Path(__file__).parents[3])
    assert told.stdout == "inherited-socket-unusable {'number': 3}\n"


HANDING_ON = """
import os, socket, sys
from displays.web.listening import hand_on_listeners
main, hall = socket.create_server(("127.0.0.1", 0)), socket.create_server(("127.0.0.2", 0))
hand_on_listeners([main], [hall], os.environ, os.getpid())
ports = [str(one.getsockname()[1]) for one in (main, hall)]
os.execv(sys.executable, [sys.executable, "-c", sys.argv[1], *ports])
"""
TAKING_OVER = """
import os, socket, sys
from displays.web.listening import close_unclaimed, inherit_listeners, take_inherited
main, hall = map(int, sys.argv[1:])
(first,) = inherit_listeners(os.environ, os.getpid())
assert first.getsockname() == ("127.0.0.1", main)
assert take_inherited("127.0.0.2", main) is None
second = take_inherited("127.0.0.2", hall)
assert second is not None and not second.get_inheritable()
socket.create_connection(("127.0.0.2", hall)).close()
assert "LISTEN_FDS" not in os.environ
print("taken over")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have one address 127.0.0.1")
def test_sockets_of_the_hall_are_handed_on_by_their_addresses() -> None:
    command = [sys.executable, "-c", HANDING_ON, TAKING_OVER]
    told = subprocess.run(command, capture_output=True, text=True, check=False, cwd=Path(__file__).parents[3])
    assert (told.stdout, told.stderr) == ("taken over\n", "")


# -- how it is asked for -----------------------------------------------------------------------------------------------


def test_the_command_tells_the_server(hall: Hall) -> None:
    before = started_at(hall)
    served = Roundlog(hall.log.parent)
    served.log = hall.log
    assert f"(process {pid_of(hall)}) was told to restart" in served("restart")
    until = time.monotonic() + PATIENCE
    while started_at(hall) == before:
        assert time.monotonic() < until
        time.sleep(0.1)


@pytest.mark.parametrize("before", ["sys.frozen = True", "signal.signal(signal.SIGHUP, signal.SIG_IGN)"])
def test_who_would_not_hear_the_signal_says_so(before: str) -> None:
    """The single file, and a server that was started with nohup."""
    script = f"import signal, sys; {before}; from displays.web.restart import Restart; "
    told = subprocess.run(
        [sys.executable, "-c", f"{script} print(Restart([]).listen_for_signal())"],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[3],
    )
    assert told.stdout == "False\n", told.stderr


def test_the_command_finds_no_server(roundlog: Roundlog) -> None:
    roundlog.open_four()
    assert roundlog.refused(3, "restart") == f"No server has the log {roundlog.log} open."


@contextmanager
def in_terminal(log: Path, port: int) -> Iterator[tuple[int, int]]:
    """A server in a terminal of its own: the process, and the terminal's other end."""
    process, terminal = os.forkpty()
    if process == 0:
        os.execv(sys.executable, [*COMMAND, "--log", str(log), "serve", "--port", str(port)])
    try:
        wait_for(port)
        yield process, terminal
    finally:
        try:
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)
        except (ProcessLookupError, ChildProcessError):
            pass


def test_a_server_whose_window_is_closed_ends(tmp_path: Path) -> None:
    """The terminal tells its end with the same signal."""
    with in_terminal(tmp_path / "hall.db", find_port()) as (process, terminal):
        os.close(terminal)
        until = time.monotonic() + PATIENCE
        ended = 0
        while not ended:
            assert time.monotonic() < until, "it goes on without a window"
            ended, status = os.waitpid(process, os.WNOHANG)
            time.sleep(0.05)
        assert os.WIFEXITED(status)  # in order, whatever it could still say


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ((), 0, "It would start."),
        (("--backup-keep", "0", "--backup", "."), 2, "between 1 and"),
        (("--leave-cluster",), 2, "to no cluster"),
    ],
)
def test_whether_it_would_start(roundlog: Roundlog, words: tuple[str, ...], code: int, said: str) -> None:
    roundlog.open_four()
    before = roundlog.contents()
    told = roundlog.tried("serve", "--check", *words)
    assert told.code == code
    assert said in told.out + told.err
    assert roundlog.contents() == before


def test_a_log_that_cannot_be_opened_is_found_before_anything_ends(roundlog: Roundlog) -> None:
    roundlog.log.write_text("no log at all, but a text that is long enough to be one", "utf-8")
    told = roundlog.tried("serve", "--check")
    assert (told.code, told.out) == (2, "")
    assert Restart([*COMMAND, "--log", str(roundlog.log), "serve"]).find_problem() == told.err.strip()
