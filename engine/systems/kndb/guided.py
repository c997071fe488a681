"""KNDB modification 1: the first rounds are guided, so that the strongest neither meet at once nor waste a round."""

from __future__ import annotations

from collections.abc import Sequence

from engine.dummy import DUMMY
from engine.errors import Refusal
from engine.model import PlayerId


def strength_groups(lines: Sequence[str]) -> tuple[tuple[PlayerId, ...], ...]:
    """The groups by (estimated) strength, one text for each: the numbers of its players, ``"1 4 7 12"``."""
    try:
        groups = tuple(tuple(int(word) for word in line.split()) for line in lines)
    except ValueError as error:
        raise Refusal("option-not-readable", option="strength_groups", value=", ".join(lines)) from error
    listed = [player for group in groups for player in group]
    if len(listed) != len(set(listed)):
        raise Refusal("player-in-two-strength-groups", field="options.strength_groups", groups=tuple(lines))
    return groups


def kept_to_their_groups(rows: list[int], order: Sequence[PlayerId], groups: Sequence[Sequence[PlayerId]]) -> None:
    """KNDB modification 1: players of one strength group do not meet those of another; who is in none is one more.

    The dummy is of no group: where a group is odd, somebody of it has to meet the dummy.
    """
    mine = _groups_of(order, groups)
    for place, group in enumerate(mine):
        if group is not None:
            rows[place] &= sum(1 << other for other, theirs in enumerate(mine) if theirs in (group, None))


def are_kept_apart(one: PlayerId, other: PlayerId, groups: Sequence[Sequence[PlayerId]]) -> bool:
    """Whether it is because of their strength groups that the two do not meet."""
    mine, theirs = _groups_of((one, other), groups)
    return None not in (mine, theirs) and mine != theirs


def _groups_of(players: Sequence[PlayerId], groups: Sequence[Sequence[PlayerId]]) -> list[int | None]:
    """The number of the group of each; the dummy has none."""
    group_of = {player: number for number, group in enumerate(groups) for player in group}
    return [None if player == DUMMY else group_of.get(player, len(groups)) for player in players]
