"""Periods of a season: made, changed and removed until their first round is closed; who wins one stays its champion."""

import pytest

from engine.model import Period
from ledger.acts.opening import FinishTournament
from ledger.acts.periods import (
    ChangePeriod,
    DefinePeriod,
    PeriodChanged,
    PeriodDefined,
    PeriodRemoved,
    RemovePeriod,
)
from tests.ledger.given import given, played, with_players

AUTUMN = PeriodDefined(period=1, name="Autumn", from_round=1)
SPRING = PeriodDefined(period=2, name="Spring", from_round=3)
OPEN = with_players(2)
GAME = {(1, 2): "1-0"}


def test_a_period_is_made_and_has_the_next_number():
    autumn = given(*OPEN).when(DefinePeriod(name=" Autumn ", from_round=1)).then(AUTUMN)
    both = autumn.when(DefinePeriod(name="Spring", from_round=3)).then(SPRING)
    assert both.tournament.periods == (Period(1, "Autumn", 1), Period(2, "Spring", 3))


def test_periods_stand_in_the_order_of_their_rounds():
    late_first = given(
        *OPEN,
        PeriodDefined(period=1, name="Spring", from_round=4),
        PeriodDefined(period=2, name="Autumn", from_round=1),
    )
    assert [period.name for period in late_first.tournament.periods] == ["Autumn", "Spring"]
    autumn, spring = late_first.tournament.periods
    assert [late_first.tournament.period_in(number) for number in (1, 3, 4, 5)] == [autumn, autumn, spring, spring]


def test_rounds_before_the_first_period_are_in_none():
    assert given(*OPEN, SPRING).tournament.period_in(2) is None


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (DefinePeriod(name="", from_round=2), "text-missing"),
        (DefinePeriod(name="spring", from_round=2), "period-name-taken"),
        (DefinePeriod(name="May", from_round=3), "period-begins-there"),
        (DefinePeriod(name="May", from_round=6), "number-outside-range"),
        (ChangePeriod(period=7, name="May", from_round=2), "no-such-period"),
        (RemovePeriod(period=7), "no-such-period"),
    ],
)
def test_what_cannot_be_a_period_is_refused(command, code):
    assert given(*OPEN, AUTUMN, SPRING).when(command).refusal.code == code


def test_it_can_be_moved_and_removed_before_its_first_round_is_closed():
    before = given(*OPEN, AUTUMN, SPRING, *played(1, GAME), *played(2, GAME))
    moved = PeriodChanged(period=2, name="Spring", from_round=4)
    before.when(ChangePeriod(period=2, name="Spring", from_round=4)).then(moved)
    gone = before.when(RemovePeriod(period=2)).then(PeriodRemoved(period=2))
    assert gone.tournament.periods == (Period(1, "Autumn", 1),)


def test_what_is_closed_stays_in_its_period():
    under_way = given(*OPEN, AUTUMN, SPRING, *(event for n in (1, 2, 3) for event in played(n, GAME)))
    for command in (RemovePeriod(period=2), ChangePeriod(period=2, name="Spring", from_round=4)):
        under_way.when(command).then_refused("period-has-begun", field="from_round", round=3, least=4)
    new = DefinePeriod(name="Winter", from_round=2)
    under_way.when(new).then_refused("period-has-begun", field="from_round", round=2, least=4)
    under_way.when(ChangePeriod(period=2, name="Lente", from_round=3)).then(
        PeriodChanged(period=2, name="Lente", from_round=3)
    )


def test_the_first_period_may_be_made_late_for_it_takes_in_only_rounds_of_none():
    given(*OPEN, SPRING, *played(1, GAME)).when(DefinePeriod(name="Autumn", from_round=1)).then(
        PeriodDefined(period=3, name="Autumn", from_round=1)
    )


def test_its_name_may_be_changed_after_the_end():
    rounds = [event for n in (1, 2, 3) for event in played(n, GAME)]
    finished = given(*OPEN, AUTUMN, *rounds)
    finished = finished.when(FinishTournament(reason="snow")).then(
        *finished.when(FinishTournament(reason="snow")).events
    )
    finished.when(ChangePeriod(period=1, name="Herfst", from_round=1)).then(
        PeriodChanged(period=1, name="Herfst", from_round=1)
    )
    assert finished.when(DefinePeriod(name="Spring", from_round=4)).refusal.code == "tournament-is-finished"


def test_as_it_stands_already_nothing_happens():
    given(*OPEN, AUTUMN).when(ChangePeriod(period=1, name="Autumn", from_round=1)).then_nothing()


def test_the_number_of_a_removed_period_is_not_given_again():
    removed = given(*OPEN, AUTUMN, SPRING).when(RemovePeriod(period=2)).then(PeriodRemoved(period=2))
    removed.when(DefinePeriod(name="Winter", from_round=3)).then(PeriodDefined(period=3, name="Winter", from_round=3))
