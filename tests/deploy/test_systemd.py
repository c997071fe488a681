"""deploy/systemd: units that systemd reads without a complaint, closed as far as the server lets them be."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from displays.cli.commands import ROUNDLOG
from tests import plain_http
from tests.deploy.programs import DEPLOY, need_program
from tests.deploy.proxied import replace_all
from tests.displays.commandline import Roundlog
from tests.displays.web.standby.servers import RunningServer

UNITS = DEPLOY / "systemd"
SERVICE = (UNITS / "roundlog.service").read_text("utf-8")
PROGRAM = "/opt/roundlog/bin/roundlog"
MOST_EXPOSED = 15  # tenths, of ten: what systemd finds open


class Unit(dict[str, list[str]]):
    """What a section says, also where it says it twice."""

    def __init__(self, text: str, section: str) -> None:
        super().__init__()
        inside = False
        for line in text.splitlines():
            if line.startswith("["):
                inside = line == f"[{section}]"
            elif inside and "=" in line and not line.startswith("#"):
                name, _, value = line.partition("=")
                self.setdefault(name, []).append(value)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """With the units as on a machine on which the server is installed: `verify` looks whether the program is there."""
    program = tmp_path / "roundlog"
    program.symlink_to(Path(sys.executable).with_name("roundlog"))
    text = replace_all(SERVICE, {f"ExecStart={PROGRAM}": f"ExecStart={program}"})
    (tmp_path / "roundlog.service").write_text(text)
    (tmp_path / "roundlog.socket").write_text((UNITS / "roundlog.socket").read_text("utf-8"))
    return tmp_path


def analyze(*words: str | Path) -> subprocess.CompletedProcess[str]:
    program = need_program("systemd-analyze", "systemd")
    environment = {**os.environ, "SYSTEMD_COLORS": "0", "SYSTEMD_PAGER": ""}
    return subprocess.run(
        [program, *map(str, words)], capture_output=True, text=True, check=False, env=environment, timeout=60
    )


def test_systemd_reads_the_units_and_finds_nothing_wrong(folder: Path):
    said = analyze("verify", "--man=no", folder / "roundlog.service", folder / "roundlog.socket")
    assert (said.returncode, [line for line in said.stderr.splitlines() if "roundlog" in line]) == (0, [])


def test_what_is_wrong_in_a_unit_would_be_found(folder: Path):
    unit = folder / "roundlog.service"
    unit.write_text(unit.read_text().replace("ProtectSystem=strict", "ProtectSystem=strictly\nNoNewPrivilege=yes"))
    said = analyze("verify", "--man=no", unit)
    assert "strictly" in said.stderr
    assert "'NoNewPrivilege'" in said.stderr


def test_it_is_closed_as_far_as_it_can_be(folder: Path):
    said = analyze("security", "--offline=true", f"--threshold={MOST_EXPOSED}", folder / "roundlog.service")
    assert said.returncode == 0, said.stdout
    (folder / "roundlog.service").write_text(
        "\n".join(line for line in SERVICE.splitlines() if "Protect" not in line and "SystemCall" not in line)
    )
    assert analyze("security", "--offline=true", f"--threshold={MOST_EXPOSED}", folder / "roundlog.service").returncode


def test_the_unit_starts_a_server_with_the_options_of_the_operator():
    service = Unit(SERVICE, "Service")
    (start,) = service["ExecStart"]
    assert start == f"{PROGRAM} serve $ROUNDLOG_OPTIONS"
    (options,) = re.findall(r"# /etc/roundlog.conf, for example: ROUNDLOG_OPTIONS=(.+)$", SERVICE, re.M)
    words = ["serve", *shlex.split(options)]
    name, command, rest = ROUNDLOG.resolve_command(ROUNDLOG.make_context("roundlog", words), words)
    assert command is not None
    read = command.make_context(name, rest).params
    assert read["behind_proxy"]
    assert service["ReadWritePaths"] == [f"-{read['backup']}"]


def test_user_folder_and_log_belong_together():
    service = Unit(SERVICE, "Service")
    (user,), (state,) = service["User"], service["StateDirectory"]
    sysusers = (UNITS / "roundlog.sysusers").read_text("utf-8")
    assert re.search(rf'^u {user} - "[^"]+" /var/lib/{state} ', sysusers, re.M)
    assert f"ROUNDLOG_LOG=/var/lib/{state}/roundlog.db" in service["Environment"][0]
    assert service["WorkingDirectory"] == [f"/var/lib/{state}"]
    listens = Unit((UNITS / "roundlog.socket").read_text("utf-8"), "Socket")["ListenStream"]
    assert listens == ["127.0.0.1:8000"]  # where serve listens by itself, and the proxies ask


def test_systemd_makes_the_user(tmp_path: Path):
    program = need_program("systemd-sysusers", "systemd")
    (tmp_path / "etc").mkdir()
    words = [program, f"--root={tmp_path}", str(UNITS / "roundlog.sysusers")]
    said = subprocess.run(words, capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stderr
    assert re.search(r"^roundlog:.*:/var/lib/roundlog:/usr/sbin/nologin$", (tmp_path / "etc/passwd").read_text(), re.M)


# -- MemoryDenyWriteExecute --------------------------------------------------------------------------------------------


SET_AND_BECOME = """
import ctypes, os, sys
if ctypes.CDLL(None, use_errno=True).prctl(65, 1, 0, 0, 0):  # PR_SET_MDWE, PR_MDWE_REFUSE_EXEC_GAIN: Linux 6.3
    sys.exit(77)
os.execv(sys.argv[1], sys.argv[1:])
"""


@pytest.fixture
def denied() -> tuple[str, ...]:
    """Begins a command as the unit does: memory that was written is never run. The kernel keeps that over ``exec``."""
    words = (sys.executable, "-c", SET_AND_BECOME)
    written_and_run = "import mmap; mmap.mmap(-1, 4096, prot=mmap.PROT_WRITE | mmap.PROT_READ | mmap.PROT_EXEC)"
    tried = subprocess.run([*words, sys.executable, "-c", written_and_run], capture_output=True, check=False)
    if tried.returncode == 77:
        pytest.skip("this kernel cannot be told to deny it (Linux 6.3)")
    assert b"PermissionError" in tried.stderr  # or the test would show nothing
    return words


def test_without_memory_that_is_written_and_run_a_tournament_is_paired_and_served(
    denied: tuple[str, ...], tmp_path: Path
):
    """Matching (rustworkx), decoding (msgspec), the loop (uvloop), SQLite, compression, and the processes beside it."""
    server = RunningServer(tmp_path / "server")
    server.before = denied
    roundlog = Roundlog(server.folder)
    roundlog.open_six()
    server.token = roundlog("key", "--role", "owner", "--api", "--name", "Els").strip()
    try:
        server.start()
        paired = server.ask("POST", "/api/t/open/rounds/1/pairing", json={})
        assert paired.status_code == 201, paired.text
        assert server.ask("POST", "/api/t/open/rounds/1/publication", json={}).status_code == 201
        page = plain_http.get(f"{server.address}/t/open", headers={"accept-encoding": "gzip"})
        assert (page.status_code, page.headers["content-encoding"]) == (200, "gzip")
        assert "Player 6" in page.text
    finally:
        server.close()
