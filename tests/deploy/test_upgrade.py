"""docs/upgrade.md: its commands, run as they stand there on the oldest log that there is; and the way back."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from displays.words.language import Language
from ledger.store.verify import verify
from tests.deploy.programs import DEPLOY, HOUSE
from tests.displays.command_server import roundlog_in
from tests.displays.web.standby.servers import RunningServer

PAGE = (HOUSE / "docs" / "upgrade.md").read_text("utf-8")
SAMPLES = HOUSE / "tests" / "samples" / "0.1.0"
BEFORE, AFTER, BACK = re.findall(r"^```\n(.*?)^```$", PAGE, re.M | re.S)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RunningServer]:
    """In a folder with what 0.1.0 has left: its log and its keys."""
    running = RunningServer(tmp_path / "club")
    shutil.copy(SAMPLES / "roundlog.sqlite", running.log)
    shutil.copy(SAMPLES / "roundlog.office.sqlite", running.folder / "roundlog.office.db")
    yield running
    running.close()


@pytest.fixture
def run(server: RunningServer, tmp_path: Path) -> Iterator[Callable[[str], str]]:
    """The commands of a block, in that folder; what they print."""
    commands = tmp_path / "bin"
    commands.mkdir()
    environment = {
        "PATH": f"{commands}:{os.environ['PATH']}",
        "HOME": str(tmp_path),
        "LANG": "en_GB.UTF-8",
    }

    def run_block(block: str) -> str:
        said = subprocess.run(
            ["sh", "-eu", "-c", block], cwd=server.folder, env=environment, capture_output=True, text=True, check=False
        )
        assert said.returncode == 0, said.stdout + said.stderr
        return said.stdout

    with roundlog_in(commands, environment):
        yield run_block


def test_an_old_log_is_copied_served_looked_at_and_put_back(server: RunningServer, run: Callable[[str], str]):
    old = verify(server.log)
    assert f"{old.records} records" in run(BEFORE)
    server.start()
    looked = AFTER.replace("roundlog health", f"roundlog --server {server.address} health")
    assert looked != AFTER
    said = run(looked)
    assert "takes entries: version" in said
    assert f"{old.records} records, head {old.head}, intact" in said
    run("roundlog announce summer 'entered with the new version'")
    assert verify(server.log).records == old.records + 1
    server.close()

    said = run(BACK)
    assert "verified and restored" in said
    assert f"{old.records} records, head {old.head}, intact" in said
    (aside,) = server.folder.glob("roundlog.aside-*.db")
    assert verify(aside).records == old.records + 1  # nothing is deleted


def test_the_page_names_files_that_are_there_and_errors_that_can_be_told():
    for named in re.findall(r"deploy/[\w./-]+", PAGE):
        assert (HOUSE / named).exists(), named
    assert (DEPLOY / "hashes-cluster.txt").exists()
    codes = {*re.findall(r"`((?:log|office|unknown|not-a)-[a-z-]+)`", PAGE)}
    assert len(codes) >= 4
    assert codes <= {*Language("en").section("errors")}


def test_the_service_is_renewed_as_the_page_says():
    unit = (DEPLOY / "systemd" / "roundlog.service").read_text("utf-8")
    assert "ExecReload=/bin/kill -HUP $MAINPID" in unit
    (program,) = {*re.findall(r"`(/opt/\S+)/pip ", PAGE)}
    assert f"ExecStart={program}/roundlog serve" in unit
