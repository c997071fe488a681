import asyncio
import os
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
import pytest_asyncio
import uvloop

from displays.web.live import crowd
from displays.web.live.ring import Ring, opened
from tests.displays.web.live.house import house
from tests.displays.web.live.server import Server, serving

__all__ = ["house"]  # for all who ask for it


def pytest_asyncio_loop_factories(config: pytest.Config, item: pytest.Item) -> dict[str, Callable[[], object]]:
    """On both loops, which tell of a full transport in ways of their own, unless a module says which will do."""
    loops = {"asyncio": asyncio.new_event_loop, "uvloop": uvloop.new_event_loop}
    return {name: loops[name] for name in getattr(item.module, "LOOPS", loops)}


@pytest_asyncio.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    """A server with a tournament of four, nothing paired."""
    async with serving(tmp_path / "roundlog.db") as running:
        await running.open_four()
        yield running


@pytest.fixture(params=["each by itself", "all at once"])
def both_ways(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Followers are few in a test: they are written to as few are, and as many are."""
    if request.param == "all at once":
        monkeypatch.setattr(crowd, "FEW", 0)


@pytest.fixture
def ring() -> Ring:
    found = opened()
    if found is None:
        if os.environ.get("CI"):
            pytest.fail("the machine of CI has no io_uring")
        pytest.skip("this machine has no io_uring")
    return found
