"""Days and moments as a language writes them: ``19 November 2026``, ``19.–22. Nov. 2026``.

``static/js/moments.js`` does the same with the browser's ``Intl``. CSV files and the API have them as programs do.
"""

from __future__ import annotations

import functools
import re
from datetime import date
from typing import TYPE_CHECKING, Literal

from displays.words.numbers import babel_locale

if TYPE_CHECKING:
    from displays.words.language import Language

_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)")  # what comes behind is thrown away
DAYS_KEPT = 4096  # written days


def write_day(text: str, reader: Language) -> str:
    """``2026-11-19`` → ``19 November 2026``. What is no day stays as it is: an old log may say ``in spring``."""
    return _write_day(text, reader.code, "long")


def write_days(first: str, last: str, reader: Language) -> str:
    """Of an event: ``19–22 November 2026``, or the one day that is known."""
    days = list(dict.fromkeys(day for day in (first, last) if day))
    found = [_read_day(day) for day in days]
    if len(days) == 2 and None not in found:
        return _write_days(days[0], days[1], reader.code)
    return " – ".join(write_day(day, reader) for day in days)


def write_moment(at: str, reader: Language) -> str:
    """``2026-11-19T14:03:22Z`` → ``19 Nov 2026, 14:03``; the zone is that of the text, and so it is named: times of the
    log are UTC."""
    found = _MOMENT.match(at)
    return f"{_write_day(found[1], reader.code, 'medium')}, {found[2]} UTC" if found and _read_day(found[1]) else at


def write_wall_time(at: str, reader: Language) -> str:
    """``2026-11-19T14:00``, by the clock of the venue → ``Thu 19 Nov, 14:00``, or the day alone."""
    day, _, time = at.partition("T")
    written = _write_weekday(day, reader.code, "MMMEd")
    return f"{written}, {reader.phrase('clock-time', time=time)}" if time else written


def write_short_day(text: str, reader: Language) -> str:
    """``2026-11-19`` → ``19 Nov``: above a column."""
    return _write_weekday(text, reader.code, "MMMd")


def write_weekday(text: str, reader: Language) -> str:
    """``2026-11-19`` → ``Thu, 19 Nov 2026``."""
    return _write_weekday(text, reader.code, "yMMMEd")


@functools.lru_cache(maxsize=DAYS_KEPT)
def _write_weekday(text: str, code: str, skeleton: str) -> str:
    day = _read_day(text)
    if day is None:
        return text
    from babel.dates import format_skeleton

    return str(format_skeleton(skeleton, day, locale=babel_locale(code)))


@functools.lru_cache(maxsize=DAYS_KEPT)
def _write_day(text: str, code: str, length: Literal["medium", "long"]) -> str:
    day = _read_day(text)
    if day is None:
        return text
    from babel.dates import format_date  # late: Babel takes 30 ms, which only a page with dates needs

    return str(format_date(day, length, locale=babel_locale(code)))


@functools.lru_cache(maxsize=DAYS_KEPT)
def _write_days(first: str, last: str, code: str) -> str:
    from babel.dates import format_interval

    return str(format_interval(_read_day(first), _read_day(last), "yMMMMd", locale=babel_locale(code)))


def _read_day(text: str) -> date | None:
    if not _DAY.fullmatch(text):
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
