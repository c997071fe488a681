"""An announcement ends at a moment that says its zone, and never otherwise, whatever an old log holds."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from ledger.state import Announcement
from tests.displays.client import Web
from tests.displays.commandline import Roundlog
from tests.displays.web.old_announcements import ENDING, ENDLESS, PAST, exported


@pytest.mark.parametrize("until", ENDLESS)
def test_words_and_times_of_any_zone_do_not_end(until: str):
    assert Announcement(1, "Lunch", until).end is None


@pytest.mark.parametrize(("until", "milliseconds"), ENDING.items())
def test_a_moment_with_its_zone_ends(until: str, milliseconds: int):
    end = Announcement(1, "Lunch", until).end
    assert end is not None
    assert (end - datetime(1970, 1, 1, tzinfo=UTC)).total_seconds() * 1000 // 1 == milliseconds


def test_the_page_of_the_hall_shows_what_an_imported_log_holds(roundlog: Roundlog, web: Web, tmp_path: Path):
    roundlog("import", str(exported(tmp_path, "old", "after round 5", "2020-05-01T18:00", PAST)))
    arbiter = web.sign_in("arbiter", "old")
    answer = arbiter.get("/console/old/hall?lang=en")
    assert answer.status_code == 200
    standing, _, expired = answer.text.partition("<h3>Expired")
    assert "until after round 5</small>" in standing
    assert "until 2020-05-01T18:00</small>" in standing  # as it was written: no zone is made up for it
    assert f'<time datetime="{PAST}">' in expired
    for page in ("", "/audit", "/screens"):
        assert arbiter.get(f"/console/old{page}").status_code == 200
    assert len(arbiter.get("/api/t/old").json()["announcements"]) == 3
