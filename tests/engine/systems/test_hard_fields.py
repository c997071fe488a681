"""One-sided fields by the systems beside FIDE (Dutch): a bounded number of steps."""

from __future__ import annotations

import pytest

from engine.system import System
from engine.systems.kndb.system import KNDB
from engine.systems.knsb.system import KNSB_2014
from tests.engine.systems.one_sided import RESULTS, one_sided

# Times the cube of the field. By KNSB:2014 a group may be opened again for each way to leave it (C12).
MOST_STEPS = ((KNSB_2014, 4), (KNDB, 1))


@pytest.mark.parametrize(("system", "most"), MOST_STEPS, ids=lambda value: getattr(value, "key", None))
@pytest.mark.parametrize("kind", RESULTS)
@pytest.mark.parametrize("seed", [pytest.param(n, marks=[pytest.mark.exhaustive] if n else []) for n in range(6)])
def test_a_one_sided_field_is_paired_in_cubic_time(
    system: System, most: int, kind: str, seed: int, steps: list[int]
) -> None:
    for t in one_sided(system, *RESULTS[kind], seed):
        steps.clear()
        system.pair(t)
        assert sum(steps) <= most * len(t.entries) ** 3, f"round {t.next_round}"
