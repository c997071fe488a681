"""iCalendar (RFC 5545) of a schedule: what the calendars of players and arbiters follow."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta

import msgspec

from displays.words.language import Language
from displays.words.schedule_text import evening_off_text, name_line
from engine.model import Details
from ledger.schedule import CalendarEntry, Schedule

LONGEST_LINE = 75  # bytes, RFC 5545 3.1
REFRESH = "PT1H"  # how often a calendar looks again, if it heeds that
_PRODUCT = "-//Roundlog//Schedule//EN"


class Calendar(msgspec.Struct, frozen=True):
    """What one is made of. ``written``: when the last record that it shows was."""

    stream: str
    details: Details
    schedule: Schedule
    entries: Sequence[CalendarEntry]  # those that its reader may know of
    names: Mapping[str, str]  # of sections
    address: str  # of the page with all of it
    written: datetime


def write_calendar(calendar: Calendar, reader: Language) -> str:
    """RFC 5545 3.6: every moment is in UTC, which each calendar shows by the clock of its reader. Without a zone it is
    by the clock on the wall, wherever that is."""
    head = (
        ("BEGIN", "VCALENDAR"),
        ("VERSION", "2.0"),
        ("PRODID", _PRODUCT),
        ("CALSCALE", "GREGORIAN"),
        ("METHOD", "PUBLISH"),
        ("NAME", _escape(calendar.details.name)),
        ("X-WR-CALNAME", _escape(calendar.details.name)),
        *((("X-WR-TIMEZONE", calendar.schedule.zone),) if calendar.schedule.zone else ()),
        ("REFRESH-INTERVAL;VALUE=DURATION", REFRESH),
        ("X-PUBLISHED-TTL", REFRESH),
    )
    events = (line for entry in calendar.entries for line in _event(calendar, entry, reader))
    lines = (*head, *events, ("END", "VCALENDAR"))
    return "".join(_fold(f"{name}:{value}") + "\r\n" for name, value in lines)


def _event(calendar: Calendar, entry: CalendarEntry, reader: Language) -> Iterator[tuple[str, str]]:
    details, line = calendar.details, entry.line
    yield "BEGIN", "VEVENT"
    yield "UID", str(uuid.uuid5(uuid.NAMESPACE_URL, f"roundlog:{calendar.stream}/{entry.key}"))
    yield "SEQUENCE", str(entry.changes)
    yield "DTSTAMP", _utc(calendar.written)
    yield from _times(calendar.schedule, entry)
    is_off = entry.is_off
    named = evening_off_text(line.ends, line.text, reader) if is_off else name_line(line, calendar.names, reader)
    yield "SUMMARY", _escape(f"{named} · {details.name}")
    if is_off:  # a day that is told of and not taken
        yield "TRANSP", "TRANSPARENT"
    if details.place:
        yield "LOCATION", _escape(details.place)
    yield "URL", calendar.address
    yield "STATUS", "CANCELLED" if entry.is_cancelled else "CONFIRMED"
    yield "END", "VEVENT"


def _times(schedule: Schedule, entry: CalendarEntry) -> Iterator[tuple[str, str]]:
    line = entry.line
    if not line.time:  # a whole day ends where the next one begins
        first = date.fromisoformat(line.day)
        yield "DTSTART;VALUE=DATE", f"{first:%Y%m%d}"
        yield "DTEND;VALUE=DATE", f"{first + timedelta(days=1):%Y%m%d}"
        return
    yield "DTSTART", _moment(schedule, line.starts)
    if len(line.ends) > len(line.day):
        yield "DTEND", _moment(schedule, line.ends)


def _moment(schedule: Schedule, wall_time: str) -> str:
    found = schedule.moment(wall_time)
    return f"{datetime.fromisoformat(wall_time):%Y%m%dT%H%M%S}" if found is None else _utc(found)


def _utc(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _escape(text: str) -> str:
    """RFC 5545 3.3.11."""
    for sign in "\\;,":
        text = text.replace(sign, f"\\{sign}")
    return text.replace("\n", "\\n")


def _fold(line: str) -> str:
    """RFC 5545 3.1: what is longer goes on behind a line end and a space. No letter is cut in two."""
    folded, used = "", 0
    for letter in line:
        size = len(letter.encode())
        if used + size > LONGEST_LINE:
            folded, used = f"{folded}\r\n ", 1
        folded, used = folded + letter, used + size
    return folded
