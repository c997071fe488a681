"""A round of a TRF paired once more from the history in the file, beside the pairing that the file has."""

from __future__ import annotations

from typing import NamedTuple

from engine.difference import DecidingReason, breach_reason, deciding_reason
from engine.model import Board, Outcome, PlayerId, SitOut, Tournament
from engine.pairing import Paired
from engine.registry import SYSTEMS
from ledger.formats.trf.meaning import before_round

Pair = tuple[PlayerId, PlayerId]  # White, Black; a bye is a pair with 0


class RoundCheck(NamedTuple):
    """``there`` and ``ours`` are in the order of the boards."""

    before: Tournament
    paired: Paired
    there: tuple[Pair, ...]
    ours: tuple[Pair, ...]

    @property
    def only_there(self) -> tuple[Pair, ...]:
        return tuple(pair for pair in self.there if pair not in self.ours)

    @property
    def only_ours(self) -> tuple[Pair, ...]:
        return tuple(pair for pair in self.ours if pair not in self.there)

    def deciding_reason(self) -> DecidingReason:
        """An absolute rule that the file breaks; else what speaks for our pairing, of the first board that differs."""
        system = SYSTEMS[self.before.rules.system]
        boards = tuple(Board(white, black) for white, black in self.there if black)
        byes = tuple(SitOut(player, Outcome.PAIRING_BYE) for player, black in self.there if not black)
        broken = breach_reason(system, self.before, boards, byes)
        if broken is not None:
            return broken
        opponents = dict(self.there) | {black: white for white, black in self.there if black}
        whites = {white for white, black in self.there if black}
        return deciding_reason(system, self.before, self.paired, opponents, whites)


def check_round(t: Tournament, number: int) -> RoundCheck:
    """Refuses as the pairing does."""
    played = t.rounds[number - 1]
    before = before_round(t, number)
    paired = SYSTEMS[t.rules.system].pair(before)
    return RoundCheck(before, paired, _pairs(played.boards, played.bye), _pairs(paired.boards, paired.bye))


def _pairs(boards: tuple[Board, ...], bye: PlayerId | None) -> tuple[Pair, ...]:
    pairs = tuple((board.white, board.black) for board in boards)
    return pairs if bye is None else (*pairs, (bye, 0))
