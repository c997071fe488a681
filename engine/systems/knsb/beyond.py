"""Beyond a group: where players go who leave it unpaired (KNSB:2014 C12), to empty chairs or the group below."""

from __future__ import annotations

from collections.abc import Hashable

from msgspec.structs import replace

from engine.model import Value
from engine.systems.knsb.criteria import CriteriaTable

NOBODY = -1


class Beyond(Value, frozen=True):
    """Empty chairs, or the opponents in the group below, and what is asked of those who go there."""

    reach: tuple[int, ...]  # for each place of the group: which of these it could go to
    among: tuple[int, ...]  # for each of these: which others it could be paired with
    is_open: bool = False  # more or fewer may leave than the plan says: then the fewest is wanted first
    unled: int = 0  # players below of whom at most ``most_unled`` pairs may be made among themselves
    most_unled: int = 0
    forced: int = 0  # places of the group that have to leave
    meeting_below: int = 0  # places that are paired with one another only after both have left
    upper: int = NOBODY  # one of these who is paired all the same, with a lower one of them
    kinds: tuple[Hashable, ...] = ()  # of the opponents below: those of one kind are barred from the same, but for few

    @property
    def size(self) -> int:
        return len(self.among)

    def kind(self, number: int) -> Hashable:
        """Of one of these: opponents by what bars them, chairs by who may take them."""
        own = self.kinds[number] if number < len(self.kinds) else self.among[number]
        return own, self.unled >> number & 1

    def below(self, place: int) -> int:
        """With whom of the group a player is paired below."""
        if place == self.upper or not self.meeting_below >> place & 1:
            return 0
        return self.meeting_below & ~(1 << self.upper) if self.upper != NOBODY else self.meeting_below

    def with_leavers(self, forced: int, kept: int) -> Beyond:
        """The same when these have to leave and those must not."""
        reach = tuple(0 if kept >> place & 1 else row for place, row in enumerate(self.reach))
        return replace(self, reach=reach, forced=forced)


def chairs(table: CriteriaTable, count: int, may_leave: int) -> Beyond:
    """As many empty chairs as players have to leave."""
    every = (1 << count) - 1
    return Beyond(tuple(every if may_leave >> place & 1 else 0 for place in range(table.size)), (0,) * count)
