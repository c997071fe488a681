"""The public page of the schedule and the calendars: as much as everybody may know, at any moment."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import icalendar
import pytest

from tests.displays.client import Web
from tests.displays.web.api.club import CLUB, FESTIVAL, club_at

MOVE = {"starts": "2026-05-02T11:00", "reason": "The arbiter is ill.", "public_reason": "Later than planned."}


@pytest.fixture
def web(tmp_path: Path) -> Iterator[Web]:
    """Three rounds on three days at ten."""
    with club_at("scheduled", tmp_path) as web:
        yield web


@pytest.fixture
def festival(tmp_path: Path) -> Iterator[Web]:
    """With the sections a and b; b begins later."""
    with club_at("festival", tmp_path) as web:
        owner = web.bearer("owner")
        owner.post(f"{FESTIVAL}/sections", json={"section": "b"})
        lines = [{"starts": "2026-05-01T14:00", "round": 1}, {"starts": "2026-05-01T16:30", "round": 1, "section": "b"}]
        owner.request("PUT", f"{FESTIVAL}/schedule", json={"schedule": lines, "zone": "Europe/Tallinn"})
        yield web


def events_of(web: Web, address: str) -> list[Any]:
    answer = web.get(address)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/calendar; charset=utf-8")
    return list(icalendar.Calendar.from_ical(answer.content).walk("VEVENT"))


def move(web: Web) -> None:
    assert web.bearer("owner").request("PUT", f"{CLUB}/rounds/2/start", json=MOVE).status_code == 200


def test_the_page_shows_when_each_round_begins_and_the_overview_the_next(web: Web):
    page = web.get("/t/club/schedule?lang=en").text
    for part in ("Fri, 1 May 2026", "10:00", "Round 3", "Europe/Tallinn", "/t/club/schedule.ics?lang=en"):
        assert part in page, part
    overview = web.get("/t/club?lang=nl").text
    assert "Ronde 1: vr 1 mei, 10:00 uur" in overview
    assert '<a href="/t/club/schedule?lang=nl">Programma</a>' in overview


def test_pairings_say_when_their_round_begins(web: Web):
    owner = web.bearer("owner")
    owner.post(f"{CLUB}/rounds/1/pairing", json={})
    owner.post(f"{CLUB}/rounds/1/publication", json={})
    assert "Fri 1 May, 10:00" in web.get("/t/club/boards?lang=en").text
    arbiter = web.sign_in("arbiter", "club")
    for kind in ("boards", "names"):
        assert "Fri 1 May, 10:00" in arbiter.get(f"/console/club/print/{kind}?lang=en").text, kind
    assert "Sat 2 May, 10:00" in arbiter.get("/console/club?lang=en").text, "the bar of the rounds"


def test_at_a_past_moment_it_is_as_it_was_known_then(web: Web):
    version = web.get(CLUB).json()["version"]
    move(web)
    assert "11:00" in web.get("/t/club/schedule").text
    assert "11:00" not in web.get(f"/t/club/schedule?version={version}").text
    assert web.get(f"{CLUB}/schedule?version={version}").json()["lines"][1]["starts"] == "2026-05-02T10:00"
    assert web.get(f"{CLUB}/schedule?version={version - 1}").json()["lines"] == []


def test_why_a_round_was_moved_is_for_arbiters_or_told_to_everybody(web: Web):
    move(web)
    for address in ("/t/club?lang=en", "/t/club/audit?lang=en", f"{CLUB}/audit", f"{CLUB}/events"):
        shown = web.get(address).text
        assert "ill" not in shown, address
        assert "Later than planned" in shown, address
    assert "The arbiter is ill." in web.sign_in("arbiter", "club").get(f"{CLUB}/audit").text


def test_a_calendar_follows_the_schedule(web: Web):
    before = events_of(web, "/t/club/schedule.ics")
    assert [str(event["dtstart"].dt) for event in before] == [f"2026-05-0{day} 07:00:00+00:00" for day in (1, 2, 3)], (
        "by the clock of Tallinn"
    )
    move(web)
    after = events_of(web, "/t/club/schedule.ics?lang=de")
    assert [event["uid"] for event in after] == [event["uid"] for event in before]
    assert [event["sequence"] for event in after] == [0, 1, 0]
    assert after[1]["summary"] == "Runde 2 · Club evening"


def test_what_is_private_has_no_calendar(web: Web):
    details = {"name": "Club evening", "is_private": True}
    web.bearer("owner").request("PUT", f"{CLUB}/details", json={"details": details})
    for address in ("/t/club/schedule", "/t/club/schedule.ics", f"{CLUB}/schedule", "/f/club/schedule.ics"):
        assert web.get(address).status_code == 404, address
    assert web.sign_in("display", "club").get("/t/club/schedule.ics").status_code == 200


def test_the_calendar_of_an_event_has_the_sections_that_everybody_may_know_of(festival: Web):
    found = events_of(festival, "/f/club/schedule.ics?lang=en")
    assert [event["summary"] for event in found] == ["Round 1 · Club festival", "Round 1 · b · Club festival"]
    festival.bearer("owner").request("PUT", "/api/t/b/details", json={"details": {"name": "b", "is_private": True}})
    assert [event["summary"] for event in events_of(festival, "/f/club/schedule.ics?lang=en")] == [
        "Round 1 · Club festival"
    ]


def test_a_section_goes_by_the_schedule_of_its_event_until_it_has_its_own(festival: Web):
    assert [line["starts"] for line in festival.get("/api/t/b/schedule").json()["lines"]] == ["2026-05-01T16:30"]
    owner = festival.bearer("owner")
    own = {"schedule": [{"starts": "2026-05-01T19:00", "round": 1}]}
    assert owner.request("PUT", "/api/t/b/schedule", json=own).status_code == 200
    lines = [{"starts": "2026-05-01T15:00", "round": 1}]
    assert owner.request("PUT", f"{FESTIVAL}/schedule", json={"schedule": lines}).status_code == 200
    for section, time in (("a", "15:00"), ("b", "19:00")):
        (line,) = festival.get(f"/api/t/{section}/schedule").json()["lines"]
        assert line["starts"] == f"2026-05-01T{time}", section


def test_the_settings_fill_the_form(web: Web):
    page = web.sign_in("arbiter", "club").get("/console/club/settings").text
    assert '"starts":"2026-05-03T10:00"' in page.replace(" ", "")
    assert 'value="Europe/Tallinn"' in page
