"""Counts to keep low (FMJD 3.5, 3.7, 3.8) over a field."""

from __future__ import annotations

from collections.abc import Iterable

from engine.systems.fmjd.field import FmjdField, due_alike
from engine.systems.fmjd.tariff import Count


def borders(field: FmjdField) -> list[Count]:
    """FMJD 3.5: as many as possible are paired in their own group: from the top, few pairs across each border."""
    return [
        _between(field, above := _first_groups(field, border), _all(field) & ~above, least=above.bit_count() % 2)
        for border in range(1, len(field.groups))
    ]


def carried_through(field: FmjdField) -> list[Count]:
    """FMJD 3.6: whoever leaves a group meets the next one: for each group from the top, few who pass all of it."""
    return [_passing(field, group, group) for group in range(1, len(field.groups) - 1)]


def carried_from_far(field: FmjdField, group: int) -> list[Count]:
    """KNDB waiting room 3: if some must pass a group, those with the lowest scores: the nearest above it."""
    return [_passing(field, group, origin) for origin in range(group - 1, 0, -1)]


def _passing(field: FmjdField, group: int, above_group: int) -> Count:
    """Pairs of somebody of the first groups with somebody below that group."""
    below = _all(field) & ~_first_groups(field, group + 1)
    return _between(field, _first_groups(field, above_group), below)


def repeated_floats(field: FmjdField, group: int, window: int) -> list[Count]:
    """FMJD 3.8: nobody floats again the way they did in the last round; then, the way they did in the round before it.

    Counted for the group's own players: those who meet somebody from above and those who leave.
    """
    above, below = _first_groups(field, group), _all(field) & ~_first_groups(field, group + 1)
    counts = []
    for back in range(min(window, field.round - 1)):
        up = _bits(v for v in field.groups[group] if field.entrants[v].floated_up[back])
        down = _bits(v for v in field.groups[group] if field.entrants[v].floated_down[back])
        counts.append(_marking(field, (above, up), (down, below)))
    return counts


def colour_conflicts(field: FmjdField, group: int, preference: str) -> list[Count]:
    """FMJD 3.7: pairs of which not both can have their colour, among those whose lower player is in this group."""
    if preference == "none" or field.round == 1:
        return []
    down_to_here = _first_groups(field, group + 1)
    own = down_to_here & ~_first_groups(field, group)
    alike = due_alike(field.entrants, preference)
    return [_marking(field, *((those & own, those & down_to_here) for those in alike))]


def _between(field: FmjdField, one: int, other: int, least: int = 0) -> Count:
    return Count(_marking(field, (one, other)).marked, least)


def _marking(field: FmjdField, *sides: tuple[int, int]) -> Count:
    return Count(tuple(_partners(v, *sides) for v in range(len(field.entrants))))


def _partners(vertex: int, *sides: tuple[int, int]) -> int:
    """Those on the other side of one of these pairs of sets."""
    found = 0
    for one, other in sides:
        found |= (other if one >> vertex & 1 else 0) | (one if other >> vertex & 1 else 0)
    return found


def _first_groups(field: FmjdField, number: int) -> int:
    return (1 << sum(len(group) for group in field.groups[:number])) - 1


def _all(field: FmjdField) -> int:
    return (1 << len(field.entrants)) - 1


def _bits(vertices: Iterable[int]) -> int:
    return sum(1 << v for v in vertices)
