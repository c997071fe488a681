"""Absences that hang on evenings: a round has those of the day that it is on, until it is paired."""

from __future__ import annotations

import random

import pytest

from engine.errors import Refusal
from engine.model import Outcome, SitOut
from ledger.acts.act import Command
from ledger.acts.decide import decide
from ledger.acts.evenings import CancelEvening, MoveEvening, ReinstateEvening
from ledger.acts.evolve import evolve
from ledger.acts.opening import ChangeRules
from ledger.acts.pairing import PairByHand
from ledger.acts.presence import (
    AbsenceAnnounced,
    AbsenceCancelled,
    AnnounceAbsence,
    CancelAbsence,
    CheckIn,
    UndoCheckIn,
)
from ledger.acts.rounds import TakeBackRound
from ledger.acts.schedule import MoveRound, SetSchedule
from ledger.acts.undo import UndoRecord
from ledger.schedule import ScheduleLine
from ledger.state import State
from tests.ledger.evening_dates import OCTOBER, SEASON, TWO_A_DAY
from tests.ledger.given import Given, boards, given, paired

ABSENT, DUTY, FULL = Outcome.ABSENT, Outcome.TEAM_DUTY, Outcome.FULL_BYE


def away(*days: str, player: int = 3, outcome: Outcome = ABSENT) -> AbsenceAnnounced:
    return AbsenceAnnounced(player=player, rounds=(), outcome=outcome, days=days)


def absences(there: Given, player: int = 3) -> dict[int, Outcome]:
    return dict(there.tournament.entries[player].absences)


# -- announced and cancelled -------------------------------------------------------------------------------------------


def test_who_is_absent_on_an_evening_is_absent_in_all_its_rounds():
    after = given(*TWO_A_DAY).when(AnnounceAbsence(player=3, days=(OCTOBER[0],))).then(away(OCTOBER[0]))
    assert absences(after) == {1: ABSENT, 2: ABSENT}
    assert [3 in after.tournament.available(number) for number in (1, 2, 3)] == [False, False, True]
    gone = after.when(CancelAbsence(player=3, days=(OCTOBER[0],)))
    assert absences(gone.then(AbsenceCancelled(player=3, rounds=(), days=(OCTOBER[0],)))) == {}


def test_it_is_announced_once():
    given(*SEASON, away(OCTOBER[0])).when(AnnounceAbsence(player=3, days=(OCTOBER[0],))).then_nothing()


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        (AnnounceAbsence(player=3), "rounds-missing"),
        (CancelAbsence(player=3), "rounds-missing"),
        (AnnounceAbsence(player=3, days=("2026-10-03",)), "no-evening-on-day"),
        (AnnounceAbsence(player=3, days=("next week",)), "not-a-wall-time"),
        (AnnounceAbsence(player=3, days=(f"{OCTOBER[0]}T19:30",)), "not-a-wall-time"),
        (AnnounceAbsence(player=3, days=(OCTOBER[0],), outcome=Outcome.LOSS), "not-an-absence"),
        (AnnounceAbsence(player=9, days=(OCTOBER[0],)), "no-such-player"),
        (CancelAbsence(player=3, days=(OCTOBER[0],)), "no-absence-on-day"),
        (CancelAbsence(player=3, days=("2026-10-03",)), "no-evening-on-day"),
    ],
)
def test_what_cannot_be_announced_or_cancelled(asked: Command, code: str):
    assert given(*SEASON).when(asked).refusal.code == code


def test_an_evening_of_which_all_rounds_are_paired_is_over():
    begun = given(*SEASON, away(OCTOBER[0]), paired(1, (1, 2)))
    for asked in (AnnounceAbsence(player=4, days=(OCTOBER[0],)), CancelAbsence(player=3, days=(OCTOBER[0],))):
        begun.when(asked).then_refused("evening-already-paired", day=OCTOBER[0])


def test_of_an_evening_that_has_begun_the_rounds_to_come_count():
    begun = given(*TWO_A_DAY, paired(1, (1, 2), (3, 4)))
    assert absences(begun.when(AnnounceAbsence(player=3, days=(OCTOBER[0],))).accepted()) == {2: ABSENT}


# -- the day or the number ---------------------------------------------------------------------------------------------


def test_by_its_number_a_round_of_an_absent_day_counts_as_was_said_of_it():
    given_both = given(*TWO_A_DAY, away(OCTOBER[0])).when(AnnounceAbsence(player=3, rounds=(2,), outcome=DUTY))
    assert absences(given_both.accepted()) == {1: ABSENT, 2: DUTY}


def test_of_two_announcements_for_one_evening_the_later_one_holds():
    number_first = given(*TWO_A_DAY).when(AnnounceAbsence(player=3, rounds=(2,), outcome=DUTY)).accepted()
    both = number_first.when(AnnounceAbsence(player=3, days=(OCTOBER[0],))).accepted()
    assert absences(both) == {1: ABSENT, 2: ABSENT}
    assert absences(both.when(MoveRound(round=2, starts="2026-10-05T19:30", reason="hall")).accepted()) == {1: ABSENT}


def test_who_comes_on_an_evening_comes_to_what_they_had_cancelled_by_its_number():
    number = given(*TWO_A_DAY).when(AnnounceAbsence(player=3, rounds=(2,), outcome=DUTY)).accepted()
    assert absences(number.when(CancelAbsence(player=3, days=(OCTOBER[0],))).accepted()) == {}


def test_what_was_announced_by_its_number_goes_with_the_round_also_to_an_absent_day():
    there = given(*SEASON, away(OCTOBER[3]))
    number = there.when(AnnounceAbsence(player=3, rounds=(3,), outcome=DUTY)).accepted()
    assert absences(number) == {3: DUTY, 4: ABSENT}
    moved = number.when(CancelEvening(day=OCTOBER[2], reason="hall")).accepted()
    assert absences(moved) == {3: DUTY}


def test_who_comes_to_one_round_of_an_absent_day_is_absent_in_the_other():
    """And in a round that comes to stand on that day."""
    there = given(*TWO_A_DAY, away(OCTOBER[0])).when(CancelAbsence(player=3, rounds=(1,))).accepted()
    assert absences(there) == {2: ABSENT}
    swapped = there.when(MoveRound(round=1, starts="2026-10-01T19:30", reason="hall")).accepted()
    assert absences(swapped) == {2: ABSENT}
    back = swapped.when(MoveRound(round=1, starts=f"{OCTOBER[0]}T19:30", reason="hall")).accepted()
    assert absences(back) == {2: ABSENT}
    again = back.when(AnnounceAbsence(player=3, days=(OCTOBER[0],))).accepted()
    assert absences(again) == {1: ABSENT, 2: ABSENT}


# -- the schedule changes ----------------------------------------------------------------------------------------------


def test_a_round_that_moves_takes_no_absence_along_and_has_those_of_its_new_day():
    there = given(*SEASON, away(OCTOBER[1]), away(OCTOBER[2], player=4, outcome=DUTY))
    moved = there.when(CancelEvening(day=OCTOBER[1], reason="hall")).accepted()
    assert (absences(moved), absences(moved, 4)) == ({}, {2: DUTY})
    assert moved.tournament.entries[3].absent_days == {OCTOBER[1]: ABSENT}
    back = moved.when(ReinstateEvening(day=OCTOBER[1])).accepted()
    assert (absences(back), absences(back, 4)) == ({2: ABSENT}, {3: DUTY})


def test_of_a_cancelled_evening_absences_may_still_be_announced_and_cancelled():
    off = given(*SEASON).when(CancelEvening(day=OCTOBER[1], reason="hall")).accepted()
    announced = off.when(AnnounceAbsence(player=3, days=(OCTOBER[1],))).accepted()
    assert absences(announced) == {}
    assert absences(announced.when(ReinstateEvening(day=OCTOBER[1])).accepted()) == {2: ABSENT}
    taken_back = announced.when(CancelAbsence(player=3, days=(OCTOBER[1],))).accepted()
    assert absences(taken_back.when(ReinstateEvening(day=OCTOBER[1])).accepted()) == {}


def test_paired_rounds_never_change():
    there = given(*SEASON, away(OCTOBER[0]))
    begun = there.when(PairByHand(round=1, boards=boards((1, 2)), sitouts=_others(there.state))).accepted()
    moved = begun.when(MoveEvening(day=OCTOBER[0], to="2026-10-05", reason="hall")).accepted()
    assert absences(moved) == {1: ABSENT}
    assert moved.tournament.rounds == begun.tournament.rounds


def test_a_round_that_is_taken_back_has_the_absences_of_its_day_as_it_is_now():
    there = given(*SEASON, away(OCTOBER[0]), away("2026-10-23"), paired(1, (1, 2)))
    moved = there.when(MoveEvening(day=OCTOBER[0], to="2026-10-05", reason="hall")).accepted()
    assert absences(moved) == {1: ABSENT, 4: ABSENT}
    assert absences(moved.when(TakeBackRound(round=1)).accepted()) == {4: ABSENT}


def test_so_it_has_where_nobody_is_absent_on_that_day_any_more():
    there = given(*TWO_A_DAY, away(OCTOBER[0]), paired(1, (1, 2)))
    there = there.when(CancelAbsence(player=3, days=(OCTOBER[0],))).accepted()
    assert absences(there) == {1: ABSENT}
    assert absences(there.when(TakeBackRound(round=1)).accepted()) == {}


def test_a_round_that_the_tournament_has_no_longer_is_on_no_day():
    there = given(*SEASON, away(OCTOBER[3]))
    rules = there.tournament.rules
    fewer = there.when(ChangeRules(rules=type(rules)("by-hand", 3), reason="fewer")).accepted()
    assert absences(fewer) == {}


# -- roll call and undo ------------------------------------------------------------------------------------------------


def test_who_checks_in_comes_to_that_round_and_is_absent_on_the_day_again_when_it_is_undone():
    there = given(*TWO_A_DAY, away(OCTOBER[0]))
    came = there.when(CheckIn(player=3, round=1)).accepted()
    assert absences(came) == {2: ABSENT}
    gone = came.when(UndoCheckIn(player=3, round=1)).accepted()
    assert gone.tournament.entries[3] == there.tournament.entries[3]


@pytest.mark.parametrize(
    "before",
    [
        (),
        (AnnounceAbsence(player=3, days=(OCTOBER[0],)),),
        (AnnounceAbsence(player=3, rounds=(1,), outcome=DUTY),),
        (AnnounceAbsence(player=3, days=(OCTOBER[0],)), AnnounceAbsence(player=3, rounds=(2,), outcome=DUTY)),
        (AnnounceAbsence(player=3, days=(OCTOBER[0],)), CancelAbsence(player=3, rounds=(1,))),
    ],
)
@pytest.mark.parametrize(
    "asked",
    [
        AnnounceAbsence(player=3, days=(OCTOBER[0],), outcome=FULL),
        AnnounceAbsence(player=3, rounds=(1,), outcome=FULL),
        AnnounceAbsence(player=3, rounds=(2, 3), days=(OCTOBER[0],), outcome=FULL),
    ],
)
def test_what_is_taken_back_leaves_what_stood_before(before: tuple[Command, ...], asked: Command):
    there = given(*TWO_A_DAY)
    for command in before:
        there = there.when(command).accepted()
    after = there.when(asked).accepted()
    undone = after.when(UndoRecord(record=after.state.version, reason="a slip")).accepted()
    assert undone.tournament.entries[3] == there.tournament.entries[3]


def test_what_was_announced_otherwise_since_cannot_be_taken_back():
    there = given(*SEASON, away(OCTOBER[0], outcome=FULL))
    record = there.state.version
    later = there.when(AnnounceAbsence(player=3, days=(OCTOBER[0],))).accepted()
    later.when(UndoRecord(record=record, reason="a slip")).then_refused("record-stands-no-more", record=record)


# -- whatever happens --------------------------------------------------------------------------------------------------


class Said:
    """What one player has said, in the order of saying: a slow and simple reading of it."""

    def __init__(self) -> None:
        self.days: dict[str, Outcome] = {}
        self.rounds: dict[int, Outcome] = {}
        self.comes: set[tuple[int, str]] = set()

    def take(self, command: Command, day_of: dict[int, str], paired: int) -> None:
        if isinstance(command, (AnnounceAbsence, CancelAbsence)):
            self.comes = {(number, day) for number, day in self.comes if day not in command.days}
            on_them = [n for n, day in day_of.items() if day in command.days and n > paired]
            self.rounds = {n: outcome for n, outcome in self.rounds.items() if n not in on_them}
        if isinstance(command, AnnounceAbsence):
            self.days |= dict.fromkeys(command.days, command.outcome)
            for number in command.rounds:
                on_its_day = (number, day_of.get(number, ""))
                if not (on_its_day in self.comes and self.days[on_its_day[1]] is command.outcome):
                    self.rounds[number] = command.outcome
                self.comes = {one for one in self.comes if one[0] != number}
        elif isinstance(command, CancelAbsence):
            for day in command.days:
                self.days.pop(day, None)
            for number in command.rounds:
                self.rounds.pop(number, None)
                self.comes = {one for one in self.comes if one[0] != number}
                if day_of.get(number) in self.days:
                    self.comes.add((number, day_of[number]))

    def of(self, number: int, day: str) -> Outcome | None:
        if number in self.rounds:
            return self.rounds[number]
        return None if (number, day) in self.comes else self.days.get(day)


@pytest.mark.parametrize("seed", range(60))
def test_rounds_to_come_are_what_their_days_and_numbers_say(seed: int):
    chance = random.Random(seed)
    state, said, settled = given(*SEASON).state, Said(), dict[int, Outcome | None]()
    for _ in range(60):
        command = _wish(state, chance)
        day_of = {line.round: line.day for line in state.schedule.lines}
        try:
            events = decide(state, command)
        except Refusal:
            continue
        if events:
            said.take(command, day_of, len(state.tournament.rounds))
        for event in events:
            state = evolve(state, event)
        t, day_of = state.tournament, {line.round: line.day for line in state.schedule.lines}
        found = t.entries[3].absences
        settled = {number: outcome for number, outcome in settled.items() if number <= len(t.rounds)}
        for number in range(1, t.rules.rounds + 1):
            if number <= len(t.rounds):
                settled.setdefault(number, found.get(number))
                assert found.get(number) is settled[number], "of a paired round"
            else:
                assert found.get(number) is said.of(number, day_of.get(number, "")), (seed, number)


def _wish(state: State, chance: random.Random) -> Command:
    t, lines = state.tournament, state.schedule.lines
    number, day = chance.randint(1, t.rules.rounds), f"2026-10-{chance.randint(1, 12):02}"
    day = chance.choice(lines).day if lines and chance.random() < 0.7 else day
    outcome = chance.choice((ABSENT, DUTY))
    kinds: list[Command] = [
        AnnounceAbsence(player=3, days=(day,), outcome=outcome),
        AnnounceAbsence(player=3, rounds=(number,), outcome=outcome),
        CancelAbsence(player=3, days=(day,)),
        CancelAbsence(player=3, rounds=(number,)),
        MoveEvening(day=day, to=f"2026-10-{chance.randint(1, 31):02}", reason="why"),
        CancelEvening(day=day, drops_last=chance.random() < 0.3, reason="why"),
        ReinstateEvening(day=state.schedule.changed[0].day if state.schedule.changed else day),
        MoveRound(round=number, starts=f"{day}T{chance.randint(10, 22)}:00", reason="why"),
        SetSchedule(schedule=tuple(sorted(_days(chance), key=lambda line: line.starts))),
        PairByHand(round=t.next_round, boards=boards((1, 2)), sitouts=_others(state)),
        TakeBackRound(round=len(t.rounds)),
    ]
    return chance.choice(kinds)


def _others(state: State) -> tuple[SitOut, ...]:
    """Who is not absent, and has no board of theirs."""
    there = state.tournament.available(state.tournament.next_round)
    return tuple(SitOut(player, Outcome.ZERO_BYE) for player in there if player > 2)


def _days(chance: random.Random) -> tuple[ScheduleLine, ...]:
    days = sorted(chance.choices(range(1, 13), k=5))
    return tuple(ScheduleLine(f"2026-10-{day:02}", number) for number, day in enumerate(days, start=1))
