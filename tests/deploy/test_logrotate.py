"""deploy/logrotate/roundlog with Debian's logrotate: a server goes on writing in the file that was emptied."""

from __future__ import annotations

import getpass
import grp
import os
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.deploy.programs import DEPLOY, need_program
from tests.deploy.proxied import replace_all
from tests.displays.web.standby.servers import RunningServer, wait_until

RUBBISH = b"this is no request\r\n\r\n"  # of which the server complains in its log


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RunningServer]:
    """Its output is a file, ``output``, that is added to, as the page says."""
    running = RunningServer(tmp_path / "server")
    running.start()
    yield running
    running.close()


@pytest.fixture
def rotate(server: RunningServer, tmp_path: Path) -> list[str]:
    """The command, with the very file but for the place of the log and its user."""
    us = f"su {getpass.getuser()} {grp.getgrgid(os.getgid()).gr_name}"
    text = replace_all(
        (DEPLOY / "logrotate" / "roundlog").read_text("utf-8"),
        {
            "/var/log/roundlog/*.log": str(server.folder / "output"),
            "su roundlog roundlog": us,
        },
    )
    path = tmp_path / "roundlog"
    path.write_text(text)
    path.chmod(0o644)
    return [need_program("logrotate"), "--state", str(tmp_path / "state"), str(path)]


def complain(server: RunningServer) -> None:
    with socket.create_connection(("127.0.0.1", server.port)) as line:
        line.sendall(RUBBISH)
        line.recv(1024)


def count_complaints(path: Path) -> int:
    return path.read_bytes().count(b"Invalid HTTP request")


def test_logrotate_reads_the_file_and_does_nothing_before_its_time(rotate: list[str], server: RunningServer):
    said = subprocess.run([*rotate, "--debug"], capture_output=True, text=True, check=False)
    assert said.returncode == 0
    assert "error" not in said.stderr.lower()
    assert "weekly" in said.stderr
    assert [path.name for path in server.folder.glob("output*")] == ["output"]


def test_what_is_written_after_a_rotation_stands_at_the_head_of_an_empty_file(rotate: list[str], server: RunningServer):
    output, rotated = server.folder / "output", server.folder / "output.1"
    complain(server)
    wait_until(lambda: count_complaints(output) == 1)
    before = output.read_bytes()
    subprocess.run([*rotate, "--force"], check=True)
    assert rotated.read_bytes() == before
    assert output.read_bytes() == b""
    complain(server)
    wait_until(lambda: count_complaints(output) == 1)
    assert not output.read_bytes().startswith(b"\0")  # it would, had the server not opened it to add
    assert server.health()["status"] == "ok"
    subprocess.run([*rotate, "--force"], check=True)
    assert (server.folder / "output.2.gz").exists()
