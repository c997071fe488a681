"""A list of a whole event: every player goes to their section."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.displays.client import Web
from tests.displays.web.api.club import FESTIVAL, club_at, problem

PREVIEW, IMPORT = f"{FESTIVAL}/players/preview", f"{FESTIVAL}/players/import"
LIST = "Name;Rating;Section\nVera;1800;A\nWim;1700;b\nZoë;1600;B\n"


@pytest.fixture
def owner(tmp_path: Path) -> Iterator[Web]:
    """Of the festival ``club`` with the sections ``a`` and ``b``, both empty."""
    with club_at("festival", tmp_path) as web:
        owner = web.bearer("owner")
        assert owner.post(f"{FESTIVAL}/sections", json={"section": "b"}).status_code == 201
        yield owner


def names(web: Web, section: str) -> list[str]:
    return [one["player"]["name"] for one in web.get(f"/api/t/{section}/players").json()]


def test_every_player_goes_to_their_section(owner: Web):
    seen = owner.post(PREVIEW, json={"text": LIST}).json()
    assert [column["field"] for column in seen["columns"]] == ["name", "rating", "section"]
    assert [(one["called"], one["section"]) for one in seen["sections"]] == [("A", "a"), ("b", "b"), ("B", "b")]
    assert (seen["good"], seen["problems"], names(owner, "a")) == (3, [], [])
    answer = owner.post(IMPORT, json={"text": LIST, "list_name": "all.csv"})
    assert answer.status_code == 201
    assert [(one["section"], one["registered"], one["list"]) for one in answer.json()["sections"]] == [
        ("a", 1, 1),
        ("b", 2, 1),
    ]
    assert (names(owner, "a"), names(owner, "b")) == (["Vera"], ["Wim", "Zoë"])
    assert owner.request("DELETE", "/api/t/b/lists/1", json={}).status_code == 200
    assert (names(owner, "a"), names(owner, "b")) == (["Vera"], [])


def test_a_section_that_is_called_otherwise_is_named_by_hand(owner: Web):
    text = "Name;Section\nVera;Masters\nWim;\n"
    seen = owner.post(PREVIEW, json={"text": text}).json()
    told = [(one["code"], one["facts"]["line"], one["facts"]["column"]) for one in seen["problems"]]
    assert told == [("csv-no-such-section", 2, 2), ("csv-no-such-section", 3, 2)]
    problem(owner.post(IMPORT, json={"text": text}), 400, "csv-no-such-section")
    said = {"text": text, "sections": {"Masters": "a"}, "leave_out": [3]}
    assert owner.post(IMPORT, json=said).json()["registered"] == 1
    assert names(owner, "a") == ["Vera"]


def test_a_column_of_groups_may_be_the_sections(owner: Web):
    seen = owner.post(PREVIEW, json={"text": "Naam;Groep\nVera;A\nWim;B\n"}).json()
    assert [column["field"] for column in seen["columns"]] == ["name", "section"]


def test_a_list_that_names_no_section_waits_for_the_reader_to_say(owner: Web):
    seen = owner.post(PREVIEW, json={"text": "Name\nVera\n"}).json()
    assert [one["code"] for one in seen["problems"]] == ["csv-no-section-column"]
    problem(owner.post(IMPORT, json={"text": "Name\nVera\n"}), 400, "csv-no-section-column")


def test_who_is_there_already_is_found_in_their_section_only(owner: Web):
    owner.post("/api/t/a/players", json={"players": [{"name": "Vera"}]})
    seen = owner.post(PREVIEW, json={"text": LIST}).json()
    assert [(one["code"], one["facts"]["line"]) for one in seen["problems"]] == [("name-registered", 2)]
    other = owner.post(PREVIEW, json={"text": "Name;Section\nVera;B\n"}).json()
    assert other["problems"] == []


def test_sent_again_with_its_key_it_is_recorded_once(owner: Web):
    once = {"idempotency-key": "k1"}
    first, again = (owner.post(IMPORT, json={"text": LIST}, headers=once) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert names(owner, "b") == ["Wim", "Zoë"]


def test_of_sections_of_others_nobody_is_told_or_written(owner: Web, tmp_path: Path):
    arbiter = owner.bearer("results", "club")
    problem(arbiter.post(PREVIEW, json={"text": LIST}), 403, "not-allowed")
