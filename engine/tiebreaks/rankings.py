"""Rankings: the lists of tie-breaks that regulations name, and the criteria of a table that a list means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from engine.errors import Gathered, Refusal
from engine.model import Rules
from engine.tiebreaks.catalogue import DEFINITIONS
from engine.tiebreaks.codes import TieBreak, read
from engine.tiebreaks.table import EDITIONS

SCORE = TieBreak("PTS")

# The rankings that the regulations name. A list of one of these names stands for its codes.
PRESETS: Mapping[str, tuple[str, ...]] = {
    "fide-c05-annex-3": ("DE", "WIN", "BPG", "ARO/C1", "BH/C1", "BH", "SB"),  # the German text's list
    "fide-swiss": ("BH/C1", "BH", "SB", "DE"),
    "fide-round-robin": ("DE", "WIN", "SB", "KS"),
    "kndb": ("WP", "SBD"),  # KNDB final ranking 2; the lot belongs to the ranking list of the pairing only
    "kndb-barrage": ("PO", "WP", "SBD"),  # KNDB final ranking 1
    "fmjd-5.1": ("MOR",),
    "fmjd-5.1a": ("MOR",),
    "fmjd-5.2": ("SOL/C1", "PSOL", "BAL", "FTS"),
    "fmjd-5.2a": ("FTS",),
    "fmjd-5.2b": ("SOL/M1", "FTS"),
    "fmjd-5.3": ("SOL", "SBD"),
}

USUAL_RANKINGS: Mapping[str, str] = {"chess": "fide-swiss", "draughts": "kndb"}  # where a regulation names none

_POSSIBLE: Mapping[str, tuple[str, ...]] = {base: found.modifiers for base, found in DEFINITIONS.items()}
_REPEATABLE = frozenset({"DE"})  # FIDE C.07:2026 4.3: a tie-break of type A may stand in the list more than once
_NOT_FOR_ROUND_ROBINS = frozenset({"BH", "FB", "AOB"})  # FIDE C.07:2026 8, note; the text of 2024 is silent


def tiebreak(code: str) -> TieBreak:
    """The tie-break that a code names."""
    return read(code, _POSSIBLE)


def criteria(codes: Sequence[str]) -> tuple[TieBreak, ...]:
    """The criteria of a table in order. The score comes first, unless the list says where it comes (FMJD 3.1 i)."""
    listed = tuple(map(tiebreak, _expand(codes)))
    return listed if SCORE in listed else (SCORE, *listed)


def check(rules: Rules, *, is_predetermined: bool = False) -> None:
    """Refuse a list that cannot be meant: unknown, twice, cutting more than there are rounds, not for this system.

    ``is_predetermined``: all pairings of the system are known beforehand.
    """
    found = Gathered()
    with found:
        if rules.tiebreak_edition not in EDITIONS:
            raise Refusal("not-one-of", field="tiebreak_edition", value=rules.tiebreak_edition, possible=EDITIONS)
    seen: set[TieBreak] = set()
    for code in _expand(rules.tiebreaks):
        with found:
            one = tiebreak(code)
            _check_one(one, rules, seen)
            _check_place(one, rules, is_predetermined)
            seen.add(one)
    found.tell()


def _check_one(one: TieBreak, rules: Rules, seen: Set[TieBreak]) -> None:
    if one in seen and one.base not in _REPEATABLE:
        raise Refusal("tiebreak-twice", code=one.code)
    if one.low + one.high > rules.rounds > 0:  # no rounds at all: that is said of them
        raise Refusal("tiebreak-cuts-too-much", code=one.code, cut=one.low + one.high, rounds=rules.rounds)


def _check_place(one: TieBreak, rules: Rules, is_predetermined: bool) -> None:
    if is_predetermined and rules.tiebreak_edition != "2024" and one.base in _NOT_FOR_ROUND_ROBINS:
        raise Refusal("tiebreak-not-for-round-robin", code=one.code, edition=rules.tiebreak_edition)


def _expand(codes: Sequence[str]) -> Sequence[str]:
    if len(codes) == 1:
        return PRESETS.get(codes[0].strip().lower(), codes)
    return codes
