"""The order on three real engines: one sequence of numbers for all, nothing missing, nothing damaged handed out."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from engine.errors import Broken, Unavailable
from ledger.cluster.order import Order, open_content, seal_content
from tests.ledger.cluster import engines as engines_module
from tests.ledger.cluster.engines import new_order_name, require_engines

Open = Callable[..., Any]


@pytest.fixture
def name() -> str:
    require_engines()
    return new_order_name()


@pytest.fixture
def open_order(name: str) -> Iterator[Open]:
    """The same order, as another node sees it."""
    from ledger.cluster.nats_order import NatsOrder
    from tests.ledger.cluster.nodes import shared_connection

    opened: list[Order] = []

    def open_it(kind: type[NatsOrder] = NatsOrder) -> NatsOrder:
        opened.append(order := kind(shared_connection(), name, 3))
        return order

    yield open_it
    for order in opened:
        order.close()


@pytest.fixture
def order(open_order: Open) -> Order:
    found: Order = open_order()
    publish(found, b"1")
    return found


def publish(order: Order, content: bytes) -> int:
    """Again, until the engines have agreed on who leads."""
    until = time.monotonic() + 20
    while True:
        try:
            return order.publish(content)
        except Unavailable:
            if time.monotonic() > until:
                raise


def test_a_flipped_bit_is_noticed() -> None:
    sealed = seal_content(b"content")
    assert open_content(sealed) == b"content"
    for bit in range(8 * len(sealed)):
        damaged = bytearray(sealed)
        damaged[bit // 8] ^= 1 << bit % 8
        assert open_content(bytes(damaged)) is None


def test_what_is_published_has_the_next_number_and_is_read_by_it(order: Order) -> None:
    assert [order.publish(b"%d" % number) for number in range(2, 6)] == [2, 3, 4, 5]
    assert order.read(1, 100) == [b"1", b"2", b"3", b"4", b"5"]
    assert order.read(3, 2) == [b"3", b"4"]
    assert order.read(6, 100) == []
    assert order.last() == 5


def test_another_node_reads_the_same(order: Order, open_order: Open) -> None:
    for number in range(2, 301):
        order.publish(b"%d" % number)
    other = open_order()
    found: list[bytes] = []
    while len(found) < 300:
        found += other.read(len(found) + 1, 100)
    assert found == [b"%d" % number for number in range(1, 301)]


def test_an_empty_message_and_a_large_one_are_messages(order: Order) -> None:
    large = bytes(range(256)) * 4096  # 1 MiB
    assert (order.publish(b""), order.publish(large)) == (2, 3)
    assert order.read(2, 5) == [b"", large]


def test_who_waits_hears_of_what_another_published(order: Order, open_order: Open) -> None:
    other = open_order()
    assert other.read(1, 1) == [b"1"]
    with ThreadPoolExecutor(1) as threads:
        waiting = threads.submit(other.wait, 1, 20)
        assert not waiting.done()
        order.publish(b"2")
        assert waiting.result()
    assert other.read(2, 9) == [b"2"]


def test_who_waits_for_nothing_waits_as_long_as_they_said(order: Order) -> None:
    assert not order.wait(1, 0.05)
    assert order.wait(0, 0.05)


def test_who_waits_is_let_go_when_it_is_closed(order: Order) -> None:
    closing = threading.Timer(0.05, order.close)
    closing.start()
    assert order.wait(1, 20)
    closing.join()


def test_threads_publish_at_the_same_time_and_all_read_one_order(order: Order, open_order: Open) -> None:
    with ThreadPoolExecutor(8) as threads:
        numbers = list(threads.map(order.publish, [b"%d" % n for n in range(40)]))
    assert sorted(numbers) == list(range(2, 42))
    found = order.read(2, 100)
    assert [found[number - 2] for number in numbers] == [b"%d" % n for n in range(40)]
    assert open_order().read(2, 100) == found


def test_the_state_names_the_engines(order: Order) -> None:
    state = order.state()
    assert state.last == 1
    assert len({state.leader, *state.replicas, *state.behind}) == 3


def test_an_order_grows_with_the_list(name: str) -> None:
    """What was acknowledged by one disk is on all of them before it is written to again."""
    from ledger.cluster.nats_order import NatsOrder
    from tests.ledger.cluster.nodes import shared_connection

    one = NatsOrder(shared_connection(), name, 1)
    publish(one, b"1")
    assert one.state().replicas == ()
    three = NatsOrder(shared_connection(), name, 3)
    publish(three, b"2")
    until = time.monotonic() + 30
    while len(three.state().replicas) < 2 and time.monotonic() < until:
        time.sleep(0.1)
    assert len(three.state().replicas) == 2
    assert three.read(1, 10)[:2] == [b"1", b"2"]
    fewer = NatsOrder(shared_connection(), name, 1)
    assert len(fewer.state().replicas) == 2  # nobody takes them away by a shorter list
    for order in (one, three, fewer):
        order.close()


# -- what one engine does not have -------------------------------------------------------------------------------------


def damaging(replies: list[Callable[[list[tuple[int, bytes]]], list[tuple[int, bytes]]]]) -> type[Any]:
    """Answers that are changed on the way, one after the other, as a damaged replica gives them; then whole ones."""
    from ledger.cluster.nats_order import NatsOrder

    class Damaging(NatsOrder):
        named = 0

        async def _ask(self, number: int, most: int) -> list[tuple[int, bytes]]:
            answers = await super()._ask(number, most)
            return replies.pop(0)(answers) if replies else answers

        def _take_news(self, number: int, most: int) -> list[bytes]:
            return []

        def _name_damaged(self, number: int) -> None:
            type(self).named = number

    return Damaging


Answers = list[tuple[int, bytes]]


def flip(answers: Answers, place: int) -> Answers:
    number, content = answers[place]
    return [*answers[:place], (number, content[:-1] + bytes([content[-1] ^ 1])), *answers[place + 1 :]]


def test_a_message_that_is_missing_or_damaged_is_asked_of_another(order: Order, open_order: Open) -> None:
    for number in range(2, 8):
        order.publish(b"%d" % number)
    replies: list[Callable[[Answers], Answers]] = [
        lambda answers: answers[1:],  # the first is missing
        lambda answers: flip(answers, 0),
        lambda answers: answers[:3] + answers[4:],  # as far as it is whole
        lambda answers: flip(answers, 1),
    ]
    other = open_order(damaging(replies))
    assert other.read(1, 100) == [b"1", b"2", b"3"]
    assert other.read(4, 100) == [b"4"]
    assert other.read(5, 100) == [b"5", b"6", b"7"]
    assert not replies


def test_a_message_that_is_known_to_be_there_is_asked_for_until_a_replica_has_it(
    order: Order, open_order: Open
) -> None:
    order.publish(b"2")
    other = open_order(damaging([lambda _: [], lambda _: []]))
    other._note(2)
    assert other.read(2, 100) == [b"2"]


def test_what_no_engine_gives_is_told_and_its_place_is_not_passed(
    order: Order, open_order: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ledger.cluster.nats_order.PAUSE", 0.001)
    order.publish(b"2")
    order.publish(b"3")
    other = open_order(damaging([lambda answers: [one for one in answers if one[0] != 2]] * 1000))
    with pytest.raises(Broken) as caught:
        other.read(2, 100)
    assert (caught.value.code, caught.value.facts) == ("cluster-message-missing", {"number": 2})
    assert other.named == 2


# -- the client ------------------------------------------------------------------------------------------------------


def test_headers_are_read_as_the_client_would_read_them() -> None:
    require_engines()
    from nats.aio.client import Client

    from ledger.cluster.nats_connection import _OurClient

    raw = b"Nats-Stream: a-log\r\nNats-Sequence: 12\r\nNats-Time-Stamp: 2026-05-01T14:00:00.1Z\r\nNats-Empty: \r\n\r\n"
    found = _OurClient._parse_header_lines(raw)
    assert found == Client._parse_header_lines(raw)
    assert found["Nats-Sequence"] == "12"


def test_where_the_engines_cannot_be_started_the_tests_say_so_and_fail_in_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines_module, "find_reason", lambda: engines_module.MISSING)
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="not installed"):
        require_engines()
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="not installed"):
        require_engines()


# -- who is there ------------------------------------------------------------------------------------------------------


def test_a_wrong_password_is_told(tmp_path: Path) -> None:
    require_engines()
    from ledger.cluster.nats_connection import EngineConnection
    from tests.ledger.cluster.engines import shared_engines

    engines = shared_engines()
    connection = EngineConnection(engines.addresses, engines.file.user, "x" * 43, engines.context)
    try:
        with pytest.raises(Unavailable, match="engine-no-access"):
            connection.open(5)
    finally:
        connection.close()


def test_the_certificate_of_another_cluster_is_told(tmp_path: Path) -> None:
    require_engines()
    from ledger.cluster.certificates import client_context, issue_certificate
    from ledger.cluster.cluster_file import new_cluster_file
    from ledger.cluster.nats_connection import EngineConnection
    from tests.ledger.cluster.engines import shared_engines

    engines, other = shared_engines(), new_cluster_file("test")
    context = client_context(issue_certificate(other.ca_certificate, other.ca_key, ["127.0.0.1"], tmp_path))
    connection = EngineConnection(engines.addresses, engines.file.user, engines.file.password, context)
    try:
        with pytest.raises(Unavailable, match="engine-no-access"):
            connection.open(5)
    finally:
        connection.close()


def test_where_nobody_listens_there_is_no_majority(tmp_path: Path) -> None:
    require_engines()
    from ledger.cluster.nats_connection import EngineConnection
    from ledger.cluster.nats_order import NatsOrder
    from ledger.cluster.node_list import EngineAddress
    from tests.ledger.cluster.engines import shared_engines
    from tests.ports import find_ports

    engines = shared_engines()
    nowhere = [EngineAddress("127.0.0.1", port) for port in find_ports(1)]
    connection = EngineConnection(nowhere, engines.file.user, engines.file.password, engines.context)
    try:
        with pytest.raises(Unavailable, match="cluster-no-majority"):
            connection.open(0.5)
        order = NatsOrder(connection, "test-nowhere", 3)
        for call in (lambda: order.publish(b"1"), lambda: order.read(1, 1), order.last):
            with pytest.raises(Unavailable, match="cluster-no-majority"):
                call()
    finally:
        connection.close()


def test_the_engines_write_at_once_and_one_that_does_not_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    require_engines()
    from ledger.cluster import engine_check
    from ledger.cluster.nats_connection import EngineAnswer, EngineConnection
    from tests.ledger.cluster.engines import shared_engines

    engines = shared_engines()
    file = engines.file
    connection = EngineConnection(engines.addresses, file.system_user, file.system_password, engines.context)
    connection.open(10)
    try:
        assert engine_check.find_engines(connection, 3) == {address.server_name for address in engines.addresses}
        asked = connection.ask_all

        async def ask_all(*given: Any) -> list[EngineAnswer]:
            return [
                EngineAnswer({}, one.content.replace(b'"sync_always":true', b'"x":1', place))
                for place, one in enumerate(await asked(*given))  # all but the first
            ]

        monkeypatch.setattr(connection, "ask_all", ask_all)
        with pytest.raises(Unavailable, match="engine-not-durable"):
            engine_check.find_engines(connection, 3)
    finally:
        connection.close()
