"""The command line as tests drive it: in this process, with what it said on both streams."""

from __future__ import annotations

import functools
import io
import sys
import tempfile
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from displays.cli.main import main

Word = str | int | Path  # of a command line
YES = "yes\n" * 4  # to every question


class Said(NamedTuple):
    code: int
    out: str
    err: str

    def json(self) -> Any:
        return msgspec.json.decode(self.out)


class Roundlog:
    """``roundlog`` in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = folder / "roundlog.db"

    def tried(self, *words: Word) -> Said:
        """Whatever comes of it."""
        return self.run("--log", self.log, "--as", "test", *words)

    def run(self, *words: Word) -> Said:
        """These words and no others."""
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            code = main([*map(str, words)])
        return Said(code, out.getvalue(), err.getvalue())

    def __call__(self, *words: Word) -> str:
        """What must succeed, whatever has to be confirmed; what it prints."""
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(sys, "stdin", io.StringIO(YES))
            said = self.tried(*words)
        assert said.code == 0, said.err
        return said.out

    def refused(self, code: int, *words: Word) -> str:
        """What must end with that exit code: one sentence, no traceback, and nothing in the folder changed."""
        before = self.contents()
        said = self.tried(*words)
        assert said.code == code, said
        assert said.out == ""
        assert "Traceback" not in said.err
        assert said.err.startswith("roundlog: ")
        assert said.err.count("\n") == 1
        assert self.contents() == before
        return said.err.removeprefix("roundlog: ").strip()

    def contents(self) -> dict[str, bytes]:
        """Every file, byte for byte; what SQLite keeps beside an open log is no part of it."""
        return {
            path.name: path.read_bytes()
            for path in sorted(self.folder.iterdir())
            if path.is_file() and not path.name.endswith(("-shm", "-wal"))
        }

    def open_four(self) -> None:
        """A tournament of four players, nothing paired."""
        self.log.write_bytes(_four())

    def open_club(self) -> None:
        """The same after two rounds, with a correction of the first after the second."""
        self.log.write_bytes(_club())

    def open_six(self, system: str = "fide-dutch-2026") -> None:
        """An open of three rounds by that system, with six players; White was drawn."""
        self("open", "open", "--name", "Open", "--rounds", "3", "--system", system)
        for number in range(1, 7):
            self("register", "open", f"Player {number}", "--rating", 2000 - number)
        self("first-colour", "open", "--colour", "white")

    def pair_and_play(self, *numbers: int) -> None:
        """These rounds of it; White wins throughout."""
        for number in numbers:
            self("pair", "open", number)
            self("publish", "open", number)
            self("results", "open", number, "1:1-0 2:1-0 3:1-0")
            self("close", "open", number)

    def play_round(self, number: int, boards: str, results: str) -> None:
        self("pair", "club", number, "--boards", boards)
        self("publish", "club", number)
        self("results", "club", number, results)
        self("close", "club", number)


# Every command opens the log, writes durably and closes it again. What many tests begin with is played once.


@functools.cache
def _four() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        roundlog = Roundlog(Path(folder))
        roundlog("open", "club", "--name", "Club evening", "--rounds", "3", "--lang", "en")
        for name, rating in (("Anna", 1900), ("Bram", 1850), ("Katrin", 1800), ("Jürgen", 1750)):
            roundlog("register", "club", name, "--rating", rating)
        return roundlog.log.read_bytes()


@functools.cache
def _club() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        roundlog = Roundlog(Path(folder))
        roundlog.open_four()
        roundlog.play_round(1, "1-2 3-4", "1:1-0 2:½")
        roundlog.play_round(2, "1-3 2-4", "1:½ 2:0-1")
        roundlog("correct", "club", 1, 1, "0-1", "--reason", "misread")
        return roundlog.log.read_bytes()


@pytest.fixture
def roundlog(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Roundlog]:
    """With a log in a file; for tests that are marked ``ANYWHERE`` once more with a server in between."""
    for variable in ("ROUNDLOG_LOG", "ROUNDLOG_SERVER", "ROUNDLOG_KEY", "ROUNDLOG_LANG", "LC_ALL", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.chdir(tmp_path)
    if getattr(request, "param", "file") == "file":
        yield Roundlog(tmp_path)
        return
    from tests.displays.remote_commandline import remote_roundlog  # late: it needs the class above

    with remote_roundlog(tmp_path, monkeypatch) as remote:
        yield remote


COMMAND = (sys.executable, "-m", "displays.cli")
