"""Commands of setuptools for this project: what a wheel and a source archive carry besides the modules.

The handbook stands in ``docs``, and the commit in git; neither is there any more where the wheel is installed.
Named in ``pyproject.toml``, ``[tool.setuptools.cmdclass]``.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

HOUSE = Path(__file__).resolve().parents[1]
DOCUMENTS = HOUSE / "docs"  # the handbook, and what stands beside it
OF_THE_README = ("console.png", "screen.png")
RELEASE = Path("displays", "release")
DESCRIBE = ("git", "describe", "--always", "--exclude=*", "--abbrev=8", "--dirty=+")  # as displays/release/version.py


class BuildModules(build_py):
    """With the handbook and a note of the commit. Not for ``pip install -e``, which reads both where they are."""

    def run(self) -> None:
        if not self.editable_mode:  # what an earlier build left behind would be packed too
            shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()
        if not self.editable_mode:
            release = Path(self.build_lib) / RELEASE
            shutil.copytree(DOCUMENTS, release / "docs", ignore=shutil.ignore_patterns(*OF_THE_README))
            write_commit(release)


class SourceArchive(sdist):
    """From which a wheel can be built that is no poorer than one from git."""

    def add_defaults(self) -> None:
        super().add_defaults()
        for line in ("include deploy/build_package.py", "graft docs"):
            self.filelist.process_template_line(line)

    def make_release_tree(self, base_dir: str, files: list[str]) -> None:
        super().make_release_tree(base_dir, files)
        write_commit(Path(base_dir) / RELEASE)


def write_commit(release: Path) -> None:
    commit = find_commit()
    if commit:
        (release / "commit.txt").write_text(f"{commit}\n", "ascii")


def find_commit() -> str:
    """As git says; where there is no git (a container that is built of the files alone), as $ROUNDLOG_COMMIT says, or
    as a source archive noted it. Empty: nobody knows."""
    if (HOUSE / ".git").exists():
        return subprocess.run(DESCRIBE, cwd=HOUSE, capture_output=True, text=True, check=True).stdout.strip()
    note = HOUSE / RELEASE / "commit.txt"
    return os.environ.get("ROUNDLOG_COMMIT") or (note.read_text("ascii").strip() if note.exists() else "")
