"""FIDE TEC's exercises in tie-breaking and tables that Vega published: every value, by the edition that it is of."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from engine.standings import rank
from engine.tiebreaks import DEFINITIONS, Unit, tiebreak
from ledger.formats.trf import parse, understand
from tests.engine.tiebreaks.build import value
from tests.outside import OUTSIDE, needs_outside, outside

CASES = outside("tiebreaks/tec.json")


@needs_outside
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['tournament']} {case['edition']} {case['code']}")
def test_values_of_the_exercises(case: dict[str, Any]) -> None:
    name = case["tournament"]
    system = "round-robin" if name in ("tec-round-robin", "manual-koya") else None
    t = understand(parse((OUTSIDE / "tiebreaks" / f"{name}.trf").read_bytes()), system).tournament
    t = replace(t, rules=replace(t.rules, tiebreak_edition=case["edition"]))
    one = tiebreak(case["code"])
    per_point = t.rules.points.per_point if DEFINITIONS[one.base].unit is Unit.POINTS else 1
    close = Fraction(1, 200) if one.base == "AOB" else Fraction(0)  # it is printed with two decimals
    for player, expected in case["expected"].items():
        found = value(t, int(player), case["code"])
        assert isinstance(found, int | Fraction)
        assert abs(Fraction(found) / per_point - Fraction(expected)) <= close, player


def _published() -> list[Any]:
    return [
        pytest.param(case, edition, id=f"{case['file'].rpartition('/')[2]} {edition}")
        for case in outside("tiebreaks/vega.json")
        for edition in case["editions"]
    ]


@needs_outside
@pytest.mark.parametrize(("case", "edition"), _published())
def test_values_and_places_that_vega_published(case: dict[str, Any], edition: str) -> None:
    """Vega shares no place: who is level in everything has one of those that they share with us."""
    system = "round-robin" if "robin" in case["system"].lower() else "by-hand"
    t = understand(parse((OUTSIDE / "tiebreaks" / case["file"]).read_bytes()), system).tournament
    t = replace(t, rules=replace(t.rules, tiebreaks=tuple(case["codes"]), tiebreak_edition=edition))
    lines = {str(line.player): line for line in rank(t)}
    sharing = Counter(line.place for line in lines.values())
    for player, published in case["players"].items():
        line = lines[player]
        assert published["place"] in range(line.place, line.place + sharing[line.place]), player
        for place, code in enumerate(case["codes"], start=1):
            found, one = line.values[place], tiebreak(code)
            assert isinstance(found, int | Fraction)
            per_point = t.rules.points.per_point if DEFINITIONS[one.base].unit is Unit.POINTS else 1
            assert Fraction(found) / per_point == Fraction(published[code]), (player, code)
