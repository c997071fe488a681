"""Festivals through the API: their sections as each may see them, keys for all sections, moves, one export."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.displays.client import Web
from tests.displays.web.api.club import FESTIVAL, club_at, problem

PLAYERS = {"players": [{"name": "Kask, Ann", "birth_year": 1990}, {"name": "Öst, Bo"}]}


@pytest.fixture
def web(tmp_path: Path) -> Iterator[Web]:
    """The festival ``club`` with the sections ``a`` and ``b``; both have players."""
    with club_at("festival", tmp_path) as web:
        owner = web.bearer("owner")
        owner.post(f"{FESTIVAL}/sections", json={"section": "b"})
        owner.post("/api/t/a/players", json=PLAYERS)
        owner.post("/api/t/b/players", json={"players": [{"name": "Ann Kask"}, {"name": "Tamm, Di"}]})
        yield web


def sections(web: Web) -> list[tuple[str, int]]:
    return [(one["id"], one["round"]) for one in web.get(FESTIVAL).json()["sections"]]


def test_a_festival_is_no_tournament_and_a_tournament_no_festival(web: Web):
    assert [one["id"] for one in web.get("/api/t").json()] == ["a", "b"]
    assert [(one["id"], one["sections"]) for one in web.get("/api/f").json()] == [("club", 2)]
    problem(web.get("/api/t/club"), 404, "no-such-tournament")
    problem(web.get("/api/t/club/boards"), 404, "no-such-tournament")
    problem(web.get("/api/f/a"), 404, "no-such-festival")
    problem(web.get("/api/f/nobody"), 404, "no-such-festival")


def test_opening_one_says_all_that_is_wrong(web: Web):
    owner = web.bearer("owner")
    problem(web.post("/api/f", json={"id": "x", "details": {"name": "X"}}), 401, "sign-in-needed")
    problem(owner.post("/api/f", json={"id": "X y", "details": {"name": "X"}}), 400, "bad-stream-name")
    problem(owner.post("/api/f", json={"id": "a", "details": {"name": "X"}}), 409, "tournament-exists")
    assert owner.post("/api/f", json={"id": "x", "details": {"name": "X"}}).status_code == 201


def test_a_draft_is_for_the_arbiters_and_a_private_section_for_who_has_a_key(web: Web):
    owner = web.bearer("owner")
    owner.post("/api/t/a/first-colour", json={"colour": "white"})
    owner.post("/api/t/a/rounds/1/pairing", json={})
    assert sections(web) == [("a", 0), ("b", 0)]
    assert sections(web.bearer("arbiter", "club")) == [("a", 1), ("b", 0)]
    owner.request("PUT", "/api/t/b/details", json={"details": {"name": "B", "is_private": True}})
    assert sections(web) == [("a", 0)]
    assert {one["section"] for one in web.get(f"{FESTIVAL}/players").json()} == {"a"}
    assert sections(web.bearer("display", "club")) == [("a", 0), ("b", 0)]


def test_a_key_to_the_festival_opens_every_section_with_its_role(web: Web):
    arbiter, helper = web.bearer("arbiter", "club"), web.bearer("results", "club")
    assert arbiter.post("/api/t/a/announcements", json={"text": "Tea"}).status_code == 201
    problem(helper.post("/api/t/a/announcements", json={"text": "Tea"}), 403, "not-allowed")
    assert web.bearer("owner").request("DELETE", f"{FESTIVAL}/sections/a").status_code == 200
    problem(arbiter.post("/api/t/a/announcements", json={"text": "Tea"}), 403, "not-allowed")


def test_nobody_takes_a_tournament_of_others_into_their_festival(web: Web):
    owner = web.bearer("owner")
    owner.post("/api/t", json={"id": "c", "details": {"name": "C"}, "rules": {"system": "by-hand", "rounds": 3}})
    arbiter = web.bearer("arbiter", "club")
    problem(arbiter.post(f"{FESTIVAL}/sections", json={"section": "c"}), 403, "not-allowed")
    command = {"do": "add-section", "section": "c"}
    problem(arbiter.post("/api/t/club/commands", json=command), 403, "not-allowed")
    problem(owner.post(f"{FESTIVAL}/sections", json={"section": "nobody"}), 409, "no-such-section")


def test_everybody_is_listed_and_what_is_private_is_not_told(web: Web):
    public: list[dict[str, Any]] = web.get(f"{FESTIVAL}/players").json()
    assert [(one["player"]["name"], one["section"]) for one in public] == [
        ("Ann Kask", "b"),
        ("Kask, Ann", "a"),
        ("Öst, Bo", "a"),
        ("Tamm, Di", "b"),
    ]
    assert public[1]["elsewhere"] == [{"section": "b", "number": 1}]
    assert "birth_year" not in public[1]["player"]
    assert web.bearer("arbiter", "club").get(f"{FESTIVAL}/players").json()[1]["player"]["birth_year"] == 1990


def test_a_player_moves_to_another_section_in_one_request(web: Web):
    arbiter = web.bearer("arbiter", "club")
    move = {"player": 2, "from_section": "a", "to_section": "b"}
    problem(web.bearer("results", "club").post(f"{FESTIVAL}/moves", json=move), 403, "not-allowed")
    problem(arbiter.post(f"{FESTIVAL}/moves", json={**move, "to_section": "x"}), 409, "no-such-section")
    once = {"idempotency-key": "k"}
    for _ in range(2):
        answer = arbiter.post(f"{FESTIVAL}/moves", json=move, headers=once)
        assert (answer.status_code, answer.json()) == (200, {"section": "b", "number": 3})
    assert [one["player"]["name"] for one in web.get("/api/t/a/players").json()] == ["Kask, Ann"]


def test_one_export_has_everything_and_only_staff_gets_it(web: Web):
    problem(web.get(f"{FESTIVAL}/export"), 401, "sign-in-needed")
    answer = web.bearer("arbiter", "club").get(f"{FESTIVAL}/export")
    titles = [line for line in answer.text.splitlines() if line.startswith('{"roundlog"')]
    assert [json.loads(line)["stream"] for line in titles] == ["club", "a", "b"]
    assert web.get(f"{FESTIVAL}/verify").json()["intact"]


def test_the_past_of_a_festival_is_shown(web: Web):
    assert [one["id"] for one in web.get(f"{FESTIVAL}?version=2").json()["sections"]] == ["a"]
    entries = web.get(f"{FESTIVAL}/audit").json()["entries"]
    assert [one["what"] for one in entries][:2] == ["festival-opened", "section-added"]
