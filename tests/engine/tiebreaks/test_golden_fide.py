"""FIDE C.07, both editions, against gacrux 1.11.65, FIDE's own checker (``tiebreaks-fide`` of the oracle)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.model import PlayerId, Tournament
from engine.standings import rank, table_of
from engine.tiebreaks import DEFINITIONS, Figure, Table, Unit, tiebreak
from tests.cases import cases
from tests.engine.tiebreaks import trf

CASES = cases("tiebreaks-fide", Path(__file__).parent / "golden" / "tiebreaks-fide")
SYSTEMS = {"swiss": "by-hand", "pre-determined": "round-robin"}


@pytest.fixture(params=CASES, ids=lambda path: path.stem)
def case(request: pytest.FixtureRequest) -> tuple[Mapping[str, Any], Path]:
    path: Path = request.param
    return json.loads(path.read_text(encoding="utf-8")), path.with_suffix(".trf")


def test_every_value_of_the_edition_of_2026(case: tuple[Mapping[str, Any], Path]) -> None:
    expected, file = case
    t = trf.read(file, SYSTEMS[expected["mode"]])
    disputed = {(player, code) for player, code, _, _ in expected["second_implementation_disagrees"]}
    wanted = {
        (player, code): value for player, code, value in _values(expected["players"]) if (player, code) not in disputed
    }
    assert wanted
    assert _differences(t, wanted) == {}


def test_every_value_of_the_edition_of_2024(case: tuple[Mapping[str, Any], Path]) -> None:
    expected, file = case
    t = trf.read(file, SYSTEMS[expected["mode"]], "2024")
    players = {player: values.get("rules2024", {}) for player, values in expected["players"].items()}
    wanted = {(player, code): value for player, code, value in _values(players)}
    assert bool(wanted) == (expected["mode"] == "swiss")
    assert _differences(t, wanted) == {}


def test_15_2_a_forfeit_win_in_a_round_robin_is_a_game_won(case: tuple[Mapping[str, Any], Path]) -> None:
    """The disputed values: gacrux leaves forfeit wins out of WON, which 15.2 does not (see ``own.games_won``)."""
    expected, file = case
    t = trf.read(file, SYSTEMS[expected["mode"]])
    disputes = expected["second_implementation_disagrees"]
    assert {code for _, code, _, _ in disputes} <= {"WON"}
    assert _differences(t, {(player, code): value for player, code, _, value in disputes}) == {}


def test_4_2_the_orders_of_the_table(case: tuple[Mapping[str, Any], Path]) -> None:
    expected, file = case
    assert expected["orders"]
    for name, order in expected["orders"].items():
        t = trf.read(file, SYSTEMS[expected["mode"]], tiebreaks=tuple(order["order"]))
        assert {str(line.player): line.place for line in rank(t)} == order["rank"], name


def test_6_direct_encounter_among_those_with_equal_points(case: tuple[Mapping[str, Any], Path]) -> None:
    expected, file = case
    t = trf.read(file, SYSTEMS[expected["mode"]], tiebreaks=("DE",))
    found = {str(line.player): line.values[1] for line in rank(t)}
    assert found == {player: values["DE"] for player, values in expected["players"].items()}


def _values(players: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[PlayerId, str, Any]]:
    """All but direct encounter, which is no value of one player."""
    for player, values in players.items():
        for code, value in values.items():
            if code not in ("rules2024", "DE"):
                yield int(player), code, value


def _differences(t: Tournament, wanted: Mapping[tuple[PlayerId, str], Any]) -> dict[tuple[PlayerId, str], Any]:
    """What we find and what is wanted, where these differ."""
    table = table_of(t)
    differences = {}
    for (player, code), value in wanted.items():
        found = _as_written(table, player, code)
        # Where gacrux has no game to look at it writes 0, we have no value; a table reads both as the last.
        if found != (None if value is None else Fraction(str(value))) and not (found is None and value == 0):
            differences[player, code] = (found, value)
    return differences


def _as_written(table: Table, player: PlayerId, code: str) -> Figure:
    """In points, and AOB with the decimals that gacrux writes (2 below 9 rounds, else 3), a half rounded up."""
    found = tiebreak(code)
    definition = DEFINITIONS[found.base]
    assert definition.measure is not None
    figure = definition.measure(table, player, found).value
    if figure is None or definition.unit is not Unit.POINTS:
        return figure
    assert isinstance(figure, int | Fraction)
    points = Fraction(figure) / table.points.per_point
    return _rounded(points, 2 if table.rounds < 9 else 3) if found.base == "AOB" else points


def _rounded(value: Fraction, decimals: int) -> Fraction:
    return Fraction(int(value * 10**decimals + Fraction(1, 2)), 10**decimals)


def test_the_editions_differ_in_the_golden_cases() -> None:
    """Otherwise the test of 2024 would prove nothing."""
    t = next(
        t
        for path in CASES
        if json.loads(path.read_text(encoding="utf-8"))["kind"] == "all"
        for t in [trf.read(path.with_suffix(".trf"), "by-hand", tiebreaks=("BH",))]
    )
    old = msgspec.structs.replace(t, rules=msgspec.structs.replace(t.rules, tiebreak_edition="2024"))
    assert {line.player: line.values for line in rank(t)} != {line.player: line.values for line in rank(old)}
