"""Corrections before they are written: proposed, looked at together, applied as one act or dropped; and what-if."""

from __future__ import annotations

import asyncio
import json

import httpx
import pytest

from displays.words.language import LANGUAGES, language
from tests.displays.client import HALL, Web
from tests.displays.commandline import Roundlog

MISREAD = {"do": "correct-result", "round": 1, "board": 1, "result": "1/2", "reason": "The slip was misread."}


@pytest.fixture
def club(roundlog: Roundlog) -> Roundlog:
    """Two rounds played, a correction after the second."""
    roundlog.open_club()
    return roundlog


@pytest.fixture
def arbiter(club: Roundlog, web: Web) -> Web:
    return web.sign_in("arbiter", "club", name="Anna")


def stands(club: Roundlog) -> str:
    return club("audit", "club", "--json")


def test_consequences_are_told_and_nothing_is_written(club: Roundlog, arbiter: Web):
    before = stands(club)
    told = arbiter.post("/api/t/club/consequences", json={"corrections": [MISREAD]}).json()
    assert any(line["before"]["place"] != line["after"]["place"] for line in told["lines"])
    assert [again["round"] for again in told["rounds"]] == [2]
    assert stands(club) == before


def test_a_proposal_is_kept_for_all_arbiters_and_told_in_their_language(club: Roundlog, arbiter: Web, web: Web):
    before = stands(club)
    made = arbiter.post("/api/t/club/proposals", json={"correction": MISREAD})
    assert (made.status_code, made.json()["by"], made.json()["number"]) == (201, "Anna", 1)
    other = web.sign_in("owner", name="Bram")
    (found,) = other.get("/api/t/club/proposals?lang=nl").json()
    assert found["correction"] == MISREAD
    assert "ronde 1, bord 1" in found["told"].lower()
    assert "0–1 → ½–½ (The slip was misread.)" in found["told"]
    assert stands(club) == before


def test_what_the_desk_would_refuse_is_refused_when_it_is_proposed(arbiter: Web):
    wrong = arbiter.post("/api/t/club/proposals", json={"correction": {**MISREAD, "board": 99}})
    assert (wrong.status_code, wrong.json()["code"]) == (409, "no-such-board")
    silent = arbiter.post("/api/t/club/proposals", json={"correction": {**MISREAD, "reason": " "}})
    assert silent.status_code in (400, 409)
    nonsense = arbiter.post("/api/t/club/proposals", json={"correction": {"do": "close-round", "round": 1}})
    assert nonsense.status_code == 400
    assert arbiter.get("/api/t/club/proposals").json() == []


def test_several_are_written_as_one_act_and_are_proposals_no_more(club: Roundlog, arbiter: Web):
    second = {**MISREAD, "board": 2, "result": "1-0", "reason": "Both players say so."}
    for one in (MISREAD, second):
        arbiter.post("/api/t/club/proposals", json={"correction": one})
    written = arbiter.post("/api/t/club/proposals/application", json={"proposals": [1, 2]})
    assert written.status_code == 201
    records = written.json()["records"]
    assert [recorded["event"]["type"] for recorded in records] == ["result-corrected", "result-corrected"]
    assert len({recorded["command"] for recorded in records}) == 1
    assert arbiter.get("/api/t/club/proposals").json() == []
    assert "The slip was misread." in stands(club)


def test_if_one_cannot_be_written_none_is(club: Roundlog, arbiter: Web):
    arbiter.post("/api/t/club/proposals", json={"correction": MISREAD})
    arbiter.post("/api/t/club/proposals", json={"correction": {**MISREAD, "reason": "The same once more."}})
    before = stands(club)
    answer = arbiter.post("/api/t/club/proposals/application", json={"proposals": [1, 2]})
    assert (answer.status_code, answer.json()["code"]) == (409, "nothing-changes")
    assert stands(club) == before
    assert len(arbiter.get("/api/t/club/proposals").json()) == 2


def test_a_proposal_that_was_overtaken_says_why(club: Roundlog, arbiter: Web):
    arbiter.post("/api/t/club/proposals", json={"correction": MISREAD})
    club("correct", "club", "1", "1", "½", "--reason", "somebody was faster")
    (found,) = arbiter.get("/api/t/club/proposals").json()
    assert (found["told"], bool(found["problem"])) == ("", True)


def test_one_that_was_dropped_cannot_be_written(arbiter: Web):
    arbiter.post("/api/t/club/proposals", json={"correction": MISREAD})
    assert arbiter.request("DELETE", "/api/t/club/proposals/1").status_code == 204
    gone = arbiter.post("/api/t/club/proposals/application", json={"proposals": [1]})
    assert gone.json()["code"] == "no-such-proposal"
    assert arbiter.request("DELETE", "/api/t/club/proposals/1").json()["code"] == "no-such-proposal"


FINE = {"do": "adjust-points", "player": 1, "round": 1, "points": -1, "reason": "Phone."}


def fines(arbiter: Web) -> int:
    return len(arbiter.app.state.services.desk.state("club").tournament.adjustments)


def test_an_application_that_is_sent_again_gets_the_answer_that_it_got(arbiter: Web):
    arbiter.post("/api/t/club/proposals", json={"correction": FINE})
    once, again = (
        arbiter.post(
            "/api/t/club/proposals/application", json={"proposals": [1]}, headers={"idempotency-key": "the-same"}
        )
        for _ in range(2)
    )
    assert (once.status_code, again.status_code) == (201, 201)
    assert once.json() == again.json()
    assert fines(arbiter) == 1


def test_a_proposal_is_applied_once_however_often_it_is_named(arbiter: Web):
    arbiter.post("/api/t/club/proposals", json={"correction": FINE})
    thrice = arbiter.post("/api/t/club/proposals/application", json={"proposals": [1, 1, 1]})
    assert (thrice.status_code, thrice.json()["code"]) == (409, "proposal-named-twice")
    assert fines(arbiter) == 0


def test_of_two_applications_at_once_one_is_written(arbiter: Web):
    arbiter.post("/api/t/club/proposals", json={"correction": FINE})

    async def both() -> list[httpx.Response]:
        transport = httpx.ASGITransport(arbiter.app)
        async with httpx.AsyncClient(transport=transport, base_url=HALL, headers=arbiter.headers) as client:
            address, asked = "/api/t/club/proposals/application", {"proposals": [1]}
            keys = ("one", "other")
            return await asyncio.gather(
                *(client.post(address, json=asked, headers={"idempotency-key": key}) for key in keys)
            )

    assert sorted(answer.status_code for answer in asyncio.run(both())) == [201, 409]
    assert fines(arbiter) == 1


def test_a_proposal_that_is_sent_again_is_the_same_one(arbiter: Web):
    key = {"idempotency-key": "the-same"}
    made = [arbiter.post("/api/t/club/proposals", json={"correction": FINE}, headers=key) for _ in range(2)]
    assert [answer.status_code for answer in made] == [201, 201]
    assert made[0].json() == made[1].json()
    arbiter.post("/api/t/club/proposals", json={"correction": FINE}, headers={"idempotency-key": "another"})
    assert [found["number"] for found in arbiter.get("/api/t/club/proposals").json()] == [1, 2]


def test_what_is_written_is_answered_so_whatever_becomes_of_the_proposals(arbiter: Web, caplog):
    proposals = arbiter.app.state.services.proposals
    arbiter.post("/api/t/club/proposals", json={"correction": FINE})
    key = {"idempotency-key": "the-same"}
    proposals._table._writer.execute("PRAGMA query_only = 1")
    answer = arbiter.post("/api/t/club/proposals/application", json={"proposals": [1]}, headers=key)
    proposals._table._writer.execute("PRAGMA query_only = 0")
    assert (answer.status_code, fines(arbiter)) == (201, 1)
    assert "are still open" in caplog.text
    assert arbiter.post("/api/t/club/proposals/application", json={"proposals": [1]}, headers=key).status_code == 201
    assert arbiter.get("/api/t/club/proposals").json() == []
    assert fines(arbiter) == 1


def test_what_if_under_other_rules(club: Roundlog, arbiter: Web):
    rules = arbiter.get("/api/t/club").json()["rules"]
    told = arbiter.post("/api/t/club/consequences", json={"rules": {**rules, "tiebreaks": ["SB", "BH"]}}).json()
    assert [column["code"] for column in told["columns_after"]] == ["PTS", "SB", "BH"]
    wrong = arbiter.post("/api/t/club/consequences", json={"rules": {**rules, "tiebreaks": ["XX"]}})
    assert wrong.status_code == 409
    assert "XX" in wrong.json()["detail"]


@pytest.mark.parametrize(("role", "status"), [("results", 403), ("display", 403), (None, 401)])
def test_only_arbiters_propose_and_write(club: Roundlog, web: Web, role, status):
    asker = web if role is None else web.sign_in(role, "club")
    assert asker.post("/api/t/club/proposals", json={"correction": MISREAD}).status_code == status
    assert asker.get("/api/t/club/proposals").status_code == status
    assert asker.post("/api/t/club/corrections", json={"corrections": [MISREAD]}).status_code == status


# -- pages -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", ["corrections", "what-if", "audit"])
def test_the_pages_stand_in_every_language(arbiter: Web, page, language):
    answer = arbiter.get(f"/console/club/{page}?lang={language}")
    assert answer.status_code == 200
    assert f'lang="{language}"' in answer.text


@pytest.mark.parametrize("code", LANGUAGES)
def test_that_published_pairings_stay_cites_the_knsb_only_where_its_rules_hold(arbiter: Web, club: Roundlog, code):
    club("open", "leiden", "--name", "Leiden", "--rounds", "3", "--system", "knsb-2014")
    words = language(code).section("corrections")
    by_article = words["stays-by-article"].format(article="KNSB F6, F7")
    plain, cited = f'id="stays">{words["stays"]}<', f'id="stays">{by_article}<'
    assert "KNSB F6, F7" in cited
    assert "KNSB" not in plain
    assert plain in arbiter.get(f"/console/club/corrections?lang={code}").text
    owner = arbiter.sign_in("owner", name="Bram")
    assert cited in owner.get(f"/console/leiden/corrections?lang={code}").text


def test_in_the_past_there_is_nothing_to_correct(arbiter: Web):
    assert 'id="proposal"' in arbiter.get("/console/club/corrections").text
    assert 'id="proposal"' not in arbiter.get("/console/club/corrections?version=9").text


def test_the_audit_links_a_correction_with_what_it_corrects(club: Roundlog, arbiter: Web):
    page = arbiter.get("/console/club/audit").text
    version = next(e["version"] for e in arbiter.get("/api/t/club/audit").json()["entries"] if e.get("corrects"))
    assert f'id="v{version}" class="correction"' in page
    assert f'<a href="#v{version}">corrected by {version}</a>' in page


@pytest.mark.parametrize(
    ("asked", "kept"),
    [({"of": 2}, "round"), ({"board": 1}, "board"), ({"what": "result-entered"}, "what"), ({"player": 3}, "players")],
)
def test_the_audit_is_filtered(arbiter: Web, asked, kept):
    everything = arbiter.get("/api/t/club/audit").json()["entries"]
    (value,) = asked.values()
    about = [(e["version"], e.get("players", ()) if kept == "players" else (e.get(kept),)) for e in everything]
    wanted = [version for version, values in about if value in values]
    page = arbiter.get("/console/club/audit", params=asked).text
    assert [f'id="v{e["version"]}"' in page for e in everything] == [e["version"] in wanted for e in everything]


def test_the_head_is_that_of_the_moment(club: Roundlog, arbiter: Web):
    heads = [recorded["hash"] for recorded in map(json.loads, arbiter.get("/api/t/club/events").text.splitlines())]
    assert heads[-1] in arbiter.get("/console/club/audit").text
    assert heads[8] in arbiter.get("/console/club/audit?version=9").text


def test_a_filter_that_cannot_be_read_is_told(arbiter: Web):
    answer = arbiter.get("/console/club/audit?of=two")
    assert answer.status_code == 400


@pytest.mark.parametrize(("code", "words"), [("en", "1–0, not rated"), ("nl", "1–0, telt niet voor de rating")])
def test_a_result_that_is_not_rated_is_offered_in_words(arbiter: Web, code: str, words: str):
    page = arbiter.get(f"/console/club/corrections?lang={code}").text
    assert words in page
    assert '"mark":"1–0 u"' not in page
