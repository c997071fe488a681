"""Tie-breaks and ranks of a tournament, worked out by us and by gacrux."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path

from msgspec.structs import replace

from engine.model import Tournament
from engine.standings import rank, table_of
from engine.tiebreaks import DEFINITIONS, Table, Unit, tiebreak
from tests.cross.causes import rank_cause, value_cause
from tests.cross.finding import Finding
from tests.engine.tiebreaks.peer import Judged, judged

# Asked for together as long as they do not disturb each other there (FB spoils BH, SB and AOB in one run).
RUNS: Sequence[Sequence[str]] = (
    ("PTS", "WIN", "WON", "BPG", "BWG", "REP", "STD", "PS", "PS/C1", "BH", "BH/C1", "BH/C2", "BH/M1", "SB", "SB/C1"),
    ("FB", "FB/C1"),
)
WITH_RATINGS = ("AOB", "ARO", "ARO/C1", "TPR", "PTP", "APRO", "APPO")
EACH_WITH_RATINGS = 2  # every second tournament: they take the most time


def compare_tables(t: Tournament, file: Path, number: int) -> Iterator[Finding | int]:
    """Differences; and how many values and, last, how many ranks were compared, as numbers."""
    runs = (*RUNS, WITH_RATINGS) if number % EACH_WITH_RATINGS == 0 else RUNS
    table = table_of(t)
    compared = 0
    for codes in runs:
        codes = [code for code in codes if _cuts(code) <= t.rules.rounds]
        theirs = judged(file, codes, is_swiss=True)
        compared += len(codes) * len(theirs)
        yield from _differing_values(t, table, codes, theirs)
    yield compared
    theirs = judged(file, ("PTS", *t.rules.tiebreaks), is_swiss=True)
    yield from _differing_ranks(t, {player: line.rank for player, line in theirs.items()})
    yield len(theirs)


def _cuts(code: str) -> int:
    one = tiebreak(code)
    return one.low + one.high


def _differing_values(
    t: Tournament, table: Table, codes: Sequence[str], theirs: dict[int, Judged]
) -> Iterator[Finding]:
    for player, line in theirs.items():
        for code, told in zip(codes, line.values, strict=True):
            ours = _value(table, player, code, t.rules.rounds)
            given = Fraction(0) if told is None else Fraction(str(told))
            if ours != given:
                article = DEFINITIONS[tiebreak(code).base].article
                cause = value_cause(t, player, code, ours, given)
                yield Finding("value", cause, 0, player, code, article, str(float(ours)), str(float(given)))


def _value(table: Table, player: int, code: str, rounds: int) -> Fraction:
    """As gacrux writes it: in points, no value as 0, AOB with two decimals, or three from nine rounds on."""
    found = tiebreak(code)
    measure = DEFINITIONS[found.base].measure
    assert measure is not None
    figure = measure(table, player, found).value
    if figure is None:
        return Fraction(0)
    assert not isinstance(figure, tuple)
    exact = Fraction(figure) / (table.tournament.rules.points.per_point if _is_in_points(found.base) else 1)
    if found.base != "AOB":
        return exact
    places = 100 if rounds < 9 else 1000
    return Fraction((2 * exact * places + 1) // 2, places)


def _is_in_points(base: str) -> bool:
    return DEFINITIONS[base].unit is Unit.POINTS


def _differing_ranks(t: Tournament, theirs: dict[int, int]) -> Iterator[Finding]:
    places = {line.player: line.place for line in rank(t)}
    for player, place in places.items():
        if theirs[player] != place:
            cause = rank_cause(replace(t, rounds=t.rounds), player)
            codes = ",".join(t.rules.tiebreaks)
            yield Finding("rank", cause, 0, player, codes, "FIDE C.07:2026 4.2", str(place), str(theirs[player]))
