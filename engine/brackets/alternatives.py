"""What a bracket would have cost otherwise: with other pairs, or with another downfloater.

Each question weighs the bracket once more, by the criteria that decided.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.brackets.bracket import Costs, Difference
from engine.brackets.candidates import Settled, weighed_alone
from engine.brackets.lookahead import Lookahead
from engine.brackets.ordered import Pairs
from engine.brackets.weighing import Weighing


class Alternatives:
    def __init__(self, settled: Settled) -> None:
        self.settled = settled
        self.costs = Costs(settled.bracket, settled.criteria)
        self.lookahead = Lookahead(self.costs, settled.completes)  # what a downfloater costs below does not change
        self.best, _ = self.with_pairs(settled.candidate.pairs)

    def with_pairs(self, pairs: Pairs) -> tuple[int, list[int]]:
        """What the best candidate with these pairs costs, and who is left without an opponent if it has nobody else."""
        own = sum(self.costs.pair(*pair) for pair in pairs)
        cost, weighing = self._weighed(lambda some: some.insist_on(pairs))
        return own + cost, weighing.stranded() if self.settled.completes else []

    def with_floater(self, player: int, staying: int | None = None) -> int | None:
        """What the best candidate costs in which this player floats down, and the other one does not.

        None if there is no such candidate, or none that lets everybody below be paired where they have to be.
        """
        cost, weighing = self._weighed(lambda some: some.let_float(player, staying))
        if self.settled.completes and weighing.stranded():
            return None
        return cost if staying is None or weighing.partner(staying) is not None else None

    def difference(self, cost: int) -> Difference | None:
        return self.costs.first_difference(cost, self.best)

    def _weighed(self, demand: Callable[[Weighing], None]) -> tuple[int, Weighing]:
        """What the best candidate that meets a demand costs: with those below only if the bracket alone has none."""
        alone = weighed_alone(self.costs, self.lookahead)
        if alone is not None:
            demand(alone)
            if not alone.stranded():
                return alone.cost(self.lookahead), alone
        weighing = self._with_those_below()
        demand(weighing)
        return weighing.cost(), weighing

    def _with_those_below(self) -> Weighing:
        if self.settled.completes:
            return Weighing.with_everybody_below(self.costs)
        return Weighing.with_those_below(self.costs, False)
