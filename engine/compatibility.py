"""Compatibility table of a round: who may meet whom, as bitsets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from engine.matching.bitsets import members
from engine.model import PlayerId, Tournament


def compatibility(t: Tournament, order: Sequence[PlayerId], met: Callable[[PlayerId], Iterable[PlayerId]]) -> list[int]:
    """For each player of ``order`` the places in it of those whom they may meet in the round to come."""
    places = {player: place for place, player in enumerate(order)}
    everybody = (1 << len(order)) - 1
    rows = [everybody & ~(1 << place) & ~places_of(met(player), places) for player, place in places.items()]
    for separation in t.separations:
        if separation.holds_in(t.next_round):
            apart(rows, places_of(separation.players, places))
    return rows


def apart(rows: list[int], these: int) -> None:
    """None of these may meet another of them."""
    for place in members(these):
        rows[place] &= ~these


def places_of(players: Iterable[PlayerId], places: dict[PlayerId, int]) -> int:
    found = 0
    for player in players:
        if player in places:
            found |= 1 << places[player]
    return found
