"""Section with the schedule of a tournament or a festival, day by day; and when one round begins."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

import msgspec
from markupsafe import Markup

from displays.web.templating import render_section
from displays.words.language import Language
from displays.words.schedule_text import evening_off_text, name_line, notice_text, time_of_line
from ledger.schedule import Schedule


class Day(msgspec.Struct, frozen=True):
    """One day of the schedule."""

    day: str
    lines: tuple[tuple[str, str], ...]  # time, what
    off: str = ""  # that it is cancelled or moved


def schedule_section(schedule: Schedule, reader: Language, names: Mapping[str, str], calendar: str) -> Markup:
    """``names``: of sections; ``calendar``: the address of the calendar. Nothing where there is no schedule."""
    if not (schedule.lines or schedule.changed):
        return Markup("")
    played = {
        day: tuple((time_of_line(line), name_line(line, names, reader)) for line in lines)
        for day, lines in groupby(schedule.lines, key=lambda line: line.day)
    }
    off = {one.day: evening_off_text(one.moved_to, one.public_reason, reader) for one in schedule.changed}
    days = [Day(day, played.get(day, ()), off.get(day, "")) for day in sorted({*played, *off})]
    return render_section(
        "sections/schedule.html",
        reader,
        days=days,
        zone=schedule.zone,
        notice=notice_text(schedule, reader),
        calendar=calendar,
    )
