"""The start order: the order in which players stand before the first game is played."""

from __future__ import annotations

from engine.model import Player, PlayerId, Tournament

# KNSB:2014 A2 names the titles in this order; whoever has another one, or none, comes after them.
TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")
_TITLE_RANK = {title: rank for rank, title in enumerate(TITLES)}


def start_order(t: Tournament) -> tuple[PlayerId, ...]:
    """KNSB:2014 A2: by rating, then title, then name. An order that was set takes its place; newcomers follow it."""
    newcomers = set(t.entries).difference(t.start_order)
    by_strength = sorted((t.entries[number].player for number in newcomers), key=_strength)
    return (*t.start_order, *(player.number for player in by_strength))


def _strength(player: Player) -> tuple[int, int, str, str, PlayerId]:
    """The number comes last: two namesakes of equal strength stand in the order of their registration."""
    rank = _TITLE_RANK.get(player.title.upper(), len(TITLES))
    return (-(player.rating or 0), rank, player.name.casefold(), player.name, player.number)
