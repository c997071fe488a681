"""Periods of a season: rounds in a row with a table and a champion of their own.

Clubs play autumn and spring, or as many periods as they like. A period lasts from its first round until the next one
begins; rounds before the first period belong to none. The regulations have no articles on it: what a period pays, and
why so, is in ``engine/RULES.md`` (KEIZER, periods).
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.outcomes import Value


class Period(Value, frozen=True, omit_defaults=True):
    """From its first round until the next one begins."""

    number: int  # for ever: the first that was defined is 1
    name: str
    from_round: int


def period_in(periods: Sequence[Period], round_number: int) -> Period | None:
    """That to which the round belongs. ``periods``: by their first rounds."""
    return next((period for period in reversed(periods) if period.from_round <= round_number), None)


def last_round(periods: Sequence[Period], period: Period, rounds: int) -> int:
    """The last round of a period in a season of so many. Less than its first one: it has no rounds (any more)."""
    later = (other.from_round - 1 for other in periods if other.from_round > period.from_round)
    return min(next(later, rounds), rounds)


def in_order(periods: Sequence[Period]) -> tuple[Period, ...]:
    return tuple(sorted(periods, key=lambda period: period.from_round))
