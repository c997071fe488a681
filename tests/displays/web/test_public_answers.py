"""Answers for the public: one work for all who ask, kept within bounds, never of what is private, never too old."""

from __future__ import annotations

import asyncio
import functools
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from starlette.routing import Route

from displays.web import public_answers
from displays.web.access.loop_turns import LoopTurns
from displays.web.public_answers import PublicAnswer, PublicAnswers, PublicEndpoint, PublicQuestion, make_answer
from displays.web.public_process import PublicProcess
from displays.web.server import open_to_read, routes
from engine.errors import Unavailable
from ledger.acts.permission import Permission
from ledger.store.sqlite import SqliteLog
from tests.displays.client import HALL, HOSTS, Web, build
from tests.displays.commandline import Roundlog
from tests.displays.web.access.test_who_may import NEEDS
from tests.ledger.store.logs import unguarded

TABLE = "/t/club/crosstable"
PAGES = (TABLE, "/t/club", "/t/club/card/1", "/p/club", "/p/club/1", "/screen/club", "/api/t/club/standings")
QUESTION = PublicQuestion("club", TABLE, b"", "en", "http", "hall", "")


TURNS = 100  # of the loop, after which all who ask at the same moment have asked (``access/loop_turns.py``)


class Town:
    """A server over a log; ``made`` are the questions for which an answer was made."""

    def __init__(self, log: SqliteLog) -> None:
        self.app = build(log)
        self.web = Web(self.app)
        self.made: list[PublicQuestion] = []
        self.answers: PublicAnswers = self.app.state.services.public_answers
        self.answers._make = self._make

    async def _make(self, app: Any, question: PublicQuestion) -> PublicAnswer:
        self.made.append(question)
        for _ in range(TURNS):
            await asyncio.sleep(0)
        return await make_answer(app, question)

    def ask_together(self, *addresses: str, machines: int = 1, **headers: str) -> list[httpx.Response]:
        """Strangers at so many machines who ask at the same moment."""

        async def ask() -> list[httpx.Response]:
            async with asyncio.TaskGroup() as group:
                asked = [
                    group.create_task(self._ask(address, f"10.0.0.{number % machines}", headers))
                    for number, address in enumerate(addresses)
                ]
            return [task.result() for task in asked]

        return asyncio.run(ask())

    async def _ask(self, address: str, machine: str, headers: dict[str, str]) -> httpx.Response:
        transport = httpx.ASGITransport(self.app, raise_app_exceptions=False, client=(machine, 50000))
        async with httpx.AsyncClient(transport=transport, base_url=HALL) as client:
            return await client.get(address, headers=headers)


@pytest.fixture
def town(roundlog: Roundlog) -> Iterator[Town]:
    roundlog.open_club()
    with SqliteLog(roundlog.log) as log:
        found = Town(log)
        yield found
        found.app.state.services.key_store.close()


def test_every_page_of_a_tournament_for_everybody_is_made_once():
    """Save what is kept by the pairing that it is of."""
    of_tournaments = {path for path in NEEDS if NEEDS[path] is Permission.SEE and path.startswith("GET ")}
    pages = [route for route in routes() if isinstance(route, Route)]
    made_once = {f"GET {page.path}" for page in pages if isinstance(page.endpoint, PublicEndpoint)}
    assert of_tournaments - made_once == {
        "GET /p/{id}/{player}/why/{round}",
        "GET /api/t/{id}/rounds/{round}/reasons",
    }


def test_one_work_serves_all_who_ask_at_once_and_who_ask_next(town: Town):
    answers = town.ask_together(*[TABLE] * 50, machines=50)
    assert {answer.status_code for answer in answers} == {200}
    assert {answer.content for answer in answers} == {town.web.get(TABLE).content}
    assert len(town.made) == 1


def test_a_page_of_a_festival_shows_what_is_recorded_in_a_section(town: Town, roundlog: Roundlog):
    """Which is a stream of its own."""
    roundlog("open-festival", "fest", "--name", "Festival")
    roundlog("add-section", "fest", "club")
    assert "Zoë" not in town.web.get("/p/fest?q=zoe").text
    roundlog("register", "club", "Zoë")
    assert "Zoë" in town.web.get("/p/fest?q=zoe").text


def test_a_page_of_a_festival_is_made_anew_when_an_announcement_ends(
    town: Town, roundlog: Roundlog, monkeypatch: pytest.MonkeyPatch
):
    """Nothing need be recorded then; a browser that comes back is not told that it has the newest."""
    roundlog("open-festival", "fest", "--name", "Festival")
    roundlog("announce", "fest", "No end")
    assert "expires" not in town.web.get("/f/fest").headers
    roundlog("announce", "fest", "Lunch", "--until", "2999-01-01T12:00:00Z")
    roundlog("announce", "fest", "Tea", "--until", "2999-01-01T15:00:00+02:00")
    assert town.web.get("/f/fest").headers["expires"] == "Tue, 01 Jan 2999 12:00:00 GMT"
    before = len(town.made)
    noon = datetime(2999, 1, 1, 12, tzinfo=UTC).timestamp()
    for moment, made in ((noon - 1, 0), (noon, 1)):
        monkeypatch.setattr("time.time", lambda moment=moment: moment)
        town.web.get("/f/fest")
        assert len(town.made) == before + made


def test_a_log_is_verified_anew_for_who_asks_next(town: Town, roundlog: Roundlog):
    answers = town.ask_together(*["/api/t/club/verify"] * 50, machines=50)
    assert {answer.json()["intact"] for answer in answers} == {True}
    assert len(town.made) == 1  # who asks while it is being verified waits for the same
    with unguarded(roundlog.log) as database:
        database.execute("UPDATE records SET actor = 'somebody else' WHERE version = 2")
    assert not town.web.get("/api/t/club/verify").json()["intact"]


@pytest.mark.parametrize("address", PAGES)
def test_what_is_recorded_is_shown_to_who_asks_next(town: Town, roundlog: Roundlog, address: str):
    town.web.get(address)
    before = len(town.made)
    roundlog("announce", "club", "Lunch is at noon")
    town.web.get(address)
    town.web.get(address)
    assert len(town.made) == before + 1


def test_an_answer_is_that_of_the_endpoint_to_the_byte(town: Town):
    """Compared with what is made for an arbiter's browser without anything that is kept."""
    for address in ("/t/club/crosstable?lang=de", "/t/club?lang=nl&round=1", "/api/t/club/boards?of=1"):
        kept, again = town.web.get(address), town.web.get(address)
        assert kept.content == again.content == town.web.sign_in("display", "club").get(address).content


def test_one_question_in_other_words_is_the_same(town: Town):
    for address in ("/t/club?round=1&lang=nl", "/t/club?lang=nl&round=1"):
        assert town.web.get(address).status_code == 200
    assert len(town.made) == 1
    for address in ("/t/club?round=1", "/t/club?lang=junk&round=1", "/t/club?round=1&lang=more"):
        assert town.web.get(address, headers={"accept-language": "en"}).status_code == 200
    assert len(town.made) == 2


def test_a_browser_that_has_it_is_sent_nothing(town: Town):
    first = town.web.get(TABLE)
    etag = first.headers["etag"]
    again = town.web.get(TABLE, headers={"if-none-match": f'"other", {etag}'})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", etag)
    assert len(town.made) == 1


def test_a_draft_moves_no_etag(town: Town, roundlog: Roundlog):
    """Or a stranger could see that an arbiter tries something."""
    before = [town.web.get(address).headers["etag"] for address in PAGES]
    roundlog("pair", "club", 3, "--boards", "1-2 3-4")
    assert [town.web.get(address).headers["etag"] for address in PAGES] == before


# -- what is private ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ["owner", "arbiter", "results", "display"])
def test_whoever_has_a_key_is_answered_by_themselves(town: Town, role: str):
    somebody = town.web.sign_in(role, "" if role == "owner" else "club")
    for address in PAGES:
        assert somebody.get(address).status_code == 200
    assert (town.made, town.answers._kept) == ([], {})


def test_nothing_is_kept_of_what_turns_private(town: Town, roundlog: Roundlog):
    for address in PAGES:
        assert town.web.get(address).status_code == 200
    roundlog("change-details", "club", "--private")
    for address in PAGES:
        assert town.web.get(address).status_code == 404
        assert town.web.sign_in("display", "club").get(address).status_code == 200
        assert town.web.get(address).status_code == 404


def test_an_answer_is_kept_for_all_that_it_depends_on(town: Town):
    """Language by address, by header and by cookie; host and scheme, which stand in links; the whole address."""
    asked = [
        ("/p/club/1", {}),
        ("/p/club/1?lang=nl", {}),
        ("/p/club/1", {"accept-language": "nl"}),
        ("/p/club/1", {"cookie": "roundlog-language=de"}),
        ("/p/club/1", {"host": HOSTS[1]}),
        ("/p/club/2", {}),
        ("/p/club/1?round=1", {}),
    ]
    for _ in range(2):
        for address, headers in asked:
            assert town.web.get(address, headers=headers).status_code == 200
    assert len(town.made) == len(asked)
    assert {question.language for question in town.made} == {"en", "nl", "de"}
    assert f"{HOSTS[1]}/p/club/1" in town.web.get("/p/club/1", headers={"host": HOSTS[1]}).text


def test_nothing_else_of_a_request_reaches_who_makes_an_answer():
    """A field that is added must be part of what an answer is kept by: it is, for the question is the key."""
    fields = ("stream", "path", "query", "language", "scheme", "host", "hall", "event")
    assert PublicQuestion.__struct_fields__ == fields
    scope = public_answers._scope_of(None, QUESTION)  # type: ignore[arg-type]  # no application is needed for it
    assert [name for name, _ in scope["headers"]] == [b"host", b"accept-language"]
    assert not scope["state"]["visitor"].is_known


# -- limits ------------------------------------------------------------------------------------------------------------


def test_what_is_kept_is_bounded_by_its_bytes(town: Town, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(public_answers, "MOST_BYTES", 30_000)
    for version in range(1, 16):
        town.web.get(f"/t/club?version={version}")
        kept = sum(public_answers._size_of(question, answer) for question, (_, answer) in town.answers._kept.items())
        assert town.answers.kept_bytes == kept <= 30_000
    assert 1 <= len(town.answers._kept) < 15
    assert town.web.get("/t/club?version=15").status_code == 200
    assert len(town.made) == 15  # the newest is still there


def test_an_answer_that_is_too_large_is_not_kept(town: Town, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(public_answers, "LARGEST_KEPT", 10)
    assert town.web.get(TABLE).status_code == 200
    assert town.answers._kept == {}


def test_an_error_is_not_kept(town: Town):
    for address in ("/t/nowhere", "/t/club/card/99", "/t/club?lang=nl&nonsense=1"):
        assert town.web.get(address).status_code in (400, 404)
    assert (town.answers._kept, town.answers.kept_bytes) == ({}, 0)


@pytest.mark.parametrize("quickest", [0.0, 5.0])
@pytest.mark.parametrize(("machines", "allowed"), [(1, 4), (100, 7)])
def test_who_asks_when_too_much_waits_is_told_when_to_come_again(
    town: Town, machines: int, allowed: int, quickest: float, monkeypatch: pytest.MonkeyPatch
):
    """Five seconds each: more than fifteen for one machine, or thirty for all, would take too long. However quick they
    are, each counts for something: or there would be no end to those who wait."""
    monkeypatch.setattr(public_answers, "QUICKEST", quickest)
    town.answers.seconds = 0.0 if quickest else 5.0
    answers = town.ask_together(*(f"{TABLE}?lang=nl&version={n}" for n in range(1, 13)), machines=machines)
    refused = [answer for answer in answers if answer.status_code == 503]
    assert len(refused) == 12 - 1 - allowed  # one is being made
    assert all(int(answer.headers["retry-after"]) > 15 for answer in refused)
    assert "De server is bezig" in refused[0].text
    assert refused[0].headers["refresh"] == refused[0].headers["retry-after"]  # a browser comes by itself


def test_the_machine_for_which_least_was_done_is_next(town: Town):
    town.answers._note_seconds("10.0.0.1", 60.0)
    order = ("/t/club?version=1", "/t/club?version=2", "/t/club?version=3", "/t/club?version=4")
    town.ask_together(*order, machines=2)  # every second one is of the machine that has had much
    assert [question.query[-1:] for question in town.made] == [b"1", b"3", b"2", b"4"]


def test_a_long_answer_goes_out_in_pieces(town: Town, monkeypatch: pytest.MonkeyPatch):
    whole = town.web.get(TABLE).content
    monkeypatch.setattr(public_answers, "PIECE", 100)
    pieces: list[bytes] = []

    async def send(message: dict[str, Any]) -> None:
        pieces.append(message.get("body", b""))

    (_, kept), *_ = town.answers._kept.values()
    asyncio.run(public_answers.response_to("", kept, LoopTurns(1))({}, None, send))  # type: ignore[arg-type]
    assert b"".join(pieces) == whole
    assert max(map(len, pieces)) == 100


# -- the other process -------------------------------------------------------------------------------------------------


def _open(path: Path) -> Any:
    return open_to_read(path, {"host_names": HOSTS})


def test_a_process_of_its_own_makes_the_same_bytes_and_the_same_errors(town: Town, roundlog: Roundlog):
    """And sees what is recorded while it runs."""

    async def compare() -> None:
        for query in (b"lang=en", b"nonsense=1"):
            question = msgspec.structs.replace(QUESTION, query=query)
            outcomes = await asyncio.gather(
                process.make(town.app, question), make_answer(town.app, question), return_exceptions=True
            )
            assert repr(outcomes[0]) == repr(outcomes[1])

    with PublicProcess(functools.partial(_open, roundlog.log)) as process:
        asyncio.run(compare())
        roundlog("announce", "club", "Lunch is at noon")
        asyncio.run(compare())


async def _hang(_: Any, seconds: float) -> float:
    time.sleep(seconds)  # as a page does that takes for ever: nothing else happens meanwhile
    return seconds


def test_an_answer_that_takes_too_long_is_given_up_and_the_next_is_made(town: Town, roundlog: Roundlog):
    async def ask() -> None:
        assert await process.run(_hang, 0.0) == 0.0  # the process is there
        process._limit = 0.2
        with pytest.raises(Unavailable) as refused:
            await process.run(_hang, 600.0)
        assert (refused.value.code, refused.value.facts["seconds"]) == ("too-busy-for-strangers", 0)
        process._limit = 60.0
        assert (await process.make(town.app, QUESTION)).status == 200

    with PublicProcess(functools.partial(_open, roundlog.log)) as process:
        asyncio.run(ask())


def test_a_server_that_ends_waits_for_no_answer(roundlog: Roundlog):
    async def ask() -> None:
        with PublicProcess(functools.partial(_open, roundlog.log)) as process:
            await process.run(_hang, 0.0)
            hanging = asyncio.ensure_future(process.run(_hang, 600.0))
            await asyncio.sleep(0.1)
            worker = process._process
            assert worker is not None
        with pytest.raises(Unavailable):
            await asyncio.wait_for(hanging, 20)
        worker._process.join(20)
        assert worker._process.exitcode == -9

    roundlog.open_club()
    asyncio.run(ask())
