"""The topics of the staff: who may follow them, what they show, disputes, and how the screens are doing."""

import asyncio
import json
from pathlib import Path

import pytest

from displays.web.access.roles import Grant, Role
from displays.web.access.session_cookies import cookie_name
from engine.model import Details, Result
from ledger.acts.disputes import DisputeResult
from ledger.acts.hall import Announce
from ledger.acts.opening import ChangeDetails
from ledger.acts.presence import CheckIn
from ledger.acts.results import CorrectResult
from ledger.acts.screens import RemoveScreen, SetScreen
from ledger.screen import Scene, Screen, Sight
from tests.displays.web.live.server import PAIR, PUBLISH, Server, frame, frames, goodbye, result, serving, silence


@pytest.mark.parametrize("role", [Role.OWNER, Role.ARBITER])
async def test_the_arbiters_hear_of_drafts(server: Server, role: Role):
    _, key = server.key(role)
    async with server.follow("desk,boards", additional_headers=key) as line:
        await frames(line, 2)
        await server.do(PAIR)
        said = await frame(line)
        assert (said["topic"], said["version"], said["changed"]) == ("desk", 6, [6])
        assert (said["state"]["round"], said["state"]["phase"]) == (1, "paired")
        assert [entry["what"] for entry in said["state"]["entries"]][-1] == "round-paired"
        await silence(line)


@pytest.mark.parametrize("role", [Role.RESULTS, Role.DISPLAY])
async def test_nobody_else_does(server: Server, role: Role):
    _, key = server.key(role)
    async with server.follow("desk", additional_headers=key) as line:
        assert await goodbye(line) == (4403, "not-allowed")
    async with server.follow("boards", additional_headers=key) as line:
        await frame(line)
        await line.send(json.dumps({"topics": ["boards", "screens"]}))
        assert await goodbye(line) == (4403, "not-allowed")


async def test_the_arbiter_of_another_tournament_does_not(server: Server):
    _, key = server.key(Role.ARBITER, "other")
    async with server.follow("desk", additional_headers=key) as line:
        assert await goodbye(line) == (4403, "not-allowed")


async def test_the_newest_entries_only(server: Server):
    for number in range(30):
        await server.do(Announce(text=f"Number {number}"))
    _, key = server.key()
    async with server.follow("desk", additional_headers=key) as line:
        entries = (await frame(line))["state"]["entries"]
    assert [entry["version"] for entry in entries] == list(range(16, 36))


async def test_a_key_that_was_taken_back_gives_no_topics_of_the_staff(server: Server):
    """At once, not only when it is next asked whether somebody is there."""
    number, key = server.key()
    async with server.follow("boards", additional_headers=key) as line:
        await frame(line)
        server.key_store.revoke(number, by="owner")
        await line.send(json.dumps({"topics": ["desk"]}))
        assert await goodbye(line) == (4403, "not-allowed")


async def test_a_key_that_is_taken_back_ends_the_line(tmp_path: Path):
    async with serving(tmp_path / "roundlog.db", beat_every=0.2) as server:
        await server.open_four()
        number, key = server.key()
        async with server.follow("desk", additional_headers=key) as line, server.follow("boards") as public:
            await frame(line)
            await frame(public)
            server.key_store.revoke(number, by="test")
            assert await goodbye(line) == (4403, "not-allowed")
            await server.do(PAIR, PUBLISH)
            assert (await frame(public))["version"] == 7


async def test_a_private_tournament_is_there_for_who_has_a_key(server: Server):
    await server.do(ChangeDetails(details=Details("Club", is_private=True)))
    async with server.follow("boards") as line:
        assert await goodbye(line) == (4404, "no-such-tournament")
    _, key = server.key(Role.DISPLAY)
    async with server.follow("boards", additional_headers=key) as line:
        assert (await frame(line))["version"] == 6
        await server.do(ChangeDetails(details=Details("Club evening", is_private=True)), PAIR, PUBLISH)
        assert (await frame(line))["version"] == 9


async def test_a_page_of_another_site_is_nobody(server: Server):
    """A browser sends the cookie along whoever made it connect; it also says who did."""
    made = server.key_store.make(Grant(Role.ARBITER, "open"), name="Eva", by="test")
    session = server.key_store.sessions.sign_in(made.token, name="Eva")
    cookie = f"{cookie_name(server.key_store.sessions.secret, False)}={server.key_store.sessions.cookie_of(session)}"
    own, other = f"http://127.0.0.1:{server.port}", "https://elsewhere.example"
    async with server.follow("desk", additional_headers={"Cookie": cookie}, origin=own) as line:
        await frame(line)
    async with server.follow("desk", additional_headers={"Cookie": cookie}, origin=other) as line:
        assert await goodbye(line) == (4401, "sign-in-needed")


# -- disputes ----------------------------------------------------------------------------------------------------------


async def test_a_dispute_is_seen_by_everybody_at_the_desk_until_it_is_settled(server: Server):
    await server.do(PAIR, PUBLISH, result(2))
    _, key = server.key()
    async with server.follow("desk", additional_headers=key) as line:
        assert (await frame(line))["state"]["disputes"] == []
        await server.do(DisputeResult(round=1, board=2, result=Result.BLACK_WINS))
        (shown,) = (await frame(line))["state"]["disputes"]
        assert (shown["board"], shown["stands"], shown["tried"]) == (2, "1-0", "0-1")
        assert shown["by"] == shown["who"] != ""
        await server.do(CorrectResult(round=1, board=2, result=Result.BLACK_WINS, reason="Tom was right"))
        assert (await frame(line))["state"]["disputes"] == []


async def test_neither_a_dispute_nor_the_roll_call_wakes_the_hall(server: Server):
    await server.do(PAIR, PUBLISH, result(2))
    async with server.follow("boards,ticker,names,standings") as line:
        await frames(line, 4)
        await server.do(DisputeResult(round=1, board=2, result=Result.BLACK_WINS), CheckIn(player=1, round=2))
        await silence(line)


# -- screens -----------------------------------------------------------------------------------------------------------


async def test_the_console_sees_how_a_screen_is_doing(server: Server):
    await server.do(PAIR, PUBLISH)
    _, key = server.key()
    async with server.follow("screens", additional_headers=key) as desk:
        assert (await frame(desk))["state"]["screens"] == []
        async with server.follow("screen:stage,boards") as screen:
            await frames(screen, 2)
            (seen,) = (await frame(desk))["state"]["screens"]
            assert (seen["name"], seen["topics"], seen["address"]) == ("stage", ["screen:stage", "boards"], "127.0.0.1")
            assert (seen["version"], seen["delay"], seen["gone"]) == (0, None, "")
            await server.do(result(1))
            await frame(screen)
            await screen.send(json.dumps({"ack": 8}))
            while not (seen := (await frame(desk))["state"]["screens"][0])["version"]:
                pass
            assert seen["version"] == 8
            assert seen["delay"] >= 0
        while not (seen := (await frame(desk))["state"]["screens"][0])["gone"]:
            pass
        assert seen["gone"] >= seen["since"]
        async with server.follow("screen:stage,boards", since=8) as screen:
            while (seen := (await frame(desk))["state"]["screens"])[0]["gone"]:
                pass
            assert len(seen) == 1
            assert seen[0]["version"] == 8  # it has nothing to acknowledge, and shows what it showed
            assert seen[0]["delay"] >= 0


async def test_a_screen_that_comes_back_to_a_new_server_shows_what_it_brings(server: Server):
    await server.do(PAIR, PUBLISH)
    async with server.follow("screen:stage,boards", since=7) as screen:
        await silence(screen)
        (seen,) = server.screens("open")
        assert (seen.version, seen.delay) == (7, None)
    async with server.follow("screen:door,boards", since=700) as screen:  # of another log
        await frame(screen)
        assert [seen.version for seen in server.screens("open") if seen.name == "door"] == [0]


async def test_a_screen_that_is_removed_is_not_missed(server: Server):
    await server.do(SetScreen(screen=Screen("stage", (Scene(Sight.BOARDS),))))
    async with server.follow("screen:stage") as screen:
        await frame(screen)
    await asyncio.sleep(0.05)
    async with server.follow("boards") as line:
        await frame(line)
        assert [screen.name for screen in server.screens("open")] == ["stage"]
        await server.do(RemoveScreen(name="stage"))
        assert server.screens("open") == ()


async def test_phones_are_counted_and_not_listed(server: Server):
    async with server.follow("card:1") as one, server.follow("card:2") as two:
        await frame(one)
        await frame(two)
        assert (server.hub.count_connections(), server.screens("open")) == (2, ())
