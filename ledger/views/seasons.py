"""The replayed season of a Keizer tournament, worked out once for all views that look at it."""

from __future__ import annotations

from functools import lru_cache

from engine.keizer.ladder import ladder_in, season_of
from engine.keizer.season import Season
from engine.model import PlayerId, Tournament
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
