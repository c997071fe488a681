"""The FIDE (Dutch) system on tournaments of other programs: the next round, and every round of the past."""

from __future__ import annotations

from typing import Any

import pytest

from engine.model import Tournament
from engine.registry import SYSTEMS
from ledger.formats.trf import before_round, parse, understand
from tests.outside import OUTSIDE, needs_outside, outside

Pairs = list[list[int]]


def read(path: str, system: str) -> Tournament:
    return understand(parse((OUTSIDE / path).read_bytes()), system).tournament


def pairs_of(t: Tournament) -> Pairs:
    """A bye is a pair with 0."""
    paired = SYSTEMS[t.rules.system].pair(t)
    return [
        *([board.white, board.black] for board in paired.boards),
        *([] if paired.bye is None else [[paired.bye, 0]]),
    ]


@needs_outside
@pytest.mark.parametrize("case", outside("pair/expected.json"), ids=lambda case: f"{case['file']} {case['system']}")
def test_the_next_round(case: dict[str, Any]) -> None:
    t = read(f"pair/{case['file']}", case["system"])
    ours, expected = pairs_of(before_round(t, t.next_round)), case["pairs"]
    if not case.get("colours", True):
        ours, expected = ([sorted(pair) for pair in pairs] for pairs in (ours, expected))
    assert (ours if case["ordered"] else sorted(ours)) == (expected if case["ordered"] else sorted(expected))
