"""The tie-breaks that need to know who is tied with whom: direct encounter and the play-off."""

from __future__ import annotations

from collections.abc import Sequence

from engine.model import ExtraGame, ExtraPurpose, PlayerId, Settlement, Tournament
from engine.scoring import points
from engine.tiebreaks import encounter
from engine.tiebreaks.codes import TieBreak
from engine.tiebreaks.table import Table
from engine.tiebreaks.working import Contribution, Working

PLAY_OFF = "PO"
BY_PLAY_OFF = "play-off"  # a settlement


def places(table: Table, tied: Sequence[PlayerId], tiebreak: TieBreak) -> dict[PlayerId, int]:
    """The place of each of the tied players among them; 0 for all if nothing sets them apart."""
    if tiebreak.base == PLAY_OFF:
        return _play_off_places(table, tied)
    return encounter.places(table, tied, tiebreak)


def working(table: Table, player: PlayerId, tied: Sequence[PlayerId], tiebreak: TieBreak) -> Working:
    """The games of a player against those who are tied with them, and their place among these."""
    if tiebreak.base != PLAY_OFF:
        return encounter.direct_encounter(table, player, tied, tiebreak)
    games = [_seen_by(player, game, table) for game in table.tournament.extra_games if _is_between(game, player, tied)]
    return Working(player, tiebreak.code, tuple(games), _play_off_places(table, tied)[player])


def _play_off_places(table: Table, tied: Sequence[PlayerId]) -> dict[PlayerId, int]:
    """KNDB final ranking 1: a play-off (barrage) goes before all other criteria, where the conditions provide for it.

    It is the order that was recorded for a play-off of all who are tied; the latest one counts.
    """
    settlement = settlement_of(table.tournament, tied, BY_PLAY_OFF)
    if settlement is None:
        return dict.fromkeys(tied, 0)
    order = [player for player in settlement.order if player in tied]
    return {player: place for place, player in enumerate(order, start=1)}


def settlement_of(t: Tournament, tied: Sequence[PlayerId], by: str = "") -> Settlement | None:
    """The latest that sets all of them apart, if they are several; ``by``: only one of that kind."""
    if len(tied) < 2:
        return None
    for settlement in reversed(t.settlements):
        is_known = settlement.after_round <= len(t.rounds)
        if is_known and by in ("", settlement.by) and set(tied) <= set(settlement.order):
            return settlement
    return None


def _is_between(game: ExtraGame, player: PlayerId, tied: Sequence[PlayerId]) -> bool:
    both = {game.white, game.black}
    return game.purpose is ExtraPurpose.PLAY_OFF and player in both and both <= set(tied)


def _seen_by(player: PlayerId, game: ExtraGame, table: Table) -> Contribution:
    is_white = player == game.white
    outcome = game.result.outcomes[0 if is_white else 1]
    opponent = game.black if is_white else game.white
    return Contribution(game.after_round, opponent, points(table.points, outcome), "mutual-game")
