"""The table: who stands where after the last round that counts, or after an earlier one; everybody, or a category."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from msgspec.structs import replace

from engine.cards import Card, cards
from engine.model import ExtraPurpose, Phase, PlayerId, Result, Tournament, Value
from engine.registry import has_ladder
from engine.standings import Standing, places_among
from engine.tiebreaks import Unit
from engine.withdrawn import counting, expelled_players, struck_players
from ledger.categories import members
from ledger.state import State
from ledger.views.figures import SCORE, Amount, Column, amount, columns, state_amount
from ledger.views.ladder_figures import LadderFigures, figures_on, worth
from ledger.views.moves import table_after
from ledger.views.periods import PeriodPlace, PeriodSummary, find_period, rank_period, round_asked, summarize_periods
from ledger.views.seasons import season
from ledger.views.view import Person, Question, View, as_ranked, coming_round, person

NAME = "standings"
READS: tuple[str, ...] = (
    "details",
    "entries",
    "rounds",
    "adjustments",
    "extra_games",
    "rules",
    "start_order",
    "fixed_order",
    "settlements",
    "external_values",
    "is_finished",
    "end_correction",
    "periods",
)


class StandingsQuestion(Question["Standings"], frozen=True):
    round: int | None = None  # None: the last that counts (``ranked_rounds``)
    category: str | None = None  # see ``categories``
    period: int | None = None  # by what its rounds have brought; None: by all rounds


Ask = StandingsQuestion


class StandingLine(Value, frozen=True, omit_defaults=True):
    place: int  # shared by equals; of a category the place in it
    overall: int  # the place among all
    player: Person
    score: int
    games: int  # played over the board
    values: tuple[Amount, ...]  # one for each column of the table
    settled_by: str  # "lot", "play-off" or "decision" where all values left a tie; empty: no need, or not yet
    is_withdrawn: bool  # not in the next round
    is_struck: bool  # FIDE C.05 6.6: left a round robin before half of it, none of the games counts
    has_open_game: bool  # in a round that counts: in progress, postponed or adjourned
    ladder: LadderFigures | None = None  # what the place goes by where there is a ladder; score and values do not count


class PlayOffGame(Value, frozen=True):
    """A game that settles a tie; it counts for no score."""

    white: Person
    black: Person
    result: Result


class Standings(View, frozen=True, kw_only=True, omit_defaults=True, tag=NAME):
    round: int  # the last round that counts
    is_official: bool  # every round that counts is closed; otherwise games are still going on
    category: str
    per_point: int
    edition: str  # of FIDE C.07, for unplayed rounds in tie-breaks
    columns: tuple[Column, ...]
    lines: tuple[StandingLine, ...]
    is_ladder: bool = False  # ordered by the ladder of its system, as every line has it in ``ladder``
    is_corrected: bool = False  # KEIZER EINDKORREKTIE has been made
    play_offs: tuple[PlayOffGame, ...] = ()  # after the last round that counts, in the order in which they were played
    expelled: tuple[Person, ...] = ()  # who has no place (VCL4THP 198); on a ladder they keep theirs
    period: int = 0  # what the lines are about: scores and totals are those of its rounds; 0: the whole tournament
    periods: tuple[PeriodSummary, ...] = ()  # of the season, with their champions


def show(state: State, ask: StandingsQuestion) -> Standings:
    t, periods = state.tournament, summarize_periods(state.tournament, ask.round)
    if ask.period is not None:
        ask = replace(ask, round=round_asked(t, find_period(t, ask.period), ask.round))
    asked = as_ranked(t, ask.round)
    counted, table = counting(asked), table_after(asked, ask.round)
    dealt = cards(counted)
    overall = {line.player: line.place for line in table}
    listed = table if ask.category is None else places_among(table, members(t, ask.category))
    ladder = season(asked).ladder(ask.round) if has_ladder(t.rules.system) else None
    on_ladder = {} if ladder is None else figures_on(t, ladder)
    expelled = frozenset() if ladder is not None else expelled_players(asked)
    lines = _Lines(t, counted, dealt, overall, with_open_game(asked), coming_round(t, ask.round), on_ladder)
    shown = Standings(
        version=state.version,
        round=len(counted.rounds),
        is_official=is_official(counted),
        category=ask.category or "",
        per_point=t.rules.points.per_point,
        edition=t.rules.tiebreak_edition,
        columns=columns(t),
        lines=tuple(lines.line(line) for line in listed if line.player not in expelled),
        is_ladder=ladder is not None,
        is_corrected=ladder is not None and ladder.is_corrected,
        play_offs=tuple(_play_offs(t, len(counted.rounds))),
        expelled=tuple(person(t, line.player) for line in listed if line.player in expelled),
        periods=periods,
    )
    return shown if ask.period is None else _of_period(t, ask, ask.period, shown, lines)


def _of_period(t: Tournament, ask: StandingsQuestion, number: int, shown: Standings, lines: _Lines) -> Standings:
    """The same table by what the rounds of the period have brought, with no tie-breaks: equal ones rank as in it."""
    places = {one.player: one for one in rank_period(t, find_period(t, number), ask.round)}
    table = tuple(Standing(one.place, one.player, ()) for one in places.values())
    listed = table if ask.category is None else places_among(table, members(t, ask.category))
    columns = () if shown.is_ladder else (Column(SCORE, Unit.POINTS),)
    return replace(
        shown,
        columns=columns,
        lines=tuple(lines.line_of_period(line.place, places[line.player]) for line in listed),
        play_offs=(),
        period=number,
    )


def _play_offs(t: Tournament, after_round: int) -> Iterator[PlayOffGame]:
    for game in t.extra_games:
        if game.purpose is ExtraPurpose.PLAY_OFF and game.after_round == after_round:
            yield PlayOffGame(person(t, game.white), person(t, game.black), game.result)


def is_official(counted: Tournament) -> bool:
    return all(played.phase is Phase.CLOSED for played in counted.rounds)


def with_open_game(counted: Tournament) -> frozenset[PlayerId]:
    """Whose score is not the last word yet: a game is in progress, or of a closed round still to be finished."""
    waiting = (board for played in counted.rounds for board in played.boards if not board.result.is_final)
    return frozenset(player for board in waiting for player in (board.white, board.black))


class _Lines:
    """What every line of one table is made from."""

    def __init__(
        self,
        t: Tournament,
        counted: Tournament,
        dealt: Mapping[PlayerId, Card],
        overall: Mapping[PlayerId, int],
        open_games: Collection[PlayerId],
        next_round: int,
        on_ladder: Mapping[PlayerId, LadderFigures],
    ) -> None:
        self._t = t
        self._dealt = dealt
        self._overall = overall
        self._columns = columns(t)
        self._struck = struck_players(counted)
        self._open_games = open_games
        self._next_round = next_round
        self._on_ladder = on_ladder

    def line(self, standing: Standing) -> StandingLine:
        player, card = standing.player, self._dealt[standing.player]
        return StandingLine(
            place=standing.place,
            overall=self._overall[player],
            player=person(self._t, player),
            score=card.score,
            games=card.games,
            values=amounts(standing, self._columns, self._t.rules.points.per_point),
            settled_by=standing.settled_by,
            is_withdrawn=self._t.withdrawal_in(player, self._next_round) is not None,
            is_struck=player in self._struck,
            has_open_game=player in self._open_games,
            ladder=self._on_ladder.get(player),
        )

    def line_of_period(self, place: int, of_period: PeriodPlace) -> StandingLine:
        t, player, total = self._t, of_period.player, of_period.total
        is_ladder = bool(self._on_ladder)
        figures = LadderFigures(of_period.place, worth(t, of_period.value), worth(t, total)) if is_ladder else None
        points = amount(total, Unit.POINTS, t.rules.points.per_point)
        return StandingLine(
            place=place,
            overall=of_period.place,
            player=person(t, player),
            score=0 if is_ladder else int(total),
            games=of_period.games,
            values=() if is_ladder else (points,),
            settled_by="",
            is_withdrawn=t.withdrawal_in(player, self._next_round) is not None,
            is_struck=player in self._struck,
            has_open_game=player in self._open_games,
            ladder=figures,
        )


def amounts(standing: Standing, agreed: tuple[Column, ...], per_point: int) -> tuple[Amount, ...]:
    return tuple(
        state_amount(figure, column, per_point) for figure, column in zip(standing.values, agreed, strict=True)
    )
