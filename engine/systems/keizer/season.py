"""A Keizer season replayed (KEIZER RANGLIJST): the ladder before and after every round.

Nothing is stored between rounds, so a result corrected in round 3 changes every ladder after it, and correcting it back
restores them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm

from engine.model import Adjustment, PlayerId, Tournament, Value
from engine.systems.keizer import elo
from engine.systems.keizer.book import NOBODY_LEFT, Book, Left
from engine.systems.keizer.items import Item, items_by_round
from engine.systems.keizer.options import KeizerEloOptions, KeizerOptions, KeizerShared, fraction, top_value
from engine.systems.keizer.order import Ranking, TieRule, joining_rounds, start_order, with_joiners
from engine.systems.keizer.stable import come_to_rest

Values = tuple[int, ...]  # what each player is worth, by their number in the start order, in value units


class Evening(Value, frozen=True):
    """One round of the season; round 0 is the start, and the end correction a last evening without play."""

    round: int
    before: Ranking  # the ladder by which the round was paired
    worth: Values  # what everybody was worth on it
    valuations: tuple[Values, ...]  # what the totals were made with: one, or each ladder of a circle
    totals: Sequence[int]  # in units, times the number of valuations
    after: Ranking
    now: Values  # what everybody is worth on the ladder that came out
    own_value_counts: bool
    passes: int = 1  # until stable: how many before it stood still or went round
    left: Left = NOBODY_LEFT  # whose opponents' games are valued otherwise


class Season:
    """A replayed season. ``evenings[k]`` is round k."""

    def __init__(self, t: Tournament, options: KeizerShared, value_unit: int) -> None:
        self.t = t
        self.options = options
        self.players: tuple[PlayerId, ...] = start_order(t)
        self.items: tuple[tuple[Item, ...], ...] = items_by_round(t, options)
        every_item = [item for items in self.items for item in items]
        self.cards: defaultdict[PlayerId, list[Item]] = defaultdict(list)  # the items of each, round by round
        for item in every_item:
            self.cards[item.player].append(item)
        gifts = [points_given(t, adjustment) for adjustment in t.adjustments]
        self.book = Book(self.players, every_item, gifts, options, value_unit)
        self.evenings: list[Evening] = []
        self.ratings = [t.entries[number].player.rating or 0 for number in self.players]
        self.tie_rule = TieRule(options.ties, self.ratings, self.book.index)
        self._joining = joining_rounds(t, self.players)
        self.joined = {index: number for number, joiners in self._joining.items() for index in joiners}
        self.left: Left = NOBODY_LEFT

    @property
    def index(self) -> Mapping[PlayerId, int]:
        return self.book.index

    @property
    def values_stay(self) -> bool:
        """Rounds keep the values of their evening."""
        return self.options.games_valued == "then"

    def valued_in(self, item: Item) -> int:
        """Where values stay: the evening that they are of. A joiner had none before they were on the ladder."""
        return max(item.round, self.joined[self.index[item.player]])

    def before(self, round_number: int) -> Ranking:
        """The ladder by which that round is (or was) paired: the newest, with those who join in that round."""
        if round_number <= 1:
            return self._joining[1]
        by_rating = self.ratings if self.options.late_joiner == "rating" else None
        return with_joiners(self.evenings[round_number - 1].after, self._joining[round_number], by_rating)

    def own_value_counts(self, round_number: int) -> bool:
        """KEIZER RANGLIJST: the own value is counted once; or never; or only in the first rounds."""
        if self.options.own_value == "first-rounds":
            return round_number <= self.options.own_value_rounds
        return self.options.own_value == "once"

    def open_round(self, round_number: int, worth: Values) -> None:
        """Enter the results of a round. ``worth``: what everybody is worth on the ladder before it."""
        if self.values_stay:
            for item in self._items_to_keep(round_number):
                self.book.keep(item, worth)
        else:
            self.book.enter(self.items[round_number - 1])
        self.left = self._left_by(round_number, worth)
        self.tie_rule.enter(self.items[round_number - 1])
        self._give(round_number)

    def _items_to_keep(self, round_number: int) -> Iterator[Item]:
        """Those of the round, and of who joins in it those of the rounds before."""
        so_far = (
            self.items[:round_number]
            if self._joining.get(round_number)
            else self.items[round_number - 1 : round_number]
        )
        return (item for items in so_far for item in items if self.valued_in(item) == round_number)

    def _left_by(self, round_number: int, worth: Values) -> Left:
        """KEIZER VERHINDERING lets a leaver sink as absent; for their opponents some clubs keep the value they had on
        the ladder when they left, or value these games by a share of the own value instead."""
        if self.options.left_opponents == "as-others" or self.values_stay:
            return NOBODY_LEFT
        keeps_value = self.options.left_opponents == "last-value"
        away = (index for index, p in enumerate(self.players) if self.t.entries[p].withdrawal_in(round_number))
        return {index: self.left.get(index, worth[index]) if keeps_value else None for index in away}

    def close_start(self, worth: Values) -> None:
        self._give(0)
        order, counts = self.before(1), self.own_value_counts(1)
        totals = self.book.totals(worth, order, counts)
        self.evenings.append(Evening(0, order, worth, (worth,), totals, order, worth, counts))

    def _give(self, round_number: int) -> None:
        for adjustment in self.t.adjustments:
            if adjustment.round == round_number:
                self.book.give(adjustment.player, points_given(self.t, adjustment))


def points_given(t: Tournament, adjustment: Adjustment) -> Fraction:
    return Fraction(adjustment.points, t.rules.points.per_point)


def replay(t: Tournament, options: KeizerShared) -> Season:
    """The season under these options; which kind they are says which system it is."""
    if isinstance(options, KeizerEloOptions):
        return _replay_elo(t, options)
    assert isinstance(options, KeizerOptions)
    return _replay_classic(t, options)


# -- the classic system -----------------------------------------------------------------------------------------------


class PlaceValues:
    """KEIZER WAARDECIJFER, fig. 1: a place has a value, the first the highest, each next one a step less.

    The values stay the same all season, so "auto" counts those who play from the first round, not who joins later;
    unless so many join that the last place would be worth less than 1: then it is raised to what they need.
    """

    def __init__(self, t: Tournament, options: KeizerOptions) -> None:
        starters = sum(entry.from_round <= 1 for entry in t.entries.values())
        top, step = top_value(options, starters), fraction(options, "step")
        if options.top_value == "auto":
            top = max(top, 1 + step * (len(t.entries) - 1))
        self.unit = lcm(top.denominator, step.denominator)
        self._top, self._step = int(top * self.unit), int(step * self.unit)
        self._players = len(t.entries)

    def on(self, ladder: Ranking) -> Values:
        values = [0] * self._players
        for place, player in enumerate(ladder):
            values[player] = self.of_place(place)
        return tuple(values)

    def of_place(self, place: int) -> int:
        """Places count from 0 here."""
        return self._top - place * self._step


def _replay_classic(t: Tournament, options: KeizerOptions) -> Season:
    values = PlaceValues(t, options)
    season = Season(t, options, values.unit)
    season.close_start(values.on(season.before(1)))
    for played in t.rounds:
        before = season.before(played.number)
        season.open_round(played.number, values.on(before))
        close = _one_pass if options.passes == "one" else _until_stable
        season.evenings.append(close(season, values, played.number, before))
    if t.end_correction and options.passes == "one":
        season.evenings.append(_one_pass(season, values, len(t.rounds), season.evenings[-1].after))
    return season


def _one_pass(season: Season, values: PlaceValues, round_number: int, before: Ranking) -> Evening:
    """KEIZER fig. 4: all games so far valued with the last valid ladder, the one before the round; then ranked anew.

    KEIZER EINDKORREKTIE: after the last round the same is done once more, with the ladder that came out, without play.
    The own value is revised too ("alle waarderingscijfers"), and the order after it is final.
    """
    worth, counts = values.on(before), season.own_value_counts(round_number)
    totals = season.book.totals(worth, before, counts, season.left)
    after = season.tie_rule.rank(totals, before)
    return Evening(round_number, before, worth, (worth,), totals, after, values.on(after), counts, left=season.left)


class Revaluation:
    """The totals by one ladder after another. Late passes move few players, so only what moved is valued again."""

    def __init__(self, book: Book, values: PlaceValues, ladder: Ranking, own_value_counts: bool, left: Left) -> None:
        self._book = book
        self._values, self._left = values, left
        self._value = [values.of_place(place) for place in range(len(ladder))]
        self._counts = own_value_counts
        self._ladder = ladder
        self._totals = book.totals(values.on(ladder), ladder, own_value_counts, left)

    def totals_by(self, ladder: Ranking) -> tuple[int, ...]:
        if not self._book.is_linear(self._left):
            return tuple(self._book.totals(self._values.on(ladder), ladder, self._counts, self._left))
        places = zip(self._ladder, ladder, self._value, strict=True)
        moved = [(left, entered, value) for left, entered, value in places if left != entered]
        old = {left: value for left, _, value in moved}
        for _, entered, value in moved:
            self._book.revalue(self._totals, entered, old[entered], value, self._counts)
        self._ladder = ladder
        return tuple(self._totals)


def _until_stable(season: Season, values: PlaceValues, round_number: int, before: Ranking) -> Evening:
    """In place of one pass: as many as it takes, from the ladder before the round or (a choice) from the start order.

    On a circle the mean totals rank, and equal ones by the start order: independent of where the circle was entered.
    A ladder that stands still needs no end correction.
    """
    counts = season.own_value_counts(round_number)
    from_start = isinstance(season.options, KeizerOptions) and season.options.stable_from == "start-order"
    first = tuple(sorted(before)) if from_start else before
    revaluation = Revaluation(season.book, values, first, counts, season.left)
    rest = come_to_rest(first, revaluation.totals_by, season.tie_rule.rank)
    totals = rest.summed_totals
    after = rest.circle[0] if len(rest.circle) == 1 else season.tie_rule.rank(totals, tuple(sorted(before)))
    valuations = tuple(values.on(ladder) for ladder in rest.circle)
    worth, now = values.on(before), values.on(after)
    return Evening(round_number, before, worth, valuations, totals, after, now, counts, rest.passes, season.left)


# -- the Elo variant --------------------------------------------------------------------------------------------------


def _replay_elo(t: Tournament, options: KeizerEloOptions) -> Season:
    """KEIZER fn 344: values are ratings, so the newest are known at once and one pass is enough.

    The own value counts as in the classic system, because the variant calls itself a refinement of it in which only
    the worth of a player is measured otherwise; the text does not say. There is nothing for an end correction to do.
    """
    season = Season(t, options, elo.VALUE_UNIT)
    ratings = elo.ratings_at_start(t, options)
    season.close_start(ratings)
    for played in t.rounds:
        before, worth = season.before(played.number), ratings
        season.open_round(played.number, worth)
        ratings = elo.after_round(worth, season.items[played.number - 1], season.index, options.k_factor)
        season.evenings.append(_elo_evening(season, played.number, before, worth, ratings))
    return season


def _elo_evening(season: Season, round_number: int, before: Ranking, worth: Values, newest: Values) -> Evening:
    """Every game by the newest ratings; or, where values stay, as it was, and the own value as it is now."""
    counts = season.own_value_counts(round_number)
    totals = season.book.totals(newest, before, counts, season.left)
    after = season.tie_rule.rank(totals, before)
    return Evening(round_number, before, worth, (newest,), totals, after, newest, counts, left=season.left)
