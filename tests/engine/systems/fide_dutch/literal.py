"""FIDE C.04.3:2026 read literally, for small fields: all candidates of a bracket in their order, each judged in full.

It shares the facts of the players with the engine (scores, colours, floats, who may meet whom) and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

from engine.colours import Strength
from engine.swiss import DOWN, UP
from engine.systems.fide_dutch.field import DutchField

Pair = tuple[int, int]
Candidate = tuple[list[Pair], list[int]]
FAR = 1000  # the score difference of a downfloater is greater than any


class Literal:
    def __init__(self, field: DutchField) -> None:
        self.field = field
        self.cards = field.cards
        self.known: dict[tuple[int, ...], list[int]] = {}
        everybody = tuple(range(len(self.cards)))
        byes = self.byes(everybody)
        self.bye_score = min((self.cards[b].points for b in byes), default=None)
        self.is_possible = bool(byes) if len(everybody) % 2 else self.can_be_paired(everybody)

    # --- [C1] to [C5] ------------------------------------------------------------------------------------------------

    def may_meet(self, one: int, other: int) -> bool:
        return self.field.may_meet(one, other)

    def can_be_paired(self, players: tuple[int, ...]) -> bool:
        if not players:
            return True
        first, rest = players[0], players[1:]
        return any(
            self.may_meet(first, other) and self.can_be_paired(tuple(p for p in rest if p != other)) for other in rest
        )

    def byes(self, players: tuple[int, ...]) -> list[int]:
        """Who of an odd number can have the bye so that the others can be paired."""
        if players not in self.known:
            self.known[players] = [
                p
                for p in players
                if self.cards[p].may_have_bye and self.can_be_paired(tuple(q for q in players if q != p))
            ]
        return self.known[players]

    def completes(self, players: Sequence[int]) -> bool:
        """[C4] with [C5]."""
        rest = tuple(sorted(players))
        if len(rest) % 2 == 0:
            return self.can_be_paired(rest)
        return any(self.cards[bye].points == self.bye_score for bye in self.byes(rest))

    # --- candidates, in the order of articles 3 and 4 ----------------------------------------------------------------

    def candidates(self, movers: Sequence[int], residents: Sequence[int], pairs: int) -> Iterator[Candidate]:
        for count in range(min(len(movers), pairs), -1, -1):
            for chosen in combinations(movers, count):
                limbo = [p for p in movers if p not in chosen]
                for opponents in permutations(residents, count):
                    made = list(zip(chosen, opponents, strict=True))
                    rest = [p for p in residents if p not in opponents]
                    if all(self.may_meet(*pair) for pair in made):
                        for more, left in self.homogeneous(rest, pairs - count):
                            yield made + more, limbo + left

    def homogeneous(self, players: Sequence[int], pairs: int) -> Iterator[Candidate]:
        if pairs < 0 or 2 * pairs > len(players):
            return
        for upper, lower in exchanges(list(players), pairs):
            for order in permutations(lower, pairs):
                made = list(zip(upper, order, strict=True))
                if all(self.may_meet(*pair) for pair in made):
                    yield [(min(p), max(p)) for p in made], [p for p in lower if p not in order]

    def best(self, movers: list[int], residents: list[int], following: list[int], below: list[int]) -> Candidate:
        for pairs in range((len(movers) + len(residents)) // 2, -1, -1):
            valid = [c for c in self.candidates(movers, residents, pairs) if self.completes(c[1] + following + below)]
            if valid:
                return min(valid, key=lambda c: self.failures(c, movers, residents, following, below))
        raise AssertionError("no candidate")

    # --- [C7] to [C21] -----------------------------------------------------------------------------------------------

    def failures(
        self, c: Candidate, movers: list[int], residents: list[int], following: list[int], below: list[int]
    ) -> tuple[object, ...]:
        pairs, floaters = c
        scores = sorted((self.cards[p].points for p in floaters), reverse=True)
        home = [p for p in floaters if p not in movers]
        with_mover = [(m, o) for m, o in pairs if m in movers]
        return (
            scores,
            self.next_bracket(floaters, following, below),
            self.unplayed(floaters, following, below),
            sum(self.widens(*pair) for pair in pairs),
            sum(self.third(*pair) for pair in pairs),
            sum(self.collides(*pair) for pair in pairs),
            sum(self.collides(*pair) and self.weaker(*pair) is Strength.STRONG for pair in pairs),
            sum(self.cards[p].last_float == DOWN for p in home),
            sum(self.cards[o].last_float == UP for _, o in with_mover),
            sum(self.cards[p].float_before == DOWN for p in home),
            sum(self.cards[o].float_before == UP for _, o in with_mover),
            self.differences(c, movers, [p for p in movers if self.cards[p].last_float == DOWN]),
            self.differences(c, movers, [o for _, o in with_mover if self.cards[o].last_float == UP]),
            self.differences(c, movers, [p for p in movers if self.cards[p].float_before == DOWN]),
            self.differences(c, movers, [o for _, o in with_mover if self.cards[o].float_before == UP]),
        )

    def differences(self, c: Candidate, movers: list[int], players: list[int]) -> list[int]:
        against = {p: q for pair in c[0] for p, q in (pair, pair[::-1])}
        points = [
            abs(self.cards[p].points - self.cards[against[p]].points) if p in against else FAR + self.cards[p].points
            for p in players
        ]
        return sorted(points, reverse=True)

    def next_bracket(self, movers: list[int], residents: list[int], below: list[int]) -> tuple[int, list[int]]:
        """[C8]: the fewest downfloaters of the next bracket, and then their lowest scores."""
        found = []
        for left in self.leftovers(movers, residents):
            if self.completes(left + below):
                found.append((len(left), sorted((self.cards[p].points for p in left), reverse=True)))
        return min(found)

    def leftovers(self, movers: list[int], residents: list[int]) -> list[list[int]]:
        """All sets of players that can be left over when no two moved-down players are paired."""
        players = movers + residents
        sets: set[tuple[int, ...]] = set()

        def walk(rest: list[int], left: tuple[int, ...]) -> None:
            if not rest:
                sets.add(left)
                return
            first, others = rest[0], rest[1:]
            walk(others, (*left, first))
            for other in others:
                if other in residents and self.may_meet(first, other):
                    walk([p for p in others if p != other], left)

        walk(players, ())
        return [list(left) for left in sets]

    def unplayed(self, floaters: list[int], following: list[int], below: list[int]) -> int:
        """[C9]"""
        rest = tuple(following + below)
        if len(floaters) != 1 or len(rest) % 2 or not self.field.is_odd:
            return 0
        if any(self.cards[p].points == self.bye_score for p in rest):
            return 0
        return self.field.round - 1 - self.cards[floaters[0]].games

    def collides(self, one: int, other: int) -> bool:
        colour = self.cards[one].preference.colour
        return colour != 0 and colour == self.cards[other].preference.colour

    def weaker(self, one: int, other: int) -> Strength:
        return min(self.cards[one].preference.strength, self.cards[other].preference.strength)

    def widens(self, one: int, other: int) -> bool:
        imbalances = [self.cards[p].preference.imbalance for p in (one, other)]
        return self.collides(one, other) and min(imbalances) > 1

    def third(self, one: int, other: int) -> bool:
        if not self.collides(one, other) or self.weaker(one, other) is not Strength.ABSOLUTE:
            return False
        a, b = self.cards[one].preference, self.cards[other].preference
        if a.imbalance == b.imbalance:
            return a.repeated == b.repeated == -a.colour
        return min(a, b, key=lambda wish: wish.imbalance).repeated == -a.colour

    # --- the round ---------------------------------------------------------------------------------------------------

    def pair(self) -> list[Candidate]:
        done: list[Candidate] = []
        for i, group in enumerate(self.field.groups):
            following, below = self.field.after(i)
            done.append(self.best(done[-1][1] if done else [], group, following, below))
        return done


def exchanges(players: list[int], count: int) -> Iterator[tuple[list[int], list[int]]]:
    """4.3: fewest first; least difference of the sums; greatest numbers out of S1; smallest numbers out of S2."""
    upper, lower = range(count), range(count, len(players))
    swaps = [
        (size, sum(back) - sum(out), [-i for i in reversed(out)], list(back))
        for size in range(min(len(upper), len(lower)) + 1)
        for out in combinations(upper, size)
        for back in combinations(lower, size)
    ]
    for _, _, minus_out, back in sorted(swaps):
        out = {-i for i in minus_out}
        first = [i for i in upper if i not in out] + back
        yield [players[i] for i in sorted(first)], [players[i] for i in range(len(players)) if i not in set(first)]
