"""The prices of kinds are a short cut: without them every system pairs the same, by weighing."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from engine.pairing import Choice
from engine.registry import SYSTEMS
from engine.systems.fide_dutch import pool
from engine.systems.fmjd import optimum
from engine.systems.knsb import weighing
from tests.engine.systems.one_sided import NO_OPTIONS, one_sided, random_mix

FAMILIES: tuple[tuple[str, Mapping[str, Choice]], ...] = (
    ("fide-dutch-2026", NO_OPTIONS),
    ("fide-dutch-2017", NO_OPTIONS),
    ("knsb-2014", NO_OPTIONS),
    ("fmjd-5.1", {"colour": "strong"}),
)


@pytest.mark.parametrize(("key", "options"), FAMILIES, ids=[key for key, _ in FAMILIES])
@pytest.mark.parametrize("seed", [pytest.param(n, marks=[pytest.mark.exhaustive] if n > 5 else []) for n in range(200)])
def test_a_field_is_paired_the_same_by_weighing_alone(
    key: str, options: Mapping[str, Choice], seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    system = SYSTEMS[key]
    for t in one_sided(system, *random_mix(seed), seed, options, size=(14, 30)):
        by_kind = system.pair(t)
        with monkeypatch.context() as patched:
            for module in (pool, optimum, weighing):
                patched.setattr(module, "tied_by_kind", lambda *_: None)
            assert system.pair(t) == by_kind, f"round {t.next_round}"
