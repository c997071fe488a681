"""How a figure is taken and what a line of the table says."""

from __future__ import annotations

import time
from collections.abc import Callable

import msgspec


class Figure(msgspec.Struct, frozen=True):
    """Seconds for the same work: ours, and the other's. A ratio of speeds should be ≥ its goal, one of times ≤."""

    name: str
    ours: float
    other: float
    against: str
    goal: float | None = None
    is_speed: bool = True  # else the ratio is that of the times
    unit: str = ""  # of what is no time

    @property
    def ratio(self) -> float:
        return self.other / self.ours if self.is_speed else self.ours / self.other

    @property
    def verdict(self) -> str:
        if self.goal is None:
            return ""
        is_reached = self.ratio >= self.goal if self.is_speed else self.ratio <= self.goal
        return "ok" if is_reached else "MISSED"

    def line(self) -> tuple[str, ...]:
        goal = "" if self.goal is None else f"{'≥' if self.is_speed else '≤'} {self.goal:g}"
        ours, other = (f"{x:.1f} {self.unit}" if self.unit else _time(x) for x in (self.ours, self.other))
        return (self.name, ours, other, self.against, f"{self.ratio:.2f}", goal, self.verdict)


def _time(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.2f} {unit}"
    return f"{seconds * 1e6:.2f} µs"


def seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def cpu_seconds(work: Callable[[], object]) -> float:
    """Of this process alone: for work that waits for nothing, on a machine that others use too."""
    started = time.process_time()
    work()
    return time.process_time() - started


def best(rounds: int, *works: Callable[[], float]) -> tuple[float, ...]:
    """Each work says how long it took; they take turns."""
    return tuple(min(times) for times in _in_turns(rounds, works))


def _in_turns(rounds: int, works: tuple[Callable[[], float], ...]) -> zip[tuple[float, ...]]:
    return zip(*([work() for work in works] for _ in range(rounds)), strict=True)
