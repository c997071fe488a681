"""Acts about the times of records: a clock that was ahead is told of, and followed again."""

from __future__ import annotations

from msgspec.structs import replace

from ledger.acts import checks
from ledger.acts.act import Act, AnyAct, Command, Endpoint, Event, Streams
from ledger.state import State


class CorrectTime(Command, frozen=True, kw_only=True, tag="correct-time"):
    """The records before it are dated too late; from it on they have the time of the clock again."""

    reason: str


class TimeCorrected(Event, frozen=True, kw_only=True, gc=False, tag="time-corrected"):
    """The only record that may be dated before the one before it."""

    reason: str


def correct_time(state: State, command: CorrectTime) -> list[Event]:
    checks.reason(command.reason)
    return [TimeCorrected(reason=command.reason)]


def _evolve_corrected(state: State, event: TimeCorrected) -> State:
    return state.advance(hall=replace(state.hall, time_corrected=state.version + 1))


ACTS: tuple[AnyAct, ...] = (
    Act(
        command=CorrectTime,
        streams=Streams.ALL,
        decide=correct_time,
        endpoint=Endpoint("POST", "/time", {"reason": "The clock of the laptop was a day ahead."}),
        may_follow_the_end=True,
        event=TimeCorrected,
        evolve=_evolve_corrected,
        restarts_time=True,
    ),
)
