"""Arbiters and other programs hand over a TRF: pair, check, explain, simulate, import, export."""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.displays.commandline import YES, Roundlog
from tests.ledger.formats.trf.sheets import player, sheet

GOLDEN = Path(__file__).parents[2] / "engine" / "systems" / "fide_dutch" / "golden"
SYSTEM = ("--system", "fide-dutch-2026")
SMALL = GOLDEN / "fide-dutch-2026" / "small-10001-n9-r6.trf"
TIMING = GOLDEN / "timing"

ROUND_ONE = (
    player(1, "4w1", points="1.0"),
    player(2, "5b=", points="0.5"),
    player(3, "U", points="1.0"),
    player(4, "1b0", points="0.0"),
    player(5, "2w=", points="0.5"),
)


def put(roundlog: Roundlog, *lines: str, name: str = "open.trf") -> str:
    (roundlog.folder / name).write_text(sheet(*lines), "utf-8")
    return name


# -- pair --------------------------------------------------------------------------------------------------------------


def test_the_next_round_as_other_engines_print_it(roundlog: Roundlog):
    """bbpPairings made the expected files: the number of lines, then White and Black, in the order of the boards."""
    for players in (50, 200):
        expected = (TIMING / "expected" / f"n{players}.txt").read_text()
        assert roundlog("pair", TIMING / f"n{players}.trf", *SYSTEM) == expected


def test_the_bye_is_a_pair_with_0_and_who_is_absent_is_left_out(roundlog: Roundlog):
    file = put(roundlog, "012 Open", "XXR 4", "XXC white1", *ROUND_ONE[:3], player(4, "1b0", "Z"), ROUND_ONE[4])
    assert roundlog("pair", file, *SYSTEM) == "2\n2 1\n3 5\n"  # 2 and 5 have met
    odd = put(roundlog, "012 Open", "XXR 4", "XXC white1", *ROUND_ONE)
    assert roundlog("pair", odd, *SYSTEM) == "3\n2 1\n3 5\n4 0\n"


def test_a_round_in_the_middle_once_more(roundlog: Roundlog):
    said = roundlog("pair", SMALL, *SYSTEM, "--round", 4)
    assert said.splitlines()[0] == "5"
    assert said.splitlines()[-1] == "6 0"


def test_the_system_that_the_file_names(roundlog: Roundlog):
    file = put(roundlog, "012 Open", "142 4", "152 W", "192 FIDE_DUTCH_2026", *ROUND_ONE)
    assert roundlog("pair", file) == roundlog("pair", file, *SYSTEM)


def test_what_a_bare_file_does_not_say_is_typed(roundlog: Roundlog):
    file = put(roundlog, "012 Open", *(player(number) for number in range(1, 5)))
    assert roundlog.refused(2, "pair", file) == "Still missing: --system."
    assert "first colour" in roundlog.refused(1, "pair", file, *SYSTEM, "--rounds", 3)
    said = roundlog.tried("pair", file, *SYSTEM, "--rounds", 3, "--first-colour", "black")
    assert (said.code, said.out) == (0, "2\n3 1\n2 4\n")


def test_what_is_typed_may_not_contradict_the_file(roundlog: Roundlog):
    file = put(roundlog, "012 Open", "XXR 4", "XXC white1", *ROUND_ONE)
    said = roundlog.refused(2, "pair", file, *SYSTEM, "--rounds", 5)
    assert said == "Rounds: 5 was typed, but the file says 4 (file open.trf)."
    said = roundlog.refused(2, "pair", file, *SYSTEM, "--first-colour", "black")
    assert said == "First colour: black was typed, but the file says white (file open.trf)."
    assert roundlog("pair", file, *SYSTEM, "--rounds", 4) == roundlog("pair", file, *SYSTEM)


def test_what_was_read_otherwise_is_told_beside_the_pairs(roundlog: Roundlog):
    said = roundlog.tried("pair", put(roundlog, "XXR 4", *ROUND_ONE), *SYSTEM)
    assert said.code == 0
    assert "The tournament has no name." in said.err
    assert re.fullmatch(r"3\n(\d \d\n){3}", said.out)


def test_pairs_for_programs(roundlog: Roundlog):
    file = put(roundlog, "012 Open", "XXR 4", "XXC white1", *ROUND_ONE)
    answer = json.loads(roundlog("pair", file, *SYSTEM, "--json"))
    assert answer["round"] == 2
    assert len(answer["boards"]) == 2
    assert answer["bye"] == 4


def test_a_tournament_of_the_log_is_still_paired_by_hand_or_by_its_system(roundlog: Roundlog):
    roundlog.open_four()
    assert "round paired" in roundlog("pair", "club", 1, "--boards", "1-2 3-4")
    assert roundlog.refused(2, "pair", "missing.trf", *SYSTEM) == "There is no file missing.trf."


def test_nothing_is_loaded_that_a_pairing_does_not_need():
    code = (
        "import sys; from displays.cli.main import main\n"
        f"main(['pair', {str(TIMING / 'n50.trf')!r}, '--system', 'fide-dutch-2026'])\n"
        "print(sorted({'sqlite3', 'sqlite_utils', 'asyncio', 'starlette', 'numpy'} & set(sys.modules)))"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.splitlines()[-1] == "[]"


# -- files that cannot be ----------------------------------------------------------------------------------------------

BAD = {
    "against himself": (
        ("XXR 3", player(1, "1w1", points="1.0"), player(2, "U", points="1.0")),
        "Player 1 is his own opponent in round 1",
    ),
    "one-sided": (
        ("XXR 3", player(1, "2w1", points="1.0"), player(2, "3b0"), player(3, "2w1", points="1.0")),
        "Player 1 is said to have played 2 in round 1, but line 3 does not say so",
    ),
    "two byes": (
        ("XXR 3", player(1, "U", points="1.0"), player(2, "U", points="1.0"), player(3, "4w1"), player(4, "3b0")),
        "Players 1 and 2 all have the bye in round 1; only one can",
    ),
    "points": (
        ("XXR 3", player(1, "2w1", points="3.0"), player(2, "1b0", points="0.0")),
        "The points of player 1 do not add up: 3.0 are written, the results give 1.0",
    ),
    "unknown number": (
        ("XXR 3", player(1, "7w1", points="1.0"), player(2, "U", points="1.0")),
        "There is no player with the start number 7 in the file",
    ),
    "more rounds than declared": (
        ("XXR 1", player(1, "2w1", "2b1", points="2.0"), player(2, "1b0", "1w0", points="0.0")),
        "rounds",
    ),
    "no players": (("XXR 3", "012 Nobody"), "There is no player in the file"),
    "one player": (("XXR 3", "012 Lonely", player(1)), "There is only one player in the file"),
}


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("words", [("pair",), ("explain",), ("import", "trf")])
def test_an_impossible_file_is_refused_with_its_own_sentence(roundlog: Roundlog, name: str, words: tuple[str, ...]):
    lines, sentence = BAD[name]
    file = put(roundlog, *lines)
    said = roundlog.refused(2, *words, file, *SYSTEM)
    assert sentence in said
    assert "file open.trf" in said


@pytest.mark.parametrize("name", BAD)
def test_check_names_the_impossible_file_and_goes_on(roundlog: Roundlog, name: str):
    file = put(roundlog, *BAD[name][0])
    said = roundlog.tried("check", file, SMALL, *SYSTEM)
    assert said.code == 2
    assert BAD[name][1] in said.err
    assert said.out == "1 file, 6 rounds, 0 differences\n"


def test_when_all_but_one_are_absent_that_one_has_the_bye(roundlog: Roundlog):
    file = put(roundlog, "012 Lonely", "XXR 3", "XXC white1", player(1), player(2, "Z"), player(3, "H", points="0.5"))
    assert roundlog("pair", file, *SYSTEM) == "1\n1 0\n"
    file = put(roundlog, "012 Nobody", "XXR 3", "XXC white1", player(1, "Z"), player(2, "Z"))
    assert roundlog.refused(1, "pair", file, *SYSTEM) == "At least 1 player is needed; there are 0."


def test_who_blocks_an_unpairable_field_is_named(roundlog: Roundlog):
    lines = (player(1, "2w=", points="0.5"), player(2, "1b=", points="0.5"))
    file = put(roundlog, "012 Two", "XXR 3", "XXC white1", *lines)
    said = roundlog.refused(1, "pair", file, *SYSTEM)
    assert said.startswith("Round 2 cannot be paired by the rules: there are not enough opponents for 1.")
    apart = put(roundlog, "012 Six", "XXR 3", "XXC white1", "XXP 3 4 5 6", *(player(n) for n in range(1, 7)))
    said = roundlog.refused(1, "pair", apart, *SYSTEM)
    assert "for 3, 4 and 5. Whom they may still meet, besides one another: 1 and 2." in said


def test_when_all_rounds_are_paired_there_is_no_next_one(roundlog: Roundlog):
    assert roundlog.refused(1, "pair", SMALL, *SYSTEM) == "All rounds are paired already: the programme has 6."
    assert "7" in roundlog.refused(2, "pair", SMALL, *SYSTEM, "--round", 7)


# -- check -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("folder", ["fide-dutch-2026", "fide-dutch-2026-extra", "fide-dutch-2017"])
@pytest.mark.parametrize("jobs", [1, 2])
def test_golden_files_do_not_differ(roundlog: Roundlog, folder: str, jobs: int):
    files = sorted((GOLDEN / folder).glob("*.trf"), key=lambda path: path.stat().st_size)[:4]
    system = folder.removesuffix("-extra")
    said = roundlog("check", *files, "--system", system, "--jobs", jobs)
    assert re.fullmatch(r"4 files, \d+ rounds, 0 differences\n", said)


def test_each_round_that_differs_is_told_with_both_pairings(roundlog: Roundlog):
    """2026 [C5] gives the bye to the lowest score, 2017 to whom the last bracket leaves."""
    file = GOLDEN / "fide-dutch-2026" / "small-10004-n9-r7.trf"
    said = roundlog.tried("check", file, "--system", "fide-dutch-2017")
    assert said.code == 1
    first, second, total = said.out.splitlines()
    assert first.endswith("round 3 differs. In the file: 2-7 5-bye 6-4 8-9. By fide-dutch-2017: 2-4 5-6 8-bye 9-7.")
    assert "round 4" in second
    assert total == "1 file, 7 rounds, 2 differences"


def test_colours_alone_are_a_difference_of_their_own(roundlog: Roundlog):
    lines = (player(1, "3b1", points="1.0"), player(2, "4w1", points="1.0"), player(3, "1w0"), player(4, "2b0"))
    file = put(roundlog, "012 Four", "XXR 3", "XXC white1", *lines)
    said = roundlog.tried("check", file, *SYSTEM)
    assert said.code == 1
    assert "the pairs are the same, the colours are not. In the file: 2-4 3-1. By fide-dutch-2026: 1-3 4-2." in said.out


def test_a_round_that_no_rule_allows_is_a_difference(roundlog: Roundlog):
    lines = (player(1, "2w=", "2b=", points="1.0"), player(2, "1b=", "1w=", points="1.0"))
    said = roundlog.tried("check", put(roundlog, "012 Two", "XXR 2", "XXC white1", *lines), *SYSTEM)
    assert said.code == 1
    assert "round 2 cannot be paired by fide-dutch-2026: Round 2 cannot be paired by the rules:" in said.out
    assert said.out.endswith("1 file, 2 rounds, 1 difference\n")


def test_differences_for_programs(roundlog: Roundlog):
    file = GOLDEN / "fide-dutch-2026" / "small-10004-n9-r7.trf"
    checked, total = roundlog.tried("check", file, "--system", "fide-dutch-2017", "--json").out.splitlines()
    assert [difference["round"] for difference in json.loads(checked)["differences"]] == [3, 4]
    assert json.loads(total) == {"files": 1, "rounds": 7, "differences": 2}


# -- explain -----------------------------------------------------------------------------------------------------------


def test_a_player_is_told_why(roundlog: Roundlog):
    said = roundlog("explain", SMALL, *SYSTEM, "--round", 4, "--player", 3)
    assert "3 Test0003 Player0003 plays 9 Test0009 Player0009." in said
    stranded = "that would leave 9 Test0009 Player0009 without an opponent. [C4]"
    assert f"8 Test0008 Player0008 would have been next for 3 Test0003 Player0003, but {stranded}" in said


def test_everybody_is_told_by_bracket(roundlog: Roundlog):
    said = roundlog("explain", SMALL, *SYSTEM, "--round", 4)
    two, five = "2 Test0002 Player0002", "5 Test0005 Player0005"
    assert f"Group with score 2½\n  Players: {two} and {five}.\n  Moved down into it: {two}.\n" in said
    assert "[C12] colour preferences not granted: 1; [C13] strong colour preferences not granted: 1" in said
    assert said.endswith(
        "6 Test0006 Player0006 has the pairing-allocated bye.\n  Score 0: nobody who is paired has less.\n"
    )


def test_the_articles_of_2017_have_the_same_words_under_their_own_numbers(roundlog: Roundlog):
    said = roundlog("explain", GOLDEN / "fide-dutch-2017" / "small-60000-n16-r6.trf", "--system", "fide-dutch-2017")
    assert "[C10] colour preferences not granted" in said


def test_four_languages_explain(roundlog: Roundlog):
    words = {"en": "has the pairing-allocated bye", "nl": "is vrijgeloot", "de": "ist spielfrei", "et": "on vaba"}
    for lang, word in words.items():
        assert word in roundlog("explain", SMALL, *SYSTEM, "--round", 4, "--lang", lang)


def test_who_does_not_play_is_not_explained(roundlog: Roundlog):
    file = put(roundlog, "012 Open", "XXR 4", "XXC white1", *ROUND_ONE[:3], player(4, "1b0", "Z"), ROUND_ONE[4])
    assert "4 Player, P4 is not in the pairing of round 2." in roundlog("explain", file, *SYSTEM, "--player", 4)
    assert roundlog.refused(1, "explain", file, *SYSTEM, "--player", 9) == "There is no player 9 in this tournament."


def test_a_file_that_was_paired_otherwise_is_pointed_out(roundlog: Roundlog):
    file = GOLDEN / "fide-dutch-2026" / "small-10004-n9-r7.trf"
    said = roundlog.tried("explain", file, "--system", "fide-dutch-2017", "--round", 3)
    assert said.err == "The file has another pairing of round 3; this explains that of fide-dutch-2017.\n"


# -- simulate ----------------------------------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_file(roundlog: Roundlog):
    asked = ("simulate", "--players", 20, "--rounds", 5, "--byes", 10, "--late", 20)
    assert roundlog(*asked, "--seed", 7) == roundlog(*asked, "--seed", 7)
    assert roundlog(*asked, "--seed", 7) != roundlog(*asked, "--seed", 8)


@pytest.mark.parametrize("system", ["fide-dutch-2026", "fide-dutch-2017"])
@pytest.mark.parametrize("dialect", ["trfx", "trf26"])
def test_what_was_simulated_is_paired_the_same_again(roundlog: Roundlog, system: str, dialect: str):
    trouble = ("--forfeits", 8, "--byes", 8, "--withdrawals", 4, "--late", 15)
    asked = ("simulate", "--players", 30, "--rounds", 7, "--seed", 1, "--system", system, "--dialect", dialect)
    roundlog(*asked, *trouble, "--count", 4, "-o", "many")
    files = sorted((roundlog.folder / "many").iterdir())
    assert [file.name for file in files] == [f"simulated-{seed}.trf" for seed in (1, 2, 3, 4)]
    assert roundlog("check", *files, "--system", system) == "4 files, 28 rounds, 0 differences\n"


def test_a_field_that_runs_out_of_opponents_ends_early_and_says_so(roundlog: Roundlog):
    said = roundlog.tried("simulate", "--players", 4, "--rounds", 6, "--seed", 1, "-o", "small.trf", "--late", 0)
    assert said.code == 0
    assert "cannot be paired by the rules" in said.err
    assert "0 differences" in roundlog("check", "small.trf", *SYSTEM)


def test_what_is_there_is_not_overwritten_and_numbers_have_limits(roundlog: Roundlog):
    asked = ("simulate", "--rounds", 3, "--seed", 1)
    roundlog(*asked, "--players", 8, "-o", "one.trf")
    assert "one.trf is there already" in roundlog.refused(2, *asked, "--players", 8, "-o", "one.trf")
    assert "between 2 and 9999" in roundlog.refused(2, *asked, "--players", 1)
    assert "between 0 and 100" in roundlog.refused(2, *asked, "--players", 8, "--draws", 101)
    assert "--output" in roundlog.refused(2, *asked, "--players", 8, "--count", 2)


# -- into the log and out of it ----------------------------------------------------------------------------------------


def test_a_file_becomes_a_tournament_that_goes_on_by_its_system(roundlog: Roundlog):
    file = put(roundlog, "012 Tartu Öpen 2026", "XXR 4", "XXC white1", *ROUND_ONE)
    assert "tartu-open-2026 imported" in roundlog("import", "trf", file, *SYSTEM)
    expected = roundlog("pair", file, *SYSTEM).splitlines()[1:]
    roundlog("pair", "tartu-open-2026")
    roundlog("publish", "tartu-open-2026", 2)
    boards = json.loads(roundlog("boards", "tartu-open-2026", "--json"))["boards"]
    assert [f"{line['white']['player']['number']} {line['black']['player']['number']}" for line in boards] == expected[
        :2
    ]


def test_a_tournament_is_imported_once_and_whole(roundlog: Roundlog):
    file = put(roundlog, "012 Open", "XXR 4", "XXC white1", *ROUND_ONE)
    roundlog("import", "trf", file, *SYSTEM, "--stream", "open")
    assert (
        roundlog.refused(1, "import", "trf", file, *SYSTEM)
        == "There is a tournament with this short name in links already: Open."
    )
    assert "cannot be the short name" in roundlog.refused(2, "import", "trf", file, "--stream", "An Open")


def test_a_bad_file_leaves_no_log_behind(roundlog: Roundlog):
    roundlog.refused(2, "import", "trf", put(roundlog, *BAD["two byes"][0]))
    assert not roundlog.log.exists()


def test_the_audit_looks_at_what_was_imported(roundlog: Roundlog):
    lines = (player(1, "2w=", "2b=", points="1.0"), player(2, "1b=", "1w=", points="1.0"))
    roundlog("import", "trf", put(roundlog, "012 Two", "XXR 3", "XXC white1", *lines), *SYSTEM)
    exported = roundlog("export", "two", "two.jsonl")
    assert exported
    assert "met-before" in (roundlog.folder / "two.jsonl").read_text("utf-8")
    assert "left-out" not in (roundlog.folder / "two.jsonl").read_text("utf-8")


@pytest.mark.parametrize("dialect", ["trf26", "trfx"])
def test_out_and_in_again_the_rounds_are_the_same(roundlog: Roundlog, dialect: str):
    shutil.copy(SMALL, roundlog.folder / "small.trf")
    roundlog("import", "trf", "small.trf", *SYSTEM, "--stream", "small")
    roundlog("export", "trf", "small", "out.trf", "--dialect", dialect)
    assert roundlog("check", "out.trf", *SYSTEM) == "1 file, 6 rounds, 0 differences\n"
    roundlog("import", "trf", "out.trf", *SYSTEM, "--stream", "again")
    one, other = (roundlog("standings", stream).splitlines() for stream in ("small", "again"))
    assert one == other


def test_what_a_file_cannot_hold_is_told(roundlog: Roundlog):
    roundlog.open_club()
    said = roundlog.tried("export", "trf", "club", "club.trf", "--dialect", "trf16")
    assert said.code == 0
    assert "there is no place for it in a file of this kind" in said.err
    assert "is there already" in roundlog.refused(2, "export", "trf", "club", "club.trf")
    assert "no such tournament" in roundlog.refused(1, "export", "trf", "nobody", "nobody.trf")


def test_a_tournament_called_trf_can_still_be_exported(roundlog: Roundlog):
    roundlog("open", "trf", "--name", "Trf", "--rounds", 1)
    assert "1 record of trf written" in roundlog("export", "trf", "trf.jsonl")


def test_a_tournament_of_the_log_is_explained_as_it_was_paired(roundlog: Roundlog):
    """The system gives its reasons only when it is asked: from the records before the pairing, not from today's."""
    shutil.copy(SMALL, roundlog.folder / "small.trf")
    roundlog("import", "trf", "small.trf", *SYSTEM, "--stream", "small")
    assert "The boards were given by hand." in roundlog("explain", "small", "--round", 4)
    roundlog("open", "fresh", "--name", "New", "--rounds", 3, "--system", "fide-dutch-2026")
    for number in range(1, 7):
        roundlog("register", "fresh", f"Player {number}", "--rating", 2000 - number)
    roundlog("first-colour", "fresh", "--colour", "white")
    for number, results in ((1, "1:1-0 2:½ 3:0-1"), (2, "1:½ 2:1-0 3:1-0")):
        roundlog("pair", "fresh")
        roundlog("publish", "fresh", number)
        roundlog("results", "fresh", number, results)
        roundlog("close", "fresh", number)
    said = roundlog("explain", "fresh", "--round", 2)
    assert "Group with score 1" in said
    assert said == roundlog("explain", "fresh")
    roundlog("correct", "fresh", 1, 1, "0-1", "--reason", "misread")
    since = "Since then something of an earlier round was corrected; the reasons are those of the moment of pairing."
    assert roundlog("explain", "fresh") == f"{said}{since}\n"
    assert json.loads(roundlog("explain", "fresh", "--player", 1, "--json"))["reasons"]


def test_publishing_shows_the_verdict_of_the_audit_once_more(roundlog: Roundlog, monkeypatch: pytest.MonkeyPatch):
    roundlog("open", "fresh", "--name", "New", "--rounds", 3, "--system", "fide-dutch-2026")
    for name in ("Anna", "Bram", "Carl"):
        roundlog("register", "fresh", name)
    roundlog("pair", "fresh", "--boards", "1-2", "--bye", 3)
    roundlog("publish", "fresh", 1)
    roundlog("results", "fresh", 1, "1:½")
    roundlog("close", "fresh", 1)
    monkeypatch.setattr("sys.stdin", io.StringIO(YES))
    paired = roundlog.tried("pair", "fresh", "--boards", "2-1", "--bye", 3)
    told = [line for line in paired.err.splitlines() if line.startswith("Note:")]
    assert any("Carl (3) may not have the bye any more" in line for line in told)
    assert any("have met before" in line for line in told)
    assert roundlog.tried("publish", "fresh", 2).err.splitlines() == told


@pytest.mark.parametrize("command", ["pair", "explain", "import", "export"])
def test_the_help_has_the_options_for_a_trf(roundlog: Roundlog, command: str):
    said = roundlog.tried(command, "--help").out
    assert f"Of a TRF file: {command}" in said
    assert ("--first-colour" in said) == (command != "export")


def test_what_is_there_often_is_told_once(roundlog: Roundlog):
    absent = ("-",) * 5
    lines = (player(1, *["2w=", "2b="] * 2, "2w="), player(2, *["1b=", "1w="] * 2, "1b="), player(3, *absent))
    file = put(roundlog, "012 Away", "XXR 5", "XXC white1", *lines)
    said = roundlog.tried("import", "trf", file)
    assert said.err.splitlines()[-1] == "… and 4 more of this kind; --verbose lists them."
    assert len(said.err.splitlines()) == 6  # the first four say what a file without records does not say
    said = roundlog.tried("import", "trf", file, "--stream", "again", "--verbose")
    assert len(said.err.splitlines()) == 9


def test_q169_the_file_of_a_tournament_that_goes_on_is_written_with_a_warning(roundlog: Roundlog):
    """Not refused: old command lines do so."""
    roundlog.open_club()
    said = roundlog.tried("export", "trf", "club", "club.trf")
    assert said.code == 0
    assert "Until then there is the interim file." in said.err
    assert "### Interim file" not in (roundlog.folder / "club.trf").read_text("utf-8")


def test_q169_an_interim_file_says_so_and_is_no_reason_to_warn(roundlog: Roundlog):
    roundlog.open_club()
    said = roundlog.tried("export", "trf", "club", "club.trf", "--interim")
    assert "interim" not in said.err
    assert "### Interim file @ Round " in (roundlog.folder / "club.trf").read_text("utf-8")


def test_q113_comments_of_the_log_stand_at_the_end_of_the_file(roundlog: Roundlog):
    shutil.copy(SMALL, roundlog.folder / "small.trf")
    roundlog("import", "trf", "small.trf", *SYSTEM, "--stream", "small")
    roundlog("export", "trf", "small", "out.trf", "--comments")
    last = (roundlog.folder / "out.trf").read_text("utf-8").splitlines()[-1]
    assert last.startswith("### Import @ Round 6 (version ")
    assert roundlog("check", "out.trf", *SYSTEM) == "1 file, 6 rounds, 0 differences\n"
