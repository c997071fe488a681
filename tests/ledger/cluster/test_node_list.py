"""``--cluster a,b,c``: what the operator types, and which of them is this machine."""

from __future__ import annotations

import pytest

from engine.errors import BadInput
from ledger.cluster.node_list import EngineAddress, find_own, is_here, is_loopback, parse_address, parse_node_list


def test_a_list_is_read_in_its_order() -> None:
    first, second, third = parse_node_list("hall-1, Hall-2.local. ,[2001:DB8::0001]:4300")
    assert first == EngineAddress("hall-1", 4222)
    assert second == EngineAddress("hall-2.local", 4222)
    assert third == EngineAddress("2001:db8::1", 4300)


def test_an_address_tells_its_ports_and_its_name() -> None:
    address = parse_address("[fe80::1]:4300")
    assert (address.text, address.port, address.route_port) == ("[fe80::1]:4300", 4300, 4301)
    assert address.server_name == "fe80--1-4300"
    assert parse_address("hall-1").server_name == "hall-1-4222"


@pytest.mark.parametrize(
    "entry",
    [
        "",
        " ",
        "hall 1",
        "-hall",
        "hall:",
        "hall:0",
        "hall:65535",
        "hall:70000",
        "1.2.3",
        "1.2.3.256",
        "[hall]",
        "a:b:c",
        "::1",
    ],
)
def test_what_cannot_be_an_address_is_told_with_what_was_typed(entry: str) -> None:
    with pytest.raises(BadInput) as told:
        parse_node_list(f"a,b,{entry}")
    assert told.value.code == "node-unreadable"
    assert told.value.facts == {"value": entry.strip()}


@pytest.mark.parametrize(
    ("nodes", "code"),
    [
        ("a,b", "two-nodes-no-majority"),
        ("a,b,c,d", "bad-number-of-nodes"),
        ("a,b,c,d,e,f,g", "bad-number-of-nodes"),
        ("a,b,A", "node-twice"),
        ("127.0.0.1:4000,127.0.0.1:4001,127.0.0.1:4002", "nodes-share-port"),
    ],
)
def test_a_list_that_makes_no_majority_is_refused(nodes: str, code: str) -> None:
    with pytest.raises(BadInput) as told:
        parse_node_list(nodes)
    assert told.value.code == code


@pytest.mark.parametrize("nodes", ["a", "a,b,c", "a,b,c,d,e", "h:4000,h:4002,h:4004"])
def test_one_three_and_five_are_numbers_of_nodes(nodes: str) -> None:
    assert len(parse_node_list(nodes)) == nodes.count(",") + 1


# -- which one is this -------------------------------------------------------------------------------------------------

LIST = parse_node_list("hall-1.invalid,hall-2.invalid:4300,127.0.0.1:4400")


def test_this_machine_is_found_by_its_own_addresses() -> None:
    assert find_own(LIST) == EngineAddress("127.0.0.1", 4400)


def test_this_machine_is_found_by_what_it_is_called() -> None:
    assert find_own(LIST[:2], names={"hall-2.invalid"}) == EngineAddress("hall-2.invalid", 4300)


def test_a_machine_that_is_in_no_place_of_the_list_has_no_engine() -> None:
    assert find_own(LIST[:2]) is None


@pytest.mark.parametrize("node", ["hall-2.invalid", "HALL-2.invalid", "hall-2.invalid:4300"])
def test_who_says_which_node_it_is_is_believed(node: str) -> None:
    assert find_own(LIST, node) == EngineAddress("hall-2.invalid", 4300)


@pytest.mark.parametrize("node", ["hall-3", "hall-2.invalid:4222"])
def test_a_node_that_is_not_in_the_list_is_refused(node: str) -> None:
    with pytest.raises(BadInput) as told:
        find_own(LIST, node)
    assert told.value.code == "node-not-in-cluster"
    assert "hall-2.invalid:4300" in str(told.value.facts["nodes"])


def test_of_several_on_one_machine_one_has_to_be_named() -> None:
    here = parse_node_list("127.0.0.1:4000,127.0.0.1:4002,127.0.0.1:4004")
    for node in ("", "127.0.0.1"):
        with pytest.raises(BadInput) as told:
            find_own(here, node)
        assert told.value.code == "several-nodes-here"
    assert find_own(here, "127.0.0.1:4002") == here[1]


def test_an_address_that_no_machine_has_is_not_here() -> None:
    assert is_here("127.0.0.1")
    assert not is_here("240.0.0.1")  # RFC 1112: no machine has it
    assert not is_here("no-such-machine.invalid")


def test_who_can_be_reached_by_this_machine_alone() -> None:
    assert [
        host for host in ("localhost", "a.localhost", "127.8.0.1", "::1", "10.0.0.1", "hall-1") if is_loopback(host)
    ] == [*("localhost", "a.localhost", "127.8.0.1", "::1")]
