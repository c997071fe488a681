"""The schedule of a tournament or a festival: set as a whole, a round moved, what a festival's means to sections."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.model import Details
from ledger.acts.festivals import AddSection, FestivalOpened, SectionAdded
from ledger.acts.opening import RulesChanged, TournamentFinished
from ledger.acts.schedule import ACTS, MoveRound, PassOnSchedule, RoundMoved, ScheduleSet, SetSchedule
from ledger.schedule import ScheduleLine, find_server_zone
from ledger.state import State
from tests.ledger.given import given, played, with_players

OPENED = FestivalOpened(details=Details("Tartu Festival", "Tartu"))
TWO_SECTIONS = (OPENED, SectionAdded(section="a"), SectionAdded(section="b"))
TALLINN = "Europe/Tallinn"
FIRST, SECOND = ScheduleLine("2026-05-01T14:00", 1), ScheduleLine("2026-05-02T10:00", 2, ends="2026-05-02T14:00")
LUNCH = ScheduleLine("2026-05-01T12:00", text="Lunch", ends="2026-05-01T13:00")
SET = ScheduleSet(schedule=(LUNCH, FIRST, SECOND), zone=TALLINN, notice=60)
SCHEDULED = (*with_players(4), SET)


def setting(*lines: ScheduleLine, zone: str = TALLINN, notice: int = 0) -> SetSchedule:
    return SetSchedule(schedule=lines, zone=zone, notice=notice)


# -- the whole schedule ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("before", [with_players(4), TWO_SECTIONS], ids=["tournament", "festival"])
def test_the_schedule_is_kept_by_time(before):
    asked = setting(SECOND, LUNCH, FIRST, notice=60)
    after = given(*before).when(asked).then(SET)
    assert after.state.schedule.lines == (LUNCH, FIRST, SECOND)
    assert (after.state.schedule.zone, after.state.schedule.notice) == (TALLINN, 60)
    after.when(asked).then()
    after.when(setting(SECOND, LUNCH, FIRST, zone="", notice=60)).then()


def test_without_a_zone_it_stays_in_its_own_or_is_in_the_servers(monkeypatch: pytest.MonkeyPatch):
    given(*SCHEDULED).when(setting(FIRST, zone="")).then(ScheduleSet(schedule=(FIRST,), zone=TALLINN))
    monkeypatch.setenv("TZ", "Europe/Amsterdam")
    here = ScheduleSet(schedule=(FIRST,), zone="Europe/Amsterdam")
    given(*with_players(4)).when(setting(FIRST, zone="")).then(here)
    monkeypatch.setenv("TZ", "../etc/passwd")
    assert find_server_zone() != "../etc/passwd"


@pytest.mark.parametrize("before", [with_players(4), TWO_SECTIONS], ids=["tournament", "festival"])
@pytest.mark.parametrize(
    ("line", "code"),
    [
        (ScheduleLine("2026-05-01 14:00", 1), "not-a-wall-time"),
        (ScheduleLine("2026-02-30T14:00", 1), "not-a-wall-time"),
        (ScheduleLine("2026-05-01T14:00Z", 1), "not-a-wall-time"),
        (ScheduleLine("2026-05-01T24:00", 1), "not-a-wall-time"),
        (ScheduleLine("0226-05-01T14:00", 1), "not-a-wall-time"),
        (ScheduleLine("2026-05-01T14:00", 1, ends="later"), "not-a-wall-time"),
        (ScheduleLine("2026-05-01T14:00", 1, ends="2026-05-01T14:00"), "times-in-wrong-order"),
        (ScheduleLine("2026-05-01T14:00", -1), "number-outside-range"),
        (ScheduleLine("2026-05-01T14:00", 1000), "number-outside-range"),
        (ScheduleLine("2026-05-01T14:00"), "text-missing"),
        (ScheduleLine("2026-05-01T14:00", text="a\nb"), "text-has-control-characters"),
        (ScheduleLine("2026-05-01T14:00", 1, "c"), "no-such-section"),
    ],
)
def test_a_line_of_the_schedule_says_when_and_what(line: ScheduleLine, code: str, before):
    assert given(*before).when(setting(line)).refusal.code == code


def test_a_tournament_has_the_rounds_of_its_rules_and_no_sections():
    before = given(*with_players(4))
    rounds = before.tournament.rules.rounds
    before.when(setting(ScheduleLine("2026-05-01T14:00", rounds))).then(
        ScheduleSet(schedule=(ScheduleLine("2026-05-01T14:00", rounds),), zone=TALLINN)
    )
    too_many = before.when(setting(ScheduleLine("2026-05-01T14:00", rounds + 1))).refusal
    assert (too_many.code, too_many.facts["field"]) == ("number-outside-range", "schedule.0.round")
    before.when(setting(ScheduleLine("2026-05-01T14:00", 1, "a"))).then_refused("no-such-section", section="a")


def test_all_that_is_wrong_is_told_at_once():
    refused = given(*with_players(4)).when(
        setting(ScheduleLine("x", 1), ScheduleLine("y", 2), zone="Europe/Atlantis", notice=-1)
    )
    codes = [one.code for one in refused.refusal.problems]
    assert codes == ["not-a-wall-time", "not-a-wall-time", "number-outside-range", "no-such-zone"]


@pytest.mark.parametrize(
    "zone", ["CEST", "Europe", "/etc/localtime", "../zoneinfo/UTC", "Europe/Tallinn\n", "a\0b", "x" * 400]
)
def test_a_zone_is_one_of_the_database(zone: str):
    refusal = given(*with_players(4)).when(setting(FIRST, zone=zone)).refusal
    assert refusal.code in ("no-such-zone", "text-has-control-characters")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2026-05-01T14:00", "2026-05-01T14:00"),
        ("2026-05-02T14:00", "2026-05-01T14:00"),
        ("2026-05-02", "2026-05-01T14:00"),
    ],
)
def test_a_round_begins_after_the_one_before_it(one: str, other: str):
    lines = (ScheduleLine(one, 1), ScheduleLine(other, 3))
    for before in (with_players(4), TWO_SECTIONS):
        given(*before).when(setting(*lines)).then_refused(
            "round-begins-too-early", round=3, starts=other, before=1, was=one
        )


def test_of_a_day_whose_times_are_not_known_nobody_can_tell():
    lines = (ScheduleLine("2026-05-01", 1), ScheduleLine("2026-05-01", 2), ScheduleLine("2026-05-01T18:00", 3))
    given(*with_players(4)).when(setting(*reversed(lines))).then(ScheduleSet(schedule=lines, zone=TALLINN))


def test_a_round_is_on_it_once():
    twice = (FIRST, ScheduleLine("2026-05-03T14:00", 1))
    given(*with_players(4)).when(setting(*twice)).then_refused("round-twice-on-schedule", round=1)


def test_a_section_has_a_time_of_its_own_beside_that_of_all():
    own = ScheduleLine("2026-05-01T19:00", 1, "a")
    given(*TWO_SECTIONS).when(setting(FIRST, own)).then(ScheduleSet(schedule=(FIRST, own), zone=TALLINN))
    late = ScheduleLine("2026-05-02T19:00", 1, "a")
    given(*TWO_SECTIONS).when(setting(FIRST, late, SECOND)).then_refused(
        "round-begins-too-early", round=2, starts=SECOND.starts, before=1, was=late.starts
    )


@pytest.mark.parametrize(
    "line",
    [
        ScheduleLine("2026-05-01T14:00", 1, text="Opening"),
        ScheduleLine("2026-05-01T14:00", section="a", text="Prizes"),
        ScheduleLine("2026-05-01T14:00", text="3"),
        ScheduleLine("2026-05-01T14:00", text="3@a"),
    ],
)
def test_a_line_of_the_schedule_is_what_can_be_typed_again(line: ScheduleLine):
    """The form of the console and the command line would take it for something else, or lose a part of it."""
    opened = given(OPENED, SectionAdded(section="a"))
    opened.when(setting(line)).then_refused("schedule-line-mixed", field="schedule.0.text", value=line.text)


def test_with_fewer_rounds_those_that_are_left_out_are_off_it():
    before = given(*SCHEDULED)
    shorter = RulesChanged(rules=replace(before.tournament.rules, rounds=1), reason="The hall closes.")
    assert given(*SCHEDULED, shorter).state.schedule.lines == (LUNCH, FIRST)


def test_what_was_played_when_can_be_put_right_after_the_end():
    over = (*with_players(2), *played(1, {(1, 2): "1-0"}), TournamentFinished())
    given(*over).when(setting(FIRST)).then(ScheduleSet(schedule=(FIRST,), zone=TALLINN))


# -- a round that is moved ---------------------------------------------------------------------------------------------


def test_a_round_is_moved_with_a_reason():
    asked = MoveRound(round=2, starts="2026-05-02T11:00", public_reason="The hall opens late.")
    moved = RoundMoved(round=2, starts="2026-05-02T11:00", public_reason="The hall opens late.")
    after = given(*SCHEDULED).when(asked).then(moved).state.schedule
    assert after.lines == (LUNCH, FIRST, ScheduleLine("2026-05-02T11:00", 2))
    assert (after.zone, after.notice) == (TALLINN, 60)
    private = MoveRound(round=2, starts="2026-05-02T11:00", reason="The arbiter is ill.")
    told = RoundMoved(round=2, starts="2026-05-02T11:00", reason="The arbiter is ill.")
    given(*SCHEDULED).when(private).then(told)
    given(*SCHEDULED).when(replace(asked, public_reason=" ")).then_refused("reason-missing")
    given(*SCHEDULED).when(MoveRound(round=2, starts=SECOND.starts, ends=SECOND.ends)).then()


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        (MoveRound(round=3, starts="2026-05-04T10:00", reason="why"), "round-not-on-schedule"),
        (MoveRound(round=0, starts="2026-05-04T10:00", reason="why"), "round-not-on-schedule"),
        (MoveRound(round=2, starts="tomorrow", reason="why"), "not-a-wall-time"),
        (MoveRound(round=2, starts="2026-05-01T14:00", reason="why"), "round-begins-too-early"),
        (MoveRound(round=2, starts="2026-05-04T10:00", ends="2026-05-04T09:00", reason="w"), "times-in-wrong-order"),
        (MoveRound(round=2, starts="2026-05-04T10:00", public_reason="a\nb"), "text-has-control-characters"),
    ],
)
def test_a_move_that_cannot_be(asked: MoveRound, code: str):
    assert given(*SCHEDULED).when(asked).refusal.code == code


def test_a_round_that_is_over_is_not_moved():
    over = given(*SCHEDULED, *played(1, {(1, 2): "1-0", (3, 4): "1-0"}))
    over.when(MoveRound(round=1, starts="2026-05-01T15:00", reason="why")).then_refused("round-is-closed", round=1)


def test_the_audit_names_what_moved():
    before, event = given(*SCHEDULED).state, RoundMoved(round=2, starts="2026-05-02T11:00", public_reason="Fire")
    act = next(act for act in ACTS if act.event is RoundMoved)
    assert act.fields(before, event) == {"starts": "2026-05-02 10:00", "ends": "2026-05-02 14:00"}
    assert act.fields(given(*SCHEDULED, event).state, event) == {
        "starts": "2026-05-02 11:00",
        "public_reason": "Fire",
    }


# -- what a festival's means for its sections --------------------------------------------------------------------------


def pass_on(section: State, stream: str, event: ScheduleSet) -> PassOnSchedule | None:
    act = next(act for act in ACTS if act.event is ScheduleSet and act.for_section)
    assert act.for_section is not None
    found = act.for_section(section, stream, event, "tartu")
    assert found is None or isinstance(found, PassOnSchedule)
    return found


def test_a_section_takes_over_what_concerns_it():
    mine, others = ScheduleLine("2026-05-01T19:00", 1, "a"), ScheduleLine("2026-05-01T20:00", 1, "b")
    beyond = ScheduleLine("2026-05-30T10:00", 99)
    told = ScheduleSet(schedule=(LUNCH, FIRST, mine, others, SECOND, beyond), zone=TALLINN, notice=60)
    section = given(*with_players(4))
    command = pass_on(section.state, "a", told)
    assert command is not None
    taken = ScheduleSet(
        schedule=(LUNCH, replace(mine, section=""), SECOND), zone=TALLINN, notice=60, is_of_festival=True
    )
    after = section.when(command).then(taken)
    after.when(command).then()
    renewed = pass_on(after.state, "a", replace(told, schedule=(FIRST,)))
    assert renewed is not None
    assert renewed.schedule == (FIRST,)


def test_a_section_with_its_own_schedule_goes_by_that():
    assert pass_on(given(*SCHEDULED).state, "a", ScheduleSet(schedule=(FIRST,), zone=TALLINN)) is None
    taken = replace(SET, is_of_festival=True)
    moved = given(*with_players(4), taken, RoundMoved(round=2, starts="2026-05-02T11:00"))
    assert pass_on(moved.state, "a", ScheduleSet(schedule=(FIRST,), zone=TALLINN)) is None
    given(*with_players(4), taken).when(setting(LUNCH, FIRST, SECOND, notice=60)).then(SET)


def test_a_section_that_is_over_is_told_nothing():
    over = given(*with_players(2), *played(1, {(1, 2): "1-0"}), TournamentFinished())
    assert pass_on(over.state, "a", SET) is None


def test_a_new_section_is_told_of_the_schedule():
    given(OPENED, SET).when(AddSection(section="a")).then(SectionAdded(section="a"), SET)
