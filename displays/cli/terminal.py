"""Where a command writes to: sentences on one side, complaints and progress on the other."""

from __future__ import annotations

import os
import sys
import threading
import time
from fractions import Fraction
from pathlib import Path
from types import TracebackType
from typing import TextIO

from displays.words.language import Language, from_environment, language
from displays.words.problems import problem_json
from engine.errors import RoundlogError

WIDTH = 30
BETWEEN = 0.1  # seconds between two pictures: a terminal is slow


class Terminal:
    """The reader's language and choices, and the two streams."""

    def __init__(self, language: Language, log: Path, actor: str, as_json: bool) -> None:
        self.language = language
        self.log = log
        self.actor = actor
        self.as_json = as_json

    def say(self, text: str) -> None:
        print(text, file=sys.stdout)

    def flush(self) -> None:
        """For who waits on the other end of a pipe."""
        sys.stdout.flush()

    def warn(self, text: str) -> None:
        print(text, file=sys.stderr)

    def give(self, document: bytes) -> None:
        """JSON, exactly these bytes and a line feed."""
        print(document.decode(), file=sys.stdout)

    def complain(self, error: RoundlogError) -> None:
        if self.as_json:
            self.warn(problem_json(error, self.language).decode())
            return
        for one in error.problems or (error,):
            self.warn(" ".join(filter(None, ("roundlog:", self.language.sentence(one), self.language.hint(one)))))


def open_terminal(lang: str | None, log: str | None, actor: str | None, as_json: bool) -> Terminal:
    """What was not said is said by the environment."""
    path = Path(log or os.environ.get("ROUNDLOG_LOG") or "roundlog.db")
    name = actor or os.environ.get("USER") or "cli"
    return Terminal(language(lang or from_environment(os.environ)), path, name, bool(as_json))


class Working:
    """The seconds gone by, on a terminal, while something takes longer than one; silence everywhere else."""

    def __init__(self, language: Language, stream: TextIO | None = None, second: float = 1.0) -> None:
        self._language = language
        self._stream = sys.stderr if stream is None else stream
        self._second = second
        self._is_done = threading.Event()
        self._thread = threading.Thread(target=self._tell, daemon=True)

    def __enter__(self) -> None:
        if self._stream.isatty():
            self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._is_done.set()
        if self._thread.ident is not None:
            self._thread.join()

    def _tell(self) -> None:
        width, seconds = 0, 0
        while not self._is_done.wait(self._second):
            seconds += 1
            text = self._language.phrase("working", seconds=seconds)
            width = len(text)
            self._write(f"\r{text}")
        if width:
            self._write(f"\r{' ' * width}\r")

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()


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


def prepare_streams() -> None:
    """UTF-8 whatever the terminal says it is; a sign that cannot be written is replaced, never an exception."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
