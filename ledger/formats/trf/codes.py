"""Words of the TRF ↔ words of the house: systems, tie-breaks, dates."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from engine.systems.by_hand import system as by_hand

BAKU = "_BAKU"
# The codes of ETT26; a bare FIDE_DUTCH is the edition in force when the tournament began.
_DUTCH_2026, _DUTCH_2017 = "fide-dutch-2026", "fide-dutch-2017"
_DUTCH_2026_SINCE = "2026-02-01"
_SYSTEMS: Mapping[str, str] = {
    "FIDE_DUTCH_2026": _DUTCH_2026,
    "FIDE_DUTCH_2025": _DUTCH_2026,  # the draft's name, still written by bbpPairings
    "FIDE_DUTCH_2017": _DUTCH_2017,
}
_WRITTEN: Mapping[str, str] = {_DUTCH_2026: "FIDE_DUTCH_2026", _DUTCH_2017: "FIDE_DUTCH_2017"}
_OTHER_SWISS = ("knsb", "kndb", "fmjd")

# MTB26: what may stand in 202 as it is; the names of all others begin with OTHER_.
_FIDE_TIEBREAKS = re.compile(
    r"(?:DE|BPG|BWG|REP|STD|SB|ARO|TPR|PTP|APRO|APPO|RTNG|WIN|WON|PS|TPN|BH|AOB|FB|KS)(?:[:/].*)?",
    re.IGNORECASE,
)
_OTHER = "OTHER_"

_DATES = (
    re.compile(r"(?P<year>[0-9]{4})\s*[/.-]\s*(?P<month>[0-9]{1,2})\s*[/.-]\s*(?P<day>[0-9]{1,2})"),
    re.compile(r"(?P<day>[0-9]{1,2})\s*[/.-]\s*(?P<month>[0-9]{1,2})\s*[/.-]\s*(?P<year>[0-9]{4})"),
)
_ISO_DATE = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})(?:$|[T ])")


def system_of(code: str, starts: str) -> str | None:
    """The registry key that a 192 code names; None for a system that Roundlog does not know."""
    base = code.upper().removesuffix(BAKU)
    if base == "FIDE_DUTCH":
        return _DUTCH_2017 if "0" < starts < _DUTCH_2026_SINCE else _DUTCH_2026
    return _SYSTEMS.get(base)


def code_of(system: str, *, is_baku: bool) -> str:
    """TRF26 192; nothing for pairings made by hand and systems that are no Swiss."""
    if system in _WRITTEN:
        return _WRITTEN[system] + (BAKU if is_baku else "")
    return "CUSTOM_SWISS" if system.startswith(_OTHER_SWISS) else ""


def type_of(system: str) -> str:
    """TRF26 092: the type of tournament for human readers."""
    return "Individual" if system == by_hand.KEY else f"Individual: {system}"


def read_tiebreaks(text: str) -> tuple[str, ...]:
    """TRF26 202, and 212 (the same with PTS)."""
    codes = (code.strip() for code in text.split(","))
    return tuple(code.removeprefix(_OTHER) for code in codes if code and code.upper() != "PTS")


def show_tiebreaks(codes: Sequence[str]) -> str:
    return ",".join(code if _FIDE_TIEBREAKS.fullmatch(code) else _OTHER + code for code in codes)


def read_date(text: str) -> str | None:
    """``YYYY/MM/DD`` as TRF26 042 has it, or the other ways in which old files write a day; ISO 8601 comes out."""
    for pattern in _DATES:
        found = pattern.fullmatch(text)
        if found is not None:
            return f"{found['year']}-{int(found['month']):02}-{int(found['day']):02}"
    return None


def show_date(iso: str) -> str:
    found = _ISO_DATE.match(iso)
    return "/".join(found.groups()) if found else ""
