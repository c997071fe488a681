"""Festivals through the API: their sections as each may see them, keys for all sections, moves, one export."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.displays.client import Web, cookie_of
from tests.displays.web.api.club import FESTIVAL, club_at, problem, serving
from tests.ledger.store.logs import break_stream

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


def test_who_may_make_no_owners_of_a_tournament_does_not_add_it(web: Web):
    """The owners of the festival would be owners of the section."""
    web.bearer("owner").request("DELETE", f"{FESTIVAL}/sections/b")
    problem(web.bearer("arbiter").post(f"{FESTIVAL}/sections", json={"section": "b"}), 403, "not-allowed")
    assert web.bearer("owner").post(f"{FESTIVAL}/sections", json={"section": "b"}).status_code == 201


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


def test_nobody_is_told_of_a_private_section_without_a_key(web: Web):
    """Neither by what the festival is nor by what happened there; whoever has a key is told of all of it."""
    owner = web.bearer("owner")
    lines = [
        {"starts": "2026-05-01T14:00", "round": 1},
        {"starts": "2026-05-01T16:30", "round": 1, "section": "secret"},
    ]
    scenes = [{"view": "names"}, {"view": "boards", "section": "secret"}]
    opening = {"id": "secret", "details": {"name": "Secret", "is_private": True}}
    owner.post("/api/t", json={**opening, "rules": {"system": "by-hand", "rounds": 3}})
    for method, address, body in (
        ("POST", "sections", {"section": "secret"}),
        ("PUT", "schedule", {"schedule": lines}),
        ("PUT", "screens", {"screen": {"name": "door", "scenes": scenes}}),
        ("PUT", "schedule", {"schedule": lines[:1]}),
        ("PUT", "schedule", {"schedule": lines}),
    ):
        assert owner.request(method, f"{FESTIVAL}/{address}", json=body).status_code in (200, 201)
    addresses = [FESTIVAL, f"{FESTIVAL}?version=8", f"{FESTIVAL}/players", f"{FESTIVAL}/audit", "/api/f"]
    addresses += [f"{FESTIVAL}/audit?limit=3", "/f/club", "/p/club", "/screen/club/door", "/screen/club", "/", "/api/t"]
    for address in addresses:
        answer = web.get(address)
        assert answer.status_code == 200, address
        assert "secret" not in answer.text.lower(), address
    problem(web.get("/api/t/club/events"), 404, "no-such-tournament")
    refused = [web.get(f"/screen/club?view=boards&section={section}") for section in ("secret", "nobody")]
    assert refused[0].text.replace("secret", "nobody") == refused[1].text
    assert [one["starts"] for one in web.get(FESTIVAL).json()["schedule"]] == ["2026-05-01T14:00"]
    arbiter = web.bearer("arbiter", "club")
    assert len(arbiter.get(FESTIVAL).json()["schedule"]) == 2
    added = [one for one in arbiter.get(f"{FESTIVAL}/audit").json()["entries"] if one["what"] == "section-added"]
    assert [one["changes"][0]["new"] for one in added] == ["a", "b", "secret"]
    assert len(web.get(f"{FESTIVAL}/audit?limit=3").json()["entries"]) == 3
    owner.request("PUT", f"{FESTIVAL}/schedule", json={"schedule": lines[:1]})
    owner.request("DELETE", f"{FESTIVAL}/sections/secret")
    assert "secret" not in web.get(f"{FESTIVAL}/audit").text


def test_a_key_to_many_tournaments_loads_none_of_them(web: Web, tmp_path: Path):
    """Only a festival is looked into for who asks; and one that cannot be read shuts nobody out of the others."""
    web.bearer("owner").post("/api/f", json={"id": "other", "details": {"name": "Other"}})
    for stream in ("b", "other"):
        break_stream(tmp_path / "roundlog.db", stream, 2 if stream == "b" else 1)
    with serving(tmp_path / "roundlog.db") as again:
        helper = again.sign_in("results", "club")
        for stream in ("a", "b", "other"):
            answer = helper.post(again.link("arbiter", stream), data={"name": "Bo", "keep": "1"})
            helper.headers["cookie"] = cookie_of(answer)
        assert helper.get("/health").status_code == 200
        projector = again.app.state.services.desk.projector
        assert [projector.state(stream) is None for stream in ("club", "a", "b")] == [False, True, True]
        assert helper.get("/console/a").status_code == helper.get("/console/club").status_code == 200


def test_the_list_of_festivals_loads_nothing(web: Web, tmp_path: Path):
    web.bearer("owner").request("PUT", "/api/t/b/details", json={"details": {"name": "B", "is_private": True}})
    with serving(tmp_path / "roundlog.db") as again:
        assert [(one["id"], one["sections"]) for one in again.get("/api/f").json()] == [("club", 1)]
        projector = again.app.state.services.desk.projector
        assert [projector.state(stream) for stream in ("club", "a", "b")] == [None, None, None]
        owner = again.bearer("owner")
        assert [(one["id"], one["sections"]) for one in owner.get("/api/f").json()] == [("club", 2)]


def test_nobody_announces_in_the_name_of_a_festival_and_the_public_is_not_told_which_it_is(web: Web):
    owner = web.bearer("owner")
    problem(owner.post("/api/t/a/announcements", json={"text": "Tea", "of_festival": 7}), 400, "field-unknown")
    command = {"do": "pass-on-announcement", "text": "Tea", "until": "", "festival": "club", "number": 7}
    assert owner.post("/api/t/a/commands", json=command).status_code == 400
    owner.request("PUT", f"{FESTIVAL}/details", json={"details": {"name": "Club", "is_private": True}})
    assert owner.post(f"{FESTIVAL}/announcements", json={"text": "Tea"}).status_code == 201
    told = [json.loads(line)["event"] for line in web.get("/api/t/a/events").text.splitlines()]
    assert [one for one in told if one["type"] == "announced"][-1].keys() == {"type", "announcement", "text"}
    assert "club" not in web.get("/api/t/a/audit").text
