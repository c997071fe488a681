"""KNSB 2014 and the draughts systems on the command line: pairing from the log and from files, and why."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from displays.words.language import language
from displays.words.pairing_reasons import reason_lines
from engine.model import Details, Rules, Tournament
from engine.pairing import Reason
from engine.registry import SYSTEMS
from tests.displays.commandline import Roundlog, Word

GOLDEN = Path(__file__).parents[2] / "engine/systems/knsb_2014/golden/knsb-2014-javafo"
SYSTEM_KEYS = ["knsb-2014", "kndb", *(key for key in SYSTEMS if key.startswith("fmjd-"))]


def seven_players(roundlog: Roundlog, system: str) -> None:
    roundlog("open", "club", "--name", "Club", "--system", system, "--rounds", 3)
    for number in range(1, 8):
        roundlog("register", "club", f"Player {number}", "--rating", 2000 - number)
    roundlog("lots", "club", "--seed", "a hat")
    roundlog("first-colour", "club", "--seed", "a coin")


def play_a_round(roundlog: Roundlog, number: int) -> None:
    roundlog("pair", "club")
    roundlog("publish", "club", number)
    roundlog("results", "club", number, "1:1-0 2:½ 3:0-1")
    roundlog("close", "club", number)


@pytest.mark.parametrize("system", SYSTEM_KEYS)
def test_a_round_of_the_log_is_explained_from_what_stood_before_it(roundlog: Roundlog, system: str):
    seven_players(roundlog, system)
    play_a_round(roundlog, 1)
    play_a_round(roundlog, 2)
    roundlog("correct", "club", 1, 1, "0-1", "--reason", "both score sheets say 0-1")
    told = roundlog.tried("explain", "club", "--round", 2)
    assert (told.code, told.err) == (0, "")  # the same pairing, whatever was corrected since
    assert told.out.count("has White against") == 3
    again = roundlog("explain", "club", "--round", 2, "--json")
    boards = msgspec.json.decode(roundlog("boards", "club", "--of", 2, "--json"))["boards"]
    assert len(msgspec.json.decode(again)["boards"]) == len(boards) == 3


def test_fide_says_who_came_from_above_and_the_halves_of_the_others(roundlog: Roundlog):
    seven_players(roundlog, "fide-dutch-2026")
    play_a_round(roundlog, 1)
    roundlog("pair", "club")
    first, second = (roundlog("explain", "club", "--round", number) for number in (1, 2))
    upper = "The upper half, 1 Player 1, 2 Player 2 and 3 Player 3, plays the lower half, 4 Player 4,"
    assert upper in first
    assert "Players:" not in first  # the halves have named everybody
    for bracket in second.split("\n\n")[1:]:
        assert ("The upper half" in bracket) <= ("Moved down" not in bracket)
        assert bracket.count("[C8]") <= 1


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ({"upper": (4,), "lower": (10,)}, []),  # a pair has no halves
        ({"upper": (), "lower": (4,)}, []),
        ({"upper": (4, 5), "lower": (6, 7)}, ["The upper half, 4 and 5, plays the lower half, 6 and 7"]),
        (
            {"upper": (4, 5), "lower": (6, 7), "moved_down": (2,)},
            ["Moved down into it: 2", "Of the others the upper half, 4 and 5, plays the lower half, 6 and 7"],
        ),
        (
            {"upper": (4, 5), "lower": (6, 7, 8), "floating_down": (6,)},
            ["The upper half, 4 and 5, plays the lower half, 7 and 8", "Floating down: 6."],
        ),
        ({"upper": (4,), "lower": (6, 7), "bye": (7,)}, ["Has the bye: 7."]),
        (
            {"counted": ("C7", "C8=2", "C8", "C14=3")},
            ["What even the best pairing could not avoid: [C7] scores of those who float down; [C8]"],
        ),
    ],
)
def test_what_is_told_of_a_bracket(facts: dict[str, tuple[int | str, ...]], told: list[str]):
    """[C8] counts players, and then their scores: only the first is a number of players."""
    t = Tournament(details=Details("Club"), rules=Rules("fide-dutch-2026", 5))
    _, _, *lines = reason_lines(t, Reason("bracket", "FIDE C.04.3:2026", (), {"score": 0, **facts}), language("en"))
    assert [line[: len(begin)] for line, begin in zip(lines, told, strict=True)] == told
    assert all(line.count("[C8]") <= 1 for line in lines)


def test_the_dummy_has_a_name_and_the_waiting_room_is_told(roundlog: Roundlog):
    seven_players(roundlog, "kndb")
    play_a_round(roundlog, 1)
    roundlog("pair", "club")
    told = roundlog("explain", "club", "--lang", "nl")
    assert "treft de dummy en is dus vrijgeloot." in told
    assert "In de wachtkamer, door naar de volgende groep:" in told


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ("absent", "club", 7, 1, "--kind", "half-bye"),
            "7 Player 7 is not in the pairing of round 1 (half-point bye).",
        ),
        (("absent", "club", 7, 1, "--kind", "zero-bye"), "7 Player 7 is not in the pairing of round 1."),
        (("withdraw", "club", 7), "7 Player 7 is not in the pairing of round 1 (withdrawn)."),
    ],
)
def test_who_is_away_is_told_so_by_name_and_why(roundlog: Roundlog, words: tuple[str | int, ...], told: str):
    seven_players(roundlog, "fide-dutch-2026")
    roundlog(*words)
    roundlog("pair", "club")
    assert told in roundlog("explain", "club", "--player", 7)


def test_a_player_who_is_not_there_is_refused(roundlog: Roundlog):
    seven_players(roundlog, "kndb")
    roundlog("pair", "club")
    assert roundlog.refused(1, "explain", "club", "--player", 9) == "There is no player 9 in this tournament."


def test_knsb_b1b_b5_says_why_this_one_has_the_bye_or_moves_down_and_not_another(roundlog: Roundlog):
    file = GOLDEN / "small-000-n10-r6.trf"
    told = roundlog("explain", file, "--system", "knsb-2014", "--round", 3, "--player", 8)
    assert "8 Test0008 Player0008 floats down, from score 1 to score 0." in told
    why = "that is worse (players who float down as in the last round: 1 instead of 0). [KNSB:2014 B5]"
    instead = f"Not 10 Test0010 Player0010 instead: {why}"
    assert instead in told
    assert told.index("floats down") < told.index("Score 0,")  # where he comes to
    told = roundlog("explain", file, "--system", "knsb-2014", "--round", 6, "--player", 4, "--lang", "nl")
    had = "Was al eens vrijgeloot en mag dat niet nog een keer zijn: 6 Test0006 Player0006 en 10 Test0010 Player0010."
    assert had in told


FIDE = Path(__file__).parents[2] / "engine/systems/fide_dutch/golden/fide-dutch-2026"


@pytest.mark.parametrize(
    ("code", "sentences"),
    [
        (
            "en",
            [
                "4 Test0004 Player0004 has the pairing-allocated bye.",
                "  Score 1½: nobody with less could have the bye.",
                "  Had the bye before and may not have it again: 6 Test0006 Player0006. [C2]",
            ],
        ),
        (
            "nl",
            [
                "4 Test0004 Player0004 is vrijgeloot.",
                "  Score 1½: niemand met minder kon vrijgeloot worden.",
                "  Was al eens vrijgeloot en mag dat niet nog een keer zijn: 6 Test0006 Player0006. [C2]",
            ],
        ),
    ],
)
def test_fide_c2_c5_says_why_this_one_has_the_bye(roundlog: Roundlog, code: str, sentences: list[str]):
    file = FIDE / "small-10001-n9-r6.trf"
    words = ("explain", file, "--system", "fide-dutch-2026", "--round", 6, "--player", 4, "--lang", code)
    assert [line for line in roundlog(*words).splitlines() if line in sentences] == sentences


def test_fide_c14_says_why_this_one_floats_and_not_another(roundlog: Roundlog):
    file = FIDE / "small-10000-n16-r6.trf"
    told = roundlog("explain", file, "--system", "fide-dutch-2026", "--round", 3, "--player", 7)
    assert "7 Test0007 Player0007 floats down, from score 1 to score ½." in told
    again = "that is worse (players who float down as in the last round: 1 instead of 0). [C14]"
    assert f"  Not 15 Test0015 Player0015 instead: {again}" in told


def many(roundlog: Roundlog) -> Path:
    file = roundlog.folder / "many.trf"
    roundlog("simulate", "--players", 40, "--rounds", 2, "--seed", 3, "-o", file)
    return file


@pytest.mark.parametrize(
    ("code", "begin"),
    [
        ("en", "The upper half, {five} and 14 others, plays the lower half, 20"),
        ("nl", "De bovenste helft, {five} en 14 anderen, speelt tegen de onderste helft, 20"),
        ("de", "Die obere Hälfte, {five} und 14 weitere, spielt gegen die untere Hälfte, 20"),
        ("et", "Ülemine pool, {five} ja veel 14 mängijat, mängib"),
    ],
)
def test_of_a_list_that_would_fill_the_screen_the_first_are_named_and_the_others_counted(
    roundlog: Roundlog, code: str, begin: str
):
    first = roundlog("explain", many(roundlog), "--system", "fide-dutch-2026", "--round", 1, "--lang", code)
    five = ", ".join(f"{number} Player {number:04}" for number in range(1, 6))
    assert begin.format(five=five) in first


def test_who_asks_is_named_in_a_long_list(roundlog: Roundlog):
    words = ("explain", many(roundlog), "--system", "fide-dutch-2026", "--round", 1, "--player", 12)
    assert "5 Player 0005, 12 Player 0012 and 13 others, plays" in roundlog(*words)


@pytest.mark.parametrize(("code", "said"), [("en", "1 other"), ("nl", "1 ander"), ("de", "1 weiterer")])
def test_one_other_is_counted_in_the_singular(code: str, said: str):
    assert language(code).phrase("and-others", players="7 Anna", count=1).endswith(f" {said}")


def test_knsb_files_are_checked(roundlog: Roundlog):
    same, other = GOLDEN / "small-000-n10-r6.trf", GOLDEN / "small-008-n11-r6.trf"
    assert roundlog("check", same, "--system", "knsb-2014") == "1 file, 6 rounds, 0 differences\n"
    said = roundlog.tried("check", other, "--system", "knsb-2014")
    assert said.code == 1
    assert "round 6 differs. In the file: 5-9 7-6. By knsb-2014: 5-6 7-9." in said.out


def test_knsb_says_what_could_not_be_helped(roundlog: Roundlog):
    file = GOLDEN / "small-000-n10-r6.trf"
    told = roundlog("explain", file, "--system", "knsb-2014", "--round", 4)
    assert "Could not be helped (KNSB:2014 C10e) – pairs with the same colour preference: 2 (" in told


@pytest.mark.parametrize(
    ("system", "option", "sentence"),
    [
        ("kndb --points 2-1-0", "dummy=draws", "set the pairing-allocated bye to 1 in the points"),
        ("kndb", "strength_groups=1 2,2 3", "A player stands in two strength groups: 1 2 and 2 3."),
        ("kndb", "strength_groups=1 two", "cannot be “1 two”. Here it is the option strength_groups;"),
        ("fmjd-5.2", "acceleration_groups=5", "an even number of groups, at least four; 5 is none."),
        ("knsb-2014", "dummy=draws", "The system knsb-2014 has no option dummy"),
    ],
)
def test_rules_that_cannot_work_are_refused_at_once(roundlog: Roundlog, system: str, option: str, sentence: str):
    words: list[Word] = ["open", "club", "--name", "Club", "--rounds", 5, "--option", option]
    words += ["--system", *system.split()]
    assert sentence in roundlog.refused(1, *words)


def test_knsb_names_the_groups_that_were_reopened_and_the_demands_that_were_lowered(roundlog: Roundlog):
    told = roundlog("explain", GOLDEN / "small-047-n12-r7.trf", "--system", "knsb-2014", "--round", 6)
    reopened = "Paired once more (KNSB:2014 C13), so that everybody in the last group, with score ½, could be paired;"
    assert reopened in told
    assert "Fewer pairs could be made here (KNSB:2014 C14b1): 1 of 2; moving down: 6 Test0006 Player0006 and 9" in told
    told = roundlog("explain", GOLDEN / "small-008-n11-r6.trf", "--system", "knsb-2014", "--round", 6, "--lang", "nl")
    assert "Opengeknipt en opnieuw ingedeeld (KNSB:2014 C12), zodat de groep met score 2½ in te delen was;" in told
    assert "Tot dan was het: 2 Test0002 Player0002 en 4 Test0004 Player0004." in told
    assert "de groep is als homogeen behandeld (KNSB:2014 A3)" in told


def round_1_without_player_7(roundlog: Roundlog, *options: str) -> None:
    """Who leaves the hall without a word."""
    roundlog("open", "club", "--name", "Club", "--system", "knsb-2014", "--rounds", 3, *options)
    for number in range(1, 8):
        roundlog("register", "club", f"Player {number}", "--rating", 2000 - number)
    roundlog("first-colour", "club", "--seed", "a coin")
    roundlog("absent", "club", 7, 1, "--kind", "absent-unnotified")
    play_a_round(roundlog, 1)


def test_knsb_f8_who_is_absent_without_notice_is_gone_until_the_arbiter_says_otherwise(roundlog: Roundlog):
    round_1_without_player_7(roundlog)
    assert "withdrawn" in next(line for line in roundlog("standings", "club").splitlines() if "Player 7" in line)
    roundlog("pair", "club")
    said = "7 Player 7 was absent from round 1 without notice, counts as withdrawn and is not paired (KNSB:2014 F8)."
    assert said in roundlog("explain", "club")
    roundlog("take-back", "club", 2, "--reason", "he is here")
    roundlog("return", "club", 7)
    roundlog("pair", "club")
    assert "Player 7" in roundlog("boards", "club", "--of", 2)
    assert said not in roundlog("explain", "club")


def test_knsb_f8_unless_the_rules_say_otherwise(roundlog: Roundlog):
    round_1_without_player_7(roundlog, "--option", "silence_withdraws=no")
    roundlog("pair", "club")
    assert "Player 7" in roundlog("boards", "club", "--of", 2)


def test_the_dummy_is_named_in_a_group_of_the_fmjd_too(roundlog: Roundlog):
    seven_players(roundlog, "fmjd-5.2")
    roundlog("pair", "club")
    assert re.search(r"Spieler: .* und der Dummy\.", roundlog("explain", "club", "--lang", "de"))


def test_options_can_be_said_beside_a_file(roundlog: Roundlog):
    file = roundlog.folder / "kndb.trf"
    roundlog("simulate", "--players", 9, "--rounds", 4, "--seed", 3, "--system", "kndb", "--byes", 0, "-o", file)
    assert "0 differences" in roundlog("check", file, "--system", "kndb")
    other = roundlog.tried("check", file, "--system", "kndb", "--option", "first_round=neighbours")
    assert (other.code, other.out.count("round 1 differs")) == (1, 1)
    sentence = roundlog.refused(1, "check", file, "--system", "kndb", "--option", "speed=high")
    assert sentence.startswith("The system kndb has no option speed")
