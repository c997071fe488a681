"""A festival is followed by its own id: its sections' topics, everybody in one list, and nothing that is private."""

from __future__ import annotations

import pytest

from engine.model import Details, Rules
from ledger.acts.festivals import AddSection, OpenFestival, RemoveSection
from ledger.acts.hall import Announce
from ledger.acts.opening import ChangeDetails
from ledger.acts.screens import SetScreen
from ledger.screen import Scene, Screen, Sight
from tests.displays.web.live.server import PAIR, PUBLISH, Server, frame, frames, result, silence


@pytest.fixture
async def fair(server: Server) -> Server:
    """The festival ``fair`` of ``open`` and ``club``, with four players each."""
    await server.open_four("other", Rules("by-hand", 5))
    await server.do(OpenFestival(details=Details("Fair")), stream="fair")
    await server.do(AddSection(section="open"), AddSection(section="other"), stream="fair")
    return server


async def test_a_result_of_a_section_reaches_who_follows_the_festival(fair: Server):
    await fair.do(PAIR, PUBLISH)
    async with fair.follow("open/boards,other/boards,names", stream="fair") as line:
        got = await frames(line, 3)
        assert len(got["names"]["state"]["lines"]) == 4
        await fair.do(result(2))
        said = [await frame(line), await frame(line)]
        assert {one["topic"] for one in said} == {"open/boards", "names"}
        boards = next(one for one in said if one["topic"] == "open/boards")
        assert [board["result"] for board in boards["state"]["boards"]] == ["pending", "1-0"]
        assert boards["version"] == fair.desk.log.position()
        await silence(line)


async def test_a_section_that_is_added_later_has_its_name_in_the_list_of_all(fair: Server):
    """A screen knows by their names the sections that there were when it was loaded."""
    await fair.do(RemoveSection(section="open"), stream="fair")
    await fair.do(PAIR, PUBLISH)
    async with fair.follow("names", stream="fair") as line:
        assert (await frame(line))["state"]["sections"] == {}
        await fair.do(AddSection(section="open"), stream="fair")
        state = fair.desk.state("open")
        assert state is not None
        assert (await frame(line))["state"]["sections"] == {"open": state.tournament.details.name}


async def test_a_frame_of_a_section_tells_of_its_own_newest_record(fair: Server):
    """Not of the end of the log, nor of what the festival itself recorded last."""
    await fair.do(PAIR, PUBLISH)
    published = fair.desk.log.position()
    await fair.do(Announce(text="Tea"), stream="other")
    async with fair.follow("open/boards,names,clock", stream="fair") as line, fair.follow("boards") as own:
        got, alone = await frames(line, 3), await frame(own)
        assert got["open/boards"]["positions"] == alone["positions"] == [published, published]
        assert got["open/boards"]["at"] == alone["at"]
        assert got["names"]["positions"] == [published + 1, published + 1]
        assert got["clock"]["positions"][1] < published - 1


async def test_a_draft_is_not_told(fair: Server):
    async with fair.follow("open/boards,names", stream="fair") as line:
        await frames(line, 2)
        await fair.do(PAIR)
        await silence(line)
        await fair.do(PUBLISH)
        assert {(await frame(line))["topic"], (await frame(line))["topic"]} == {"open/boards", "names"}


async def test_a_section_that_becomes_private_is_taken_down(fair: Server):
    await fair.do(PAIR, PUBLISH)
    async with fair.follow("open/boards,names", stream="fair") as line:
        await frames(line, 2)
        await fair.do(ChangeDetails(details=Details("Club", is_private=True)))
        said = {one["topic"]: one["state"] for one in (await frame(line), await frame(line))}
        assert said["open/boards"] is None
        assert said["names"]["lines"] == []


async def test_a_common_screen_has_a_scene_of_each_section(fair: Server):
    door = Screen("door", (Scene(Sight.NAMES), Scene(Sight.STANDINGS), Scene(Sight.BOARDS, section="other")))
    await fair.do(SetScreen(screen=door), Announce(text="Tea"), stream="fair")
    async with fair.follow("screen:door,announcements", stream="fair") as line:
        got = await frames(line, 2)
        shown = got["screen:door"]["state"]["screen"]["scenes"]
        assert [(scene["view"], scene.get("section", "")) for scene in shown] == [
            ("names", ""),
            ("standings", "open"),
            ("standings", "other"),
            ("boards", "other"),
        ]
        assert got["announcements"]["state"]["announcements"][0]["text"] == "Tea"


async def test_a_section_that_has_gone_keeps_no_other_off_the_line(fair: Server):
    """Its screens had no line then, and come back with the topics that they know."""
    await fair.do(PAIR, PUBLISH)
    await fair.do(RemoveSection(section="other"), stream="fair")
    await fair.do(ChangeDetails(details=Details("Other", is_private=True)), stream="other")
    async with fair.follow("open/boards,other/boards,other/ladder,nobody/standings", stream="fair") as line:
        got = await frames(line, 4)
        assert len(got["open/boards"]["state"]["boards"]) == 2
        assert [got[topic]["state"] for topic in ("other/boards", "other/ladder", "nobody/standings")] == [None] * 3


async def test_a_section_that_is_private_shows_what_one_that_is_not_there_shows(fair: Server):
    await fair.do(PAIR, PUBLISH)
    await fair.do(ChangeDetails(details=Details("Club", is_private=True)))
    async with fair.follow("open/boards,nobody/boards", stream="fair") as line:
        got = await frames(line, 2)
        assert {**got["open/boards"], "topic": ""} == {**got["nobody/boards"], "topic": ""}


@pytest.mark.parametrize("topic", ["boards", "open/desk", "open/screen:door", "standings"])
async def test_what_a_festival_has_not_cannot_be_followed(fair: Server, topic: str):
    async with fair.follow(topic, stream="fair") as line:
        await line.wait_closed()
        assert (line.close_code, line.close_reason) == (4400, "no-such-topic")


async def test_a_tournament_has_no_sections(fair: Server):
    async with fair.follow("other/boards") as line:
        await line.wait_closed()
        assert (line.close_code, line.close_reason) == (4400, "no-such-topic")
