"""The documents are true: their commands are run as they stand there, and what they point at is there."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from displays.cli.commands import MODULES
from engine.registry import SYSTEMS
from tests.displays.command_server import roundlog_in

HOUSE = Path(__file__).parents[1]
DOCUMENTS = sorted([*HOUSE.glob("*.md"), *(HOUSE / "docs").glob("*.md"), HOUSE / "docs" / "handbook" / "README.md"])
CLI = (HOUSE / "docs" / "cli.md").read_text("utf-8")
SCRIPT = "\n".join(re.findall(r"^```sh\n(.*?)^```$", CLI, re.MULTILINE | re.DOTALL))


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What the commands of docs/cli.md print, run one after the other in an empty folder."""
    folder = tmp_path_factory.mktemp("documents")
    commands = folder / "bin"
    commands.mkdir()
    environment = {"PATH": f"{commands}:{os.environ['PATH']}", "HOME": str(folder), "LANG": "en_GB.UTF-8"}
    with roundlog_in(commands, environment):
        said = subprocess.run(
            ["sh", "-eu", "-c", SCRIPT], cwd=folder, env=environment, capture_output=True, text=True, check=False
        )
    assert said.returncode == 0, said.stdout[-2000:] + said.stderr
    assert said.stderr == ""
    return said.stdout


def test_the_tournament_of_the_page_is_played_to_its_end(told: str):
    final = told.index("Standings after round 5")
    assert re.search(r"1 +4  Jürgen Weiß +1962 +4 ", told[final:])
    assert re.search(r"8 +8  Peter Braun +1801 +2 .* 2  withdrawn\n", told[final:])
    assert "11 players read from players.csv." in told


def test_the_past_is_shown_as_it_was_and_as_it_stands(told: str):
    boards = re.findall(r"5  6 Liis Kask \(1876\) +0  (\S+)", told)
    assert boards == ["·", "1–0", "1–0", "0–1"]  # pair; replay and boards --round 2; boards --of 2
    assert "Spelerskaart: 6 Liis Kask" in told
    assert "both score sheets say 0-1; corrects" in told


def test_the_log_verifies_and_travels(told: str):
    assert len(re.findall(r"\d+ records, head [0-9a-f]{64}, intact", told)) == 3
    assert "autumn imported" in told
    standings = told.split("Standings after round 5\n\n")
    assert len(standings) == 3
    assert standings[2].splitlines()[:14] == standings[1].splitlines()[:14]


def test_the_page_answers_why_somebody_is_fourth(told: str):
    why = told[told.index("Why is 7 Sofie Bakker (1843) in place 4? (after round 5)") :]
    now, _, then = why.partition("(after round 3)")
    assert "ahead: 1 Anna Visser (2104), 13\n" in now
    assert "no game: " in now  # the bye of round 4
    assert "Why is 7 Sofie Bakker (1843) in place 7? " in now  # as it was shown that day
    assert "no game: " not in then[: then.index("Standings after round 5")]
    assert "Rating change, estimate (K = 20): " in told
    assert re.search(r"Line +Place +Name +1 +2 +3 +4 +Points", told)  # the finals are a square


def test_the_season_of_the_page_shows_its_working(told: str):
    assert "8 Olev Mägi has no game: the lowest of those with the fewest byes so far (0)." in told
    assert "Working: 2 Ineke Pieterse (1905), Place 2 after round 2, Total 28½" in told
    assert "Working: 2 Ineke Pieterse (1905), Place 1 after round 1, Total 27" in told  # by hand: 13 + 14
    assert re.search(r"result corrected .* places: [^(]* \(1\) \(5 → 1\), [^(]* \(5\) \(1 → 2\)", told)


def test_the_event_of_the_page_has_its_sections_moves_a_player_and_travels(told: str):
    assert "Moved to open-b, number 8." in told
    assert re.search(r"open-b +Open B +8 +0/5 +open\nyouth +Youth +3 +1/3 +playing", told)
    assert "2026-12-05 10:00  Round 2 · Youth" in told
    assert "With 3 sections: open-a, open-b, youth." in told
    assert "Lunch at one" in told
    assert "winter imported" in told


def test_a_file_is_paired_checked_explained_and_carried(told: str):
    assert told.count("1 file, 7 rounds, 0 differences") == 2
    assert "Why round 4 was paired so" in told
    assert "summer imported" in told
    assert "30 players and 7 rounds written to summer.trf" in told


def test_the_page_names_every_command():
    table = CLI[CLI.index("## The command line") : CLI.index("## Pairing systems")]
    assert set(MODULES) - set(re.findall(r"`([a-z-]+)`", table)) == set(), "wants its name in a row of docs/cli.md"


def test_the_pages_name_every_system():
    page, readme = CLI[CLI.index("## Pairing systems") :], (HOUSE / "README.md").read_text("utf-8")
    assert [key for key in SYSTEMS if f"`{key}`" not in page] == [], "wants a row in docs/cli.md"
    short = {key: key.removeprefix("fmjd-") for key in SYSTEMS}  # so the row of those begins, and goes on without
    missing = [key for key, name in short.items() if f"`{key}`" not in readme and f"`{name}`" not in readme]
    assert missing == [], "wants a row in README.md"


def test_only_the_page_of_the_command_line_has_commands_to_run():
    """Or nobody would notice that they are wrong."""
    assert [path.name for path in DOCUMENTS if re.search(r"^```sh$", path.read_text("utf-8"), re.MULTILINE)] == [
        "cli.md"
    ]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_file_that_a_document_points_at_is_there(document: Path):
    targets = [found for found in re.findall(r"\]\(([^)#]+)\)", document.read_text("utf-8")) if "://" not in found]
    assert [target for target in targets if not (document.parent / target).exists()] == []


def test_the_readme_is_short():
    assert len((HOUSE / "README.md").read_text("utf-8").splitlines()) <= 180
