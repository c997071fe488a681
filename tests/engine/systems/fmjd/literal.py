"""The objective of the FMJD systems read literally: all complete pairings of a small field, and the best of them.

It shares with the engine how a tournament is read (the ordered field) and the order of candidates inside a group; the
search, and what it keeps in which order, are written anew, with no matching and no cleverness.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.systems.fmjd.entrants import Entrant
from engine.systems.fmjd.field import FmjdField, due_colour
from engine.systems.fmjd.methods import METHODS, Method, in_blocks
from engine.systems.fmjd.options import Axes

Mates = dict[int, int]


def in_conflict(one: Entrant, other: Entrant, preference: str) -> bool:
    """FMJD 3.7: weak: both had the same colour two times more often or worse. Strong: both are due the same colour."""
    if preference == "weak":
        lower, higher = sorted((one.sheet.balance, other.sheet.balance))
        return lower >= 2 or higher <= -2
    return preference == "strong" and due_colour(one) is not None and due_colour(one) is due_colour(other)


def complete_pairings(field: FmjdField) -> Iterator[Mates]:
    def extend(free: tuple[int, ...], mates: Mates) -> Iterator[Mates]:
        if not free:
            yield dict(mates)
            return
        one, *others = free
        for other in others:
            if field.rows[one] >> other & 1:
                rest = tuple(v for v in others if v != other)
                yield from extend(rest, mates | {one: other, other: one})

    yield from extend(tuple(range(len(field.entrants))), {})


def best_pairing(field: FmjdField, axes: Axes) -> Mates | None:
    return min(complete_pairings(field), key=lambda mates: objective(field, axes, mates), default=None)


def objective(field: FmjdField, axes: Axes, mates: Mates) -> list[Any]:
    group_of = {v: g for g, group in enumerate(field.groups) for v in group}
    pairs = [(v, mate) for v, mate in mates.items() if v < mate]
    number = len(field.groups)
    key: list[Any] = []
    for border in range(1, number):
        key.append(sum(group_of[a] < border <= group_of[b] for a, b in pairs))
    for group in range(1, number - 1):
        carried = [field.entrants[a].score for a, b in pairs if group_of[a] < group < group_of[b]]
        key += [len(carried), sorted(carried)]
    if field.dummy is not None and axes.dummy == "last-player":
        key.append(-mates[field.dummy])
    for group in range(number):
        key += _group_key(field, axes, mates, group_of, group)
    return key


def _group_key(field: FmjdField, axes: Axes, mates: Mates, group_of: dict[int, int], group: int) -> list[Any]:
    gone = _bye_pair(field, axes, mates)
    own = [v for v in field.groups[group] if v not in gone]
    floaters = [v for v in range(field.groups[group][0]) if group_of[mates[v]] >= group and v not in gone]
    met = [v for v in own if group_of[mates[v]] < group]
    leaving = [v for v in own if group_of[mates[v]] > group]
    key: list[Any] = []
    if field.round > 1:
        for back in range(min(axes.floats, field.round - 1)):
            key.append(
                sum(field.entrants[v].floated_up[back] for v in met)
                + sum(field.entrants[v].floated_down[back] for v in leaving)
            )
        lower = [(mates[v], v) for v in own if mates[v] < v and v != field.dummy]
        key.append(sum(in_conflict(field.entrants[a], field.entrants[b], axes.colour) for a, b in lower))
    carried = [v for v in floaters if group_of[mates[v]] > group]
    staying = [v for v in own if group_of[mates[v]] == group]
    order = _preference(field, axes, own)
    if axes.waiting_room_first:
        key.append([v for v in floaters if v in carried])
        key.append([order.index(v) for v in order if v in leaving])
        staying = [v for v in (*floaters, *own) if v not in carried and v not in leaving]
    else:
        candidates = own if axes.floater_meets == "first" else own[::-1]
        key.append([candidates.index(mates[v]) if mates[v] in own else len(own) for v in floaters])
        key.append([order.index(v) for v in order if v in leaving])
    key.append(_inside(field, axes, mates, group, staying))
    return key


def _bye_pair(field: FmjdField, axes: Axes, mates: Mates) -> tuple[int, ...]:
    if field.dummy is None or axes.dummy != "last-player":
        return ()
    return (field.dummy, mates[field.dummy])


def _preference(field: FmjdField, axes: Axes, own: list[int]) -> list[int]:
    if axes.odd == "drawn":
        return sorted(own, key=lambda v: field.entrants[v].drawn)
    return own if axes.odd == "first" else own[::-1]


def _inside(field: FmjdField, axes: Axes, mates: Mates, group: int, staying: list[int]) -> list[int]:
    method: Method = METHODS[axes.first_method if field.round == 1 else axes.method]
    if axes.acceleration != "none" and group == 0:
        is_long = axes.acceleration == "four-groups" and len(staying) > field.rounds_left
        if field.round == 1 or is_long:
            method = in_blocks(axes.acceleration_groups if axes.acceleration == "four-groups" else 4)
    taken: set[int] = set()
    key = []
    for player, candidates in method(field, staying):
        if player not in taken:
            taken |= {player, mates[player]}
            key.append(list(candidates).index(mates[player]))
    return key
