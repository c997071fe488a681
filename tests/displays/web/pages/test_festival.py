"""The public page of a festival, and the search for a player over all its sections."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.displays.client import Web
from tests.displays.web.api.club import FESTIVAL, club_at, serving
from tests.ledger.store.logs import break_stream


@pytest.fixture
def web(tmp_path: Path) -> Iterator[Web]:
    with club_at("festival", tmp_path) as web:
        owner = web.bearer("owner")
        owner.post(f"{FESTIVAL}/sections", json={"section": "b"})
        owner.post("/api/t/a/players", json={"players": [{"name": "Kask, Ann"}, {"name": "Öst, Bo"}]})
        owner.post("/api/t/b/players", json={"players": [{"name": "Kask, Cy"}]})
        lines = [{"starts": "2026-05-01T14:00", "round": 1}, {"starts": "2026-05-01T16:30", "round": 1, "section": "b"}]
        owner.request("PUT", f"{FESTIVAL}/schedule", json={"schedule": lines})
        yield web


def test_the_page_has_sections_schedule_and_announcements_and_the_first_page_leads_there(web: Web):
    assert 'href="/f/club?lang=en"' in web.get("/").text
    assert 'href="/t/club' not in web.get("/").text
    page = web.get("/f/club").text
    for part in ("Club festival", 'href="/t/a?lang=en"', "14:00", "Round 1 · b", "Welcome", "not begun"):
        assert part in page, part
    assert "Programma" in web.get("/f/club?lang=nl").text
    assert web.get("/f/a").status_code == web.get("/f/nobody").status_code == web.get("/t/club").status_code == 404


@pytest.mark.parametrize("address", ["/f/club", "/p/club"])
def test_a_search_over_all_sections_leads_to_the_players_phone_page(web: Web, address: str):
    page = web.get(f"{address}?q=kask").text
    assert 'href="/p/a/1' in page
    assert 'href="/p/b/1' in page
    assert "Öst" not in page
    assert web.get("/p/b/1").status_code == 200


def test_what_is_private_or_a_draft_is_not_shown(web: Web):
    owner = web.bearer("owner")
    owner.post("/api/t/a/first-colour", json={"colour": "white"})
    owner.post("/api/t/a/rounds/1/pairing", json={})
    owner.request("PUT", "/api/t/b/details", json={"details": {"name": "Hidden", "is_private": True}})
    for address in ("/f/club?q=kask", "/p/club?q=kask"):
        page = web.get(address).text
        assert "Kask, Cy" not in page
        assert "Hidden" not in page
        assert "16:30" not in page
    assert "round 1" not in web.get("/f/club").text
    owner.request("PUT", f"{FESTIVAL}/details", json={"details": {"name": "Club festival", "is_private": True}})
    assert web.get("/f/club").status_code == web.get("/p/club").status_code == 404
    assert "Hidden" in web.sign_in("display", "club").get("/f/club").text


def test_a_section_that_cannot_be_read_hides_no_other(web: Web, tmp_path: Path):
    break_stream(tmp_path / "roundlog.db", "b")
    with serving(tmp_path / "roundlog.db") as again:
        for address in (
            "/f/club?q=kask",
            "/p/club?q=kask",
            "/screen/club/door",
            FESTIVAL,
            f"{FESTIVAL}/audit",
            "/api/f",
        ):
            answer = again.get(address)
            assert answer.status_code == 200, address
            assert "Kask, Cy" not in answer.text
        assert "Kask, Ann" in again.get("/f/club?q=kask").text
        assert [one["id"] for one in again.get(FESTIVAL).json()["sections"]] == ["a"]
        arbiter = again.bearer("arbiter", "club")
        told = [(one["id"], one["broken"]) for one in arbiter.get(FESTIVAL).json()["sections"]]
        assert told == [("a", ""), ("b", "unknown-event")]
        page = again.sign_in("arbiter", "club").get("/console/club")
        assert page.status_code == 200
        assert "unreadable (unknown-event)" in page.text


def test_what_strangers_search_is_made_once_and_beside_the_loop(web: Web):
    answers = web.app.state.services.public_answers
    first, made = web.get("/f/club?q=kask"), answers.made
    again = web.get("/f/club?q=kask")
    assert (again.text, again.headers["etag"]) == (first.text, first.headers["etag"])
    assert (made, answers.made) == (1, 1)
    web.bearer("owner").post("/api/t/a/players", json={"players": [{"name": "Kask, Di"}]})
    assert "Kask, Di" in web.get("/f/club?q=kask").text
    assert web.sign_in("display", "club").get("/f/club?q=kask").status_code == 200
    assert answers.made == 2


def test_a_section_leads_to_its_event_unless_that_is_private(web: Web):
    link = '<a href="/f/club?lang=en">Club festival</a>'
    web.app.state.services.desk.tournaments.read().result()
    assert link in web.get("/t/a?lang=en").text
    assert link in web.get("/t/b/players?lang=en").text
    web.bearer("owner").request("PUT", f"{FESTIVAL}/details", json={"details": {"name": "Hidden", "is_private": True}})
    assert "/f/club" not in web.get("/t/a?lang=en").text
    assert '<a href="/f/club?lang=en">Hidden</a>' in web.sign_in("display", "club").get("/t/a?lang=en").text


def test_a_page_that_is_kept_has_the_link_as_soon_as_the_section_is_added_and_no_longer(web: Web):
    """Nothing is recorded in the section itself."""
    web.app.state.services.desk.tournaments.read().result()
    owner = web.bearer("owner")
    owner.request("PUT", f"{FESTIVAL}/schedule", json={"schedule": []})
    assert owner.request("DELETE", f"{FESTIVAL}/sections/b").status_code == 200
    assert "/f/club" not in web.get("/t/b").text
    owner.post(f"{FESTIVAL}/sections", json={"section": "b"})
    assert "/f/club" in web.get("/t/b").text
