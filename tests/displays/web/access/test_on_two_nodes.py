"""Keys and sessions on two nodes of a cluster: one order of the private file, and requests that do not wait for it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator

import httpx
import pytest

from displays.web.access.session_cookies import RENEWED_AFTER
from tests.displays.client import HALL, OF_OUR_PAGES, Web
from tests.displays.commandline import Roundlog
from tests.displays.web.access.moments import Clock
from tests.displays.web.access.nodes import SlowEngine, has_heard, keys_of, on, opening_nodes
from tests.displays.web.standby.servers import wait_until

ANNOUNCE = ("POST", "/api/t/club/announcements")


@pytest.fixture
def engine() -> SlowEngine:
    return SlowEngine()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def open_node(roundlog: Roundlog, engine: SlowEngine, clock: Clock) -> Iterator[Callable[[str], Web]]:
    roundlog.open_club()
    with opening_nodes(roundlog.log, engine, clock) as open_one:
        yield open_one


# -- the same on every node ------------------------------------------------------------------------------------------


def test_who_is_in_on_one_node_is_in_on_the_other(open_node):
    one, other = open_node("one"), open_node("other")
    link = one.link("arbiter", "club", name="Anna", once=True)
    has_heard(other, one)
    answer = other.post(link, headers=OF_OUR_PAGES)
    assert answer.status_code == 303
    browser = Web(other.app, {"cookie": answer.headers["set-cookie"].partition(";")[0], **OF_OUR_PAGES})
    has_heard(one, other)
    assert on(one, browser).get("/console/club").status_code == 200
    assert one.post(link, headers=OF_OUR_PAGES).status_code != 303  # spent, wherever it was
    assert on(one, browser).post("/sign-out").status_code == 303
    has_heard(other, one)
    assert browser.get("/console/club").status_code == 401


def test_a_key_that_is_taken_back_on_one_node_opens_nothing_on_the_other(open_node):
    one, other = open_node("one"), open_node("other")
    program = one.bearer("arbiter", "club")
    has_heard(other, one)
    assert on(other, program).request(*ANNOUNCE, json={"text": "Tea"}).status_code == 201
    keys_of(one).revoke(1, by="Owner")
    has_heard(other, one)
    assert on(other, program).request(*ANNOUNCE, json={"text": "Tea"}).status_code == 401


# -- nothing waits ---------------------------------------------------------------------------------------------------


def test_no_request_waits_until_the_use_of_its_key_is_noted(open_node, engine: SlowEngine):
    node = open_node("one")
    program = node.bearer("arbiter", "club")
    engine.has_leader.clear()
    assert program.get("/api/t").status_code == 200
    assert program.get("/api/t").status_code == 200
    assert not keys_of(node).key(1).last_seen
    engine.has_leader.set()
    wait_until(lambda: keys_of(node).key(1).last_seen != "")


def test_while_somebody_signs_in_all_others_are_served(open_node, engine: SlowEngine):
    node = open_node("one")
    browser = node.sign_in("arbiter", "club")
    link = node.link("results", "club", name="Bram", once=True)

    async def ask() -> None:
        transport = httpx.ASGITransport(node.app)
        async with httpx.AsyncClient(transport=transport, base_url=HALL) as client:
            engine.has_leader.clear()
            signing_in = asyncio.create_task(client.post(link, headers=OF_OUR_PAGES))
            assert await asyncio.to_thread(engine.keeps_waiting.wait, 5)
            for _ in range(3):
                assert (await client.get("/console/club", headers=browser.headers)).status_code == 200
            assert not signing_in.done()
            engine.has_leader.set()
            assert (await signing_in).status_code == 303

    asyncio.run(asyncio.wait_for(ask(), 8))


def test_no_answer_waits_long_for_a_session_that_is_renewed(open_node, engine: SlowEngine, clock: Clock):
    node = open_node("one")
    browser = node.sign_in("arbiter", "club")
    clock.goes_on(seconds=RENEWED_AFTER + 1)
    engine.has_leader.clear()
    begun = time.monotonic()
    assert "set-cookie" not in browser.get("/console/club").headers
    assert time.monotonic() - begun < 8  # as long as the election may take it did not wait
    engine.has_leader.set()
    wait_until(lambda: "set-cookie" in browser.get("/console/club").headers)  # with a later answer


# -- without a majority ----------------------------------------------------------------------------------------------


def test_without_a_majority_who_is_in_stays_in_and_who_comes_is_told(open_node, engine: SlowEngine, clock: Clock):
    node = open_node("one")
    browser, program = node.sign_in("arbiter", "club"), node.bearer("arbiter", "club")
    link = node.link("results", "club", name="Bram", once=True)
    engine.is_up = False
    clock.goes_on(seconds=RENEWED_AFTER + 1)
    for _ in range(2):  # the first finds out; the second is told at once
        assert node.post(link, headers=OF_OUR_PAGES).status_code == 503
    for _ in range(2):
        assert browser.get("/console/club").status_code == 200
        assert program.get("/api/t").status_code == 200
    made = program.post("/api/t/club/keys", json={"role": "results", "name": "Carla"})
    assert (made.status_code, made.json()["code"]) == (503, "cluster-no-majority")
    assert browser.post("/sign-out").status_code == 503  # it would not hold
    engine.is_up = True
    wait_until(keys_of(node).may_write)
    assert node.post(link, headers=OF_OUR_PAGES).status_code == 303  # it was not spent


# -- what is sent twice ----------------------------------------------------------------------------------------------


def test_a_form_that_is_sent_to_two_nodes_makes_one_key(open_node):
    one, other = open_node("one"), open_node("other")
    browser = one.sign_in("arbiter", "club")
    form = {"role": "results", "name": "Bram", "device": "many", "form": "the-same-form"}
    first, again = (browser.post("/console/club/people", data=form) for _ in range(2))
    assert (first.status_code, "/key/" in first.text) == (200, True)
    assert (again.status_code, "/key/" in again.text) == (200, True)  # it is shown again where it was made
    has_heard(other, one)
    elsewhere = on(other, browser).post("/console/club/people", data=form)
    assert (elsewhere.status_code, "/key/" in elsewhere.text) == (400, False)
    assert [key.name for key in keys_of(other).all_keys()] == ["Bram", "the arbiter"]
    third = on(other, browser).post("/console/club/people", data={**form, "form": "another"})
    assert third.status_code == 200
