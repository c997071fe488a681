"""What a pairing costs, in steps."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.matching import weighted
from engine.matching.cardinality import AlternatingTree


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """What each matching that is weighed costs, by the library or by hand, and each search for other partners.

    Weighing takes cubic time and a search square time: so the cubes and squares of their sizes, and not a clock, tell
    what a field costs.
    """
    taken: list[int] = []

    def count(where: object, name: str, price: Callable[..., int]) -> None:
        original = getattr(where, name)

        def counted(*args: object, **how: object) -> object:
            taken.append(price(*args))
            return original(*args, **how)

        monkeypatch.setattr(where, name, counted)

    count(weighted, "_match_by_library", lambda size, gains: size**3)
    count(weighted, "heaviest_pairs", lambda size, gains: size**3)
    count(AlternatingTree, "grow", lambda tree: tree.among.bit_count() ** 2)
    return taken
