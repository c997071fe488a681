"""Every round of a tournament, paired by us and by another engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.difference import deciding_reason
from engine.errors import NoPairing
from engine.model import Tournament
from engine.pairing import Paired
from engine.registry import SYSTEMS
from ledger.formats.trf.meaning import before_round
from tests.cross.causes import pairing_cause
from tests.cross.finding import Finding

Pairs = set[tuple[int, int]]  # White first; a bye as (player, 0)
Pair = Callable[[Tournament], Pairs | None]


def pairs_of(paired: Paired) -> Pairs:
    pairs = {(board.white, board.black) for board in paired.boards}
    return pairs if paired.bye is None else {*pairs, (paired.bye, 0)}


def played_pairs(t: Tournament, number: int) -> Pairs:
    played = t.rounds[number - 1]
    pairs = {(board.white, board.black) for board in played.boards}
    return pairs if played.bye is None else {*pairs, (played.bye, 0)}


def compare_rounds(t: Tournament, pair_by_peer: Pair, *, with_next: bool) -> Iterator[Finding]:
    """``with_next``: also the round that could not be paired any more, if that is how it ended."""
    last = len(t.rounds) + int(with_next and len(t.rounds) < t.rules.rounds)
    for number in range(1, last + 1):
        before = before_round(t, number)
        yield from compare_round(before, pair_by_peer(before))


def compare_round(before: Tournament, theirs: Pairs | None) -> Iterator[Finding]:
    system = SYSTEMS[before.rules.system]
    try:
        paired = system.pair(before)
    except NoPairing:
        if theirs is not None:
            yield Finding("pairing", "", before.next_round, ours="no pairing", theirs=_show(theirs))
        return
    ours = pairs_of(paired)
    if theirs == ours:
        return
    article = "" if theirs is None else _article(before, paired, theirs)
    yield Finding(
        "pairing",
        pairing_cause(before, ours, theirs),
        before.next_round,
        article=article,
        ours=_show(ours - (theirs or set())),
        theirs="no pairing" if theirs is None else _show(theirs - ours),
    )


def _article(before: Tournament, paired: Paired, theirs: Pairs) -> str:
    """What speaks for our pairing and against the other one."""
    opponents = dict(theirs) | {black: white for white, black in theirs if black}
    whites = {white for white, black in theirs if black}
    return deciding_reason(SYSTEMS[before.rules.system], before, paired, opponents, whites).article


def _show(pairs: Pairs) -> str:
    return " ".join(f"{white}-{black or 'bye'}" for white, black in sorted(pairs))
