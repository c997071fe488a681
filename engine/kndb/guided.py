"""KNDB modification 1: the first rounds are guided, so that the strongest neither meet at once nor waste a round."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

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
        raise Refusal("player-in-two-strength-groups", groups=tuple(lines))
    return groups


def kept_to_their_groups(rows: list[int], order: Sequence[PlayerId], groups: Sequence[Sequence[PlayerId]]) -> None:
    """KNDB modification 1: players of one strength group do not meet those of another; who is in none is one more."""
    group_of = {player: number for number, group in enumerate(groups) for player in group}
    mine = [group_of.get(player, len(groups)) for player in order]
    for place, group in enumerate(mine):
        rows[place] &= sum(1 << other for other, theirs in enumerate(mine) if theirs == group)


def guided_lots(seed: str, groups: Sequence[Sequence[PlayerId]]) -> tuple[PlayerId, ...]:
    """KNDB modification 1: a guided draw: the lots are drawn group by group, the first group has the lowest.

    The highest then meets the lowest in round 1, and the strong of one group do not meet among themselves. In the
    order of SHA-256(seed:number), as lots are drawn everywhere in the house: anybody can draw it again.
    """
    return tuple(player for group in groups for player in sorted(group, key=lambda number: _lot_key(seed, number)))


def _lot_key(seed: str, number: PlayerId) -> str:
    return hashlib.sha256(f"{seed}:{number}".encode()).hexdigest()
