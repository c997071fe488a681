"""Group by group: the decisions of an FMJD round from the top, each keeping those before it (FMJD 3.3–3.6)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from engine.acceleration import blocks
from engine.errors import Fact
from engine.matching.bitsets import members
from engine.matching.cardinality import FREE, Completion, largest_matching
from engine.reason_log import ReasonLog
from engine.systems.fmjd.borders import cross_few_borders
from engine.systems.fmjd.counts import carried_from_far, carried_through, colour_conflicts, repeated_floats
from engine.systems.fmjd.field import FmjdField
from engine.systems.fmjd.methods import METHODS, Method, in_blocks
from engine.systems.fmjd.optimum import Optimum
from engine.systems.fmjd.options import Axes
from engine.systems.fmjd.tariff import Count

Pair = tuple[int, int]  # the higher one first


class Settler(Protocol):
    """What takes a pair out if the rest can still be paired as well as before."""

    rest: int

    def settle(self, one: int, other: int) -> bool: ...


class GroupPairing:
    """One round while it is paired."""

    def __init__(self, field: FmjdField, axes: Axes, log: ReasonLog) -> None:
        self.field = field
        self.axes = axes
        self.log = log
        self.pairs: list[Pair] = []
        self.bye: int | None = None
        self.optimum = Optimum(field.rows, cascade(field))
        self._method: Method = METHODS[axes.first_method if field.round == 1 else axes.method]

    def run(self) -> None:
        """FMJD 3.5–3.8 as one order of importance.

        First for the whole field: few pairs across the borders of the groups, nobody through a whole group, the bye
        as low as it can be. Then from the top for each group: no repeated floats, colours, and only then the order.
        """
        cross_few_borders(self.field, self.optimum)
        self._carry_few()
        if self.axes.dummy == "last-player":
            self._give_bye()
        for group in range(len(self.field.groups)):
            self._pair_group(group)

    def _carry_few(self) -> None:
        """FMJD 3.6: nobody passes a whole group without need; where somebody must, those with the lowest scores."""
        counts = carried_through(self.field)
        for group, count in enumerate(counts, start=1):
            self.optimum.minimise([count], hoped=counts[group:])
            if count.of(self.optimum.mate, self.optimum.rest):
                self.optimum.minimise(carried_from_far(self.field, group), hoped=counts[group:])

    def _give_bye(self) -> None:
        """FMJD 4.1: the last player of the lowest group has the bye, or the next above who can have it."""
        dummy = self.field.dummy
        if dummy is None:
            return
        candidates = range(dummy)[::-1]
        self.bye = next(player for player in candidates if self.optimum.settle(player, dummy))
        passed = self._facts_of_passed(dummy, self.bye, candidates)
        self._note("has-the-bye", "FMJD 4.1", [self.bye], had_bye=passed.pop("met", ()), **passed)
        if self.bye == candidates[0]:
            self._note("ranked-last", "FMJD 4.1", [self.bye])

    # -- one group -----------------------------------------------------------------------------------------------------

    def _pair_group(self, group: int) -> None:
        self._note("bracket", "FMJD 3.3", self.field.groups[group], score=self._score(group))
        own = [v for v in self.field.groups[group] if self._is_free(v)]
        floaters = [v for v in range(self.field.groups[group][0]) if self._is_free(v)]
        self._hold_local_counts(group)
        if self.axes.waiting_room_first:
            self._choose_leavers(group, floaters, own)
        else:
            self._pair_floaters(floaters, own)
            own = [v for v in own if self._is_free(v)]
            self._choose_leavers(group, [], own)
            floaters = []
        staying = [v for v in (*floaters, *own) if self.optimum.rows[v] & self._through(group)]
        self._pair_inside(group, staying)
        self.optimum.forget_what_is_settled()

    def _hold_local_counts(self, group: int) -> None:
        """FMJD 3.8, then FMJD 3.7: both never at the cost of the number of pairs in the groups."""
        counts: list[Count] = []
        if self.field.round > 1:
            counts += repeated_floats(self.field, group, self.axes.floats)
            counts += colour_conflicts(self.field, group, self.axes.colour)
        self.optimum.minimise(counts)

    def _pair_floaters(self, floaters: Sequence[int], own: Sequence[int]) -> None:
        """FMJD 3.6: the highest floater first, each with the first (a) or last (b) of the group whom they can get."""
        candidates = own if self.axes.floater_meets == "first" else own[::-1]
        for floater in floaters:
            found = self._first_settled(self.optimum, floater, candidates)
            article = f"FMJD 3.6{'a' if self.axes.floater_meets == 'first' else 'b'}"
            passed = self._facts_of_passed(floater, found, candidates)
            if found is None:
                self._note("floater-passes", article, [floater], **passed)
            else:
                before = candidates[: candidates.index(found)]
                lately = self.field.names([v for v in before if self._has_floated(v, direction="up")])
                self._note("floater-meets", article, [floater, found], **passed, floated_lately=lately)

    def _choose_leavers(self, group: int, floaters: Sequence[int], own: Sequence[int]) -> None:
        """FMJD 3.5: the last (b) or first (a) players leave, as many as must; the next ones where they cannot."""
        below = self.optimum.rest & ~self._through(group)
        for candidates in (floaters, self._leaving_order(own)):
            number = sum(below >> self.optimum.mate[v] & 1 for v in candidates)
            tried: list[int] = []
            for candidate in candidates:
                if number and self.optimum.restrict(candidate, below):
                    number -= 1
                    facts = self._facts_of_tried(tried, direction="down")
                    self._note("floats-down", "FMJD 3.5", [candidate], score=self._score(group), **facts)
                elif number:
                    tried.append(candidate)
                self._stay(candidate, below)

    def _stay(self, candidate: int, below: int) -> None:
        """Who does not leave is paired here."""
        if not below >> self.optimum.mate[candidate] & 1:
            self.optimum.restrict(candidate, ~below)

    def _leaving_order(self, own: Sequence[int]) -> Sequence[int]:
        if self.axes.odd == "drawn":
            return sorted(own, key=lambda v: self.field.entrants[v].drawn)
        return own if self.axes.odd == "first" else own[::-1]

    def _pair_inside(self, group: int, staying: Sequence[int]) -> None:
        """FMJD 3.4: by the method of the system; each gets the first whom they can have."""
        method = self._method
        if self._is_accelerated(group, len(staying)):
            is_haley = self.axes.acceleration == "haley"
            groups = 4 if is_haley else self.axes.acceleration_groups
            method = in_blocks(groups)
            self._note_blocks("FMJD 6.3" if is_haley else "FMJD 6.1", staying, groups)
        settler = self._settler(staying)
        for player, candidates in method(self.field, staying):
            if settler.rest >> player & 1:
                free = [v for v in candidates if settler.rest >> v & 1]
                found = self._first_settled(settler, player, free)
                if found is not None:
                    self._note("pair", "FMJD 3.4", [player, found], **self._facts_of_passed(player, found, free))
        self.optimum.rest &= ~_bits(staying)

    def _note_blocks(self, article: str, staying: Sequence[int], groups: int) -> None:
        """FMJD 6.1: group 1 meets group 2, group 3 meets group 4 …"""
        for number, block in enumerate(blocks(staying, groups)):
            if block:
                upper, lower = block[: len(block) // 2], block[len(block) // 2 :]
                self._note(
                    "accelerated-groups",
                    article,
                    block,
                    first=2 * number + 1,
                    second=2 * number + 2,
                    upper_group=self.field.names(upper),
                    lower_group=self.field.names(lower),
                )

    def _is_accelerated(self, group: int, number: int) -> bool:
        """FMJD 6.1: round 1, then the first group while it has more players than rounds are left; 6.3: round 1 only."""
        if self.axes.acceleration == "none" or group:
            return False
        is_long = self.axes.acceleration == "four-groups" and number > self.field.rounds_left
        return self.field.round == 1 or is_long

    def _settler(self, staying: Sequence[int]) -> Settler:
        """Where nothing is counted inside the group, only "can the rest be paired?" is to be asked."""
        if self.optimum.is_free_of_charge(_bits(staying)):
            return Completion(self.optimum.rows, _bits(staying))
        return self.optimum

    def _first_settled(self, settler: Settler, player: int, candidates: Iterable[int]) -> int | None:
        for candidate in candidates:
            if settler.settle(player, candidate):
                if self.field.dummy in (player, candidate):
                    self.bye = player + candidate - len(self.field.entrants) + 1
                else:
                    self.pairs.append((min(player, candidate), max(player, candidate)))
                return candidate
        return None

    def _is_free(self, vertex: int) -> bool:
        return bool(self.optimum.rest >> vertex & 1)

    def _through(self, group: int) -> int:
        """Everybody down to this group."""
        return (1 << self.field.groups[group][-1] + 1) - 1

    # -- reasons -------------------------------------------------------------------------------------------------------

    def _note(self, code: str, article: str, players: Sequence[int], **facts: Fact) -> None:
        if self.log.is_asked:
            self.log.note(code, article, self.field.names(players), **facts)

    def _score(self, group: int) -> int:
        return self.field.entrants[self.field.groups[group][0]].score

    def _facts_of_tried(self, tried: Sequence[int], *, direction: str) -> dict[str, Fact]:
        """Who came first and could not; and who of them floated that way in the rounds that are looked at."""
        lately = [v for v in tried if self._has_floated(v, direction=direction)]
        return {"tried": self.field.names(tried), "floated_lately": self.field.names(lately)}

    def _has_floated(self, v: int, *, direction: str) -> bool:
        entrant = self.field.entrants[v]
        return any((entrant.floated_down if direction == "down" else entrant.floated_up)[: self.axes.floats])

    def _facts_of_passed(self, player: int, found: int | None, candidates: Sequence[int]) -> dict[str, Fact]:
        """Who came before the one whom a player got: met already, or in the way of a better whole."""
        if not self.log.is_asked:
            return {}
        passed = candidates[: candidates.index(found)] if found is not None else candidates
        barred = [v for v in passed if not self.field.rows[player] >> v & 1]
        met = [v for v in barred if self.field.entrants[v].player in self.field.entrants[player].sheet.met]
        apart = [v for v in barred if v not in met]
        others = [v for v in passed if v not in barred]
        facts: dict[str, Fact] = {"met": self.field.names(met), "rest_worse": self.field.names(others)}
        return {**facts, "apart": self.field.names(apart)} if apart else facts


def cascade(field: FmjdField) -> list[int] | None:
    """A good complete pairing to begin with: from the top, as many pairs as possible in each group, the rest goes down.

    If somebody is left over at the end, as few of the last groups as possible are paired as one. None: it cannot be.
    """
    mate = [FREE] * len(field.entrants)
    pools: list[int] = []  # for each group: all from there down, and who came into it from above
    floaters = 0
    for group in field.groups:
        pools.append(floaters | (1 << len(mate)) - (1 << group[0]))
        floaters = _take_over(mate, largest_matching(field.rows, floaters | _bits(group)), floaters | _bits(group))
    while floaters and pools:
        pool = pools.pop()
        floaters = _take_over(mate, largest_matching(field.rows, pool), pool)
    return None if floaters else mate


def _take_over(mate: list[int], found: Sequence[int], among: int) -> int:
    """Note their partners; who has none is given back."""
    for v in members(among):
        mate[v] = found[v]
    return _bits(v for v in members(among) if found[v] == FREE)


def _bits(vertices: Iterable[int]) -> int:
    return sum(1 << v for v in vertices)
