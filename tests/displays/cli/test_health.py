"""``roundlog health``: well, only showing, starting, not there; each has its exit code and its sentence."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import pytest

from displays.cli import health
from tests.displays.commandline import Roundlog
from tests.displays.web.standby.servers import RunningServer
from tests.ports import find_port


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RunningServer]:
    running = RunningServer(tmp_path / "server")
    Roundlog(running.folder).open_four()
    running.start()
    yield running
    running.close()


def ask(server: RunningServer, *words: str) -> subprocess.CompletedProcess[str]:
    """In a process of its own, as a container does it."""
    command = [sys.executable, "-m", "displays.cli", "--server", server.address, "--lang", "en", "health", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a_server_that_takes_entries_is_well(server: RunningServer) -> None:
    said = ask(server)
    assert (said.returncode, said.stderr) == (0, "")
    assert said.stdout == f"The server at {server.address} takes entries: version {version('roundlog')}, 5 records.\n"


def test_one_that_only_shows_is_well_enough_for_who_looks(server: RunningServer) -> None:
    server.log.rename(server.log.with_name("elsewhere.db"))  # from now on nothing is acknowledged
    said = ask(server)
    assert said.returncode == health.ONLY_READING
    assert "only shows what it has" in said.stdout
    assert str(server.log) in said.stderr
    assert ask(server, "--reading").returncode == 0
    as_json = ask(server, "--reading", "--json")
    assert (as_json.returncode, as_json.stderr) == (0, "")
    assert '"status":"reading-only"' in as_json.stdout
    assert '"problem":"log-file-replaced"' in as_json.stdout


def test_where_none_runs_that_is_said(roundlog: Roundlog) -> None:
    said = roundlog.run("--server", f"http://127.0.0.1:{find_port()}", "health")
    assert said.code == 3
    assert "cannot be reached" in said.err


def test_one_that_listens_and_is_silent_is_starting_or_hangs(
    roundlog: Roundlog, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server takes its port before it opens its log; this one never gets further."""
    monkeypatch.setattr(health, "PATIENCE", 0.6)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        said = roundlog.run("--server", f"http://127.0.0.1:{listener.getsockname()[1]}", "health")
    assert (said.code, said.out) == (3, "")
    assert "it is starting, or it hangs" in said.err


def test_another_server_there_is_not_ours(roundlog: Roundlog) -> None:
    with subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import http.server as h; s = h.HTTPServer(('127.0.0.1', 0), h.BaseHTTPRequestHandler);"
            "print(s.server_port, flush=True); s.handle_request()",
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as other:
        assert other.stdout is not None
        said = roundlog.run("--server", f"http://127.0.0.1:{other.stdout.readline().strip()}", "health")
    assert said.code == 3
    assert "not" in said.err


@pytest.mark.parametrize(
    ("words", "code"), [(("health", "now"), 2), (("health", "--log", "x", "--server", "http://a"), 2)]
)
def test_what_cannot_be_meant_is_refused(roundlog: Roundlog, words: tuple[str, ...], code: int) -> None:
    assert roundlog.run(*words).code == code
