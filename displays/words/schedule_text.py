"""Lines of a schedule ↔ text: as they are typed, and as people read them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from displays.words.dates import write_wall_time, write_weekday
from displays.words.language import Language
from engine.errors import BadInput
from ledger.schedule import Schedule, ScheduleLine
from ledger.state import State

_DAY, _TIME = r"\d{4}-\d\d-\d\d", r"\d\d?:\d\d"
_TYPED = re.compile(rf"({_DAY}(?:[T ] *{_TIME})?)(?:[-–]((?:{_DAY}[T ])?{_TIME}))? +(.*\S)")
_ROUND = re.compile(r"([0-9]{1,4})(?:@(\S+))?")


def read_line(text: str) -> ScheduleLine:
    """``2026-05-01 14:00 1`` a round, ``2026-05-01 14:00 1@open`` of one section, ``2026-05-01 12:00-13:00 Lunch``; a
    day alone where its time is not known."""
    found = _TYPED.fullmatch(text.strip())
    if found is None or re.fullmatch(_TIME, found[3]):
        raise BadInput("schedule-line-unreadable", value=text)
    starts = re.sub("[T ] *", "T", found[1])
    ends = _ends(starts, found[2] or "")
    of_round = _ROUND.fullmatch(found[3])
    if of_round is None:
        return ScheduleLine(starts, text=found[3], ends=ends)
    return ScheduleLine(starts, int(of_round[1]), of_round[2] or "", ends=ends)


def _ends(starts: str, typed: str) -> str:
    """On the same day, unless another is named."""
    return typed.replace(" ", "T") if len(typed) > len("12:00") or not typed else f"{starts[:10]}T{typed}"


def type_line(line: ScheduleLine) -> str:
    """As it is read again."""
    ends = f"-{line.ends.removeprefix(f'{line.day}T')}" if line.ends else ""
    what = f"{line.round}{'@' + line.section if line.section else ''}" if line.round else line.text
    return f"{line.starts.replace('T', ' ')}{ends} {what}"


def name_line(line: ScheduleLine, names: Mapping[str, str], language: Language) -> str:
    """``Round 1 · Open``: what it is about."""
    what = [language.phrase("round-number", round=line.round)] if line.round else []
    what += [line.text] if line.text else []
    what += [names.get(line.section, line.section)] if line.section else []
    return " · ".join(what)


def time_of_line(line: ScheduleLine) -> str:
    """``12:00–13:00``; the end on another day with that."""
    ends = line.ends.removeprefix(f"{line.day}T").replace("T", " ")
    return f"{line.time}–{ends}" if ends else line.time


def write_start(schedule: Schedule, round_number: int, language: Language) -> str:
    """``Fri, 1 May 2026, 14:00``; empty where that round is not on the schedule."""
    line = schedule.line_of(round_number)
    return "" if line is None else write_wall_time(line.starts, language)


def evening_off_text(moved_to: str, reason: str, language: Language) -> str:
    """``Cancelled (The hall is not free)``, or to which day it is moved."""
    key, to = "off-moved" if moved_to else "off-cancelled", write_weekday(moved_to, language)
    return language.phrase(key, section="schedule", to=to) + (f" ({reason.rstrip('.')})" if reason else "")


def next_round_text(state: State, language: Language) -> str:
    """When the first round begins that is not published; empty where nobody has said."""
    t = state.tournament
    starts = "" if t.is_finished else write_start(state.schedule, t.released_rounds + 1, language)
    named = language.phrase("round-number", round=t.released_rounds + 1)
    return f"{named}: {starts}" if starts else ""


def notice_text(schedule: Schedule, language: Language) -> str:
    """Until when absences are announced; empty if nobody has said."""
    hours, minutes = divmod(schedule.notice, 60)
    if not schedule.notice:
        return ""
    if minutes:
        return language.phrase("notice-minutes", section="schedule", count=schedule.notice)
    return language.phrase("notice-hours", section="schedule", count=hours)
