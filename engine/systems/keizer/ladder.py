"""KEIZER RANGLIJST: the ladder after a round, and how one total came about, so that it adds up by hand."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction

from engine.errors import Refusal
from engine.ladder import (
    AbsenceCount,
    GivenPoints,
    Ladder,
    LadderGroup,
    LadderLine,
    LadderWorking,
    PeriodRung,
    PlaceBefore,
    Rung,
)
from engine.model import MEANINGS, Player, PlayerId, Tournament
from engine.periods import period_in
from engine.systems.keizer.items import Item
from engine.systems.keizer.options import options_of, pay, rating_limits
from engine.systems.keizer.order import Ranking
from engine.systems.keizer.season import Evening, Season, Values, points_given, replay


def season_of(t: Tournament) -> Season:
    """Replay once, then ask for as many ladders and workings as needed."""
    return replay(t, options_of(t.rules))


class KeizerSeason:
    """A replayed season, as everybody outside this folder asks for it (``engine.ladder.LadderSeason``)."""

    def __init__(self, t: Tournament) -> None:
        self._season = season_of(t)

    @property
    def players(self) -> tuple[PlayerId, ...]:
        return self._season.players

    def ladder(self, after_round: int | None = None) -> Ladder:
        return ladder_in(self._season, after_round)

    def before(self, round_number: int) -> Mapping[PlayerId, PlaceBefore]:
        return before_in(self._season, round_number)

    def working(self, player: PlayerId, after_round: int | None = None) -> LadderWorking:
        return working_in(self._season, player, after_round)

    def period(self, from_round: int, after_round: int | None = None) -> tuple[PeriodRung, ...]:
        return period_points_in(self._season, from_round, after_round)


def ladder(t: Tournament, after_round: int | None = None) -> Ladder:
    """The ladder after a round; by default the newest, with the end correction if it was made."""
    return ladder_in(season_of(t), after_round)


def working(t: Tournament, player: PlayerId, after_round: int | None = None) -> LadderWorking:
    return working_in(season_of(t), player, after_round)


def ladder_in(season: Season, after_round: int | None = None) -> Ladder:
    evening = _evening(season, after_round)
    rungs = tuple(_rungs(season, evening))
    alternating = (index for index in evening.after if len({values[index] for values in evening.valuations}) > 1)
    return Ladder(
        evening.round,
        _is_correction(season, evening),
        rungs,
        _groups(season, tuple(rung.player for rung in rungs)),
        len(evening.valuations),
        tuple(season.players[index] for index in alternating),
    )


def period_points_in(season: Season, from_round: int, after_round: int | None = None) -> tuple[PeriodRung, ...]:
    """KEIZER RANGLIJST, for the rounds of a period: what each of them pays on the ladder after its last one.

    The text knows no periods. Everybody begins one at 0, as clubs have it, so the own value is no part of its total: it
    belongs to the place, which was won in the rounds before. So the periods of a season and the own value add up to the
    total of the ladder, as long as the values are the same. Equal totals: the higher on that ladder.
    """
    evening = _evening(season, after_round)
    total: dict[PlayerId, Fraction] = defaultdict(Fraction)
    last: dict[PlayerId, Fraction] = defaultdict(Fraction)
    for items in season.items[max(from_round, 1) - 1 : evening.round]:
        for item in items:
            pays = _pays(season, evening, item)
            total[item.player] += pays
            last[item.player] += pays if item.round == evening.round else 0
    for adjustment in season.t.adjustments:
        if from_round <= adjustment.round <= evening.round:
            total[adjustment.player] += points_given(season.t, adjustment)
    unit = season.book.value_unit
    rungs = (
        PeriodRung(player, Fraction(evening.now[index], unit), last[player], total[player])
        for index, player in ((index, season.players[index]) for index in evening.after)
    )
    return tuple(sorted(rungs, key=lambda rung: -rung.total))


def before_in(season: Season, round_number: int) -> dict[PlayerId, PlaceBefore]:
    """KEIZER PARING: the ladder of that round, with what everybody was worth on it."""
    is_paired = round_number <= len(season.items)
    evening = season.evenings[round_number if is_paired else -1]
    order, worth = (evening.before, evening.worth) if is_paired else (evening.after, evening.now)
    unit = season.book.value_unit
    return {
        season.players[index]: PlaceBefore(place, Fraction(worth[index], unit))
        for place, index in enumerate(order, start=1)
    }


def _rungs(season: Season, evening: Evening) -> Iterator[Rung]:
    was = {index: place for place, index in enumerate(evening.before, start=1)}
    items = season.items[evening.round - 1] if evening.round else ()
    paid = {item.player: _pays(season, evening, item) for item in items if season.index[item.player] in was}
    few = _with_few_games(season, evening)
    for place, index in enumerate(_order(season, evening), start=1):
        yield Rung(
            place,
            season.players[index],
            _total(season, evening, index),
            Fraction(evening.now[index], season.book.value_unit),
            paid.get(season.players[index], Fraction(0)),
            was[index] if evening.round else None,
            index in few,
            index in few and season.options.few_games == "below",
        )


def _order(season: Season, evening: Evening) -> Ranking:
    """KEIZER RANGLIJST; of a finished season, who has played too few games below all others, if the club says so.

    The ladder by which rounds are paired and valued stays as it is.
    """
    few = _with_few_games(season, evening) if season.options.few_games == "below" else frozenset()
    return tuple(sorted(evening.after, key=few.__contains__))


def _with_few_games(season: Season, evening: Evening) -> frozenset[int]:
    """Who has played fewer games over the board than the list of a finished season asks for."""
    if not season.t.is_finished or evening is not season.evenings[-1] or not season.options.min_games:
        return frozenset()
    items = (item for items in season.items for item in items if MEANINGS[item.outcome].played)
    games = Counter(season.index[item.player] for item in items)
    return frozenset(index for index in evening.after if games[index] < season.options.min_games)


def _total(season: Season, evening: Evening, index: int) -> Fraction:
    return Fraction(evening.totals[index], season.book.unit * len(evening.valuations))


def _evening(season: Season, after_round: int | None) -> Evening:
    last = len(season.items)
    if after_round is None:
        return season.evenings[-1]
    if not 0 <= after_round <= last:
        raise Refusal("no-such-round", round=after_round, rounds=last)
    return season.evenings[after_round]


def _is_correction(season: Season, evening: Evening) -> bool:
    return len(season.evenings) > len(season.items) + 1 and evening is season.evenings[-1]


def _groups(season: Season, order: tuple[PlayerId, ...]) -> tuple[LadderGroup, ...]:
    """Categories by name, rating groups from strong to weak; each in the order of the ladder."""
    if season.options.ranked_apart == "no":
        return ()
    limits = (*rating_limits(season.options), 0)
    players = {number: season.t.entries[number].player for number in order}
    if season.options.ranked_apart == "rating":
        names = [str(limit) for limit in limits]
    else:
        names = sorted({player.category for player in players.values()})

    def name_of(player: Player) -> str:
        if season.options.ranked_apart == "category":
            return player.category
        return str(next(limit for limit in limits if (player.rating or 0) >= limit))

    return tuple(LadderGroup(name, tuple(n for n in order if name_of(players[n]) == name)) for name in names)


def working_in(season: Season, player: PlayerId, after_round: int | None = None) -> LadderWorking:
    evening = _evening(season, after_round)
    index = season.index.get(player)
    if index is None or index not in evening.after:
        raise Refusal("not-on-the-ladder", player=player, round=evening.round)
    value_used = _mean(season, evening, index)
    own = value_used if evening.own_value_counts else Fraction(0)
    return LadderWorking(
        player,
        evening.round,
        _is_correction(season, evening),
        _order(season, evening).index(index) + 1,
        own,
        tuple(_lines(season, evening, player)),
        tuple(_points_by_decision(season, evening, player)),
        _total(season, evening, index),
        value_used,
        _count_absences(season, evening, player),
        season.options.few_games == "below" and index in _with_few_games(season, evening),
    )


def _lines(season: Season, evening: Evening, player: PlayerId) -> Iterator[LadderLine]:
    return (_line(season, evening, item) for item in season.cards[player] if item.round <= evening.round)


def _count_absences(season: Season, evening: Evening, player: PlayerId) -> AbsenceCount:
    """KEIZER VERHINDERING, fn 338: over the season, or in the period of that round. Where those after the limit pay
    something too, there is none."""
    limit = season.options.absence_times
    periods = season.t.periods if season.options.absence_counted == "period" else ()
    counted = period_in(periods, evening.round)
    so_far = (item for item in season.cards[player] if item.round <= evening.round)
    used = max((item.absence for item in so_far if period_in(periods, item.round) == counted), default=0)
    if limit == "all" or not pay(season.options, "absence_later").is_nothing:
        return AbsenceCount(used, None)
    return AbsenceCount(used, limit)


def _line(season: Season, evening: Evening, item: Item) -> LadderLine:
    whose, fraction = _valued_by(season, evening, item)
    index = season.index[whose]
    played = season.evenings[item.round]
    then = Fraction(played.worth[index], season.book.value_unit) if index in played.before else None
    last = evening.left.get(index) if whose == item.opponent else None
    is_of_leaver = item.of_opponent and item.opponent is not None and season.index[item.opponent] in evening.left
    used = [values[index] if last is None else last for values in _valuations(season, evening, item)]
    return LadderLine(
        item.round,
        item.outcome,
        whose,
        item.opponent,
        item.colour,
        then,
        Fraction(sum(used), season.book.value_unit * len(used)),
        fraction,
        _pays(season, evening, item),
        item.points is not None,
        item.because or ("opponent-left" if is_of_leaver else ""),
    )


def _valued_by(season: Season, evening: Evening, item: Item) -> tuple[PlayerId, Fraction]:
    """By whose value an item is paid, and how much of it: in place of an opponent who has left perhaps the own one."""
    if not item.of_opponent or item.opponent is None:
        return item.player, item.fraction
    if season.index[item.opponent] in evening.left and season.options.left_opponents == "own-value":
        return item.player, item.fraction * season.book.left_share
    return item.opponent, item.fraction


def _pays(season: Season, evening: Evening, item: Item) -> Fraction:
    """What an item pays in the totals of that evening: on a circle the mean over its ladders."""
    valuations = _valuations(season, evening, item)
    points = sum(season.book.points(item, values, evening.left) for values in valuations)
    return Fraction(points, season.book.unit * len(valuations))


def _valuations(season: Season, evening: Evening, item: Item) -> tuple[Values, ...]:
    return (season.evenings[season.valued_in(item)].worth,) if season.values_stay else evening.valuations


def _points_by_decision(season: Season, evening: Evening, player: PlayerId) -> Iterator[GivenPoints]:
    for adjustment in season.t.adjustments:
        if adjustment.player == player and adjustment.round <= evening.round:
            yield GivenPoints(adjustment.round, points_given(season.t, adjustment), adjustment.reason)


def _mean(season: Season, evening: Evening, index: int) -> Fraction:
    values = [valuation[index] for valuation in evening.valuations]
    return Fraction(sum(values), season.book.value_unit * len(values))
