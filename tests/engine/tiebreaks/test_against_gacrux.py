"""Simulated tournaments beside gacrux: every value of every tie-break, and the ranks. Every difference is explained.

* No value: gacrux writes 0 or nothing where a player has played nobody; we have no value.
* ``AOB`` is shown by gacrux with two decimals below nine rounds, with three from then on; ours is exact.
* ``FB`` is asked for alone: computed before BH, SB or AOB in one run it spoils them in gacrux 1.11.65.
* ``WON`` in a round robin: we count wins by forfeit (15.2), gacrux does not; the difference is exactly their number.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from engine.model import Outcome, Tournament
from engine.standings import rank, table_of
from engine.tiebreaks import DEFINITIONS, Figure, Table, Unit, tiebreak
from tests.engine.tiebreaks import trf
from tests.engine.tiebreaks.peer import IS_INSTALLED, Judged, judged
from tests.engine.tiebreaks.simulated import round_robin, swiss

if os.environ.get("ROUNDLOG_PEERS") == "required" and not IS_INSTALLED:
    raise ModuleNotFoundError("gacrux is to be compared with, but it is not installed: make install-peers")

pytestmark = [
    pytest.mark.exhaustive,
    pytest.mark.skipif(not IS_INSTALLED, reason="gacrux is not installed: make install-peers"),
]

SWISS = range(1, 521)
ROUND_ROBINS = range(1, 101)

OWN = ("PTS", "WIN", "WON", "BPG", "BWG", "REP", "STD", "PS", "PS/C1", "PS/C2")
OPPONENTS = ("BH", "BH/C1", "BH/C2", "BH/M1", "BH/M2", "SB", "SB/C1", "SB/C2", "AOB")
RATINGS = ("ARO", "ARO/C1", "ARO/C2", "TPR", "PTP", "APRO", "APPO")
FORE = ("FB", "FB/C1", "FB/C2", "FB/M1")
FORFEITS_PLAYED = ("BH/P", "BH/C1/P", "SB/P", "SB/C1/P")
OF_2024 = ("BH", "BH/C1", "BH/C2", "BH/M1", "SB", "SB/C1", "SB/C2")
ORDERS = (("DE", "BH/C1", "BH", "SB"), ("WIN", "DE", "PS"), ("BPG", "SB/C1", "DE"))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "simulated.trf"


@pytest.mark.parametrize("seed", SWISS)
def test_a_swiss_tournament(seed: int, file: Path) -> None:
    file.write_text(swiss(seed), "utf-8")
    t = trf.read(file, "by-hand")
    for codes in ((*OWN, *OPPONENTS, *RATINGS), FORE, FORFEITS_PLAYED):
        assert differences(t, codes, judged(file, codes, is_swiss=True)) == []
    old = with_rules(t, tiebreak_edition="2024")
    assert differences(old, OF_2024, judged(file, [f"{code}/V2024" for code in OF_2024], is_swiss=True)) == []
    for order in ORDERS:
        assert ranks(t, order) == ranks_of(judged(file, ("PTS", *order), is_swiss=True))


@pytest.mark.parametrize("seed", ROUND_ROBINS)
def test_a_round_robin(seed: int, file: Path) -> None:
    file.write_text(round_robin(seed), "utf-8")
    t = trf.read(file, "round-robin")
    own = tuple(code for code in OWN if code != "WON")
    for codes in ((*own, "KS", "SB", "SB/C1"), RATINGS, ("KS/L+1", "KS/L-1", "KS/L60")):
        assert differences(t, codes, judged(file, codes, is_swiss=False)) == []
    for order in (("DE", "WIN", "SB", "KS"), ("SB", "DE")):
        assert ranks(t, order) == ranks_of(judged(file, ("PTS", *order), is_swiss=False))


@pytest.mark.parametrize("seed", ROUND_ROBINS)
def test_won_in_a_round_robin_differs_by_the_wins_by_forfeit_and_by_nothing_else(seed: int, file: Path) -> None:
    file.write_text(round_robin(seed), "utf-8")
    t = trf.read(file, "round-robin")
    theirs = judged(file, ("WON",), is_swiss=False)
    for player in t.entries:
        by_forfeit = sum(
            outcome is Outcome.FORFEIT_WIN
            for played in t.rounds
            for board in played.boards
            for seat, _, _, outcome in board.seats()
            if seat == player
        )
        assert value(t, player, "WON") == int(theirs[player].values[0] or 0) + by_forfeit


def with_rules(t: Tournament, **changes: object) -> Tournament:
    return msgspec.structs.replace(t, rules=msgspec.structs.replace(t.rules, **changes))


def value(t: Tournament, player: int, code: str, table: Table | None = None) -> Figure:
    found = tiebreak(code)
    measure = DEFINITIONS[found.base].measure
    assert measure is not None
    return measure(table_of(t) if table is None else table, player, found).value


def differences(t: Tournament, codes: Sequence[str], theirs: dict[int, Judged]) -> list[tuple[object, ...]]:
    """Player, code, ours, theirs: wherever they are not the same."""
    table = table_of(t)
    found: list[tuple[object, ...]] = []
    for player, line in theirs.items():
        for code, told in zip(codes, line.values, strict=True):
            ours = as_written(value(t, player, code, table), code, t.rules.rounds)
            if ours != (Fraction(0) if told is None else Fraction(str(told))):
                found.append((player, code, ours, told))
    return found


def as_written(figure: Figure, code: str, rounds: int) -> Fraction:
    """As gacrux writes it: in points, no value as 0, AOB rounded."""
    if figure is None:
        return Fraction(0)
    assert not isinstance(figure, tuple)
    exact = Fraction(figure) / (2 if DEFINITIONS[tiebreak(code).base].unit is Unit.POINTS else 1)
    if code != "AOB":
        return exact
    places = 100 if rounds < 9 else 1000
    return Fraction((2 * exact * places + 1) // 2, places)


def ranks(t: Tournament, order: Sequence[str]) -> dict[int, int]:
    return {line.player: line.place for line in rank(with_rules(t, tiebreaks=tuple(order)))}


def ranks_of(theirs: dict[int, Judged]) -> dict[int, int]:
    return {player: line.rank for player, line in theirs.items()}
