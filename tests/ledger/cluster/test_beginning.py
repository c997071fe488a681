"""How a node begins, and comes back: with an empty copy, its own, the file that a cluster begins with, another log."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from engine.errors import Broken, Unavailable, VersionConflict
from ledger.cluster.applier import OrderPlace
from ledger.cluster.shared_log import SharedLog
from ledger.store.sqlite import SqliteLog
from tests.ledger.cluster.memory_nodes import Nodes, nodes, submit
from tests.ledger.store.logs import OPENED, RESULT, record, tournament

__all__ = ["nodes"]  # the fixture
_NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def write(log: SharedLog) -> None:
    for stream in ("a", "b"):
        record(log, stream, *tournament())
    for version in range(3):
        submit(log, log.version("a"), command=f"more-{version}").result()
        submit(log, log.version("b"), command=f"more-{version}").result()


@pytest.mark.parametrize("lag", [0, 1, 3, 100])
def test_a_node_that_comes_back_goes_on_where_it_was_however_late_that_was_written(nodes: Nodes, lag: int) -> None:
    """What the copy has already is recognised, and nothing is applied twice."""
    one = nodes.open("a")
    places = [(OrderPlace(), one.log_id)]
    for version in range(6):
        submit(one, version).result()
        with pytest.raises(VersionConflict):
            submit(one, 0, command=f"refused-{version}").result()
        places.append((one.place, one.log_id))
    one.close()
    nodes.opened.clear()
    other = nodes.open("b")
    place, log_id = places[max(0, len(places) - 1 - lag)]
    again = nodes.open("a", place, log_id if place.number else "")
    assert again.position() == 6
    submit(other, 6).result()
    submit(again, 7).result()
    nodes.check()


def test_what_was_refused_for_a_gap_is_not_taken_when_it_is_applied_again(nodes: Nodes, tmp_path: Path) -> None:
    """The end of a stream came before its beginning; the copy has both places by now, and the end would fit."""
    with SqliteLog(tmp_path / "elsewhere.db") as file:
        record(file, "club", *tournament())
        carried = list(file.raw("club"))
    one, other = nodes.open("a"), nodes.open("b")
    with pytest.raises(Broken, match="version-gap"):
        one.adopt(carried[5:]).result()
    assert one.adopt(carried[:5]).result()
    one.close()
    nodes.opened.remove(one)
    again = nodes.open("a")
    assert again.version("club") == 5
    assert again.adopt(carried).result()
    asyncio.run(other.newest())
    nodes.check()


def test_a_copy_without_its_mark_is_recognised(nodes: Nodes) -> None:
    one = nodes.open("a")
    write(one)
    one.close()
    again = nodes.open("a")
    record(again, "c", OPENED)
    nodes.opened.remove(one)
    nodes.check()


def test_a_cluster_begins_with_the_file_that_has_records(nodes: Nodes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if another node, with nothing, was faster."""
    monkeypatch.setattr("ledger.cluster.shared_log.RECORDS_AT_A_TIME", 3)
    with SqliteLog(nodes.folder / "a.db") as file:
        record(file, "a", *tournament())
        record(file, "b", *tournament())
        expected = (file.position(), file.seal())
    empty = nodes.open("b")
    log = nodes.open("a")
    asyncio.run(empty.newest())
    assert (empty.position(), empty.seal()) == expected == (log.position(), log.seal())
    late = nodes.open("c")
    assert (late.position(), late.seal()) == expected
    assert list(late.events("a")) == list(tournament())
    nodes.check()


def test_two_nodes_may_begin_with_the_same_file(nodes: Nodes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ledger.cluster.shared_log.RECORDS_AT_A_TIME", 2)
    for name in "ab":
        with SqliteLog(nodes.folder / f"{name}.db", clock=lambda: _NOON) as file:
            record(file, "a", *tournament())
    logs = [nodes.make(name) for name in "ab"]
    opening = [threading.Thread(target=log.open, args=(10,)) for log in logs]
    for one in opening:
        one.start()
    for one in opening:
        one.join()
    assert [log.problem for log in logs] == [None, None]
    nodes.check()


def other_files() -> dict[str, Callable[[SqliteLog], object]]:
    return {
        "another log": lambda file: record(file, "z", *tournament()),
        "the same stream, another hash": lambda file: record(file, "a", OPENED, command="another"),
    }


@pytest.mark.parametrize("is_young", [True, False], ids=["the cluster has just begun", "it has been at work"])
@pytest.mark.parametrize("make", other_files().values(), ids=other_files())
def test_a_file_with_another_log_is_refused_and_left_as_it_is(
    nodes: Nodes, make: Callable[[SqliteLog], object], is_young: bool
) -> None:
    if is_young:
        with SqliteLog(nodes.folder / "a.db") as file:
            record(file, "a", *tournament())
        nodes.open("a")
    else:
        write(nodes.open("a"))
    with SqliteLog(nodes.folder / "b.db") as file:
        make(file)
        before = list(file.raw_after(0))
    with pytest.raises(Broken) as caught:
        nodes.open("b")
    assert (caught.value.code, caught.value.facts) == ("cluster-other-log", {"path": str(nodes.folder / "b.db")})
    assert list(nodes.opened.pop().raw_after(0)) == before
    nodes.check()


def test_a_copy_into_which_somebody_wrote_is_refused(nodes: Nodes) -> None:
    one = nodes.open("a")
    write(one)
    one.close()
    nodes.opened.clear()
    with SqliteLog(nodes.folder / "a.db") as file:
        record(file, "a", RESULT, command="around the order")
    with pytest.raises(Broken, match="cluster-other-log"):
        nodes.open("a", one.place, one.log_id)
    nodes.opened.pop().close()


def test_an_order_of_another_log_or_one_that_is_shorter_is_refused(nodes: Nodes, tmp_path: Path) -> None:
    one = nodes.open("a")
    write(one)
    one.close()
    nodes.opened.clear()
    for place, log_id in ((one.place, "another"), (OrderPlace(one.applied + 50, one.place.position), one.log_id)):
        with pytest.raises(Broken, match="cluster-other-log"):
            nodes.open("a", place, log_id)
        nodes.opened.pop().close()
    nodes.engine.messages.clear()
    with pytest.raises(Broken, match="cluster-other-log"):
        nodes.open("a", one.place, one.log_id)
    assert nodes.opened.pop().position() == one.place.position


def test_without_a_majority_the_copy_can_be_read_and_is_opened_later(nodes: Nodes) -> None:
    one = nodes.open("a")
    write(one)
    one.close()
    nodes.engine.is_up = False
    log = nodes.make("a", one.place, one.log_id)
    nodes.opened.remove(one)
    with pytest.raises(Unavailable, match="cluster-no-majority"):
        log.open(0.1)
    assert len(list(log.events("a"))) == log.version("a") > 3
    with pytest.raises(Unavailable, match="cluster-no-majority"):
        submit(log, log.version("a"))
    nodes.engine.is_up = True
    log.open(5)
    submit(log, log.version("a"), command="later").result()
    nodes.check()


def test_a_node_with_another_log_is_told_by_all(nodes: Nodes) -> None:
    """Somebody changed the copy of one node behind its back."""
    one, other = nodes.open("a"), nodes.open("b")
    record(one, "a", OPENED)
    asyncio.run(other.newest())
    foreign = SqliteLog(nodes.folder / "foreign.db")
    record(foreign, "x", OPENED)
    place, _ = other._applier.end
    other._applier.end = place, foreign.seal()
    foreign.close()
    submit(other, 0, stream="b").result()
    asyncio.run(one.newest())
    assert one.differing == {"b"}
