"""The drop-in engine as tests drive it: in this process, in a folder of its own."""

from __future__ import annotations

import io
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from displays.drop_in.main import main
from tests.displays.commandline import Said, Word


class Engine:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, *words: Word) -> Said:
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            code = main([*map(str, words)])
        return Said(code, out.getvalue(), err.getvalue())

    def put(self, text: str, name: str = "open.trf") -> Path:
        path = self.folder / name
        path.write_text(text, "utf-8")
        return path


@pytest.fixture
def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Engine:
    monkeypatch.chdir(tmp_path)
    return Engine(tmp_path)
