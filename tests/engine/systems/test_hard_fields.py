"""One-sided fields by the systems beside FIDE (Dutch): a bounded number of steps."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from engine.chances import Chances
from engine.matching import weighted
from engine.model import DRAUGHTS_POINTS, Rules
from engine.pairing import Choice
from engine.registry import SYSTEMS
from engine.simulation import simulate
from tests.engine.systems.one_sided import CASES, NO_OPTIONS, RESULTS, one_sided, random_mix

NOTHING_ODD = Chances(forfeits=0, byes=0, withdrawals=0, late=0)


class Bound(NamedTuple):
    """So many steps at most for a round: times a power of the field."""

    key: str
    options: Mapping[str, Choice]
    most: int
    power: int = 3


BOUNDS = (
    Bound("knsb-2014", NO_OPTIONS, 4),  # a group may be opened again for each way to leave it (C12)
    Bound("kndb", NO_OPTIONS, 1),
    Bound("fmjd-5.1", {"colour": "strong"}, 14),  # mostly the bound of 5.1 on leavers, in a field twice as large
    Bound("keizer", {"passes": "until-stable"}, 8, power=2),
)


@pytest.mark.parametrize("bound", BOUNDS, ids=lambda bound: bound.key)
@pytest.mark.parametrize(("white", "drawn", "seed"), CASES)
def test_a_one_sided_field_is_paired_in_a_bounded_number_of_steps(
    bound: Bound, white: int, drawn: int, seed: int, steps: list[int]
) -> None:
    system = SYSTEMS[bound.key]
    for t in one_sided(system, white, drawn, seed, bound.options):
        steps.clear()
        system.pair(t)
        assert sum(steps) <= bound.most * len(t.entries) ** bound.power, f"round {t.next_round}"


CUBIC = 2**3  # times as much for twice as many


@pytest.mark.parametrize(
    ("key", "options", "growth"),
    [
        ("fide-dutch-2026", NO_OPTIONS, CUBIC),
        ("fide-dutch-2017", NO_OPTIONS, CUBIC),
        *((bound.key, bound.options, 2**bound.power) for bound in BOUNDS),
    ],
)
def test_twice_as_many_players_take_no_more_steps_than_the_power_says(
    key: str, options: Mapping[str, Choice], growth: int, steps: list[int]
) -> None:
    """In all of many tournaments, and half as much again: one field alone may be easy, and the next one hard.

    (The fourth power in place of the third would be twice as much.)
    """
    taken = {}
    for size in (60, 120):
        steps.clear()
        for seed in range(2):
            for mix in (*RESULTS.values(), random_mix(2 * seed), random_mix(2 * seed + 1)):
                list(one_sided(SYSTEMS[key], *mix, seed, options, size=(size, size + 1)))
        taken[size] = sum(steps)
    assert 0 < 2 * taken[120] <= 3 * growth * taken[60]


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
