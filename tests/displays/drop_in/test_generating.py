"""``roundlog-engine -g``: random tournaments, by both programs' words for what is wanted."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.model import Tournament
from ledger.formats.trf import parse, understand
from tests.displays.drop_in.conftest import Engine

CONFIGURATION = """\
# of bbpPairings
PlayersNumber=14
RoundsNumber=5
DrawPercentage=0
HighestRating=2000
LowestRating=1900
PointsForWin=3.0
PointsForDraw=1.0
"""


def made(path: Path) -> Tournament:
    return understand(parse(path.read_bytes())).tournament


def test_the_seed_decides_and_stands_in_the_file(engine: Engine):
    for name in ("one.trf", "same.trf"):
        assert engine("--dutch", "-g", "-o", name, "-s", 77) == (0, "", "")
    one, same = ((engine.folder / name).read_bytes() for name in ("one.trf", "same.trf"))
    assert one == same
    assert one.splitlines()[0].endswith(b"seed 77")
    assert engine("--dutch", "-g", "-o", "other.trf").code == 0
    assert (engine.folder / "other.trf").read_bytes() != one


def test_javafo_takes_the_seed_in_place_of_a_configuration(engine: Engine):
    assert engine("-g", 77, "-o", "one.trf").code == 0
    assert engine("-g", "-o", "two.trf", "-s", 77).code == 0
    assert (engine.folder / "one.trf").read_bytes() == (engine.folder / "two.trf").read_bytes()


def test_what_was_generated_is_found_right(engine: Engine):
    for seed in range(4):
        engine("--dutch", "-g", "-o", "made.trf", "-s", seed)
        said = engine("--dutch", "made.trf", "-c")
        assert (said.code, said.err) == (0, "")
        assert "Checker pairings" not in said.out


def test_a_configuration(engine: Engine):
    engine.put(CONFIGURATION, "rtg.cfg")
    assert engine("--dutch", "-g", "rtg.cfg", "-o", "made.trf", "-s", 1).code == 0
    t = made(engine.folder / "made.trf")
    assert (len(t.entries), t.rules.rounds) == (14, 5)
    assert all(1900 <= (entry.player.rating or 0) <= 2000 for entry in t.entries.values())
    points = t.rules.points
    assert (points.win, points.draw) == (3 * points.per_point, points.per_point)
    drawn = [board for played in t.rounds for board in played.boards if board.result.value.startswith("1/2-1/2")]
    assert drawn == []


def test_byes_and_forfeits_of_javafo(engine: Engine):
    engine.put("PlayersNumber=60\nRoundsNumber=6\nForfeitRate=4\nHPBRate=200\nZPBRate=0\nGroups=3\n", "rtg.cfg")
    assert engine("-g", "rtg.cfg", "-o", "made.trf").code == 0
    text = (engine.folder / "made.trf").read_text()
    assert len(re.findall(r"0000 - H", text)) > 20
    assert len(re.findall(r" [wb] \+", text)) > 10


def test_a_model(engine: Engine):
    engine.put(CONFIGURATION, "rtg.cfg")
    engine("--dutch", "-g", "rtg.cfg", "-o", "model.trf", "-s", 1)
    assert engine("--dutch", "model.trf", "-g", "-o", "made.trf", "-s", 2).code == 0
    model, t = made(engine.folder / "model.trf"), made(engine.folder / "made.trf")
    assert [e.player.rating for e in t.entries.values()] == [e.player.rating for e in model.entries.values()]
    assert (len(t.rounds), t.rules.points) == (len(model.rounds), model.rules.points)
    assert t.rounds != model.rounds


def test_baku(engine: Engine):
    assert engine("-g", "-b", "-o", "made.trf", "-s", 5).code == 0
    assert "\nXXA " in (engine.folder / "made.trf").read_text().replace("\r", "")
    engine("-g", "-o", "plain.trf", "-s", 5)
    assert "XXA" not in (engine.folder / "plain.trf").read_text()


def test_a_field_that_runs_out_of_opponents_is_written_and_ends_with_1(engine: Engine):
    engine.put("PlayersNumber=4\nRoundsNumber=9\n", "rtg.cfg")
    said = engine("--dutch", "-g", "rtg.cfg", "-o", "made.trf", "-s", 1)
    assert said.code == 1
    assert "No valid pairing exists" in said.err
    assert 0 < len(made(engine.folder / "made.trf").rounds) < 9


def test_a_check_list_beside_it(engine: Engine):
    engine.put("PlayersNumber=8\nRoundsNumber=3\n", "rtg.cfg")
    assert engine("--dutch", "-g", "rtg.cfg", "-o", "made.trf", "-l").code == 0
    assert (engine.folder / "made.list").read_text().count("Round #") == 3


BAD = {
    "unknown": ("Players=14\n", "“Players” is no parameter of a random tournament (line 1"),
    "no value": ("# comment\nPlayersNumber\n", "line 2"),
    "not a number": ("PlayersNumber=many\n", "PlayersNumber: “many” cannot be its value (line 1"),
    "half a player": ("PlayersNumber=14.5\n", "“14.5” cannot be its value"),
    "one player": ("PlayersNumber=1\n", "must lie between 2 and 9999"),
    "rates": ("ForfeitRate=0.5\n", "“0.5” cannot be its value"),
    "ratings": ("LowestRating=2000\nHighestRating=1000\n", "2000-1000"),
    "colours": ("WWPoints=3\n", "Error"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_configuration_that_cannot_be(engine: Engine, name: str):
    text, sentence = BAD[name]
    engine.put(text, "rtg.cfg")
    said = engine("--dutch", "-g", "rtg.cfg", "-o", "made.trf")
    assert said.code == 3
    assert sentence in said.err
    assert not (engine.folder / "made.trf").exists()


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("--dutch", "-g", "missing.cfg", "-o", "made.trf"), 5),
        (("--dutch", "-g"), 3),
        (("--dutch", "-g", "-o"), 3),
        (("--dutch", "-g", "-o", "made.trf", "-s", "many"), 3),
        (("--dutch", "-g", "-o", "no/where/made.trf"), 5),
        (("-g", "²", "-o", "made.trf"), 5),  # no number: the name of a file that is not there
    ],
)
def test_a_request_that_cannot_be(engine: Engine, words: tuple[str, ...], code: int):
    assert engine(*words).code == code
