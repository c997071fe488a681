"""deploy/systemd on a machine that systemd has booted: the hardened service starts, writes, pairs, and comes back."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator

import pytest

from tests.deploy.booted import BootedMachine
from tests.deploy.programs import DEPLOY
from tests.displays.web.standby.servers import wait_until

pytestmark = pytest.mark.exhaustive

PROGRAM = "/opt/roundlog/bin/roundlog"
LOG = "/var/lib/roundlog/roundlog.db"
PATIENCE = 60.0


@pytest.fixture(scope="module")
def machine() -> Iterator[BootedMachine]:
    """With the units installed as the head of the service says."""
    machine = BootedMachine()
    try:
        machine.install_roundlog()
        units = DEPLOY / "systemd"
        (machine.root / "etc/sysusers.d").mkdir(exist_ok=True)
        shutil.copy(units / "roundlog.sysusers", machine.root / "etc/sysusers.d/roundlog.conf")
        shutil.copy(units / "roundlog.service", machine.root / "etc/systemd/system")
        options = "ROUNDLOG_OPTIONS=--public-url https://chess.example --behind-proxy --backup /var/backups/roundlog\n"
        (machine.root / "etc/roundlog.conf").write_text(options)
        machine.boot()
        machine("systemd-sysusers")
        machine("install", "-d", "-o", "roundlog", "-m", "700", "/var/backups/roundlog")
        machine("systemctl", "daemon-reload")
        machine("systemctl", "start", "roundlog")
        wait_until(lambda: is_well(machine), lambda: journal(machine), PATIENCE)
        yield machine
    finally:
        machine.remove()


def is_well(machine: BootedMachine) -> bool:
    return machine.tried(PROGRAM, "health").returncode == 0


def journal(machine: BootedMachine) -> str:
    return machine.tried("journalctl", "-u", "roundlog", "--no-pager").stdout[-4000:]


def as_roundlog(machine: BootedMachine, *words: str) -> str:
    """The command line, as the head of the service says."""
    return machine("runuser", "-u", "roundlog", "--", PROGRAM, "--log", LOG, *words)


def show(machine: BootedMachine, name: str) -> str:
    return machine("systemctl", "show", "roundlog", f"--property={name}", "--value").strip()


def find_status(machine: BootedMachine) -> dict[str, str]:
    text = machine("cat", f"/proc/{show(machine, 'MainPID')}/status")
    return dict(re.findall(r"^(\w+):\s+(.*)$", text, re.M))


def test_it_runs_as_nobody_else_with_all_doors_closed(machine: BootedMachine):
    status = find_status(machine)
    assert status["Uid"].split()[0] == machine("id", "-u", "roundlog").strip()
    assert (status["NoNewPrivs"], status["Seccomp"]) == ("1", "2")
    assert status["CapBnd"] == status["CapEff"] == "0" * 16
    assert machine("stat", "-c", "%a %U", "/var/lib/roundlog", LOG).split() == ["700", "roundlog", "600", "roundlog"]


def test_the_link_of_the_owner_is_in_the_journal(machine: BootedMachine):
    assert re.search(r"https://chess\.example/key/\S{20,}", journal(machine))


def test_a_round_is_paired_through_it_and_what_is_entered_is_kept_when_it_is_killed(machine: BootedMachine):
    """In the processes beside the server, too, which are closed as it is."""
    as_roundlog(machine, "open", "club", "--name", "Club", "--rounds", "3", "--system", "fide-dutch-2026")
    for number in range(6):
        as_roundlog(machine, "register", "club", f"Player {number}")
    as_roundlog(machine, "first-colour", "club", "--colour", "white")
    token = as_roundlog(machine, "key", "--role", "owner", "--api", "--name", "Els").strip()
    through_it = ["env", f"ROUNDLOG_KEY={token}", PROGRAM, "--server", "http://127.0.0.1:8000"]
    machine(*through_it, "pair", "club")
    machine(*through_it, "publish", "club", "1")
    before = show(machine, "MainPID")
    machine(*through_it, "result", "club", "1", "1", "1-0")
    machine("kill", "-9", before)
    wait_until(lambda: show(machine, "MainPID") not in (before, "0") and is_well(machine), lambda: journal(machine))
    told = json.loads(machine(*through_it, "--json", "boards", "club"))
    assert "1-0" in json.dumps(told)
    assert int(show(machine, "NRestarts")) == 1
    as_roundlog(machine, "verify")


def test_it_copies_into_the_folder_that_it_may_write_to_and_nowhere_else(machine: BootedMachine):
    wait_until(lambda: bool(machine("ls", "/var/backups/roundlog")), lambda: journal(machine), PATIENCE)
    health = machine("curl", "-s", "http://127.0.0.1:8000/health")
    assert json.loads(health)["backup"]["problem"] is None
    within = ["nsenter", f"--target={show(machine, 'MainPID')}", "--mount", "--"]
    for path in ("/etc/x", "/opt/roundlog/x", "/var/x", "/root/x"):
        assert machine.tried(*within, "touch", path).returncode != 0, path


def test_it_ends_at_once_and_leaves_no_process(machine: BootedMachine):
    machine("systemctl", "stop", "roundlog")
    assert show(machine, "Result") == "success"
    assert machine.tried("pgrep", "-u", "roundlog").stdout == ""
    machine("systemctl", "start", "roundlog")
    wait_until(lambda: is_well(machine), lambda: journal(machine), PATIENCE)


def test_a_reload_begins_the_program_anew_in_the_same_process(machine: BootedMachine):
    """As docs/upgrade.md says; with the doors as closed as before."""
    before = show(machine, "MainPID")
    starts = count_starts(machine)
    machine("systemctl", "reload", "roundlog")
    wait_until(lambda: count_starts(machine) == starts + 1 and is_well(machine), lambda: journal(machine), PATIENCE)
    assert show(machine, "MainPID") == before
    assert show(machine, "ActiveState") == "active"
    status = find_status(machine)
    assert (status["NoNewPrivs"], status["Seccomp"], status["CapBnd"]) == ("1", "2", "0" * 16)


def count_starts(machine: BootedMachine) -> int:
    """How often a server has said that it runs."""
    return machine("journalctl", "-u", "roundlog", "--no-pager").count(f"with the log {LOG}")


def test_with_the_socket_nobody_is_refused_while_it_is_killed(machine: BootedMachine):
    machine("systemctl", "stop", "roundlog")
    shutil.copy(DEPLOY / "systemd" / "roundlog.socket", machine.root / "etc/systemd/system")
    machine("systemctl", "daemon-reload")
    machine("systemctl", "start", "roundlog.socket")
    ask = ["curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", "http://127.0.0.1:8000/health"]
    assert machine(*ask) == "200"  # it is begun by who asks
    for _ in range(2):
        before = show(machine, "MainPID")
        machine("kill", "-9", before)
        assert machine(*ask) == "200"  # it waits until the next one is there
        assert show(machine, "MainPID") not in (before, "0")
