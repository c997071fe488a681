"""Debian's programs that files in deploy/ are for: installed where a test needs them and may do so.

Only as root, as in a container of a CI: nobody wants a web server to come up on their laptop by running tests.
Where a program cannot be had its tests are skipped, and say so; with CI=true they fail.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import NoReturn

import pytest

HOUSE = Path(__file__).parents[2]
DEPLOY = HOUSE / "deploy"
BY_ROOT = os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin", "/sbin"))


def find_program(name: str) -> str | None:
    return shutil.which(name, path=BY_ROOT)


def need_program(name: str, package: str = "") -> str:
    """Where it is."""
    if find_program(name) is None and os.geteuid() == 0 and find_program("apt-get"):
        _install(package or name)
    found = find_program(name)
    if found is None:
        refuse(f"{name} is not there: it is in Debian's package {package or name}")
    return found


def refuse(reason: str) -> NoReturn:
    """The test cannot be made here."""
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


def _install(package: str) -> None:
    """One process of the tests after the other. What comes of it is seen by who looks for the program."""
    apt = ["apt-get", "-qq", "-o", "DPkg::Lock::Timeout=300"]
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    with open(Path(tempfile.gettempdir()) / "roundlog-tests-install", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for words in (["update"], ["install", "--yes", "--no-install-recommends", package]):
            subprocess.run([*apt, *words], env=environment, stdout=subprocess.DEVNULL, check=False)
