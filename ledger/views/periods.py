"""Standings of a period of the season, and its champions: what its rounds have brought.

A projection like any other table: a correction in an old period shows in it, and rounds that come after it change
nothing. So who joins later is not looked at either: an automatic top value may go up with them. Equal totals rank as
the whole table after the period does; where that leaves them equal, they share the place.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from msgspec.structs import replace

from engine.cards import cards
from engine.errors import Refusal
from engine.model import Entry, Period, Phase, PlayerId, Tournament, Value
from engine.periods import last_round
from engine.registry import has_ladder
from engine.withdrawn import counting, expelled_players
from ledger.views.ranking import Parts, rank_players
from ledger.views.seasons import season
from ledger.views.view import Person, as_ranked, person

TABLES_KEPT = 64


class PeriodPlace(Value, frozen=True):
    """One player in the table of a period. Points of a ladder are those of its values, others in the point table's."""

    place: int  # shared by equals
    player: PlayerId
    total: Fraction
    points: Fraction  # of the last round
    value: Fraction  # on a ladder: what the player is worth to the next opponent
    games: int = 0  # played over the board


class PeriodSummary(Value, frozen=True, omit_defaults=True):
    """A period with its rounds, and who won it once it is over."""

    number: int
    name: str
    from_round: int
    to_round: int
    is_over: bool = False
    champions: tuple[Person, ...] = ()  # who shares the first place, with points


def find_period(t: Tournament, number: int) -> Period:
    found = next((period for period in t.periods if period.number == number), None)
    if found is None:
        raise Refusal("no-such-period", period=number, known=tuple(period.number for period in t.periods))
    return found


def to_round(t: Tournament, period: Period) -> int:
    return last_round(t.periods, period, t.rules.rounds)


def round_asked(t: Tournament, period: Period, after_round: int | None) -> int | None:
    """After which round a table of the period stands: the last of it, if that comes before the one that was asked for.
    None: the last that counts, with the end correction if it was made."""
    last, asked = to_round(t, period), t.ranked_rounds if after_round is None else after_round
    return after_round if asked <= last else last


def rank_period(t: Tournament, period: Period, after_round: int | None = None) -> tuple[PeriodPlace, ...]:
    """Everybody who was in the tournament, after that round of the period; None: after the last that counts."""
    return _rank(Parts(_within(t, period, after_round)), period.from_round)


def summarize_periods(t: Tournament, after_round: int | None = None) -> tuple[PeriodSummary, ...]:
    """All periods as they stand after a round; None: after the last that counts."""
    counted = as_ranked(t, after_round)
    return tuple(_summary(t, counted, period, after_round) for period in t.periods)


def _summary(t: Tournament, counted: Tournament, period: Period, after_round: int | None) -> PeriodSummary:
    last = to_round(t, period)
    is_over = _is_over(t, counted, period)
    places = rank_period(t, period, after_round) if is_over else ()
    winners = tuple(person(t, one.player) for one in places if one.place == 1 and one.total > 0)
    return PeriodSummary(period.number, period.name, period.from_round, last, is_over, winners)


def _is_over(t: Tournament, counted: Tournament, period: Period) -> bool:
    """Its last round is closed, or the season ended in it, and no game of it or before is still to be finished."""
    last, played = to_round(t, period), len(counted.rounds)
    has_ended = t.is_finished and played == len(t.rounds)
    if played < period.from_round or (played < last and not has_ended):
        return False
    rounds = counted.rounds[:last]
    games = (board.result for one in rounds for board in one.boards)
    return rounds[-1].phase is Phase.CLOSED and all(result.is_final for result in games)


def _within(t: Tournament, period: Period, after_round: int | None) -> Tournament:
    """The tournament after that round, or after the last of the period; on a ladder without those who came later."""
    counted = as_ranked(t, after_round)
    counted = counted.up_to(min(len(counted.rounds), to_round(t, period)))
    if not has_ladder(t.rules.system):
        return counted
    is_corrected = counted.end_correction and after_round is None  # as on the ladder: asked for a round, without it
    return replace(counted, entries=_list_joined(counted), end_correction=is_corrected)


def _list_joined(counted: Tournament) -> Mapping[PlayerId, Entry]:
    seated = {number for one in counted.rounds for board in one.boards for number in (board.white, board.black)}
    last = len(counted.rounds)
    seated |= {out.player for one in counted.rounds for out in one.sitouts}
    seated |= {adjustment.player for adjustment in counted.adjustments}
    joined = {
        number: entry for number, entry in counted.entries.items() if entry.from_round <= last or number in seated
    }
    return counted.entries if len(joined) == len(counted.entries) else _same_entries(_Entries(counted, joined))


class _Entries:
    """Those who had joined, as a key: the same object for the same entries, by which tables are found again."""

    def __init__(self, counted: Tournament, joined: Mapping[PlayerId, Entry]) -> None:
        self.all, self.joined = counted.entries, joined

    def __hash__(self) -> int:
        return hash((id(self.all), len(self.joined)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Entries) and self.all is other.all and self.joined.keys() == other.joined.keys()


@lru_cache(maxsize=TABLES_KEPT)
def _same_entries(entries: _Entries) -> Mapping[PlayerId, Entry]:
    return entries.joined


@lru_cache(maxsize=TABLES_KEPT)
def _rank(parts: Parts, from_round: int) -> tuple[PeriodPlace, ...]:
    t = parts.tournament
    return _rank_ladder(t, from_round) if has_ladder(t.rules.system) else _rank_points(t, from_round)


def _rank_ladder(t: Tournament, from_round: int) -> tuple[PeriodPlace, ...]:
    games = _games(t, from_round)
    rungs = season(t).period(from_round)
    return tuple(
        PeriodPlace(place, rung.player, rung.total, rung.points, rung.value, games[rung.player])
        for place, rung in enumerate(rungs, start=1)
    )


def _rank_points(t: Tournament, from_round: int) -> tuple[PeriodPlace, ...]:
    """The points of the rounds; equal ones by the table of the whole tournament."""
    last, games, out = len(t.rounds), _games(t, from_round), expelled_players(t)
    totals, latest = {player: Fraction(0) for player in t.entries}, {player: Fraction(0) for player in t.entries}
    for player, card in cards(counting(t)).items():
        scored = {cell.round: cell.points for cell in card.cells if cell.round >= from_round}
        given = (one.points for one in card.adjustments if from_round <= one.round <= last)
        totals[player], latest[player] = Fraction(sum(scored.values()) + sum(given)), Fraction(scored.get(last, 0))
    overall = {line.player: line.place for line in rank_players(t)}
    joined = [player for player in overall if t.entries[player].from_round <= max(last, 1) and player not in out]
    order = sorted(joined, key=lambda player: (-totals[player], overall[player]))
    places: list[PeriodPlace] = []
    for number, player in enumerate(order, start=1):
        before = places[-1] if places else None
        is_equal = before is not None and before.total == totals[player] and overall[before.player] == overall[player]
        place = before.place if before is not None and is_equal else number
        places.append(PeriodPlace(place, player, totals[player], latest[player], Fraction(0), games[player]))
    return tuple(places)


def _games(t: Tournament, from_round: int) -> Mapping[PlayerId, int]:
    """How many each has played over the board in the period."""
    rounds = tuple(replace(one, boards=(), sitouts=()) if one.number < from_round else one for one in t.rounds)
    return {player: card.games for player, card in cards(replace(t, rounds=rounds)).items()}
