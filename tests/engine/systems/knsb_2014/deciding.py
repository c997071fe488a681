"""Which article decides for our pairing and against another one: of the first group in which the two differ."""

from __future__ import annotations

from engine.model import PlayerId, Tournament
from engine.systems.knsb.criteria import add_up
from engine.systems.knsb.pairing import settled_groups
from engine.systems.knsb.procedure import PairedGroup

Pairs = set[frozenset[PlayerId]]

# In the order in which a group is paired: what the score of who leaves is, then what C10 may lower, last first.
ARTICLES = ("B3", "C10g", "C10f", "C10e", "C10e", "C10d", "C10c", "C10b", "C10a")


def deciding(t: Tournament, others: Pairs) -> str:
    """The article; "?" if ours has no better claim than the other pairing, "" if there is no difference."""
    for settled in settled_groups(t):
        inside = {one.player for one in settled.group.everybody}
        theirs = {pair for pair in others if pair <= inside}
        if theirs != {frozenset((one.player, other.player)) for one, other in settled.pairs}:
            return _in(settled, theirs)
    return ""


def _in(settled: PairedGroup, theirs: Pairs) -> str:
    table, plan = settled.group.table, settled.choice.plan
    places = [(one, other) for one, other in (sorted(table.place[player] for player in pair) for pair in theirs)]
    if len(places) != plan.pairs:
        return "C14a" if len(places) < plan.pairs else "?"
    moved = set(settled.group.moved_down)
    if sum(bool(moved.intersection(pair)) for pair in places) < plan.moved:
        return "C13" if settled.group.added is not None else "C14b2"
    return _by_what_is_ignored(settled, places)


def _by_what_is_ignored(settled: PairedGroup, places: list[tuple[int, int]]) -> str:
    table = settled.group.table
    seated = {place for pair in places for place in pair}
    left = [place for place in range(table.size) if place not in seated]
    theirs = add_up([*(table.of_pair(*pair) for pair in places), *map(table.of_leaving, left)])
    for article, mine, other in zip(ARTICLES, settled.choice.ignored, theirs, strict=True):
        if mine != other:
            return article if mine < other else "?"
    return _by_the_order_of_d(settled, places)


def _by_the_order_of_d(settled: PairedGroup, places: list[tuple[int, int]]) -> str:
    """Both ignore the same. Theirs has other players of S1 (D3), or gives one of them a lower opponent (D1)."""
    choice = settled.choice
    opponent = dict(places) | {lower: upper for upper, lower in places}
    for one, ours in zip(choice.first, choice.opponents, strict=True):
        if one not in opponent or opponent[one] in choice.first:
            return "D3"
        if opponent[one] != ours:
            return "D1.2" if opponent[one] > ours else "?"
    return "D2" if choice.exchange.leaving or any(one not in opponent for one in choice.uppers) else "D1.1"
