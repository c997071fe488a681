"""Cases by a literal reference that shares no code with us: all presets, both accelerations, the general details.

Nothing of theirs is disputed; also the cases that the reference decided where the text is silent must agree.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.systems.fmjd.entrants import entrants
from engine.systems.fmjd.field import field
from engine.systems.fmjd.system import SYSTEMS as FMJD_SYSTEMS
from tests.cases import cases
from tests.engine.systems.fmjd.build import from_case, read_axes

FILES = cases("fmjd", Path(__file__).parent / "golden", "fmjd_*.json")
SYSTEMS = {system.key: system for system in FMJD_SYSTEMS}
CASES = [case for path in FILES for case in json.loads(path.read_text(encoding="utf-8"))["cases"]]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_boards_colours_and_bye(case: dict[str, Any]) -> None:
    t, expected = from_case(case["input"]), case["expected"]
    paired = SYSTEMS[t.rules.system].pair(t)
    found = [(board.white, board.black) for board in paired.boards]
    assert found == [(pair["white"], pair["black"]) for pair in expected["pairs"]]
    assert paired.bye == expected["bye"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_groups(case: dict[str, Any]) -> None:
    t = from_case(case["input"])
    entered = field(t, read_axes(t, SYSTEMS[t.rules.system]))
    found = [
        {
            "score": entered.entrants[group[0]].score,
            "players": [entered.entrants[v].player for v in group if v != entered.dummy],
        }
        for group in entered.groups
    ]
    assert found == case["expected"]["groups"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_floats(case: dict[str, Any]) -> None:
    t = from_case(case["input"])
    for entrant in entrants(t, read_axes(t, SYSTEMS[t.rules.system])):
        history = case["input"]["floats"][str(entrant.player)][::-1]
        for back, direction in enumerate(history[:2]):
            found = entrant.floated_down[back], entrant.floated_up[back]
            assert found == (direction == "down", direction == "up")
