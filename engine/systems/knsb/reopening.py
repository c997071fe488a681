"""KNSB:2014 C12 and C13: another pairing of the group above, with the group below in view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from engine.matching.bitsets import bits, members
from engine.systems.knsb.beyond import NOBODY, Beyond
from engine.systems.knsb.contenders import KnsbPlayer
from engine.systems.knsb.criteria import may_meet
from engine.systems.knsb.group import Players, ScoreGroup, in_rank_order, without
from engine.systems.knsb.leavers import Wanted, first_with_leavers
from engine.systems.knsb.search import Choice, NotWeighable, Plan, first_choice, most_pairs
from engine.systems.knsb.seating import is_seatable


def other_leavers(
    above: ScoreGroup, chosen: Choice, below: ScoreGroup, plan: Plan, stranded: KnsbPlayer | None = None
) -> Choice | None:
    """KNSB:2014 C12: another pairing of the group above from which others come down, as many and with the same scores.

    With them the group below must be pairable as its plan asks; who comes new must have an opponent there (C1), and so
    must the player for whose sake C1 asks. The pairings above are taken from the best down. Players whom C1 has sent on
    stay sent on.
    """
    if not chosen.pairs or not chosen.leaving or (stranded is not None and stranded in above.sent_on):
        return None

    came = above.at(chosen.leaving)
    beyond = _arriving(above, came, below, plan, stranded)
    if beyond is None:
        return None

    def helps(leaving: tuple[int, ...]) -> bool:
        return leaving != chosen.leaving and _helps(above, leaving, below, plan, stranded)

    among = bits(place for place, row in enumerate(beyond.reach) if row)
    wanted = Wanted(len(came), among, Counter(one.score for one in came), helps)
    return first_with_leavers(above, chosen.plan, beyond, wanted)


def completing(above: ScoreGroup, last: ScoreGroup) -> Choice | None:
    """KNSB:2014 C13: the first pairing of the last group but one with which the last can be paired, or None.

    Its plans come in the order of C14, until no pair is left.
    """
    beyond = _last_group(above, last)
    if not is_seatable(above.table, 0, beyond):
        return None

    plan: Plan | None = above.first_plan()
    most: dict[int, int] = {}  # M1 → how many pairs there can be, with the last group in view
    while plan is not None and plan.pairs > 0:
        if plan.moved not in most:
            most[plan.moved] = most_pairs(above.table, plan.moved, above.moved_down, beyond)
        if plan.pairs <= most[plan.moved]:
            found = _completing(above, plan, beyond)
            if found is not None:
                return found
        plan = above.next_plan(plan)
    return None


def _completing(above: ScoreGroup, plan: Plan, beyond: Beyond) -> Choice | None:
    try:
        return first_choice(above.table, plan, above.moved_down, beyond)
    except NotWeighable:
        return _asked_for_fewer(above, plan, beyond)


def _asked_for_fewer(above: ScoreGroup, plan: Plan, beyond: Beyond) -> Choice | None:
    """KNSB:2014 C14b2 in a reopened group: M1 has gone down, P1 stands where it was, and more pairs could be made.

    With M1 the greatest number that can be had, P1 is M1 or one more: so no pairs at all are made of players who did
    not move down, or one, and it is tried with each of them as its upper player. The others may meet in the last group.
    """
    residents = above.table.everybody & ~bits(above.moved_down)
    uppers = (NOBODY,) if plan.pairs == plan.moved else tuple(members(residents))
    beyonds = (replace(beyond, meeting_below=residents, upper=upper) for upper in uppers)
    found = (first_choice(above.table, plan, above.moved_down, each) for each in beyonds)
    return min((one for one in found if one is not None), key=lambda one: one.rank, default=None)


# -- both groups as one graph ------------------------------------------------------------------------------------------


def _last_group(above: ScoreGroup, last: ScoreGroup) -> Beyond:
    """Where the leavers of the group above go in C13: to the players of the last group, and one perhaps to the bye."""
    others = in_rank_order((*above.sent_on, *last.residents))
    has_bye = (above.table.size + len(others)) % 2
    return _beyond(above, others, [above.table.may_have_bye] * has_bye, [lambda one: one.may_have_bye] * has_bye)


def _arriving(
    above: ScoreGroup, came: Players, below: ScoreGroup, plan: Plan, stranded: KnsbPlayer | None
) -> Beyond | None:
    """Where the leavers of the group above go in C12: to opponents below, or on from there. None: too few are left.

    All that is asked of them is in it, but for how many have which score.
    """
    staying = without(below.residents, below.sent_on)
    fixed = without(above.sent_on, below.sent_on)
    others = in_rank_order((*fixed, *staying))
    count = len(others) + len(came) - 2 * plan.pairs
    if count < 0:
        return None
    added = without(below.added or (), below.sent_on)
    moved = bits(place for place, one in enumerate(others) if one in fixed or one in added)
    spare = moved.bit_count() + len(came) - plan.moved  # so many who moved down need not be S1
    if plan.moved == 0:
        return _limit(above, others, staying, came, count, count, below, stranded)
    if below.added is None:
        return _limit(above, others, staying, came, count, min(count, spare), below, stranded)
    open_chairs = count if spare else 0
    beyond = _limit(above, others, staying, came, count, open_chairs, below, stranded)
    if spare:
        unled = (1 << len(others)) - 1 & ~moved
        return replace(beyond, unled=unled, most_unled=plan.pairs - plan.moved)
    return _without_pairs_of(moved, beyond, len(others))


def _without_pairs_of(moved: int, beyond: Beyond, players: int) -> Beyond:
    """All who moved down are S1: no two of them meet, and none of them is left over."""
    residents = (1 << players) - 1 & ~moved
    among = [
        row & residents if moved >> vertex & 1 else row & ~moved if vertex >= players else row
        for vertex, row in enumerate(beyond.among)
    ]
    reach = tuple(row & residents for row in beyond.reach)
    kinds = tuple((kind, moved >> n & 1) for n, kind in enumerate(beyond.kinds))
    return replace(beyond, reach=reach, among=tuple(among), kinds=kinds)


def _limit(
    above: ScoreGroup,
    others: Players,
    staying: Players,
    came: Players,
    count: int,
    spare: int,
    below: ScoreGroup,
    stranded: KnsbPlayer | None,
) -> Beyond:
    """Only players with the scores of those who came may leave; ``spare`` of the chairs below are open to them."""
    table = above.table
    scores = {one.score for one in came}
    may_leave = bits(place for place, one in enumerate(table.players) if one.score in scores and one is not stranded)
    residents = {one.player for one in staying}
    may_sit = bits(
        place
        for place, one in enumerate(table.players)
        if (one.may_have_bye if below.is_last else one in came or any(may_meet(one, other) for other in staying))
    )
    from_above = [may_leave & may_sit if chair < spare else 0 for chair in range(count)]

    def may_take(chair: int) -> Callable[[KnsbPlayer], bool]:
        return lambda one: (chair < spare or one.player in residents) and (one.may_have_bye or not below.is_last)

    beyond = _beyond(above, others, from_above, [may_take(chair) for chair in range(count)])
    reach = tuple(row if may_leave >> place & 1 else 0 for place, row in enumerate(beyond.reach))
    return replace(beyond, reach=reach)


def _beyond(
    above: ScoreGroup,
    others: Players,
    chairs_from_above: Sequence[int],
    chairs_from_below: Sequence[Callable[[KnsbPlayer], bool]],
) -> Beyond:
    """The players below and, behind them, the chairs; each chair says who of either group may take it."""
    size = len(others)
    reach = []
    for place, one in enumerate(above.table.players):
        row = bits(n for n, other in enumerate(others) if may_meet(one, other))
        row |= bits(size + n for n, who in enumerate(chairs_from_above) if who >> place & 1)
        reach.append(row)
    among = []
    for one in others:
        row = bits(n for n, other in enumerate(others) if one is not other and may_meet(one, other))
        row |= bits(size + n for n, may_take in enumerate(chairs_from_below) if may_take(one))
        among.append(row)
    for may_take in chairs_from_below:
        among.append(bits(n for n, one in enumerate(others) if may_take(one)))
    kinds = tuple((one.preference, one.is_topscorer, row >> size) for one, row in zip(others, among, strict=False))
    return Beyond(tuple(reach), tuple(among), is_open=True, kinds=kinds)


def _helps(
    above: ScoreGroup, leaving: tuple[int, ...], below: ScoreGroup, plan: Plan, stranded: KnsbPlayer | None
) -> bool:
    """With these leavers the group below can be paired as its plan asks."""
    arrived = in_rank_order((*above.sent_on, *above.at(leaving)))
    still_here = {one.player for one in (*arrived, *below.residents)}
    trial = below.with_arrived(arrived, tuple(one for one in below.sent_on if one.player in still_here))
    new = {one.player for one in without(above.at(leaving), below.arrived)}
    if stranded is not None:
        new.add(stranded.player)
    return not any(one.player in new for one in trial.stranded_players()) and trial.can(plan)
