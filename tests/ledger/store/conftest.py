"""The logs that the suite of ``test_log.py`` is run against."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest

from ledger.store.log import Archive
from ledger.store.sqlite import SqliteLog
from tests.ledger.cluster.engines import require_engines


class OpenLog(Archive, Protocol):
    """An archive that a test opens and closes."""

    def __enter__(self) -> OpenLog: ...

    def __exit__(self, *_: object) -> None: ...


class Place(Protocol):
    """Where one log is kept. Whoever opens it once more is another process, or another node, that works on it."""

    def __init__(self, directory: Path) -> None: ...

    def open(self, **options: Any) -> OpenLog:
        """``clock``: what the time is."""


class SqlitePlace:
    """One file."""

    def __init__(self, directory: Path) -> None:
        self._path = directory / "log.db"

    def open(self, **options: Any) -> SqliteLog:
        return SqliteLog(self._path, **options)


class SharedPlace:
    """One order; whoever opens it is a node with a new and empty copy."""

    def __init__(self, directory: Path) -> None:
        require_engines()
        from tests.ledger.cluster.nodes import Cluster

        self._cluster = Cluster(directory)

    def open(self, **options: Any) -> OpenLog:
        return self._cluster.open(**options)


PLACES: dict[str, type[Place]] = {"sqlite": SqlitePlace, "shared": SharedPlace}


@pytest.fixture(params=PLACES)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    return PLACES[request.param](tmp_path)


@pytest.fixture
def elsewhere(place: Place, tmp_path_factory: pytest.TempPathFactory) -> Place:
    """Of the same kind, with nothing in it."""
    return type(place)(tmp_path_factory.mktemp("elsewhere"))


@pytest.fixture
def log(place: Place) -> Iterator[Archive]:
    with place.open() as log:
        yield log
