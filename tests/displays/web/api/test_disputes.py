"""Two people enter different results for one board."""

import asyncio
from pathlib import Path

import httpx
from starlette.applications import Starlette

from tests.displays.client import HALL, Web
from tests.displays.web.api.club import CLUB, REASON, club_at, problem, serving, version

RESULT = f"{CLUB}/rounds/1/boards/1/result"


def test_the_second_is_refused_and_both_see_it(tmp_path: Path):
    with club_at("published", tmp_path) as web:
        anna, bram = web.sign_in("arbiter", "club", name="Anna"), web.sign_in("results", "club", name="Bram")
        record = anna.post(RESULT, json={"result": "1-0"}).json()["records"][0]
        refused = problem(bram.post(RESULT, json={"result": "0-1"}), 409, "result-differs")
        assert refused["facts"] == {
            "round": 1,
            "board": 1,
            "stands": "1-0",
            "given": "0-1",
            "by": "Anna",
            "at": record["at"],
            "dispute_recorded": record["version"] + 1,
        }
        for somebody in (anna, bram):
            (dispute,) = somebody.get(f"{CLUB}/disputes").json()
            assert (dispute["stands"], dispute["by"], dispute["tried"], dispute["who"]) == (
                "1-0",
                "Anna",
                "0-1",
                "Bram",
            )
        again = problem(bram.post(RESULT, json={"result": "0-1"}), 409, "result-differs")
        assert again["facts"]["dispute_open"] == dispute["number"] == refused["facts"]["dispute_recorded"]
        assert len(anna.get(f"{CLUB}/disputes").json()) == 1


def test_a_typo_of_ones_own_is_no_dispute_and_needs_no_reason(tmp_path: Path):
    with club_at("published", tmp_path) as web:
        anna, bram = web.sign_in("arbiter", "club", name="Anna"), web.sign_in("results", "club", name="Bram")
        typed = bram.post(RESULT, json={"result": "1-0"}).json()["version"]
        again = bram.post(RESULT, json={"result": "0-1", "replaces": typed}).json()
        (record,) = again["records"]
        assert record["event"] == {
            "type": "result-retyped",
            "round": 1,
            "board": 1,
            "old": "1-0",
            "result": "0-1",
            "corrects": typed,
        }
        assert "(not 1–0)" in again["told"][0]
        entry, first = anna.get(f"{CLUB}/audit?board=1").json()["entries"][::-1]
        assert (entry["corrects"], first["corrected_by"]) == (typed, [record["version"]])
        refused = problem(
            anna.post(RESULT, json={"result": "1/2", "replaces": record["version"]}), 409, "result-differs"
        )
        assert refused["facts"]["by"] == "Bram"


def test_two_at_the_same_moment(tmp_path: Path):
    """The first is on its way to the disk when the second is decided: it is told all the same who was faster."""

    async def scene(app: Starlette, *people: Web) -> list[httpx.Response]:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url=HALL) as client:
            asked = zip(people, ("1-0", "0-1"), strict=True)
            return await asyncio.gather(
                *(client.post(RESULT, json={"result": result}, headers=person.headers) for person, result in asked)
            )

    with club_at("published", tmp_path) as web:
        anna, bram = web.bearer("arbiter", "club", name="Anna"), web.bearer("arbiter", "club", name="Bram")
        first, second = asyncio.run(scene(web.app, anna, bram))
        assert first.status_code == 201
        assert problem(second, 409, "result-differs")["facts"]["by"] == "Anna"


def test_a_correction_settles_it(tmp_path: Path):
    with club_at("played", tmp_path) as web:
        arbiter = web.bearer("arbiter", "club")
        problem(arbiter.post(RESULT, json={"result": "0-1"}), 409, "result-differs")
        arbiter.confirm("POST", f"{CLUB}/rounds/1/boards/1/correction", json={"result": "0-1", **REASON})
        assert arbiter.get(f"{CLUB}/disputes").json() == []


def test_an_arbiter_confirms_what_stands(tmp_path: Path):
    with club_at("played", tmp_path) as web:
        arbiter, results = web.bearer("arbiter", "club", name="Anna"), web.bearer("results", "club", name="Bram")
        results.post(RESULT, json={"result": "0-1"})
        (dispute,) = arbiter.get(f"{CLUB}/disputes").json()
        address = f"{CLUB}/disputes/{dispute['number']}"
        (record,) = arbiter.request("DELETE", address).json()["records"]
        assert record["event"]["type"] == "result-confirmed"
        assert record["actor"].startswith("Anna")
        problem(arbiter.request("DELETE", address), 404, "no-such-dispute")
        problem(arbiter.request("DELETE", f"{CLUB}/disputes/x"), 400, "not-a-number")
        problem(web.get(f"{CLUB}/disputes"), 401, "sign-in-needed")
        problem(web.bearer("owner").get("/api/t/nobody/disputes"), 404, "no-such-tournament")


def test_who_typed_the_other_result_takes_it_back(tmp_path: Path):
    with club_at("played", tmp_path) as web:
        bram, once = web.sign_in("results", "club", name="Bram"), {"idempotency-key": "a1b2"}
        bram.post(RESULT, json={"result": "0-1"})
        (dispute,) = bram.get(f"{CLUB}/disputes").json()
        address = f"{CLUB}/disputes/{dispute['number']}"
        answer = bram.request("DELETE", address, headers=once)
        (record,) = answer.json()["records"]
        assert (record["event"]["type"], record["event"]["result"]) == ("result-confirmed", dispute["stands"])
        assert record["actor"].startswith("Bram")
        assert web.bearer("arbiter", "club").get(f"{CLUB}/disputes").json() == []
        assert bram.request("DELETE", address, headers=once).content == answer.content
        problem(bram.request("DELETE", address), 404, "no-such-dispute")


def test_nobody_takes_back_what_somebody_else_typed(tmp_path: Path):
    with club_at("played", tmp_path) as web:
        bram, carla = web.bearer("results", "club", name="Bram"), web.bearer("results", "club", name="Carla")
        bram.post(RESULT, json={"result": "0-1"})
        carla.post(RESULT, json={"result": "1/2"})
        his, hers = bram.get(f"{CLUB}/disputes").json()
        before = version(web)
        elsewhere = web.bearer("results", "club", boards=(2, 2), name="Bram")
        display = web.bearer("display", "club", name="Bram")
        for somebody, code in ((carla, "not-allowed"), (elsewhere, "board-not-yours"), (display, "not-allowed")):
            problem(somebody.request("DELETE", f"{CLUB}/disputes/{his['number']}"), 403, code)
            asked = {"do": "confirm-result", "dispute": his["number"]}
            problem(somebody.post(f"{CLUB}/commands", json=asked), 403, code)
        for number in (0, 1, before + 1, 10**15):  # no version, or that of something else
            asked = {"do": "confirm-result", "dispute": number}
            problem(bram.post(f"{CLUB}/commands", json=asked), 404, "no-such-dispute")
        problem(web.bearer("results").request("DELETE", "/api/t/nobody/disputes/1"), 404, "no-such-tournament")
        assert version(web) == before
        assert carla.request("DELETE", f"{CLUB}/disputes/{hers['number']}").status_code == 200
        assert bram.get(f"{CLUB}/disputes").json() == [his]
        asked = {"do": "confirm-result", "dispute": his["number"]}
        assert bram.post(f"{CLUB}/commands", json=asked).status_code == 201


def test_a_dispute_survives_a_restart(tmp_path: Path):
    with club_at("played", tmp_path) as web:
        web.bearer("results", "club", name="Bram").post(RESULT, json={"result": "0-1"})
        known = web.bearer("arbiter", "club").get(f"{CLUB}/disputes").json()
    assert len(known) == 1
    with serving(tmp_path / "roundlog.db") as web:
        assert web.bearer("arbiter", "club").get(f"{CLUB}/disputes").json() == known


def test_a_retried_request_adds_no_second_one_be_it_after_it_was_settled(tmp_path: Path):
    with club_at("played", tmp_path) as web:
        arbiter, once = web.bearer("arbiter", "club", name="Anna"), {"idempotency-key": "a1b2"}
        for _ in range(2):
            problem(arbiter.post(RESULT, json={"result": "0-1"}, headers=once), 409, "result-differs")
        (dispute,) = arbiter.get(f"{CLUB}/disputes").json()
        arbiter.request("DELETE", f"{CLUB}/disputes/{dispute['number']}")
        settled = version(web)
        problem(arbiter.post(RESULT, json={"result": "0-1"}, headers=once), 409, "result-differs")
        assert (version(web), arbiter.get(f"{CLUB}/disputes").json()) == (settled, [])
        problem(arbiter.post(RESULT, json={"result": "0-1"}), 409, "result-differs")  # typed once more
        assert len(arbiter.get(f"{CLUB}/disputes").json()) == 1


def test_the_audit_tells_who_typed_what_from_where_and_how_it_was_settled(tmp_path: Path):
    with club_at("played", tmp_path) as web:
        arbiter, results = web.bearer("arbiter", "club", name="Anna"), web.sign_in("results", "club", name="Bram")
        results.post(RESULT, json={"result": "0-1"})
        (dispute,) = arbiter.get(f"{CLUB}/disputes").json()
        arbiter.request("DELETE", f"{CLUB}/disputes/{dispute['number']}", json={"reason": "Both sheets."})
        *_, typed, settled = arbiter.get(f"{CLUB}/audit").json()["entries"]
        assert (typed["what"], typed["actor"], typed["where"]) == ("result-disputed", "Bram", "console, 127.0.0.1")
        assert (typed["round"], typed["board"]) == (1, 1)
        assert typed["changes"] == [{"field": "disputed_result", "old": None, "new": "0-1"}]
        assert (settled["what"], settled["actor"], settled["reason"]) == ("result-confirmed", "Anna", "Both sheets.")
        then = arbiter.get(f"/console/club/rounds/1/state?version={typed['version']}").json()
        assert [line["tried"] for line in then["disputes"]] == ["0-1"]
        assert arbiter.get("/console/club/rounds/1/state").json()["disputes"] == []


def test_the_result_that_stands_is_untouched_and_the_public_learns_nothing(tmp_path: Path):
    def public(web: Web) -> list[object]:
        asked = [
            CLUB,
            *(f"{CLUB}/{view}" for view in ("boards", "audit", "ticker", "standings", "events", "card/1", "verify")),
        ]
        return [web.get(address).content for address in asked] + [web.get("/t/club?lang=en").text]

    with club_at("played", tmp_path) as web:
        before = public(web)
        arbiter = web.bearer("arbiter", "club")
        problem(arbiter.post(RESULT, json={"result": "0-1"}), 409, "result-differs")
        assert public(web) == before
        (dispute,) = arbiter.get(f"{CLUB}/disputes").json()
        arbiter.request("DELETE", f"{CLUB}/disputes/{dispute['number']}")
        arbiter.request("PUT", f"{CLUB}/rounds/2/check-in/1")
        assert public(web) == before
        problem(web.get(f"{CLUB}/boards?version={version(web)}"), 409, "no-such-version")


def test_only_for_boards_of_ones_own(tmp_path: Path):
    with club_at("played", tmp_path) as web:
        helper = web.bearer("results", "club", boards=(2, 2))
        problem(helper.post(f"{CLUB}/rounds/1/boards/1/dispute", json={"result": "0-1"}), 403, "board-not-yours")
        asked = {"do": "dispute-result", "round": 1, "board": 1, "result": "0-1"}
        problem(helper.post(f"{CLUB}/commands", json=asked), 403, "board-not-yours")
        assert helper.post(f"{CLUB}/rounds/1/boards/2/dispute", json={"result": "0-1"}).status_code == 201


def test_a_round_with_a_dispute_is_closed_once_an_arbiter_has_settled_it_though_the_helper_is_gone(tmp_path: Path):
    with club_at("played", tmp_path) as web:
        arbiter, helper = web.bearer("arbiter", "club", name="Anna"), web.bearer("results", "club", name="Bram")
        helper.post(RESULT, json={"result": "0-1"})
        for key in arbiter.get(f"{CLUB}/keys").json():
            if key["role"] == "results":
                arbiter.request("DELETE", f"{CLUB}/keys/{key['key']}")
        assert helper.get(f"{CLUB}/disputes").status_code == 401
        refused = problem(arbiter.post(f"{CLUB}/rounds/1/closing"), 409, "disputes-open")
        assert refused["facts"] == {"round": 1, "boards": [1]}
        (dispute,) = arbiter.get(f"{CLUB}/disputes").json()
        assert arbiter.request("DELETE", f"{CLUB}/disputes/{dispute['number']}").status_code == 200
        assert arbiter.post(f"{CLUB}/rounds/1/closing").status_code == 201
