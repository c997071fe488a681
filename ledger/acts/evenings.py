"""Acts on evenings: one is cancelled, is moved to another day, or is played after all.

The event has all lines of the schedule as they are from then on: how they were found is decided once.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.errors import Refusal
from engine.model import Phase
from ledger.acts import checks
from ledger.acts.act import Act, AnyAct, Command, Endpoint, Event, News
from ledger.acts.fields import Fields
from ledger.acts.schedule import check_order
from ledger.evenings import bring_forward, find_moved, find_next_day, is_day, list_days, move_days, put_off
from ledger.schedule import ChangedEvening, Schedule, ScheduleLine
from ledger.state import State


class CancelEvening(Command, frozen=True, kw_only=True, tag="cancel-evening"):
    """Its rounds and those after them move on to the following evening. What is on the last one gets ``last_day``, if
    that is not said the day that follows at the usual interval; or it falls off the schedule."""

    day: str
    last_day: str = ""
    drops_last: bool = False
    reason: str = ""  # for arbiters only
    public_reason: str = ""  # told to everybody


class EveningCancelled(Event, frozen=True, kw_only=True, gc=False, tag="evening-cancelled"):
    day: str
    schedule: tuple[ScheduleLine, ...]  # all of it
    left_out: tuple[ScheduleLine, ...] = ()  # of what was on it
    reason: str = ""
    public_reason: str = ""


class MoveEvening(Command, frozen=True, kw_only=True, tag="move-evening"):
    """All that is on that day is on another, at the same times."""

    day: str
    to: str
    reason: str = ""
    public_reason: str = ""


class EveningMoved(Event, frozen=True, kw_only=True, gc=False, tag="evening-moved"):
    day: str
    to: str
    schedule: tuple[ScheduleLine, ...]
    reason: str = ""
    public_reason: str = ""


class ReinstateEvening(Command, frozen=True, kw_only=True, tag="reinstate-evening"):
    """One that was cancelled or moved is played on its day after all."""

    day: str


class EveningReinstated(Event, frozen=True, kw_only=True, gc=False, tag="evening-reinstated"):
    day: str
    schedule: tuple[ScheduleLine, ...]


# -- deciding ----------------------------------------------------------------------------------------------------------


def cancel_evening(state: State, command: CancelEvening) -> list[Event]:
    schedule = state.schedule
    _check_evening(schedule, command.day)
    _check_reasons(command)
    last_day = "" if command.drops_last else command.last_day or find_next_day(schedule)
    if not command.drops_last:
        _check_last_day(schedule, last_day)
    lines, left_out = put_off(schedule, command.day, last_day)
    _check_moves(state, lines)
    return [
        EveningCancelled(
            day=command.day,
            schedule=lines,
            left_out=left_out,
            reason=command.reason,
            public_reason=command.public_reason,
        )
    ]


def move_evening(state: State, command: MoveEvening) -> list[Event]:
    schedule = state.schedule
    _check_evening(schedule, command.day)
    _check_day("to", command.to)
    _check_reasons(command)
    if command.to == command.day:
        return []
    lines = move_days(schedule.lines, {command.day: command.to})
    _check_moves(state, lines)
    return [
        EveningMoved(
            day=command.day,
            to=command.to,
            schedule=lines,
            reason=command.reason,
            public_reason=command.public_reason,
        )
    ]


def reinstate_evening(state: State, command: ReinstateEvening) -> list[Event]:
    changed = state.schedule.changed_on(command.day)
    if changed is None:
        if command.day in list_days(state.schedule.lines):
            return []
        raise Refusal("evening-not-changed", day=command.day[: checks.LONGEST_TEXT])
    lines = bring_forward(state.schedule, changed)
    if command.day not in list_days(lines):
        raise Refusal("evening-without-rounds", day=command.day)
    _check_moves(state, lines)
    return [EveningReinstated(day=command.day, schedule=lines)]


def _check_evening(schedule: Schedule, day: str) -> None:
    _check_day("day", day)
    if not schedule.rounds_on(day):
        raise Refusal("no-evening-on-day", day=day)


def _check_day(field: str, day: str) -> None:
    if not is_day(day):
        raise Refusal("not-a-wall-time", field=field, value=day[: checks.LONGEST_TEXT])


def _check_reasons(command: CancelEvening | MoveEvening) -> None:
    """One of them at least."""
    checks.text(command.public_reason, "public_reason")
    checks.text(command.reason, "reason")
    if checks.is_blank(command.public_reason):
        checks.reason(command.reason)


def _check_last_day(schedule: Schedule, last_day: str) -> None:
    """After all the evenings that there are."""
    _check_day("last_day", last_day)
    last = list_days(schedule.lines)[-1]
    if last_day <= last:
        raise Refusal("last-day-too-early", day=last_day, ends=last)


def _check_moves(state: State, lines: tuple[ScheduleLine, ...]) -> None:
    """What was played was played when it was."""
    closed = {played.number for played in state.tournament.rounds if played.phase is Phase.CLOSED}
    for number in find_moved(state.schedule.lines, lines):
        if number in closed:
            raise Refusal("round-is-closed", round=number)
    check_order(lines)


# -- evolving ----------------------------------------------------------------------------------------------------------


def _evolve_cancelled(state: State, event: EveningCancelled) -> State:
    rounds = state.schedule.rounds_on(event.day)
    changed = ChangedEvening(event.day, rounds, public_reason=event.public_reason, left_out=event.left_out)
    return state.advance(schedule=state.schedule.change_evening(event.schedule, changed))


def _evolve_moved(state: State, event: EveningMoved) -> State:
    changed = ChangedEvening(event.day, state.schedule.rounds_on(event.day), event.to, event.public_reason)
    return state.advance(schedule=state.schedule.change_evening(event.schedule, changed))


def _evolve_reinstated(state: State, event: EveningReinstated) -> State:
    stands = state.schedule
    return state.advance(schedule=stands.change(event.schedule, stands.zone, stands.notice, is_of_festival=False))


# -- telling -----------------------------------------------------------------------------------------------------------


_OfAnEvening = EveningCancelled | EveningMoved | EveningReinstated


def _evening_fields(state: State, event: _OfAnEvening) -> Fields:
    """When each round begins, and why the evening is not played."""
    schedule = state.schedule
    changed = schedule.changed_on(event.day)
    starts: Fields = {f"round_starts.{line.round}": line.starts.replace("T", " ") for line in _rounds(schedule.lines)}
    reason = "" if changed is None else changed.public_reason
    off: Fields = {"evenings_off": tuple(one.day for one in schedule.changed)}
    return {**off, **starts, **({"public_reason": reason} if reason else {})}


def _rounds(lines: Iterable[ScheduleLine]) -> list[ScheduleLine]:
    return sorted((line for line in lines if line.round), key=lambda line: line.round)


def _cancelled_news(before: State | None, event: EveningCancelled, after: State) -> News:
    return (), {"day": event.day, "because": event.public_reason}


def _moved_news(before: State | None, event: EveningMoved, after: State) -> News:
    return (), {"day": event.day, "begins": event.to, "because": event.public_reason}


def _reinstated_news(before: State | None, event: EveningReinstated, after: State) -> News:
    return (), {"day": event.day}


ACTS: tuple[AnyAct, ...] = (
    Act(
        command=CancelEvening,
        decide=cancel_evening,
        endpoint=Endpoint("POST", "/evenings/{day}/cancellation", {"public_reason": "The hall is not free."}),
        event=EveningCancelled,
        evolve=_evolve_cancelled,
        has_private_reason=True,
        fields=_evening_fields,
        news=_cancelled_news,
        settles=("schedule",),
    ),
    Act(
        command=MoveEvening,
        decide=move_evening,
        endpoint=Endpoint("PUT", "/evenings/{day}/day", {"to": "2026-10-06", "public_reason": "The hall is not free."}),
        event=EveningMoved,
        evolve=_evolve_moved,
        has_private_reason=True,
        fields=_evening_fields,
        news=_moved_news,
        settles=("schedule",),
    ),
    Act(
        command=ReinstateEvening,
        decide=reinstate_evening,
        endpoint=Endpoint("DELETE", "/evenings/{day}/cancellation"),
        event=EveningReinstated,
        evolve=_evolve_reinstated,
        fields=_evening_fields,
        news=_reinstated_news,
        settles=("schedule",),
    ),
)
