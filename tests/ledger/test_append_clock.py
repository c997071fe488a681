"""What is told of how long entries take."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future

from engine.errors import RoundlogError, Unavailable, VersionConflict
from ledger.append_clock import AppendClock
from ledger.durations import STEPS


def answered(clock: AppendClock, problem: RoundlogError | None = None) -> None:
    answer: Future[int] = Future()
    clock.watch(answer, clock.now())
    if problem is None:
        answer.set_result(1)
    else:
        answer.set_exception(problem)


def moments(*told: float) -> Callable[[], float]:
    return iter(told).__next__


def test_entries_are_counted_by_how_long_they_took() -> None:
    clock = AppendClock(moments(0.0, 0.002, 10.0, 10.03, 20.0, 50.0))
    for _ in range(3):
        answered(clock)
    times = clock.read().durations
    assert times.counts[0] == 1  # a step holds what took exactly as long
    assert times.counts[STEPS.index(0.05)] == 1
    assert times.counts[-1] == 1
    assert round(times.seconds, 3) == 30.032
    assert sum(times.counts) == 3


def test_what_could_not_be_entered_and_what_nobody_knows_stand_apart() -> None:
    clock = AppendClock()
    for problem in (
        Unavailable("cluster-no-majority"),
        Unavailable("cluster-outcome-unknown"),
        Unavailable("cluster-outcome-unknown"),
        VersionConflict("version-conflict"),
    ):
        answered(clock, problem)
    times = clock.read()
    assert (times.refused, times.unknown, sum(times.durations.counts)) == (1, 2, 1)


def test_who_stops_waiting_breaks_nothing() -> None:
    clock, answer = AppendClock(), Future[int]()
    clock.watch(answer, clock.now())
    answer.cancel()
    assert sum(clock.read().durations.counts) == 1
