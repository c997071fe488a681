"""``roundlog-engine … -p``: called as other programs call bbpPairings and JaVaFo, and read as they read it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.displays.drop_in.conftest import Engine
from tests.ledger.formats.trf.sheets import player, sheet
from tests.outside import OUTSIDE, needs_outside, outside

GOLDEN = Path(__file__).parents[2] / "engine" / "systems" / "fide_dutch" / "golden" / "timing"
N50 = GOLDEN / "n50.trf"
EXPECTED = (GOLDEN / "expected" / "n50.txt").read_text()  # by bbpPairings
START = ("XXR 5", "XXC white1", *(player(number, points="0.0") for number in range(1, 6)))
PAIRED = "3\n1 3\n4 2\n5 0\n"
TWO_HAVE_MET = ("XXR 3", "XXC white1", player(1, "2w=", points="0.5"), player(2, "1b=", points="0.5"))


@pytest.mark.parametrize("named", [("--dutch",), ("--dutch-2026",), ()])
def test_both_command_lines_pair_as_bbp_pairings_did(engine: Engine, named: tuple[str, ...]):
    assert engine(*named, N50, "-p") == (0, EXPECTED, "")


def test_an_output_without_a_folder_lies_beside_the_input(engine: Engine):
    (engine.folder / "deep").mkdir()
    file = engine.put(sheet(*START), "deep/in.trf")
    assert engine("--dutch", "deep/in.trf", "-p", "out.txt") == (0, "", "")
    assert (engine.folder / "deep" / "out.txt").read_text() == PAIRED
    for here in (engine.folder / "here.txt", "./there.txt"):
        assert engine(file, "-p", here) == (0, "", "")
        assert (engine.folder / here).read_text() == PAIRED


def test_an_untidy_file_is_paired_in_silence(engine: Engine):
    """What was read otherwise than it is written is told by ``roundlog pair``; a program takes stderr for a failure."""
    file = engine.put(sheet("042 yesterday", "062 99", *START))
    assert engine("--dutch", file, "-p") == (0, PAIRED, "")


def test_the_file_names_the_edition_and_the_command_line_goes_before_it(engine: Engine):
    """2017 gives the bye to whom the last bracket leaves, 2026 to the lowest score."""
    golden = GOLDEN.parent / "fide-dutch-2026" / "small-10004-n9-r7.trf"
    lines = [line[: 91 + 18] if line.startswith("001") else line for line in golden.read_text().splitlines()]
    lines = [f"{line[:80]}{_points(line):>4}{line[84:]}" if line.startswith("001") else line for line in lines]
    new, old = (engine("--dutch-2026", engine.put(sheet(*lines)), "-p"), engine("--dutch-2017", "open.trf", "-p"))
    assert (new.code, old.code) == (0, 0)
    assert new.out != old.out
    assert engine("--dutch", "open.trf", "-p") == new
    named = engine.put(sheet("192 FIDE_DUTCH_2017", *lines), "named.trf")
    assert engine("--dutch", named, "-p") == old
    assert engine("--dutch-2026", named, "-p") == new


def _points(line: str) -> str:
    worth = {"1": 1.0, "=": 0.5, "U": 1.0, "H": 0.5, "+": 1.0}
    return str(sum(worth.get(line[column : column + 1], 0.0) for column in (98, 108)))


# -- how others look at a failure --------------------------------------------------------------------------------------


def test_no_valid_pairing_is_1_and_says_so_in_the_words_that_lila_looks_for(engine: Engine):
    said = engine("--dutch", engine.put(sheet(*TWO_HAVE_MET)), "-p")
    assert (said.code, said.out) == (1, "")
    assert "No valid pairing exists" in said.err


def test_no_old_pairing_is_left_where_a_new_one_failed(engine: Engine):
    """Sharly Chess looks whether the output is there."""
    engine.put("1\n1 2\n", "out.txt")
    assert engine("--dutch", engine.put(sheet(*TWO_HAVE_MET)), "-p", "out.txt").code == 1
    assert not (engine.folder / "out.txt").exists()


REFUSED = {
    "no such file": (("--dutch", "missing.trf", "-p"), 5, "Error reading file missing.trf"),
    "a folder": (("--dutch", ".", "-p"), 5, "Error reading file"),
    "no such place": (("--dutch", "open.trf", "-p", "no/where/out.txt"), 5, "cannot be written"),
    "not a tournament": (("--dutch", "bad.trf", "-p"), 3, "Error parsing file bad.trf"),
    "rounds": (("--dutch", "bare.trf", "-p"), 3, "The total number of rounds in the tournament must be specified"),
    "first colour": (("--dutch", "uncoloured.trf", "-p"), 3, "first colour has not been drawn"),
    "all paired": (("--dutch", "whole.trf", "-p"), 3, "The only round is paired already"),
    "another system": (("--burstein", "open.trf", "-p"), 3, "Command line argument syntax"),
    "two files": (("open.trf", "open.trf", "-p"), 3, "Command line argument syntax"),
    "nothing to do": (("--dutch", "open.trf"), 3, "Command line argument syntax"),
    "no file": (("--dutch", "-p"), 3, "Command line argument syntax"),
    "two things": (("open.trf", "-p", "-c"), 3, "Command line argument syntax"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_each_failure_has_its_exit_code(engine: Engine, name: str):
    engine.put(sheet(*START))
    engine.put("no tournament at all\n", "bad.trf")
    engine.put(sheet(*START[1:]), "bare.trf")
    engine.put(sheet(START[0], *START[2:]), "uncoloured.trf")
    engine.put(sheet("XXR 1", player(1, "2w=", points="0.5"), player(2, "1b=", points="0.5")), "whole.trf")
    words, code, sentence = REFUSED[name]
    said = engine(*words)
    assert (said.code, said.out) == (code, "")
    assert sentence in said.err
    assert "Traceback" not in said.err


def test_it_speaks_english_whatever_the_language_is(engine: Engine, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ROUNDLOG_LANG", "nl")
    assert "There is no file" in engine("--dutch", "missing.trf", "-p").err


def test_what_nobody_foresaw_is_2(engine: Engine, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("displays.drop_in.pairing.read_tournament", lambda *_, **__: 1 / 0)
    said = engine("--dutch", engine.put(sheet(*START)), "-p")
    assert (said.code, said.err.splitlines()[0][:27]) == (2, "Unexpected error (please re")


def test_what_does_not_fit_into_the_machine_is_4(engine: Engine, monkeypatch: pytest.MonkeyPatch):
    def fill(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("displays.drop_in.pairing.read_tournament", fill)
    assert engine("--dutch", engine.put(sheet(*START)), "-p").code == 4


# -- what only one of the two does -------------------------------------------------------------------------------------


def test_javafo_draws_the_first_colour_by_the_file(engine: Engine):
    bare = sheet(START[0], *START[2:])
    drawn = {engine(engine.put(f"012 {name}\n{bare}"), "-p").out for name in "abcdefgh"}
    assert drawn == {PAIRED, "3\n3 1\n2 4\n5 0\n"}
    assert engine("open.trf", "-p") == engine("open.trf", "-p")


def test_baku_is_asked_for_with_b(engine: Engine):
    """FIDE C.04.7: in round 1 the upper half plays in itself."""
    lines = ("XXR 9", "XXC white1", *(player(number, points="0.0") for number in range(1, 9)))
    assert engine(engine.put(sheet(*lines)), "-b", "-p").out == "4\n1 3\n4 2\n5 7\n8 6\n"
    assert engine("open.trf", "-p").out == "4\n1 5\n6 2\n3 7\n8 4\n"


def test_with_b_the_virtual_points_of_earlier_rounds_stand(engine: Engine):
    results = ("3w1", "4b1", "1b0", "2w0", "7w1", "8b1", "5b0", "6w0")
    lines = [player(n, cell, points="1.0" if cell[-1] == "1" else "0.0") for n, cell in enumerate(results, start=1)]
    past = [f"XXA {n:>4}  1.0" for n in range(1, 5)]
    said = engine(engine.put(sheet("XXR 9", "XXC white1", *lines, *past)), "-b", "-p")
    assert said.code == 0
    whole = [f"{line}  1.0" for line in past]
    assert engine(engine.put(sheet("XXR 9", "XXC white1", *lines, *whole)), "-p").out == said.out
    assert engine(engine.put(sheet("XXR 9", "XXC white1", *lines, *past)), "-p").out != said.out


def test_the_release_is_told_alone_or_before_the_answer(engine: Engine):
    release = engine().out
    assert release.startswith("Roundlog ")
    assert engine("-r") == (0, release, "")
    assert engine("-r", "--dutch", N50, "-p") == (0, release + EXPECTED, "")


def test_options_of_old_javafo_are_passed_over(engine: Engine):
    assert engine(N50, "-p", "-w", "-q", "10000") == (0, EXPECTED, "")


# -- files of others ---------------------------------------------------------------------------------------------------


def test_a_file_as_lila_writes_it(engine: Engine):
    """Short lines, no federation, a date in words; late players have half a point before their first round."""
    lines = (
        "012 A Swiss of ours",
        "022 https://lichess.example/swiss/abc",
        "042 May 10, 2026",
        "062 5",
        "092 Individual: Swiss-System",
        "XXR 4",
        "XXC black1",
        "XXP 1 2",
        player(1, "3b1", points="1.0", rating="2100"),
        player(2, "4w1", points="1.0", rating="2000"),
        player(3, "1w0", points="0.0", rating="1900"),
        player(4, "2b0", points="0.0", rating="1800"),
        player(5, "H", points="0.5", rating="1700"),
    )
    said = engine("--dutch", engine.put(sheet(*lines)), "-p")
    assert (said.code, said.err) == (0, "")
    count, *pairs = said.out.splitlines()
    assert count == "3"
    assert {"1", "2"} not in [set(pair.split(" ")) for pair in pairs]
    assert sum(pair.endswith(" 0") for pair in pairs) == 1


@needs_outside
@pytest.mark.parametrize("case", outside("pair/expected.json"), ids=lambda case: f"{case['file']} {case['system']}")
def test_pairings_of_other_programs(engine: Engine, case: dict[str, Any]):
    edition = case["system"].removeprefix("fide-")
    said = engine(f"--{edition}", OUTSIDE / "pair" / case["file"], "-p")
    assert (said.code, said.err) == (0, "")
    count, *lines = said.out.splitlines()
    pairs = [[int(word) for word in line.split(" ")] for line in lines]
    assert int(count) == len(pairs)
    expected = case["pairs"]
    if not case.get("colours", True):
        pairs, expected = [sorted(pair) for pair in pairs], [sorted(pair) for pair in expected]
    assert (pairs if case["ordered"] else sorted(pairs)) == (expected if case["ordered"] else sorted(expected))


# -- its start ---------------------------------------------------------------------------------------------------------

NEVER = ("click", "displays.cli", "displays.words", "rustworkx", "babel", "sqlite3", "ledger.acts", "ledger.store")


def test_a_pairing_loads_nothing_else():
    """Where a program calls it for every round, the start is what it waits for. (How long: ``make bench``.)"""
    code = (
        "import sys; before = set(sys.modules)\n"
        "from displays.drop_in.main import main\n"
        f"main(['--dutch', {str(N50)!r}, '-p'])\n"
        "print(*sorted(set(sys.modules) - before))"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = said.stdout.splitlines()[-1].split()
    assert [name for name in loaded if f"{name}.".startswith(tuple(f"{never}." for never in NEVER))] == []
