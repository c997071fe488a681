"""FIDE's Berger tables, as another program has them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.model import Details, Entry, Phase, Player, Result, Round, Rules, Tournament
from engine.registry import SYSTEMS
from tests.outside import needs_outside, outside


@needs_outside
@pytest.mark.parametrize("case", outside("round-robin/chesspairing_berger.json"), ids=lambda case: case["test"])
def test_berger_tables(case: dict[str, Any]) -> None:
    options = {"double": True, "swap_last_two": True} if case["double"] else {}
    t = Tournament(
        details=Details("Berger"),
        rules=Rules("round-robin", len(case["rounds"]), options=options),
        entries={n: Entry(Player(n, f"Player {n}", 2000 - n)) for n in range(1, case["players"] + 1)},
    )
    for number, expected in case["rounds"].items():
        paired = SYSTEMS["round-robin"].pair(t)
        assert sorted([board.white, board.black] for board in paired.boards) == sorted(expected), number
        boards = tuple(replace(board, result=Result.DRAW) for board in paired.boards)
        t = replace(t, rounds=(*t.rounds, Round(int(number), boards, paired.sitouts, phase=Phase.CLOSED)))
