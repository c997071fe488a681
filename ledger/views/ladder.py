"""The ladder of a Keizer tournament after the last round that counts, or after an earlier one."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from engine.ladder import Rung
from engine.model import PlayerId, Tournament, Value
from ledger.categories import members
from ledger.state import State
from ledger.views.figures import Amount
from ledger.views.ladder_figures import ladder_rules, with_ladder, worth
from ledger.views.periods import PeriodSummary, find_period, rank_period, round_asked, summarize_periods
from ledger.views.seasons import season
from ledger.views.standings import is_official, with_open_game
from ledger.views.view import Person, Question, View, as_ranked, coming_round, person

NAME = "ladder"
READS: tuple[str, ...] = (
    "details",
    "entries",
    "rounds",
    "adjustments",
    "rules",
    "start_order",
    "is_finished",
    "end_correction",
    "periods",
)


class LadderQuestion(Question["Ladder"], frozen=True):
    round: int | None = None  # None: the last that counts (``ranked_rounds``), with the end correction if made
    category: str | None = None  # see ``categories``
    period: int | None = None  # what its rounds have paid; None: the ladder of the whole season


Ask = LadderQuestion


class LadderLine(Value, frozen=True):
    place: int  # of a category the place in it
    overall: int  # the place on the whole ladder
    was: int | None  # that place before the round (before the correction, if that was made); None before round 1
    movement: int  # places gained since then; lost ones are negative
    player: Person
    value: Amount  # what the player is worth to the next opponent
    points: Amount  # what this round pays, as the total counts it
    total: Amount
    is_withdrawn: bool  # not in the next round
    has_open_game: bool  # in a round that counts: in progress, postponed or adjourned
    has_few_games: bool  # of a finished season: fewer than its list asks for
    is_unranked: bool  # and therefore below all others, without a place: ``place`` is where the line stands


class LadderGroup(Value, frozen=True):
    """A part of the ladder that is ranked apart: a category, or a rating group by its lowest rating (the last: 0)."""

    name: str
    players: tuple[PlayerId, ...]  # best first


class Ladder(View, frozen=True, kw_only=True, tag=NAME):
    round: int  # the last round that counts
    is_official: bool  # every round that counts is closed
    is_corrected: bool  # KEIZER EINDKORREKTIE has been made
    category: str
    lines: tuple[LadderLine, ...]
    ranked_apart: str  # "no", "category" or "rating"
    groups: tuple[LadderGroup, ...]
    circle: int  # how many ladders follow each other for ever; 1: it stands still, or one pass was made
    alternating: tuple[PlayerId, ...]  # who has more than one place on them
    period: int = 0  # what the lines are about; 0: the whole season
    periods: tuple[PeriodSummary, ...] = ()  # of the season, with their champions


def show(state: State, ask: LadderQuestion) -> Ladder:
    t, periods = state.tournament, summarize_periods(state.tournament, ask.round)
    if ask.period is not None:
        ask = replace(ask, round=round_asked(t, find_period(t, ask.period), ask.round))
    counted = with_ladder(as_ranked(t, ask.round))
    found = season(counted).ladder(ask.round)
    listed = None if ask.category is None else members(t, ask.category)
    next_round, open_games = coming_round(t, ask.round), with_open_game(counted)
    rungs = found.rungs if ask.period is None else _period_rungs(t, ask.period, ask.round)
    rungs = tuple(rung for rung in rungs if listed is None or rung.player in listed)
    return Ladder(
        version=state.version,
        round=found.after_round,
        is_official=is_official(counted),
        is_corrected=found.is_corrected,
        category=ask.category or "",
        lines=tuple(_line(t, place, rung, next_round, open_games) for place, rung in enumerate(rungs, start=1)),
        ranked_apart=ladder_rules(t).ranked_apart(t.rules),
        groups=tuple(LadderGroup(g.name, g.players) for g in found.groups if listed is None and ask.period is None),
        circle=found.circle,
        alternating=found.alternating,
        period=ask.period or 0,
        periods=periods,
    )


def _period_rungs(t: Tournament, number: int, after_round: int | None) -> tuple[Rung, ...]:
    """The table of a period as a ladder: its places, and what its rounds have paid as the total."""
    period = find_period(t, number)
    places, last = rank_period(t, period, after_round), len(as_ranked(t, after_round).rounds)
    before: dict[PlayerId, int] = {}
    if last > period.from_round:
        before = {one.player: one.place for one in rank_period(t, period, last - 1)}
    return tuple(
        Rung(one.place, one.player, one.total, one.value, one.points, before.get(one.player)) for one in places
    )


def _line(t: Tournament, place: int, rung: Rung, next_round: int, open_games: Collection[PlayerId]) -> LadderLine:
    return LadderLine(
        place=place,
        overall=rung.place,
        was=rung.was,
        movement=0 if rung.was is None or rung.is_unranked else rung.was - rung.place,
        player=person(t, rung.player),
        value=worth(t, rung.value),
        points=worth(t, rung.points),
        total=worth(t, rung.total),
        is_withdrawn=t.entries[rung.player].withdrawal_in(next_round) is not None,
        has_open_game=rung.player in open_games,
        has_few_games=rung.has_few_games,
        is_unranked=rung.is_unranked,
    )
