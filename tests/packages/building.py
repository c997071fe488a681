"""The wheel, built of the files that git keeps in a folder of its own: in the checkout it would leave a mess."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.test_house import belongings

HOUSE = Path(__file__).parents[2]
AUTHOR = ("-c", "user.name=Anna", "-c", "user.email=anna@club.example")


def copy_house(folder: Path) -> str:
    """As somebody has it who has just cloned it; the commit."""
    for path in belongings():
        target = folder / path.relative_to(HOUSE)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
    for words in (["init", "-q"], ["add", "-A"], [*AUTHOR, "commit", "-q", "-m", "All of it"]):
        subprocess.run(["git", *words], cwd=folder, check=True)
    asked = subprocess.run(["git", "rev-parse", "HEAD"], cwd=folder, check=True, capture_output=True, text=True)
    return asked.stdout[:8]


def build_wheel(house: Path, folder: Path, python: str = sys.executable) -> Path:
    """Without a network: setuptools is there already."""
    options = ("--quiet", "--no-deps", "--no-build-isolation", "--disable-pip-version-check", "-w", str(folder))
    done = subprocess.run([python, "-m", "pip", "wheel", *options, str(house)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = folder.glob("*.whl")
    return wheel


def strangers_environment(home: Path) -> dict[str, str]:
    """Nothing of ours: neither the environment of the tests nor the checkout. What pip is told about this machine's
    network it needs in any environment."""
    told = {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "UV_", "SSL_"))}
    return {"PATH": "/usr/bin:/bin", "HOME": str(home), "LANG": "C.UTF-8", **told}
