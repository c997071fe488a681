"""Cases by a literal reference that shares no code with us. Nothing of theirs is disputed: all must agree."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.cards import cards
from engine.draughts_swiss import sheets
from engine.errors import NoPairing
from engine.systems.kndb import pairing
from engine.systems.kndb.system import KNDB
from tests.cases import cases
from tests.engine.systems.kndb.build import from_case

CASES = cases("kndb", Path(__file__).parent / "golden")


def _read(path: Path) -> dict[str, Any]:
    case: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return case


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_pairs_bye_and_colours(path: Path) -> None:
    case = _read(path)
    t, expected = from_case(case), case["expected"]
    if "error" in expected:
        with pytest.raises(NoPairing):
            KNDB.pair(t)
        return
    paired = KNDB.pair_with_reasons(t)
    boards = [p for p in expected["pairs"] if "white" in p]
    assert [(b.white, b.black) for b in paired.boards] == [(p["white"], p["black"]) for p in boards]
    assert paired.bye == next((p["bye"] for p in expected["pairs"] if "bye" in p), None)
    given = [reason.facts["by"] for reason in paired.reasons if reason.code == "colours"]
    assert given == [p["colour_by"] for p in boards]
    assert KNDB.pair(t).boards == paired.boards


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_groups_and_waiting_rooms(path: Path) -> None:
    case = _read(path)
    if "error" in case["expected"]:
        with pytest.raises(NoPairing):
            pairing.groups(from_case(case))
        return
    found = [
        {
            "score": room.score,
            "from_above": list(room.letters),
            "own": list(room.numbers),
            "waiting_room": list(room.waiting),
            "paired": list(room.paired),
        }
        for room in pairing.groups(from_case(case))
    ]
    assert found == case["expected"]["groups"]


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_ranking_list(path: Path) -> None:
    case = _read(path)
    t = from_case(case)
    found = [{"lot": s.lot, "score": s.score, "wp": s.resistance, "sb": s.berger} for s in sheets(t, cards(t))]
    assert found == case["expected"].get("ranking", found)
