"""The console of an event: its screens, its audit, its details, and no page that only a tournament has."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ledger.screen import Sight
from tests.displays.client import Web
from tests.displays.web.api.club import FESTIVAL, club_at


@pytest.fixture
def web(tmp_path: Path) -> Iterator[Web]:
    """An event with two sections, of which ``a`` is Swiss and ``b`` is played by Keizer."""
    with club_at("festival", tmp_path) as web:
        owner = web.bearer("owner")
        owner.post(f"{FESTIVAL}/sections", json={"section": "b"})
        owner.confirm("PUT", "/api/t/b/rules", json={"rules": {"system": "keizer", "rounds": 3}, "reason": "agreed"})
        yield web


@pytest.fixture
def arbiter(web: Web) -> Web:
    return web.sign_in("arbiter", "club", name="Anna")


def test_the_people_of_a_section_name_who_comes_in_by_the_event(web: Web, arbiter: Web):
    assert "With an access link to the event: Anna." in arbiter.get("/console/a/people").text
    assert "With an access link to the event" not in arbiter.get("/console/club/people").text


def hall_of(page: str) -> dict[str, Any]:
    found = re.search(r'<script[^>]*id="hall"[^>]*>(.*?)</script>', page, re.DOTALL)
    assert found is not None
    hall: dict[str, Any] = json.loads(found[1])
    return hall


def show(web: Web, *scenes: dict[str, Any]) -> int:
    screen = {"name": "stage", "scenes": list(scenes)}
    return web.request("PUT", f"{FESTIVAL}/screens", json={"screen": screen}).status_code


# -- screens -----------------------------------------------------------------------------------------------------------


def test_what_the_form_of_screens_offers_is_what_a_common_screen_takes(arbiter: Web):
    hall = hall_of(arbiter.get("/console/club/screens").text)
    assert hall["api"] == FESTIVAL
    assert [stream for stream, _ in hall["sections"]] == ["a", "b"]
    assert set(hall["sights"]) == {sight.value for sight in Sight} - {"film"}
    for sight in hall["sights"]:
        image = {"image": "/images/sponsor.png"} if sight == "image" else {}
        assert show(arbiter, {"view": sight, "section": "b", **image}) == 200, sight
    assert show(arbiter, {"view": "film"}) == 409
    for field, value in {"round": 1, "version": 1, "category": "sex=w"}.items():
        assert field in hall["withoutFields"]
        assert show(arbiter, {"view": "standings", field: value}) == 409
    tournament = hall_of(arbiter.get("/console/a/screens").text)
    assert tournament["sections"] == tournament["withoutFields"] == []
    assert "film" in tournament["sights"]
    assert "ladder" not in tournament["sights"]


def test_a_scene_is_reported_only_if_no_section_that_is_shown_has_it(web: Web, arbiter: Web):
    scenes = [{"view": "ladder"}, {"view": "ladder", "section": "a"}, {"view": "boards", "section": "b"}]
    assert show(arbiter, *scenes, {"view": "names"}, {"view": "clock"}) == 200
    left_out = hall_of(arbiter.get("/console/club/screens").text)["leftOut"]["stage"]
    assert list(left_out) == ["1"]
    assert "Keizer" in left_out["1"]
    owner = web.bearer("owner")
    owner.request("PUT", "/api/t/b/details", json={"details": {"name": "Hidden", "is_private": True}})
    left_out = hall_of(arbiter.get("/console/club/screens").text)["leftOut"]["stage"]
    assert list(left_out) == ["0", "1", "2"]
    assert "private" in left_out["2"]
    owner.request("DELETE", f"{FESTIVAL}/sections/b", json={})
    assert "no section" in hall_of(arbiter.get("/console/club/screens").text)["leftOut"]["stage"]["2"]


def test_the_links_of_screens_without_a_name_open(arbiter: Web):
    page = arbiter.get("/console/club/screens").text
    links = set(re.findall(r'href="http://[^/"]+(/(?:screen|p)/club[^"]*)"', page))
    assert len(links) > len(Sight) - 2
    for link in links:
        assert arbiter.get(link.replace("&amp;", "&")).status_code == 200, link


# -- audit -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stream", ["club", "a"])
def test_export_and_verify_of_the_audit_page_answer(web: Web, stream: str):
    owner = web.sign_in("owner")
    page = owner.get(f"/console/{stream}/audit").text
    verify, export = (re.search(rf'"(/api/[^"]*/{name})"', page) for name in ("verify", "export"))
    assert verify is not None
    assert export is not None
    assert owner.get(verify[1]).json()["intact"]
    assert owner.get(export[1]).status_code == 200


# -- pages -------------------------------------------------------------------------------------------------------------


def test_an_event_has_no_pages_of_what_only_its_sections_have(arbiter: Web):
    for page in ("", "/audit", "/hall", "/screens", "/moments"):
        assert arbiter.get(f"/console/club{page}").status_code == 200, page
    for page in ("/settings", "/players", "/rounds/1", "/standings", "/corrections", "/absences", "/print/boards"):
        assert arbiter.get(f"/console/club{page}").status_code == 404, page
    assert arbiter.get("/console/a/settings").status_code == 200


def test_the_sections_are_asked_for_without_the_list_of_players(web: Web, arbiter: Web):
    web.bearer("owner").post("/api/t/a/players", json={"players": [{"name": "Kask, Ann"}]})
    assert "Kask, Ann" in arbiter.get("/console/club").text
    part = arbiter.get("/console/club?part=sections").text
    assert "Kask, Ann" not in part
    assert 'data-remove="a"' in part


# -- between an event and its sections ---------------------------------------------------------------------------------


def test_a_section_leads_to_its_event_whoever_works_on_that_too(web: Web, arbiter: Web):
    assert 'href="/console/club" id="event"' in arbiter.get("/console/a").text
    assert 'id="event"' not in web.sign_in("arbiter", "a").get("/console/a").text


def test_a_new_section_begins_with_the_place_and_days_of_its_event(web: Web):
    owner = web.sign_in("owner")
    details = {"name": "Club festival", "place": "Viljandi", "starts": "2026-05-01"}
    assert web.bearer("owner").request("PUT", f"{FESTIVAL}/details", json={"details": details}).status_code == 200
    assert "/console/new?event=club" in owner.get("/console/club").text
    page = owner.get("/console/new?event=club").text
    for part in ("It becomes a section of Club festival.", 'value="Viljandi"', 'value="2026-05-01"'):
        assert part in page, part
    assert 'value="Club festival"' not in page
    assert "Viljandi" not in owner.get("/console/new").text
    assert owner.get("/console/new?event=a").status_code == owner.get("/console/new?event=nobody").status_code == 404


def test_who_makes_keys_to_an_event_is_told_what_they_open(arbiter: Web):
    told = "An access link to the event opens every section with the same role."
    assert told in arbiter.get("/console/club/people").text
    assert told not in arbiter.get("/console/a/people").text


def test_the_schedule_is_explained_with_a_day_and_a_section_of_the_event(arbiter: Web):
    assert "2026-05-01 14:00 1@a of one (its short name)" in arbiter.get("/console/club").text  # as it is typed


def test_of_many_tournaments_that_may_become_a_section_none_is_chosen_and_those_that_come_stand_first(web: Web):
    owner = web.bearer("owner")
    for name, day in (("league", "2099-10-01"), ("cup", "2099-05-01")):
        details = {"name": name, "starts": day}
        owner.post("/api/t", json={"id": name, "details": details, "rules": {"system": "fide-dutch-2026", "rounds": 3}})
    page = web.sign_in("owner").get("/console/club").text
    choice = page[page.index('<select id="section"') :]
    assert re.findall(r'<option value="([^"]*)"', choice[: choice.index("</select>")]) == ["", "cup", "league"]
