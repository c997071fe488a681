"""Accelerated first rounds: FIDE C.04.7 (Baku), FMJD 6.1 (four and more groups), FMJD 6.3 (Haley), or a list given.

To a system with score brackets they are virtual points, which count for pairing only. The FMJD's own systems take
``blocks`` and ``haley`` from here too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Literal, TypeVar

from msgspec import structs

from engine.cards import cards
from engine.errors import Gathered, Refusal
from engine.model import PlayerId, Rules, Tournament, Value
from engine.pairing import read_options

T = TypeVar("T")
VirtualPoints = Callable[[PlayerId, int], int]  # (player, round)


class Acceleration(Value, frozen=True, forbid_unknown_fields=True):
    """The options of a Swiss system that has accelerations.

    ``virtual_points``: one text for each accelerated player, their number and then the virtual points of rounds 1, 2,
    3 … in the unit of the point table: ``"12 2 2 1 1"``. It goes before ``acceleration``.
    """

    acceleration: Literal["none", "baku", "haley", "four-groups"] = "none"
    acceleration_groups: int = 4  # FMJD 6.1: four and more
    virtual_points: tuple[str, ...] = ()


def check_options(rules: Rules) -> None:
    """Refuse options that cannot be read."""
    found = Gathered()
    options = read_options(rules, Acceleration, found)
    with found:
        read_virtual_points(options)
    with found:
        check_groups(options.acceleration_groups)
    found.tell()


def check_points(rules: Rules) -> None:
    """FIDE C.04.7 1.1: Baku is for games that are counted 1, ½, 0. (A list of virtual points goes before it.)"""
    points, agreed = rules.points, acceleration_of(rules)
    is_usual = points.win == 2 * points.draw and points.loss == 0
    if agreed["acceleration"] == "baku" and not agreed["virtual_points"] and not is_usual:
        field = "options.acceleration"
        raise Refusal("baku-other-points", field=field, fix=(field, "none"))


def check_groups(groups: int) -> None:
    """FMJD 6.1: four groups, six, eight …"""
    if groups < 4 or groups % 2:
        field = "options.acceleration_groups"
        raise Refusal("acceleration-groups-odd", field=field, groups=groups, fix=(field, max(4, groups + groups % 2)))


def check_handbook(rules: Rules) -> None:
    """VCL4THP 107; FIDE C.02.03 7.1.1: of accelerations the Handbook has Baku's alone."""
    options = read_options(rules, Acceleration)
    if options.virtual_points or options.acceleration not in ("none", "baku"):
        raise Refusal("handbook-acceleration", field="options.acceleration", rule="C.04.7")


def virtual_points(t: Tournament, order: Sequence[PlayerId]) -> VirtualPoints:
    """What the rules of this tournament add to a player's score when a round is paired."""
    options = read_options(t.rules, Acceleration)
    if options.virtual_points:
        return _from(read_virtual_points(options))
    match options.acceleration:
        case "baku":
            return _baku(t, order)
        case "haley":
            return haley(t, order)
        case "four-groups":
            return in_groups(t, order, options.acceleration_groups)
        case "none":
            return _nothing


def in_numbers(t: Tournament, order: Sequence[PlayerId]) -> dict[PlayerId, tuple[int, ...]]:
    """For each accelerated player the virtual points of rounds 1, 2, 3 … up to the last."""
    extra = virtual_points(t, order)
    found: dict[PlayerId, tuple[int, ...]] = {}
    for player in order:
        units = [extra(player, number) for number in range(1, t.rules.rounds + 1)]
        while units and not units[-1]:
            units.pop()
        if units:
            found[player] = tuple(units)
    return found


def acceleration_of(rules: Rules) -> dict[str, object]:
    """What the options say of it, whatever system they are of; what is not said is as usual."""
    usual = structs.asdict(Acceleration())
    return {name: rules.options.get(name, value) for name, value in usual.items()}


def _nothing(player: PlayerId, number: int) -> int:
    return 0


def read_virtual_points(options: Acceleration) -> dict[PlayerId, tuple[int, ...]]:
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


# -- FIDE C.04.7 -------------------------------------------------------------------------------------------------------


def _baku(t: Tournament, order: Sequence[PlayerId]) -> VirtualPoints:
    """FIDE C.04.7 1.4: in the first half of the rounds, a win for the first half of these and a draw for the rest."""
    accelerated = -(-t.rules.rounds // 2)
    full = -(-accelerated // 2)
    added = (t.rules.points.win,) * full + (t.rules.points.draw,) * (accelerated - full)
    first = _baku_group(t, order)
    return lambda player, number: added[number - 1] if number <= accelerated and player in first else 0


def _baku_group(t: Tournament, order: Sequence[PlayerId]) -> frozenset[PlayerId]:
    """FIDE C.04.7 1.2: the first half, rounded up to an even number, of those who play in round 1 or have its bye.

    1.3: the last of them stays the last: a late entry above joins the group, one below does not. (C.04.2 2.4, as
    FIDE's commission reads it: who is absent in round 1 has no number yet, and enters late.)
    """
    paired = _in_round_1(t)
    from_the_start = [player for player in order if player in paired]
    if not from_the_start:
        return frozenset()
    last = from_the_start[2 * -(-len(from_the_start) // 4) - 1]
    return frozenset(order[: order.index(last) + 1])


def _in_round_1(t: Tournament) -> frozenset[PlayerId]:
    if not t.rounds:
        return frozenset(t.available(1))
    first = t.rounds[0]
    seated = frozenset(player for board in first.boards for player in (board.white, board.black))
    return seated if first.bye is None else seated | {first.bye}


# -- FMJD 6 ------------------------------------------------------------------------------------------------------------


def blocks(order: Sequence[T], groups: int = 4) -> list[Sequence[T]]:
    """FMJD 6.1: the ranked field in blocks of two groups each: 1 meets 2, 3 meets 4, and so on.

    The pairs are divided over the blocks; where that does not come out even, the first blocks have one more.
    """
    pairs, extra = divmod(len(order) // 2, groups // 2)
    cut: list[Sequence[T]] = []
    start = 0
    for number in range(groups // 2):
        end = start + 2 * (pairs + (number < extra))
        cut.append(order[start:end])
        start = end
    return cut


def haley(t: Tournament, order: Sequence[PlayerId]) -> VirtualPoints:
    """FMJD 6.3: groups 1 and 2 are a win ahead, so that they meet in round 1 and so that round 2 sets them apart.

    Who had no game in round 1 was in none of the four groups.
    """
    upper = frozenset(blocks(_playing(t, order, 1))[0])
    return lambda player, number: t.rules.points.win if number <= 2 and player in upper else 0


def in_groups(t: Tournament, order: Sequence[PlayerId], groups: int) -> VirtualPoints:
    """FMJD 6.1: round 1, then the first score group while it has more players than rounds are left, in blocks.

    Nobody stands above the first group, so that the least that can be given keeps its blocks apart.
    """

    @cache
    def ahead(number: int) -> Mapping[PlayerId, int]:
        first = _first_score_group(t, order, number)
        is_cut = number == 1 or len(first) // 2 * 2 > t.rules.rounds - number + 1
        cut = blocks(first, groups) if is_cut else []
        return {player: len(cut) - place for place, block in enumerate(cut, start=1) for player in block}

    return lambda player, number: ahead(number).get(player, 0)


def _first_score_group(t: Tournament, order: Sequence[PlayerId], number: int) -> list[PlayerId]:
    """Those with the most points when that round was paired, in order; nobody while it cannot be known."""
    if number > t.next_round:
        return []
    dealt = cards(t.up_to(number - 1))
    playing = _playing(t, order, number)
    most = max((dealt[player].pairing_score for player in playing), default=0)
    return [player for player in playing if dealt[player].pairing_score == most]


def _playing(t: Tournament, order: Sequence[PlayerId], number: int) -> list[PlayerId]:
    """Who has a game in a round; in one that is to be paired, who is to have one."""
    if number >= t.next_round:
        playing = frozenset(t.available(number))
    else:
        boards = t.rounds[number - 1].boards
        playing = frozenset(player for board in boards for player in (board.white, board.black))
    return [player for player in order if player in playing]
