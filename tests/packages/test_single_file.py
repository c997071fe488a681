"""The single file: built here, started where there is nothing; a tournament is played, and is there after a restart.

To build it takes a minute or two of a processor: that is done in CI (CI=true) and in ``make test-all`` only.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.displays.started import Person
from tests.packages.building import HOUSE, copy_house
from tests.packages.test_wheel import play

FOLDER = HOUSE / "deploy" / "single-file"
IS_CI = os.environ.get("CI") == "true"
WHEN_ASKED = pytest.mark.skipif(False, reason="is asked for") if IS_CI else pytest.mark.exhaustive
RECIPE = FOLDER / "github-actions.yml"


@pytest.mark.skipif(sys.platform != "linux", reason="is started with env -i, and looked at in /proc")
@WHEN_ASKED
def test_the_single_file_plays_a_tournament_where_there_is_no_python(tmp_path: Path) -> None:
    commit = copy_house(tmp_path / "house")
    build = tmp_path / "house" / "deploy" / "single-file" / "build.py"
    built = subprocess.run([sys.executable, build, tmp_path / "built"], capture_output=True, text=True)
    assert built.returncode == 0, built.stdout + built.stderr
    program = Path(built.stdout.splitlines()[-1])
    home = tmp_path / "anna"
    person = Person(home, (str(program),))
    person.environment = {name: person.environment[name] for name in ("HOME", "BROWSER", "DISPLAY", "XDG_DATA_HOME")}
    said = subprocess.run([program, "--version"], env=person.environment, capture_output=True, text=True, check=True)
    assert f"({commit})" in said.stdout
    play(person, look=check_processes)
    exported = subprocess.run(
        [program, "--log", person.log, "verify"], env=person.environment, capture_output=True, text=True
    )
    assert exported.returncode == 0, exported.stderr
    examined = subprocess.run(
        [program, "doctor", "--json", "--log", person.log], env=person.environment, capture_output=True, text=True
    )
    assert '"findings"' in examined.stdout, examined.stderr
    assert "package-" not in examined.stdout, "it knows the numbers of the packages in the file"


def check_processes(program: int) -> None:
    """Rounds were paired and strangers answered in processes of their own, and each of these is the file itself."""
    parents, programs = {}, {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            programs[int(folder.name)] = os.readlink(folder / "exe")
        except OSError:  # it has ended, or is a process of the system
            continue
    below = {program}
    while more := {one for one, parent in parents.items() if parent in below} - below:
        below |= more
    assert len(below) >= 4, "the file unpacks itself and starts the server, which starts two at least"
    assert {programs[one] for one in below} == {programs[program]}


def test_the_recipe_for_the_other_systems_builds_what_is_here() -> None:
    """Read, not run: there is neither Windows nor macOS here."""
    recipe = yaml.safe_load(RECIPE.read_text("utf-8"))
    (job,) = recipe["jobs"].values()
    systems = [entry["os"] for entry in job["strategy"]["matrix"]["include"]]
    assert {name.split("-")[0] for name in systems} == {"windows", "macos", "ubuntu"}
    commands = "\n".join(step["run"] for step in job["steps"] if "run" in step)
    for path in ("deploy/single-file/build.py", "deploy/single-file/try.py"):
        assert path in commands
        assert (HOUSE / path).is_file()
