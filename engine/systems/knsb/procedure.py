"""KNSB:2014 C: the score groups from the highest down, until everybody is paired."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from engine.errors import NoPairing
from engine.model import Value
from engine.systems.knsb.contenders import KnsbPlayer
from engine.systems.knsb.group import Players, ScoreGroup, in_rank_order
from engine.systems.knsb.reopening import completing, other_leavers
from engine.systems.knsb.search import Choice, Plan


class Reopening(Value, frozen=True):
    """KNSB:2014 C12, C13: a group was paired once more, for the sake of the group below it."""

    article: str
    below: int  # the score of that group
    before: Players  # who left until then


class PairedGroup(Value, frozen=True):
    """A group that has been paired: what was asked, what came of it."""

    group: ScoreGroup
    choice: Choice
    reopenings: tuple[Reopening, ...]
    pairs: tuple[tuple[KnsbPlayer, KnsbPlayer], ...]  # the one from S1 first
    leaving: Players  # down to the next group or, from the last one, to the bye


class Procedure:
    """The groups in order; those before ``at`` have been paired, by the choice of the same index."""

    def __init__(self, field: Sequence[KnsbPlayer], is_odd_round: bool) -> None:
        by_score = [in_rank_order(some) for _, some in groupby(field, key=lambda one: one.score)]
        last = len(by_score) - 1
        self._groups = [
            ScoreGroup(players, is_last=n == last, is_odd_round=is_odd_round) for n, players in enumerate(by_score)
        ]
        self._choices: list[Choice] = []
        self._reopenings: list[list[Reopening]] = [[] for _ in self._groups]

    def run(self) -> tuple[PairedGroup, ...]:
        while len(self._choices) < len(self._groups):
            self._next_group()
        return tuple(map(self._paired_group, self._groups, self._choices, self._reopenings))

    @staticmethod
    def _paired_group(group: ScoreGroup, choice: Choice, reopenings: Sequence[Reopening]) -> PairedGroup:
        players = group.table.players
        pairs = tuple((players[one], players[other]) for one, other in choice.pairs)
        return PairedGroup(group, choice, tuple(reopenings), pairs, group.leavers(choice))

    @property
    def _at(self) -> int:
        return len(self._choices)

    def _next_group(self) -> None:
        """Pair the next group, or change the group above or the grouping so that it can be tried again."""
        group = self._groups[self._at].with_arrived(self._coming_down())
        for one in group.stranded_players():
            if one in group.arrived and self._reopen(group, group.first_plan(), one):
                return
            if group.is_last:
                self._open_last_but_one(group)
                return
            group = group.with_arrived(group.arrived, (*group.sent_on, one))
        plan: Plan | None = group.first_plan()
        while plan is not None:
            choice = group.choice(plan)
            if choice is not None:
                self._groups[self._at] = group
                self._choices.append(choice)
                return
            if self._reopen(group, plan):
                return
            plan = group.next_plan(plan)
        self._open_last_but_one(group)

    def _coming_down(self) -> Players:
        """KNSB:2014 A3: who is left of the group above; into a merged group, who came into the group added to it."""
        return self._groups[self._at - 1].leavers(self._choices[-1]) if self._choices else ()

    def _reopen(self, group: ScoreGroup, plan: Plan, stranded: KnsbPlayer | None = None) -> bool:
        """KNSB:2014 C12: if another pairing of the group above helps, that is its pairing from now on."""
        if not group.arrived:
            return False
        above = self._groups[self._at - 1]
        found = other_leavers(above, self._choices[-1], group, plan, stranded)
        if found is None:
            return False
        self._remember("C12", self._at - 1, group)
        self._choices[-1] = found
        return True

    def _remember(self, article: str, place: int, below: ScoreGroup) -> None:
        before = self._groups[place].leavers(self._choices[place])
        self._reopenings[place].append(Reopening(article, below.residents[-1].score, before))

    def _open_last_but_one(self, last: ScoreGroup) -> None:
        """KNSB:2014 C13: pair the last group but one so that the last can be paired, or make one group of the two."""
        if not self._choices:
            raise NoPairing("no-legal-pairing", players=tuple(one.player for one in last.everybody))
        above = self._groups[self._at - 1]
        found = completing(above, last) if self._choices[-1].pairs else None
        if found is not None:
            self._remember("C13", self._at - 1, last)
            self._choices[-1] = found
            return
        self._choices.pop()
        self._groups[self._at :] = [above.merged_with(last)]
        self._reopenings[self._at :] = [[]]
