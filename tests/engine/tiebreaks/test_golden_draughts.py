"""FMJD 3.1 and KNDB against exact references that share no code with us (``tiebreaks-draughts`` of the oracle)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.model import PlayerId, Tournament
from engine.standings import rank, table_of
from engine.tiebreaks import DEFINITIONS, Figure, Table, tiebreak
from tests.cases import cases
from tests.engine.tiebreaks.draughts_cases import by_player, by_round

OWN = Path(__file__).parent / "golden" / "tiebreaks-draughts"
BY_PLAYER = cases("tiebreaks-draughts", OWN, "dr*.json")
BY_ROUND = [
    case
    for path in cases("tiebreaks-draughts", OWN, "fmjd_tables*.json")
    for case in json.loads(path.read_text(encoding="utf-8"))["cases"]
]

# The references of ``dr….json`` leave a bye out of the mean rating and use the logistic curve.
CODES = {
    "score": "PTS",
    "solkoff": "SOL",
    "median_solkoff": "SOL/M1",
    "short_truncated": "SOL/C1",
    "full_truncated": "FTS",
    "plus_solkoff": "PSOL",
    "baliakin": "BAL",
    "sb": "SBD",
    "wp": "WP",
    "avg_opp_rating": "MOR/G",
    "tpr_annex_d": "PRF/LOG",
}
LETTERS = {
    "score": "PTS",
    "a_solkoff": "SOL",
    "b_median": "SOL/M1",
    "c_short_truncated": "SOL/C1",
    "d_full_truncated": "FTS",
    "e_plus_solkoff": "PSOL",
    "f_baliakin_solkoff": "BAL",
    "g_sonneborn_berger": "SBD",
    "h_opponents_average": "MOR",
    "i_performance_normal": "PRF",
    "i_performance_logistic": "PRF/LOG",
    "j_rating": "RTNG",
}
RANKINGS = {
    "5.1": ("fmjd-5.1",),
    "5.1a": ("fmjd-5.1",),
    "5.2": ("fmjd-5.2",),
    "5.2a": ("fmjd-5.2a",),
    "5.2b": ("fmjd-5.2b",),
    "5.3": ("fmjd-5.3",),
    "d_then_e": ("FTS", "PSOL"),
    "d_then_f": ("FTS", "BAL"),
    "performance": ("PRF",),
}
PRESETS = {
    "fmjd_standard_2019": ("fmjd-5.2",),
    "fmjd_truncated": ("fmjd-5.2a",),
    "fmjd_median": ("fmjd-5.2b",),
    "kndb": ("kndb",),
    "fmjd_rating": ("MOR/G",),
}


@pytest.mark.parametrize("path", BY_PLAYER, ids=lambda path: path.stem)
def test_every_value_of_a_table_by_player(path: Path) -> None:
    case = json.loads(path.read_text(encoding="utf-8"))
    table = table_of(by_player(case))
    assert _differences(table, case["expected"], CODES, Fraction(1, 200)) == {}


@pytest.mark.parametrize("path", BY_PLAYER, ids=lambda path: path.stem)
def test_every_order_of_a_table_by_player(path: Path) -> None:
    case = json.loads(path.read_text(encoding="utf-8"))
    t = by_player(case)
    for name, order in case["orders"].items():
        listed = rank(_agreed(t, [CODES[criterion] for criterion in order["criteria"]]))
        named = rank(_agreed(t, PRESETS[name]))
        assert {str(line.player): line.place for line in listed} == order["rank"], name
        assert [(line.player, line.place) for line in named] == [(line.player, line.place) for line in listed], name


@pytest.mark.parametrize("case", BY_ROUND, ids=lambda case: case["id"])
def test_fmjd_3_1_every_value_of_a_table_by_round(case: Mapping[str, Any]) -> None:
    table = table_of(by_round(case))
    # Their performance is rounded to a tenth, ours to a hundredth.
    assert _differences(table, case["expected"]["values"], LETTERS, Fraction(1, 20) + Fraction(1, 200)) == {}


@pytest.mark.parametrize("case", BY_ROUND, ids=lambda case: case["id"])
def test_fmjd_5_every_ranking_of_a_table_by_round(case: Mapping[str, Any]) -> None:
    t = by_round(case)
    assert case["expected"]["rankings"]
    for name, groups in case["expected"]["rankings"].items():
        assert _groups(_agreed(t, RANKINGS[name])) == [sorted(group) for group in groups], name


def _agreed(t: Tournament, tiebreaks: Sequence[str]) -> Tournament:
    return msgspec.structs.replace(t, rules=msgspec.structs.replace(t.rules, tiebreaks=tuple(tiebreaks)))


def _groups(t: Tournament) -> list[list[PlayerId]]:
    groups: dict[int, list[PlayerId]] = {}
    for line in rank(t):
        groups.setdefault(line.place, []).append(line.player)
    return [sorted(group) for group in groups.values()]


def _differences(
    table: Table, expected: Mapping[str, Mapping[str, Any]], codes: Mapping[str, str], within: Fraction
) -> dict[tuple[str, str], Any]:
    assert expected
    found = {
        (player, name): (_figure(table, int(player), codes[name]), value)
        for player, values in expected.items()
        for name, value in values.items()
    }
    return {
        (player, name): (figure, value)
        for (player, name), (figure, value) in found.items()
        if not _is_equal(table, int(player), figure, value, within)
    }


def _figure(table: Table, player: PlayerId, code: str) -> Figure:
    found = tiebreak(code)
    measure = DEFINITIONS[found.base].measure
    assert measure is not None
    return measure(table, player, found).value


def _is_equal(table: Table, player: PlayerId, figure: Figure, value: Any, within: Fraction) -> bool:
    if value is None:
        return figure == _without_solution(table, player)
    if isinstance(value, list):
        return figure == tuple(value)
    assert isinstance(figure, int | Fraction)
    return abs(figure - Fraction(str(value))) <= (within if isinstance(value, float) else 0)


def _without_solution(table: Table, player: PlayerId) -> Fraction | None:
    """The references stop where all is won or lost; fmjd.md F26 goes on: the last opponent and 736 points."""
    played = [line for line in table.lines[player] if line.is_played]
    ratings = [rating for line in played if line.opponent and (rating := table.ratings[line.opponent])]
    if not ratings:
        return None
    assert {line.halves for line in played} in ({0}, {2})
    return Fraction(max(ratings) + 736) if played[0].halves else Fraction(min(ratings) - 736)
