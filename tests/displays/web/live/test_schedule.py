"""Who follows the schedule hears of a round that is moved; of an event, of the sections that everybody may know of."""

from __future__ import annotations

from engine.model import Details, Rules
from ledger.acts.act import Command
from ledger.acts.festivals import AddSection, OpenFestival
from ledger.acts.opening import ChangeDetails
from ledger.acts.schedule import MoveRound, SetSchedule
from ledger.schedule import ScheduleLine
from tests.displays.web.live.server import PAIR, PUBLISH, Server, frame, frames, silence

FIRST = ScheduleLine("2026-05-01T14:00", 1)
LATER = ScheduleLine("2026-05-01T16:00", 1, "other")


def setting(*lines: ScheduleLine) -> Command:
    return SetSchedule(schedule=lines, zone="Europe/Tallinn", notice=30)


async def test_a_round_that_is_moved_reaches_who_follows_the_schedule_without_the_reason(server: Server):
    await server.do(setting(FIRST))
    async with server.follow("schedule,ticker") as line:
        state = (await frames(line, 2))["schedule"]["state"]
        assert (state["zone"], state["notice"]) == ("Europe/Tallinn", 30)
        assert state["lines"] == [{"starts": FIRST.starts, "round": 1, "at": "2026-05-01T11:00:00Z"}]
        answer = await server.do(MoveRound(round=1, starts="2026-05-01T15:00", reason="ill", public_reason="Rain"))
        said = await frames(line, 2)
        assert said["schedule"]["version"] == answer.version
        assert said["schedule"]["state"]["lines"][0]["at"] == "2026-05-01T12:00:00Z"
        assert said["ticker"]["state"]["items"][0]["facts"] == {
            "round": 1,
            "begins": "2026-05-01T15:00",
            "because": "Rain",
        }
        assert "ill" not in str(said)
        await server.do(PAIR, PUBLISH)
        assert {(await frame(line))["topic"]} == {"ticker"}, "what does not move it is not told"
        await silence(line)


async def test_of_an_event_it_has_the_sections_that_everybody_may_know_of(server: Server):
    await server.open_four("other", Rules("by-hand", 5))
    await server.do(OpenFestival(details=Details("Fair")), stream="fair")
    await server.do(AddSection(section="open"), AddSection(section="other"), stream="fair")
    await server.do(setting(FIRST, LATER), stream="fair")
    async with server.follow("schedule,other/schedule", stream="fair") as line:
        got = await frames(line, 2)
        assert [one["starts"] for one in got["schedule"]["state"]["lines"]] == [FIRST.starts, LATER.starts]
        assert [one["starts"] for one in got["other/schedule"]["state"]["lines"]] == [LATER.starts]
        await server.do(ChangeDetails(details=Details("Other", is_private=True)), stream="other")
        said = await frames(line, 2)
        assert [one["starts"] for one in said["schedule"]["state"]["lines"]] == [FIRST.starts]
        assert said["other/schedule"]["state"] is None
