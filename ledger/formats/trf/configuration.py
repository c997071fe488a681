"""``Tournament`` → every record that is neither a text nor a player: scores, byes, acceleration, separations, 299."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby

from engine import acceleration
from engine.acceleration import Acceleration
from engine.model import PlayerId, Result, Separation, Tournament
from engine.registry import SYSTEMS
from engine.start_order import start_order
from ledger.formats.trf.cells import Numbers, byes_to_come, is_in_play, untold_points
from ledger.formats.trf.lines import (
    AbnormalLine,
    AccelerationLine,
    ApartLine,
    ByesLine,
    FictitiousLine,
    Record,
    ScoresLine,
)
from ledger.formats.trf.scores import STANDARD, bbp_codes, individual_codes, javafo_codes, unsaid_by_162, worth_of

UNPLACED = 0  # a line gets its number when the file is put together


def fide_records(t: Tournament, numbers: Numbers) -> Iterator[Record]:
    """TRF26: 162 240 250 260 299."""
    yield from _individual_scores(t)
    yield from _byes(t, numbers)
    yield from _accelerations(virtual_points(t), numbers, t.rules.points.per_point)
    for separation in t.separations:
        last = min(separation.to_round or t.rules.rounds, t.rules.rounds)
        yield ApartLine(UNPLACED, "260", separation.from_round, last, _numbers_of(separation.players, numbers))
    yield from _abnormal(t, numbers)


def javafo_records(t: Tournament, numbers: Numbers) -> Iterator[Record]:
    """JaVaFo: XXS XXA XXP. (Absences stand in the columns of the rounds, where every program looks for them.)

    bbpPairings does not read XXS and has records of its own for the same.
    """
    if has_own_scores(t):
        worth = worth_of(t.rules.points)
        codes = javafo_codes(worth)
        yield ScoresLine(UNPLACED, "XXS", codes[:6])
        yield ScoresLine(UNPLACED, "XXS", codes[6:])
        for code, points in bbp_codes(worth):
            yield ScoresLine(UNPLACED, f"BB{code}", ((code, points),))
    per_point = t.rules.points.per_point
    for player, units in virtual_points(t).items():
        yield FictitiousLine(UNPLACED, numbers[player], tuple(Fraction(unit, per_point) for unit in units))
    for separation in t.separations:
        if separation.holds_in(t.next_round) or is_for_good(t, separation):
            yield ApartLine(UNPLACED, "XXP", 0, 0, _numbers_of(separation.players, numbers))


def has_own_scores(t: Tournament) -> bool:
    return worth_of(t.rules.points) != STANDARD


def is_for_good(t: Tournament, separation: Separation) -> bool:
    return separation.from_round == 1 and (separation.to_round is None or separation.to_round >= t.rules.rounds)


def virtual_points(t: Tournament) -> dict[PlayerId, tuple[int, ...]]:
    """The option of that name; and in numbers also where an acceleration has a name: not all programs know it."""
    system = SYSTEMS.get(t.rules.system)
    if system is not None and system.trf.takes_virtual_points:
        return acceleration.in_numbers(t, start_order(t))
    texts = t.rules.options.get("virtual_points")
    return acceleration.read_virtual_points(Acceleration(virtual_points=texts)) if isinstance(texts, tuple) else {}


def _individual_scores(t: Tournament) -> Iterator[Record]:
    """TRF26 162: where something differs from 1, ½, 0. In the middle of a round an open game is worth nothing, after it
    an adjourned one a draw (VCL4THP 165)."""
    worth = worth_of(t.rules.points)
    codes = individual_codes(worth) if has_own_scores(t) else ()
    if is_in_play(t):
        codes = (*codes, ("X", Fraction(0)))
    elif any(played.boards_with(Result.POSTPONED) for played in t.rounds):
        codes = (*codes, ("X", worth["draw"]))
    if codes:
        yield ScoresLine(UNPLACED, "162", codes)


def _byes(t: Tournament, numbers: Numbers) -> Iterator[Record]:
    """TRF26 240: one record for each kind and round."""
    players: dict[tuple[int, str], list[int]] = defaultdict(list)
    for number, player, letter in byes_to_come(t):
        players[number, letter].append(numbers[player])
    for (number, letter), absent in sorted(players.items()):
        yield ByesLine(UNPLACED, "240", letter, number, tuple(sorted(absent)))


def _accelerations(given: Mapping[PlayerId, Sequence[int]], numbers: Numbers, per_point: int) -> Iterator[Record]:
    """TRF26 250: players that follow each other in the start order and have the same points share a record."""
    in_order = sorted(numbers, key=numbers.__getitem__)
    for units, players in groupby(in_order, key=lambda player: tuple(given.get(player, ()))):
        alike = [numbers[player] for player in players]
        for unit, run in groupby(enumerate(units, start=1), key=lambda pair: pair[1]):
            rounds = [number for number, _ in run]
            if unit:
                points = Fraction(unit, per_point)
                yield AccelerationLine(UNPLACED, points, rounds[0], rounds[-1], alike[0], alike[-1])


def _abnormal(t: Tournament, numbers: Numbers) -> Iterator[Record]:
    """TRF26 299: results worth other points than 162 can say, to everybody or to some; penalties and bonuses."""
    per_point = t.rules.points.per_point
    for kind, points in unsaid_by_162(worth_of(t.rules.points)):
        yield AbnormalLine(UNPLACED, kind, points, 0, ())
    for (letter, units, number), players in untold_points(t).items():
        yield AbnormalLine(UNPLACED, letter, Fraction(units, per_point), number, _numbers_of(players, numbers))
    for a in t.adjustments:
        yield AbnormalLine(UNPLACED, "", Fraction(a.points, per_point), a.round, (numbers[a.player],))


def _numbers_of(players: Sequence[PlayerId], numbers: Numbers) -> tuple[int, ...]:
    return tuple(numbers[player] for player in players)
