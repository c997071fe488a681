"""A score group on its way through the procedure, and what KNSB:2014 asks of it, plan by plan (A3, A6, C1, C2, C14)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from engine.matching.bitsets import bits
from engine.systems.knsb.beyond import chairs
from engine.systems.knsb.contenders import KnsbPlayer
from engine.systems.knsb.criteria import NOTHING, CriteriaTable
from engine.systems.knsb.search import Choice, Exchange, Plan, first_choice
from engine.systems.knsb.seating import estimate, is_seatable

Players = tuple[KnsbPlayer, ...]


def in_rank_order(players: Iterable[KnsbPlayer]) -> Players:
    """KNSB:2014 A2: by score, then by pairing number."""
    return tuple(sorted(players, key=lambda one: one.rank))


def without(players: Iterable[KnsbPlayer], gone: Iterable[KnsbPlayer]) -> Players:
    absent = {one.player for one in gone}
    return tuple(one for one in players if one.player not in absent)


class ScoreGroup:
    """Who belongs to a score group, who came down into it, whom C1 sends on. It never changes; a changed one is new."""

    def __init__(
        self,
        residents: Players,
        arrived: Players = (),
        sent_on: Players = (),
        added: Players | None = None,
        *,
        is_last: bool,
        is_odd_round: bool,
    ) -> None:
        self.residents = residents
        self.arrived = arrived
        self.sent_on = sent_on
        self.added = added  # residents of the group that C13 has added to the last one; None: nothing was added
        self.is_last = is_last
        self.is_odd_round = is_odd_round
        self._has_remainder: dict[int, bool] = {}  # M1 → the remainder has been reached with it

    def with_arrived(self, arrived: Players, sent_on: Players = ()) -> ScoreGroup:
        """The same group when others come down into it."""
        return ScoreGroup(
            self.residents, arrived, sent_on, self.added, is_last=self.is_last, is_odd_round=self.is_odd_round
        )

    def merged_with(self, last: ScoreGroup) -> ScoreGroup:
        """KNSB:2014 C13: this group and the last one together, treated as heterogeneous with this one as S1."""
        residents = in_rank_order((*self.residents, *last.residents))
        return ScoreGroup(residents, self.arrived, (), self.residents, is_last=True, is_odd_round=self.is_odd_round)

    @cached_property
    def everybody(self) -> Players:
        return in_rank_order((*self.arrived, *self.residents))

    @cached_property
    def table(self) -> CriteriaTable:
        """Those who are to be paired here: all but the ones sent on."""
        return CriteriaTable(without(self.everybody, self.sent_on), self.is_odd_round)

    @cached_property
    def moved_down(self) -> tuple[int, ...]:
        """KNSB:2014 A6c, C13: the places of those who moved down; in a merged group, of all who were added."""
        moved = {one.player for one in (*self.arrived, *(self.added or ()))}
        return tuple(place for place, one in enumerate(self.table.players) if one.player in moved)

    @property
    def has_bye(self) -> bool:
        """KNSB:2014 A5: somebody of the last group is left over."""
        return self.is_last and len(self.everybody) % 2 == 1

    def stranded_players(self) -> Iterator[KnsbPlayer]:
        """KNSB:2014 C1: who has no opponent here. In the last group the bye counts as one, for those who may have it.

        Otherwise a lone last player would always break up the group above.
        """
        for place, one in enumerate(self.table.players):
            if not self.table.legal[place] and not (self.has_bye and one.may_have_bye):
                yield one

    # -- plans ---------------------------------------------------------------------------------------------------------

    @property
    def full(self) -> int:
        """KNSB:2014 A6b: P0, as many pairs as there can be."""
        return self.table.size // 2

    def first_plan(self) -> Plan:
        """KNSB:2014 A3, C2, C13: all pairs, with all who moved down; homogeneous if these are half of it or more.

        A merged group is heterogeneous in any case; there M1 is as many as can stand in S1.
        """
        moved = len(self.moved_down)
        if self.added is not None:
            return Plan(self.full, min(moved, self.full))
        return Plan(self.full, 0 if 2 * moved >= self.table.size else moved)

    def next_plan(self, plan: Plan) -> Plan | None:
        """KNSB:2014 C14, C13: the next lower demand; None when nothing can be lowered.

        P1 goes down once the remainder has been reached, that is, if M1 of those moved down can be seated at all. It is
        never lowered in the last group: there everybody must be paired.
        """
        if plan.moved == 0:
            return None if self.is_last or plan.pairs == 0 else Plan(plan.pairs - 1, 0)
        if not self.is_last and plan.pairs > plan.moved and self._reaches_remainder(plan.moved):
            return Plan(plan.pairs - 1, plan.moved)
        if plan.moved > 1:
            return Plan(plan.pairs, plan.moved - 1)
        return Plan(self.full, 0)

    def _reaches_remainder(self, moved: int) -> bool:
        """KNSB:2014 C14b: so many of those moved down can be seated."""
        if moved not in self._has_remainder:
            self._has_remainder[moved] = self.can(Plan(moved, moved))
        return self._has_remainder[moved]

    # -- pairing -------------------------------------------------------------------------------------------------------

    @property
    def may_leave(self) -> int:
        """KNSB:2014 B1b: in the last group, whoever may have the bye."""
        return self.table.may_have_bye if self.is_last else self.table.everybody

    def can(self, plan: Plan) -> bool:
        """Is there any pairing under this plan, whatever has to be ignored?"""
        leaving = self.table.size - 2 * plan.pairs
        if leaving < 0:
            return False
        beyond = chairs(self.table, leaving, self.may_leave)
        if plan.moved in (0, len(self.moved_down)):
            return is_seatable(self.table, bits(self.moved_down[: plan.moved]), beyond)
        found = estimate(self.table, 0, bits(self.moved_down), beyond)
        return found is not None and found.without <= plan.pairs - plan.moved

    def choice(self, plan: Plan) -> Choice | None:
        """KNSB:2014 C4–C10: the pairing under this plan, or None."""
        leaving = self.table.size - 2 * plan.pairs
        if plan.pairs == 0 and not self.is_last:
            return Choice(plan, NOTHING, (), (), Exchange(), (), (), tuple(range(self.table.size)))
        return first_choice(self.table, plan, self.moved_down, chairs(self.table, leaving, self.may_leave))

    def at(self, places: Iterable[int]) -> Players:
        return tuple(self.table.players[place] for place in places)

    def leavers(self, choice: Choice) -> Players:
        """Who goes down to the next group: those left over and those sent on."""
        return in_rank_order((*self.sent_on, *self.at(choice.leaving)))
