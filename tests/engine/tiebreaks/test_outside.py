"""FIDE TEC's exercises in tie-breaking: every value that they give, in the edition of C.07 that they are of."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

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
