"""A whole list looked up in the rating lists that are loaded."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from displays.web.rating_loads import RatingLoads
from ledger.rating_lists.folder import folder_beside
from ledger.store.sqlite import SqliteLog
from tests.displays.client import Web, build
from tests.displays.commandline import Roundlog
from tests.displays.web.api.club import problem
from tests.ledger.rating_lists.lists import COMBINED, load

LIST = "name;born;fide;rating\nAnna-Lise Sørensen;1990;;\nSomebody;;1002;2000\nO'Brien, Sean;;;\nNobody;;;\n"


@pytest.fixture
def web(tmp_path: Path) -> Iterator[Web]:
    roundlog = Roundlog(tmp_path)
    roundlog("open", "club", "--name", "Club", "--system", "fide-dutch-2026", "--rounds", 5)
    with SqliteLog(roundlog.log) as log, RatingLoads(folder_beside(roundlog.log)) as loads:
        yield Web(app := build(log, ratings=loads))
        app.state.services.key_store.close()


def test_what_the_list_does_not_say_is_filled_in(web: Web, tmp_path: Path):
    owner, preview = web.bearer("owner"), "/api/t/club/players/preview"
    assert owner.post(preview, json={"text": LIST}).json()["has_rating_lists"] is False
    load(tmp_path, COMBINED, "players_2026-11.xml")
    (tmp_path / "ratings").rename(web.app.state.services.ratings.lists.folder)
    seen = owner.post(preview, json={"text": LIST}).json()
    assert (seen["has_rating_lists"], seen["looked_up"], seen["unrated"]) == (True, None, 3)
    seen = owner.post(preview, json={"text": LIST, "look_up": True}).json()
    assert (seen["looked_up"]["found"], seen["looked_up"]["unknown"], seen["unrated"]) == (2, 1, 2)
    assert [(one["line"], one["number"]) for one in seen["looked_up"]["uncertain"]] == [(4, "1004")]
    anna, jan, sean, _ = (new["player"] for new in seen["players"])
    assert (anna["name"], anna["rating"], anna["ids"]["fide"], anna["sex"]) == ("Anna-Lise Sørensen", 2105, "1001", "w")
    assert (jan["name"], jan["rating"], jan["title"]) == ("Somebody", 2000, "FM")  # what the list says stays
    assert sean.get("rating") is None
    written = owner.post("/api/t/club/players/import", json={"text": LIST, "look_up": True}).json()
    kinds = {rating["kind"] for rating in written["records"][0]["event"]["ratings"]}
    assert kinds == {"standard", "rapid"}


def test_without_rating_lists_there_is_nothing_to_look_up(tmp_path: Path):
    roundlog = Roundlog(tmp_path)
    roundlog("open", "club", "--name", "Club", "--system", "fide-dutch-2026", "--rounds", 5)
    with SqliteLog(roundlog.log) as log:
        web = Web(app := build(log))
        asked = {"text": LIST, "look_up": True}
        problem(web.bearer("owner").post("/api/t/club/players/preview", json=asked), 409, "ratings-are-off")
        app.state.services.key_store.close()
