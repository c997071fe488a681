"""The start order: the order in which players stand before the first game is played."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from engine.alphabet import alphabetical
from engine.model import Player, PlayerId, Tournament, Value

# KNSB:2014 A2 names the titles in this order; whoever has another one, or none, comes after them.
TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")
_TITLE_RANK = {title: rank for rank, title in enumerate(TITLES)}
_LAST = 10_000  # the year of birth of whom nobody knows it

Strength = tuple[Any, ...]  # the first two parts: rating and title


class NumberMove(Value, frozen=True):
    """A player who gets another start number."""

    player: PlayerId
    old: int
    new: int


def start_order(t: Tournament) -> tuple[PlayerId, ...]:
    """KNSB:2014 A2, FIDE C.04.2 2.2: by rating, then title, then name (or another criterion that was announced). An
    order that was set or fixed takes its place.

    Newcomers follow it; where FIDE's rules hold, they get the place of their rating (C.04.2 2.4).
    """
    order = t.fixed_order or t.start_order
    newcomers = set(t.entries).difference(order)
    by_strength = sorted((t.entries[number].player for number in newcomers), key=_strength(t))
    if not order or not t.order_fixed_by:
        return (*order, *(player.number for player in by_strength))
    return tuple(_with_late_entries(t, order, by_strength))


def _with_late_entries(t: Tournament, order: tuple[PlayerId, ...], newcomers: list[Player]) -> list[PlayerId]:
    """FIDE C.04.2 2.4: each before the first who is weaker."""
    placed, strength = list(order), _strength(t)
    for player in newcomers:
        weaker = (n for n, other in enumerate(placed) if strength(t.entries[other].player) > strength(player))
        placed.insert(next(weaker, len(placed)), player.number)
    return placed


def order_by_strength(t: Tournament) -> tuple[PlayerId, ...]:
    """FIDE C.04.2 2.2, 2.3: the start order as the corrected ratings and titles give it.

    Equal ratings and titles keep the order that was set for them; where none was set, it is the one announced.
    """
    strength = _strength(t)
    if not t.start_order:
        return tuple(player.number for player in sorted(t.players, key=strength))
    return tuple(sorted(start_order(t), key=lambda number: strength(t.entries[number].player)[:2]))


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


def are_equal(t: Tournament, one: PlayerId, other: PlayerId) -> bool:
    """VCL4THP 148: of equal ratings in the tournament; two who have none are."""
    return (t.entries[one].player.rating or 0) == (t.entries[other].player.rating or 0)


def _strength(t: Tournament) -> Callable[[Player], Strength]:
    """The number comes last: two who are equal in all else stand in the order of their registration."""
    among_equals = EQUALS_BY.get(t.rules.equals_by, _no_criterion)

    def strength(player: Player) -> Strength:
        rank = _TITLE_RANK.get(player.title.upper(), len(TITLES))
        return (-(player.rating or 0), rank, *among_equals(player), *_by_name(player, t), player.number)

    return strength


def _by_name(player: Player, t: Tournament) -> tuple[str, str]:
    """FIDE C.04.2 2.2: alphabetically, unless something else was announced."""
    if t.has_alphabet:
        return alphabetical(player.name, t.rules.language)
    return player.name.casefold(), player.name


def _no_criterion(player: Player) -> Strength:
    return ()


def _by_fide_id(player: Player) -> Strength:
    """Who has none comes last."""
    known = player.ids.fide if player.ids.fide.isdecimal() else ""
    return not known, int(known or 0)


def _oldest_first(player: Player) -> Strength:
    return (player.birth_year or _LAST,)


def _youngest_first(player: Player) -> Strength:
    return (-(player.birth_year or -_LAST),)


# FIDE C.04.2 2.2, VCL4THP 146: what may be announced for players of equal rating and title, before their names.
EQUALS_BY: Mapping[str, Callable[[Player], Strength]] = {
    "name": _no_criterion,
    "fide-id": _by_fide_id,
    "oldest": _oldest_first,
    "youngest": _youngest_first,
}
