"""One command, one frame: what followers get, and what they do not get."""

import asyncio
import json
from typing import Any

import pytest
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory

from displays.web.access.roles import Grant, Role
from engine.model import Details, Player, Rules
from ledger.acts.hall import Announce, SetClock
from ledger.acts.opening import ChangeDetails
from ledger.acts.players import NewPlayer, RegisterPlayers
from ledger.acts.publicity import ChangePublicFields
from ledger.acts.removals import RemovePlayers
from ledger.acts.screens import RemoveScreen, SetScreen
from ledger.screen import Scene, Screen, Sight
from tests.displays.web.live.server import PAIR, PUBLISH, Server, frame, frames, goodbye, register, result, silence

PUBLIC = "boards,boards:2-3,names,standings,crosstable,ticker,card:1,ranks,clock,announcements,screen:stage"


async def test_on_connecting_the_newest_frame_of_each_topic(server: Server):
    async with server.follow(PUBLIC) as line:
        got = await frames(line, 11)
        assert sorted(got) == sorted(PUBLIC.split(","))
        assert {said["version"] for said in got.values()} == {5}
        assert all(said["state"]["version"] == 5 for said in got.values())
        await silence(line)


async def test_a_result_reaches_whoever_follows_the_boards(server: Server):
    await server.do(PAIR, PUBLISH)
    async with server.follow("boards") as one, server.follow("boards,clock") as two:
        await frames(one, 1)
        await frames(two, 2)
        answer = await server.do(result(2))
        for line in (one, two):
            said = await frame(line)
            assert (said["topic"], said["version"], said["after"]) == ("boards", answer.version, 7)
            assert said["changed"] == [2]
            assert said["positions"] == [8, 8]
            assert said["at"] == answer.records[0].at
            assert [board["result"] for board in said["state"]["boards"]] == ["pending", "1-0"]
            await silence(line)


async def test_a_part_of_the_boards(server: Server):
    await server.do(PAIR, PUBLISH)
    async with server.follow("boards:2-40,boards:1") as line:
        got = await frames(line, 2)
        assert [board["board"] for board in got["boards:2-40"]["state"]["boards"]] == [2]
        assert [board["board"] for board in got["boards:1"]["state"]["boards"]] == [1]
        await server.do(result(1))
        assert (await frame(line))["topic"] == "boards:1"
        await silence(line)


async def test_find_your_board_from_a_to_z_accents_ignored(server: Server):
    await server.do(PAIR, PUBLISH)
    async with server.follow("names") as line:
        lines = (await frame(line))["state"]["lines"]
    assert [(one["player"]["name"], one["letter"], one["start"]) for one in lines] == [
        ("Anna", "A", "Ann"),
        ("Bram", "B", "Bra"),
        ("Dirk", "D", "Dir"),
        ("Öie", "O", "Oie"),
    ]
    dirk = lines[2]
    assert (dirk["board"], dirk["colour"], dirk["opponent"]["name"]) == (2, "black", "Öie")


async def test_standings_of_a_category(server: Server):
    await server.do(RegisterPlayers(players=(NewPlayer(player=Player(0, "Zoë", club="Tartu, west")),)))
    await server.do(ChangePublicFields(fields=("club",)))
    async with server.follow("standings:club=Tartu%252C%20west") as line:  # in an address a percent sign is written %25
        said = await frame(line)
    assert [one["player"]["name"] for one in said["state"]["lines"]] == ["Zoë"]


async def test_without_a_ladder_boards_and_cards_go_on_and_what_it_would_add_is_empty(server: Server):
    """A screen or a phone may follow a season whose rules were changed to those of another system."""
    async with server.follow("boards,card:1,paired-ladder,ladder-card:1") as line:
        got = await frames(line, 4)
        assert {topic for topic, said in got.items() if said["state"] is None} == {"paired-ladder", "ladder-card:1"}


async def test_a_ladder_where_there_is_one(server: Server):
    await server.open_four("club", Rules("keizer", 5))
    async with server.follow("ladder", stream="club") as line:
        assert len((await frame(line))["state"]["lines"]) == 4


async def test_announcements_the_clock_and_what_a_screen_shows(server: Server):
    async with server.follow("announcements,clock,screen:stage") as line:
        assert (await frames(line, 3))["screen:stage"]["state"]["screen"] is None
        await server.do(Announce(text="Lunch"))
        said = await frame(line)
        assert [a["text"] for a in said["state"]["announcements"]] == ["Lunch"]
        assert said["changed"] == [said["version"]]
        await server.do(SetClock(round=1, starts="2026-05-01T10:00Z", ends="2026-05-01T12:00Z"))
        assert (await frame(line))["state"]["clock"]["ends"] == "2026-05-01T12:00:00Z"
        await server.do(SetScreen(screen=Screen("stage", (Scene(Sight.BOARDS),))))
        assert (await frame(line))["state"]["screen"] == {"name": "stage", "scenes": [{"view": "boards"}]}
        await server.do(RemoveScreen(name="stage"))
        assert (await frame(line))["state"]["screen"] is None


async def test_tournaments_do_not_hear_of_each_other(server: Server):
    await server.open_four("other")
    async with server.follow("boards,ticker") as line:
        await frames(line, 2)
        await server.do(PAIR, PUBLISH, result(1), stream="other")
        await silence(line)


# -- since -------------------------------------------------------------------------------------------------------------


async def test_nothing_for_who_has_the_newest(server: Server):
    await server.do(PAIR, PUBLISH)
    async with server.follow("boards,clock", since=7) as line:
        await silence(line)
        await server.do(result(1))
        assert (await frame(line))["version"] == 8


async def test_a_version_for_each_topic(server: Server):
    async with server.follow("boards,clock,names", since="5,0,3") as line:
        assert sorted(await frames(line, 2)) == ["clock", "names"]
        await silence(line)


@pytest.mark.parametrize("since", [1, 4, 6, 999, 9_999_999_999])
async def test_any_other_version_gets_the_newest_frame(server: Server, since: int):
    """One that is still to come was another log's."""
    async with server.follow("boards", since=since) as line:
        assert (await frame(line))["version"] == 5


async def test_what_did_not_change_is_not_sent_again_to_who_comes_back(server: Server):
    """The version is that of the tournament when the topic changed last."""
    async with server.follow("clock") as staying:
        assert (await frame(staying))["version"] == 5
        await server.do(PAIR, PUBLISH)
        async with server.follow("clock", since=5) as line:
            await silence(line)


# -- bursts ------------------------------------------------------------------------------------------------------------


async def test_a_burst_is_merged_and_its_end_is_never_lost(server: Server):
    names = [f"Player {number}" for number in range(100)]
    async with server.follow("names") as line:
        await frame(line)
        for name in names:
            await server.do(register(name))
        seen = [await frame(line)]
        while seen[-1]["version"] < 105:
            seen.append(await frame(line))
        versions = [said["version"] for said in seen]
        assert versions == sorted(set(versions))
        assert len(seen) < 60
        assert len(seen[-1]["state"]["lines"]) == 104
        # Without a gap: every frame begins where the one before ended.
        assert [said["after"] for said in seen] == [5, *versions[:-1]]
        assert [said["positions"][0] for said in seen] == [6, *(said["positions"][1] + 1 for said in seen[:-1])]
        await silence(line)


async def test_the_results_of_one_command_are_one_frame(server: Server):
    async with server.follow("names") as line:
        await frame(line)
        await server.do(register("Zoë", "Yann", "Xaver"))
        said = await frame(line)
        assert (said["positions"], said["changed"]) == ([6, 8], [7, 6, 5])
        await silence(line)


# -- changing one's mind -----------------------------------------------------------------------------------------------


async def test_topics_are_changed_on_the_way(server: Server):
    async with server.follow("boards,names") as line:
        await frames(line, 2)
        await line.send(json.dumps({"topics": ["names", "clock", "ticker"], "known": {"ticker": 5}}))
        assert (await frame(line))["topic"] == "clock"  # of names it has all, of the ticker it says so
        await silence(line)
        await server.do(PAIR, PUBLISH)
        assert sorted(await frames(line, 2)) == ["names", "ticker"]
        await silence(line)


async def test_what_nobody_follows_is_not_worked_out(server: Server):
    async with server.follow("boards") as line:
        await frame(line)
        assert set(server.hub._tournaments["open"].channels) == {"boards"}
    await asyncio.sleep(0.05)
    assert server.hub._tournaments == {}


# -- compression -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("offer", "is_compressed"),
    [
        (None, False),
        (ClientPerMessageDeflateFactory(), True),
        (ClientPerMessageDeflateFactory(client_max_window_bits=True), True),
        (ClientPerMessageDeflateFactory(server_max_window_bits=10), False),  # not the window that serves all
    ],
)
async def test_with_and_without_compression_the_same_is_said(server: Server, offer, is_compressed: bool):
    options: dict[str, Any] = {"compression": None, "extensions": [offer] if offer else None}
    async with server.follow("crosstable,names", **options) as line:
        (inside,) = server.hub._tournaments["open"].connections
        assert inside.deflates is is_compressed
        async with server.follow("crosstable,names") as other:
            assert await frames(line, 2) == await frames(other, 2)
        await line.send(json.dumps({"topics": ["names"] * 300}))  # long enough to be compressed on its way to us
        await server.do(register("Zoë"))
        assert (await frame(line))["topic"] == "names"


# -- the end -----------------------------------------------------------------------------------------------------------


async def test_a_private_tournament_shows_nothing_more_to_a_member_whose_entry_is_removed(server: Server):
    await server.do(ChangeDetails(details=Details("Club", is_private=True)), register("Eva", "Fia"))
    keys = [
        server.key_store.make(Grant(Role.MEMBER, "open", player=player), name="Eva", by="test", api=True)
        for player in (5, 6)
    ]
    removed, kept = ({"Authorization": f"Bearer {made.token}"} for made in keys)
    async with (
        server.follow("names", additional_headers=removed) as line,
        server.follow("names", additional_headers=kept) as other,
    ):
        await asyncio.gather(frame(line), frame(other))
        await server.do(RemovePlayers(players=(5,), reason="moved away"))
        assert await goodbye(line) == (4404, "no-such-tournament")
        assert (await frame(other))["topic"] == "names"


async def test_a_tournament_that_becomes_private_shows_nothing_more(server: Server):
    async with server.follow("names") as line:
        await frame(line)
        await server.do(ChangeDetails(details=Details("Club", is_private=True)))
        assert await goodbye(line) == (4404, "no-such-tournament")
    async with server.follow("names") as line:
        assert await goodbye(line) == (4404, "no-such-tournament")
