"""Keys through the JSON API: what the page of people can do, programs can do too."""

import pytest

from tests.displays.client import OF_OUR_PAGES, Web, cookie_of
from tests.displays.commandline import Roundlog

KEYS = "/api/t/club/keys"
BRAM = {"role": "results", "name": "Bram", "boards": "1-20", "days": 3}


@pytest.fixture
def club(roundlog: Roundlog) -> Roundlog:
    roundlog.open_club()
    return roundlog


def test_a_program_invites_and_revokes(club: Roundlog, web: Web):
    program = web.bearer("arbiter", "club", name="a robot")
    made = program.post(KEYS, json=BRAM)
    assert made.status_code == 201
    assert "no-store" in made.headers["cache-control"]
    link = made.json()["link"].removeprefix("http://hall")
    helper = Web(web.app, {"cookie": cookie_of(web.post(link, headers=OF_OUR_PAGES))})
    assert helper.get("/console/club").status_code == 200
    line = program.get(KEYS).json()[0]
    assert (line["key"], line["name"], line["role"], line["boards"], line["device"], line["state"]) == (
        2,
        "Bram",
        "results",
        "1–20",
        "once",
        "in-use",
    )
    assert line["made_by"] == "a robot (key 1, api, 127.0.0.1)"
    assert program.request("DELETE", f"{KEYS}/2").status_code == 204
    assert helper.get("/console/club").status_code == 401


def test_a_key_for_another_program(club: Roundlog, web: Web):
    made = (
        web.bearer("owner").post("/api/keys", json={"role": "arbiter", "name": "screens", "device": "program"}).json()
    )
    assert set(made) == {"key", "expires", "token"}
    assert Web(web.app, {"authorization": f"Bearer {made['token']}"}).get(KEYS).status_code == 200


def test_nothing_secret_is_listed(club: Roundlog, web: Web):
    program = web.bearer("owner")
    token = program.post("/api/keys", json={"role": "display", "name": "x", "device": "many"}).json()["link"][-43:]
    listed = program.get("/api/keys").text
    assert token not in listed
    assert "digest" not in listed


@pytest.mark.parametrize(
    ("changed", "status", "code"),
    [
        ({"role": "emperor"}, 400, None),
        ({"role": "owner", "boards": ""}, 403, "not-allowed"),
        ({"name": ""}, 409, "text-missing"),
        ({"boards": "many"}, 400, "board-range-unreadable"),
        ({"days": 0}, 409, "number-outside-range"),
        ({"days": "3"}, 400, None),
        ({"device": "toaster"}, 400, None),
        ({"colour": "blue"}, 400, None),
    ],
)
def test_what_is_wrong_is_told(club: Roundlog, web: Web, changed, status, code):
    answer = web.bearer("arbiter", "club").post(KEYS, json={**BRAM, **changed})
    assert answer.status_code == status
    assert code in (None, answer.json()["code"])


def test_no_key_to_a_tournament_that_is_not_there(club: Roundlog, web: Web):
    owner = web.sign_in("owner")
    assert owner.post("/api/t/nowhere/keys", json=BRAM).status_code == 404
    assert owner.post("/console/nowhere/people", data={"name": "x"}).status_code == 404
    assert len(web.app.state.services.key_store.all_keys()) == 1


def test_nobody_revokes_above_themselves(club: Roundlog, web: Web):
    web.sign_in("owner")
    arbiter = web.bearer("arbiter", "club")
    assert arbiter.request("DELETE", f"{KEYS}/1").status_code == 403
    assert arbiter.request("DELETE", f"{KEYS}/99").status_code == 404
    assert arbiter.get("/api/keys").status_code == 403
