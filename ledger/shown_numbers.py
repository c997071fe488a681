"""Numbers of players as people see them: those by which the log knows them, or their start numbers.

A player's number in the log is theirs for ever: links, keys and the API name them by it. Where the organiser has said
so, pages, prints, phones, screens and the command line show the place in the start order instead, which is the number
in the TRF; whoever shows or reads a number asks here, so that the two are never mixed.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from engine.model import PlayerId, Tournament
from engine.start_order import start_order

_KEPT = 32  # of tournaments, or moments of them


def shown_number(t: Tournament, player: PlayerId) -> int:
    """Of somebody whose entry was removed: theirs in the log."""
    return shown_numbers(t).get(player, player) if t.shows_start_numbers else player


def shown_numbers(t: Tournament) -> Mapping[PlayerId, int]:
    """Of those where they are shown otherwise than the log knows them; by their numbers there."""
    return _places(_Order(t)) if t.shows_start_numbers else {}


def find_by_shown_number(t: Tournament, number: int) -> PlayerId:
    """Whom people mean by a number; one that nobody has stays as it is, and is refused where it is decided."""
    if not t.shows_start_numbers:
        return number
    return _players(_Order(t)).get(number, _NOBODY if number in t.entries else number)


_NOBODY = 0  # no player has this number


class _Order:
    """A tournament as a key: equal if the start order follows from the same objects, which ``evolve`` leaves alone."""

    def __init__(self, t: Tournament) -> None:
        self.t = t
        self._parts = (t.entries, t.start_order, t.fixed_order, t.rules, t.order_fixed_by, t.has_alphabet)

    def __hash__(self) -> int:
        return id(self.t.entries)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Order):
            return False
        return all(one is another for one, another in zip(self._parts, other._parts, strict=True))


@lru_cache(maxsize=_KEPT)
def _places(order: _Order) -> dict[PlayerId, int]:
    return {player: place for place, player in enumerate(start_order(order.t), start=1)}


@lru_cache(maxsize=_KEPT)
def _players(order: _Order) -> dict[int, PlayerId]:
    return {place: player for player, place in _places(order).items()}
