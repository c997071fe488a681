"""Alternatives to a paired bracket: what it would have cost with other pairs or another downfloater.

Each question pairs the bracket once more, by the criteria that decided. Counting and a search in order answer nearly
all of them, as they do when a round is paired; the others are weighed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property

from engine.systems.fide_dutch.bracket import Costs, Difference
from engine.systems.fide_dutch.candidates import PairedBracket, best_alone
from engine.systems.fide_dutch.lookahead import Lookahead
from engine.systems.fide_dutch.ordered import Candidate, Pairs, first_candidate, first_with_all
from engine.systems.fide_dutch.pool import Pool, Ties


class Alternatives:
    def __init__(self, settled: PairedBracket) -> None:
        self.settled = settled
        self.bracket = settled.bracket
        self.costs = Costs(settled.bracket, settled.criteria)
        self.lookahead = Lookahead(self.costs, settled.completes)  # what a downfloater costs below does not change

    @cached_property
    def best(self) -> int:
        """What the candidate costs that was chosen."""
        known = self._cost(self.settled.candidate)
        return self.with_pairs_weighed(self.settled.candidate.pairs)[0] if known is None else known

    def with_pairs(self, pairs: Pairs) -> tuple[int, list[int]]:
        """What the best candidate with these pairs costs, and who is left without an opponent if it has nobody else."""
        rest = self._least(player for pair in pairs for player in pair)
        return self.with_pairs_weighed(pairs) if rest is None else (self._own(pairs) + rest, [])

    def with_floater(self, player: int, staying: int | None = None) -> int | None:
        """What the best candidate costs in which this player floats down, and the other one does not.

        None if there is no such candidate, or none that lets everybody below be paired where they have to be.
        """
        if self._is_as_good(player, staying):
            return self.best
        known = self._with_single_floater(player)
        return self.with_floater_weighed(player, staying) if known is None else known

    def difference(self, cost: int) -> Difference | None:
        return self.costs.first_difference(cost, self.best)

    # -- by counting and searching -------------------------------------------------------------------------------------

    def _least(self, gone: Iterable[int]) -> int | None:
        """What the best candidate of the others costs, where it costs no more than the least that counting allows."""
        rest = self.bracket.without(gone)
        candidate = first_candidate(rest, self.costs, self.lookahead) if rest.members else Candidate([], [])
        return None if candidate is None else self._cost(candidate)

    def _is_as_good(self, player: int, staying: int | None) -> bool:
        """Whether they can change places with the one who floats down, at no higher cost."""
        if len(self.settled.candidate.floaters) != 1:
            return False
        (floater,) = self.settled.candidate.floaters
        partner = self._partners.get(player)
        if partner is None or staying not in (None, floater) or not self.bracket.may_pair(floater, partner):
            return False
        below, instead = self.lookahead.cost(floater), self.lookahead.cost(player)
        if below is None or instead is None:
            return False
        given_up = self._own([(player, partner)]) + self.costs.floater(floater) + below
        return self._own([(floater, partner)]) + self.costs.floater(player) + instead == given_up

    @cached_property
    def _partners(self) -> dict[int, int]:
        pairs = self.settled.candidate.pairs
        return dict(pairs) | {low: high for high, low in pairs}

    def _with_single_floater(self, player: int) -> int | None:
        """The same where they float down and all others stay, if they can: more downfloaters would cost more."""
        rest = self.bracket.without((player,))
        below = None if len(rest.members) % 2 else self.lookahead.cost(player)
        candidate = None if below is None else first_with_all(rest, self.costs)
        if below is None or candidate is None:
            return None
        return self._own(candidate.pairs) + self.costs.floater(player) + below

    def _cost(self, candidate: Candidate) -> int | None:
        """Where nobody floats down, or one, of whom it is known what they cost below."""
        own = self._own(candidate.pairs)
        if not candidate.floaters:
            return own if self.lookahead.rest_is_completable else None
        floater, *others = candidate.floaters
        below = None if others else self.lookahead.cost(floater)
        return None if below is None else own + self.costs.floater(floater) + below

    def _own(self, pairs: Pairs) -> int:
        return sum(self.costs.pair(*pair) for pair in pairs)

    # -- by the best pairings ------------------------------------------------------------------------------------------

    def with_pairs_weighed(self, pairs: Pairs) -> tuple[int, list[int]]:
        gone = [player for pair in pairs for player in pair]
        cost, stranded, _ = self._best(lambda pool: pool.without(gone))
        return self._own(pairs) + cost, stranded

    def with_floater_weighed(self, player: int, staying: int | None = None) -> int | None:
        cost, stranded, stays = self._best(lambda pool: pool.with_floater(player, staying), staying)
        return None if stranded or not stays else cost

    def _best(self, demand: Callable[[Pool], Pool], staying: int | None = None) -> tuple[int, list[int], bool]:
        """What the best candidate that meets a demand costs, who is stranded, and whether one stays who has to.

        With as few of those below as will do.
        """
        pools = [Pool.with_the_next(self.costs), Pool.with_everybody_below(self.costs)]
        if self._alone is not None:
            pools.insert(0, self._alone)
        for pool in map(demand, pools):
            ties = pool.best()
            if ties is not None and (not pool.may_be_alone or self._is_safe(pool, ties)):
                stays = staying is None or pool.partner(staying, ties.mate) is not None
                return pool.total(ties.mate), [], stays
        return 0, pool.stranded_players(), False

    def _is_safe(self, pool: Pool, ties: Ties) -> bool:
        return not self.settled.completes or pool.is_safe_below(ties.mate)

    @cached_property
    def _alone(self) -> Pool | None:
        solved = best_alone(self.costs, self.lookahead)
        return None if solved is None else solved[0]
