"""What ``roundlog pair FILE`` loads: its own system and little else. (How long that takes: ``make bench``.)"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

LOADED = """
import json, sys
before = set(sys.modules)
from displays.cli.main import main
code = main(sys.argv[1:])
print(json.dumps([code, sorted(set(sys.modules) - before)]))
"""
FIELD = """\
012 Four players
142 3
152 W
192 {system}
001    1      One                               2400                             0.0    1
001    2      Two                               2300                             0.0    2
001    3      Three                             2200                             0.0    3
001    4      Four                              2100                             0.0    4
"""
NEVER = {
    *("rustworkx", "babel", "sqlite3", "pysqlite3", "sqlite_utils", "asyncio", "starlette", "uvicorn", "jinja2"),
    *("ledger.views", "ledger.acts", "ledger.store", "ledger.formats.trf.writer", "displays.web"),
}
MOST = 190  # Python's own, Click's and msgspec's among them; all families and views together were 320
FAMILIES = {"FIDE_DUTCH": "fide_dutch", "FIDE_DUTCH_2017": "fide_dutch", "CUSTOM_SWISS": "knsb"}


def loaded_by(*typed: str) -> list[str]:
    run = subprocess.run([sys.executable, "-c", LOADED, *typed], check=True, capture_output=True, text=True)
    code, modules = json.loads(run.stdout.splitlines()[-1])
    assert code == 0, run.stderr
    assert isinstance(modules, list)
    return modules


@pytest.mark.parametrize("named", FAMILIES)
def test_to_pair_a_file_only_its_own_family_is_loaded(named: str, tmp_path: Path) -> None:
    file = tmp_path / "field.trf"
    file.write_text(FIELD.format(system=named))
    chosen = ("--system", "knsb-2014") if named == "CUSTOM_SWISS" else ()
    loaded = loaded_by("pair", str(file), *chosen)
    assert {name.split(".")[2] for name in loaded if name.startswith("engine.systems.")} == {FAMILIES[named]}
    assert {name for name in loaded for never in NEVER if f"{name}.".startswith(f"{never}.")} == set()
    assert len(loaded) <= MOST
