"""Builds the single file with the Python that runs this, for the system on which it runs: Windows, macOS, Linux.

``python deploy/single-file/build.py FOLDER`` makes an environment of its own in FOLDER (what is installed there has the
pinned versions), builds the wheel, unpacks it and packs all of it into FOLDER/dist/roundlog, or roundlog.exe.
"""

from __future__ import annotations

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

HOUSE = Path(__file__).resolve().parents[2]
DEPLOY = HOUSE / "deploy"
IS_WINDOWS = sys.platform == "win32"


def build(folder: Path) -> Path:
    """The file."""
    python = make_environment(folder / "venv")
    run(python, "-m", "pip", "install", "--quiet", "--require-hashes", "-r", DEPLOY / "hashes-single-file.txt")
    wheel = build_wheel(python, folder / "wheel")
    run(python, "-m", "pip", "install", "--quiet", "--no-deps", "--force-reinstall", wheel)
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder / "lib")
    options = ("--noconfirm", "--log-level", "WARN", "--distpath", folder / "dist", "--workpath", folder / "work")
    run(python, "-m", "PyInstaller", *options, DEPLOY / "single-file" / "roundlog.spec")
    return folder / "dist" / ("roundlog.exe" if IS_WINDOWS else "roundlog")


def make_environment(folder: Path) -> Path:
    venv.EnvBuilder(with_pip=True, clear=True).create(folder)
    return folder / ("Scripts/python.exe" if IS_WINDOWS else "bin/python")


def build_wheel(python: Path, folder: Path) -> Path:
    for earlier in folder.glob("*.whl"):
        earlier.unlink()
    run(python, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", folder, HOUSE)
    (wheel,) = folder.glob("*.whl")
    return wheel


def run(*words: str | Path) -> None:
    # Folders without code are data of the wheel, of each of which setuptools would warn for 20 lines.
    environment = os.environ | {"PYTHONWARNINGS": "ignore"}
    subprocess.run([str(word) for word in words], check=True, cwd=HOUSE, env=environment)


if __name__ == "__main__":
    print(build(Path(sys.argv[1]).resolve()))
