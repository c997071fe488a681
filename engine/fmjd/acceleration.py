"""FMJD 6.1 and 6.3: accelerated first rounds. Plain functions over lists, usable with any system that ranks players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from engine.kndb.sheets import lot_of
from engine.model import PlayerId, Tournament

T = TypeVar("T")
VirtualPoints = Callable[[PlayerId, int], int]  # (player, round): points that count for pairing only


def blocks(order: Sequence[T], groups: int = 4) -> list[Sequence[T]]:
    """FMJD 6.1: the ranked field in blocks of two groups each: 1 meets 2, 3 meets 4, and so on.

    The pairs are divided over the blocks; where that does not come out even, the first blocks have one more.
    """
    pairs, extra = divmod(len(order) // 2, groups // 2)
    cut: list[Sequence[T]] = []
    start = 0
    for number in range(groups // 2):
        end = start + 2 * (pairs + (number < extra))
        cut.append(order[start:end])
        start = end
    return cut


def haley(t: Tournament) -> VirtualPoints:
    """FMJD 6.3: when round 2 is paired, groups 1 and 2 of round 1 are a win ahead; never again.

    Who had the bye in round 1 was in none of the four groups.
    """
    upper: frozenset[PlayerId] = frozenset()
    if t.rounds:
        playing = [player for board in t.rounds[0].boards for player in (board.white, board.black)]
        upper = frozenset(blocks(sorted(playing, key=lambda player: _strength(t, player)))[0])
    return lambda player, number: t.rules.points.win if number == 2 and player in upper else 0


def _strength(t: Tournament, number: PlayerId) -> tuple[int, int, PlayerId]:
    player = t.entries[number].player
    return (-(player.rating or 0), lot_of(player), number)
