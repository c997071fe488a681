"""A node with another list than before is refused, and what its engine has stored is left as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import BadInput, RoundlogError
from ledger.cluster.mark import ClusterMark, path_of_mark, read_mark, write_mark
from ledger.store.sqlite import SqliteLog
from tests.ledger.cluster.engines import require_engines

KNOWN = "hall-1,hall-2,[fe80::1]:4300"
OTHER = ["hall-1,hall-2,hall-3", "hall-1:4250,hall-2,[fe80::1]:4300", "hall-1", "hall-1,hall-2,[fe80::1]:4300,a,b"]


@pytest.fixture(autouse=True)
def _installed() -> None:
    require_engines()


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def make_engine_folder(log: Path, nodes: str) -> None:
    """As a node with that list left it behind."""
    from ledger.cluster.certificates import issue_certificate
    from ledger.cluster.cluster_file import new_cluster_file
    from ledger.cluster.engine_configuration import folder_of_engine, path_of_store, write_configuration
    from ledger.cluster.node_list import parse_node_list

    file, folder, addresses = new_cluster_file("club"), folder_of_engine(log), parse_node_list(nodes)
    folder.mkdir()
    certificate = issue_certificate(file.ca_certificate, file.ca_key, ["hall-1"], folder)
    write_configuration(file, addresses[0], addresses, folder, certificate)
    path_of_store(folder).mkdir()
    (path_of_store(folder) / "1.blk").write_bytes(b"the order")


def check(log: Path, nodes: str) -> None:
    from ledger.cluster.known_list import check_list
    from ledger.cluster.node_list import parse_node_list

    check_list(log, parse_node_list(nodes))


def texts(nodes: str) -> list[str]:
    from ledger.cluster.node_list import parse_node_list

    return [address.text for address in parse_node_list(nodes)]


@pytest.fixture(params=["copy", "engine", "both"])
def log(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    log = tmp_path / "club.db"
    SqliteLog(log).close()
    if request.param != "engine":
        write_mark(log, ClusterMark("club", "a1b2", {"log": 17}, tuple(texts(KNOWN))))
    if request.param != "copy":
        make_engine_folder(log, KNOWN)
    return log


@pytest.mark.parametrize("given", OTHER)
def test_a_node_with_another_list_starts_nothing(log: Path, monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    from ledger.cluster import node
    from ledger.cluster.cluster_file import new_cluster_file
    from ledger.cluster.node_list import parse_node_list

    def start(*_: object, **__: object) -> None:
        pytest.fail("an engine was started")

    monkeypatch.setattr(node, "EngineProcess", start)
    monkeypatch.setattr(node, "issue_certificate", start)
    before, addresses = contents(log.parent), parse_node_list(given)
    for own in (addresses[0], None):
        options = node.ClusterOptions(addresses, own, new_cluster_file("club"))
        with pytest.raises(BadInput) as told, node.open_node(options, log):
            pass
        assert told.value.code == "cluster-other-list"
        assert sorted(str(told.value.facts["known"]).split(", ")) == sorted(texts(KNOWN))
        assert told.value.facts["given"] == ", ".join(texts(given))
    assert contents(log.parent) == before


@pytest.mark.parametrize("given", [KNOWN, "[fe80::1]:4300,HALL-2:4222,hall-1."])
def test_the_same_nodes_in_any_order_are_the_same_list(log: Path, given: str) -> None:
    check(log, given)


def test_one_alone_is_a_list_too(tmp_path: Path) -> None:
    log = tmp_path / "club.db"
    make_engine_folder(log, "hall-1")
    check(log, "hall-1")
    with pytest.raises(BadInput, match="cluster-other-list"):
        check(log, KNOWN)


def test_where_nothing_is_known_any_list_will_do(tmp_path: Path) -> None:
    check(tmp_path / "club.db", KNOWN)


def test_a_mark_of_before_says_nothing_of_the_list(tmp_path: Path) -> None:
    log = tmp_path / "club.db"
    path_of_mark(log).write_bytes(b'{"cluster":"club","log":"a1b2","applied":{"log":17}}\n')
    assert read_mark(log) == ClusterMark("club", "a1b2", {"log": 17})
    check(log, KNOWN)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff"])
def test_a_configuration_that_is_not_ours_says_nothing(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "club.engine").mkdir()
    (tmp_path / "club.engine" / "engine.conf").write_bytes(content)
    check(tmp_path / "club.db", KNOWN)


def test_one_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "club.engine" / "engine.conf").mkdir(parents=True)
    with pytest.raises(RoundlogError, match="log-no-access"):
        check(tmp_path / "club.db", KNOWN)
