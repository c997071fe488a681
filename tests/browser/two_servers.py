"""Two real servers: the second has a copy of the first one's log and keeps it current, as long as a test lets it."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path

from displays.web.server import ServerOptions, run
from ledger.desk import Desk
from ledger.store.sqlite import SqliteLog
from tests.browser.hall import Hall
from tests.ledger.store.copied_log import CopiedLog

COPY_EVERY = 0.05  # seconds


class OneOfTwo(Hall):
    """``original``: the log that its own is a copy of."""

    def __init__(self, folder: Path, original: Path | None = None) -> None:
        self._original = original
        self._others, self._switch = folder / "others", folder / "is-cut-off"
        folder.mkdir()
        self.name_others()
        super().__init__(folder)

    def _command(self) -> list[str]:
        words = [str(self.log), str(self.port), str(self._others), str(self._switch)]
        if self._original is not None:
            words.append(str(self._original))
        return [sys.executable, "-m", "tests.browser.two_servers", *words]

    def name_others(self, *others: Hall) -> None:
        """To the pages, from now on."""
        self._others.write_text(" ".join(other.address for other in others))

    def cut_off(self) -> None:
        """From now on it hears nothing from the first one's log."""
        self._switch.touch()

    def connect(self) -> None:
        self._switch.unlink()


@contextmanager
def run_two(folder: Path) -> Iterator[tuple[OneOfTwo, OneOfTwo]]:
    """Each names the other."""
    first = OneOfTwo(folder / "first")
    try:
        second = OneOfTwo(folder / "second", first.log)
        try:
            first.name_others(second)
            second.name_others(first)
            yield first, second
        finally:
            second.stop()
    finally:
        first.stop()


@asynccontextmanager
async def _keep_current(switch: Path, copy: CopiedLog, _: Desk) -> AsyncIterator[None]:
    async def take_in() -> None:
        while True:
            copy.is_cut_off = switch.exists()
            if not copy.is_cut_off:
                await copy.take_in()
            await asyncio.sleep(COPY_EVERY)

    task = asyncio.create_task(take_in())
    try:
        yield
    finally:
        task.cancel()


def main(log: str, port: str, others: str, switch: str, original: str = "") -> None:
    path = Path(log)
    opened = CopiedLog(path, Path(original)) if original else SqliteLog(path)
    run(
        ServerOptions(port=int(port)),
        path,
        opened,
        actor="test",
        announce=lambda place: print(f"{place.here}/", flush=True),
        beside=partial(_keep_current, Path(switch), opened) if isinstance(opened, CopiedLog) else None,
        other_servers=lambda: tuple(Path(others).read_text().split()),
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
