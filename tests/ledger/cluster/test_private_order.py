"""The private order: what a node records, every node has, at the same positions; who was slower decides again."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import msgspec
import pytest

from engine.errors import Refusal, RoundlogError
from ledger.cluster import private_order
from ledger.cluster.private_messages import FORMAT, RowsOffered, encode_message, new_id
from ledger.cluster.private_order import PrivateOrder, open_private_order
from ledger.private_file import ATTEMPTS, PrivateRecord, PrivateRow, PrivateTable, Recorder
from ledger.private_rows import PrivateRows
from tests.ledger.cluster.memory_order import MemoryEngine, MemoryOrder

PATIENCE = 0.4  # seconds without a majority, until who waits is told


class Written(msgspec.Struct, frozen=True, tag_field="type", tag="written"):
    text: str


class Node:
    """A private file with its two tables, in an order."""

    def __init__(self, path: Path, engine: MemoryEngine, stack: ExitStack) -> None:
        self.path, self.order = path, MemoryOrder(engine)
        self.private = stack.enter_context(open_private_order(self.order, path, PATIENCE))
        self.texts: list[str] = []
        self.table = open_table(path, self.texts, self.private)
        stack.callback(self.table.close)

    def write(self, text: str) -> None:
        self.table.decide("Anna", lambda record: record(Written(text)))

    def read(self) -> list[str]:
        self.table.catch_up()
        return list(self.texts)

    def write_next(self) -> int:
        """Its number is decided on what is there."""

        def decide(record: Recorder[Written]) -> int:
            record(Written(str(len(self.texts) + 1)))
            return len(self.texts) + 1

        return self.table.decide("Anna", decide)


def open_table(path: Path, texts: list[str], order: PrivateOrder | None = None) -> PrivateTable[Written]:
    def evolve(record: PrivateRecord[Written]) -> None:
        texts.append(record.event.text)

    return PrivateTable(path, "happenings", Written, evolve, order=order)


def write_alone(path: Path, *texts: str) -> None:
    """By a server without a cluster."""
    table = open_table(path, [])

    def write(record: Recorder[Written]) -> None:
        for text in texts:
            record(Written(text))

    table.decide("Anna", write)
    table.close()


def rows_of(path: Path) -> str:
    rows = PrivateRows(path)
    try:
        return rows.digest(rows.positions())
    finally:
        rows.close()


@pytest.fixture
def engine() -> MemoryEngine:
    return MemoryEngine()


@pytest.fixture
def open_node(tmp_path: Path, engine: MemoryEngine) -> Iterator[Callable[[str], Node]]:
    with ExitStack() as stack:
        yield lambda name: Node(tmp_path / f"{name}.office.db", engine, stack)


def code_of(call: Callable[[], object]) -> str:
    with pytest.raises(RoundlogError) as caught:
        call()
    return caught.value.code


def wait_until(is_so: Callable[[], bool]) -> None:
    for _ in range(200):
        if is_so():
            return
        threading.Event().wait(0.02)
    raise AssertionError("it never came to that")


# -- rows ----------------------------------------------------------------------------------------------------------


def test_what_one_node_records_the_other_has(open_node) -> None:
    first, second = open_node("first"), open_node("second")
    first.write("one")
    assert first.read() == ["one"]
    second.write("two")
    second.write("three")
    assert second.read() == ["one", "two", "three"]
    first.private.catch_up()
    assert first.read() == ["one", "two", "three"]
    assert rows_of(first.path) == rows_of(second.path)


def test_many_who_decide_at_once_on_two_nodes_never_decide_the_same(
    open_node, engine: MemoryEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ledger.private_file.ATTEMPTS", 100)  # here nothing else slows them down
    nodes = [open_node("first"), open_node("second")]
    numbers: list[int] = []

    def write(node: Node) -> None:
        numbers.extend(node.write_next() for _ in range(15))

    threads = [threading.Thread(target=write, args=(node,)) for node in nodes for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(numbers) == list(range(1, 61))
    nodes[0].private.catch_up()
    nodes[1].private.catch_up()
    assert nodes[0].read() == nodes[1].read() == [str(number) for number in range(1, 61)]
    assert len(engine.messages) > 60  # some were refused, and decided again
    wait_until(lambda: nodes[0].private.point.number == nodes[1].private.point.number == len(engine.messages))
    assert nodes[0].private.point == nodes[1].private.point  # with the digest of all that they heard


def test_a_row_that_was_decided_on_an_older_state_is_refused_though_the_state_has_moved_on(open_node) -> None:
    """Another request of the same node reads what came in meanwhile."""
    first, second = open_node("first"), open_node("second")
    asked = 0

    def decide(record: Recorder[Written]) -> None:
        nonlocal asked
        asked += 1
        seen = len(first.texts)
        if asked == 1:
            second.write("faster")
            first.private.catch_up()
            first.table.catch_up()
        record(Written(f"after {seen}"))

    first.table.decide("Anna", decide)
    assert first.read() == ["faster", "after 1"]


def test_who_is_too_slow_each_time_is_told(open_node) -> None:
    first, second = open_node("first"), open_node("second")
    asked = 0

    def decide(record: Recorder[Written]) -> None:
        nonlocal asked
        asked += 1
        second.write("faster")
        record(Written("slower"))

    assert code_of(lambda: first.table.decide("Anna", decide)) == "cluster-busy"
    assert asked == ATTEMPTS
    assert set(first.read()) == {"faster"}


def test_a_refusal_stands_only_if_no_other_node_knows_better(open_node, engine: MemoryEngine) -> None:
    first, second = open_node("first"), open_node("second")
    second.order.reads_until = len(engine.messages)
    first.write("the key")

    def decide(record: Recorder[Written]) -> str:
        if "the key" not in second.texts:
            second.order.reads_until = None  # it hears of it while it asks
            raise Refusal("no-such-key")
        return "found"

    assert second.table.decide("Anna", decide) == "found"
    second.texts.clear()
    assert code_of(lambda: second.table.decide("Anna", decide)) == "no-such-key"


# -- how it begins -------------------------------------------------------------------------------------------------


def test_a_cluster_begins_with_the_keys_of_its_first_server(
    open_node, tmp_path: Path, engine: MemoryEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(private_order, "ROWS_IN_A_MESSAGE", 2)
    write_alone(tmp_path / "first.office.db", *"abcde")
    first = open_node("first")
    assert len(engine.messages) == 4  # in parts
    second = open_node("second")
    assert first.read() == second.read() == [*"abcde"]
    second.write("f")
    first.private.catch_up()
    assert first.read() == [*"abcdef"]
    assert rows_of(first.path) == rows_of(second.path)


def test_who_has_other_keys_does_not_start(open_node, tmp_path: Path) -> None:
    write_alone(tmp_path / "first.office.db", "a", "b")
    first = open_node("first")
    write_alone(tmp_path / "other.office.db", "a", "x")
    assert code_of(lambda: open_node("other")) == "cluster-other-private"
    write_alone(tmp_path / "longer.office.db", "a", "b")
    (tmp_path / "longer.office.db").write_bytes(b"")  # an empty file is none
    assert open_node("longer").read() == ["a", "b"]
    write_alone(tmp_path / "beyond.office.db")
    first.write("c")
    assert first.read() == ["a", "b", "c"]


def test_a_copy_that_knows_more_than_the_order_does_not_start(open_node, tmp_path: Path, engine: MemoryEngine) -> None:
    with ExitStack() as stack:
        left = Node(tmp_path / "left.office.db", engine, stack)
        left.write("a")
    write_alone(tmp_path / "left.office.db", "b")  # served alone
    assert code_of(lambda: open_node("left")) == "cluster-other-private"


def test_a_copy_that_is_behind_goes_on_where_it_was(open_node, tmp_path: Path, engine: MemoryEngine) -> None:
    with ExitStack() as stack:
        Node(tmp_path / "back.office.db", engine, stack).write("a")
    other = open_node("other")
    other.write("b")
    back = open_node("back")
    assert back.read() == ["a", "b"]
    assert 2 not in back.order.numbers_read  # what it has it does not read again
    assert back.private.point.digest == other.private.point.digest


def test_a_copy_served_alone_that_was_not_written_to_may_come_back(tmp_path: Path, engine: MemoryEngine) -> None:
    path = tmp_path / "back.office.db"
    with ExitStack() as stack:
        Node(path, engine, stack).write("a")
    write_alone(path)
    with ExitStack() as stack:
        assert Node(path, engine, stack).read() == ["a"]


def test_a_file_begins_another_cluster(tmp_path: Path, engine: MemoryEngine) -> None:
    path = tmp_path / "moved.office.db"
    with ExitStack() as stack:
        Node(path, engine, stack).write("a")
    write_alone(path, "b")
    with ExitStack() as stack:
        moved = Node(path, MemoryEngine(), stack)
        moved.write("c")
        assert moved.read() == ["a", "b", "c"]


def test_a_beginning_that_broke_off_is_taken_up_and_others_wait_for_it(
    open_node, tmp_path: Path, engine: MemoryEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(private_order, "ROWS_IN_A_MESSAGE", 1)
    write_alone(tmp_path / "first.office.db", *"abc")
    open_node("first").private.close()
    del engine.messages[2:]  # the server died when it had published one row
    monkeypatch.setattr(private_order, "BEGINNING", 0.2)
    assert code_of(lambda: open_node("early")) == "cluster-beginning"
    row = PrivateRow(1, "2026-05-01T14:00:00Z", "Bob", '{"type":"written","text":"too early"}')
    engine.publish(encode_message(RowsOffered(id=new_id(), table="proposals", rows=(row,))))
    again = open_node("first")
    assert again.read() == [*"abc"]
    assert open_node("early").read() == [*"abc"]
    assert again.private.point.positions == {"happenings": 3, "proposals": 0}  # nobody writes before


def test_the_one_that_may_begin_is_waited_for(
    tmp_path: Path, engine: MemoryEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else an empty file that is faster would shut out the one with the keys."""
    monkeypatch.setattr(private_order, "BEGINNING", 0.3)
    empty, full = tmp_path / "empty.office.db", tmp_path / "full.office.db"
    write_alone(full, "a")
    with ExitStack() as stack:
        assert code_of(lambda: open_waiting(empty, engine, stack)) == "cluster-beginning"
        assert engine.messages == []
        monkeypatch.setattr(private_order, "BEGINNING", 10)
        opened: list[PrivateOrder] = []
        waiting = threading.Thread(target=lambda: opened.append(open_waiting(empty, engine, stack)))
        waiting.start()
        Node(full, engine, stack)
        waiting.join(5)
        assert opened[0].point.positions["happenings"] == 1


def open_waiting(path: Path, engine: MemoryEngine, stack: ExitStack) -> PrivateOrder:
    return stack.enter_context(open_private_order(MemoryOrder(engine), path, PATIENCE, may_begin=False))


def test_two_that_begin_at_the_same_moment(open_node, engine: MemoryEngine) -> None:
    """The first beginning counts."""
    first, second = open_node("first"), open_node("second")
    engine.publish(engine.messages[0])
    first.write("a")
    second.private.catch_up()
    assert second.read() == ["a"]
    assert open_node("third").read() == ["a"]


# -- faults --------------------------------------------------------------------------------------------------------


def test_a_copy_that_was_written_to_alone_is_not_shown_without_a_majority(tmp_path: Path, engine: MemoryEngine) -> None:
    """It would let in whom the cluster does not know."""
    path = tmp_path / "left.office.db"
    with ExitStack() as stack:
        Node(path, engine, stack).write("a")
    write_alone(path, "b")
    engine.is_up = False
    with ExitStack() as stack:
        assert code_of(lambda: Node(path, engine, stack)) == "cluster-no-majority"


def test_what_is_published_twice_stands_once(open_node, engine: MemoryEngine) -> None:
    first = open_node("first")
    engine.loses_answers = 1
    first.write("one")
    assert first.read() == ["one"]
    assert len(engine.messages) in (2, 3)


def test_without_a_majority_nothing_is_written_and_all_is_read(open_node, engine: MemoryEngine) -> None:
    first = open_node("first")
    first.write("one")
    engine.is_up = False
    assert first.table.may_write()
    assert code_of(lambda: first.write("two")) == "cluster-no-majority"
    engine.is_silent = True  # from now on nobody asks any more
    assert code_of(lambda: first.write("three")) == "cluster-no-majority"
    engine.is_silent = False
    assert not first.table.may_write()
    assert first.read() == ["one"]
    engine.is_up = True
    wait_until(first.table.may_write)
    first.write("four")
    assert first.read() == ["one", "four"]


def test_what_may_come_into_the_order_later_is_not_called_refused(open_node, engine: MemoryEngine) -> None:
    first = open_node("first")
    engine.is_silent = True
    assert code_of(lambda: first.write("one")) == "cluster-outcome-unknown"
    assert code_of(lambda: first.write("two")) == "cluster-no-majority"
    engine.is_silent = False
    wait_until(first.table.may_write)
    row = PrivateRow(1, "2026-05-01T14:00:00Z", "Anna", '{"type":"written","text":"one"}')
    engine.publish(encode_message(RowsOffered(id=new_id(), table="happenings", rows=(row,))))
    first.write("three")
    assert first.read() == ["one", "three"]


def test_who_waits_while_the_majority_is_lost_is_told_at_once_when_it_is_known(open_node, engine: MemoryEngine) -> None:
    """Not each after a patience of their own."""
    first = open_node("first")
    engine.is_silent = True
    codes: list[str] = []
    threads = [threading.Thread(target=lambda: codes.append(code_of(lambda: first.write("x")))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(3 * PATIENCE)
        assert not thread.is_alive()
    assert sorted(codes) == [*["cluster-no-majority"] * 7, "cluster-outcome-unknown"]


def test_a_node_that_comes_back_without_a_majority_reads_what_it_has(tmp_path: Path, engine: MemoryEngine) -> None:
    path = tmp_path / "first.office.db"
    with ExitStack() as stack:
        Node(path, engine, stack).write("one")
    engine.is_up = False
    with ExitStack() as stack:
        back = Node(path, engine, stack)
        assert back.read() == ["one"]
        assert code_of(lambda: back.write("two")) == "cluster-no-majority"
        engine.is_up = True
        wait_until(back.table.may_write)
        back.write("three")
        assert back.read() == ["one", "three"]
    engine.is_up = False
    with ExitStack() as stack:
        assert code_of(lambda: Node(tmp_path / "new.office.db", engine, stack)) == "cluster-no-majority"


def test_a_message_of_a_newer_version_ends_the_work_of_an_older(open_node, engine: MemoryEngine) -> None:
    first = open_node("first")
    first.write("one")
    engine.publish(bytes([FORMAT + 1]) + b"as it may be written one day")
    wait_until(lambda: first.private.trouble is not None)
    assert code_of(lambda: first.write("two")) == "cluster-message-newer"
    assert first.read() == ["one"]


def test_what_is_no_message_ends_the_copying_and_is_said(open_node, engine: MemoryEngine) -> None:
    first = open_node("first")
    first.write("one")
    engine.publish(engine.messages[-1][:-1])
    wait_until(lambda: first.private.trouble is not None)
    assert code_of(first.private.check) == "cluster-message-missing"
    assert first.read() == ["one"]
