"""The replayed season of a Keizer tournament, worked out once for all views that look at it."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from engine.model import PlayerId, Tournament
from engine.systems.keizer.ladder import ladder_in, season_of
from engine.systems.keizer.season import Season
from ledger.views.ranking import Parts

SEASONS_KEPT = 16


def season(t: Tournament) -> Season:
    return _season(Parts(t))


@lru_cache(maxsize=SEASONS_KEPT)
def _season(parts: Parts) -> Season:
    return season_of(parts.tournament)


def ladder_places(t: Tournament, after_round: int | None = None) -> dict[PlayerId, int]:
    """Everybody's place after a round (by default after the last, the end correction included), the best first.

    Who joins later stands below the ladder until then, in the start order.
    """
    replayed = season(t)
    order = ladder_in(replayed, after_round).order
    to_come = (player for player in replayed.players if player not in order)
    return {player: place for place, player in enumerate((*order, *to_come), start=1)}


def ladder_total(t: Tournament, player: PlayerId) -> Fraction | None:
    """What a player's place was decided by, after the last round; of one who is not on the ladder yet, nothing."""
    rungs = ladder_in(season(t), None).rungs
    return next((rung.total for rung in rungs if rung.player == player), None)
