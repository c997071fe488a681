"""A copy of a cluster's log is marked, so that nobody writes around the order."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from engine.errors import Broken, Refusal
from ledger.cluster.mark import ClusterMark, check_not_of_cluster, path_of_mark, read_mark, remove_mark, write_mark

MARK = ClusterMark("club", "a1b2", {"log": 17, "private": 3})


def test_it_stands_beside_the_log_for_its_owner_alone(tmp_path: Path) -> None:
    write_mark(tmp_path / "club.db", MARK)
    assert os.listdir(tmp_path) == ["club.cluster.json"]
    assert stat.S_IMODE(path_of_mark(tmp_path / "club.db").stat().st_mode) == 0o600
    assert read_mark(tmp_path / "club.db") == MARK


def test_a_later_one_takes_its_place(tmp_path: Path) -> None:
    log = tmp_path / "club.db"
    write_mark(log, MARK)
    write_mark(log, ClusterMark("club", "a1b2", {"log": 18}), is_durable=False)
    assert read_mark(log) == ClusterMark("club", "a1b2", {"log": 18})


def test_an_ordinary_log_has_none(tmp_path: Path) -> None:
    log = tmp_path / "club.db"
    assert read_mark(log) is None
    check_not_of_cluster(log)
    assert remove_mark(log) is None


def test_nobody_else_writes_until_the_cluster_was_left(tmp_path: Path) -> None:
    log = tmp_path / "club.db"
    write_mark(log, MARK)
    with pytest.raises(Refusal) as told:
        check_not_of_cluster(log)
    assert told.value.code == "log-is-of-cluster"
    assert told.value.facts == {"path": str(log), "cluster": "club"}
    assert remove_mark(log) == MARK
    check_not_of_cluster(log)


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff", b'{"cluster": 3}'])
def test_one_that_cannot_be_read_is_not_taken_for_none(tmp_path: Path, content: bytes) -> None:
    log = tmp_path / "club.db"
    path_of_mark(log).write_bytes(content)
    with pytest.raises(Broken) as told:
        check_not_of_cluster(log)
    assert told.value.code == "cluster-mark-unreadable"
