"""The single file as a program: a double click, without words, starts the server; with words it is the command line."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence

from displays.cli.account import find_reader_language
from displays.cli.main import main
from displays.words.language import language

BUG = 70  # an exit code that no command has


def run(typed: Sequence[str]) -> int:
    if typed:
        return main(typed)
    try:
        code = main(["start"])
    except Exception:  # the window would be gone before anybody could read it
        traceback.print_exc()
        code = BUG
    if code:
        _wait_for_reader()
    return code


def _wait_for_reader() -> None:
    """Whoever double-clicked has a window that vanishes with the program, and what went wrong with it."""
    if sys.stdin is not None and sys.stdin.isatty():
        input(language(find_reader_language(os.environ)).word("press-enter", "start"))
