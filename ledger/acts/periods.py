"""Acts on periods of the season: from which round each is, and what it is called.

What is closed stays in its period: where one begins can be said, changed and taken back until its first round is
closed. The one exception is a period from round 1 on: it takes in only rounds that were in none.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.errors import Gathered, Refusal
from engine.model import Period, Phase, Tournament
from engine.periods import in_order
from ledger.acts import checks
from ledger.acts.act import Act, AnyAct, Command, Endpoint, Event
from ledger.acts.fields import Fields
from ledger.state import State

LONGEST_NAME = 30  # it stands in the titles of tables
MOST_PERIODS = 20


class DefinePeriod(Command, frozen=True, kw_only=True, tag="define-period"):
    name: str
    from_round: int


class PeriodDefined(Event, frozen=True, kw_only=True, gc=False, tag="period-defined"):
    period: int  # its number: 1, 2, 3 …
    name: str
    from_round: int


class ChangePeriod(Command, frozen=True, kw_only=True, tag="change-period"):
    """All of it, as it is from now on."""

    period: int
    name: str
    from_round: int


class PeriodChanged(Event, frozen=True, kw_only=True, gc=False, tag="period-changed"):
    period: int
    name: str
    from_round: int


class RemovePeriod(Command, frozen=True, kw_only=True, tag="remove-period"):
    """Its rounds go to the period before it, if there is one."""

    period: int


class PeriodRemoved(Event, frozen=True, kw_only=True, gc=False, tag="period-removed"):
    period: int


# -- deciding ----------------------------------------------------------------------------------------------------------


def define_period(state: State, command: DefinePeriod) -> list[Event]:
    t = state.tournament
    if len(t.periods) >= MOST_PERIODS:
        raise Refusal("too-many-periods", field="periods", most=MOST_PERIODS)
    number = max(state.highest_removed_period, *(period.number for period in t.periods), 0) + 1
    found = Gathered()
    new = _check_period(t, Period(number, command.name.strip(), command.from_round), found)
    with found:
        if new.from_round != 1:
            _check_open(t, new.from_round)
    found.tell()
    return [PeriodDefined(period=new.number, name=new.name, from_round=new.from_round)]


def change_period(state: State, command: ChangePeriod) -> list[Event]:
    t = state.tournament
    old = _find_known(t, command.period)
    found = Gathered()
    new = _check_period(t, Period(old.number, command.name.strip(), command.from_round), found)
    if new.from_round != old.from_round:
        with found:
            _check_open(t, old.from_round)
            _check_open(t, new.from_round)
    found.tell()
    return [] if new == old else [PeriodChanged(period=new.number, name=new.name, from_round=new.from_round)]


def remove_period(state: State, command: RemovePeriod) -> list[Event]:
    old = _find_known(state.tournament, command.period)
    _check_open(state.tournament, old.from_round)
    return [PeriodRemoved(period=old.number)]


def _find_known(t: Tournament, number: int) -> Period:
    found = next((period for period in t.periods if period.number == number), None)
    if found is None:
        raise Refusal("no-such-period", period=number, known=tuple(period.number for period in t.periods))
    return found


def _check_period(t: Tournament, period: Period, found: Gathered) -> Period:
    others = [other for other in t.periods if other.number != period.number]
    with found:
        checks.name(period.name, "name", required=True, longest=LONGEST_NAME)
    with found:
        if any(other.name.casefold() == period.name.casefold() for other in others):
            raise Refusal("period-name-taken", field="name", name=period.name)
    with found:
        checks.within("from_round", period.from_round, 1, t.rules.rounds)
    with found:
        same = next((other.name for other in others if other.from_round == period.from_round), None)
        if same is not None:
            raise Refusal("period-begins-there", field="from_round", round=period.from_round, name=same)
    return period


def _check_open(t: Tournament, from_round: int) -> None:
    """Absences and meetings are counted by periods, and a champion stays one."""
    closed = sum(played.phase is Phase.CLOSED for played in t.rounds)
    if from_round <= closed:
        raise Refusal("period-has-begun", field="from_round", round=from_round, least=closed + 1)


# -- evolving ----------------------------------------------------------------------------------------------------------


def _evolve_defined(state: State, event: PeriodDefined) -> State:
    return _with_periods(state, (*state.tournament.periods, Period(event.period, event.name, event.from_round)))


def _evolve_changed(state: State, event: PeriodChanged) -> State:
    new = Period(event.period, event.name, event.from_round)
    return _with_periods(state, tuple(new if old.number == new.number else old for old in state.tournament.periods))


def _evolve_removed(state: State, event: PeriodRemoved) -> State:
    after = _with_periods(state, tuple(one for one in state.tournament.periods if one.number != event.period))
    return replace(after, highest_removed_period=max(state.highest_removed_period, event.period))


def _with_periods(state: State, periods: tuple[Period, ...]) -> State:
    return state.advance(replace(state.tournament, periods=in_order(periods)))


# -- telling -----------------------------------------------------------------------------------------------------------


def _period_fields(state: State, event: PeriodDefined | PeriodChanged | PeriodRemoved) -> Fields:
    found = next((one for one in state.tournament.periods if one.number == event.period), None)
    return {} if found is None else {"period.name": found.name, "period.from_round": found.from_round}


ACTS: tuple[AnyAct, ...] = (
    Act(
        command=DefinePeriod,
        decide=define_period,
        endpoint=Endpoint("POST", "/periods", {"name": "Spring", "from_round": 16}),
        event=PeriodDefined,
        evolve=_evolve_defined,
        fields=_period_fields,
    ),
    Act(
        command=ChangePeriod,
        decide=change_period,
        endpoint=Endpoint("PUT", "/periods/{period}", {"name": "Spring", "from_round": 17}),
        may_follow_the_end=True,
        event=PeriodChanged,
        evolve=_evolve_changed,
        fields=_period_fields,
    ),
    Act(
        command=RemovePeriod,
        decide=remove_period,
        endpoint=Endpoint("DELETE", "/periods/{period}"),
        event=PeriodRemoved,
        evolve=_evolve_removed,
        fields=_period_fields,
    ),
)
