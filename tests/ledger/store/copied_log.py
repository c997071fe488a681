"""A log that is a copy of another file: as a second server has it. A test says when it hears from the first one."""

from __future__ import annotations

import asyncio
from pathlib import Path

from engine.errors import Unavailable
from ledger.store.sqlite import SqliteLog


class CopiedLog(SqliteLog):
    """``is_cut_off``: it hears nothing from the log that it is a copy of."""

    def __init__(self, path: Path, original: Path) -> None:
        super().__init__(path)
        self._original = SqliteLog(original, read_only=True)
        self.is_cut_off = False

    async def newest(self) -> None:
        if self.is_cut_off:
            raise Unavailable("log-closed", path=str(self._original.path))
        await self.take_in()

    async def take_in(self) -> None:
        """All that it does not have."""
        records = list(self._original.raw_after(self.position()))
        if records:
            await asyncio.wrap_future(self.copy(records))

    def close(self) -> None:
        self._original.close()
        super().close()
