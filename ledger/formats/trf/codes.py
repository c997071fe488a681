"""Words of the TRF ↔ words of the house: systems, tie-breaks, dates."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from engine.model import Tournament
from engine.registry import BY_HAND, SYSTEMS
from engine.system import TrfNames
from engine.tiebreaks import rating_of_unrated, tiebreak

BAKU = "_BAKU"
_ANY_OTHER = "CUSTOM_SWISS"  # ETT26: a Swiss that is none of FIDE's; which one, it does not say
# MTB26: what may stand in 202 as it is; the names of all others begin with OTHER_.
_FIDE_TIEBREAKS = re.compile(
    r"(?:DE|BPG|BWG|REP|STD|SB|ARO|TPR|PTP|APRO|APPO|RTNG|WIN|WON|PS|TPN|BH|AOB|FB|KS)(?:[:/].*)?",
    re.IGNORECASE,
)
_OTHER = "OTHER_"
_OF_THE_FIELD = re.compile(r"/U[LM]\b", re.IGNORECASE)  # what unrated players count as: a file has the number only

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DATES = (
    re.compile(r"(?P<year>[0-9]{4})\s*[/.-]\s*(?P<month>[0-9]{1,2})\s*[/.-]\s*(?P<day>[0-9]{1,2})"),
    re.compile(r"(?P<day>[0-9]{1,2})\s*[/.-]\s*(?P<month>[0-9]{1,2})\s*[/.-]\s*(?P<year>[0-9]{4})"),
    re.compile(rf"(?P<month>{'|'.join(_MONTHS)})[a-z]*\.? (?P<day>[0-9]{{1,2}}), (?P<year>[0-9]{{4}})", re.IGNORECASE),
)
_ISO_DATE = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})(?:$|[T ])")


def system_of(code: str, starts: str) -> str | None:
    """The registry key that a 192 code names; None for a system that Roundlog does not know."""
    base = code.upper().removesuffix(BAKU)
    if base in ("", _ANY_OTHER):
        return None
    for keys in SYSTEMS.by_family().values():
        names = {key: SYSTEMS[key].trf for key in keys}
        named = (key for key, trf in names.items() if base in trf.read)
        found = next(named, None) or _edition_in_force(base, starts, names)
        if found is not None:
            return found
    return None


def _edition_in_force(family: str, starts: str, names: Mapping[str, TrfNames]) -> str | None:
    """A bare FIDE_DUTCH is the edition in force when the tournament began; the newest, where nobody knows when."""
    editions = sorted((trf.since, key) for key, trf in names.items() if trf.family == family)
    in_force = [key for since, key in editions if starts <= "0" or since <= starts]
    return in_force[-1] if in_force else None


def code_of(system: str, *, is_baku: bool) -> str:
    """TRF26 192; nothing for pairings made by hand and systems that are no Swiss."""
    names = SYSTEMS[system].trf if system in SYSTEMS else TrfNames()
    return names.written + (BAKU if is_baku and names.takes_virtual_points else "")


def type_of(system: str) -> str:
    """TRF26 092: the type of tournament for human readers."""
    return "Individual" if system == BY_HAND else f"Individual: {system}"


def read_tiebreaks(text: str) -> tuple[str, ...]:
    """TRF26 202, and 212 (the same with PTS)."""
    codes = (code.strip() for code in text.split(","))
    return tuple(code.removeprefix(_OTHER) for code in codes if code and code.upper() != "PTS")


def show_tiebreaks(codes: Sequence[str]) -> str:
    """MTB26 writes a Koya limit that is half a point higher L1, where we write L+1."""
    fide = (code.replace("/L+", "/L") if _FIDE_TIEBREAKS.fullmatch(code) else _OTHER + code for code in codes)
    return ",".join(fide)


def told_tiebreaks(t: Tournament) -> tuple[str, ...]:
    """The agreed list as a file can say it: no value from outside; of what unrated players count as, the number."""
    return tuple(_as_told(code, t) for code in t.rules.tiebreaks if not is_external(code))


def is_external(code: str) -> bool:
    return code.partition("/")[0].upper() == "EXT"


def _as_told(code: str, t: Tournament) -> str:
    if not _OF_THE_FIELD.search(code):
        return code
    agreed = tiebreak(code)
    return replace(agreed, unrated=rating_of_unrated(t, agreed), unrated_as="").code


def show_ranking(codes: Sequence[str]) -> str:
    """TRF26 212: the same with PTS, which comes first unless the list says where."""
    listed = show_tiebreaks(codes)
    return listed if not codes or "PTS" in map(str.upper, codes) else f"PTS,{listed}"


def read_date(text: str) -> str | None:
    """``YYYY/MM/DD`` as TRF26 042 has it, or the other ways in which old files write a day; ISO 8601 comes out."""
    for pattern in _DATES:
        found = pattern.fullmatch(text)
        if found is not None:
            return f"{found['year']}-{_month(found['month']):02}-{int(found['day']):02}"
    return None


def _month(text: str) -> int:
    return int(text) if text.isdecimal() else _MONTHS.index(text.lower()) + 1


def show_date(text: str) -> str:
    """TRF26 042: ``YYYY/MM/DD``; what is no day of the calendar stays as people wrote it."""
    found = _ISO_DATE.match(text)
    return "/".join(found.groups()) if found else text


def is_date(text: str) -> bool:
    return _ISO_DATE.match(text) is not None
