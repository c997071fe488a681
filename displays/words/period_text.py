"""Periods of a season as text: which one a table is of, and who won those that are over."""

from __future__ import annotations

from collections.abc import Sequence

from displays.words.language import Language
from displays.words.notation import full_name
from ledger.views.ladder import Ladder
from ledger.views.periods import PeriodSummary
from ledger.views.standings import Standings


def period_of(view: Ladder | Standings, reader: Language) -> str:
    """What the table is of; empty: the whole season."""
    return next((period_title(one, reader) for one in view.periods if one.number == view.period), "")


def champion_lines(periods: Sequence[PeriodSummary], reader: Language) -> list[str]:
    """Of each period that is over."""
    return [
        reader.phrase(
            "champions" if len(one.champions) > 1 else "champion",
            section="season",
            period=one.name,
            players=tuple(map(full_name, one.champions)),
        )
        for one in periods
        if one.champions
    ]


def period_title(period: PeriodSummary, reader: Language) -> str:
    key = "period-title" if period.to_round > period.from_round else "period-of-one-round"
    return reader.phrase(key, section="season", name=period.name, first=period.from_round, last=period.to_round)
