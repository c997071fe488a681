"""The first of the best candidates, in the order of the regulation: FIDE C.04.3:2026 3.8.1 and 4 (2017: D)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.matching.bitsets import bits
from engine.systems.fide_dutch.ordered import Candidate, Pairs
from engine.systems.fide_dutch.pool import Pool, Ties


class Order:
    """The choices of the regulation one after the other, each as early in its order as the best pairings allow."""

    def __init__(self, pool: Pool, ties: Ties) -> None:
        self.pool = pool
        self.ties = ties
        self.bracket = pool.bracket

    def first_candidate(self) -> Candidate:
        pairs = self._pair_movers()
        pairs += self._pair_remainder([player for player in self.bracket.residents if self.ties.rest >> player & 1])
        paired = {player for pair in pairs for player in pair}
        return Candidate(pairs, [player for player in self.bracket.members if player not in paired])

    def _pair_movers(self) -> Pairs:
        """FIDE C.04.3:2026 4.4 (2017: D.3): of the sets of MDPs that can be paired, the one with the first numbers.

        4.2 (2017: D.1): best first, they have the highest opponents that can be had.
        """
        residents = self.bracket.resident_set
        chosen = self.ties.restrict_each([(one, self.pool.rows[one] & residents) for one in self.bracket.movers])
        return list(zip(chosen, self.ties.settle_each(chosen, residents), strict=True))

    def _pair_remainder(self, rest: Sequence[int]) -> Pairs:
        """FIDE C.04.3:2026 4.2 (2017: D.1): the players of S1, best first, have the highest partner of S2 there is."""
        count = sum(self._is_upper(player, self.ties) for player in rest)
        uppers: Sequence[int] = rest[:count]
        halves = self._halve(rest, uppers)
        if halves is None:
            uppers = self._exchange(rest, count)
            halves = self._halve(rest, uppers)
            assert halves is not None  # the exchange was found in such a pairing
        return list(zip(uppers, halves.settle_each(uppers, self.bracket.resident_set), strict=True))

    def _is_upper(self, player: int, ties: Ties) -> bool:
        """Paired inside the bracket with somebody ranked lower."""
        partner = self.pool.partner(player, ties.mate)
        return partner is not None and partner > player

    def _halve(self, rest: Sequence[int], uppers: Sequence[int]) -> Ties | None:
        """The best pairings in which these play in S1; there may be none."""
        lowers = bits(rest) & ~bits(uppers)
        return self.ties.confine({player: self._below(player, lowers) for player in uppers})

    def _below(self, player: int, some: int) -> int:
        return self.pool.rows[player] & some & ~((2 << player) - 1)

    def _exchange(self, rest: Sequence[int], count: int) -> list[int]:
        """FIDE C.04.3:2026 4.3 (2017: D.2): who plays in S1 after the first exchange that keeps the cost the best.

        Fewest exchanged; least difference of numbers; lowest leaving S1; highest leaving S2: in this order.
        """
        place = {player: n for n, player in enumerate(rest)}
        wide = 2 * len(rest).bit_length() + 1
        everybody = bits(rest)

        def price(one: int, other: int) -> int:
            upper = min(one, other)
            if upper not in place or not self._below(upper, everybody) >> max(one, other) & 1:
                return 0
            return (place[upper] >= count) << wide | place[upper]

        fewest = self.ties.weigh_by(price)
        left = sum(not self._is_upper(player, fewest) for player in rest[:count])
        as_upper = {player: self._below(player, everybody) for player in rest}
        fewest.restrict_each([(player, ~as_upper[player]) for player in reversed(rest[:count])], left)
        fewest.restrict_each([(player, as_upper[player]) for player in rest[count:]], left)
        return [player for player in rest if self._is_upper(player, fewest)]
