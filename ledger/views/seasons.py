"""Replayed seasons of tournaments with a ladder, worked out once for all views that look at them."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from engine.ladder import LadderSeason
from engine.model import PlayerId, Tournament
from engine.registry import SYSTEMS
from ledger.views.ranking import Parts

SEASONS_KEPT = 16


def season(t: Tournament) -> LadderSeason:
    """Of a tournament whose system has a ladder."""
    return _season(Parts(t))


@lru_cache(maxsize=SEASONS_KEPT)
def _season(parts: Parts) -> LadderSeason:
    rules = SYSTEMS[parts.tournament.rules.system].ladder
    assert rules is not None
    return rules.replay(parts.tournament)


def ladder_places(t: Tournament, after_round: int | None = None) -> dict[PlayerId, int]:
    """Everybody's place after a round (by default after the last, the end correction included), the best first.

    Who joins later stands below the ladder until then, in the start order.
    """
    replayed = season(t)
    order = replayed.ladder(after_round).order
    to_come = (player for player in replayed.players if player not in order)
    return {player: place for place, player in enumerate((*order, *to_come), start=1)}


def unranked_players(t: Tournament) -> frozenset[PlayerId]:
    """Who has played too few games for a place on the list of the finished season."""
    return frozenset(rung.player for rung in season(t).ladder().rungs if rung.is_unranked)


def ladder_total(t: Tournament, player: PlayerId) -> Fraction | None:
    """What a player's place was decided by, after the last round; of one who is not on the ladder yet, nothing."""
    rungs = season(t).ladder().rungs
    return next((rung.total for rung in rungs if rung.player == player), None)
