"""The pages of the hall's screens: what an address says, what a name stands for, and nothing that is not released."""

from __future__ import annotations

import asyncio
import json
import re
from html import unescape
from typing import Any
from urllib.parse import urlencode

import pytest

from displays.words.language import LANGUAGES, language
from engine.errors import Refusal
from ledger.acts.act import Event
from ledger.acts.screens import ScreenSet
from ledger.screen import Scene, Screen, Sight
from ledger.store.sqlite import SqliteLog
from tests.displays.client import Web
from tests.displays.commandline import Roundlog


@pytest.fixture
def club(roundlog: Roundlog) -> Roundlog:
    roundlog.open_club()
    return roundlog


def facts_of(text: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="facts">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


def setting_of(web: Web, address: str) -> dict[str, Any]:
    answer = web.get(address)
    assert answer.status_code == 200, answer.text
    return facts_of(answer.text)["setting"]


@pytest.mark.parametrize("sight", [sight.value for sight in Sight])
def test_every_sight_has_its_address(roundlog: Roundlog, web: Web, sight):
    roundlog("open", "club", "--name", "Club", "--system", "keizer", "--rounds", "5")
    image = "&image=/static/mark.svg" if sight == "image" else ""
    assert [scene["view"] for scene in setting_of(web, f"/screen/club?view={sight}{image}")["scenes"]] == [sight]


@pytest.mark.parametrize("views", ["ladder", "boards,ladder"])
@pytest.mark.parametrize("code", LANGUAGES)
def test_a_ladder_that_is_not_there_is_refused_at_once(club: Roundlog, web: Web, code, views):
    answer = web.get(f"/screen/club?view={views}", headers={"accept-language": code})
    assert answer.status_code == 404
    assert language(code).sentence(Refusal("no-ladder", system="by-hand")) in unescape(answer.text)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("category", ["women", "sex", "age=young", "colour=red", ";"])
def test_a_category_that_cannot_be_read_is_refused_with_how_it_is_written(club: Roundlog, web: Web, code, category):
    question = urlencode({"view": "standings", "category": category})
    answer = web.get(f"/screen/club?{question}", headers={"accept-language": code})
    assert answer.status_code == 400
    assert "sex=w" in answer.text


def test_a_category_is_refused_at_its_field(club: Roundlog, web: Web):
    screen = {"name": "stage", "scenes": [{"view": "boards"}, {"view": "standings", "category": "women="}]}
    answer = web.sign_in("arbiter", "club").request("PUT", "/api/t/club/screens", json={"screen": screen})
    told = answer.json()
    assert (answer.status_code, told["code"], told["facts"]["field"]) == (
        400,
        "category-unreadable",
        "scenes.1.category",
    )


def test_a_category_that_is_nobodys_business_is_refused(club: Roundlog, web: Web):
    assert web.get("/screen/club?view=standings&category=born%3D2010").status_code == 403


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_named_screen_is_not_set_to_what_would_tell_ages(club: Roundlog, web: Web, code):
    screen = {"name": "stage", "scenes": [{"view": "boards"}, {"view": "standings", "category": "born=2010"}]}
    arbiter = web.bearer("arbiter", "club")
    answer = arbiter.request("PUT", "/api/t/club/screens", json={"screen": screen}, headers={"accept-language": code})
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (403, "category-not-for-everybody")
    assert problem["facts"]["field"] == "scenes.1.category"
    assert "born=2010" in problem["detail"]
    assert facts_of(web.get("/screen/club/stage").text)["setting"] is None


def test_of_a_screen_in_an_old_log_the_console_tells_what_is_not_shown(club: Roundlog, web: Web):
    """It was recorded before such a category was refused; or the rules have become others since."""
    scenes = (Scene(Sight.BOARDS), Scene(Sight.STANDINGS, category="born=2010"), Scene(Sight.LADDER))
    _append(club, ScreenSet(screen=Screen("stage", scenes)))
    assert [scene["view"] for scene in setting_of(web, "/screen/club/stage")["scenes"]] == ["boards"]
    page = web.sign_in("arbiter", "club").get("/console/club/screens?lang=en").text
    found = re.search(r'<script type="application/json" id="hall">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    told = json.loads(found[1])["leftOut"]["stage"]
    assert told.keys() == {"1", "2"}
    assert "how old somebody is" in told["1"]
    assert "ladder" in told["2"]


def _append(club: Roundlog, event: Event) -> None:
    """As an older Roundlog wrote it."""
    with SqliteLog(club.log) as log:
        (head,) = log.heads()
        asyncio.run(log.append("club", head.version, [event], actor="arbiter", command="old"))


def test_a_category_with_nobody_in_it_can_be_shown(club: Roundlog, web: Web):
    club("change-details", "club", "--public-categories", "sex=w")
    assert setting_of(web, "/screen/club?view=standings&category=sex%3Dw")["scenes"][0]["category"] == "sex=w"


def test_a_scene_that_the_tournament_has_not_is_refused_at_its_field(club: Roundlog, web: Web):
    screen = {"name": "stage", "scenes": [{"view": "boards"}, {"view": "ladder"}]}
    answer = web.sign_in("arbiter", "club").request("PUT", "/api/t/club/screens", json={"screen": screen})
    told = answer.json()
    assert (answer.status_code, told["code"], told["facts"]["field"]) == (404, "no-ladder", "scenes.1.view")


def test_a_scene_of_rules_that_were_changed_is_left_out_and_the_others_go_on(roundlog: Roundlog, web: Web):
    roundlog("open", "club", "--name", "Club", "--system", "keizer", "--rounds", "5")
    arbiter = web.sign_in("arbiter", "club")
    for name, scenes in {"stage": ["ladder", "standings"], "door": ["ladder"]}.items():
        screen = {"name": name, "scenes": [{"view": view} for view in scenes]}
        assert arbiter.request("PUT", "/api/t/club/screens", json={"screen": screen}).status_code == 200
    rules = {"do": "change-rules", "rules": {"system": "by-hand", "rounds": 5}, "reason": "too few come"}
    answer = arbiter.post("/api/t/club/commands", json=rules)
    assert answer.status_code == 201, answer.text
    assert setting_of(web, "/screen/club/stage")["scenes"] == [{"view": "standings"}]
    assert setting_of(web, "/screen/club/door")["scenes"] == []


def test_an_address_says_all_that_a_screen_without_a_name_needs(club: Roundlog, web: Web):
    address = (
        "/screen/club?view=boards,standings&boards=1-40&lang=nl,en&theme=light&seconds=20&rows=12&columns=2&steady=1"
    )
    setting = setting_of(web, address)
    assert [scene["view"] for scene in setting["scenes"]] == ["boards", "standings"]
    first = setting["scenes"][0]
    assert (first["first_board"], first["last_board"], first["seconds"], first["rows"], first["columns"]) == (
        1,
        40,
        20,
        12,
        2,
    )
    assert (setting["languages"], setting["theme"], setting["is_steady"]) == (["nl", "en"], "light", True)


def test_capitals_are_as_good(club: Roundlog, web: Web):
    setting = setting_of(web, "/screen/club?view=Boards,FILM&lang=EN,Nl,en&theme=Light&step=Event")
    assert [scene["view"] for scene in setting["scenes"]] == ["boards", "film"]
    assert setting["scenes"][1]["step"] == "event"
    assert (setting["languages"], setting["theme"]) == (["en", "nl"], "light")
    assert setting_of(web, "/screen/club?theme=Overlay")["is_overlay"]


def test_an_overlay_is_for_streams(club: Roundlog, web: Web):
    assert setting_of(web, "/screen/club?view=standings&theme=overlay")["is_overlay"]


def test_a_screen_speaks_the_language_of_the_tournament_unless_it_is_told_another(club: Roundlog, web: Web):
    assert setting_of(web, "/screen/club")["languages"] == ["en"]
    assert setting_of(web, "/screen/club?lang=et")["languages"] == ["et"]


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("view=nonsense", "not-one-of"),
        ("theme=pink", "not-one-of"),
        ("lang=fr", "not-one-of"),
        ("boards=x", "not-a-number"),
        ("seconds=-1", "number-outside-range"),
        ("view=film&step=move", "not-one-of"),
        ("view=image&image=https://elsewhere.example/x.png", "image-from-elsewhere"),
        ("view=image&image=//elsewhere.example/x.png", "image-from-elsewhere"),
        ("colour=red", "unknown-argument"),
    ],
)
def test_what_cannot_be_shown_is_told(club: Roundlog, web: Web, query, code):
    answer = web.get(f"/screen/club?{query}", headers={"accept-language": "en"})
    assert answer.status_code in (400, 409), code
    assert "Error – Roundlog" in answer.text


def test_a_name_stands_for_what_the_arbiter_chose_and_outlives_a_restart(club: Roundlog, web: Web):
    assert setting_of(web, "/screen/club/stage") is None
    arbiter = web.sign_in("arbiter", "club")
    screen = {"name": "stage", "scenes": [{"view": "standings"}], "theme": "light"}
    assert arbiter.request("PUT", "/api/t/club/screens", json={"screen": screen}).status_code == 200
    assert setting_of(web, "/screen/club/stage")["scenes"] == [{"view": "standings"}]
    assert "screen-set" in club("audit", "club", "--json")


def told(arbiter: Web, code: str) -> tuple[str, str]:
    """What the console's audit says of the last event: what it is about, and the change."""
    row = arbiter.get(f"/console/club/audit?lang={code}").text.split("<tbody>")[1].split("</tr>")[0]
    cells = re.findall(r"<td[^>]*>(.*?)</td>", row, re.DOTALL)
    return cells[4], cells[5]


@pytest.mark.parametrize(
    ("code", "screen", "first", "second", "third"),
    [
        (
            "en",
            "screen “stage”",
            "shows pairings by board, standings and round clock; name Left of the stage",
            "shows pairings by board, standings and round clock → standings; colours of the screen dark → light",
            "scene 1 seconds – → 20",
        ),
        (
            "nl",
            "scherm “stage”",
            "toont indeling per bord, stand en rondeklok; naam Left of the stage",
            "toont indeling per bord, stand en rondeklok → stand; kleuren van het scherm donker → licht",
            "beeld 1 seconden – → 20",
        ),
        (
            "de",
            "Bildschirm “stage”",
            "zeigt Paarungen nach Brett, Rangliste und Rundenuhr; Name Left of the stage",
            "zeigt Paarungen nach Brett, Rangliste und Rundenuhr → Rangliste; Farben des Bildschirms dunkel → hell",
            "Szene 1 Sekunden – → 20",
        ),
        (
            "et",
            "ekraan “stage”",
            "näitab: paarid laudade kaupa, paremusjärjestus ja vooru kell; nimi Left of the stage",
            "näitab: paarid laudade kaupa, paremusjärjestus ja vooru kell → paremusjärjestus; "
            "ekraani värvid tume → hele",
            "vaade järjekorras 1 sekundid – → 20",
        ),
    ],
)
def test_the_audit_tells_which_screen_shows_what(
    club: Roundlog, web: Web, code: str, screen: str, first: str, second: str, third: str
):
    arbiter = web.sign_in("arbiter", "club")

    def set_to(*scenes: dict[str, Any], **setting: object) -> None:
        asked = {"name": "stage", "title": "Left of the stage", "scenes": scenes, **setting}
        assert arbiter.request("PUT", "/api/t/club/screens", json={"screen": asked}).status_code == 200

    set_to({"view": "boards", "first_board": 1, "last_board": 2}, {"view": "standings"}, {"view": "clock"})
    assert told(arbiter, code) == (screen, first)
    set_to({"view": "standings"}, theme="light")
    assert told(arbiter, code) == (screen, second)
    set_to({"view": "standings", "seconds": 20}, theme="light")
    assert told(arbiter, code) == (screen, third)
    assert arbiter.request("DELETE", "/api/t/club/screens/stage").status_code == 200
    assert told(arbiter, code) == (screen, "")


def test_the_audit_in_json_keeps_all_that_was_set(club: Roundlog, web: Web):
    arbiter = web.sign_in("arbiter", "club")
    screen = {"name": "stage", "scenes": [{"view": "standings", "seconds": 20}]}
    arbiter.request("PUT", "/api/t/club/screens", json={"screen": screen})
    entry = arbiter.get("/api/t/club/audit").json()["entries"][-1]
    changes = {change["field"]: change["new"] for change in entry["changes"]}
    assert entry["screen"] == "stage"
    assert (changes["shows"], changes["scenes.1.seconds"]) == (["standings"], 20)


@pytest.mark.parametrize("name", ["Stage", "a b", "-x", "x" * 41])
def test_a_name_is_one_that_an_address_can_have(club: Roundlog, web: Web, name):
    assert web.get(f"/screen/club/{name}").status_code == 400


def test_only_who_may_controls_a_screen(club: Roundlog, web: Web):
    screen = {"screen": {"name": "stage", "scenes": [{"view": "boards"}]}}
    assert web.request("PUT", "/api/t/club/screens", json=screen).status_code == 401
    assert web.sign_in("results", "club").request("PUT", "/api/t/club/screens", json=screen).status_code == 403
    assert web.sign_in("results", "club").get("/console/club/screens").status_code == 403
    assert web.sign_in("arbiter", "club").get("/console/club/screens").status_code == 200


def test_the_page_brings_the_words_of_all_languages(club: Roundlog, web: Web):
    facts = facts_of(web.get("/screen/club").text)
    assert set(facts["words"]) == set(facts["marks"]) == set(LANGUAGES)


def test_the_server_says_which_scripts_it_has(club: Roundlog, web: Web):
    assert facts_of(web.get("/screen/club").text)["static"] == web.get("/health").json()["static"]


def test_a_tournament_that_is_not_there(web: Web, roundlog: Roundlog):
    assert web.get("/screen/nobody").status_code == 404
    assert web.get("/screen/nobody/stage").status_code == 404
