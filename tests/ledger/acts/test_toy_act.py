"""A toy act, added as ``CONTRIBUTING.md`` says, is found everywhere: one module, its words, and nothing else touched.

In a process of its own, for the unions of commands and events are made when ``ledger.acts.catalogue`` is loaded.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def test_a_toy_act_is_found_everywhere() -> None:
    asked = ("-q", "-p", "tests.ledger.acts.toy", "-p", "no:cacheprovider", str(HERE / "toy_everywhere.py"))
    plain = {name: value for name, value in os.environ.items() if name != "PYTEST_ADDOPTS"}  # it might say even less
    command = [sys.executable, "-m", "pytest", *asked]
    run = subprocess.run(command, capture_output=True, text=True, check=False, env=plain)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "5 passed" in run.stdout
