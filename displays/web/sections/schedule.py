"""Section with the schedule of a tournament or a festival, day by day; and when one round begins."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

import msgspec
from markupsafe import Markup

from displays.web.templating import render_section
from displays.words.language import Language
from displays.words.schedule_text import name_line, notice_text, time_of_line
from ledger.schedule import Schedule


class Day(msgspec.Struct, frozen=True):
    """One day of the schedule."""

    day: str
    lines: tuple[tuple[str, str], ...]  # time, what


def schedule_section(schedule: Schedule, reader: Language, names: Mapping[str, str], calendar: str) -> Markup:
    """``names``: of sections; ``calendar``: the address of the calendar. Nothing where there is no schedule."""
    if not schedule.lines:
        return Markup("")
    days = [
        Day(day, tuple((time_of_line(line), name_line(line, names, reader)) for line in lines))
        for day, lines in groupby(schedule.lines, key=lambda line: line.day)
    ]
    return render_section(
        "sections/schedule.html",
        reader,
        days=days,
        zone=schedule.zone,
        notice=notice_text(schedule, reader),
        calendar=calendar,
    )
