"""The figures of a ladder, player by player and round by round (KEIZER fig. 3 and 4).

The value used, what every round pays, the total, and the value that follows from the new place: what a club's secretary
wrote on the list. Every line adds up as its working does (``ladder_working``).
"""

from __future__ import annotations

from engine.ladder import LadderSeason, Rung
from engine.model import Tournament, Value
from ledger.categories import members
from ledger.state import State
from ledger.views import ladder_working
from ledger.views.figures import Amount
from ledger.views.ladder_figures import with_ladder, worth
from ledger.views.ladder_working import (
    AbsencesUsed,
    GamesPlayed,
    GivenLine,
    WorkingLine,
    absences_in,
    games_in,
    given_to,
    lines_of,
)
from ledger.views.seasons import season
from ledger.views.standings import is_official
from ledger.views.view import Person, Question, View, as_ranked, coming_round, person

NAME = "ladder-table"
READS = ladder_working.READS


class LadderTableQuestion(Question["LadderTable"], frozen=True):
    round: int | None = None  # None: the last that counts (``ranked_rounds``), with the end correction if made
    category: str | None = None  # see ``categories``


Ask = LadderTableQuestion


class TableLine(Value, frozen=True):
    """``total`` is ``own_value`` and the points of all rounds and of what was given."""

    place: int  # of a category the place in it
    overall: int  # the place on the whole ladder
    was: int | None  # that place before the round (before the correction, if that was made); None before round 1
    player: Person
    value_used: Amount  # of the place before: by these the totals were made; the mean over a circle
    own_value: Amount  # 0 where it does not count
    rounds: tuple[WorkingLine, ...]  # one for each round that counts, the first first
    given: tuple[GivenLine, ...]
    total: Amount
    next_value: Amount  # of the new place: to the next opponent
    games: GamesPlayed
    absences: AbsencesUsed
    is_withdrawn: bool  # not in the next round
    is_unranked: bool  # after too few games without a place: ``place`` is where the line stands


class LadderTable(View, frozen=True, kw_only=True, tag=NAME):
    round: int  # the last round that counts
    is_official: bool  # every round that counts is closed
    is_corrected: bool  # KEIZER EINDKORREKTIE has been made
    category: str
    lines: tuple[TableLine, ...]  # in the order of the new ladder


def show(state: State, ask: LadderTableQuestion) -> LadderTable:
    t = state.tournament
    counted = with_ladder(as_ranked(t, ask.round))
    replayed, next_round = season(counted), coming_round(t, ask.round)
    found = replayed.ladder(ask.round)
    listed = None if ask.category is None else members(t, ask.category)
    rungs = [rung for rung in found.rungs if listed is None or rung.player in listed]
    return LadderTable(
        version=state.version,
        round=found.after_round,
        is_official=is_official(counted),
        is_corrected=found.is_corrected,
        category=ask.category or "",
        lines=tuple(_line(t, ask, replayed, place, rung, next_round) for place, rung in enumerate(rungs, start=1)),
    )


def _line(
    t: Tournament, ask: LadderTableQuestion, replayed: LadderSeason, place: int, rung: Rung, next_round: int
) -> TableLine:
    working = replayed.working(rung.player, ask.round)
    return TableLine(
        place=place,
        overall=rung.place,
        was=rung.was,
        player=person(t, rung.player),
        value_used=worth(t, working.value_used),
        own_value=worth(t, working.own_value),
        rounds=lines_of(t, working),
        given=given_to(t, working),
        total=worth(t, working.total),
        next_value=worth(t, rung.value),
        games=games_in(working),
        absences=absences_in(working),
        is_withdrawn=t.entries[rung.player].withdrawal_in(next_round) is not None,
        is_unranked=rung.is_unranked,
    )
