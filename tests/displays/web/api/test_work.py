"""Long work of a tournament: everybody in charge sees it, and may give it up; whoever hangs up has given it up."""

from __future__ import annotations

import asyncio
import dataclasses
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.requests import Request

from displays.web.access.services import run_in_worker
from displays.words.language import Language
from engine.errors import Refusal
from ledger.turns import SHORT, Kind, Task
from ledger.worker import Worker
from tests.displays.client import HALL, Web
from tests.displays.web.api.club import CLUB, club_at
from tests.ledger.gated_work import wait_for
from tests.ledger.test_turns import Gate

LARGE = Task(Kind.PREVIEW, "club", players=SHORT + 1)


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with Worker() as opened:
        yield opened


@pytest.fixture
def web(tmp_path: Path, worker: Worker) -> Iterator[Web]:
    with club_at("entered", tmp_path) as opened:
        services = opened.app.state.services
        opened.app.state.services = dataclasses.replace(services, worker=worker)
        services.desk.worker = worker
        yield opened
        opened.app.state.services = services


def test_a_tournament_that_is_not_there_has_no_work(web: Web):
    told = web.bearer("owner").get("/api/t/nowhere/work")
    assert (told.status_code, told.json()["code"]) == (404, "no-such-tournament")


def asking(web: Web, role: str) -> httpx.AsyncClient:
    headers = web.bearer(role, "club").headers
    return httpx.AsyncClient(transport=httpx.ASGITransport(app=web.app), base_url=HALL, headers=headers)


async def test_a_pairing_is_given_up_by_its_number_and_nothing_is_written(web: Web, worker: Worker, tmp_path: Path):
    gate, brief = Gate(tmp_path, "before"), Gate(tmp_path, "brief")
    async with asking(web, "arbiter") as arbiter:
        others = [
            asyncio.create_task(worker.run(Task(Kind.PAIRING, "other", size), wait_for, *one.paths))
            for size, one in ((20, brief), (SHORT + 1, gate))
        ]  # both processes have something to do
        await brief.begun()
        await gate.begun()
        pairing = asyncio.create_task(arbiter.post(f"{CLUB}/rounds/1/pairing"))
        while not (listed := (await arbiter.get(f"{CLUB}/work")).json())["work"]:
            await asyncio.sleep(0)
        (work,) = listed["work"]
        assert (work["kind"], work["is_waiting"], work["limit"], listed["may_give_up"]) == ("pairing", True, 600, True)
        assert (await arbiter.delete(f"{CLUB}/work/{work['number']}")).status_code == 204
        answer = await pairing
        told = answer.json()
        assert (answer.status_code, told["code"]) == (409, "work-given-up")
        assert told["detail"] == "The pairing was given up; nothing was written."
        gone = await arbiter.delete(f"{CLUB}/work/{work['number']}")
        assert (gone.status_code, gone.json()["code"]) == (404, "no-such-work")
        gate.open()
        brief.open()
        await asyncio.gather(*others)
        assert (await arbiter.post(f"{CLUB}/rounds/1/pairing")).status_code == 201


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "The proposed pairing took longer than 600 s and was stopped; nothing was written."),
        ("nl", "De voorgestelde indeling duurde langer dan 600 s en is gestopt; er is niets geschreven."),
        ("de", "Der Paarungsvorschlag dauerte länger als 600 s und wurde abgebrochen; nichts wurde geschrieben."),
        ("et", "Pakutud loosimine kestis üle 600 s ja katkestati; midagi ei kirjutatud."),
    ],
)
def test_a_limit_that_was_reached_says_what_it_was_and_what_to_do(language: str, sentence: str) -> None:
    said = Language(language).sentence(Refusal("work-took-too-long", work="preview", seconds=600))
    assert said.startswith(sentence)
    assert len(said) > len(sentence) + 40  # what to do


async def test_whoever_hangs_up_has_given_up_a_look(web: Web, worker: Worker, tmp_path: Path):
    gate = Gate(tmp_path, "look")

    async def hang_up_once_it_has_begun() -> dict[str, Any]:
        await gate.begun()
        return {"type": "http.disconnect"}

    request = Request({"type": "http", "app": web.app}, hang_up_once_it_has_begun)
    with pytest.raises(Refusal, match="work-given-up"):
        await run_in_worker(request, LARGE, wait_for, *gate.paths)
    assert await worker.run(LARGE, os.getpid) != int(gate.paths[1].read_text())
