"""FMJD 5.2 against a published table: World Cup Ouagadougou 2022, by the federation's own program.

The table stays with the oracle and is not part of the project: without it there is nothing to compare.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import msgspec
import pytest

from engine.standings import rank
from tests.engine.tiebreaks.build import value
from tests.engine.tiebreaks.draughts_cases import by_player

ORACLE = Path(os.environ.get("ROUNDLOG_CASES", "/work/shared/oracle"))
TABLE = ORACLE / "real" / "ouagadougou-2022-standings.json"


@pytest.mark.skipif(not TABLE.exists(), reason="the published table is not here")
def test_fmjd_5_2_the_published_order_and_short_truncated_solkoff_of_all_68() -> None:
    case = json.loads(TABLE.read_text(encoding="utf-8"))
    unrated = [{"no": int(place), "rating": None} for place in case["games"]]
    t = by_player({**case, "players": unrated})
    t = msgspec.structs.replace(t, rules=msgspec.structs.replace(t.rules, tiebreaks=("fmjd-5.2",)))
    published = {int(place): (row["total"], row["short_truncated"]) for place, row in case["published"].items()}
    assert {player: (value(t, player, "PTS"), value(t, player, "SOL/C1")) for player in t.entries} == published
    # The players are numbered by their published places.
    assert [line.player for line in rank(t)] == list(range(1, 69))
