"""Announcements and the round clock."""

import pytest

from ledger.acts.hall import (
    Announce,
    Announced,
    AnnouncementWithdrawn,
    ClearClock,
    ClockCleared,
    ClockSet,
    SetClock,
    WithdrawAnnouncement,
)
from ledger.state import Announcement, Clock
from tests.ledger.given import given, opened

TWO_O_CLOCK, SIX_O_CLOCK = "2026-05-01T14:00:00Z", "2026-05-01T18:00:00Z"
LUNCH = Announced(announcement=2, text="Lunch at noon")


# -- announcements -----------------------------------------------------------------------------------------------------


def test_an_announcement_is_numbered_by_its_record():
    after = given(opened()).when(Announce(text="Lunch at noon")).then(LUNCH)
    assert after.state.hall.announcements == (Announcement(2, "Lunch at noon"),)


def test_a_number_is_never_used_again():
    given(opened(), LUNCH, AnnouncementWithdrawn(announcement=2)).when(Announce(text="No lunch")).then(
        Announced(announcement=4, text="No lunch")
    )


def test_an_announcement_may_end_by_itself():
    given(opened()).when(Announce(text="Lunch", until=TWO_O_CLOCK)).then(
        Announced(announcement=2, text="Lunch", until=TWO_O_CLOCK)
    )


@pytest.mark.parametrize("text", ["", "  ", "\u200b"])
def test_an_announcement_says_something(text):
    given(opened()).when(Announce(text=text)).then_refused("text-missing", field="text")


def test_an_announcement_stands_on_one_line():
    given(opened()).when(Announce(text="Lunch\nat noon")).then_refused("text-has-control-characters", field="text")


def test_an_announcement_is_not_a_novel():
    given(opened()).when(Announce(text="x" * 501)).then_refused("text-too-long", field="text", longest=500, length=501)


def test_an_announcement_is_withdrawn():
    after = (
        given(opened(), LUNCH, Announced(announcement=3, text="Tea at four"))
        .when(WithdrawAnnouncement(announcement=2))
        .then(AnnouncementWithdrawn(announcement=2))
    )
    assert after.state.hall.announcements == (Announcement(3, "Tea at four"),)


@pytest.mark.parametrize("number", [0, 1, 3, -2, 10**30])
def test_only_an_announcement_that_stands_is_withdrawn(number):
    given(opened(), LUNCH).when(WithdrawAnnouncement(announcement=number)).then_refused(
        "no-such-announcement", announcement=number
    )


def test_an_announcement_is_withdrawn_once():
    given(opened(), LUNCH, AnnouncementWithdrawn(announcement=2)).when(
        WithdrawAnnouncement(announcement=2)
    ).then_refused("no-such-announcement", announcement=2)


def test_all_that_is_wrong_with_an_announcement_is_told_at_once():
    found = given(opened()).when(Announce(text="", until="tomorrow")).refusal
    assert [(one.code, one.facts["field"]) for one in found.problems] == [
        ("text-missing", "text"),
        ("not-a-time", "until"),
    ]


# -- the clock ---------------------------------------------------------------------------------------------------------


def test_the_clock_of_a_round_is_set():
    after = (
        given(opened())
        .when(SetClock(round=1, starts=TWO_O_CLOCK, ends=SIX_O_CLOCK))
        .then(ClockSet(round=1, starts=TWO_O_CLOCK, ends=SIX_O_CLOCK))
    )
    assert after.state.hall.clock == Clock(1, TWO_O_CLOCK, SIX_O_CLOCK)


def test_a_time_of_any_zone_is_written_down_in_utc():
    given(opened()).when(SetClock(round=1, starts="2026-05-01T17:00+03:00", ends="2026-05-01 13:00:00-0500")).then(
        ClockSet(round=1, starts=TWO_O_CLOCK, ends=SIX_O_CLOCK)
    )


@pytest.mark.parametrize("number", [0, -1, 6, 10**30])
def test_the_clock_is_for_a_round_of_the_programme(number):
    given(opened()).when(SetClock(round=number, starts=TWO_O_CLOCK, ends=SIX_O_CLOCK)).then_refused(
        "round-outside-programme", round=number, rounds=5
    )


@pytest.mark.parametrize("ends", [TWO_O_CLOCK, "2026-05-01T13:00:00Z", "2026-05-01T15:30:00+02:00"])
def test_a_round_ends_after_it_starts(ends):
    given(opened()).when(SetClock(round=1, starts=TWO_O_CLOCK, ends=ends)).then_refused(
        "times-in-wrong-order", starts=TWO_O_CLOCK, ends=ends
    )


def test_all_that_is_wrong_with_a_clock_is_told_at_once():
    found = given(opened()).when(SetClock(round=9, starts="two o'clock", ends="2026-05-01T18:00")).refusal
    assert [(one.code, one.facts.get("field")) for one in found.problems] == [
        ("round-outside-programme", None),
        ("not-a-time", "starts"),
        ("time-without-zone", "ends"),
    ]
    found = given(opened()).when(SetClock(round=9, starts=SIX_O_CLOCK, ends=TWO_O_CLOCK)).refusal
    assert [one.code for one in found.problems] == ["round-outside-programme", "times-in-wrong-order"]


# The last one lies, in UTC, a day before the calendar begins.
NO_TIMES = ["", "two o'clock", "2026-02-30T14:00Z", "2026-05-01T25:00Z", "0001-01-01T00:00+14:00"]


@pytest.mark.parametrize("value", NO_TIMES)
def test_what_is_no_time_is_refused(value):
    given(opened()).when(SetClock(round=1, starts=value, ends=SIX_O_CLOCK)).then_refused(
        "not-a-time", field="starts", value=value
    )
    given(opened()).when(SetClock(round=1, starts=TWO_O_CLOCK, ends=value)).then_refused(
        "not-a-time", field="ends", value=value
    )


@pytest.mark.parametrize("value", NO_TIMES[1:])
def test_an_announcement_does_not_end_at_what_is_no_time(value):
    given(opened()).when(Announce(text="Lunch", until=value)).then_refused("not-a-time", field="until", value=value)


@pytest.mark.parametrize("value", ["2026-05-01T14:00:00", "2026-05-01"])
def test_a_time_has_a_zone(value):
    given(opened()).when(SetClock(round=1, starts=value, ends=SIX_O_CLOCK)).then_refused(
        "time-without-zone", field="starts", value=value
    )
    given(opened()).when(Announce(text="Lunch", until=value)).then_refused(
        "time-without-zone", field="until", value=value
    )


def test_a_time_stands_on_one_line():
    given(opened()).when(SetClock(round=1, starts="2026-05-01\n14:00:00Z", ends=SIX_O_CLOCK)).then_refused(
        "text-has-control-characters", field="starts"
    )


def test_the_clock_is_cleared():
    running = ClockSet(round=1, starts=TWO_O_CLOCK, ends=SIX_O_CLOCK)
    after = given(opened(), running).when(ClearClock(round=1)).then(ClockCleared(round=1))
    assert after.state.hall.clock is None


def test_only_the_clock_that_runs_is_cleared():
    running = ClockSet(round=1, starts=TWO_O_CLOCK, ends=SIX_O_CLOCK)
    given(opened()).when(ClearClock(round=1)).then_refused("no-clock", round=1)
    given(opened(), running).when(ClearClock(round=2)).then_refused("no-clock", round=2)
