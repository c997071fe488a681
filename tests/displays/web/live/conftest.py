import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
import pytest_asyncio
import uvloop

from tests.displays.web.live.server import Server, serving


def pytest_asyncio_loop_factories(config: pytest.Config, item: pytest.Item) -> dict[str, Callable[[], object]]:
    """On both loops, which tell of a full transport in ways of their own, unless a module says which will do."""
    assert isinstance(item, pytest.Function)
    loops = {"asyncio": asyncio.new_event_loop, "uvloop": uvloop.new_event_loop}
    return {name: loops[name] for name in getattr(item.module, "LOOPS", loops)}


@pytest_asyncio.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    """A server with a tournament of four, nothing paired."""
    async with serving(tmp_path / "roundlog.db") as running:
        await running.open_four()
        yield running
