"""A first server, and a standby of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.model import Details, Rules
from ledger.acts.opening import TournamentOpened
from tests.ledger.standby.laptops import SHARED, Laptop, follow


@pytest.fixture
def first(tmp_path: Path) -> Iterator[Laptop]:
    laptop = Laptop(tmp_path, "first")
    opened = TournamentOpened(details=Details("Club"), rules=Rules("fide-dutch-2026", 5))
    laptop.gate.submit("club", 0, [opened], actor="Anna", command="open").result(5)
    yield laptop
    laptop.close()


@pytest.fixture
def second(tmp_path: Path, first: Laptop) -> Iterator[Laptop]:
    """A standby of the first, with a copy."""
    laptop = Laptop(tmp_path, "second")
    laptop.pair.become_standby(first.address, "token", SHARED)
    follow(laptop, first)
    yield laptop
    laptop.close()
