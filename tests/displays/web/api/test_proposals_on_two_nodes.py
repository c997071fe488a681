"""Proposals on two nodes of a cluster: each is applied once, by one of them, or dropped."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import timedelta

import httpx
import pytest

from engine.errors import Refusal
from ledger.acts.catalogue import AnyCommand
from ledger.acts.corrections import ApplyCorrections
from ledger.desk import Desk
from ledger.proposals import GIVEN_UP_AFTER, ProposalStore
from tests.displays.client import HALL, Web
from tests.displays.commandline import Roundlog
from tests.displays.web.access.moments import Clock
from tests.displays.web.access.nodes import SlowEngine, has_heard, on, opening_nodes
from tests.displays.web.standby.servers import wait_until

PROPOSALS = "/api/t/club/proposals"
FINE = {"do": "adjust-points", "player": 1, "round": 1, "points": -1, "reason": "Phone."}
TAKEN = "an application of a node that is gone"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def club(roundlog: Roundlog) -> Roundlog:
    roundlog.open_club()
    return roundlog


@pytest.fixture
def nodes(club: Roundlog, clock: Clock) -> Iterator[tuple[Web, Web]]:
    """The same arbiter at both; one fine is proposed."""
    with opening_nodes(club.log, SlowEngine(), clock) as open_one:
        one, other = open_one("one"), open_one("other")
        arbiter = one.sign_in("arbiter", "club", name="Anna")
        has_heard(other, one)
        assert arbiter.post(PROPOSALS, json={"correction": FINE}).status_code == 201
        wait_until(lambda: len(store_of(other).all_open("club")) == 1)
        yield arbiter, on(other, arbiter)


def store_of(node: Web) -> ProposalStore:
    proposals = node.app.state.services.proposals
    assert isinstance(proposals, ProposalStore)
    return proposals


def desk_of(node: Web) -> Desk:
    desk = node.app.state.services.desk
    assert isinstance(desk, Desk)
    return desk


def fines(node: Web) -> int:
    state = desk_of(node).state("club")
    assert state is not None
    return len(state.tournament.adjustments)


def apply(node: Web) -> httpx.Response:
    return node.post(f"{PROPOSALS}/application", json={"proposals": [1]})


def test_of_two_applications_at_once_on_two_nodes_one_is_written(nodes):
    async def both() -> list[httpx.Response]:
        async def ask(node: Web) -> httpx.Response:
            transport = httpx.ASGITransport(node.app)
            async with httpx.AsyncClient(transport=transport, base_url=HALL, headers=node.headers) as client:
                return await client.post(f"{PROPOSALS}/application", json={"proposals": [1]})

        return await asyncio.gather(*map(ask, nodes))

    answers = asyncio.run(both())
    assert sorted(answer.status_code for answer in answers) == [201, 409]
    (refused,) = (answer.json()["code"] for answer in answers if answer.status_code == 409)
    assert refused in ("proposal-being-applied", "no-such-proposal")
    assert fines(nodes[0]) == fines(nodes[1]) == 1
    wait_until(lambda: store_of(nodes[0]).all_open("club") == store_of(nodes[1]).all_open("club") == ())


def test_what_another_node_applies_is_not_dropped(nodes, clock: Clock):
    one, other = nodes
    store_of(one).take("club", (1,), application=TAKEN, by="Anna")
    dropped = other.request("DELETE", f"{PROPOSALS}/1")
    assert (dropped.status_code, dropped.json()["code"]) == (409, "proposal-being-applied")
    assert apply(other).json()["code"] == "proposal-being-applied"
    clock.now += GIVEN_UP_AFTER + timedelta(seconds=1)
    assert other.request("DELETE", f"{PROPOSALS}/1").status_code == 204


def test_what_a_node_has_left_undone_another_does(nodes, clock: Clock):
    one, other = nodes
    store_of(one).take("club", (1,), application=TAKEN, by="Anna")
    clock.now += GIVEN_UP_AFTER + timedelta(seconds=1)
    assert apply(other).status_code == 201
    assert fines(other) == 1


def test_what_a_node_has_written_and_not_closed_is_not_written_again(nodes, clock: Clock):
    one, other = nodes
    store_of(one).take("club", (1,), application=TAKEN, by="Anna")
    (proposal,) = store_of(one).all_open("club")
    command: AnyCommand = ApplyCorrections(corrections=(proposal.correction,))
    asyncio.run(desk_of(one).handle("club", command, actor="Anna", command_id=TAKEN))
    clock.now += GIVEN_UP_AFTER + timedelta(seconds=1)
    assert apply(other).json()["code"] == "no-such-proposal"
    assert fines(other) == 1
    assert store_of(other).all_open("club") == ()


def test_what_the_log_refuses_is_free_again_at_once(nodes):
    one, other = nodes
    stale = one.post(f"{PROPOSALS}/application", json={"proposals": [1]}, headers={"if-match": '"1"'})
    assert stale.status_code in (409, 412)
    wait_until(lambda: apply(other).status_code == 201)
    assert fines(one) == 1


def test_a_single_server_notes_nothing_more(club: Roundlog, web: Web):
    arbiter = web.sign_in("arbiter", "club")
    assert arbiter.post(PROPOSALS, json={"correction": FINE}).status_code == 201
    before = store_of(web)._table.position
    assert apply(arbiter).status_code == 201
    assert store_of(web)._table.position == before + 1  # that it is closed
    with pytest.raises(Refusal):
        store_of(web).close_proposals("club", (1,), by="Anna")
