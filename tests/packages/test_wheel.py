"""The wheel: it has everything, and runs where nothing else of ours is; in every Python that is on the machine."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from displays.words.language import LANGUAGES
from tests import plain_http
from tests.displays.started import Person
from tests.packages.building import HOUSE, build_wheel, copy_house, strangers_environment
from tests.packages.playing import Arbiter, look_as_anybody
from tests.test_house import belongings

PROJECT = tomllib.loads((HOUSE / "pyproject.toml").read_text("utf-8"))["project"]
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
PLATFORMS = (
    "x86_64-manylinux_2_28",
    "aarch64-manylinux_2_28",
    "windows",
    "aarch64-apple-darwin",
    "x86_64-apple-darwin",
)
# That no import names: they must be in the wheel as they are in the checkout.
DATA = ("displays/web/static/", "displays/web/templates/", "displays/words/locale/")
OF_THE_README = ("docs/console.png", "docs/screen.png")
HASHES = HOUSE / "deploy" / "hashes.txt"


def test_the_wheel_has_everything_and_runs(tmp_path: Path) -> None:
    """Its dependencies are those of this environment; that it needs no others, the test of all Pythons finds out."""
    commit = copy_house(tmp_path / "house")
    wheel = build_wheel(tmp_path / "house", tmp_path)
    check_content(wheel, commit)
    site = tmp_path / "site"
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(site)
    code = f"import sys; sys.path.insert(0, {str(site)!r}); from displays.cli.main import main; sys.exit(main())"
    person = Person(tmp_path / "anna", (sys.executable, "-P", "-c", code, "start"), PYTHONPATH=str(site))
    play(person)
    said = subprocess.run([sys.executable, "-P", "-c", code, "--version"], capture_output=True, text=True, cwd=tmp_path)
    assert said.stdout.startswith(f"roundlog {PROJECT['version']} ({commit}), SQLite ")


def check_content(wheel: Path, commit: str) -> None:
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
        assert packed.read("displays/release/commit.txt").decode() == f"{commit}\n"
    kept = {path.relative_to(HOUSE).as_posix() for path in belongings()}
    assert {path for path in kept if path.startswith(DATA)} - names == set()
    documents = {path for path in kept if path.startswith("docs/") and not path.endswith(OF_THE_README)}
    assert {f"displays/release/{path}" for path in documents} - names == set()
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"engine", "ledger", "displays"}
    assert not [name for name in names if "__pycache__" in name or name.endswith(".db")]


def play(person: Person, look: Callable[[int], None] = lambda _: None) -> None:
    """A tournament; then stopped and started again. ``look``: at the process while it runs."""
    with plain_http.Client(trust_env=False) as browser, person.start() as started:
        started.sign_in(browser)
        Arbiter(browser, started.address).play_tournament("club")
        standings = look_as_anybody(started.address, "club")
        look(started.process.pid)
    with person.start() as started:
        assert look_as_anybody(started.address, "club") == standings


# -- in environments that have nothing ---------------------------------------------------------------------------------


def find_python(version: str) -> str:
    """On the machine, also where pyenv keeps them. One that is missing is said, and is a failure nowhere: a machine has
    the Pythons that it has."""
    kept = sorted((Path.home() / ".pyenv" / "versions").glob(f"{version}.*/bin/python{version}"))
    for found in (shutil.which(f"python{version}"), *map(str, kept)):
        if found and not subprocess.run([found, "-c", "import venv, ensurepip"], capture_output=True).returncode:
            return found
    pytest.skip(f"no Python {version} with venv on this machine: the wheel was not tried there")


@pytest.mark.exhaustive
@pytest.mark.parametrize("version", PYTHONS)
def test_the_wheel_runs_in_an_empty_environment_of_every_python(version: str, tmp_path: Path) -> None:
    """With the pinned dependencies, as people have it who follow docs/install.md."""
    python = find_python(version)
    wheel = make_wheel(tmp_path)
    run(python, "-m", "venv", tmp_path / "venv", home=tmp_path)
    pip = (tmp_path / "venv/bin/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    run(*pip, "--require-hashes", "--only-binary", ":all:", "-r", HASHES, home=tmp_path)
    run(*pip, "--no-deps", "--no-index", wheel, home=tmp_path)
    run(*pip[:3], "check", home=tmp_path)
    play(Person(tmp_path / "anna", (str(tmp_path / "venv/bin/roundlog"), "start"), PYTHONPATH=""))


@pytest.mark.exhaustive
@pytest.mark.parametrize("tool", ["uv", "pipx"])
def test_the_wheel_is_installed_as_a_tool(tool: str, tmp_path: Path) -> None:
    """Which brings the newest dependencies that fit: pyproject.toml must say truly which do."""
    wheel, program = make_wheel(tmp_path), install_tool(tool, tmp_path)
    places = {"UV_TOOL_DIR": "tools", "UV_TOOL_BIN_DIR": "bin", "PIPX_HOME": "tools", "PIPX_BIN_DIR": "bin"}
    environment = {name: str(tmp_path / place) for name, place in places.items()}
    chosen = ("--python", sys.executable)
    words = (program, "tool", "install", *chosen, wheel) if tool == "uv" else (program, "install", *chosen, wheel)
    run(*words, home=tmp_path, **environment)
    play(Person(tmp_path / "anna", (str(tmp_path / "bin/roundlog"), "start"), PYTHONPATH=""))


@pytest.mark.exhaustive
@pytest.mark.parametrize("version", PYTHONS)
@pytest.mark.parametrize("platform", PLATFORMS)
def test_every_pinned_dependency_has_a_wheel(version: str, platform: str, tool_uv: Path, tmp_path: Path) -> None:
    """For every system and Python that people have: nobody needs a compiler. Nothing is downloaded but what the index
    says of the files."""
    options = ("--dry-run", "--target", tmp_path / "none", "--only-binary", ":all:", "--require-hashes", "-r", HASHES)
    where = ("--python", sys.executable, "--python-version", version, "--python-platform", platform)
    run(tool_uv, "pip", "install", *where, *options, home=tmp_path)


@pytest.fixture(scope="module")
def tool_uv(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install_tool("uv", tmp_path_factory.mktemp("uv"))


def install_tool(name: str, folder: Path) -> Path:
    run(sys.executable, "-m", "venv", folder / name, home=folder)
    words = [str(folder / name / "bin/python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", name]
    if subprocess.run(words, env={**os.environ}, capture_output=True).returncode:
        message = f"{name} could not be installed: the wheel was not tried with it"
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)
    return folder / name / "bin" / name


def make_wheel(folder: Path) -> Path:
    copy_house(folder / "house")
    return build_wheel(folder / "house", folder)


def run(*words: str | Path, home: Path, **environment: str) -> None:
    said: Sequence[str] = [str(word) for word in words]
    done = subprocess.run(
        said, env={**strangers_environment(home), **environment}, cwd=home, capture_output=True, text=True
    )
    assert done.returncode == 0, f"{' '.join(said)}\n{done.stdout}{done.stderr}"


# -- what is promised --------------------------------------------------------------------------------------------------


def test_the_pythons_that_are_promised_are_those_that_are_tried() -> None:
    named = [found[1] for line in PROJECT["classifiers"] if (found := re.search(r"Python :: (3\.\d+)$", line))]
    assert tuple(named) == PYTHONS
    assert PROJECT["requires-python"] == f">={PYTHONS[0]}"


def test_the_languages_that_are_promised_are_there() -> None:
    named = [line.rpartition(" ")[2] for line in PROJECT["classifiers"] if line.startswith("Natural Language")]
    assert len(named) == len(LANGUAGES)
