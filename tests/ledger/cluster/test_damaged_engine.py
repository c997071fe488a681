"""A bit is flipped in what one of three engines has stored: all is read whole, and that engine is named."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ledger.cluster.engines import Engines, require_engines

MESSAGES = 200
FLIPPED = 77


def content_of(number: int) -> bytes:
    return b"message %06d " % number * 40


@pytest.fixture
def engines(tmp_path: Path) -> Iterator[Engines]:
    require_engines()
    engines = Engines(tmp_path)
    yield engines
    engines.stop()


def flip(folder: Path) -> None:
    """In the middle of that message, in the file in which the engine has it."""
    wanted = content_of(FLIPPED)
    (file,) = (path for path in folder.rglob("streams/*/msgs/*.blk") if wanted in path.read_bytes())
    stored = bytearray(file.read_bytes())
    stored[stored.index(wanted) + len(wanted) // 2] ^= 1
    file.write_bytes(stored)


def test_a_flipped_bit_is_made_up_for_and_its_engine_is_named(engines: Engines) -> None:
    from ledger.cluster.nats_order import NatsOrder
    from tests.ledger.cluster.nodes import SECONDS, connect

    connection = connect(engines)
    order = NatsOrder(connection, "test-damage", 3)
    order.wait_for_leader(SECONDS)
    for number in range(1, MESSAGES + 1):
        assert order.publish(content_of(number), SECONDS) == number
    connection.close()
    for process in engines.processes:
        process.stop()
    flip(engines.processes[1].folder)
    for process in engines.processes:
        process.start()
    connection = connect(engines)
    NatsOrder(connection, "test-damage", 3).wait_for_leader(SECONDS)
    damaged: set[str] = set()
    until = time.monotonic() + 2 * SECONDS
    while not damaged and time.monotonic() < until:  # the engines answer by turns
        order = NatsOrder(connection, "test-damage", 3)
        found: list[bytes] = []
        while len(found) < MESSAGES:
            found += order.read(len(found) + 1, 64)
        assert found == [content_of(number) for number in range(1, MESSAGES + 1)]
        damaged |= order.damaged
    connection.close()
    assert damaged == {engines.processes[1].own.server_name}
