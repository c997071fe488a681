"""Where toy acts are found, with nothing told of them but their module and their words. Run by ``test_toy_act``."""

from __future__ import annotations

import json

import pytest

from displays.words.language import language
from tests.displays.client import Web, web
from tests.displays.commandline import Roundlog, roundlog
from tests.ledger.acts.toy import BellMuted, BellRung, MuteBell, RingBell
from tests.ledger.given import given, with_players

__all__ = ["roundlog", "web"]

WORDS = {
    "endpoints": {"ring-bell": "Ring the bell", "mute-bell": "Mute the bell"},
    "events": {"bell-rung": "bell rung", "bell-muted": "bell muted"},
    "ticker": {"bell-rung": "The bell rings for round {round}"},
}


@pytest.fixture(autouse=True)
def words(monkeypatch: pytest.MonkeyPatch) -> None:
    for section, texts in WORDS.items():
        for key, text in texts.items():
            monkeypatch.setitem(language("en").section(section), key, text)


@pytest.fixture
def arbiter(roundlog: Roundlog, web: Web) -> Web:
    roundlog.open_six()
    return web.bearer("arbiter", "open")


def test_it_is_decided_and_changes_the_state() -> None:
    after = given(*with_players(2)).when(RingBell(round=1)).then(BellRung(round=1))
    assert [one.text for one in after.state.hall.announcements] == ["Ding 1"]
    after.when(RingBell(round=9)).then_refused("round-outside-programme", round=9, rounds=5)
    muted = after.when(MuteBell(reason="too loud")).then(BellMuted(reason="too loud"))
    assert muted.state.hall.announcements == ()


def test_the_api_takes_it_and_the_log_keeps_it(arbiter: Web, roundlog: Roundlog) -> None:
    written = arbiter.post("/api/t/open/rounds/1/bell")
    assert written.status_code == 201
    assert written.json()["told"] == ["The bell rings for round 1"]
    assert arbiter.post("/api/t/open/commands", json={"do": "ring-bell", "round": 2}).status_code == 201
    assert arbiter.post("/api/t/open/rounds/9/bell").json()["code"] == "round-outside-programme"
    assert "bell rung" in roundlog("audit", "open")  # another process reads the file
    assert roundlog("verify").endswith("intact\n")


def test_who_may_is_checked(arbiter: Web, web: Web) -> None:
    assert web.post("/api/t/open/rounds/1/bell").status_code == 401
    helper = web.bearer("results", "open")
    assert helper.post("/api/t/open/rounds/1/bell").status_code == 403
    assert helper.post("/api/t/open/bell/silence", json={"reason": "too loud"}).status_code == 201


def test_audit_ticker_and_public_filter_tell_of_it(arbiter: Web, web: Web) -> None:
    arbiter.post("/api/t/open/rounds/1/bell")
    arbiter.post("/api/t/open/bell/silence", json={"reason": "too loud"})
    *_, rung, muted = arbiter.get("/api/t/open/audit").json()["entries"]
    assert (rung["what"], rung["round"], rung["changes"]) == (
        "bell-rung",
        1,
        [{"field": "text", "old": [], "new": ["Ding 1"]}],
    )
    assert (muted["what"], muted["reason"]) == ("bell-muted", "too loud")
    newest, *_ = web.get("/api/t/open/ticker").json()["items"]
    assert (newest["code"], newest["facts"]) == ("bell-rung", {"round": 1})
    public = web.get("/api/t/open/audit").json()["entries"]
    assert public[-1]["what"] == "bell-rung"


def test_openapi_describes_it(web: Web) -> None:
    document = web.get("/api/openapi.json").json()
    ring = document["paths"]["/api/t/{id}/rounds/{round}/bell"]["post"]
    assert (ring["operationId"], ring["summary"]) == ("ring-bell", "Ring the bell")
    mute = document["paths"]["/api/t/{id}/bell/silence"]["post"]
    assert "reason" in json.dumps(mute["requestBody"])
    assert "BellRung" in json.dumps(document["components"]["schemas"])
