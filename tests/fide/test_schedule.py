"""Dates of the rounds and of the tournament, by the questions of FIDE's checklist for programs (VCL4THP 217)."""

from __future__ import annotations

import pytest

from ledger.acts.act import Event
from ledger.acts.evolve import fold
from ledger.acts.schedule import RoundMoved, ScheduleSet
from ledger.formats.trf import Dialect, events, parse
from ledger.formats.trf.report import list_missing, write_report
from ledger.schedule import ScheduleLine
from ledger.state import State
from tests.displays.client import Web
from tests.displays.commandline import Roundlog
from tests.ledger.formats.trf.sheets import player, sheet

PLAYERS = (
    player(1, "3w1", rating="2100", points="1.0"),
    player(2, "4b0", rating="2050", points="0.0"),
    player(3, "1b0", rating="2000", points="0.0"),
    player(4, "2w1", rating="1950", points="1.0"),
)
HEAD = ("012 Open", "142 3", "152 W", "192 FIDE_DUTCH_2026")
DATES = f"132{' ' * 88}26/10/24  26/10/24  26/10/25"  # round 1 from column 92 on
LINES = (ScheduleLine("2026-10-24", 1), ScheduleLine("2026-10-24", 2), ScheduleLine("2026-10-25", 3))
PLANNED = ScheduleSet(
    schedule=(ScheduleLine("2026-10-24T10:00", 1), ScheduleLine("2026-10-24T15:00", 2), ScheduleLine("2026-11-25", 3)),
    zone="Europe/Tallinn",
)


def state_of(*lines: str, then: tuple[Event, ...] = ()) -> State:
    state = fold([*events(parse(sheet(*HEAD, *lines, *PLAYERS))), *then])
    assert state is not None
    return state


def records_of(state: State, dialect: Dialect = Dialect.TRF26) -> dict[str, str]:
    text = write_report(state, dialect, is_interim=True).text
    return {line[:3]: line for line in text.splitlines() if not line.startswith("001")}


@pytest.mark.parametrize("dialect", Dialect)
def test_217_the_dates_of_the_rounds_are_those_of_the_schedule_under_their_columns(dialect: Dialect):
    line = records_of(state_of(then=(PLANNED,)), dialect)["132"]
    assert (line[91:99], line[101:109], line[111:119]) == ("26/10/24", "26/10/24", "26/11/25")
    moved = RoundMoved(round=3, starts="2026-11-26T10:00", reason="why")
    assert records_of(state_of(then=(PLANNED, moved)), dialect)["132"].endswith("26/11/26")


def test_217_the_first_and_the_last_day_follow_from_the_rounds_where_nobody_has_typed_them():
    planned = state_of(then=(PLANNED,))
    found = records_of(planned)
    assert (found["042"], found["052"]) == ("042 2026/10/24", "052 2026/11/25")
    assert {"starts", "ends", "round_dates"}.isdisjoint(list_missing(planned))
    typed = state_of("042 2026/10/20", then=(PLANNED,))
    assert (records_of(typed)["042"], records_of(typed)["052"]) == ("042 2026/10/20", "052 2026/11/25")
    assert {"starts", "ends"} <= set(list_missing(state_of()))
    assert {"042", "052", "132"}.isdisjoint(records_of(state_of()))


def test_217_a_file_that_is_read_has_its_dates_on_the_schedule():
    state = state_of(DATES)
    assert state.schedule.lines == LINES
    assert records_of(state)["132"] == DATES
    moved = state_of(DATES, then=(RoundMoved(round=3, starts="2026-10-26", reason="why"),))
    assert records_of(moved)["132"].endswith("26/10/26")
    assert "132" not in records_of(state_of(DATES, then=(ScheduleSet(schedule=()),)))


@pytest.mark.parametrize(
    "line", [f"132{' ' * 88}26/10/25  26/10/24", "132 in spring", f"132{' ' * 88}26/13/01", f"132{' ' * 148}26/10/25"]
)
def test_217_what_is_no_order_of_days_stays_a_line_of_the_file(line: str):
    state = state_of(line)
    assert state.schedule.lines == ()
    assert records_of(state)["132"] == line


def test_217_the_report_of_the_command_line_and_of_the_server_has_them(roundlog: Roundlog, web: Web):
    roundlog.open_six()
    roundlog("schedule", "open", "--first", "2026-10-24", "--at", "10:00", "--every", 7)
    roundlog("export", "trf", "open", roundlog.folder / "open.trf", "--interim")
    assert "26/10/24  26/10/31" in (roundlog.folder / "open.trf").read_text()
    answer = web.sign_in("arbiter", "open").get("/api/t/open/trf?interim=1")
    assert "26/10/24  26/10/31" in answer.text
