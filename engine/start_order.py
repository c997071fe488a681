"""The start order: the order in which players stand before the first game is played."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from engine.model import Player, PlayerId, Tournament, Value

# KNSB:2014 A2 names the titles in this order; whoever has another one, or none, comes after them.
TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")
_TITLE_RANK = {title: rank for rank, title in enumerate(TITLES)}


class NumberMove(Value, frozen=True):
    """A player who gets another start number."""

    player: PlayerId
    old: int
    new: int


def start_order(t: Tournament) -> tuple[PlayerId, ...]:
    """KNSB:2014 A2, FIDE C.04.2 2.2: by rating, then title, then name. An order that was set or fixed takes its place.

    Newcomers follow it; where FIDE's rules hold, they get the place of their rating (C.04.2 2.4).
    """
    order = t.fixed_order or t.start_order
    newcomers = set(t.entries).difference(order)
    by_strength = sorted((t.entries[number].player for number in newcomers), key=_strength)
    if not order or not t.order_fixed_by:
        return (*order, *(player.number for player in by_strength))
    return tuple(_with_late_entries(t, order, by_strength))


def _with_late_entries(t: Tournament, order: tuple[PlayerId, ...], newcomers: list[Player]) -> list[PlayerId]:
    """FIDE C.04.2 2.4: each before the first who is weaker."""
    placed = list(order)
    for player in newcomers:
        weaker = (n for n, other in enumerate(placed) if _strength(t.entries[other].player) > _strength(player))
        placed.insert(next(weaker, len(placed)), player.number)
    return placed


def order_by_strength(t: Tournament) -> tuple[PlayerId, ...]:
    """FIDE C.04.2 2.2, 2.3: the start order as the corrected ratings and titles give it.

    Equal ratings and titles keep the order that was set for them; where none was set, they go by name.
    """
    if not t.start_order:
        return tuple(player.number for player in sorted(t.players, key=_strength))
    return tuple(sorted(start_order(t), key=lambda number: _strength(t.entries[number].player)[:2]))


def moved_numbers(old: Sequence[PlayerId], new: Sequence[PlayerId]) -> tuple[NumberMove, ...]:
    """Who has another place in the new order, by that place."""
    before = {player: number for number, player in enumerate(old, start=1)}
    places = ((player, before.get(player, 0), number) for number, player in enumerate(new, start=1))
    return tuple(NumberMove(*place) for place in places if place[1] != place[2])


def fix_order(t: Tournament) -> Tournament:
    """FIDE C.04.2 2.3: when a round is paired, the start order stays as it is, whatever is corrected afterwards.

    (In older logs that began with round 4: corrections in earlier rounds renumbered, as did those after the round was
    taken back.) Who enters later has their place (2.4) for good when the next round is paired.
    """
    if not (t.keeps_numbers or has_fixed_order(t)):
        return replace(t, fixed_order=()) if t.fixed_order else t
    order = start_order(t)
    return t if order == (t.fixed_order or t.start_order) else replace(t, fixed_order=order)


def release_order(t: Tournament) -> Tournament:
    """When a pairing is taken back: numbers are kept as long as another round is paired."""
    if not t.rounds:
        return replace(t, keeps_numbers=False, fixed_order=())
    return t if t.keeps_numbers else fix_order(t)


def has_fixed_order(t: Tournament) -> bool:
    """FIDE C.04.2 2.3: the round after which nobody gets another number is paired."""
    return 0 < t.order_fixed_by <= len(t.rounds)


def _strength(player: Player) -> tuple[int, int, str, str, PlayerId]:
    """The number comes last: two namesakes of equal strength stand in the order of their registration."""
    rank = _TITLE_RANK.get(player.title.upper(), len(TITLES))
    return (-(player.rating or 0), rank, player.name.casefold(), player.name, player.number)
