"""One-sided fields by the systems beside FIDE (Dutch): a bounded number of steps."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import pytest
from msgspec.structs import replace

from engine.matching import weighted
from engine.model import DRAUGHTS_POINTS, Rules
from engine.pairing import Choice
from engine.registry import SYSTEMS
from engine.simulation import Chances, simulate
from tests.engine.systems.one_sided import NO_OPTIONS, RESULTS, one_sided

NOTHING_ODD = Chances(forfeits=0, byes=0, withdrawals=0, late=0)
# Times the cube of the field. By KNSB:2014 a group may be opened again for each way to leave it (C12).
MOST_STEPS: tuple[tuple[str, Mapping[str, Choice], int], ...] = (
    ("knsb-2014", NO_OPTIONS, 4),
    ("kndb", NO_OPTIONS, 1),
    ("fmjd-5.1", {"colour": "strong"}, 14),  # most of it is the bound of 5.1 on leavers, in a field twice as large
)


@pytest.mark.parametrize(("key", "options", "most"), MOST_STEPS, ids=[key for key, _, _ in MOST_STEPS])
@pytest.mark.parametrize("kind", RESULTS)
@pytest.mark.parametrize("seed", [pytest.param(n, marks=[pytest.mark.exhaustive] if n else []) for n in range(6)])
def test_a_one_sided_field_is_paired_in_cubic_time(
    key: str, options: Mapping[str, Choice], most: int, kind: str, seed: int, steps: list[int]
) -> None:
    system = SYSTEMS[key]
    for t in one_sided(system, *RESULTS[kind], seed, options):
        steps.clear()
        system.pair(t)
        assert sum(steps) <= most * len(t.entries) ** 3, f"round {t.next_round}"


def test_strong_colours_of_the_fmjd_are_seldom_weighed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The prices of kinds tell what no best pairing has: before, most refusals were weighed one by one (44 times)."""
    weighings: list[int] = []
    original = weighted._match_by_library

    def counted(size: int, gains: Mapping[tuple[int, int], int]) -> Collection[tuple[int, int]]:
        weighings.append(size)
        return original(size, gains)

    monkeypatch.setattr(weighted, "_match_by_library", counted)
    played = simulate(SYSTEMS["fide-dutch-2026"], 200, 6, 200, NOTHING_ODD).tournament
    entries = {n: replace(entry, player=replace(entry.player, lot=n)) for n, entry in played.entries.items()}
    rules = Rules("fmjd-5.1", 9, points=DRAUGHTS_POINTS, options={"colour": "strong"})
    weighings.clear()
    SYSTEMS["fmjd-5.1"].pair(replace(played, entries=entries, rules=rules))
    assert len(weighings) <= 12
