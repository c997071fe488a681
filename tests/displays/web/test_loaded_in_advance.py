"""What a server loads before anybody asks, so that nobody who is served meanwhile waits for it."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import sys, tempfile
from pathlib import Path
import jinja2
from displays.web.server import load_in_advance
from ledger.store.sqlite import SqliteLog
from tests.displays.client import Web, build

def count():
    return sum(name.startswith("engine.systems.") for name in sys.modules)

before = count()
load_in_advance()
loaded = count()
compiled = []
compile = jinja2.Environment.compile
jinja2.Environment.compile = lambda *given, **how: compiled.append(given[2:]) or compile(*given, **how)
with SqliteLog(Path(tempfile.mkdtemp()) / "roundlog.db") as log:
    web = Web(build(log))
    for address in ("/", "/api/systems"):
        assert web.get(address).status_code == 200, address
    assert web.sign_in("owner").get("/console/new").status_code == 200
print(before < loaded, count() == loaded, compiled)
"""


def test_nobody_waits_for_a_pairing_system_or_a_page_to_be_loaded() -> None:
    run = subprocess.run([sys.executable, "-c", PROGRAM], check=True, capture_output=True, text=True)
    assert run.stdout.split("\n")[0] == "True True []"
