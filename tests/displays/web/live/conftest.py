import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
import pytest_asyncio
import uvloop

from tests.displays.web.live.server import Server, serving

LOOPS: dict[str, Callable[[], object]] = {"uvloop": uvloop.new_event_loop, "asyncio": asyncio.new_event_loop}
# The protocol, full transports and closing: the loops tell of them in ways of their own.
WHERE_THE_LOOP_MATTERS = ("test_rudeness", "test_slow")


def pytest_asyncio_loop_factories(config: pytest.Config, item: pytest.Item) -> dict[str, Callable[[], object]]:
    """On both loops, unless a module says which will do."""
    assert isinstance(item, pytest.Function)
    return {name: LOOPS[name] for name in getattr(item.module, "LOOPS", LOOPS)}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Where the loop does not matter ``make test`` takes the server's own."""
    for item in items:
        if (
            isinstance(item, pytest.Function)
            and Path(__file__).parent == item.path.parent
            and item.path.stem not in WHERE_THE_LOOP_MATTERS
            and not hasattr(item.module, "LOOPS")
            and hasattr(item, "callspec")
            and item.callspec.params.get("_asyncio_loop_factory") is LOOPS["asyncio"]
        ):
            item.add_marker(pytest.mark.exhaustive)


@pytest_asyncio.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    """A server with a tournament of four, nothing paired."""
    async with serving(tmp_path / "roundlog.db") as running:
        await running.open_four()
        yield running
