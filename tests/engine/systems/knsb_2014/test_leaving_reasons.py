"""Reasons: what has to be ignored when another leaves the group, told without pairing it."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.systems.knsb.beyond import chairs
from engine.systems.knsb.leaving_reasons import ignored_without
from engine.systems.knsb.pairing import settled_groups
from engine.systems.knsb.procedure import PairedGroup
from engine.systems.knsb.search import first_choice
from tests.engine.systems.knsb_2014.golden_cases import read_trf

GOLDEN = Path(__file__).parent / "golden" / "knsb-2014-javafo"
FILES = sorted(GOLDEN.glob("small-*.trf"))[::6]


def groups(path: Path) -> list[PairedGroup]:
    return [settled for position in read_trf(path) for settled in settled_groups(position.tournament)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_c10_the_others_alone_ignore_what_the_whole_group_does_with_that_leaver(path: Path) -> None:
    for settled in groups(path):
        table, plan, moved_down = settled.group.table, settled.choice.plan, settled.group.moved_down
        if len(settled.choice.leaving) != 1 or settled.reopenings:
            continue
        for other in range(table.size):
            paired = first_choice(table, plan, moved_down, chairs(table, 1, 1 << other))
            assert ignored_without(settled, other) == (None if paired is None else paired.ignored)
            may_leave = settled.group.may_leave >> other & 1
            assert paired is None or not may_leave or paired.rank >= settled.choice.rank
