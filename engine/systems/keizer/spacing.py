"""The spacing of rematches (KEIZER PARING), checked on a finished pairing, whoever made it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.absolute_rules import AuditedRound, Breach
from engine.model import MEANINGS, PlayerId
from engine.systems.keizer.options import options_of


def keeps_spacing(audited: AuditedRound) -> Iterator[Breach]:
    """KEIZER PARING: clubs that allow rematches agree on so many rounds between them. It is a wish: the system relaxes
    it where nothing else can be paired, and an arbiter may; for whom it was is told."""
    gap = options_of(audited.tournament.rules).rematch_gap
    last = _last_meetings(audited)
    for number, board in enumerate(audited.boards, start=1):
        met = last.get(frozenset((board.white, board.black)))
        if met is not None and audited.round - met <= gap:
            facts = {"round": met, "between": audited.round - met - 1, "gap": gap}
            yield Breach("rematch-too-soon", number, (board.white, board.black), {**facts}, is_wish=True)


def _last_meetings(audited: AuditedRound) -> dict[frozenset[PlayerId], int]:
    """In which round two players met last. A forfeited game is no meeting."""
    return {
        frozenset((board.white, board.black)): played.number
        for played in audited.tournament.rounds[: audited.round - 1]
        for board in played.boards
        if MEANINGS[board.result.outcomes[0]].met
    }
