"""The pins: what is installed is what was tested, to the hash of every file."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[1]
PINS = dict(re.findall(r"^([\w.-]+)==(\S+)$", (HOUSE / "deploy" / "pins.txt").read_text(), re.M))
PROJECT = tomllib.loads((HOUSE / "pyproject.toml").read_text())["project"]
EXTRAS = PROJECT["optional-dependencies"]
FILES = {
    "hashes.txt": PROJECT["dependencies"],
    "hashes-cluster.txt": [*PROJECT["dependencies"], *EXTRAS["cluster"]],
    "hashes-single-file.txt": [*PROJECT["dependencies"], *EXTRAS["single-file"]],
    "hashes-test.txt": [*PROJECT["dependencies"], *EXTRAS["cluster"], *EXTRAS["test"]],
}


def normalise(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def locked(name: str) -> dict[str, tuple[str, int]]:
    """Package → its version, and how many hashes it has."""
    found: dict[str, tuple[str, int]] = {}
    for block in re.split(r"\n(?=[A-Za-z0-9])", (HOUSE / "deploy" / name).read_text()):
        named = re.match(r"([\w.-]+)==([^\s;\\]+)", block)
        if named:
            found[normalise(named[1])] = named[2], len(re.findall(r"--hash=sha256:[0-9a-f]{64}\b", block))
    return found


@pytest.mark.parametrize("name", FILES)
def test_every_file_that_is_installed_has_its_hash_and_the_pinned_version(name: str) -> None:
    pins = {normalise(package): version for package, version in PINS.items()}
    for package, (version, hashes) in locked(name).items():
        assert hashes >= 1, package
        assert pins.get(package) == version, package


@pytest.mark.parametrize("name", FILES)
def test_every_dependency_is_among_them(name: str) -> None:
    wanted = {normalise(re.match(r"[\w.-]+", line)[0]) for line in FILES[name]}  # type: ignore[index]  # it has a name
    assert wanted - locked(name).keys() == set()
