"""What nodes tell each other: who is there, for how long, and whether they have the same log."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from ledger.cluster.other_nodes import FORGOTTEN, NodeBeat, OtherNodes

OWN = NodeBeat("a", "http://a", 7, "7" * 64, 0, "order", 5, "digest-5")
OTHER = replace(OWN, name="b", address="http://b", followers=12)
SEALS = {0: "0" * 64, 6: "6" * 64, 7: "7" * 64}


@pytest.fixture
def nodes() -> OtherNodes:
    return OtherNodes("a")


def hear(nodes: OtherNodes, *beats: NodeBeat) -> None:
    for beat in beats:
        nodes.hear(msgspec.msgpack.encode(beat))


def compare(nodes: OtherNodes) -> str:
    """Which node differs."""
    nodes.compare(OWN, lambda position: SEALS.get(position, ""))
    return "" if nodes.alarm is None else str(nodes.alarm.facts["other"])


def test_another_node_is_there_until_it_was_not_heard_for_three_beats(
    nodes: OtherNodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    monkeypatch.setattr("ledger.cluster.other_nodes.time.monotonic", lambda: now[0])
    hear(nodes, OTHER, OWN)
    now[0] += FORGOTTEN - 0.1
    (one,) = nodes.list_nodes()
    assert (one.name, one.address, one.position, one.followers) == ("b", "http://b", 7, 12)
    assert one.seconds_ago == pytest.approx(FORGOTTEN - 0.1)
    now[0] += 0.2
    assert nodes.list_nodes() == ()


def test_what_cannot_be_read_is_nobody(nodes: OtherNodes) -> None:
    for content in (b"", b"\xc1", b"\x80", msgspec.msgpack.encode({"name": 7})):
        nodes.hear(content)
    assert nodes.list_nodes() == ()


@pytest.mark.parametrize(
    ("beat", "differs"),
    [
        (OTHER, False),
        (replace(OTHER, position=6, seal="6" * 64), False),
        (replace(OTHER, position=0, seal="0" * 64), False),
        (replace(OTHER, position=8, seal="8" * 64), False),  # not known here yet
        (replace(OTHER, seal="f" * 64), True),
        (replace(OTHER, position=6, seal="f" * 64), True),
        (replace(OTHER, private_digest="x"), True),
        (replace(OTHER, private_digest="x", private_number=4), False),
        (replace(OTHER, private_digest="x", private_order="not begun yet"), False),
    ],
)
def test_two_nodes_with_the_same_position_and_another_seal_are_told(
    nodes: OtherNodes, beat: NodeBeat, differs: bool
) -> None:
    hear(nodes, beat)
    assert compare(nodes) == ("b" if differs else "")


def test_an_alarm_stays_until_people_have_looked(nodes: OtherNodes) -> None:
    hear(nodes, replace(OTHER, seal="f" * 64))
    compare(nodes)
    hear(nodes, OTHER)
    assert compare(nodes) == "b"
