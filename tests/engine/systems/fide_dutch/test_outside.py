"""The FIDE (Dutch) system on tournaments of other programs: the next round, and every round of the past."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import NoPairing
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


def differences(t: Tournament) -> list[dict[str, Any]]:
    """Round by round, what only the file has and what only we have; or that it is refused, as where nobody is there."""
    found: list[dict[str, Any]] = []
    for played in t.rounds:
        theirs = [[board.white, board.black] for board in played.boards]
        theirs += [] if played.bye is None else [[played.bye, 0]]
        try:
            ours = pairs_of(before_round(t, played.number))
        except NoPairing as refused:
            found.append({"round": played.number, "refused": refused.code})
            continue
        only = {"file": [p for p in theirs if p not in ours], "ours": [p for p in ours if p not in theirs]}
        if only["file"] or only["ours"]:
            found.append({"round": played.number, **{name: sorted(pairs) for name, pairs in only.items()}})
    return found


LARGE = 300  # games: those are for ``make test-all``


def _is_large(path: str) -> bool:
    lines = [line for line in (OUTSIDE / path).read_bytes().splitlines() if line.startswith(b"001")]
    return len(lines) * max(len(line) - 90 for line in lines) // 20 > LARGE


def _checks() -> list[Any]:
    return [
        pytest.param(
            case["file"],
            system,
            case["by"][system]["differences"],
            id=f"{case['file']} {system}",
            marks=[pytest.mark.exhaustive] if _is_large(f"check/{case['file']}") else [],
        )
        for case in outside("check/expected.json")
        for system in case["by"]
        if system.startswith("fide-dutch")
    ]


@needs_outside
@pytest.mark.parametrize(("file", "system", "expected"), _checks())
def test_every_round_once_more(file: str, system: str, expected: list[dict[str, Any]]) -> None:
    found = differences(read(f"check/{file}", system))
    assert [found_in["round"] for found_in in found] == [one["round"] for one in expected]
    for ours, theirs in zip(found, expected, strict=True):
        assert ("refused" in ours) == ("refused" in theirs), ours["round"]
        if "refused" in ours:
            assert ours["refused"] == "too-few-players"
            continue
        assert (ours["file"], ours["ours"]) == (sorted(theirs["file"]), sorted(theirs["ours"])), ours["round"]
