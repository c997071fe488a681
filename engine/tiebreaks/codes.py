"""A tie-break as it is written: a base and its modifiers, ``BH``, ``BH/C1``, ``ARO/C1/U1400``, ``KS/L+1``.

The form is that of the FIDE tournament file (records 202 and 212). Capitals do not matter when a code is read; a code
is always written in capitals, its modifiers in the order of ``MODIFIERS``, so that one tie-break has one name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache

import msgspec

from engine.errors import Refusal
from engine.model import Value


class TieBreak(Value, frozen=True, omit_defaults=True):
    """A base and what its modifiers say."""

    base: str
    low: int = 0  # /Cn and /Mn: so many of the least significant values are cut
    high: int = 0  # /Mn: so many of the most significant values are cut after them
    limit_percent: int = 50  # /Lnn, two digits or three: the Koya limit as a share of the maximum
    limit_steps: int = 0  # /Ln, /L+n, /L-n: the Koya limit moved by half points
    forfeits_played: bool = False  # /P: a forfeit is a game against the scheduled opponent
    fore: bool = False  # /F: on Fore Buchholz
    unrated: int | None = None  # /Un: what a player without a rating counts as
    unrated_as: str = ""  # /UL, /UM: "lowest" or "mean", of the rated players of the field
    reverse: bool = False  # /R: the other way round
    games_only: bool = False  # /G: a bye is left out
    logistic: bool = False  # /LOG: on the logistic curve

    @property
    def code(self) -> str:
        """As it is written."""
        return _code(self)


# What may stand behind a slash, in the order in which it is written; the name is what a definition lists.
MODIFIERS: Mapping[str, re.Pattern[str]] = {
    "C": re.compile(r"C([1-9][0-9]?)"),
    "M": re.compile(r"M([1-9][0-9]?)"),
    "L": re.compile(r"L([+-]?)([0-9]{1,3})"),
    "LOG": re.compile(r"LOG"),
    "F": re.compile(r"F"),
    "G": re.compile(r"G"),
    "P": re.compile(r"P"),
    "U": re.compile(r"U([1-9][0-9]{0,3})"),
    "UL": re.compile(r"UL"),
    "UM": re.compile(r"UM"),
    "R": re.compile(r"R"),
}

# Two that cannot stand together.
_CONTRADICTIONS = tuple(map(frozenset, (("C", "M"), ("U", "UL"), ("U", "UM"), ("UL", "UM"))))


def read(text: str, possible: Mapping[str, tuple[str, ...]]) -> TieBreak:
    """The tie-break that a code names. ``possible``: the bases, with the modifiers that each may have."""
    base, *modifiers = text.strip().upper().split("/")
    if base not in possible:
        raise Refusal("unknown-tiebreak", code=text, known=tuple(sorted(possible)))
    tiebreak = TieBreak(base)
    seen: set[str] = set()
    for modifier in modifiers:
        name, found = _match(modifier, text, possible[base])
        if name in seen or any(name in pair and pair & seen for pair in _CONTRADICTIONS):
            raise Refusal("tiebreak-modifiers-contradict", code=text, modifier=modifier)
        seen.add(name)
        tiebreak = _READERS[name](tiebreak, found)
    return tiebreak


def _match(modifier: str, text: str, possible: tuple[str, ...]) -> tuple[str, re.Match[str]]:
    for name in possible:
        found = MODIFIERS[name].fullmatch(modifier)
        if found is not None:
            return name, found
    raise Refusal("unknown-tiebreak-modifier", code=text, modifier=modifier, possible=possible)


def _limit(tiebreak: TieBreak, found: re.Match[str]) -> TieBreak:
    """FIDE C.07 14.5: L1, L-1, L2 … move it by half points (so does L+1); two or three digits are per cent."""
    sign, number = found[1], int(found[2])
    if sign or len(found[2]) == 1:
        return msgspec.structs.replace(tiebreak, limit_steps=-number if sign == "-" else number)
    if number > 100:
        raise Refusal("tiebreak-limit-above-maximum", limit=number)
    return msgspec.structs.replace(tiebreak, limit_percent=number)


_READERS: Mapping[str, Callable[[TieBreak, re.Match[str]], TieBreak]] = {
    "C": lambda tiebreak, found: msgspec.structs.replace(tiebreak, low=int(found[1])),
    "M": lambda tiebreak, found: msgspec.structs.replace(tiebreak, low=int(found[1]), high=int(found[1])),
    "L": _limit,
    "LOG": lambda tiebreak, _: msgspec.structs.replace(tiebreak, logistic=True),
    "F": lambda tiebreak, _: msgspec.structs.replace(tiebreak, fore=True),
    "G": lambda tiebreak, _: msgspec.structs.replace(tiebreak, games_only=True),
    "P": lambda tiebreak, _: msgspec.structs.replace(tiebreak, forfeits_played=True),
    "U": lambda tiebreak, found: msgspec.structs.replace(tiebreak, unrated=int(found[1])),
    "UL": lambda tiebreak, _: msgspec.structs.replace(tiebreak, unrated_as="lowest"),
    "UM": lambda tiebreak, _: msgspec.structs.replace(tiebreak, unrated_as="mean"),
    "R": lambda tiebreak, _: msgspec.structs.replace(tiebreak, reverse=True),
}


@lru_cache(maxsize=1 << 10)
def _code(tiebreak: TieBreak) -> str:
    """Kept, for every working of every player asks for it."""
    return "/".join((tiebreak.base, *_write(tiebreak)))


def _write(tiebreak: TieBreak) -> tuple[str, ...]:
    texts = {
        "C": f"C{tiebreak.low}" if tiebreak.low and not tiebreak.high else "",
        "M": f"M{tiebreak.high}" if tiebreak.high else "",
        "L": _written_limit(tiebreak),
        "LOG": "LOG" if tiebreak.logistic else "",
        "F": "F" if tiebreak.fore else "",
        "G": "G" if tiebreak.games_only else "",
        "P": "P" if tiebreak.forfeits_played else "",
        "U": f"U{tiebreak.unrated}" if tiebreak.unrated is not None else "",
        "UL": "UL" if tiebreak.unrated_as == "lowest" else "",
        "UM": "UM" if tiebreak.unrated_as == "mean" else "",
        "R": "R" if tiebreak.reverse else "",
    }
    return tuple(texts[name] for name in MODIFIERS if texts[name])


def _written_limit(tiebreak: TieBreak) -> str:
    if tiebreak.limit_steps:
        return f"L{tiebreak.limit_steps:+d}"
    return f"L{tiebreak.limit_percent:02d}" if tiebreak.limit_percent != 50 else ""
