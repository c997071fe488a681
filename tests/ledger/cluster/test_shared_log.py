"""The log on several nodes, where something goes wrong: what is acknowledged stands, once; what is refused never does.

On an order in memory that fails as it is told to. What every log promises is tested on real engines, in
``tests/ledger/store``.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from engine.errors import Broken, RoundlogError, Unavailable, VersionConflict
from ledger.acts.hall import Announced
from ledger.cluster import applier, sender
from ledger.cluster.applier import OrderPlace
from ledger.cluster.messages import FORMAT, MessagePart, decode_message
from ledger.cluster.shared_log import SharedLog
from ledger.store.sqlite import SqliteLog
from ledger.store.verify import verify
from tests.ledger.cluster.memory_order import MemoryEngine, MemoryOrder
from tests.ledger.store.logs import OPENED, RESULT, record, tournament

_NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


class Nodes:
    """Of one cluster, by name. A node that is opened again has the copy that it had."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.engine = folder, MemoryEngine()
        self.opened: list[SharedLog] = []
        self.order = MemoryOrder(self.engine)

    def make(
        self, name: str, place: OrderPlace | None = None, log_id: str = "", order: MemoryOrder | None = None
    ) -> SharedLog:
        copy = SqliteLog(self.folder / f"{name}.db")
        log = SharedLog(copy, order or MemoryOrder(self.engine), node=name, place=place or OrderPlace(), log_id=log_id)
        self.opened.append(log)
        return log

    def open(
        self, name: str, place: OrderPlace | None = None, log_id: str = "", order: MemoryOrder | None = None
    ) -> SharedLog:
        log = self.make(name, place, log_id, order)
        log.open(2)
        return log

    def close(self) -> None:
        for log in self.opened:
            log.close()

    def check(self) -> None:
        """All have the same, which is intact."""
        for log in self.opened:
            asyncio.run(log.newest())
        assert len({log.end for log in self.opened}) == 1
        assert len({(log.position(), log.seal()) for log in self.opened}) == 1
        assert [log.differing for log in self.opened] == [frozenset()] * len(self.opened)
        self.close()
        for log in self.opened:
            verify(log.path)


@pytest.fixture
def nodes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Nodes]:
    monkeypatch.setattr(sender, "PATIENCE", 0.3)
    monkeypatch.setattr(sender, "PAUSE", 0.01)
    monkeypatch.setattr(sender, "PROBE_EVERY", 0.02)
    monkeypatch.setattr(applier, "PAUSE", 0.02)
    found = Nodes(tmp_path)
    yield found
    found.engine.is_up, found.engine.is_silent = True, False
    found.close()


def submit(log: SharedLog, version: int, *, stream: str = "a", command: str = "") -> Future[Any]:
    return log.submit(stream, version, [RESULT], actor="Eve", command=command or f"c{version}")


def wait_until(holds: Callable[[], bool], seconds: float = 10) -> None:
    until = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.005)


# -- one message -------------------------------------------------------------------------------------------------------


def test_all_that_waits_is_one_message(nodes: Nodes) -> None:
    log = nodes.open("a")
    before = len(nodes.engine.messages)
    with nodes.engine.news:  # the first message cannot leave
        waiting = [submit(log, 0, stream=f"s{number}") for number in range(50)]
        time.sleep(0.05)
    assert {one.result()[0].version for one in waiting} == {1}
    assert len(nodes.engine.messages) - before <= 3


def test_a_message_tells_what_its_node_has(nodes: Nodes) -> None:
    log = nodes.open("a")
    record(log, "a", OPENED)
    seal = log.seal()
    record(log, "a", RESULT)
    message = decode_message(nodes.engine.messages[-1], 1)
    assert (message.node, message.position, message.seal) == ("a", 1, seal)


def test_what_is_larger_than_a_message_comes_in_parts_and_whole(nodes: Nodes, in_parts: None) -> None:
    one, other = nodes.open("a"), nodes.open("b")
    before = len(nodes.engine.messages)
    recorded = one.submit("a", 0, LARGE, actor="Eve", command="c1").result()
    assert len(nodes.engine.messages) - before > 5
    asyncio.run(other.newest())
    assert tuple(other.read("a")) == recorded
    nodes.check()


def test_a_node_that_comes_back_between_two_parts_has_both(nodes: Nodes, in_parts: None) -> None:
    """What is written beside its copy is not behind the first part, which only its memory had."""
    one, other = nodes.open("a"), nodes.open("b")
    record(one, "x", OPENED)
    asyncio.run(other.newest())
    held, publish = list[bytes](), nodes.engine.publish

    def hold(content: bytes) -> int:
        """All parts but the first."""
        message = decode_message(content, 1)
        if message.node == "a" and any(isinstance(p, MessagePart) and p.number for p in message.submissions):
            held.append(content)
            raise Unavailable("cluster-outcome-unknown")
        return publish(content)

    nodes.engine.publish = hold  # type: ignore[method-assign]
    underway = one.submit("a", 0, LARGE, actor="Eve", command="c1")
    wait_until(lambda: bool(held))
    asyncio.run(other.newest())
    assert other.place.number < other.applied
    place, log_id = other.place, other.log_id
    other.close()
    nodes.opened.remove(other)
    nodes.engine.publish = publish  # type: ignore[method-assign]
    again = nodes.open("b", place, log_id)
    underway.exception()
    record(again, "y", OPENED)
    asyncio.run(one.newest())
    nodes.check()


# -- two nodes ---------------------------------------------------------------------------------------------------------


def test_of_two_nodes_that_write_at_once_one_is_refused(nodes: Nodes) -> None:
    one, other = nodes.open("a"), nodes.open("b")
    record(one, "a", OPENED)
    asyncio.run(other.newest())
    with nodes.engine.news:  # neither hears of the other
        waiting = [submit(one, 1, command="one"), submit(other, 1, command="other")]
        time.sleep(0.05)
    outcomes = [one.exception() for one in waiting]
    assert sorted(type(problem).__name__ for problem in outcomes) == ["NoneType", "VersionConflict"]
    (conflict,) = (problem for problem in outcomes if isinstance(problem, VersionConflict))
    assert conflict.facts == {"stream": "a", "expected": 1, "actual": 2}
    nodes.check()


def test_what_builds_on_a_submission_that_another_node_overtook_fails_too(nodes: Nodes) -> None:
    one, other = nodes.open("a"), nodes.open("b")
    record(one, "a", OPENED)
    asyncio.run(other.newest())
    with nodes.engine.news:
        theirs = submit(other, 1, command="theirs")
        time.sleep(0.05)
        ours = [submit(one, version, command=f"ours-{version}") for version in (1, 2, 3)]
        beside = submit(one, 0, stream="b")
        time.sleep(0.05)
    won = theirs.exception() is None
    assert [one.exception() is None for one in ours] == [not won] * 3
    assert beside.result()[0].version == 1
    nodes.check()


def test_nobody_is_refused_for_what_their_node_has_not_heard_yet(nodes: Nodes) -> None:
    """The version that another node's reader saw is expected, and a command that only another node knows asked for."""
    behind = MemoryOrder(nodes.engine)
    one, other = nodes.open("a"), nodes.open("b", order=behind)
    first = record(one, "a", OPENED, command="c1")
    with nodes.engine.news:
        behind.reads_until = len(nodes.engine.messages) - 1
    submitted = submit(other, 1, command="c2")
    again = other.submit("a", 7, [OPENED], actor="Eve", command="c1")
    time.sleep(0.05)
    behind.reads_until = None
    assert submitted.result()[0].version == 2
    assert again.result() == first
    nodes.check()


def test_newest_waits_until_the_copy_has_all(nodes: Nodes) -> None:
    behind = MemoryOrder(nodes.engine)
    one, other = nodes.open("a"), nodes.open("b", order=behind)
    behind.reads_until = len(nodes.engine.messages)
    record(one, "a", OPENED)

    async def ask() -> bool:
        asking = asyncio.ensure_future(other.newest())
        await asyncio.sleep(0.1)
        was_done, behind.reads_until = asking.done(), None
        await asking
        return was_done

    assert other.position() == 0
    assert not asyncio.run(ask())
    assert other.position() == 1


def test_many_who_ask_for_the_newest_share_messages(nodes: Nodes) -> None:
    log = nodes.open("a")
    before = len(nodes.engine.messages)

    async def ask() -> None:
        await asyncio.gather(*(log.newest() for _ in range(100)))

    asyncio.run(ask())
    assert len(nodes.engine.messages) - before <= 3


# -- an engine that fails ----------------------------------------------------------------------------------------------


def test_a_message_whose_answer_was_lost_is_published_again_and_counts_once(nodes: Nodes) -> None:
    log = nodes.open("a")
    other = nodes.open("b")
    for version in range(5):
        nodes.engine.loses_answers = 2
        assert submit(log, version).result()[0].version == version + 1
    asyncio.run(other.newest())
    assert [one.version for one in other.read("a")] == [1, 2, 3, 4, 5]
    nodes.check()


def test_without_a_majority_what_waits_is_refused_and_never_appears(nodes: Nodes) -> None:
    log, other = nodes.open("a"), nodes.open("b")
    nodes.engine.is_up = False
    first, second = submit(log, 0), submit(log, 0, stream="b")
    for one in (first, second):
        with pytest.raises(Unavailable, match="cluster-no-majority"):
            one.result()
    with pytest.raises(Unavailable, match="cluster-no-majority"):
        submit(log, 0)
    with pytest.raises(Unavailable, match="cluster-no-majority"):
        log.check()
    with pytest.raises(Unavailable, match="cluster-no-majority"):
        asyncio.run(log.newest())
    nodes.engine.is_up = True
    wait_until(lambda: not log.is_cut_off)
    log.check()
    assert submit(log, 0, stream="c").result()[0].position == 1
    asyncio.run(other.newest())
    assert [head.stream for head in other.heads()] == ["c"]
    nodes.check()


def test_of_a_message_that_may_lie_in_an_engine_nobody_claims_to_know(nodes: Nodes) -> None:
    log = nodes.open("a")
    nodes.engine.is_silent = True
    underway = submit(log, 0)
    wait_until(lambda: not underway.running() and log._sender._number > 1)
    time.sleep(0.05)
    behind_it = submit(log, 0, stream="b")
    with pytest.raises(Unavailable, match="cluster-outcome-unknown"):
        underway.result()
    with pytest.raises(Unavailable, match="cluster-no-majority"):
        behind_it.result()
    nodes.engine.is_silent = False
    wait_until(lambda: not log.is_cut_off)
    assert log.position() == 0
    nodes.check()


@pytest.mark.parametrize("asks_again_first", [True, False])
def test_a_message_that_comes_late_counts_once(nodes: Nodes, asks_again_first: bool) -> None:
    """It lay in an engine that was given up; its sender was told that nobody knows, and asks again with the same id."""
    log, other = nodes.open("a"), nodes.open("b")
    lost: list[bytes] = []
    publish = nodes.engine.publish

    def lose(content: bytes) -> int:
        lost.append(content)
        raise Unavailable("cluster-outcome-unknown")

    nodes.engine.publish = lose  # type: ignore[method-assign]
    underway = submit(log, 0, command="c1")
    assert isinstance(underway.exception(), Unavailable)
    nodes.engine.publish = publish  # type: ignore[method-assign]
    wait_until(lambda: not log.is_cut_off)
    if asks_again_first:
        assert submit(log, 0, command="c1").result()[0].version == 1
    publish(lost[0])
    publish(lost[0])
    assert submit(log, 0, command="c1").result()[0].version == 1
    asyncio.run(other.newest())
    assert other.position() == 1
    nodes.check()


def test_what_was_refused_does_not_stand_when_it_comes_again(nodes: Nodes) -> None:
    one, other = nodes.open("a"), nodes.open("b")
    record(one, "a", OPENED)
    asyncio.run(other.newest())
    with nodes.engine.news:
        waiting = [submit(one, 1, command="one"), submit(other, 1, command="other")]
        time.sleep(0.05)
    assert sum(one.exception() is None for one in waiting) == 1
    for content in list(nodes.engine.messages):
        nodes.engine.publish(content)
    asyncio.run(one.newest())
    assert one.position() == 2
    nodes.check()


@pytest.fixture
def in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Messages are so small that a few announcements need several."""
    monkeypatch.setattr(sender, "MOST_OF_A_PART", 2_000)
    monkeypatch.setattr("ledger.cluster.messages.split.__defaults__", (2_000,))


LARGE = [Announced(announcement=n, text="x" * 400) for n in range(1, 31)]


def test_a_copy_on_a_full_disk_goes_on_when_there_is_room(
    nodes: Nodes, monkeypatch: pytest.MonkeyPatch, in_parts: None
) -> None:
    """Whatever was to be applied is applied then, also the last part of something large."""
    log = nodes.open("a")
    commit = log.copy_of_log.commit
    problems: list[RoundlogError] = []
    failures = list[str]()

    def fail_once(work: Any) -> Any:
        if not problems:
            problems.extend((Unavailable("disk-full", path="x"), Broken("log-damaged", path="x")))
            failures.append("failed")
        if len(problems) > 1:
            raise problems.pop()
        problems.clear()
        return commit(work)

    monkeypatch.setattr(log.copy_of_log, "commit", fail_once)
    monkeypatch.setattr(sender, "PATIENCE", 10)
    assert submit(log, 0).result()[0].version == 1
    assert len(log.submit("b", 0, LARGE, actor="Eve", command="c1").result()) == len(LARGE)
    assert len(failures) > 5
    assert log.problem is None


def test_a_message_of_a_newer_roundlog_stops_the_node_behind_all_that_it_can_read(nodes: Nodes) -> None:
    log = nodes.open("a")
    record(log, "a", OPENED)
    nodes.engine.publish(bytes([FORMAT + 1]) + b"news")
    wait_until(lambda: log.problem is not None)
    assert isinstance(log.problem, Unavailable)
    assert log.problem.code == "cluster-message-newer"
    with pytest.raises(Unavailable, match="cluster-message-newer"):
        submit(log, 1)
    with pytest.raises(Unavailable, match="cluster-message-newer"):
        log.check()
    assert log.position() == 1


# -- how a node begins -------------------------------------------------------------------------------------------------


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
