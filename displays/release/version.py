"""Version of this copy of Roundlog: its number, and the commit that it was made of."""

from __future__ import annotations

import functools
import os
import subprocess
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from engine.model import Value

DESCRIBE = ("git", "describe", "--always", "--exclude=*", "--abbrev=8", "--dirty=+")
SECONDS = 10  # for git to answer, on a slow disk
_NOTE = Path(__file__).with_name("commit.txt")  # made by ``deploy/build_package.py``


class Version(Value, frozen=True):
    number: str
    commit: str  # ``0f30b2e7``; ``0f30b2e7+`` if something was changed after it; empty: not known

    def __str__(self) -> str:
        return f"{self.number} ({self.commit})" if self.commit else self.number


@functools.cache
def find_version() -> Version:
    """Asked once: a server that runs is what it was when it was started."""
    return Version(find_number(), find_commit(_NOTE, Path(__file__).parents[2]))


def find_number() -> str:
    """Without the commit, for which another program has to be started."""
    try:
        return version("roundlog")
    except PackageNotFoundError:  # modules that somebody copied without installing them
        return "?"


def find_commit(note: Path, checkout: Path) -> str:
    """What stands in the note of a wheel; of a checkout git says it. Anything else has none."""
    if note.is_file():
        return note.read_text("ascii").strip()
    if not (checkout / ".git").exists():
        return ""
    environment = {**os.environ, "GIT_OPTIONAL_LOCKS": "0"}  # to ask changes nothing, not even the index
    try:
        asked = subprocess.run(
            DESCRIBE, cwd=checkout, env=environment, capture_output=True, text=True, timeout=SECONDS, check=True
        )
    except (OSError, subprocess.SubprocessError):  # no git here, or a checkout of somebody else's
        return ""
    return asked.stdout.strip()
