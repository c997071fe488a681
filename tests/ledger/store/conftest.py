"""The logs that the suite of ``test_log.py`` is run against."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ledger.store.sqlite import SqliteLog


class Place:
    """Where one SQLite log is kept. Whoever opens it once more is another process that works on the same log."""

    def __init__(self, directory: Path) -> None:
        self._path = directory / "log.db"

    def open(self, **options: Any) -> SqliteLog:
        """``clock``: what the time is."""
        return SqliteLog(self._path, **options)


PLACES: dict[str, type[Place]] = {"sqlite": Place}  # another log has a place with the same ``open``


@pytest.fixture(params=PLACES)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    return PLACES[request.param](tmp_path)


@pytest.fixture
def elsewhere(place: Place, tmp_path_factory: pytest.TempPathFactory) -> Place:
    """Of the same kind, with nothing in it."""
    return type(place)(tmp_path_factory.mktemp("elsewhere"))


@pytest.fixture
def log(place: Place) -> Iterator[SqliteLog]:
    with place.open() as log:
        yield log
