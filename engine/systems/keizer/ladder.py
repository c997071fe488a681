"""The ladder as a value, and the working shown: how a total came about, line by line, so that it adds up by hand."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from engine.errors import Refusal
from engine.model import Colour, Outcome, Player, PlayerId, Tournament, Value
from engine.systems.keizer.items import Item
from engine.systems.keizer.options import options_of, rating_limits
from engine.systems.keizer.season import Evening, Season, Values, points_given, replay


class Rung(Value, frozen=True):
    """One player's place on the ladder."""

    place: int
    player: PlayerId
    total: Fraction
    value: Fraction  # what the player is worth now: to the next opponent
    points: Fraction  # what this round pays, as the total counts it; 0 before the first round
    was: int | None  # the place before the round


class Group(Value, frozen=True):
    """A part of the ladder that is ranked apart: a category, or a rating group (its lowest rating; the last has 0)."""

    name: str
    players: tuple[PlayerId, ...]


class Ladder(Value, frozen=True):
    """The ladder after a round, best first."""

    after_round: int
    is_corrected: bool  # KEIZER EINDKORREKTIE has been made
    rungs: tuple[Rung, ...]
    groups: tuple[Group, ...] = ()
    circle: int = 1  # how many ladders follow each other for ever; 1: it stands still, or one pass was made
    alternating: tuple[PlayerId, ...] = ()  # who has more than one place on them

    @property
    def order(self) -> tuple[PlayerId, ...]:
        return tuple(rung.player for rung in self.rungs)


class Line(Value, frozen=True):
    """One round of one player: ``fraction`` of the value ``now`` of ``whose`` gives ``points``."""

    round: int
    outcome: Outcome
    whose: PlayerId  # the opponent, or the player himself
    opponent: PlayerId | None
    colour: Colour | None
    then: Fraction | None  # what that player was worth on the evening; None: he had not joined yet
    now: Fraction  # the value used; the mean over the ladders of a circle
    fraction: Fraction
    points: Fraction  # rounded where the club rounds


class Given(Value, frozen=True):
    """Points by a decision of the arbiter."""

    round: int
    points: Fraction
    reason: str


class Working(Value, frozen=True):
    """A total and all that it consists of: ``total == own_value + sum of the lines' and the given points``, exactly."""

    player: PlayerId
    after_round: int
    is_corrected: bool  # KEIZER EINDKORREKTIE has been made
    place: int
    own_value: Fraction  # 0 where it does not count
    lines: tuple[Line, ...]
    given: tuple[Given, ...]
    total: Fraction


def season_of(t: Tournament) -> Season:
    """Replay once, then ask for as many ladders and workings as needed."""
    return replay(t, options_of(t.rules))


def ladder(t: Tournament, after_round: int | None = None) -> Ladder:
    """The ladder after a round; by default the newest, with the end correction if it was made."""
    return ladder_in(season_of(t), after_round)


def working(t: Tournament, player: PlayerId, after_round: int | None = None) -> Working:
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


def _rungs(season: Season, evening: Evening) -> Iterator[Rung]:
    was = {index: place for place, index in enumerate(evening.before, start=1)}
    items = season.items[evening.round - 1] if evening.round else ()
    paid = {item.player: _paid(season, evening, item) for item in items}
    for place, index in enumerate(evening.after, start=1):
        yield Rung(
            place,
            season.players[index],
            _total(season, evening, index),
            Fraction(evening.now[index], season.book.value_unit),
            paid.get(season.players[index], Fraction(0)),
            was[index] if evening.round else None,
        )


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


def _groups(season: Season, order: tuple[PlayerId, ...]) -> tuple[Group, ...]:
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

    return tuple(Group(name, tuple(n for n in order if name_of(players[n]) == name)) for name in names)


def working_in(season: Season, player: PlayerId, after_round: int | None = None) -> Working:
    evening = _evening(season, after_round)
    index = season.index.get(player)
    if index is None or index not in evening.after:
        raise Refusal("not-on-the-ladder", player=player, round=evening.round)
    own = _mean(season, evening, index) if evening.own_value_counts else Fraction(0)
    return Working(
        player,
        evening.round,
        _is_correction(season, evening),
        evening.after.index(index) + 1,
        own,
        tuple(_lines(season, evening, player)),
        tuple(_given(season, evening, player)),
        _total(season, evening, index),
    )


def _lines(season: Season, evening: Evening, player: PlayerId) -> Iterator[Line]:
    for items in season.items[: evening.round]:
        yield from (_line(season, evening, item) for item in items if item.player == player)


def _line(season: Season, evening: Evening, item: Item) -> Line:
    whose = item.opponent if item.of_opponent and item.opponent is not None else item.player
    index = season.index[whose]
    played = season.evenings[item.round]
    then = Fraction(played.worth[index], season.book.value_unit) if index in played.before else None
    valuations = _valuations(season, evening, item)
    return Line(
        item.round,
        item.outcome,
        whose,
        item.opponent,
        item.colour,
        then,
        Fraction(sum(values[index] for values in valuations), season.book.value_unit * len(valuations)),
        item.fraction,
        _paid(season, evening, item),
    )


def _paid(season: Season, evening: Evening, item: Item) -> Fraction:
    """What an item pays in the totals of that evening: on a circle the mean over its ladders."""
    valuations = _valuations(season, evening, item)
    points = sum(season.book.points(item, values) for values in valuations)
    return Fraction(points, season.book.unit * len(valuations))


def _valuations(season: Season, evening: Evening, item: Item) -> tuple[Values, ...]:
    return (season.evenings[item.round].worth,) if season.values_stay else evening.valuations


def _given(season: Season, evening: Evening, player: PlayerId) -> Iterator[Given]:
    for adjustment in season.t.adjustments:
        if adjustment.player == player and adjustment.round <= evening.round:
            yield Given(adjustment.round, points_given(season.t, adjustment), adjustment.reason)


def _mean(season: Season, evening: Evening, index: int) -> Fraction:
    values = [valuation[index] for valuation in evening.valuations]
    return Fraction(sum(values), season.book.value_unit * len(values))
