"""What the ladder adds to one player's card: place, value and total, and what every round pays, so that it adds up.

For the phone of a player, beside the card itself, whose points are those of the games.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import Refusal
from engine.model import PlayerId, Tournament, Value
from ledger.state import State
from ledger.views import ladder_working
from ledger.views.figures import Amount
from ledger.views.ladder_figures import with_ladder, worth
from ledger.views.ladder_working import AbsencesUsed, GamesPlayed, GivenLine, WorkingLine, WorkingQuestion
from ledger.views.periods import find_period, rank_period, summarize_periods
from ledger.views.seasons import season
from ledger.views.view import View, as_ranked

NAME = "ladder-card"
READS = ladder_working.READS


class PeriodStanding(Value, frozen=True):
    """Where the player stands, or stood, in a period that has begun."""

    name: str
    place: int
    total: Amount  # what its rounds have paid
    is_champion: bool  # it is over, and nobody had more


class LadderStanding(View, frozen=True, kw_only=True, tag=NAME):
    """``total`` is ``own_value`` plus the points of all lines and what was given; None: not on the ladder yet."""

    is_corrected: bool = False  # KEIZER EINDKORREKTIE has been made
    place: int | None = None
    value: Amount | None = None  # what the player is worth to the next opponent
    own_value: Amount | None = None  # as the total counts it; 0 where it does not count
    lines: tuple[WorkingLine, ...] = ()  # of the rounds that count
    given: tuple[GivenLine, ...] = ()
    total: Amount | None = None
    games: GamesPlayed | None = None
    absences: AbsencesUsed | None = None
    periods: tuple[PeriodStanding, ...] = ()


def show_ladder_card(state: State, player: PlayerId) -> LadderStanding:
    t = with_ladder(state.tournament)
    try:
        working = ladder_working.show(state, WorkingQuestion(player))
    except Refusal as refusal:
        if refusal.code != "not-on-the-ladder":
            raise
        return LadderStanding(version=state.version)
    rungs = season(as_ranked(t, None)).ladder().rungs
    return LadderStanding(
        version=state.version,
        is_corrected=working.is_corrected,
        place=working.place,
        value=next(worth(t, rung.value) for rung in rungs if rung.player == player),
        own_value=working.own_value,
        lines=working.lines,
        given=working.given,
        total=working.total,
        games=working.games,
        absences=working.absences,
        periods=tuple(_periods(t, player)),
    )


def _periods(t: Tournament, player: PlayerId) -> Iterator[PeriodStanding]:
    for period in summarize_periods(t):
        own = [one for one in rank_period(t, find_period(t, period.number)) if one.player == player]
        if period.from_round <= t.ranked_rounds and own:
            is_champion = any(champion.number == player for champion in period.champions)
            yield PeriodStanding(period.name, own[0].place, worth(t, own[0].total), is_champion)
