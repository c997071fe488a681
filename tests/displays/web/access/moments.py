"""A clock that tests set."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta


class Clock:
    def __init__(self) -> None:
        self.now = datetime(2026, 5, 1, 14, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def goes_on(self, **time: float) -> None:
        self.now += timedelta(**time)
