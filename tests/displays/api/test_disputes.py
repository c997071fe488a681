"""Two people enter different results for one board."""

import asyncio
from pathlib import Path

import httpx
from starlette.applications import Starlette

from tests.displays.api.club import CLUB, REASON, club_at, problem
from tests.displays.web import HALL, Web

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
        }
        for somebody in (anna, bram):
            (dispute,) = somebody.get(f"{CLUB}/disputes").json()
            assert (dispute["stands"], dispute["by"], dispute["tried"], dispute["who"]) == (
                "1-0",
                "Anna",
                "0-1",
                "Bram",
            )
        problem(bram.post(RESULT, json={"result": "0-1"}), 409, "result-differs")
        assert len(anna.get(f"{CLUB}/disputes").json()) == 1


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
        arbiter.post(f"{CLUB}/rounds/1/boards/1/correction", json={"result": "0-1", **REASON})
        assert arbiter.get(f"{CLUB}/disputes").json() == []


def test_an_arbiter_dismisses_it(tmp_path: Path):
    with club_at("played", tmp_path) as web:
        arbiter, results = web.bearer("arbiter", "club"), web.bearer("results", "club")
        results.post(RESULT, json={"result": "0-1"})
        (dispute,) = arbiter.get(f"{CLUB}/disputes").json()
        address = f"{CLUB}/disputes/{dispute['number']}"
        problem(results.request("DELETE", address), 403, "not-allowed")
        assert arbiter.request("DELETE", address).status_code == 204
        problem(arbiter.request("DELETE", address), 404, "no-such-dispute")
        problem(arbiter.request("DELETE", f"{CLUB}/disputes/x"), 400, "not-a-number")
        problem(web.get(f"{CLUB}/disputes"), 401, "sign-in-needed")
        problem(web.bearer("owner").get("/api/t/nobody/disputes"), 404, "no-such-tournament")
