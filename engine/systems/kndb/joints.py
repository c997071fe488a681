"""Two neighbouring groups (KNDB waiting room 3): which fillings of the upper room suit them both?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.matching.bitsets import members
from engine.matching.cardinality import has_perfect_matching, largest_matching
from engine.matching.weighted import cheapest_pairing
from engine.systems.kndb.fillings import Filling, Possible


class Joint:
    """The upper group, which gives some players to the lower one. Who waits is paired below, all others above.

    In the last group (rule 4) everybody must be paired; in any other one (rule 3) only those from above must.
    """

    def __init__(self, rows: Sequence[int], upper: Filling, lower: Filling, *, is_last: bool) -> None:
        self.rows = rows
        self.upper = upper
        self.lower = lower
        self.is_last = is_last
        self._upper_set = sum(1 << vertex for vertex in upper)
        self._lower_set = sum(1 << vertex for vertex in lower)

    def fits(self, waiting: Filling) -> bool:
        """Those who stay can be paired in the upper group and those who wait in the lower one."""
        going = sum(1 << vertex for vertex in waiting)
        if not has_perfect_matching(self.rows, self._upper_set & ~going):
            return False
        if self.is_last:
            return has_perfect_matching(self.rows, self._lower_set | going)
        across = {v: self.rows[v] & self._lower_set for v in waiting}
        rows = [across.get(v, self.rows[v] & going) for v in range(len(self.rows))]
        mate = largest_matching(rows, self._lower_set | going)
        return all(mate[v] >= 0 for v in waiting)

    def for_size(self, size: int, letters: frozenset[int], barred: Filling) -> Possible:
        """What a filling of that size can begin with. The barred may not wait.

        Two bounds by cheapest pairings: how many must wait, and how many must stay, and how many letters among them.
        """

        def possible(inside: Sequence[int], outside: Sequence[int], number_of_letters: int) -> bool:
            going, staying = frozenset(inside), frozenset((*outside, *barred))
            wanted = (size, number_of_letters)
            left = (len(self.upper) - size, len(letters) - number_of_letters)
            return self._can_do_with(wanted, going, staying, going, letters) and self._can_do_with(
                left, going, staying, staying, letters, counts_across=False
            )

        return possible

    def _can_do_with(
        self,
        wanted: tuple[int, int],
        going: frozenset[int],
        staying: frozenset[int],
        counted: frozenset[int],
        letters: frozenset[int],
        *,
        counts_across: bool = True,
    ) -> bool:
        """Is it possible that no more than so many players, and so many letters, share the fate of the counted?

        A pair of the upper group goes or stays as a whole; of a pair across, the upper one goes. Players first, then
        letters first: each is a bound on its own, and together with the other where it is just met.
        """
        shares: dict[tuple[int, int], tuple[int, int]] = dict.fromkeys(self._pairs_below(), (0, 0))
        for one, other in self._pairs_above(going, staying):
            is_counted = one in counted or other in counted
            shares[one, other] = (2, (one in letters) + (other in letters)) if is_counted else (0, 0)
        for one, other in self._pairs_across(staying):
            shares[one, other] = (1, int(one in letters)) if counts_across else (0, 0)
        players_first = self._least(shares)
        if players_first is None or players_first > wanted:
            return False
        letters_first = self._least({pair: share[::-1] for pair, share in shares.items()})
        return letters_first is not None and letters_first <= wanted[::-1]

    def _pairs_above(self, going: frozenset[int], staying: frozenset[int]) -> list[tuple[int, int]]:
        """Nobody who goes is paired with somebody who stays; in rule 3 those who go meet none of their own group."""
        found = []
        for one in self.upper:
            for other in members(self.rows[one] & self._upper_set >> one + 1 << one + 1):
                are_apart = (one in going and other in staying) or (one in staying and other in going)
                one_goes = one in going or other in going
                if not are_apart and (self.is_last or not one_goes):
                    found.append((one, other))
        return found

    def _pairs_across(self, staying: frozenset[int]) -> list[tuple[int, int]]:
        return [
            (one, other)
            for one in self.upper
            if one not in staying
            for other in members(self.rows[one] & self._lower_set)
        ]

    def _pairs_below(self) -> list[tuple[int, int]]:
        """Rule 3 asks nothing of the lower group's own players: there anybody may be paired with anybody."""
        anybody = self._lower_set if not self.is_last else 0
        return [
            (one, other)
            for one in self.lower
            for other in members((self.rows[one] & self._lower_set | anybody) >> one + 1 << one + 1)
        ]

    def _least(self, shares: Mapping[tuple[int, int], tuple[int, int]]) -> tuple[int, int] | None:
        """The least sums, the first one first, of a pairing of both groups. Rule 3 leaves one free if they are odd."""
        vertices = [*self.upper, *self.lower]
        local = {vertex: place for place, vertex in enumerate(vertices)}
        width = len(vertices).bit_length()
        table = {(local[one], local[other]): a << width | b for (one, other), (a, b) in shares.items()}
        size = len(vertices)
        if size % 2 and not self.is_last:
            table |= {(local[vertex], size): 0 for vertex in self.lower}
            size += 1
        mate = cheapest_pairing(table, size)
        if mate is None:
            return None
        total = sum(table[v, m] for v, m in enumerate(mate) if v < m)
        return total >> width, total & (1 << width) - 1
