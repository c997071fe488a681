"""FIDE's checklist, which rating of somebody in the lists counts: questions 127 to 130."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from displays.web.rating_loads import RatingLoads
from engine.ratings import RatingOf, RatingRule, find_counting
from ledger.rating_lists.folder import folder_beside
from ledger.store.sqlite import SqliteLog
from tests.displays.client import Web, build
from tests.displays.commandline import Roundlog
from tests.ledger.rating_lists.lists import COMBINED, KNSB, load


@pytest.fixture
def roundlog(tmp_path: Path) -> Roundlog:
    """With FIDE's list and a national one, in which the same person is, and two more."""
    load(tmp_path, COMBINED, "players_2026-11.xml")
    national = KNSB.replace("7654321;", "7654321;1005;").replace("07000001;", "07000001;;")
    load(tmp_path, national.replace("Relatienummer;", "Relatienummer;FIDE;"), "knsb-2026-11.csv")
    roundlog = Roundlog(tmp_path)
    (tmp_path / "ratings").rename(folder_beside(roundlog.log))
    return roundlog


@pytest.fixture
def web(roundlog: Roundlog) -> Iterator[Web]:
    for method in ("FIDE", "NIDOF", "NRO"):
        roundlog("open", method.lower(), "--name", method, "--rounds", 5, "--rating-rule", method)
    with SqliteLog(roundlog.log) as log, RatingLoads(folder_beside(roundlog.log)) as loads:
        app = build(log, ratings=loads)
        yield Web(app)
        app.state.services.key_store.close()


def found(web: Web, words: str, tournament: str) -> Any:
    """The first, as a form shows them, and the value of what counts."""
    (one, *_) = web.sign_in("owner").get(f"/api/ratings?find={words}&tournament={tournament}").json()["players"]
    return one, None if one.get("counts") is None else one["ratings"][one["counts"]]["value"]


def entered(web: Web, tournament: str, **given: Any) -> Any:
    owner = web.sign_in("owner")
    answer = owner.post(f"/api/t/{tournament}/players", json={"players": [given]})
    assert answer.status_code == 201, answer.text
    return owner.get(f"/api/t/{tournament}/players").json()[-1]["player"]


def test_128_the_ratings_of_all_lists_are_shown_with_the_one_that_counts(web: Web):
    one, counting = found(web, "1005", "fide")
    assert counting == 1900
    assert one["choices"] == [
        "FIDE standard 1900 (list of 2026-11)",
        "FIDE rapid 1950 (list of 2026-11)",
        "NED standard 1955 (list of 2026-11)",
    ]
    assert found(web, "1005", "nidof")[1] == 1955


def test_128_they_are_shown_too_where_the_list_of_the_tournament_has_none(web: Web):
    one, counting = found(web, "1001", "nro")
    assert counting is None
    assert [rating["value"] for rating in one["ratings"]] == [2105, 2010]
    assert len(one["choices"]) == 2


def test_128_without_a_tournament_nothing_counts_and_of_a_secret_one_nobody_is_told(web: Web):
    owner, arbiter = web.sign_in("owner"), web.sign_in("arbiter", "fide")
    assert "counts" not in owner.get("/api/ratings?find=1005").json()["players"][0]
    assert arbiter.get("/api/ratings?find=1005&tournament=fide").status_code == 200
    assert arbiter.get("/api/ratings?find=1005&tournament=nro").status_code == 403
    assert owner.get("/api/ratings?find=1005&tournament=none").status_code == 404


@pytest.mark.parametrize(("tournament", "place", "value"), [("fide", 1, 1950), ("fide", 2, 1955), ("nro", 0, 1900)])
def test_129_one_of_them_is_chosen_and_counts(web: Web, tournament: str, place: int, value: int):
    one, _ = found(web, "1005", tournament)
    ratings = [rating | {"is_chosen": at == place} for at, rating in enumerate(one["ratings"])]
    player = {"name": one["name"], "rating": value, "ids": one["ids"], "ratings": ratings}
    assert entered(web, tournament, **player)["rating"] == value
    assert entered(web, tournament, name="Other", ratings=one["ratings"]).get("rating") != value


def test_129_what_is_chosen_for_a_later_round_counts_from_then_on():
    first, later = RatingOf("fide", "standard", 2000), RatingOf("NED", "", 2100, from_round=4, is_chosen=True)
    rule = RatingRule("FIDE")
    assert [find_counting((first, later), rule, number) for number in (1, 3, 4)] == [first, first, later]


def test_130_who_is_in_no_list_has_no_rating(web: Web):
    one, counting = found(web, "1003", "fide")  # in the list, without a rating
    assert (one.get("ratings", []), counting) == ([], None)
    assert entered(web, "fide", name=one["name"], ids=one["ids"]).get("rating") is None
    assert entered(web, "fide", name="In no list").get("rating") is None
