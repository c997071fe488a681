"""``roundlog cluster``, the options of ``serve`` for a node, and what a copy of a cluster's log is not used for."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from msgspec.structs import replace

from displays.web.server_lock import lock_for_server
from ledger.cluster.cluster_file import new_cluster_file, read_cluster_file, write_cluster_file
from ledger.cluster.mark import ClusterMark, path_of_mark, read_mark, write_mark
from ledger.cluster.status import NodeSeen
from ledger.standby.membership import new_membership, write_membership
from ledger.store.sqlite import SqliteLog
from tests.displays.client import build
from tests.displays.commandline import Roundlog
from tests.displays.web.nodes import WELL, CutOffLog, ToldNode

NODES = "240.0.0.1,240.0.0.2,127.0.0.1:4390"


@pytest.fixture
def roundlog(tmp_path: Path) -> Roundlog:
    return Roundlog(tmp_path)


@pytest.fixture
def club(roundlog: Roundlog) -> Roundlog:
    roundlog("open", "club", "--name", "Club", "--rounds", 5)
    return roundlog


# -- the secrets -------------------------------------------------------------------------------------------------------


def test_the_secrets_are_made_once_and_not_shown(roundlog: Roundlog) -> None:
    path = roundlog.folder / "club.json"
    said = roundlog("cluster", "new", path, "--name", "club")
    file = read_cluster_file(path)
    assert file.name == "club"
    assert str(path) in said
    assert f"--cluster-file {path}" in said
    assert [secret for secret in file.secrets if secret in said] == []
    assert "left as it is" in roundlog.refused(2, "cluster", "new", path, "--name", "other")


def test_as_json(roundlog: Roundlog) -> None:
    path = roundlog.folder / "club.json"
    assert json.loads(roundlog("cluster", "new", path, "--name", "club", "--json")) == {
        "cluster": "club",
        "file": str(path),
    }


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("cluster",), "new|status"),
        (("cluster", "old"), "new and status"),
        (("cluster", "new"), "FILE and --name"),
        (("cluster", "new", "file"), "--name"),
        (("cluster", "new", "nowhere/file", "--name", "club"), "nowhere"),
        (("cluster", "new", "file", "--name", "two words"), "two words"),
        (("cluster", "status", "file"), "file"),
        (("cluster", "status", "--server", "http://127.0.0.1:1"), "http://127.0.0.1:1"),
    ],
)
def test_what_is_missing_or_wrong_is_told(
    roundlog: Roundlog, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], said: str
) -> None:
    monkeypatch.chdir(roundlog.folder)
    answer = roundlog.run(*words)
    assert answer.code in (2, 3)
    assert said in answer.err
    assert roundlog.contents() == {}


# -- serve -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--cluster", "a,b"), "--cluster-file"),
        (("--cluster-file", "secrets"), "--cluster"),
        (("--node", "a"), "--cluster"),
        (("--cluster", NODES, "--leave-cluster"), "--leave-cluster"),
        (("--cluster", NODES, "--wait-for-standby"), "--wait-for-standby"),
        (("--cluster", "a,b", "--cluster-file", "secrets"), "no majority"),
        (("--cluster", NODES, "--cluster-file", "nowhere"), "roundlog cluster new"),
        (("--cluster", NODES, "--cluster-file", "secrets", "--node", "elsewhere"), "elsewhere"),
        (("--cluster", "127.0.0.1:4390,127.0.0.1:4392,a", "--cluster-file", "secrets"), "--node"),
        (("--leave-cluster",), "belongs to no cluster"),
    ],
)
def test_a_node_that_was_told_too_little_or_too_much_does_not_start(
    club: Roundlog, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], said: str
) -> None:
    monkeypatch.chdir(club.folder)
    write_cluster_file(club.folder / "secrets", new_cluster_file("club"))
    answer = club.tried("serve", "--port", 0, *words)
    assert answer.code == 2, answer
    assert said in answer.err
    assert not (club.folder / "roundlog.engine").exists()


def test_a_log_with_a_second_server_is_no_node(club: Roundlog) -> None:
    write_cluster_file(club.folder / "secrets", new_cluster_file("club"))
    write_membership(club.log, new_membership())
    said = club.refused(2, "serve", "--port", 0, "--cluster", NODES, "--cluster-file", club.folder / "secrets")
    assert "roundlog.standby.json" in said


LOADED = """
import sys
from displays.cli.main import main
try:
    main(sys.argv[1:])
finally:
    print(*sorted(name for name in sys.modules if name.partition(".")[0] in ("nats", "cryptography", "ledger")))
"""
OF_A_CLUSTER = {
    "ledger.cluster",
    "ledger.cluster.mark",
    "ledger.cluster.status",
}  # a file that may be there, and values


def test_one_server_alone_loads_nothing_of_a_cluster(club: Roundlog) -> None:
    """It is stopped by a port that cannot be, when all is loaded."""
    command = [sys.executable, "-c", LOADED, "--log", str(club.log), "serve", "--port", "70000"]
    loaded = set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())
    assert "ledger.desk" in loaded
    assert {name for name in loaded if name.startswith("ledger.cluster")} == OF_A_CLUSTER
    assert {name for name in loaded if name.partition(".")[0] in ("nats", "cryptography")} == set()


WITHOUT = """
import sys
sys.modules[sys.argv[1]] = None  # as if it were not installed
from displays.cli.main import main
sys.exit(main(sys.argv[2:]))
"""


@pytest.mark.parametrize(("package", "named"), [("cryptography", "cryptography"), ("nats", "nats-py")])
def test_who_has_not_installed_the_extra_is_told_how(club: Roundlog, package: str, named: str) -> None:
    write_cluster_file(club.folder / "secrets", new_cluster_file("club"))
    words = ["serve", "--port", "0", "--cluster", NODES, "--cluster-file", str(club.folder / "secrets"), "--lang", "en"]
    command = [sys.executable, "-c", WITHOUT, package, "--log", str(club.log), *words]
    run = subprocess.run(command, capture_output=True, text=True)
    assert (run.returncode, run.stdout) == (3, "")
    assert run.stderr == (
        f"roundlog: A cluster needs the package {named}, which is not installed: pip install 'roundlog[cluster]'.\n"
    )


# -- a copy of a cluster's log -----------------------------------------------------------------------------------------

MARK = ClusterMark("hall", "a1b2")


@pytest.mark.parametrize(
    "words",
    [
        ("register", "club", "Anna"),
        ("open", "other", "--name", "Other", "--rounds", 3),
        ("key", "--role", "owner"),
        ("take-over", "--reason", "I say so"),
        ("serve", "--port", 0),
        ("serve", "--port", 0, "--wait-for-standby"),
    ],
)
def test_nobody_writes_around_the_cluster(club: Roundlog, words: tuple[str | int, ...]) -> None:
    write_mark(club.log, MARK)
    if words[0] == "take-over":
        write_membership(club.log, replace(new_membership(), standby_of="http://first"))
    said = club.refused(1, *words)
    assert "--server" in said
    assert "hall" in said


def test_who_came_in_is_not_changed_around_the_cluster_either(club: Roundlog) -> None:
    club("key", "--role", "owner")
    write_mark(club.log, MARK)
    for words in (("revoke", 1), ("sign-everybody-out",), ("key", "--role", "owner")):
        assert "hall" in club.refused(1, *words)


def test_a_copy_may_be_read(club: Roundlog) -> None:
    write_mark(club.log, MARK)
    assert "club" in club("list")
    assert "intact" in club("verify")
    club("export", "club", club.folder / "club.jsonl")


def test_who_leaves_has_a_log_of_their_own(club: Roundlog, monkeypatch: pytest.MonkeyPatch) -> None:
    write_mark(club.log, MARK)
    monkeypatch.setattr("displays.cli.serve.serve", lambda *_, **__: None)  # it would serve until Ctrl+C
    said = club.tried("serve", "--port", 0, "--leave-cluster")
    assert (said.code, read_mark(club.log)) == (0, None)
    assert "hall" in said.err
    club("register", "club", "Anna")


def test_a_running_node_does_not_leave(club: Roundlog) -> None:
    write_mark(club.log, MARK)
    with lock_for_server(club.log):
        assert club.tried("serve", "--port", 0, "--leave-cluster").code == 3
    assert path_of_mark(club.log).exists()


# -- how it is ---------------------------------------------------------------------------------------------------------


@contextmanager
def serve_node(log: SqliteLog, node: ToldNode) -> Iterator[str]:
    """The application on loopback, in a thread."""
    config = uvicorn.Config(build(log, node=node), port=0, log_level="warning", lifespan="off", ws="none")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            time.sleep(0.01)
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()


@contextmanager
def serve_two(club: Roundlog, other_kind: type[SqliteLog] = SqliteLog, **told: Any) -> Iterator[tuple[str, ToldNode]]:
    """The address of the first, which knows of the second; the second says what is told."""
    with SqliteLog(club.log) as log, other_kind(club.log) as same:
        second = ToldNode(same, replace(WELL, node="hall-2:4222", **told))
        with serve_node(same, second) as address:
            seen = NodeSeen("hall-2:4222", address, 1, log.seal())
            first = ToldNode(log, replace(WELL, nodes=(seen,), engines=told.get("engines", WELL.engines[:2])))
            with serve_node(log, first) as url:
                yield url, first


def status_of(url: str, *words: str) -> tuple[int, str, str]:
    said = Roundlog(Path()).run("cluster", "status", "--server", url, *words)
    return said.code, said.out, said.err


def test_all_nodes_are_asked(club: Roundlog) -> None:
    with serve_two(club) as (url, _):
        code, out, err = status_of(url)
        assert (code, err) == (0, "")
        nodes, engines = out.split("\n\n")
        assert [line.split()[0] for line in nodes.splitlines()[2:]] == ["hall-1:4222", "hall-2:4222"]
        assert "there, leads" in engines
        code, out, _ = status_of(url, "--json")
        assert [one["health"]["cluster"]["node"] for one in json.loads(out)] == ["hall-1:4222", "hall-2:4222"]


@pytest.mark.parametrize(
    "told",
    [
        {"has_majority": False},
        {"engines": (*WELL.engines[:2], replace(WELL.engines[2], is_seen=False))},
        {"engines": (*WELL.engines[:2], replace(WELL.engines[2], is_damaged=True))},
        {"nodes": (NodeSeen("hall-1:4222", "http://hall-1", 1, "f" * 64),)},
    ],
)
def test_whatever_is_wrong_at_one_of_them_is_an_exit_code(club: Roundlog, told: dict[str, Any]) -> None:
    with serve_two(club, **told) as (url, _):
        assert status_of(url)[0] == 1


def test_a_node_that_takes_no_entries_says_so(club: Roundlog) -> None:
    with serve_two(club, CutOffLog, has_majority=False) as (url, _):
        code, out, _ = status_of(url)
    assert code == 1
    assert out.splitlines()[3].split()[3] == "no"


def test_a_node_that_is_gone_is_told(club: Roundlog) -> None:
    with serve_two(club) as (url, first):
        gone = replace(first.told.nodes[0], name="hall-3:4222", address="http://127.0.0.1:1")
        first.change(nodes=(*first.told.nodes, gone))
        code, out, err = status_of(url)
    assert code == 1
    assert "does not answer" in out
    assert err.startswith("hall-3:4222: ")


def test_a_node_of_the_list_that_nobody_hears_of_is_told(club: Roundlog) -> None:
    """It was forgotten, and its engine may look well for some seconds more."""
    with serve_two(club) as (url, first):
        first.change(engines=WELL.engines)
        code, out, err = status_of(url)
        told = json.loads(status_of(url, "--json")[1])
    assert code == 1
    row = next(line for line in out.splitlines() if line.startswith("hall-3:4222"))
    assert row.endswith("does not answer")
    assert err.startswith("hall-3:4222: Nothing is heard of hall-3:4222")
    assert told[-1] == {"node": "hall-3:4222", "address": "", "health": None, "problem": "node-not-heard"}


def test_a_server_alone_is_no_cluster(club: Roundlog) -> None:
    with SqliteLog(club.log) as log, serve_node(log, ToldNode(log)) as url:
        assert status_of(url)[0] == 1  # of three, and the others are not heard of
    alone = replace(WELL, engines=WELL.engines[:1])
    with SqliteLog(club.log) as log, serve_node(log, ToldNode(log, alone)) as url:
        assert status_of(url)[0] == 0  # of one node
    with SqliteLog(club.log) as log, serve_node(log, None) as url:  # type: ignore[arg-type]  # there is none
        code, _, err = status_of(url)
    assert code == 2
    assert "belongs to no cluster" in err
