"""Every endpoint that writes: what it does, who may not, what becomes of a request that is wrong, late or doubled."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest

from displays.web.api import ENDPOINTS
from displays.web.api.commands import CommandEndpoint
from displays.web.api.endpoints import LINES
from ledger.acts.catalogue import BY_COMMAND
from ledger.acts.festivals import OpenFestival
from ledger.acts.opening import OpenTournament
from ledger.acts.permission import Permission
from tests.displays.client import Web
from tests.displays.web.api.club import CLUB, club_at, problem, version
from tests.displays.web.api.command_cases import CASES

BY_NAME = {line.name: line for line in LINES}
every_endpoint = pytest.mark.parametrize("name", BY_NAME)


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Web]]:
    """The server at a stage, for requests that change nothing; at the end each is as it was at the beginning."""
    with ExitStack() as servers:

        @functools.cache
        def at(stage: str) -> Web:
            web = servers.enter_context(club_at(stage, tmp_path_factory.mktemp(stage)))
            servers.callback(_check_version, web, version(web))
            return web

        yield at
    with_a_key.cache_clear()


def _check_version(web: Web, expected: int) -> None:
    assert version(web) == expected


@functools.cache
def with_a_key(web: Web, role: str, stream: str = "") -> Web:
    return web.bearer(role, stream)


def ask(web: Web, name: str, *, stream: str = "club", **other: Any):
    """The case of that endpoint; ``other`` takes the place of what it says. Says yes to whatever is asked."""
    case, root = CASES[name], BY_NAME[name].root.replace("{id}", stream)
    asked = {"json": case.body, **other}
    return web.confirm(BY_NAME[name].method, f"{root}{case.address}", **asked)


def entitled(name: str) -> tuple[str, str]:
    """The role and the tournament of somebody who may: the owner all but what is each player's own."""
    is_own = BY_NAME[name].permission is Permission.ACT_AS_PLAYER
    return ("member", "club") if is_own else ("owner", "")


# -- the table ---------------------------------------------------------------------------------------------------------


def test_every_command_has_an_endpoint_and_every_endpoint_is_tried_here():
    asked = {line.command for line in LINES} | {OpenTournament, OpenFestival}
    assert asked == {command for command, act in BY_COMMAND.items() if not act.is_internal}
    assert set(BY_NAME) - set(CASES) == set(), "CASES wants a case of it"
    assert set(CASES) - set(BY_NAME) == set()
    assert len({endpoint.name for endpoint in ENDPOINTS}) == len(ENDPOINTS)


# -- what is right -----------------------------------------------------------------------------------------------------


@every_endpoint
def test_a_command_is_recorded_and_told(name: str, tmp_path: Path):
    with club_at(CASES[name].stage, tmp_path) as web:
        before = version(web)
        answer = ask(web.sign_in(*entitled(name), name="Anna"), name)
        assert answer.status_code == (201 if BY_NAME[name].method == "POST" else 200), answer.text
        written = answer.json()
        assert written["version"] == before + len(written["records"]) > before
        assert answer.headers["etag"] == f'"{written["version"]}"'
        assert written["records"][0]["event"]["type"] == CASES[name].event
        assert written["records"][0]["actor"] == "Anna (key 2, console, 127.0.0.1)"
        assert len(written["told"]) == len(written["records"])
        assert all(line.strip() for line in written["told"])
        assert version(web) == written["version"]


@every_endpoint
def test_a_request_with_its_key_is_recorded_once(name: str, tmp_path: Path):
    with club_at(CASES[name].stage, tmp_path) as web:
        owner, once = web.bearer(*entitled(name)), {"idempotency-key": "a1b2"}
        first = ask(owner, name, headers=once)
        again = ask(owner, name, headers={**once, "if-match": '"1"'})  # whatever version it was built on
        assert (again.status_code, again.content) == (first.status_code, first.content)
        assert version(web) == first.json()["version"]


@every_endpoint
def test_a_version_that_is_no_longer_the_newest(name: str, tmp_path: Path):
    with club_at(CASES[name].stage, tmp_path) as web:
        owner, before = web.bearer(*entitled(name)), version(web)
        found = problem(ask(owner, name, headers={"if-match": '"1"'}), 409, "version-conflict")
        assert (found["facts"]["expected"], found["facts"]["actual"]) == (1, before)
        assert version(web) == before
        assert ask(owner, name, headers={"if-match": f'"{before}"'}).json()["version"] > before


# -- who may not -------------------------------------------------------------------------------------------------------


@every_endpoint
def test_nobody_in_particular_is_asked_to_sign_in(name: str, lasting):
    web = lasting(CASES[name].stage)
    before = version(web)
    problem(ask(web, name), 401, "sign-in-needed")
    assert version(web) == before


def may_enter_it(name: str) -> bool:
    """Who typed it may take a dispute back (``test_disputes.py``), nobody else."""
    return BY_NAME[name].permission is Permission.ENTER_RESULTS and name != "confirm-result"


@pytest.mark.parametrize("name", [*filter(may_enter_it, BY_NAME)])
def test_a_helper_enters_results(name: str, tmp_path: Path):
    with club_at(CASES[name].stage, tmp_path) as web:
        answer = ask(web.bearer("results", "club"), name)
        assert answer.status_code == (201 if BY_NAME[name].method == "POST" else 200)


MAY_NOT = [*(("display", name) for name in BY_NAME), *(("results", name) for name in BY_NAME if not may_enter_it(name))]


@pytest.mark.parametrize(("role", "name"), MAY_NOT)
def test_a_role_that_may_not(name: str, role: str, lasting):
    web = lasting(CASES[name].stage)
    before = version(web)
    problem(ask(with_a_key(web, role, "club"), name), 403, "not-allowed")
    assert version(web) == before


@every_endpoint
def test_an_arbiter_of_another_tournament(name: str, lasting):
    problem(ask(with_a_key(lasting(CASES[name].stage), "arbiter", "other"), name), 403, "not-allowed")


@every_endpoint
def test_a_tournament_that_is_not_there(name: str, lasting):
    role, stream = entitled(name)
    owner = with_a_key(lasting("opened"), role, stream and "nobody")
    problem(ask(owner, name, stream="nobody"), 404, "no-such-tournament")


# -- what is wrong -----------------------------------------------------------------------------------------------------


def fields_of(name: str) -> list[msgspec.structs.FieldInfo]:
    return list(msgspec.structs.fields(CommandEndpoint(BY_NAME[name]).body.kind))


@every_endpoint
def test_a_field_of_another_kind_is_named(name: str, lasting):
    """No field takes the number one and a half."""
    owner = with_a_key(lasting("opened"), *entitled(name))
    for field in (field.encode_name for field in fields_of(name)):
        answer = ask(owner, name, json={**CASES[name].body, field: 1.5})
        assert answer.status_code == 400, field
        assert (answer.json()["field"], answer.json()["facts"]["field"]) == (field, field)
        assert [one["field"] for one in answer.json()["problems"]] == [field]


@every_endpoint
def test_a_field_that_is_missing_is_named(name: str, lasting):
    owner = with_a_key(lasting("opened"), *entitled(name))
    for field in (field.encode_name for field in fields_of(name) if field.required):
        body = {key: value for key, value in CASES[name].body.items() if key != field}
        assert problem(ask(owner, name, json=body), 400, "field-missing")["field"] == field


@every_endpoint
def test_a_body_that_says_too_much_or_is_no_object_or_no_json(name: str, lasting):
    owner = with_a_key(lasting("opened"), *entitled(name))
    unknown = problem(ask(owner, name, json={**CASES[name].body, "hat": 1}), 400, "field-unknown")
    assert unknown["field"] == "hat"
    assert problem(ask(owner, name, json=[1]), 400, "not-an-object")["field"] == "body"
    problem(ask(owner, name, json=None, content=b"{"), 400, "json-unreadable")


@every_endpoint
def test_headers_that_cannot_be_read(name: str, lasting):
    web = lasting(CASES[name].stage)
    owner, before = with_a_key(web, *entitled(name)), version(web)
    problem(ask(owner, name, headers={"if-match": '"new"'}), 400, "not-a-version")
    for key in ("k" * 101, "caf\u00e9"):
        problem(ask(owner, name, headers={"idempotency-key": key.encode("latin-1")}), 400, "bad-key")
    assert version(web) == before


def test_a_part_of_the_address_that_is_no_number(tmp_path: Path):
    with club_at("published", tmp_path) as web:
        owner = web.bearer("owner")
        for address in ("rounds/x/boards/1/result", "rounds/1/boards/²/result", "rounds/1/boards/1e3/result"):
            found = problem(owner.post(f"{CLUB}/{address}", json={"result": "1-0"}), 400, "not-a-number")
            assert found["field"] in ("round", "board")


def test_the_same_key_with_another_command_is_another_command(tmp_path: Path):
    """A program that counts its keys from one again must not be told that its new result was recorded."""
    with club_at("published", tmp_path) as web:
        owner, key = web.bearer("owner"), {"idempotency-key": "1"}
        first = owner.post(f"{CLUB}/rounds/1/boards/1/result", json={"result": "1-0"}, headers=key).json()
        second = owner.post(f"{CLUB}/rounds/1/boards/2/result", json={"result": "0-1"}, headers=key).json()
        assert second["version"] == first["version"] + 1
        other = web.bearer("arbiter", "club", name="Somebody else")
        third = other.post(f"{CLUB}/rounds/1/boards/2/result", json={"result": "0-1"}, headers=key).json()
        assert (third["version"], third["records"]) == (second["version"], [])


def test_what_stands_already_is_answered_without_a_record(tmp_path: Path):
    with club_at("played", tmp_path) as web:
        answer = web.bearer("owner").post(f"{CLUB}/rounds/1/boards/1/result?lang=nl", json={"result": "1-0"})
        assert answer.status_code == 200
        assert answer.json() == {
            "version": version(web),
            "records": [],
            "told": [f"Het staat er al zo (stap {version(web)}); er is niets geschreven."],
        }


def test_a_refusal_names_the_field_where_there_is_one(tmp_path: Path):
    with club_at("played", tmp_path) as web:
        owner = web.bearer("owner")
        body = {"result": "0-1", "reason": " "}
        refused = owner.post(f"{CLUB}/rounds/1/boards/1/correction", json=body)
        assert problem(refused, 409, "reason-missing")["field"] == "reason"
        refused = owner.post(f"{CLUB}/players", json={"players": [{"name": "A", "rating": 9999}]})
        assert problem(refused, 409, "number-outside-range")["field"] == "rating"


# -- the endpoints that are not in the table -----------------------------------------------------------------------

NEW = {"id": "spring", "details": {"name": "Spring"}, "rules": {"system": "by-hand", "rounds": 3}}


def test_opening_a_tournament(tmp_path: Path):
    with club_at("opened", tmp_path) as web:
        owner = web.bearer("owner")
        assert owner.post("/api/t", json=NEW).status_code == 201
        assert web.get("/api/t/spring").json()["details"]["name"] == "Spring"
        assert problem(owner.post("/api/t", json=NEW), 409, "tournament-exists")["field"] == "id"
        assert problem(owner.post("/api/t", json={**NEW, "id": "A b"}), 400, "bad-stream-name")["field"] == "id"
        assert problem(owner.post("/api/t", json={**NEW, "id": ""}), 400, "bad-stream-name")["field"] == "id"
        nameless = {**NEW, "id": "", "details": {"name": " "}}
        assert problem(owner.post("/api/t", json=nameless), 409, "text-missing")["field"] == "name"
        odd = {**NEW, "id": "odd", "rules": {"system": "chance", "rounds": 3}}
        assert problem(owner.post("/api/t", json=odd), 409, "unknown-system")["field"] == "system"
        problem(web.bearer("arbiter", "club").post("/api/t", json=NEW), 403, "not-allowed")
        problem(web.post("/api/t", json=NEW), 401, "sign-in-needed")


def test_all_that_is_refused_of_a_new_tournament_is_told_at_once(tmp_path: Path):
    with club_at("opened", tmp_path) as web:
        owner = web.bearer("owner")
        wrong = {"details": {"name": ""}, "rules": {"system": "by-hand", "rounds": 0}}
        fields = {"club": "id", "A b": "id", "spring": None, "": None}  # taken, no address, good, made from the name
        for name, field in fields.items():
            told = problem(owner.post("/api/t", json={"id": name, **wrong}), 409, "text-missing")
            assert [one["field"] for one in told["problems"]] == ["name", "rounds", *([field] if field else [])]
            assert told["detail"] == told["problems"][0]["detail"]
        once = {"idempotency-key": "a1"}
        first = owner.post("/api/t", json=NEW, headers=once)
        assert owner.post("/api/t", json=NEW, headers=once).content == first.content


def test_all_that_is_wrong_with_a_body_is_told_at_once(tmp_path: Path):
    with club_at("opened", tmp_path) as web:
        rules = {"system": 5, "rounds": "three", "points": {"win": None}, "tiebreaks": ["BH", 3], "hat": 1}
        answer = web.bearer("owner").post("/api/t", json={"details": [], "rules": rules})
        found = {one["field"]: one["code"] for one in answer.json()["problems"]}
        assert found == {
            "id": "field-missing",
            "details": "not-an-object",
            "rules.system": "not-a-text",
            "rules.rounds": "not-a-number",
            "rules.points.win": "not-a-number",
            "rules.tiebreaks.1": "not-a-text",
            "rules.hat": "field-unknown",
        }
        assert all(one["detail"].endswith(".") for one in answer.json()["problems"])


def test_any_command_through_one_endpoint(tmp_path: Path):
    with club_at("published", tmp_path) as web:
        arbiter, results = web.bearer("arbiter", "club"), web.bearer("results", "club")
        enter = {"do": "enter-result", "round": 1, "board": 1, "result": "1-0"}
        assert results.post(f"{CLUB}/commands", json=enter).status_code == 201
        problem(results.post(f"{CLUB}/commands", json={"do": "close-round", "round": 1}), 403, "not-allowed")
        assert arbiter.post(f"{CLUB}/commands", json={"do": "announce", "text": "Tea"}).status_code == 201
        problem(web.post(f"{CLUB}/commands", json=enter), 401, "sign-in-needed")
        opening = {"do": "open-tournament", "details": {"name": "X"}, "rules": {"system": "by-hand", "rounds": 1}}
        problem(arbiter.post("/api/t/club/commands", json=opening), 403, "not-allowed")
        assert web.bearer("owner").post("/api/t/fresh/commands", json=opening).status_code == 201
        assert problem(arbiter.post(f"{CLUB}/commands", json={"do": "dance"}), 400, "not-one-of")["field"] == "do"
        assert problem(arbiter.post(f"{CLUB}/commands", json={"round": 1}), 400, "field-missing")["field"] == "do"
        late = {"do": "register-players", "players": [{"player": {"number": 0, "name": "A", "elo": 3}}]}
        found = problem(arbiter.post(f"{CLUB}/commands", json=late), 400, "field-unknown")
        assert found["field"] == "players.0.player.elo"


@pytest.mark.parametrize(
    ("written", "meant"),
    [("2-0", "1-0"), ("1-1", "1/2"), ("0–2", "0-1"), ("0-2f", "0-1f"), ("3:0", "1-0"), ("½-½", "1/2")],
)
def test_a_result_may_be_written_in_the_points_of_the_game(written: str, meant: str, tmp_path: Path):
    with club_at("published", tmp_path) as web:
        arbiter = web.bearer("arbiter", "club")
        assert arbiter.post(f"{CLUB}/rounds/1/boards/1/result", json={"result": written}).status_code == 201
        enter = {"do": "enter-result", "round": 1, "board": 2, "result": written}
        assert arbiter.post(f"{CLUB}/commands", json=enter).status_code == 201
        assert [board["result"] for board in arbiter.get(f"{CLUB}/boards").json()["boards"][:2]] == [meant, meant]


@pytest.mark.parametrize("written", ["2-1", "1-2", "+", "-", "2", "6-0", "", "1-0 1-0", 2, None])
def test_what_is_no_result_is_refused_with_what_there_is(written: object, tmp_path: Path):
    with club_at("published", tmp_path) as web:
        refused = web.bearer("arbiter", "club").post(f"{CLUB}/rounds/1/boards/1/result", json={"result": written})
        assert "1-0" in problem(refused, 400, "not-one-of")["facts"]["possible"]


def test_results_of_the_boards_that_were_given_to_somebody(tmp_path: Path):
    with club_at("published", tmp_path) as web:
        helper = web.bearer("results", "club", boards=(2, 10))
        assert helper.post(f"{CLUB}/rounds/1/boards/2/result", json={"result": "1-0"}).status_code == 201
        refused = helper.post(f"{CLUB}/rounds/1/boards/1/result", json={"result": "1-0"})
        assert problem(refused, 403, "board-not-yours")["facts"] == {"board": 1, "boards": ["2-10"]}
        enter = {"do": "enter-result", "round": 1, "board": 1, "result": "1-0"}
        problem(helper.post(f"{CLUB}/commands", json=enter), 403, "board-not-yours")
