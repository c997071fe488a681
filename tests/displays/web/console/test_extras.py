"""Beside the rounds, in the console: lots before round 1, the intermediate round, play-off games and ties."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from displays.words.language import LANGUAGES, language
from engine.systems.kndb.system import KNDB
from ledger.person_publicity import initials_of
from tests.displays.client import Web

NAMES = ("Anke", "Bauke", "Corrie", "Douwe", "Elsa", "Frits", "Grete")


class Draughts:
    """An arbiter who asks the server itself."""

    def __init__(self, web: Web) -> None:
        self.web = web.sign_in("owner")
        self.public = web

    def open(self, players: int, rounds: int, *, tiebreaks: tuple[str, ...] = ("WP", "SBD"), **options: str) -> None:
        points = KNDB.usual_rules(options).points
        rules = {"system": "kndb", "rounds": rounds, "game": "draughts", "tiebreaks": tiebreaks, "options": options}
        table = {field: getattr(points, field) for field in points.__struct_fields__}
        body = {"id": "dam", "details": {"name": "Dam"}, "rules": {**rules, "points": table}}
        assert self.web.post("/api/t", json=body).status_code == 201
        people = [{"player": {"number": 0, "name": name}} for name in NAMES[:players]]
        self.do("register-players", players=people)

    def do(self, command: str, **fields: object) -> dict[str, Any]:
        answer = self.web.post("/api/t/dam/commands", json={"do": command, **fields})
        assert answer.is_success, answer.text
        return dict(answer.json())

    def play(self, rounds: int, result: str) -> None:
        first = len(self.web.get("/api/t/dam").json()["rounds"]) + 1
        for number in range(first, first + rounds):
            self.do("pair-round", round=number)
            self.do("publish-round", round=number)
            for board in self.web.get("/api/t/dam/boards").json()["boards"]:
                self.do("enter-result", round=number, board=board["board"], result=result)
            self.do("close-round", round=number)

    def page(self, below: str = "", code: str = "en") -> str:
        answer = self.web.get(f"/console/dam{below}", headers={"accept-language": code})
        assert answer.status_code == 200, answer.text
        return answer.text

    def next(self) -> str:
        """Where the overview leads."""
        found = re.search(r'href="/console/dam/?([^"#]*)[^"]*" id="next"', self.page())
        return found[1] if found else ""

    def preview(self, *commands: dict[str, object]) -> Any:
        question = json.dumps({"commands": commands})
        accept = {"accept": "application/json"}
        return self.web.get("/console/dam/place-changes", params={"question": question}, headers=accept)


@pytest.fixture
def arbiter(web: Web) -> Draughts:
    return Draughts(web)


def data(page: str, block: str) -> Any:
    found = re.search(rf'<script[^>]*id="{block}"[^>]*>(.*?)</script>', page, re.S)
    assert found is not None
    return json.loads(found[1])


def words(key: str, code: str, **facts: object) -> str:
    return language(code).phrase(key, "extras", **facts)  # type: ignore[arg-type]  # numbers and texts


# -- lots --------------------------------------------------------------------------------------------------------------


def test_lots_are_due_before_round_1_and_the_next_step_says_so(arbiter: Draughts):
    arbiter.open(3, 3)
    assert arbiter.next() == "lots"
    for player in (1, 2):
        arbiter.do("draw-lot", player=player, lot=player)
    assert arbiter.next() == "lots", "somebody has none yet"
    arbiter.do("draw-lot", player=3, seed="hat")
    assert arbiter.next() == "rounds/1"


def test_the_page_of_lots_shows_who_has_drawn_what(arbiter: Draughts):
    arbiter.open(3, 3)
    arbiter.do("draw-lot", player=3, lot=1)
    shown = data(arbiter.page("/lots"), "lot-data")["people"]
    assert [(line["name"], line["lot"]) for line in shown] == [("Corrie", 1), ("Anke", None), ("Bauke", None)]


def test_a_system_by_rating_asks_for_no_lots(arbiter: Draughts):
    arbiter.open(3, 3)
    rules = {**arbiter.web.get("/api/t/dam").json()["rules"], "system": "fmjd-5.1", "options": {}}
    arbiter.do("change-rules", rules=rules, reason="FMJD")
    assert arbiter.next() == "rounds/1"
    arbiter.do("change-rules", rules={**rules, "system": "fmjd-5.2"}, reason="on Solkoff: 3.2 a, by lot")
    assert arbiter.next() == "lots"


# -- the intermediate round --------------------------------------------------------------------------------------------


def before_the_last(arbiter: Draughts) -> None:
    arbiter.open(7, 4, dummy="draws")
    arbiter.do("draw-lots", order=[1, 2, 3, 4, 5, 6, 7])
    arbiter.play(3, "1-0")


@pytest.mark.parametrize("code", LANGUAGES)
def test_kndb_modification_2_the_intermediate_round_is_due_before_the_last(arbiter: Draughts, code: str):
    arbiter.open(7, 4, dummy="draws")
    arbiter.do("draw-lots", order=[1, 2, 3, 4, 5, 6, 7])
    assert words("between-later", code, before=3, round=4) in arbiter.page("/intermediate", code)
    arbiter.play(3, "1-0")
    assert arbiter.next() == "intermediate"
    assert words("between-due", code) in arbiter.page("/rounds/4", code)
    page = arbiter.page("/intermediate", code)
    assert words("between-title", code, round=4) in page
    for board in data(page, "games")["boards"]:
        pair = {"white": board["white"], "black": board["black"]}
        arbiter.do("record-extra-game", purpose="intermediate", result="1-0", **pair)
    assert arbiter.next() == "rounds/4"
    assert words("between-to-last", code, round=4) in arbiter.page("/intermediate", code)
    assert words("between-due", code) not in arbiter.page("/rounds/4", code)


def test_what_an_intermediate_game_changes_is_seen_before_it_is_recorded(arbiter: Draughts):
    before_the_last(arbiter)
    board = data(arbiter.page("/intermediate"), "games")["boards"][0]
    game = {"do": "record-extra-game", "purpose": "intermediate", "white": board["white"], "black": board["black"]}
    version = arbiter.web.get("/api/t/dam").json()["version"]
    changed = {line["name"]: line for line in arbiter.preview({**game, "result": "1-0"}).json()}
    winner, loser = changed[board["white_name"]], changed[board["black_name"]]
    assert int(winner["score_after"]) - int(winner["score_before"]) == 1, "a win in the place of the draw"
    assert int(loser["score_after"]) - int(loser["score_before"]) == -1
    assert arbiter.web.get("/api/t/dam").json()["version"] == version, "nothing is written"
    refused = arbiter.preview({**game, "result": "pending"})
    assert (refused.status_code, refused.json()["code"]) == (409, "not-a-result")


def test_the_hall_is_told_who_plays_in_the_intermediate_round_by_the_names_that_it_may_know(arbiter: Draughts):
    before_the_last(arbiter)
    first = data(arbiter.page("/intermediate"), "games")["boards"][0]
    arbiter.do("show-initials", player=first["white"])
    games = data(arbiter.page("/intermediate", "et"), "games")
    shown = initials_of(first["white_name"])
    assert games["announcement"].startswith(
        f"Intermediate round, before round 4: 1. {shown} – {first['black_name']}"
    ), "in the language of the tournament"
    assert arbiter.web.post("/api/t/dam/announcements", json={"text": games["announcement"]}).is_success
    assert shown in arbiter.public.get("/api/t/dam/ticker").text


@pytest.mark.parametrize("code", LANGUAGES)
def test_whoever_has_no_opponent_meets_the_dummy_that_draws_and_is_told_so_everywhere(arbiter: Draughts, code: str):
    before_the_last(arbiter)
    said = language(code).word("meets-the-dummy", "draughts")
    assert said in arbiter.page("/rounds/3", code)
    assert said in arbiter.page("/print/names?of=3", code)
    assert said in arbiter.public.get("/t/dam", headers={"accept-language": code}).text
    bye = arbiter.public.get("/api/t/dam/boards").json()["sitouts"][0]["player"]["number"]
    assert said in arbiter.public.get(f"/p/dam/{bye}", headers={"accept-language": code}).text


def test_a_dummy_that_does_not_draw_is_a_bye(arbiter: Draughts):
    arbiter.open(7, 4)
    arbiter.play(1, "1-0")
    assert language("en").word("meets-the-dummy", "draughts") not in arbiter.page("/rounds/1")


# -- why a round was paired so -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_reasons_of_a_whole_round_have_the_ranking_list_and_the_waiting_rooms(arbiter: Draughts, code: str):
    before_the_last(arbiter)
    assert 'href="/console/dam/rounds/3/reasons"' in arbiter.page("/rounds/3", code)
    page = arbiter.page("/rounds/3/reasons", code)
    reader = language(code)
    assert reader.phrase("explained", round=3) in page
    places = [line for line in re.findall(r'<p class="depth-0">([^<]*)</p>', page) if "SB" in line or "Berger" in line]
    assert len(places) == 8, "seven players and the dummy that draws"
    assert sum(reader.word("dummy") in line for line in places) == 1
    assert len(re.findall(r'<p class="depth-0 begins heads">', page)) > 1, "groups"
    assert '<p class="depth-0 begins">' in page, "the colours"
    assert '<p class="depth-1">' in page
    missing = arbiter.web.get("/console/dam/rounds/9/reasons")
    assert missing.status_code == 409


def test_a_tournament_without_a_drawing_dummy_has_no_intermediate_round(arbiter: Draughts):
    arbiter.open(3, 3)
    assert words("between-none", "en") in arbiter.page("/intermediate")
    assert 'href="/console/dam/intermediate"' not in arbiter.page()


def test_an_intermediate_game_is_told_apart_on_cards_and_in_the_news(arbiter: Draughts):
    before_the_last(arbiter)
    board = data(arbiter.page("/intermediate"), "games")["boards"][0]
    pair = {"white": board["white"], "black": board["black"]}
    told = arbiter.do("record-extra-game", purpose="intermediate", result="1-0", **pair)["told"]
    assert told == [f"Intermediate round: {board['white_name']} 2–0 {board['black_name']}."]
    card = arbiter.page(f"/cards/{board['white']}")
    assert f'<td class="number spare">{words("between-mark", "en")}</td>' in card
    assert ">WP<" in card, "the KNDB calls the sum of the opponents' scores WP"
    assert ">SOL<" not in card


# -- ties --------------------------------------------------------------------------------------------------------------


def all_level(arbiter: Draughts, *tiebreaks: str) -> None:
    arbiter.open(4, 3, tiebreaks=tiebreaks or ("WP", "SBD"))
    arbiter.do("draw-lots", order=[1, 2, 3, 4])
    arbiter.play(3, "1/2")


def test_shared_places_are_told_before_the_tournament_is_finished(arbiter: Draughts):
    all_level(arbiter)
    assert arbiter.next() == "ties"
    page = arbiter.page()
    assert language("en").phrase("step-ties", "console", ties=1) in page
    assert 'id="finish"' in page, "a place may stay shared"
    (card,) = data(arbiter.page("/ties"), "ties")["cards"]
    assert (card["place"], card["last"], len(card["players"])) == (1, 4, 4)


def test_a_tie_settled_by_a_lot_drawn_by_hand_is_seen_everywhere(arbiter: Draughts):
    all_level(arbiter)
    tie = {"do": "settle-tie", "players": [4, 2, 3, 1], "by": "lot", "is_drawn_by_hand": True}
    changed = arbiter.preview(tie).json()
    assert [(line["name"], line["before"], line["after"]) for line in changed] == [
        ("Douwe", 1, 1),
        ("Bauke", 1, 2),
        ("Corrie", 1, 3),
        ("Anke", 1, 4),
    ]
    arbiter.do(**{"command": str(tie.pop("do")), **tie})  # type: ignore[arg-type]  # fields of any kind
    assert arbiter.next() == ""
    told = language("en").phrase("settled-by", by=language("en").word("lot"))
    for page in ("/console/dam/standings", "/console/dam/print/standings", "/t/dam"):
        shown = arbiter.web.get(page, headers={"accept-language": "en"}).text
        assert shown.count(told) == 4, page
    again = arbiter.web.post("/api/t/dam/commands", json={**tie, "do": "settle-tie"})
    assert again.json()["code"] == "tie-stands"


def test_play_off_games_stand_below_the_standings_and_give_the_order(arbiter: Draughts):
    all_level(arbiter)
    assert data(arbiter.page("/ties"), "ties")["cards"][0]["by_play_off"] == []
    results = {(1, 2): "0-1", (3, 4): "1-0", (1, 3): "0-1", (2, 4): "1-0", (2, 3): "1-0", (1, 4): "0-1"}
    for (white, black), result in results.items():
        arbiter.do("record-extra-game", purpose="play-off", white=white, black=black, result=result)
    (card,) = data(arbiter.page("/ties"), "ties")["cards"]
    assert card["by_play_off"] == [2, 3, 4, 1]
    assert [(player["name"], player["play_off"]) for player in card["players"]] == [
        ("Anke", "0"),
        ("Bauke", "6"),
        ("Corrie", "4"),
        ("Douwe", "2"),
    ]
    for page in ("/console/dam/print/standings", "/t/dam"):
        shown = arbiter.web.get(page, headers={"accept-language": "nl"}).text
        assert "<h3>Barrage</h3>" in shown, page
        assert "Corrie – Douwe <b>2–0</b>" in shown, page
    assert len(arbiter.web.get("/api/t/dam/standings").json()["play_offs"]) == 6


def test_a_play_off_game_of_the_wrong_two_is_listed_and_taken_back(arbiter: Draughts):
    arbiter.open(4, 2)
    arbiter.do("draw-lots", order=[1, 2, 3, 4])
    arbiter.play(2, "1-0")
    for tie in data(arbiter.page("/ties"), "ties")["cards"]:
        assert {player["number"] for player in tie["players"]} != {1, 4}
    arbiter.do("record-extra-game", purpose="play-off", white=1, black=4, result="1-0")
    page = arbiter.page("/ties")
    assert 'data-take-back="1" data-white="Anke" data-black="Douwe" data-mark="2–0"' in page
    told = arbiter.do("take-back-extra-game", game=1, reason="they were Anke and Bauke")["told"]
    assert "Anke" in str(told)
    assert "data-take-back" not in arbiter.page("/ties")
    assert "play_offs" not in arbiter.web.get("/api/t/dam/standings").json()
    entry = arbiter.web.get("/api/t/dam/audit").json()["entries"][-1]
    assert (entry["what"], entry["players"]) == ("extra-game-taken-back", [1, 4])


def test_kndb_final_ranking_1_where_a_play_off_is_agreed_on_it_goes_before_resistance_points(arbiter: Draughts):
    arbiter.open(4, 2, tiebreaks=("PO", "WP", "SBD"))
    arbiter.do("draw-lots", order=[1, 2, 3, 4])
    arbiter.play(2, "1/2")
    (card,) = data(arbiter.page("/ties"), "ties")["cards"]
    assert card["is_before_others"]
    arbiter.do("settle-tie", players=[3, 1, 4, 2], by="play-off")
    (card,) = data(arbiter.page("/ties"), "ties")["cards"]
    assert (card["settled_by"], [player["number"] for player in card["players"]]) == ("play-off", [3, 1, 4, 2])


def test_nothing_is_settled_before_the_last_round_is_closed(arbiter: Draughts):
    arbiter.open(4, 3)
    arbiter.do("draw-lots", order=[1, 2, 3, 4])
    assert words("ties-none", "en") in arbiter.page("/ties")
    arbiter.play(1, "1/2")
    page = arbiter.page("/ties")
    assert words("ties-early", "en") in page
    assert "settle-form" not in page
