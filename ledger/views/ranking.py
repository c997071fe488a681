"""The ranking after a round and the cards behind it, worked out once for all views that show them.

``evolve`` shares what it leaves alone, so two states whose parts are the same objects have the same ranking: the tables
of the rounds before stay while results of the newest one come in.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from engine.cards import Card, cards
from engine.model import PlayerId, Tournament
from engine.standings import Standing, rank, table_of
from engine.tiebreaks import Table
from engine.withdrawn import counting

TABLES_KEPT = 128
CARDS_KEPT = 16  # of tournaments: in a hall a phone for every player asks for the cards of one


class Parts:
    """All that a ranking looks at, as a key: equal if they are the same objects."""

    def __init__(self, t: Tournament) -> None:
        self.tournament = t
        self._parts = (
            *t.rounds,
            *(t.entries, t.adjustments, t.extra_games, t.rules, t.start_order, t.fixed_order, t.settlements),
            t.external_values,
            *(t.is_finished, t.end_correction),
            t.periods,
        )

    def __hash__(self) -> int:
        return hash(tuple(map(id, self._parts)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Parts) or len(self._parts) != len(other._parts):
            return False
        return all(one is another for one, another in zip(self._parts, other._parts, strict=True))


def rank_players(t: Tournament) -> tuple[Standing, ...]:
    """The table of ``t``; games that are struck (FIDE C.05 6.6) do not count."""
    return _rank(Parts(t))


@lru_cache(maxsize=TABLES_KEPT)
def _rank(parts: Parts) -> tuple[Standing, ...]:
    return rank(counting(parts.tournament))


def deal_cards(t: Tournament) -> Mapping[PlayerId, Card]:
    """Everybody's card."""
    return _deal(Parts(t))


@lru_cache(maxsize=CARDS_KEPT)
def _deal(parts: Parts) -> Mapping[PlayerId, Card]:
    return cards(parts.tournament)


def table(t: Tournament) -> Table:
    """What the tie-breaks of all look at, with the games that count."""
    return _table(Parts(t))


@lru_cache(maxsize=CARDS_KEPT)
def _table(parts: Parts) -> Table:
    counted = counting(parts.tournament)
    return table_of(counted, deal_cards(counted))
