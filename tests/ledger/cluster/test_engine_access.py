"""A node whose secrets are others than those of the cluster is told so by the engines of the others."""

from __future__ import annotations

import logging
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

from engine.errors import Unavailable
from tests.ledger.cluster.engines import Engines, require_engines, shared_engines
from tests.ports import find_ports

if TYPE_CHECKING:
    from ledger.cluster.cluster_file import ClusterFile
    from ledger.cluster.node_list import EngineAddress


def ask(
    engines: Engines, addresses: list[EngineAddress], folder: Path, file: ClusterFile, password: str | None = None
) -> str:
    from ledger.cluster.certificates import client_context, issue_certificate
    from ledger.cluster.engine_access import find_refusal

    certificate = issue_certificate(file.ca_certificate, file.ca_key, ["127.0.0.1"], folder / "certificate")
    return find_refusal(addresses, client_context(certificate), file.user, password or file.password)


@pytest.fixture
def engines() -> Engines:
    return shared_engines()


@pytest.fixture
def silent() -> Iterator[EngineAddress]:
    """Somebody who takes the call and hangs up."""
    from ledger.cluster.node_list import EngineAddress

    with socket.create_server(("127.0.0.1", 0)) as server:

        def hang_up() -> None:
            try:
                while True:
                    server.accept()[0].close()
            except OSError:
                return

        threading.Thread(target=hang_up, daemon=True).start()
        yield EngineAddress("127.0.0.1", server.getsockname()[1])


def test_who_has_the_secrets_is_let_in(engines: Engines, tmp_path: Path) -> None:
    assert ask(engines, list(engines.addresses), tmp_path, engines.file) == ""
    assert ask(engines, [], tmp_path, engines.file) == ""


def test_who_has_others_is_told_what_was_said(engines: Engines, tmp_path: Path, silent: EngineAddress) -> None:
    from ledger.cluster.cluster_file import new_cluster_file
    from ledger.cluster.node_list import EngineAddress

    (port,) = find_ports(1)
    dead, there = EngineAddress("127.0.0.1", port), engines.addresses[0]
    said = ask(engines, [dead, silent, there], tmp_path / "a", new_cluster_file("test"))
    assert said.startswith(f"{there.text}: ")
    assert "certificate" in said
    assert ask(engines, [there], tmp_path / "b", engines.file, "x" * 43) == f"{there.text}: Authorization Violation"
    assert ask(engines, [dead, silent], tmp_path / "c", new_cluster_file("test")) == ""


def make_node(engines: Engines, folder: Path) -> Any:
    """With an engine of its own, of which nothing is started, and other secrets."""
    from ledger.cluster.certificates import client_context, issue_certificate
    from ledger.cluster.cluster_file import new_cluster_file
    from ledger.cluster.node import ClusterNode, ClusterOptions

    file = new_cluster_file("test")
    node = ClusterNode(ClusterOptions(engines.addresses, engines.addresses[0], file), folder / "club.db")
    certificate = issue_certificate(file.ca_certificate, file.ca_key, ["127.0.0.1"], folder)
    node._context = client_context(certificate)
    node._private = cast(Any, SimpleNamespace(trouble=None))
    return node


class NoMajority:
    """Of a log."""

    def __init__(self, fails: int) -> None:
        self.fails = fails
        self.problem, self.damaged_engines = None, frozenset[str]()

    def open(self, seconds: float) -> None:
        if self.fails:
            self.fails -= 1
            raise Unavailable("cluster-no-majority")


def test_a_new_node_is_refused_at_once_and_a_copy_says_why(
    engines: Engines, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    node = make_node(engines, tmp_path)
    node.log = NoMajority(2)
    began = time.monotonic()
    with pytest.raises(Unavailable, match="engine-no-access"):
        node._open_patiently(60, is_new=True)
    assert time.monotonic() - began < 10
    assert node.log.fails == 2  # it was not even tried
    with caplog.at_level(logging.CRITICAL, "roundlog"), pytest.raises(Unavailable, match="cluster-no-majority"):
        node._open_patiently(0, is_new=False)
    assert node._alarm().code == "engine-no-access"
    assert str(node._alarm().facts["said"]).startswith(engines.addresses[1].text)


def test_it_goes_on_as_soon_as_there_is_a_majority(
    engines: Engines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ledger.cluster import node as module

    said = ["", "", "hall-2: no"]
    monkeypatch.setattr(module, "find_refusal", lambda *_: said.pop(0))
    node = make_node(engines, tmp_path)
    node.log = NoMajority(2)
    node._open_patiently(60, is_new=False)
    assert (node.log.fails, said, node._alarm()) == (0, [], None)


def test_one_that_comes_later_and_refuses_is_noticed(
    engines: Engines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    require_engines()
    from ledger.cluster import node as module

    said = ["", "hall-2: no"]
    monkeypatch.setattr(module, "find_refusal", lambda *_: said.pop(0))
    node = make_node(engines, tmp_path)
    node.log = NoMajority(9)
    with pytest.raises(Unavailable, match="engine-no-access"):
        node._open_patiently(60, is_new=True)
