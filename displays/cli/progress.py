"""How far a long work has come."""

from __future__ import annotations

import sys
import time
from fractions import Fraction
from types import TracebackType
from typing import TextIO

WIDTH = 30
BETWEEN = 0.1  # seconds between two pictures: a terminal is slow


class Progress:
    """A bar on a terminal, once the work takes longer than a second; silence everywhere else."""

    def __init__(self, total: int, stream: TextIO | None = None, patience: float = 1.0) -> None:
        self._total = total
        self._done = Fraction(0)
        self._stream = sys.stderr if stream is None else stream
        self._next = time.monotonic() + patience
        self._drawn = 0  # letters that stand on the terminal

    def __enter__(self) -> Progress:
        return self

    def step(self, share: Fraction | int = 1) -> None:
        """One of the total is done, or a part of one."""
        self._done += share
        if self._stream.isatty() and time.monotonic() >= self._next:
            self._next = time.monotonic() + BETWEEN
            self._draw(self._picture())

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._drawn:
            self._draw(" " * self._drawn)
            self._stream.write("\r")
            self._stream.flush()

    def _picture(self) -> str:
        done = self._done / max(self._total, 1)
        full = int(WIDTH * done)
        return f"{'█' * full}{'░' * (WIDTH - full)} {int(100 * done):3} %"

    def _draw(self, text: str) -> None:
        self._drawn = len(text)
        self._stream.write(f"\r{text}")
        self._stream.flush()
