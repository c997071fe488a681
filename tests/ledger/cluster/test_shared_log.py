"""The log on several nodes, where something goes wrong: what is acknowledged stands, once; what is refused never does.

On an order in memory that fails as it is told to. What every log promises is tested on real engines, in
``tests/ledger/store``.
"""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from engine.errors import Broken, RoundlogError, Unavailable, VersionConflict
from ledger.acts.hall import Announced
from ledger.cluster import applier, sender
from ledger.cluster.messages import FORMAT, CommandRecorded, Message, MessagePart, decode_message, encode_message
from ledger.cluster.shared_log import SharedLog
from ledger.store.chain import BEFORE_THE_FIRST
from ledger.store.sqlite import SqliteLog
from ledger.store.writer import StreamEnd, make_records
from tests.ledger.cluster.memory_nodes import Nodes, nodes, submit, wait_until
from tests.ledger.cluster.memory_order import MemoryOrder
from tests.ledger.store.logs import OPENED, RESULT, record

__all__ = ["nodes"]  # the fixture


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


def test_a_copy_that_cannot_be_read_for_a_moment_leaves_nobody_waiting(
    nodes: Nodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = nodes.open("a")

    def fail(stream: str) -> None:
        raise Unavailable("log-io-error", path="x")

    with monkeypatch.context() as failing:
        failing.setattr(log.copy_of_log, "end_of", fail)
        waiting = [submit(log, 0), submit(log, 0, stream="b")]
        for one in waiting:
            with pytest.raises(Unavailable, match="cluster-outcome-unknown"):
                one.result(5)
    assert submit(log, 0).result(5)[0].version == 1
    nodes.check()


def test_a_node_that_cannot_apply_what_comes_says_why(nodes: Nodes, monkeypatch: pytest.MonkeyPatch) -> None:
    log = nodes.open("a")

    def fail(work: Any) -> None:
        raise Unavailable("disk-full", path="x")

    with monkeypatch.context() as failing:
        failing.setattr(log.copy_of_log, "commit", fail)
        with pytest.raises(Unavailable, match="cluster-outcome-unknown"):
            submit(log, 0).result(5)
        wait_until(lambda: log.is_cut_off)
        with pytest.raises(Unavailable, match="disk-full"):
            submit(log, 0)
    wait_until(lambda: not log.is_cut_off)
    assert submit(log, 0).result(5)[0].version == 1
    nodes.check()


class _SlowFuture(Future[Any]):
    def set_result(self, result: Any) -> None:
        time.sleep(0.01)
        super().set_result(result)


def test_a_message_is_published_once_where_nothing_goes_wrong(nodes: Nodes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who hears that it is applied finds what came of it."""
    monkeypatch.setattr(applier, "Future", _SlowFuture)
    log = nodes.open("a")
    before = len(nodes.engine.messages)
    for version in range(20):
        submit(log, version).result()
    assert len(nodes.engine.messages) == before + 20


def test_without_a_majority_it_is_closed_at_once(nodes: Nodes, monkeypatch: pytest.MonkeyPatch) -> None:
    log = nodes.open("a")
    nodes.engine.is_up = False
    assert isinstance(submit(log, 0).exception(), Unavailable)
    monkeypatch.setattr(sender, "PATIENCE", 60)
    time.sleep(0.6)  # it asks whether there is one again
    began = time.monotonic()
    log.close()
    nodes.opened.remove(log)
    assert time.monotonic() - began < 5


# -- answers, and what they promise ------------------------------------------------------------------------------------


def test_of_what_is_in_the_order_and_not_in_this_copy_nobody_says_that_it_will_not_stand(nodes: Nodes) -> None:
    """The engine has acknowledged it, and this node's replica does not hand it out in time."""
    behind = MemoryOrder(nodes.engine)
    log = nodes.open("a", order=behind)
    behind.reads_until = len(nodes.engine.messages)
    with pytest.raises(Unavailable, match="cluster-outcome-unknown"):
        submit(log, 0).result(5)
    behind.reads_until = None
    wait_until(lambda: log.version("a") == 1)
    nodes.check()


@pytest.mark.parametrize("lost", ["a part before the last", "the last part"])
def test_only_the_last_part_may_stand_later(nodes: Nodes, in_parts: None, lost: str) -> None:
    log = nodes.open("a")
    publish = nodes.engine.publish

    def lose(content: bytes) -> int:
        (part,) = decode_message(content, 1).submissions or (None,)
        if isinstance(part, MessagePart) and (part.is_last if lost == "the last part" else part.number == 1):
            raise Unavailable("cluster-outcome-unknown")
        return publish(content)

    nodes.engine.publish = lose  # type: ignore[method-assign]
    expected = "cluster-outcome-unknown" if lost == "the last part" else "cluster-no-majority"
    with pytest.raises(Unavailable, match=expected):
        log.submit("a", 0, LARGE, actor="Eve", command="c1").result(5)
    nodes.engine.publish = publish  # type: ignore[method-assign]
    wait_until(lambda: not log.is_cut_off)
    assert log.position() == 0
    nodes.check()


def test_parts_that_come_too_late_stand_nowhere_and_their_node_says_so(
    nodes: Nodes, in_parts: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ledger.cluster.messages.PARTS_FORGOTTEN", 2)
    log, other = nodes.open("a"), nodes.open("b")
    publish = nodes.engine.publish

    def publish_much(content: bytes) -> int:
        message = decode_message(content, 1)
        if any(isinstance(one, MessagePart) and one.is_last for one in message.submissions):
            for _ in range(4):
                publish(encode_message(Message("c", "life", 1, 0, BEFORE_THE_FIRST)))
        return publish(content)

    nodes.engine.publish = publish_much  # type: ignore[method-assign]
    with pytest.raises(Unavailable, match="cluster-no-majority"):
        log.submit("a", 0, LARGE, actor="Eve", command="c1").result(5)
    asyncio.run(other.newest())
    assert log.position() == other.position() == 0
    nodes.check()


def test_who_asks_for_the_newest_when_the_majority_has_just_gone_is_not_told_that_it_is_here(nodes: Nodes) -> None:
    log = nodes.open("a")
    nodes.engine.is_up = False
    with pytest.raises(Unavailable, match="cluster-no-majority"):
        asyncio.run(log.newest())


def test_a_command_is_applied_whole_or_not_at_all(nodes: Nodes) -> None:
    """Its first record continues the stream, the second does not continue the first."""
    log = nodes.open("a")
    first, second = make_records(StreamEnd(), "x", "2026-05-01T12:00:00.000000Z", "Eve", "c1", ["{}", "{}"])
    wrong = CommandRecorded((first, second._replace(body='{"a":1}')))
    nodes.engine.publish(encode_message(Message("b", "life", 1, 0, BEFORE_THE_FIRST, (wrong,))))
    asyncio.run(log.newest())
    assert log.position() == 0
    nodes.check()


def test_what_comes_in_one_batch_before_a_newer_message_is_applied(nodes: Nodes) -> None:
    behind = MemoryOrder(nodes.engine)
    one, other = nodes.open("a"), nodes.open("b", order=behind)
    behind.reads_until = len(nodes.engine.messages)
    record(one, "a", OPENED)
    nodes.engine.publish(bytes([FORMAT + 1]) + b"news")
    behind.reads_until = None
    wait_until(lambda: other.problem is not None)
    assert other.position() == 1


def hold_back(nodes: Nodes, log: SharedLog) -> None:
    """What is handed in now waits behind a message that cannot leave, and goes together."""
    submit(log, 0, stream="before")
    time.sleep(0.05)


def test_what_waits_for_news_is_not_overtaken_in_its_stream(nodes: Nodes) -> None:
    """The first does not fit, and would if the second were recorded before it."""
    log = nodes.open("a")
    with nodes.engine.news:
        hold_back(nodes, log)
        first, second = submit(log, 1, command="first"), submit(log, 0, command="second")
    assert isinstance(first.exception(5), VersionConflict)
    assert second.result(5)[0].version == 1
    nodes.check()


def test_what_waits_for_news_is_not_overtaken_by_what_had_no_room_in_its_message(nodes: Nodes, tmp_path: Path) -> None:
    with SqliteLog(tmp_path / "elsewhere.db") as file:
        record(file, "a", OPENED)
        carried = list(file.raw("a"))
    log = nodes.open("a")
    with nodes.engine.news:
        hold_back(nodes, log)
        first, adopted = submit(log, 1, command="first"), log.adopt(carried)
    assert isinstance(first.exception(5), VersionConflict)
    assert adopted.result(5)
    nodes.check()
