"""The restore drill: a server under load is copied, killed, and gone on with elsewhere; what counted is there."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from ledger.backup.folder import list_copies
from ledger.private_file import path_of_private_file
from ledger.store.verify import verify
from tests.displays.commandline import Roundlog
from tests.displays.web.standby.servers import RunningServer, Writers, wait_until

WRITERS = 8


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RunningServer]:
    """With a tournament, and an owner's key for programs."""
    running = RunningServer(tmp_path / "hall")
    roundlog = Roundlog(running.folder)
    roundlog("open", "club", "--name", "Club", "--rounds", 5)
    running.token = roundlog("key", "--role", "owner", "--api", "--name", "Els").strip()
    yield running
    running.close()


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[RunningServer]:
    running = RunningServer(tmp_path / "elsewhere")
    yield running
    running.close()


def go_on(elsewhere: RunningServer, copy: Path, token: str) -> set[str]:
    """What is there after the copy was restored and served; the key opens as before."""
    said = Roundlog(elsewhere.folder)("restore", copy)
    assert "verified and restored" in said
    verify(elsewhere.log)
    elsewhere.token = token
    elsewhere.start()
    found = elsewhere.announced()
    assert elsewhere.announce("we go on").status_code == 201
    assert httpx.post(f"{elsewhere.address}/api/t/club/announcements", json={"text": "x"}).status_code == 401
    return found


def test_what_was_acknowledged_before_the_last_copy_began_is_there_after_a_kill(
    server: RunningServer, stick: Path, elsewhere: RunningServer
):
    server.start()
    with Writers(server, WRITERS) as writers:
        wait_until(lambda: len(writers.acknowledged) > 50)
        for _ in range(3):
            before = set(writers.acknowledged)
            Roundlog(server.folder)("backup", stick, "--with-keys", "--keep", 2)
        copied = len(writers.acknowledged)
        wait_until(lambda: len(writers.acknowledged) > copied + 20)  # it was under load, and goes on being
        server.kill()
    copies = list_copies(server.log, stick)
    assert len(copies) == 2
    found = go_on(elsewhere, copies[-1].path, server.token)
    assert before <= found
    assert set(writers.acknowledged) - found  # or it would have been no copy under load


def test_what_a_server_copies_by_itself_is_as_good(server: RunningServer, stick: Path, elsewhere: RunningServer):
    """At the end of a round, which is long before it would be time."""
    server.start("--backup", str(stick), "--backup-every", "60", "--backup-with-keys")
    wait_until(lambda: server.health()["backup"]["position"] > 0)
    roundlog = Roundlog(server.folder)
    for number in range(4):
        roundlog("register", "club", f"Player {number}")
    roundlog("pair", "club", 1, "--boards", "1-2 3-4")
    with Writers(server, WRITERS) as writers:
        wait_until(lambda: len(writers.acknowledged) > 50)
        before = set(writers.acknowledged)
        roundlog("publish", "club", 1)
        published = server.health()["position"]
        wait_until(lambda: server.health()["backup"]["position"] >= published)
        server.kill()
    last = list_copies(server.log, stick)[-1]
    assert path_of_private_file(last.path).exists()
    assert before <= go_on(elsewhere, last.path, server.token)


def test_health_says_how_the_copies_are_and_a_stick_that_comes_back_is_used(server: RunningServer, stick: Path):
    stick.rmdir()
    server.start("--backup", str(stick))
    assert server.health()["backup"] == {"at": None, "position": 0, "late": False, "problem": "backup-no-folder"}
    assert server.announce("entered all the same").status_code == 201
    stick.mkdir()
    wait_until(lambda: server.health()["backup"]["problem"] is None)
    told = server.health()
    assert told["backup"]["position"] == told["position"]
    assert told["backup"]["at"].startswith(time.strftime("%Y-%m-%dT", time.gmtime()))
    (copy,) = list_copies(server.log, stick)
    assert verify(copy.path).head == told["head"]


def test_a_server_without_a_folder_for_copies_says_nothing_of_them(server: RunningServer):
    server.start()
    assert "backup" not in server.health()


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--backup", "."), 1, "is the folder of the log itself"),
        (("--backup", "stick", "--backup-every", "0"), 2, "must lie between 1 and"),
        (("--backup", "stick", "--backup-keep", "0"), 2, "must lie between 1 and"),
    ],
)
def test_what_can_never_do_is_refused_at_the_start(roundlog: Roundlog, words: tuple[str, ...], code: int, said: str):
    roundlog.open_four()
    answer = roundlog.tried("serve", "--port", 0, *words)
    assert (answer.code, answer.out) == (code, "")
    assert said in answer.err


def test_nobody_restores_under_a_running_server(server: RunningServer, stick: Path):
    server.start()
    Roundlog(server.folder)("backup", stick / "copy.db")
    said = Roundlog(server.folder).tried("restore", stick / "copy.db", "--keep-aside")
    assert (said.code, "Another server has" in said.err) == (3, True)
    assert server.announce("still here").status_code == 201
