"""KNSB:2014 C12: which players leave a reopened group, when what they must be cannot all be weighed at once."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from engine.matching.bitsets import bits, members
from engine.systems.knsb.beyond import Beyond, chairs
from engine.systems.knsb.group import ScoreGroup
from engine.systems.knsb.search import Choice, NotWeighable, Plan, first_choice

Scores = Counter[int]  # score → how many with it leave


class Wanted(NamedTuple):
    """Leavers as the text wants them: how many, from whom, with which scores; and what only a trial tells."""

    size: int
    among: int
    scores: Scores
    accepts: Callable[[tuple[int, ...]], bool]


class _Node(NamedTuple):
    """Some have to leave, some must not; ``choice`` is the best pairing then, or better than any that is wanted."""

    forced: int
    kept: int
    choice: Choice | None  # None: not known


def first_with_leavers(above: ScoreGroup, plan: Plan, beyond: Beyond, wanted: Wanted) -> Choice | None:
    """The best pairing of the group whose leavers are as wanted: best first, dividing where they are not.

    Where one graph says all that is wanted, the first pairing is the answer. It cannot always when leavers with several
    scores are wanted: how many of each is not in it.
    """
    search = _LeaverSearch(above, plan, beyond, wanted)
    return search.run()


class _LeaverSearch:
    def __init__(self, above: ScoreGroup, plan: Plan, beyond: Beyond, wanted: Wanted) -> None:
        self._above = above
        self._plan = plan
        self._beyond = beyond
        self._wanted = wanted
        self._heap: list[tuple[tuple[object, ...], int, _Node]] = []
        self._pushed = 0

    def run(self) -> Choice | None:
        self._push(0, 0)
        while self._heap:
            node = heapq.heappop(self._heap)[2]
            if node.choice is not None and self._is_wanted(node.choice):
                return node.choice
            place = self._next_to_decide(node)
            if place is not None:
                self._push(node.forced | 1 << place, node.kept)
                self._push(node.forced, node.kept | 1 << place)
        return None

    def _push(self, forced: int, kept: int) -> None:
        """Add what can be had with these leaving and those staying, if anything."""
        if not self._may_become_wanted(forced, kept):
            return
        try:
            choice = self._best(forced, kept)
        except NotWeighable:
            self._add((), _Node(forced, kept, None))
        else:
            if choice is not None:
                self._add(choice.rank, _Node(forced, kept, choice))

    def _add(self, rank: tuple[object, ...], node: _Node) -> None:
        self._pushed += 1
        heapq.heappush(self._heap, (rank, self._pushed, node))

    def _best(self, forced: int, kept: int) -> Choice | None:
        table, moved_down = self._above.table, self._above.moved_down
        if forced.bit_count() < self._wanted.size:
            return first_choice(table, self._plan, moved_down, self._beyond.with_leavers(forced, kept))
        if not self._wanted.accepts(tuple(members(forced))):
            return None
        return first_choice(table, self._plan, moved_down, chairs(table, self._wanted.size, forced))

    def _is_wanted(self, choice: Choice) -> bool:
        return self._scores(bits(choice.leaving)) == self._wanted.scores and self._wanted.accepts(choice.leaving)

    def _may_become_wanted(self, forced: int, kept: int) -> bool:
        left = self._wanted.among & ~kept
        return self._scores(forced) <= self._wanted.scores <= self._scores(left)

    def _scores(self, places: int) -> Scores:
        return Counter(self._above.table.players[place].score for place in members(places))

    def _next_to_decide(self, node: _Node) -> int | None:
        """Somebody about whom to divide: who leaves though enough of that score do, else who leaves, else anybody."""
        open_ = self._wanted.among & ~node.forced & ~node.kept
        return next((place for some in self._preferences(node, open_) for place in _lowest_first(some)), None)

    def _preferences(self, node: _Node, undecided: int) -> Iterator[int]:
        if node.choice is not None:
            leaving = bits(node.choice.leaving)
            too_many = self._scores(leaving) - self._wanted.scores
            players = self._above.table.players
            yield bits(place for place in members(leaving & undecided) if players[place].score in too_many)
            yield leaving & undecided
        yield undecided


def _lowest_first(places: int) -> Iterator[int]:
    while places:
        lowest = places.bit_length() - 1
        yield lowest
        places ^= 1 << lowest
