"""Members sign off and on for evenings: until the deadline, for themselves, and the page says when it was recorded."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest

from engine.model import Outcome
from ledger.acts.presence import AnnounceAbsence
from tests.displays.client import HALL, Web
from tests.displays.commandline import Roundlog

ZONE = "Europe/Amsterdam"
EVENINGS = (("2026-10-02T20:00", 1), ("2026-10-09T20:00", 2), ("2026-10-09T21:30", 3), ("2026-10-16T20:00", 4))
IN_TIME = datetime(2026, 9, 20, 12, tzinfo=UTC)
AT_THE_DEADLINE = datetime(2026, 10, 8, 18, tzinfo=UTC)  # 20:00 in Amsterdam, a day before rounds 2 and 3


@pytest.fixture
def club(roundlog: Roundlog) -> Roundlog:
    roundlog("open", "club", "--name", "Club", "--rounds", 5)
    for name in ("Anna", "Bram", "Katrin", "Jürgen"):
        roundlog("register", "club", name)
    return roundlog


@pytest.fixture
def web_at(club: Roundlog, web: Web) -> Any:
    """The server, with its clock at a moment; and a schedule: round 5 is not on it."""
    schedule = [{"starts": starts, "round": number} for starts, number in EVENINGS]
    answer = web.bearer("owner").request(
        "PUT", "/api/t/club/schedule", json={"schedule": schedule, "zone": ZONE, "notice": 24 * 60}
    )
    assert answer.status_code == 200, answer.text

    def at(moment: datetime) -> Web:
        web.app.state.services.key_store.clock = lambda: moment
        return web

    return at


def member(web: Web, player: int) -> Web:
    return web.bearer("member", "club", player=player, name=f"member {player}")


def tell(who: Web, player: int, **asked: object) -> Any:
    return who.request("PUT", f"/api/t/club/members/{player}/evenings", json=asked)


def evenings(web: Web, player: int) -> list[Any]:
    return list(member(web, player).get(f"/api/t/club/members/{player}").json()["evenings"])


def test_the_evenings_go_by_their_days_and_what_has_none_by_rounds(web_at: Any):
    found = evenings(web_at(IN_TIME), 1)
    assert [(one["day"], one["rounds"], one["starts"][11:]) for one in found] == [
        ("2026-10-02", [1], "20:00"),
        ("2026-10-09", [2, 3], "20:00"),
        ("2026-10-16", [4], "20:00"),
        ("", [5], ""),
    ]
    assert [one["deadline"] for one in found[:2]] == ["2026-10-01T18:00:00Z", "2026-10-08T18:00:00Z"]
    assert {one["coming"] for one in found} == {"yes"}


def test_off_and_on_again_with_the_time_of_the_record(web_at: Any):
    web = web_at(IN_TIME)
    anna = member(web, 1)
    written = tell(anna, 1, absent=True, days=["2026-10-09"])
    assert written.status_code == 200, written.text
    (record,) = written.json()["records"]
    assert (record["event"]["type"], record["actor"].split(" (")[0]) == ("absence-announced", "member 1")
    evening = evenings(web, 1)[1]
    assert (evening["coming"], evening["at"]) == ("no", record["at"])
    assert [one["coming"] for one in evenings(web, 2)] == ["yes"] * 4
    assert tell(anna, 1, absent=True, days=["2026-10-09"]).json()["records"] == []
    again = tell(anna, 1, absent=False, days=["2026-10-09"]).json()["records"]
    assert [one["event"]["type"] for one in again] == ["absence-cancelled"]
    evening = evenings(web, 1)[1]
    assert (evening["coming"], evening["at"]) == ("yes", again[0]["at"])
    assert tell(anna, 1, absent=False, days=["2026-10-09"]).json()["records"] == []


def test_at_the_very_minute_it_is_in_time_and_then_too_late(web_at: Any):
    web = web_at(AT_THE_DEADLINE)
    assert tell(member(web, 1), 1, absent=True, days=["2026-10-09"]).status_code == 200
    web = web_at(AT_THE_DEADLINE.replace(second=1))
    for absent in (True, False):
        answer = tell(member(web, 1), 1, absent=absent, days=["2026-10-09"])
        assert (answer.status_code, answer.json()["code"]) == (409, "too-late-to-tell")
        assert answer.json()["facts"]["deadline"] == "2026-10-08 20:00"
    assert tell(member(web, 2), 2, absent=True, rounds=[3]).json()["code"] == "too-late-to-tell"  # nor by its round
    assert evenings(web, 1)[1]["is_late"]
    assert web.bearer("arbiter", "club").post(
        "/api/t/club/players/2/absences", json={"days": ["2026-10-09"]}
    ).status_code in (200, 201)


def test_without_a_schedule_until_the_round_is_paired(club: Roundlog, web: Web):
    bram = member(web, 2)
    assert tell(bram, 2, absent=True, rounds=[1]).status_code == 200
    assert [one["coming"] for one in evenings(web, 2)] == ["no", *["yes"] * 4]
    assert tell(bram, 2, absent=False, rounds=[1]).status_code == 200
    club("pair", "club", 1, "--boards", "1-2 3-4")
    assert tell(bram, 2, absent=True, rounds=[1]).json()["code"] == "round-already-paired"
    assert [one["rounds"] for one in evenings(web, 2)] == [[2], [3], [4], [5]]


def test_what_the_arbiter_has_settled_stands(club: Roundlog, web: Web):
    club("absent", "club", 1, "2", "--kind", "half-bye")
    club("withdraw", "club", 2)
    found = evenings(web, 1)
    assert found[1]["coming"] == "agreed"
    for absent in (True, False):
        assert tell(member(web, 1), 1, absent=absent, rounds=[2]).json()["code"] == "absence-is-agreed"
    assert {one["coming"] for one in evenings(web, 2)} == {"out"}
    assert tell(member(web, 2), 2, absent=True, rounds=[2]).json()["code"] == "not-in-that-round"


def test_what_the_arbiter_settles_in_the_meantime_stands(club: Roundlog, web: Web):
    """The arbiter's word is being written while it is looked at whether the member may say so."""
    desk = web.app.state.services.desk
    bye = AnnounceAbsence(player=1, rounds=(2,), outcome=Outcome.HALF_BYE)
    headers = member(web, 1).headers

    async def at_once() -> httpx.Response:
        transport = httpx.ASGITransport(web.app, client=("127.0.0.1", 50000))
        async with httpx.AsyncClient(transport=transport, base_url=HALL) as client:
            asked = {"absent": True, "rounds": [2]}
            told = client.put("/api/t/club/members/1/evenings", json=asked, headers=headers)
            _, answer = await asyncio.gather(desk.handle("club", bye, actor="arbiter"), told)
        return answer

    answer = asyncio.run(at_once())
    assert (answer.status_code, answer.json()["code"]) == (409, "absence-is-agreed")
    assert desk.state("club").tournament.entries[1].absences == {2: Outcome.HALF_BYE}


@pytest.mark.parametrize("absent", [True, False])
@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"rounds": [99]}, "round-outside-programme"),
        ({"days": ["zzz"]}, "not-a-wall-time"),
        ({"days": ["2026-10-10"]}, "no-evening-on-day"),
        ({}, "rounds-missing"),
    ],
)
def test_what_is_no_evening_is_refused_of_who_signs_off_and_on(
    web_at: Any, absent: bool, asked: dict[str, Any], code: str
):
    web = web_at(IN_TIME)
    assert tell(member(web, 1), 1, absent=absent, **asked).json()["code"] == code


def test_what_is_said_twice_counts_once_and_of_more_than_the_schedule_has_one_is_wrong(web_at: Any):
    web = web_at(IN_TIME)
    days = [f"2026-{month:02}-{day:02}" for month in range(1, 13) for day in range(1, 29)]
    assert tell(member(web, 1), 1, absent=True, days=days).json()["code"] == "no-evening-on-day"
    many = tell(member(web, 1), 1, absent=True, days=["2026-10-09"] * 300, rounds=[4] * 300)
    event = many.json()["records"][0]["event"]
    assert (event["days"], event["rounds"]) == (["2026-10-09"], [4])


def test_nobody_tells_for_somebody_else(web_at: Any):
    web = web_at(IN_TIME)
    anna = member(web, 1)
    revoked = web.sign_in("member", "club", player=3)
    key = web.app.state.services.key_store.all_keys()[0]
    web.app.state.services.key_store.revoke(key.number, by="test")
    asked = {"absent": True, "days": ["2026-10-09"]}
    assert tell(anna, 2, **asked).json()["code"] == "not-your-player"
    assert tell(web.bearer("member", "other", player=1), 1, **asked).json()["code"] == "not-allowed"
    assert tell(web.bearer("arbiter", "club"), 1, **asked).json()["code"] == "not-allowed"
    assert tell(revoked, 3, **asked).json()["code"] == "sign-in-needed"
    assert tell(web, 1, **asked).json()["code"] == "sign-in-needed"
    assert tell(anna, 1, absent=True).json()["code"] == "rounds-missing"
    assert tell(anna, 1, absent=True, days=["2026-10-10"]).json()["code"] == "no-evening-on-day"
    assert {one["coming"] for player in (1, 2, 3) for one in evenings(web, player)} == {"yes"}


def test_who_is_absent_is_for_members_once_the_club_says_so(web_at: Any, club: Roundlog):
    web = web_at(IN_TIME)
    tell(member(web, 2), 2, absent=True, days=["2026-10-09"])
    club("absent", "club", 3, "2")
    club("initials", "club", 3)
    assert {one["absent"] for one in evenings(web, 1)} == {None}
    rights = {"results": False, "absent": True}
    assert web.bearer("arbiter", "club").request("PUT", "/api/t/club/member-rights", json=rights).status_code == 200
    assert [one["absent"] for one in evenings(web, 1)] == [[], ["Bram", "K."], [], []]
