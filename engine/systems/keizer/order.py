"""KEIZER RANGLIJST: the start order, the ladder by totals with its ties, where a late joiner enters."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from engine.model import MEANINGS, Player, PlayerId, Tournament
from engine.systems.keizer.items import Item
from engine.systems.keizer.options import Ties

Ranking = tuple[int, ...]  # players, by their number in the start order, best first


def start_order(t: Tournament) -> tuple[PlayerId, ...]:
    """KEIZER RANGLIJST: as set; otherwise by playing strength, the rating; without one by lot, then by name."""
    given = [number for number in t.start_order if number in t.entries]
    others = [entry.player for number, entry in t.entries.items() if number not in given]
    return (*given, *(player.number for player in sorted(others, key=_strength)))


def _strength(player: Player) -> tuple[int, bool, int, str, int]:
    return (-(player.rating or 0), player.lot is None, player.lot or 0, player.name, player.number)


def joining_rounds(t: Tournament, players: Sequence[PlayerId]) -> Mapping[int, Ranking]:
    """Who comes onto the ladder before which round, in the start order. A game played earlier than entered counts."""
    first = {number: entry.from_round for number, entry in t.entries.items()}
    for played in t.rounds:
        for number in {seat for board in played.boards for seat in (board.white, board.black)}:
            first[number] = min(first[number], played.number)
    joining: defaultdict[int, Ranking] = defaultdict(tuple)
    for index, number in enumerate(players):
        joining[max(first[number], 1)] += (index,)
    return joining


def with_joiners(ladder: Ranking, joiners: Ranking, ratings: Sequence[int] | None) -> Ranking:
    """KEIZER VERHINDERING: a late joiner "is simply added": at the bottom, or (with ratings) below the as strong.

    Where is not said in the text; the bottom moves nobody else's value.
    """
    if ratings is None:
        return ladder + joiners
    for joiner in joiners:
        place = sum(ratings[other] >= ratings[joiner] for other in ladder)
        ladder = (*ladder[:place], joiner, *ladder[place:])
    return ladder


class TieRule:
    """How players with the same total are put in order. The text is silent."""

    def __init__(self, ties: Ties, ratings: Sequence[int], index: Mapping[PlayerId, int]) -> None:
        self._ties = ties
        self._ratings = ratings
        self._index = index
        self._scores: defaultdict[tuple[int, int], int] = defaultdict(int)

    def enter(self, items: Iterable[Item]) -> None:
        """Remember who scored against whom, if that can matter."""
        if self._ties != "direct-encounter":
            return
        for item in items:
            if item.opponent is not None and MEANINGS[item.outcome].played:
                pair = (self._index[item.player], self._index[item.opponent])
                self._scores[pair] += MEANINGS[item.outcome].halves

    def rank(self, totals: Sequence[int], fallback: Ranking) -> Ranking:
        """KEIZER RANGLIJST: totals descending; what remains equal keeps the order of the ladder given."""
        match self._ties:
            case "previous-ladder":
                return tuple(sorted(fallback, key=totals.__getitem__, reverse=True))
            case "rating":
                return tuple(sorted(fallback, key=lambda p: (totals[p], self._ratings[p]), reverse=True))
            case "direct-encounter":
                by_total = sorted(fallback, key=totals.__getitem__, reverse=True)
                tied = (tuple(group) for _, group in groupby(by_total, key=totals.__getitem__))
                return tuple(player for group in tied for player in self._by_direct_encounter(group))

    def _by_direct_encounter(self, tied: Ranking) -> Sequence[int]:
        scored = {one: sum(self._scores.get((one, other), 0) for other in tied) for one in tied}
        return sorted(tied, key=scored.__getitem__, reverse=True)
