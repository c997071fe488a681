"""One server for a log: a second one is refused, until the process of the first has ended, however it ends."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from displays.web.server_lock import lock_for_server
from engine.errors import Unavailable
from tests.displays.commandline import Roundlog
from tests.ledger.store.logs import ROOT

HOLDER = """
import sys, time
from pathlib import Path
from displays.web.server_lock import lock_for_server
with lock_for_server(Path(sys.argv[1])):
    print("locked", flush=True)
    time.sleep(60)
"""


def test_a_second_server_on_the_same_log_is_told_so_and_writers_are_not(roundlog: Roundlog):
    roundlog.open_club()
    with lock_for_server(roundlog.log):
        assert roundlog.refused(3, "serve", "--port", "0") == (
            f"Another server has {roundlog.log} open already."
            " Stop that one, or give this one a log of its own with --log."
        )
        roundlog("announce", "club", "Tea")


def test_a_server_that_was_killed_is_not_in_the_way(tmp_path: Path):
    log = tmp_path / "roundlog.db"
    with subprocess.Popen([sys.executable, "-c", HOLDER, log], stdout=subprocess.PIPE, cwd=ROOT) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"locked\n"
        with pytest.raises(Unavailable, match="log-has-server"), lock_for_server(log):
            pass
        holder.kill()
    with lock_for_server(log):
        pass


def test_a_link_to_the_log_is_the_same_log(tmp_path: Path):
    (tmp_path / "link.db").symlink_to(tmp_path / "roundlog.db")
    with (
        lock_for_server(tmp_path / "roundlog.db"),
        pytest.raises(Unavailable, match="log-has-server"),
        lock_for_server(tmp_path / "link.db"),
    ):
        pass


@pytest.mark.skipif(os.name == "nt", reason="modes of files")
def test_the_lock_belongs_to_its_owner(tmp_path: Path):
    with lock_for_server(tmp_path / "roundlog.db"):
        assert (tmp_path / "roundlog.db-server").stat().st_mode & 0o777 == 0o600
