"""Delft counting on pages, prints, phones and in CSV: an advantage draw stands there with its points."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from displays.words.setup_choices import POINT_TABLES
from tests.displays.client import Web

NAMES = ("Anke Postma", "Bauke Dijkstra", "Corrie Hofman", "Douwe Visser")


@pytest.fixture
def owner(web: Web) -> Web:
    """Two boards; on the first White has drawn with the advantage."""
    owner = web.sign_in("owner")
    points = msgspec.structs.asdict(POINT_TABLES["4-3-2-1-0"])
    rules = {"system": "kndb", "rounds": 3, "game": "draughts", "points": points, "tiebreaks": ["WP", "SBD"]}
    assert owner.post("/api/t", json={"id": "delft", "details": {"name": "Delft"}, "rules": rules}).status_code == 201
    do(owner, "register-players", players=[{"player": {"number": 0, "name": name}} for name in NAMES])
    do(owner, "draw-lots", order=[1, 2, 3, 4])
    do(owner, "pair-round", round=1)
    do(owner, "publish-round", round=1)
    return owner


def do(owner: Web, command: str, **fields: object) -> dict[str, Any]:
    answer = owner.post("/api/t/delft/commands", json={"do": command, **fields})
    assert answer.is_success, answer.text
    return dict(answer.json())


def test_an_advantage_draw_is_shown_with_its_points_everywhere(owner: Web):
    entered = owner.post("/api/t/delft/rounds/1/boards/1/result", json={"result": "3-1"})
    assert entered.is_success, entered.text
    boards = owner.get("/api/t/delft/boards").json()["boards"]
    assert [board["result"] for board in boards] == ["1/2w", "pending"]
    for address in ("/t/delft", "/console/delft/print/boards"):
        assert "3–1" in owner.get(address).text, address
    assert "3–1" in owner.get("/console/delft/audit").text
    winner = boards[0]["white"]["player"]["number"]
    assert ">3</" in owner.get(f"/console/delft/cards/{winner}").text
    assert "w3" in owner.get("/console/delft/crosstable?csv=1").text


def test_a_slip_has_a_box_for_each_way_to_end(owner: Web):
    page = owner.get("/console/delft/print/slips").text
    assert [
        mark for mark in ("4–0", "3–1", "2–2", "1–3", "0–4") if f'<span class="box">{mark}</span>' not in page
    ] == []


def test_what_may_be_corrected_to_has_the_advantage_draws_where_they_are_agreed_on(owner: Web):
    assert '"1/2w"' in owner.get("/console/delft/corrections").text
