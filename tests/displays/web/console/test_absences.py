"""The page of absences: columns are evenings where the schedule has days, and rounds where it has none."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from displays.web.console.absences import find_coming, list_columns
from tests.displays.client import Web
from tests.displays.commandline import Roundlog
from tests.ledger.evening_dates import OCTOBER, SEASON, TWO_A_DAY
from tests.ledger.given import given


def keys(history, by: str) -> list[str]:
    there = given(*history).state
    return [column.key for column in list_columns(there.tournament, there.schedule, by)]


def test_a_column_is_an_evening_or_a_round_without_a_day():
    assert keys(SEASON, "evenings") == [*OCTOBER, "5"]
    assert keys(SEASON, "rounds") == [*OCTOBER, "5"]
    assert keys(TWO_A_DAY, "evenings") == [OCTOBER[0], OCTOBER[1], "5"]
    assert keys(TWO_A_DAY, "rounds") == ["1", "2", "3", "4", "5"]


@pytest.mark.parametrize(
    ("now", "key"),
    [
        (datetime(2026, 9, 1, tzinfo=UTC), OCTOBER[0]),
        (datetime(2026, 10, 9, 21, tzinfo=UTC), OCTOBER[1]),  # while it is played
        (datetime(2026, 10, 9, 22, 30, tzinfo=UTC), OCTOBER[2]),  # by the clock of the venue it is past midnight
        (datetime(2027, 9, 1, tzinfo=UTC), OCTOBER[0]),  # long over: the round that is paired next
    ],
)
def test_the_page_opens_at_tonight_or_the_next_evening(now: datetime, key: str):
    there = given(*SEASON).state
    columns = list_columns(there.tournament, there.schedule, "evenings")
    assert find_coming(there.tournament, there.schedule, columns, now) == key


@pytest.mark.parametrize(("by", "cell"), [("evenings", '<td data-outcome="mixed">at</td>'), ("rounds", ">t</td>")])
def test_the_rounds_of_an_evening_may_differ(roundlog: Roundlog, web: Web, by: str, cell: str):
    roundlog("open", "club", "--name", "Club", "--rounds", 2, "--system", "keizer")
    roundlog("register", "club", "Ada", "--club", "Utrecht")
    roundlog(
        "schedule", "club", "--first", "2026-10-02", "--at", "19:30", "--at", "21:00", "--zone", "UTC", "--notice", 90
    )
    roundlog("absent", "club", 1, "2026-10-02")
    roundlog("absent", "club", 1, 2, "--kind", "team-duty")
    text = web.sign_in("arbiter", "club", name="Anna").get(f"/console/club/absences?by={by}&lang=en").text
    assert cell in text
    assert ('data-until="2026-10-02T18:00:00Z"' in text) == (by == "evenings")


def test_the_overview_tells_of_the_next_evening(roundlog: Roundlog, web: Web):
    roundlog("open", "club", "--name", "Club", "--rounds", 2, "--system", "keizer")
    roundlog("register", "club", "Ada")
    arbiter = web.sign_in("arbiter", "club", name="Anna")
    assert "Next evening" not in arbiter.get("/console/club?lang=en").text
    roundlog("schedule", "club", "--first", "2099-10-02", "--at", "20:00", "--zone", "UTC", "--notice", 90)
    roundlog("absent", "club", 1, "2099-10-02")
    told = "Fri 2 Oct, 20:00, round 1; absent: 1. Notice counts until Fri 2 Oct, 18:30."
    assert told in arbiter.get("/console/club?lang=en").text
