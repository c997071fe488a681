"""FIDE's Berger tables as another program has them, and round robins that Vega paired by them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from engine.errors import NoPairing, Refusal
from engine.model import Details, Entry, Phase, Player, Result, Round, Rules, Tournament
from engine.registry import SYSTEMS
from ledger.formats.trf import before_round, parse, understand
from tests.outside import OUTSIDE, needs_outside, outside


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


def _checks() -> list[Any]:
    return [
        pytest.param(case["file"], case["by"]["round-robin"], id=case["file"])
        for case in outside("check/expected.json")
        if "round-robin" in case["by"]
    ]


@needs_outside
@pytest.mark.parametrize(("file", "expected"), _checks())
def test_every_round_once_more(file: str, expected: dict[str, Any]) -> None:
    """Round by round from the file. Once a round is not of the schedule, no round after it is of that; if we pair it at
    all, then players who have not met."""
    t = understand(parse((OUTSIDE / "check" / file).read_bytes()), "round-robin").tournament
    assert len(t.rounds) == expected["rounds"]
    found = {one["round"]: one for played in t.rounds for one in _difference(t, played)}
    for one in expected["differences"]:
        if "refused" not in one:
            assert found.get(one["round"]) == one
        else:
            _check_gone_on_with(t, one["round"])
    assert set(found) <= {one["round"] for one in expected["differences"]}


def _check_gone_on_with(t: Tournament, number: int) -> None:
    before = before_round(t, number)
    try:
        paired = SYSTEMS["round-robin"].pair(before)
    except NoPairing:
        return
    met = {frozenset((board.white, board.black)) for played in before.rounds for board in played.boards}
    assert not met & {frozenset((board.white, board.black)) for board in paired.boards}


def _difference(t: Tournament, played: Round) -> Iterator[dict[str, Any]]:
    try:
        paired = SYSTEMS["round-robin"].pair(before_round(t, played.number))
    except Refusal as refusal:
        yield {"round": played.number, "refused": refusal.code}
        return
    theirs, ours = ([[board.white, board.black] for board in boards] for boards in (played.boards, paired.boards))
    only = {
        "file": sorted(p for p in theirs if p not in ours),
        "ours": sorted(p for p in ours if p not in theirs),
    }
    if any(only.values()):
        yield {"round": played.number, **only}
