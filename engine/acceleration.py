"""Virtual points that count for pairing only: FIDE C.04.7 (Baku), Haley, four groups, or the arbiter's own list."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from engine.errors import Refusal
from engine.model import PlayerId, Rules, Tournament, Value
from engine.pairing import read_options

VirtualPoints = Callable[[PlayerId, int], int]


class Acceleration(Value, frozen=True, forbid_unknown_fields=True):
    """The options of a Swiss system that has accelerations.

    ``virtual_points``: one text for each accelerated player, his number and then the virtual points of rounds 1, 2,
    3 … in the unit of the point table: ``"12 2 2 1 1"``. It goes before ``acceleration``.
    """

    acceleration: Literal["none", "baku", "haley", "four-groups"] = "none"
    virtual_points: tuple[str, ...] = ()


def check_options(rules: Rules) -> None:
    """Refuse options that cannot be read."""
    listed(read_options(rules, Acceleration))


def virtual_points(t: Tournament, order: Sequence[PlayerId]) -> VirtualPoints:
    """What the rules of this tournament add to a player's score when a round is paired."""
    options = read_options(t.rules, Acceleration)
    if options.virtual_points:
        return _from(listed(options))
    if options.acceleration == "none":
        return _nothing
    upper_half, per_round = _SCHEMES[options.acceleration]
    upper = upper_half(t, order)
    added = per_round(t.rules)
    return lambda player, number: added[number - 1] if number <= len(added) and player in upper else 0


def in_numbers(t: Tournament, order: Sequence[PlayerId]) -> dict[PlayerId, tuple[int, ...]]:
    """For each accelerated player the virtual points of rounds 1, 2, 3 … up to his last."""
    extra = virtual_points(t, order)
    found: dict[PlayerId, tuple[int, ...]] = {}
    for player in order:
        units = [extra(player, number) for number in range(1, t.rules.rounds + 1)]
        while units and not units[-1]:
            units.pop()
        if units:
            found[player] = tuple(units)
    return found


def _nothing(player: PlayerId, number: int) -> int:
    return 0


def listed(options: Acceleration) -> dict[PlayerId, tuple[int, ...]]:
    """The list as values: for each player the virtual points of rounds 1, 2, 3 …"""
    given: dict[PlayerId, tuple[int, ...]] = {}
    for line in options.virtual_points:
        try:
            player, *points = (int(word) for word in line.split())
        except ValueError as error:
            raise Refusal("option-not-readable", option="virtual_points", value=line) from error
        given[player] = tuple(points)
    return given


def _from(given: Mapping[PlayerId, tuple[int, ...]]) -> VirtualPoints:
    return lambda player, number: given[player][number - 1] if number <= len(given.get(player, ())) else 0


def _baku_group(t: Tournament, order: Sequence[PlayerId]) -> frozenset[PlayerId]:
    """FIDE C.04.7: the first half, rounded up to an even number, of those who were there from the start.

    The last of them stays the last: a late entry above him joins the group, one below does not.
    """
    return _down_to(t, order, lambda count: 2 * -(-count // 4))


def _upper_half(t: Tournament, order: Sequence[PlayerId]) -> frozenset[PlayerId]:
    return _down_to(t, order, lambda count: -(-count // 2))


def _down_to(t: Tournament, order: Sequence[PlayerId], size: Callable[[int], int]) -> frozenset[PlayerId]:
    from_the_start = [player for player in order if t.entries[player].from_round == 1]
    if not from_the_start:
        return frozenset()
    last = from_the_start[size(len(from_the_start)) - 1] if size(len(from_the_start)) else from_the_start[0]
    return frozenset(order[: order.index(last) + 1])


def _baku(rules: Rules) -> tuple[int, ...]:
    """FIDE C.04.7: in the first half of the rounds, a win for the first half of these and a draw for the rest."""
    accelerated = -(-rules.rounds // 2)
    full = -(-accelerated // 2)
    return (rules.points.win,) * full + (rules.points.draw,) * (accelerated - full)


def _haley(rules: Rules) -> tuple[int, ...]:
    """Haley: the upper half is a win ahead in rounds 1 and 2."""
    return (rules.points.win,) * 2


def _four_groups(rules: Rules) -> tuple[int, ...]:
    """Four groups: in round 1 only, so that the first quarter meets the second and the third the fourth."""
    return (rules.points.win,)


Group = Callable[[Tournament, Sequence[PlayerId]], frozenset[PlayerId]]
_SCHEMES: Mapping[str, tuple[Group, Callable[[Rules], tuple[int, ...]]]] = {
    "baku": (_baku_group, _baku),
    "haley": (_upper_half, _haley),
    "four-groups": (_upper_half, _four_groups),
}
