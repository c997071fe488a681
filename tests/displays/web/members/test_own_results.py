"""Members report their own results through their links: who may, and what the two and the arbiter see of it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tests.displays.client import Web
from tests.displays.commandline import Roundlog

ROUND = "/api/t/club/rounds/1"


@pytest.fixture
def club(roundlog: Roundlog) -> Roundlog:
    """Anna – Bram on board 1, Katrin – Jürgen on board 2."""
    roundlog("open", "club", "--name", "Club", "--rounds", 5)
    for name in ("Anna", "Bram", "Katrin", "Jürgen"):
        roundlog("register", "club", name)
    roundlog("pair", "club", 1, "--boards", "1-2 3-4")
    roundlog("publish", "club", 1)
    return roundlog


@pytest.fixture
def arbiter(club: Roundlog, web: Web) -> Web:
    arbiter = web.sign_in("arbiter", "club")
    rights = {"results": True, "absent": False}
    assert arbiter.request("PUT", "/api/t/club/member-rights", json=rights).status_code == 200
    return arbiter


def member(web: Web, player: int) -> Web:
    return web.sign_in("member", "club", player=player, name=f"member {player}")


def report(who: Web, player: int, result: str) -> Any:
    return who.post(f"/api/t/club/players/{player}/report", json={"round": 1, "result": result})


def game_of(web: Web, player: int) -> Any:
    return member(web, player).get(f"/api/t/club/members/{player}").json()["game"]


def unconfirmed(arbiter: Web) -> dict[int, int]:
    state = arbiter.get("/console/club/rounds/1/state").json()
    return {line["board"]: line["reported"] for line in state["boards"] if line["reported"]}


def test_reported_by_one_and_confirmed_by_the_other(arbiter: Web, web: Web):
    assert report(member(web, 2), 2, "0-1").status_code == 201
    assert unconfirmed(arbiter) == {1: 2}
    assert [game_of(web, player)["report"] for player in (1, 2)] == ["to-confirm", "own"]
    assert [game_of(web, player)["outcome"] for player in (1, 2)] == ["loss", "win"]
    assert report(member(web, 1), 1, "0-1").status_code == 201
    assert unconfirmed(arbiter) == {}
    assert [game_of(web, player)["report"] for player in (1, 2)] == ["settled", "settled"]


def test_two_readings_are_a_dispute_that_the_arbiter_settles(arbiter: Web, web: Web):
    report(member(web, 1), 1, "1-0")
    assert report(member(web, 2), 2, "0-1").status_code == 201
    (dispute,) = arbiter.get("/api/t/club/disputes").json()
    assert (dispute["stands"], dispute["by"], dispute["tried"], dispute["who"]) == (
        "1-0",
        "member 1",
        "0-1",
        "member 2",
    )
    assert [game_of(web, player)["report"] for player in (1, 2)] == ["disputed", "disputed"]
    assert game_of(web, 1)["choices"] == []
    fixed = {"result": "0-1", "reason": "asked them"}
    assert arbiter.post(f"{ROUND}/boards/1/correction", json=fixed).status_code == 201
    assert [game_of(web, player)["report"] for player in (1, 2)] == ["settled", "settled"]


def test_the_arbiter_confirms_what_one_reported(arbiter: Web, web: Web):
    report(member(web, 1), 1, "1/2")
    assert "reported by" in web.sign_in("arbiter", "club").get("/console/club/rounds/1").text  # (the words of the page)
    assert arbiter.post(f"{ROUND}/boards/1/confirmation").status_code == 201
    assert unconfirmed(arbiter) == {}
    assert game_of(web, 2)["report"] == "settled"


def test_nobody_reports_for_anybody_else(arbiter: Web, web: Web):
    version = arbiter.get("/api/t/club").json()["version"]
    anna = member(web, 1)
    for player in (2, 3):
        answer = report(anna, player, "1-0")
        assert (answer.status_code, answer.json()["code"]) == (403, "not-your-player")
        command = {"do": "report-result", "player": player, "round": 1, "result": "1-0"}
        assert anna.post("/api/t/club/commands", json=command).json()["code"] == "not-your-player"
        assert anna.get(f"/api/t/club/members/{player}").status_code == 403
    others: tuple[dict[str, object], ...] = (
        {"do": "enter-result", "round": 1, "board": 1, "result": "1-0"},
        {"do": "confirm-report", "round": 1, "board": 1},
        {"do": "announce-absence", "player": 1, "rounds": [2]},
        {"do": "change-member-rights", "results": True, "absent": True},
    )
    for other in others:
        assert anna.post("/api/t/club/commands", json=other).json()["code"] == "not-allowed"
    for stranger in (arbiter, web.sign_in("member", "other", player=1), web.sign_in("display", "club")):
        assert report(stranger, 1, "1-0").json()["code"] == "not-allowed"
    assert report(web, 1, "1-0").json()["code"] == "sign-in-needed"
    assert arbiter.get("/api/t/club").json()["version"] == version


def test_not_before_the_club_allows_it_nor_after_the_round(club: Roundlog, web: Web):
    answer = report(member(web, 1), 1, "1-0")
    assert answer.json()["code"] == "members-report-no-results"
    assert game_of(web, 1)["choices"] == []
    arbiter = web.sign_in("arbiter", "club")
    arbiter.request("PUT", "/api/t/club/member-rights", json={"results": True, "absent": False})
    assert report(member(web, 1), 1, "1-0").status_code == 201
    club("result", "club", 1, 2, "1-0")
    club("close", "club", 1)
    assert report(member(web, 2), 2, "1/2").json()["code"] == "round-is-closed"
    assert game_of(web, 2)["choices"] == []


def test_of_a_draft_a_member_is_not_told(arbiter: Web, web: Web, club: Roundlog):
    for board in (1, 2):
        club("result", "club", 1, board, "1-0")
    club("close", "club", 1)
    before = game_of(web, 1)
    club("pair", "club", 2, "--boards", "1-3 2-4")
    answer = member(web, 1).post("/api/t/club/players/1/report", json={"round": 2, "result": "1-0"})
    assert answer.json()["code"] == "no-such-round"
    assert game_of(web, 1) == before


def test_the_log_says_who_and_the_public_that_it_stands(arbiter: Web, web: Web):
    report(member(web, 1), 1, "1-0")
    (entry,) = [one for one in web.get("/api/t/club/audit").json()["entries"] if one["what"] == "result-entered"]
    assert (entry["actor"], entry["board"]) == ("member 1", 1)
    assert "result-reported" not in web.get("/api/t/club/audit").text
    assert "result-reported" in arbiter.get("/api/t/club/audit").text


def test_only_their_own_page_has_it(arbiter: Web, web: Web):
    bram = member(web, 2)
    assert [facts_of(bram, player)["member"] is not None for player in (1, 2)] == [False, True]
    assert facts_of(web, 2)["member"] is None
    assert facts_of(bram, 2)["member"]["game"]["choices"] == [
        {"outcome": outcome, "result": result} for outcome, result in (("win", "0-1"), ("draw", "1/2"), ("loss", "1-0"))
    ]


def facts_of(who: Web, player: int) -> dict[str, Any]:
    page = who.get(f"/p/club/{player}").text
    found = re.search(r'<script type="application/json" id="facts">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    return dict(json.loads(found[1]))


def test_the_page_of_the_members_says_what_they_may_do(arbiter: Web):
    def ticked() -> list[str]:
        return re.findall(r'name="(results|absent)" checked', arbiter.get("/console/club/members").text)

    assert ticked() == ["results"]
    assert arbiter.post("/console/club/members/rights", data={"absent": "on"}).status_code == 303
    assert ticked() == ["absent"]
