"""What may be read, by whom, at which moment."""

from pathlib import Path

import pytest

from ledger import desk
from ledger.store.sqlite_library import sqlite3
from tests.displays.commandline import Roundlog
from tests.displays.web.api.club import CLUB, NAMES, club_at, log_at, problem, serving, version

STAFF = ("owner", "arbiter", "results")


def test_a_tournament_in_one_look(tmp_path: Path):
    with club_at("played", tmp_path) as web:
        seen = web.get(CLUB).json()
        assert (seen["id"], seen["players"], seen["next_round"], seen["is_finished"]) == ("club", 5, 2, False)
        assert seen["clock"]["round"] == 1
        assert [one["text"] for one in seen["announcements"]] == ["Welcome"]
        (first,) = seen["rounds"]
        assert (first["phase"], first["boards"], first["missing"], first["postponed"]) == ("published", 2, [], [])
        assert web.get(f"{CLUB}?version=1").json()["players"] == 0
        problem(web.get(f"{CLUB}?hat=1"), 400, "unknown-argument")


def test_the_boards_that_wait_for_a_result(tmp_path: Path):
    with club_at("published", tmp_path) as web:
        owner = web.bearer("owner")
        owner.confirm("POST", f"{CLUB}/rounds/1/boards/2/postponement")
        (first,) = web.get(CLUB).json()["rounds"]
        assert (first["missing"], first["postponed"]) == ([1], [2])


@pytest.mark.parametrize("role", ["owner", "arbiter"])
def test_arbiters_see_drafts_and_private_data(role: str, tmp_path: Path):
    with club_at("drafted", tmp_path) as web:
        staff = web.bearer(role, "club")
        assert staff.get(f"{CLUB}/boards").json()["is_draft"]
        assert len(staff.get(CLUB).json()["rounds"]) == 1
        anna = staff.get(f"{CLUB}/players").json()[0]["player"]
        known = (anna.get("birth_year"), anna.get("ids"))
        assert known == (1990, {"fide": "4500000"})


@pytest.mark.parametrize("role", ["", "display", "results"])
def test_everybody_else_sees_what_is_released(role: str, tmp_path: Path):
    with club_at("drafted", tmp_path) as web:
        reader = web.bearer(role, "club") if role else web
        assert reader.get(f"{CLUB}/boards").json()["round"] == 0
        assert reader.get(CLUB).json()["rounds"] == []
        for line in reader.get(f"{CLUB}/players").json():
            assert "birth_year" not in line["player"]
            assert line["player"]["ids"] == {}


def test_what_is_known_of_each_player(tmp_path: Path):
    with club_at("drafted", tmp_path) as web:
        lines = web.get(f"{CLUB}/players").json()
        assert [line["player"]["name"] for line in lines] == ["Anna", "Bram", "Katrin", "Jürgen", "Ülle"]
        assert lines[4]["absences"] == {"1": "half-bye"}
        assert lines[3]["withdrawals"] == [{"from_round": 2}]


def test_a_private_tournament_is_not_there_for_strangers(tmp_path: Path):
    with club_at("played", tmp_path) as web:
        owner = web.bearer("owner")
        owner.request("PUT", f"{CLUB}/details", json={"details": {"name": "Club evening", "is_private": True}})
        views = ("", "/players", "/boards", "/events", "/events?live=1", "/verify", "/rounds/1/reasons")
        for address in views:
            problem(web.get(f"{CLUB}{address}"), 404, "no-such-tournament")
        assert web.get("/api/t").json() == []
        guest = web.bearer("display", "club")
        assert guest.get(CLUB).status_code == 200
        assert [line["id"] for line in guest.get("/api/t").json()] == ["club"]


def test_more_tournaments_than_are_kept_loaded_are_listed_for_everybody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(desk, "STREAMS_KEPT", 2)
    with club_at("drafted", tmp_path) as web:
        for number in range(1, 5):
            new = {"id": f"open-{number}", "details": {"name": "Open"}, "rules": {"system": "by-hand", "rounds": 3}}
            assert web.bearer("owner").post("/api/t", json=new).status_code == 201
        listed, known = web.get("/api/t").json(), web.bearer("owner").get("/api/t").json()
        assert (
            [line["id"] for line in listed]
            == [line["id"] for line in known]
            == ["club", *(f"open-{n}" for n in range(1, 5))]
        )
        assert listed[0]["version"] < known[0]["version"]  # the draft
        assert listed[1:] == known[1:]


# -- one tournament that cannot be read --------------------------------------------------------------------------------


def with_a_broken_stream(folder: Path) -> Path:
    path = folder / "roundlog.db"
    path.write_bytes(log_at("played"))
    with serving(path) as web:
        new = {"id": "spring", "details": {"name": "Spring"}, "rules": {"system": "by-hand", "rounds": 3}}
        assert web.bearer("owner").post("/api/t", json=new).status_code == 201
    connection = sqlite3.connect(path, isolation_level=None)
    triggers = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")]
    for trigger in triggers:
        connection.execute(f"DROP TRIGGER {trigger}")
    connection.execute(
        """UPDATE records SET body = '{"type":"tournament-dreamt"}' WHERE stream = 'club' AND version = 1"""
    )
    connection.execute("DELETE FROM blocks")
    connection.close()
    return path


def test_a_tournament_that_cannot_be_read_does_not_hide_the_others(tmp_path: Path):
    with serving(with_a_broken_stream(tmp_path)) as web:
        assert [line["id"] for line in web.get("/api/t").json()] == ["spring"]
        club, spring = web.bearer("owner").get("/api/t").json()
        assert (club["id"], club["broken"], spring["broken"]) == ("club", "unknown-event", "")
        assert "Spring" in web.get("/").text


def test_the_command_line_lists_it_as_unreadable(roundlog: Roundlog):
    with_a_broken_stream(roundlog.folder)
    listed = roundlog("list", "--lang", "en")
    assert "unreadable (unknown-event)" in listed
    assert "Spring" in listed


def test_no_number_that_everybody_reads_counts_a_draft(tmp_path: Path):
    """That an arbiter tries something, and how often, is nobody's business."""
    with club_at("withdrawn", tmp_path) as web:
        addresses = ("/api/t", CLUB, *(f"{CLUB}/{view}" for view in ("boards", "standings", "ticker", "audit")))
        before = [web.get(address).json() for address in addresses]
        arbiter, last = web.bearer("arbiter", "club"), version(web)
        arbiter.post(f"{CLUB}/rounds/1/pairing")
        arbiter.confirm("PUT", f"{CLUB}/rounds/1/boards", json=TURNED)
        assert [web.get(address).json() for address in addresses] == before
        assert arbiter.get(CLUB).json()["version"] == last + 2
        told = problem(web.get(f"{CLUB}?version={last + 1}"), 409, "no-such-version")
        assert told["facts"]["newest"] == last
        assert arbiter.get(f"{CLUB}?version={last + 1}").status_code == 200
        assert 'class="past"' not in web.get("/t/club").text
        arbiter.post(f"{CLUB}/rounds/1/publication")
        assert {web.get(address).json()["version"] for address in addresses[1:]} == {last + 3}


def test_who_plays_where_from_a_to_z_at_any_moment(tmp_path: Path):
    with club_at("called", tmp_path) as web:
        now = web.get(f"{CLUB}/names").json()
        assert (now["round"], now["phase"]) == (1, "closed")
        seats = {line["player"]["number"]: line for line in now["lines"]}
        assert [line["player"]["name"] for line in now["lines"]] == sorted(NAMES)
        assert (seats[5]["board"], seats[5]["outcome"]) == (None, "half-bye")
        boards = web.get(f"{CLUB}/boards").json()["boards"]
        for line in boards:
            white, black = line["white"]["player"]["number"], line["black"]["player"]["number"]
            assert (seats[white]["board"], seats[white]["colour"]) == (line["board"], "white")
            assert seats[black]["opponent"]["number"] == white
        assert web.get(f"{CLUB}/names?of=1").json() == now
        assert web.get(f"{CLUB}/names?version=2").json()["round"] == 0
        problem(web.get(f"{CLUB}/names?of=2"), 409, "no-such-round")
        problem(web.get(f"{CLUB}/names?of=x"), 400, "not-a-number")


def test_a_draft_is_told_to_nobody_by_name(tmp_path: Path):
    with club_at("drafted", tmp_path) as web:
        assert web.get(f"{CLUB}/names").json()["round"] == 0
        assert web.bearer("arbiter", "club").get(f"{CLUB}/names").json()["phase"] == "paired"


TURNED = {"boards": [{"white": 2, "black": 1}, {"white": 4, "black": 3}], "reason": "as the arbiter saw it"}
