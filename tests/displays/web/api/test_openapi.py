"""The description of the endpoints: whole, in four languages, and what it says by example is so."""

import json
import re
from pathlib import Path
from typing import Any

import jsonschema_rs
import msgspec
import pytest

from displays.web.api import ENDPOINTS
from displays.web.api.bodies import Body
from displays.web.api.openapi import document
from displays.words.language import LANGUAGES, language
from engine.errors import Refusal
from engine.registry import SYSTEMS
from ledger.acts.act import CONFIRM, Confirmation
from ledger.acts.fide_mode import LeaveFideMode
from ledger.confirmation import Confirmations
from tests.displays.web.api.club import CLUB, club_at, problem


@pytest.fixture(scope="module")
def described() -> dict[str, Any]:
    return msgspec.json.decode(msgspec.json.encode(document(ENDPOINTS, language("en"), "session")))


def test_every_endpoint_is_described(described):
    found = {
        (method.upper(), path): operation["operationId"]
        for path, operations in described["paths"].items()
        for method, operation in operations.items()
    }
    assert found == {(endpoint.method, endpoint.path): endpoint.name for endpoint in ENDPOINTS}


def test_every_answer_and_every_error_has_a_shape(described):
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            for status, answer in operation["responses"].items():
                assert answer["description"], (method, path, status)
                assert status == "204" or answer["content"], (method, path, status)


def test_what_needs_a_key_says_so(described):
    for endpoint in ENDPOINTS:
        operation = described["paths"][endpoint.path][endpoint.method.lower()]
        assert ("security" in operation) == (endpoint.permission is not None)
        assert {"401", "400"} <= set(operation["responses"])
    assert set(described["components"]["securitySchemes"]) == {"bearer", "session"}


def test_a_write_takes_the_token_of_a_question(described):
    """As the server makes them."""
    asked = Confirmations()
    with pytest.raises(Refusal) as question:
        asked.check("open", "anna", LeaveFideMode(reason="why"), Confirmation(CONFIRM, ()), "")
    for endpoint in ENDPOINTS:
        parameters = described["paths"][endpoint.path][endpoint.method.lower()]["parameters"]
        found = [one["schema"]["pattern"] for one in parameters if one["name"] == "Confirmation"]
        assert len(found) == endpoint.is_write, endpoint.name
        assert all(re.fullmatch(pattern, str(question.value.facts["token"])) for pattern in found)


@pytest.mark.parametrize("endpoint", [one for one in ENDPOINTS if one.body is not None], ids=lambda one: one.name)
def test_an_example_can_be_read_and_fits_its_schema(endpoint, described):
    assert endpoint.example is not None
    Body(endpoint.body).read(json.dumps(endpoint.example).encode())
    content = described["paths"][endpoint.path][endpoint.method.lower()]["requestBody"]["content"]["application/json"]
    schema = {**content["schema"], "components": described["components"]}
    jsonschema_rs.validator_for(schema).validate(content["example"])


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_words_of_the_endpoints_in_four_languages(code: str, tmp_path: Path):
    known = set(language(code).section("endpoints"))
    names = {endpoint.name for endpoint in ENDPOINTS}
    assert names - known == set(), f"wants its sentence in endpoints.json of {code}"
    assert known - names == set()
    with club_at("opened", tmp_path) as web:
        assert web.get(f"/api/openapi.json?lang={code}").json()["openapi"] == "3.1.0"
        shown = web.get(f"/api?lang={code}").text
        assert f'<html lang="{code}">' in shown
        for endpoint in ENDPOINTS:
            assert f"<code>{endpoint.path}</code>" in shown


def test_the_name_of_the_session_is_that_of_the_cookie(tmp_path: Path):
    with club_at("opened", tmp_path) as web:
        cookie = web.sign_in("owner").headers["cookie"]
        schemes = web.get("/api/openapi.json").json()["components"]["securitySchemes"]
        assert cookie.partition("=")[0] == schemes["session"]["name"]


def test_a_wrong_method_is_told_the_right_ones(tmp_path: Path):
    with club_at("opened", tmp_path) as web:
        answer = web.bearer("owner").request("PATCH", f"{CLUB}/rounds/1/boards")
        problem(answer, 405, "method-not-allowed")
        assert set(answer.headers["allow"].split(", ")) == {"POST", "PUT"}


# -- what there is to choose from --------------------------------------------------------------------------------------


def test_the_systems_with_their_options_in_the_readers_words(tmp_path: Path):
    with club_at("opened", tmp_path) as web:
        systems = {system["key"]: system for system in web.get("/api/systems?lang=nl").json()}
        assert set(systems) == set(SYSTEMS)
        assert (systems["keizer"]["has_ladder"], systems["knsb-2014"]["has_ladder"]) == (True, False)
        double = next(option for option in systems["round-robin"]["options"] if option["name"] == "double")
        assert (double["kind"], double["default"], double["is_yes_or_no"]) == ("choice", False, True)
        assert double["sentence"] != web.get("/api/systems").json()[-1]["options"][0]["sentence"]


def test_the_tie_breaks(tmp_path: Path):
    with club_at("opened", tmp_path) as web:
        found = web.get("/api/tiebreaks").json()
        assert found["rankings"]["fide-swiss"] == ["BH/C1", "BH", "SB", "DE"]
        assert "Buchholz" in {one["name"] for one in found["tiebreaks"]}
        assert found["points"]["2-1-0"]["per_point"] == 1


def test_rules_before_they_are_agreed(tmp_path: Path):
    with club_at("opened", tmp_path) as nobody:
        web = nobody.bearer("arbiter", "club")
        fine = web.post("/api/rules/check", json={"rules": {"system": "fide-dutch-2026", "rounds": 6}, "players": 40})
        assert fine.json() == {"refusal": None, "advice": []}
        many = web.post("/api/rules/check", json={"rules": {"system": "knsb-2014", "rounds": 3}, "players": 5}).json()
        assert many["advice"]
        assert many["refusal"] is None
        odd = {"system": "fide-dutch-2026", "rounds": 3, "options": {"hat": 1}}
        assert web.post("/api/rules/check", json={"rules": odd}).json()["refusal"]["code"] == "option-unknown"
        problem(web.post("/api/rules/check", json={"rules": {"system": "keizer"}}), 400, "field-missing")
        problem(nobody.post("/api/rules/check", json={"rules": odd}), 401, "sign-in-needed")
        problem(nobody.bearer("results", "club").post("/api/rules/check", json={"rules": odd}), 403, "not-allowed")


def test_rules_for_more_players_than_there_are(tmp_path: Path):
    with club_at("opened", tmp_path) as nobody:
        web = nobody.bearer("arbiter", "club")
        for system in ("keizer", "round-robin", "fide-dutch-2026"):
            rules = {"system": system, "rounds": 9}
            problem(web.post("/api/rules/check", json={"rules": rules, "players": 10**12}), 409, "number-outside-range")
            assert web.post("/api/rules/check", json={"rules": rules, "players": 10_000}).status_code == 200
        expecting = {"system": "keizer", "rounds": 9, "options": {"expected_players": 10**12}}
        told = web.post("/api/rules/check", json={"rules": expecting}).json()
        assert told["refusal"]["code"] == "number-outside-range"


@pytest.mark.parametrize(
    ("system", "options", "code", "field"),
    [
        ("keizer", {"top_value": 0}, "keizer-top-value-too-small", "options.top_value"),
        ("keizer", {"top_value": 29, "expected_players": 30}, "keizer-top-value-too-small", "options.top_value"),
        ("keizer", {"ranked_apart": "rating"}, "keizer-rating-groups", "options.rating_groups"),
        ("keizer", {"draw": "2"}, "keizer-result-order", "options.win"),
        ("keizer-elo", {"k_factor": 33}, "keizer-k-factor", "options.k_factor"),
        ("kndb", {"strength_groups": ["1 2", "2 3"]}, "player-in-two-strength-groups", "options.strength_groups"),
        ("kndb", {"dummy": "draws"}, "bye-must-be-worth-a-draw", "options.dummy"),
    ],
)
def test_a_refused_option_names_the_field_of_the_form(tmp_path: Path, system: str, options, code: str, field: str):
    with club_at("opened", tmp_path) as nobody:
        rules = {"system": system, "rounds": 9, "options": options}
        refusal = nobody.bearer("arbiter", "club").post("/api/rules/check", json={"rules": rules}).json()["refusal"]
        assert (refusal["code"], refusal["facts"]["field"]) == (code, field)
