"""The console says when records are dated later than it is, and has the clock followed again."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from displays.words.dates import write_moment
from displays.words.language import language
from ledger.store.sqlite import SqliteLog
from tests.displays.client import Web, build
from tests.displays.commandline import Roundlog

IN_TEN_YEARS = datetime.now(UTC) + timedelta(days=3650)


def test_a_tournament_whose_last_record_is_in_the_future(roundlog: Roundlog):
    roundlog.open_club()
    with SqliteLog(roundlog.log, clock=lambda: IN_TEN_YEARS) as log:
        web = Web(build(log))
        assert web.bearer("owner").post("/api/t/club/announcements", json={"text": "Tea"}).status_code == 201
        web.app.state.services.key_store.close()
    with SqliteLog(roundlog.log) as log:
        web = Web(build(log))
        arbiter = web.sign_in("arbiter", "club")
        for page in ("/console/club?lang=en", "/console/club/players?lang=en", "/console/club/audit?lang=en"):
            told = re.search(r'id="time-ahead">.*</p>', arbiter.get(page).text)
            assert told is not None
            assert write_moment(IN_TEN_YEARS.isoformat(), language("en")) in told[0]
            assert "Date records by the clock again" in told[0]
        assert 'id="time-ahead"' not in web.sign_in("results", "club").get("/console/club?lang=en").text
        answer = arbiter.request("POST", "/api/t/club/time", json={"reason": "The clock was ahead before."})
        assert answer.status_code == 201
        assert answer.json()["records"][0]["at"][:4] == f"{datetime.now(UTC):%Y}"
        assert 'id="time-ahead"' not in arbiter.get("/console/club?lang=en").text
        assert "times corrected" in arbiter.get("/console/club/audit?lang=en").text
        web.app.state.services.key_store.close()
