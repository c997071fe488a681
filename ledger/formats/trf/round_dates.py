"""Dates of the rounds: TRF26 132, each as ``YY/MM/DD`` over the column of its round."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date

from ledger.formats.trf.lines import TextLine, TrfFile
from ledger.formats.trf.player_lines import column_of

ROUND_DATES = "132"
_TEXT_BEGINS = 5  # the column at which the text of such a record begins
_DATE = re.compile(r"(?P<year>(?:[0-9]{2})?[0-9]{2})[/.-](?P<month>[0-9]{1,2})[/.-](?P<day>[0-9]{1,2})")


def show_round_dates(dates: Mapping[int, date]) -> str:
    """The text from column 5 on; empty: no date is known."""
    text = ""
    for number, day in sorted(dates.items()):
        text = text.ljust(column_of(number) - _TEXT_BEGINS) + f"{day:%y/%m/%d}"
    return text


def read_round_dates(file: TrfFile) -> dict[int, date]:
    """By round. Where one is no date, or stands over no round, that one is not known."""
    found: dict[int, date] = {}
    for record in (record for record in file.of(TextLine) if record.id == ROUND_DATES):
        for place in _DATE.finditer(record.text):
            number, offset = divmod(place.start() + _TEXT_BEGINS - column_of(1), column_of(2) - column_of(1))
            day = _as_date(place)
            if day is not None and number >= 0 and offset <= 2:
                found[number + 1] = day
    return found


def _as_date(place: re.Match[str]) -> date | None:
    year = int(place["year"])
    try:
        return date(year if year > 99 else 2000 + year, int(place["month"]), int(place["day"]))
    except ValueError:  # 30 February
        return None
