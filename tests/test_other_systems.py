"""Other systems: what a machine has not is not missed. Real work with each part absent: a log, a lock, a tournament."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from websockets.sync.client import connect

from tests import plain_http
from tests.displays.started import Person
from tests.other_system import KNOWN_PERSON
from tests.packages.playing import Arbiter, look_as_anybody


def person_at(tmp_path: Path, missing: str, **environment: str) -> Person:
    return Person(tmp_path / "anna", (sys.executable, "-m", "tests.other_system", missing, "start"), **environment)


@pytest.mark.parametrize("missing", ["uvloop,httptools", "pysqlite3"])
def test_a_tournament_is_played_without(missing: str, tmp_path: Path) -> None:
    play(person_at(tmp_path, missing))


def test_a_tournament_is_played_where_all_is_as_on_windows(tmp_path: Path) -> None:
    """But os.name, and what Python and the libraries do there: that is tried on Windows (deploy/single-file)."""
    person = person_at(tmp_path, "windows", LOCALAPPDATA=str(tmp_path / "anna" / "local"), LANG="", BROWSER="")
    person.log = tmp_path / "anna" / "local" / "Roundlog" / "roundlog.db"
    with plain_http.Client(trust_env=False) as browser, person.start(ends_with=None) as started:
        assert started.said.startswith("Roundlog draait. Laat dit venster open")
        started.sign_in(browser)
        assert KNOWN_PERSON in browser.get(f"{started.address}/console").text
        Arbiter(browser, started.address).play_tournament("club")
        look_as_anybody(started.address, "club")
        assert person.start_beside().stdout.startswith("Roundlog draait al, in een ander venster")
        (person.home / "close").touch()
    assert person.log.is_file()


def play(person: Person) -> None:
    with plain_http.Client(trust_env=False) as browser, person.start() as started:
        started.sign_in(browser)
        Arbiter(browser, started.address).play_tournament("club")
        look_as_anybody(started.address, "club")
        with connect(f"{started.address.replace('http', 'ws', 1)}/live/club?topics=boards") as live:
            assert "Player 1" in live.recv(30)
        second = person.start_beside()
        assert second.returncode == 0, "the lock holds"


@pytest.mark.exhaustive  # each reads all modules once more
@pytest.mark.parametrize("platform", ["win32", "darwin", "linux"])
def test_the_types_fit_on_every_system(platform: str) -> None:
    """What Python has not there, and is not asked for its platform first, mypy finds."""
    words = ("-m", "mypy", "--platform", platform, "engine", "ledger", "displays")
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
