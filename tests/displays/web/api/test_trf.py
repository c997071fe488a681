"""TRF over HTTP: the file of a tournament, and a tournament that is opened from a file."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import pytest

from ledger.formats.trf import parse
from ledger.formats.trf.lines import INTERIM
from tests.displays.client import Web
from tests.displays.commandline import Roundlog
from tests.displays.web.api.club import CLUB, club_at, problem
from tests.ledger.formats.trf.sheets import player

SIX_ROUNDS = Path(__file__).parents[3] / "engine/systems/fide_dutch/golden/fide-dutch-2026/small-10001-n9-r6.trf"
SYSTEM = {"system": "fide-dutch-2026"}
EN = {"accept-language": "en"}
JSON = {"accept": "application/json", **EN}
TWO = "\n".join(("012 Two", "XXR 3", "XXC white1", player(1, "2w1", points="1.0"), player(2, "1b0", points="0.0")))


def open_file(web: Web, **asked: Any) -> Any:
    answer = web.post("/api/trf", json={**SYSTEM, **asked}, headers=EN)
    assert answer.status_code == 201, answer.text
    return answer.json()


# -- out ---------------------------------------------------------------------------------------------------------------


@pytest.fixture
def finished(roundlog: Roundlog, web: Web) -> Web:
    owner = web.bearer("owner")
    open_file(owner, text=SIX_ROUNDS.read_text("utf-8"), id="six", name="Six")
    assert owner.post("/api/t/six/finish", json={}).status_code == 201
    return owner


def test_q169_there_is_no_report_of_a_tournament_that_goes_on(tmp_path: Path):
    with club_at("closed", tmp_path) as web:
        arbiter = web.bearer("arbiter", "club")
        refused = arbiter.get(f"{CLUB}/trf")
        assert problem(refused, 409, "report-before-the-end")
        assert arbiter.get(f"{CLUB}/trf?interim=1").status_code == 200


def test_q169_there_is_no_report_while_a_game_is_adjourned(tmp_path: Path):
    with club_at("published", tmp_path) as web:
        arbiter = web.bearer("arbiter", "club")
        assert arbiter.confirm("POST", f"{CLUB}/rounds/1/boards/1/postponement", json={}).status_code == 201
        refused = problem(arbiter.get(f"{CLUB}/trf"), 409, "report-while-game-is-open")
        assert (refused["facts"]["round"], refused["facts"]["board"]) == (1, 1)


def test_an_interim_file_says_so_in_it_and_by_its_name(tmp_path: Path):
    with club_at("closed", tmp_path) as web:
        answer = web.bearer("arbiter", "club").get(f"{CLUB}/trf", params={"interim": 1})
        assert f"{INTERIM} @ Round 1 of 3\r\n" in answer.text
        assert 'filename="club-interim.trf"' in answer.headers["content-disposition"]
        assert len(parse(answer.content).players) == 5


@pytest.mark.parametrize(("dialect", "id"), [("trf26", "142"), ("trfx", "XXR"), ("trf16", "001")])
def test_the_file_is_that_of_the_command_line(finished: Web, roundlog: Roundlog, dialect: str, id: str):
    answer = finished.get("/api/t/six/trf", params={"dialect": dialect})
    roundlog("export", "trf", "six", "six.trf", "--dialect", dialect)
    assert answer.content == (roundlog.folder / "six.trf").read_bytes()
    assert f"\n{id} " in f"\n{answer.text}"
    assert INTERIM not in answer.text


def test_what_a_file_does_not_say_stands_beside_it(finished: Web):
    """TRF16 has no place for who pairs."""
    said = finished.get("/api/t/six/trf?dialect=trf16", headers=JSON).json()
    assert said["text"] == finished.get("/api/t/six/trf?dialect=trf16").text
    assert not said["is_interim"]
    assert [one["facts"]["field"] for one in said["left_out"]] == ["system"]
    assert "there is no place for it" in said["left_out"][0]["sentence"]
    assert finished.get("/api/t/six/trf?dialect=trf16").headers["left-out"] == "trf-left-out;field=system"
    assert "left-out" not in finished.get("/api/t/six/trf").headers


@pytest.mark.parametrize(
    ("asked", "code"),
    [("dialect=trf06", "not-one-of"), ("interim=yes", "not-one-of"), ("dialekt=trf26", "unknown-argument")],
)
def test_what_is_asked_wrongly_is_told(finished: Web, asked: str, code: str):
    assert problem(finished.get(f"/api/t/six/trf?{asked}"), 400, code)


def test_who_may_not_see_what_is_private_gets_no_file(finished: Web, web: Web):
    assert web.get("/api/t/six/trf").status_code == 401
    assert web.bearer("results", "six").get("/api/t/six/trf").status_code == 403
    assert web.bearer("arbiter", "other").get("/api/t/six/trf").status_code == 403


def test_a_festival_has_no_such_file(tmp_path: Path):
    with club_at("festival", tmp_path) as web:
        assert problem(web.bearer("owner").get("/api/t/club/trf?interim=1"), 404, "no-such-tournament")


def test_comments_are_written_only_where_they_are_asked_for(finished: Web):
    plain = finished.get("/api/t/six/trf").text
    commented = finished.get("/api/t/six/trf?comments=1").text
    assert "### Import" not in plain
    assert "### Import @ Round 6 (version " in commented


# -- in ----------------------------------------------------------------------------------------------------------------


def test_a_file_becomes_a_tournament_with_all_its_rounds(roundlog: Roundlog, web: Web):
    owner = web.bearer("owner")
    opened = open_file(owner, file=base64.b64encode(SIX_ROUNDS.read_bytes()).decode(), name="Nine players")
    assert (opened["players"], opened["paired"], opened["rounds"]) == (9, 6, 6)
    assert owner.get(f"/api/t/{opened['id']}/verify").json()["head"] == opened["head"]
    roundlog("import", "trf", SIX_ROUNDS, "--stream", "again", "--system", "fide-dutch-2026")
    one, other = (owner.get(f"/api/t/{id}/standings").json()["lines"] for id in (opened["id"], "again"))
    assert one == other


def test_the_body_may_be_the_file_itself(roundlog: Roundlog, web: Web):
    asked = {"id": "two", "rounds": "3", **SYSTEM}
    plain = {"content-type": "text/plain"}
    answer = web.bearer("owner").post("/api/trf", params=asked, content=TWO.encode(), headers=plain)
    assert answer.status_code == 201, answer.text
    assert (answer.json()["id"], answer.json()["name"]) == ("two", "Two")


def test_what_was_read_otherwise_is_told_with_its_line(roundlog: Roundlog, web: Web):
    text = TWO.replace("012 Two", "012 Two\n\n042 May 10, 2020")
    read = web.bearer("owner").post("/api/trf/preview", json={"text": text, **SYSTEM}, headers=EN).json()
    (date,) = (one for one in read["read_otherwise"] if one["code"] == "trf-date")
    assert date["facts"]["line"] == 3
    assert date["sentence"].startswith("line 3: ")


def test_a_preview_writes_nothing(roundlog: Roundlog, web: Web):
    owner = web.bearer("owner")
    read = owner.post("/api/trf/preview", json={"text": TWO, **SYSTEM}).json()
    assert (read["id"], read["players"], read["paired"], read["rounds"]) == ("two", 2, 1, 3)
    assert owner.get("/api/t/two/standings").status_code == 404


def test_a_file_that_contradicts_itself_opens_nothing(roundlog: Roundlog, web: Web):
    owner = web.bearer("owner")
    body = {"text": TWO.replace("2 w 1", "2 b 1"), **SYSTEM}
    for address in ("/api/trf/preview", "/api/trf"):
        told = problem(owner.post(address, json=body), 400, "trf-same-colours")
        assert told["facts"]["line"]
    assert owner.get("/api/t/two/standings").status_code == 404


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({}, 400, "one-of-needed"),
        ({"text": TWO, "file": "AAAA"}, 400, "one-of-needed"),
        ({"text": ""}, 400, "trf-no-players"),
        ({"text": TWO, "system": "no-such"}, 400, "not-one-of"),
        ({"text": TWO, "rounds": 4}, 400, "typed-otherwise"),
        ({"text": TWO, "first_colour": "black"}, 400, "typed-otherwise"),
        ({"text": TWO, "id": "An Open"}, 400, "bad-stream-name"),
        ({"text": TWO, "id": "people"}, 400, "stream-name-taken"),
        ({"text": TWO.replace("012 Two\n", "")}, 409, "text-missing"),
        ({"text": TWO.replace("Player, P2", "Play\u202eer   ")}, 409, "text-has-hidden-characters"),
    ],
)
def test_what_is_wrong_is_told_and_nothing_opened(roundlog: Roundlog, web: Web, body: Any, status: int, code: str):
    owner = web.bearer("owner")
    assert problem(owner.post("/api/trf", json={**SYSTEM, **body}), status, code)
    assert owner.get("/api/t").json() == []


def test_a_second_of_that_name_is_refused_and_the_first_stands(roundlog: Roundlog, web: Web):
    owner = web.bearer("owner")
    head = open_file(owner, text=TWO)["head"]
    assert problem(owner.post("/api/trf", json={"text": TWO, **SYSTEM}), 409, "tournament-exists")
    assert owner.get("/api/t/two/verify").json()["head"] == head


def test_sent_again_with_its_key_it_is_opened_once(roundlog: Roundlog, web: Web):
    owner = web.bearer("owner")
    headers = {"idempotency-key": "laptop-1"}
    first, again = (owner.post("/api/trf", json={"text": TWO, **SYSTEM}, headers=headers) for _ in range(2))
    assert first.status_code == again.status_code == 201
    assert first.json() == again.json()


def test_who_directs_one_tournament_opens_no_other(roundlog: Roundlog, web: Web):
    open_file(web.bearer("owner"), text=TWO)
    arbiter = web.bearer("arbiter", "two")
    for address in ("/api/trf", "/api/trf/preview"):
        assert arbiter.post(address, json={"text": TWO, "id": "three", **SYSTEM}).status_code == 403
