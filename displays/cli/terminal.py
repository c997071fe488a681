"""Where a command writes to: sentences on one side, complaints and progress on the other."""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path
from typing import TextIO

from displays.words.language import Language, from_environment, language
from displays.words.problems import problem_json
from engine.errors import RoundlogError


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


def prepare_streams() -> None:
    """UTF-8 whatever the terminal says it is; a sign that cannot be written is replaced, never an exception."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
