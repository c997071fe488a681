"""Two people saw one game end in two ways. Kept in memory, and shown on the console, until somebody settles it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

import msgspec

from engine.model import Board, Tournament, Value
from ledger.events import ColoursCorrected, Event, ResultCorrected, RoundChanged, RoundTakenBack

MOST = 100  # of one tournament; the oldest make room


class Dispute(Value, frozen=True):
    round: int
    board: int
    stands: str  # the result that was entered first
    by: str  # who entered it
    tried: str  # the other one
    who: str  # who tried to enter that
    at: str  # when the one that stands was entered
    tried_at: str = ""  # and when the other was tried
    number: int = 0  # by which it is dismissed
    white: int = 0  # who play there; filled in when it is added
    black: int = 0


class Disputes:
    """Of all tournaments."""

    def __init__(self) -> None:
        self._open: defaultdict[str, dict[int, Dispute]] = defaultdict(dict)
        self._last = 0

    def of(self, stream: str) -> tuple[Dispute, ...]:
        """Oldest first."""
        return tuple(self._open[stream].values()) if stream in self._open else ()

    def add(self, stream: str, dispute: Dispute | Mapping[str, object], t: Tournament | None) -> Dispute:
        """The same one again (somebody pressed the key twice) is no second dispute. ``t``: the state it is about."""
        said = _with_pair(dispute if isinstance(dispute, Dispute) else msgspec.convert(dispute, Dispute), t)
        for known in self.of(stream):
            if msgspec.structs.replace(known, number=said.number, tried_at=said.tried_at) == said:
                return known
        self._last += 1
        numbered = msgspec.structs.replace(said, number=self._last)
        mine = self._open[stream]
        mine[self._last] = numbered
        if len(mine) > MOST:
            del mine[min(mine)]
        return numbered

    def dismiss(self, stream: str, number: int) -> bool:
        """False: there is none with that number."""
        return stream in self._open and self._open[stream].pop(number, None) is not None

    def settle(self, stream: str, event: Event) -> bool:
        """What the event settles is no longer disputed; whether it settled anything."""
        over = [d.number for d in self.of(stream) if _settles(event, d)]
        for number in over:
            del self._open[stream][number]
        return bool(over)


def _settles(event: Event, dispute: Dispute) -> bool:
    match event:
        case ResultCorrected() | ColoursCorrected():
            return (event.round, event.board) == (dispute.round, dispute.board)
        case RoundTakenBack():
            return event.round <= dispute.round
        case RoundChanged():
            return event.round == dispute.round and _pair(event.boards, dispute.board) != (dispute.white, dispute.black)
        case _:
            return False


def _with_pair(dispute: Dispute, t: Tournament | None) -> Dispute:
    is_there = t is not None and 1 <= dispute.round <= len(t.rounds)
    white, black = _pair(t.rounds[dispute.round - 1].boards, dispute.board) if t is not None and is_there else (0, 0)
    return msgspec.structs.replace(dispute, white=white, black=black)


def _pair(boards: Sequence[Board], number: int) -> tuple[int, int]:
    """Nobody (0) where there is no such board."""
    return (boards[number - 1].white, boards[number - 1].black) if 1 <= number <= len(boards) else (0, 0)
