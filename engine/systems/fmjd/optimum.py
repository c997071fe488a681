"""The best complete pairing under counts in order of importance, while more and more of it is settled.

A ``Count`` marks pairs; of two complete pairings the better one has fewer marked pairs in the first count in which they
differ. An ``Optimum`` always holds one best pairing as its proof. Whether a decision keeps the optimum is mostly seen
by mending that pairing; where this fails, a cheapest pairing with the counts packed into one price gives the answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from engine.errors import NoPairing
from engine.matching.bitsets import members, narrow
from engine.matching.cardinality import perfect_matching
from engine.matching.kinds import tied_by_kind
from engine.matching.tied import Tied
from engine.matching.weighted import all_cheapest_pairings, cheapest_pairing
from engine.systems.fmjd.tariff import Count, Tariff, from_above, kinds_of, prices_of, total_of, without

WIDE = 64  # bits of a unit; what is held in wider ones is condensed
PATIENCE = 8  # after so many refusals that each cost a cheapest pairing, one proof answers all of that kind


class Optimum:
    """``rest``: who is not settled yet. ``rows``: whom each of them can still get."""

    def __init__(self, rows: Sequence[int], mate: Sequence[int] | None = None) -> None:
        self.rows = list(rows)
        self.rest = (1 << len(self.rows)) - 1
        found = mate if mate is not None else perfect_matching(rows)
        if found is None:
            raise NoPairing("nobody-can-be-paired-without-a-rematch")
        self.mate = list(found)
        self._even: list[Count] = []  # each as low as it can be at all: they weigh the same and come first
        self._own: list[tuple[Count, int]] = []  # not so low, in order; with how much lower they could be alone
        self._patience = PATIENCE
        self._asks_kinds = True
        self._reprice()

    # -- counts --------------------------------------------------------------------------------------------------------

    def minimise(self, counts: Sequence[Count], hoped: Sequence[Count] = ()) -> None:
        """Keep every count as low as those before it allow; ``hoped``: what is to come after them."""
        for place, count in enumerate(counts):
            if self._is_constant(count):
                continue
            self._unmark_by_swaps(count)
            if count.of(self.mate, self.rest) > count.least:
                self.improve(self._scope_of(count), count, (*counts[place + 1 :], *hoped))
            self.hold(count)

    def _is_constant(self, count: Count) -> bool:
        """All that each can still get counts, or nothing does."""
        rest = self.rest
        return all(
            (counted := self.rows[v] & rest & count.marked[v]) == 0 or counted == self.rows[v] & rest
            for v in members(rest)
        )

    def _unmark_by_swaps(self, count: Count) -> None:
        """The easy way to a lower count: marked pairs that can change partners with another pair at no cost."""
        for one in members(self.rest):
            if count.marked[one] >> self.mate[one] & 1:
                for other in members(self.rows[one] & self.rest & ~count.marked[one]):
                    left, right = self.mate[one], self.mate[other]
                    before = 1 + (count.marked[other] >> right & 1)
                    if count.marked[left] >> right & 1 < before and self._swap(one, other):
                        break

    def improve(self, scope: int, count: Count, hoped: Sequence[Count] = ()) -> None:
        """Within this part of the field, a pairing with the least of this count; of those hoped for, few in all."""
        found = self._cheapest(scope, self.rows, self._tariff([count], hoped))
        assert found is not None  # the present pairing is one
        self.mate = found

    def hold(self, count: Count) -> None:
        """From now on this count stays as it is."""
        found = count.of(self.mate, self.rest)
        if found == 0:  # what must not be, is not offered any more
            for v in members(self.rest):
                self.rows[v] &= ~count.marked[v]
        elif found == count.least:
            self._even.append(count)
        else:
            self._own.append((count, found - count.least))
        self._reprice()
        self._patience = PATIENCE
        self._asks_kinds = True
        if self._present_tariff and max(unit for _, unit in self._present_tariff).bit_length() > WIDE:
            self._condense(self.rest)

    def _condense(self, among: int) -> None:
        """Turn the counts held so far into pairs that are offered no more and sets that only one player leaves.

        By linear duality that is the same, and it leaves the whole width of a price to the counts to come. These
        players can be paired with nobody else; for the others the counts stay.
        """
        even = [without(count, among) for count in self._even]
        left = among
        while left:
            scope = self._reach(left.bit_length() - 1)
            left &= ~scope
            if self._condense_by_kind(scope):
                continue
            prices, vertices = prices_of(scope, self.rows, self._present_tariff)
            proof = all_cheapest_pairings(prices, len(vertices))
            for one, other in proof.losing:
                self.rows[vertices[one]] &= ~(1 << vertices[other])
                self.rows[vertices[other]] &= ~(1 << vertices[one])
            even += [self._leaving([vertices[place] for place in places]) for places in proof.closed]
        self._even = even
        self._own = [(without(count, among), fall) for count, fall in self._own]
        self._patience = 0  # spent, until another count is held
        self.forget_what_is_settled()

    def _condense_by_kind(self, scope: int) -> bool:
        """The same without sets, where the prices of kinds tell it."""
        tied = tied_by_kind(self.rows, scope, self.mate, kinds_of(scope, self._present_tariff).__getitem__, self._price)
        if tied is None:
            return False
        for v in members(scope):
            self.rows[v] = tied.rows[v]
            self.mate[v] = tied.mate[v]
        return True

    def _leaving(self, those: Sequence[int]) -> Count:
        """Pairs of one of those, who are odd in number, with somebody else."""
        inside = sum(1 << v for v in those)
        everybody = (1 << len(self.rows)) - 1
        marked = (everybody & ~inside if inside >> v & 1 else inside for v in range(len(self.rows)))
        return Count(tuple(marked), least=1)

    def least_if_free_to_leave(self, those: int, beyond: int, count: Count) -> int:
        """A bound: the least of this count if each of those could also be paired with somebody like ``beyond``.

        Everybody gets a shadow who takes them when they leave; shadows that are not needed take each other. It is a
        bound only if the counts held before stay as they are; if such freedom makes them lower, it tells nothing.
        """
        tariff = self._tariff([count])
        prices, vertices = prices_of(those, self.rows, tariff)
        size = len(vertices)
        for place, v in enumerate(vertices):
            prices[place, size + place] = sum(unit for each, unit in tariff if each.marked[v] >> beyond & 1)
        prices |= dict.fromkeys(combinations(range(size, 2 * size), 2), 0)
        found = cheapest_pairing(prices, 2 * size)
        assert found is not None  # all may leave
        free = {v: vertices[mate] if mate < size else beyond for v, mate in zip(vertices, found, strict=False)}
        held = {v: self.mate[v] for v in vertices}
        is_bound = all(from_above(each, free) == from_above(each, held) for each, _ in tariff if each is not count)
        return from_above(count, free) if is_bound else count.least

    def forget_what_is_settled(self) -> None:
        """Counts that cannot change any more."""
        self._even = [count for count in self._even if not self._is_constant(count)]
        self._own = [held for held in self._own if not self._is_constant(held[0])]
        self._reprice()

    def is_free_of_charge(self, among: int) -> bool:
        """No pair that these can still make among themselves is marked."""
        counts = (*self._even, *(count for count, _ in self._own))
        return not any(self.rows[v] & among & count.marked[v] for v in members(among) for count in counts)

    def _scope_of(self, count: Count) -> int:
        """All who can be reached from a marked pair."""
        scope = 0
        for v in members(self.rest):
            if count.marked[v] >> self.mate[v] & 1 and not scope >> v & 1:
                scope |= self._reach(v)
        return scope

    def _reach(self, vertex: int) -> int:
        """Those with whom a vertex hangs together by pairs that are still possible."""
        reached = edge = 1 << vertex
        while edge:
            beyond = 0
            for v in members(edge):
                beyond |= self.rows[v]
            edge = beyond & self.rest & ~reached
            reached |= edge
        return reached

    # -- decisions -----------------------------------------------------------------------------------------------------

    def settle(self, one: int, other: int) -> bool:
        """Take this pair out if a best pairing has it; otherwise change nothing and say no."""
        if not self.rows[one] >> other & 1 or not self.restrict(one, 1 << other):
            return False
        self.rest &= ~(1 << one | 1 << other)
        return True

    def restrict(self, one: int, options: int) -> bool:
        """From now on only these for that player, if a best pairing gives them one of these; otherwise no change."""
        options &= self.rows[one] & self.rest
        if not options >> self.mate[one] & 1 and not self._mend(one, options) and not self._solve(one, options):
            return False
        narrow(self.rows, one, options)  # also of what is left when the search itself has left out pairs
        return True

    def _mend(self, one: int, options: int) -> bool:
        """A new pair breaks two pairs of the proof: can what is left of them be paired at the same price?"""
        if any(self._swap(one, other) for other in members(options)):
            return True
        is_single = options.bit_count() == 1
        return is_single and self._swapped_by_three(one, options.bit_length() - 1)

    def _swap(self, one: int, other: int) -> bool:
        left, right = self.mate[one], self.mate[other]
        if not self.rows[left] >> right & 1 or self._change((one, other), (left, right)):
            return False
        self._join((one, other), (left, right))
        return True

    def _swapped_by_three(self, one: int, other: int) -> bool:
        left, right = self.mate[one], self.mate[other]
        for third in members(self.rows[left] & self.rest & ~(1 << one | 1 << other | 1 << right)):
            fourth = self.mate[third]
            pairs = (one, other), (left, third), (fourth, right)
            if self.rows[fourth] >> right & 1 and not self._change(*pairs):
                self._join(*pairs)
                return True
        return False

    def _change(self, *pairs: tuple[int, int]) -> int:
        """By how much the price of the proof would change if these pairs took the places of their present ones."""
        new = sum(self._price(one, other) for one, other in pairs)
        present = sum(self._price(v, self.mate[v]) for pair in pairs for v in pair)
        return 2 * new - present  # each of the present pairs was counted from both sides

    def _join(self, *pairs: tuple[int, int]) -> None:
        for one, other in pairs:
            self.mate[one], self.mate[other] = other, one

    def _solve(self, one: int, options: int) -> bool:
        """The last resort: is the cheapest pairing with one of these as cheap as the present one?"""
        if not options:
            return False
        scope = self._reach(one)
        if self._asks_kinds and not self.is_free_of_charge(scope):
            self._tell_by_kind(scope)
            options &= self.rows[one]
        if self.is_free_of_charge(scope):
            return self._get(one, options)
        tariff = self._tariff()
        rows = self.rows.copy()
        rows[one] = options
        found = self._cheapest(scope, rows, tariff)
        if found is None or total_of(found, scope, tariff) > total_of(self.mate, scope, tariff):
            self._grow_impatient(scope)
            return False
        self.mate = found
        return True

    def _tell_by_kind(self, scope: int) -> None:
        """Leave out what no best pairing of these has, if the prices of kinds tell it; they are asked once a count."""
        self._asks_kinds = self._condense_by_kind(scope)
        if self._asks_kinds:
            self._even = [without(count, scope) for count in self._even]
            self._own = [(without(count, scope), fall) for count, fall in self._own]
            self.forget_what_is_settled()

    def _get(self, one: int, options: int) -> bool:
        """Where all complete pairings are as good as each other: one with one of these for that player."""
        tied = Tied(self.rows, self.rest, self.mate)
        has_found = tied.get(one, options)
        self.mate = tied.mate
        return has_found

    def _grow_impatient(self, scope: int) -> None:
        """Where many are refused, what no best pairing has is worth finding out for all at once."""
        self._patience -= 1
        if self._patience == 0:
            self._condense(scope)

    # -- prices --------------------------------------------------------------------------------------------------------

    def _tariff(self, further: Sequence[Count] = (), hoped: Sequence[Count] = ()) -> Tariff:
        """A unit for each count, so that one pair more of it is never made good by less of the counts after it.

        They can fall from where they are to their least and no further: that keeps the units small.
        """
        tariff: Tariff = [(count, 1) for count in hoped]
        to_gain = len(hoped) * self.rest.bit_count() // 2
        new = [(count, count.of(self.mate, self.rest) - count.least) for count in further]
        for count, fall in reversed((*self._own, *new)):
            tariff.append((count, to_gain + 1))
            to_gain += (to_gain + 1) * min(fall, count.of(self.mate, self.rest))
        return tariff + [(count, to_gain + 1) for count in self._even]

    def _price(self, one: int, other: int) -> int:
        key = (one, other) if one < other else (other, one)
        if key not in self._prices:
            self._prices[key] = sum(unit for count, unit in self._present_tariff if count.marked[one] >> other & 1)
        return self._prices[key]

    def _reprice(self) -> None:
        self._present_tariff = self._tariff()
        self._prices: dict[tuple[int, int], int] = {}

    def _cheapest(self, scope: int, rows: Sequence[int], tariff: Tariff) -> list[int] | None:
        """The proof with the cheapest pairing of the scope in it."""
        prices, vertices = prices_of(scope, rows, tariff)
        found = cheapest_pairing(prices, len(vertices))
        if found is None:
            return None
        mate = self.mate.copy()
        for place, partner in enumerate(found):
            mate[vertices[place]] = vertices[partner]
        return mate
