"""The peer: gacrux, whose author writes the checker of FIDE, run in this process stage by stage as its command does."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

IS_INSTALLED = importlib.util.find_spec("gacrux") is not None


class Judged(NamedTuple):
    """What gacrux says of one player."""

    rank: int
    values: tuple[Any, ...]  # one for each code: a number, or None


def judged(tournament: Path, codes: Sequence[str], is_swiss: bool) -> dict[int, Judged]:
    """By player."""
    checker = Checker(tournament, codes, is_swiss)
    return checker.judge()


class Checker:
    """A tournament file that gacrux has read, ready to be judged, once."""

    def __init__(self, tournament: Path, codes: Sequence[str], is_swiss: bool) -> None:
        """It would guess from the number of rounds whether it is a round robin, so it is told."""
        from gacrux.tiebreakchecker import tiebreakchecker

        self._checker = tiebreakchecker()
        kind = "-s" if is_swiss else "-p"
        with _typed(["tiebreakchecker", "-i", str(tournament), "-f", "TRF", kind, "-t", *codes]):
            self._checker.read_command_line()
        self._checker.read_input_file()
        self._checker.prepare_tournament()

    def judge(self) -> dict[int, Judged]:
        self._checker.do_checker()
        lines = self._checker.chessfile.result["competitors"]
        return {line["cid"]: Judged(line["rank"], tuple(line["tiebreakScore"])) for line in lines}


@contextmanager
def _typed(words: list[str]) -> Iterator[None]:
    """It reads its command line from where a program finds it."""
    before, sys.argv = sys.argv, words
    try:
        yield
    finally:
        sys.argv = before
