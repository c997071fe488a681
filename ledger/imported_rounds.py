"""Rounds of a file, paired once more by its system before a tournament is opened from it.

FIDE's checklist for programs (VCL4THP 54, 55): where they break the rules, somebody is shown the round and the
difference, and the tournament is opened only after a yes. The right pairing is kept with the round, as with one that
was made by hand here.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping

from engine.errors import Refusal
from engine.model import Tournament, Value
from engine.registry import BY_HAND
from ledger.acts.act import CONFIRM, Confirmation
from ledger.acts.pairing import EnginePairing
from ledger.round_check import Pair, RoundCheck, check_round

LONGEST_CHECK = 120.0  # seconds: nobody who opens a file waits longer for an answer
MOST_PAIRS = 12  # of a difference that are shown


class RoundDifference(Value, frozen=True):
    """A round that the system pairs otherwise, or not at all."""

    round: int
    there: tuple[Pair, ...]
    ours: tuple[Pair, ...]
    by_engine: EnginePairing


class ImportCheck(Value, frozen=True):
    differences: tuple[RoundDifference, ...] = ()
    checked: int = 0  # the first rounds, so many
    unchecked: int = 0  # and those after them: there is no system to check by, or no time

    @property
    def by_engine(self) -> Mapping[int, EnginePairing]:
        """The right pairings of the rounds that are otherwise."""
        return {one.round: one.by_engine for one in self.differences}


def is_checkable(t: Tournament) -> bool:
    """What is paired by hand has no rule to check by."""
    return t.rules.system != BY_HAND


def check_imported(
    t: Tournament, longest: float = LONGEST_CHECK, clock: Callable[[], float] = time.monotonic
) -> ImportCheck:
    """VCL4THP 54. After so many seconds it stops: a file is not refused because the machine is slow."""
    if not is_checkable(t):
        return ImportCheck(unchecked=len(t.rounds))
    ends = clock() + longest
    found: list[RoundDifference] = []
    for played in t.rounds:
        if clock() > ends:
            return ImportCheck(tuple(found), played.number - 1, len(t.rounds) - played.number + 1)
        difference = _find_difference(t, played.number)
        if difference is not None:
            found.append(difference)
    return ImportCheck(tuple(found), len(t.rounds))


def _find_difference(t: Tournament, number: int) -> RoundDifference | None:
    try:
        checked = check_round(t, number)
    except Refusal:  # it finds no pairing at all
        return RoundDifference(number, _pairs_of(t, number), (), EnginePairing(t.rules.system))
    if not checked.only_there and not checked.only_ours:
        return None
    return RoundDifference(number, checked.only_there, checked.only_ours, _engine_pairing(checked))


def _engine_pairing(checked: RoundCheck) -> EnginePairing:
    return EnginePairing(checked.before.rules.system, checked.paired.boards, checked.paired.sitouts)


def _pairs_of(t: Tournament, number: int) -> tuple[Pair, ...]:
    return tuple((board.white, board.black) for board in t.rounds[number - 1].boards)


def confirm_import(checked: ImportCheck) -> Confirmation | None:
    """VCL4THP 55. Nothing is asked where all is as the rules have it, or where nobody could tell."""
    if not checked.differences:
        return None
    told = [_tell(one) for one in checked.differences]
    return Confirmation(CONFIRM, (*told, Refusal("import-is-told")))


def _tell(one: RoundDifference) -> Refusal:
    if not one.by_engine.boards and not one.by_engine.sitouts:
        return Refusal("import-round-has-no-pairing", round=one.round, system=one.by_engine.system)
    return Refusal("import-round-differs", round=one.round, there=_show(one.there), ours=_show(one.ours))


def _show(pairs: Iterable[Pair]) -> str:
    """By start number, White first; who stands alone has the bye."""
    shown = [f"{white}–{black}" if black else str(white) for white, black in sorted(pairs)]
    return " ".join([*shown[:MOST_PAIRS], *(["…"] if len(shown) > MOST_PAIRS else [])]) or "–"
