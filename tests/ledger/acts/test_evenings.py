"""Evenings of a season: cancelled, moved, and played after all."""

from __future__ import annotations

import pytest

from ledger.acts.catalogue import BY_EVENT
from ledger.acts.decide import decide
from ledger.acts.evenings import (
    CancelEvening,
    EveningCancelled,
    EveningMoved,
    EveningReinstated,
    MoveEvening,
    ReinstateEvening,
)
from ledger.acts.fields import compare
from ledger.acts.schedule import SetSchedule
from ledger.schedule import ChangedEvening, ScheduleLine
from ledger.state import State
from tests.ledger.evening_dates import NOVEMBER, OCTOBER, SEASON, scheduled, twice, weekly
from tests.ledger.given import given, played, with_players

WHY = "The hall is not free."


def days_of(state: State) -> dict[int, str]:
    return {line.round: line.starts for line in state.schedule.lines}


# -- a cancelled evening -----------------------------------------------------------------------------------------------


def test_the_rounds_of_a_cancelled_evening_and_those_after_it_move_on_to_the_following_one():
    after = given(*SEASON).when(CancelEvening(day=OCTOBER[1], public_reason=WHY))
    moved = (*weekly(OCTOBER[:1]), *weekly((*OCTOBER[2:], NOVEMBER), first=2))
    state = after.then(EveningCancelled(day=OCTOBER[1], schedule=moved, public_reason=WHY)).state
    assert state.schedule.changed == (ChangedEvening(OCTOBER[1], (2,), public_reason=WHY),)


def test_the_last_one_gets_the_day_that_the_arbiter_names():
    state = given(*SEASON).when(CancelEvening(day=OCTOBER[0], last_day="2026-11-06", reason="ill")).accepted().state
    assert list(days_of(state).values())[-1] == "2026-11-06T19:30"


def test_or_falls_off_the_schedule():
    asked = CancelEvening(day=OCTOBER[0], drops_last=True, reason="ill")
    fallen = (ScheduleLine(f"{OCTOBER[3]}T19:30", 4),)
    given(*SEASON).when(asked).then(
        EveningCancelled(day=OCTOBER[0], schedule=weekly(OCTOBER[1:]), left_out=fallen, reason="ill")
    )


def test_two_rounds_of_an_evening_move_together_and_so_does_what_is_told_of_it():
    dinner = ScheduleLine("2026-10-09T18:00", text="Dinner", ends="2026-10-09T19:00")
    history = (*with_players(4), scheduled(*twice(OCTOBER[0], 1), dinner, *twice(OCTOBER[1], 3)))
    state = given(*history).when(CancelEvening(day="2026-10-02", reason="ill")).accepted().state
    assert days_of(state) == {
        1: "2026-10-09T19:30",
        2: "2026-10-09T21:00",
        0: "2026-10-16T18:00",
        3: "2026-10-16T19:30",
        4: "2026-10-16T21:00",
    }
    assert state.schedule.lines[2].ends == "2026-10-16T19:00"


def test_of_two_evenings_cancelled_in_a_row_the_first_may_be_reinstated():
    cancelled = given(*SEASON)
    for day in OCTOBER[:2]:
        cancelled = cancelled.when(CancelEvening(day=day, reason="snow")).accepted()
    assert [line.day for line in cancelled.state.schedule.lines] == [*OCTOBER[2:], NOVEMBER, "2026-11-06"]
    back = cancelled.when(ReinstateEvening(day=OCTOBER[0])).accepted().state.schedule
    assert [line.day for line in back.lines] == [OCTOBER[0], *OCTOBER[2:], NOVEMBER]
    assert [one.day for one in back.changed] == [OCTOBER[1]]


def test_what_had_fallen_off_is_back_with_the_evening():
    cancelled = given(*SEASON).when(CancelEvening(day=OCTOBER[1], drops_last=True, reason="ill")).accepted()
    cancelled.when(ReinstateEvening(day=OCTOBER[1])).then(EveningReinstated(day=OCTOBER[1], schedule=weekly()))


def test_the_only_evening_that_was_cancelled_is_reinstated():
    history = (*with_players(4), scheduled(*weekly(OCTOBER[:1])))
    cancelled = given(*history).when(CancelEvening(day=OCTOBER[0], drops_last=True, reason="ill")).accepted()
    assert cancelled.state.schedule.lines == ()
    assert cancelled.when(ReinstateEvening(day=OCTOBER[0])).accepted().state.schedule.changed == ()


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        (CancelEvening(day="2026-10-03", reason="why"), "no-evening-on-day"),
        (CancelEvening(day="Friday", reason="why"), "not-a-wall-time"),
        (CancelEvening(day=f"{OCTOBER[0]}T19:30", reason="why"), "not-a-wall-time"),
        (CancelEvening(day=OCTOBER[0]), "reason-missing"),
        (CancelEvening(day=OCTOBER[0], public_reason="a\nb"), "text-has-control-characters"),
        (CancelEvening(day=OCTOBER[0], last_day=OCTOBER[3], reason="why"), "last-day-too-early"),
        (CancelEvening(day=OCTOBER[0], last_day="later", reason="why"), "not-a-wall-time"),
        (MoveEvening(day=OCTOBER[1], to=OCTOBER[3], reason="why"), "round-begins-too-early"),
        (MoveEvening(day=OCTOBER[1], to="", reason="why"), "not-a-wall-time"),
        (MoveEvening(day="2026-10-03", to=NOVEMBER, reason="why"), "no-evening-on-day"),
        (MoveEvening(day=OCTOBER[3], to=NOVEMBER), "reason-missing"),
        (ReinstateEvening(day="2026-10-03"), "evening-not-changed"),
    ],
)
def test_what_cannot_be_done_to_an_evening(asked: CancelEvening | MoveEvening | ReinstateEvening, code: str):
    assert given(*SEASON).when(asked).refusal.code == code


def test_an_evening_on_which_a_round_was_played_stays_where_it_was():
    over = given(*SEASON, *played(1, {(1, 2): "1-0", (3, 4): "1-0"}))
    over.when(CancelEvening(day=OCTOBER[0], reason="why")).then_refused("round-is-closed", round=1)
    over.when(CancelEvening(day=OCTOBER[1], reason="why")).accepted()


def test_an_evening_that_is_played_needs_no_reinstating():
    given(*SEASON).when(ReinstateEvening(day=OCTOBER[0])).then()


# -- a moved evening ---------------------------------------------------------------------------------------------------


def test_a_moved_evening_is_on_another_day_and_comes_back():
    lines = (*weekly(OCTOBER[:1]), *weekly(("2026-10-13", *OCTOBER[2:]), first=2))
    moved = given(*SEASON).when(MoveEvening(day=OCTOBER[1], to="2026-10-13", public_reason=WHY))
    after = moved.then(EveningMoved(day=OCTOBER[1], to="2026-10-13", schedule=lines, public_reason=WHY))
    assert after.state.schedule.changed_on(OCTOBER[1]) == ChangedEvening(OCTOBER[1], (2,), "2026-10-13", WHY)
    after.when(ReinstateEvening(day=OCTOBER[1])).then(EveningReinstated(day=OCTOBER[1], schedule=weekly()))
    assert after.when(MoveEvening(day="2026-10-13", to=OCTOBER[1], reason="free")).accepted().state.schedule.lines == (
        weekly()
    )


def test_an_evening_stays_cancelled_until_a_round_is_on_its_day_again():
    cancelled = given(*SEASON).when(CancelEvening(day=OCTOBER[1], reason="why")).accepted()
    kept = cancelled.when(SetSchedule(schedule=cancelled.state.schedule.lines, notice=60)).accepted()
    assert kept.state.schedule.changed_on(OCTOBER[1])
    assert kept.when(SetSchedule(schedule=weekly())).accepted().state.schedule.changed == ()


def test_the_audit_tells_which_rounds_begin_at_another_time():
    before = given(*SEASON)
    asked = CancelEvening(day=OCTOBER[2], public_reason=WHY)
    after = before.when(asked).accepted()
    (event,) = decide(before.state, asked)
    old, new = (BY_EVENT[EveningCancelled].fields(state, event) for state in (before.state, after.state))
    told = {change.field: change.new for change in compare(old, new)}
    assert told == {
        "evenings_off": (OCTOBER[2],),
        "round_starts.3": f"{OCTOBER[3]} 19:30",
        "round_starts.4": f"{NOVEMBER} 19:30",
        "public_reason": WHY,
    }
