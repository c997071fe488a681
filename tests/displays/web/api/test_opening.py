"""Opening through the API: what is left out is as the system and the game usually have it."""

from typing import Any

import pytest

from engine.model import CHESS_POINTS, DRAUGHTS_POINTS
from engine.tiebreaks import PRESETS, USUAL_RANKINGS
from tests.displays.client import Web
from tests.displays.commandline import Roundlog


def opened(web: Web, **rules: Any) -> dict[str, Any]:
    body = {"id": "autumn", "details": {"name": "New"}, "rules": {"rounds": 7, **rules}}
    answer = web.bearer("owner").post("/api/t", json=body)
    assert answer.status_code == 201, answer.text
    agreed: dict[str, Any] = answer.json()["records"][0]["event"]["rules"]
    return agreed


@pytest.mark.parametrize(
    ("asked", "game", "points", "tiebreaks"),
    [
        ({"system": "fide-dutch-2026"}, "chess", CHESS_POINTS, ()),
        ({"system": "kndb"}, "draughts", DRAUGHTS_POINTS, PRESETS["kndb"]),
        (
            {"system": "round-robin", "game": "draughts"},
            "draughts",
            DRAUGHTS_POINTS,
            PRESETS[USUAL_RANKINGS["draughts"]],
        ),
        ({"system": "kndb", "tiebreaks": []}, "draughts", DRAUGHTS_POINTS, ()),
    ],
)
def test_a_game_is_counted_and_ranked_as_it_usually_is(roundlog: Roundlog, web: Web, asked, game, points, tiebreaks):
    agreed = opened(web, **asked)
    assert agreed.get("game", "chess") == game
    units = agreed.get("points", {})
    assert units.get("per_point", CHESS_POINTS.per_point) == points.per_point
    assert units.get("win", CHESS_POINTS.win) == points.win
    assert tuple(agreed.get("tiebreaks", ())) == tiebreaks


def test_what_is_said_goes_before_what_is_usual(roundlog: Roundlog, web: Web):
    agreed = opened(web, system="kndb", points={"win": 6, "draw": 2, "per_point": 2}, tiebreaks=["SB"])
    assert agreed["points"]["win"] == 6
    assert agreed["tiebreaks"] == ["SB"]


def test_a_system_that_nobody_knows_is_refused_by_its_name(roundlog: Roundlog, web: Web):
    body = {"id": "autumn", "details": {"name": "New"}, "rules": {"rounds": 7, "system": "no-such"}}
    answer = web.bearer("owner").post("/api/t", json=body)
    assert answer.status_code == 409
    assert "no-such" in answer.text
