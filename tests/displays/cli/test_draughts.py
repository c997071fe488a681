"""Draughts on the command line: what a system brings along, guided rounds, the dummy that draws, the play-off."""

from __future__ import annotations

import re

import msgspec
import pytest

from engine.tiebreaks import tiebreak
from tests.displays.commandline import Roundlog
from tests.displays.remote_commandline import ANYWHERE

# FMJD 5, KNDB final ranking 2: the criteria as the texts name them.
RANKINGS = {
    "kndb": ["WP", "SBD"],
    "fmjd-5.1": ["MOR"],  # 3.1h
    "fmjd-5.1a": ["MOR"],  # "a version of 5.1" that differs in pairing only
    "fmjd-5.2": ["SOL/C1", "PSOL", "BAL", "FTS"],  # 3.1c, e, f, d
    "fmjd-5.2a": ["FTS"],  # 3.1d
    "fmjd-5.2b": ["SOL/M1", "FTS"],  # 3.1b, d
    "fmjd-5.3": ["SOL", "SBD"],  # 3.1a, g
}


def club(roundlog: Roundlog, players: int, *words: str) -> None:
    roundlog("open", "club", "--name", "Club", *words)
    for number in range(1, players + 1):
        roundlog("register", "club", f"Player {number}", "--rating", 1500 - 10 * number)


def play(roundlog: Roundlog, number: int, boards: int, result: str = "2-0") -> None:
    roundlog("pair", "club")
    roundlog("publish", "club", number)
    roundlog("results", "club", number, *(f"{board}:{result}" for board in range(1, boards + 1)))
    roundlog("close", "club", number)


def places(roundlog: Roundlog) -> list[int]:
    table = msgspec.json.decode(roundlog("standings", "club", "--json"))
    return [line["player"]["number"] for line in table["lines"]]


@pytest.mark.parametrize("system", RANKINGS)
def test_a_system_brings_its_ranking_its_points_and_its_game(roundlog: Roundlog, system: str):
    club(roundlog, 4, "--system", system, "--rounds", "3")
    play(roundlog, 1, 2)
    table = msgspec.json.decode(roundlog("standings", "club", "--json"))
    assert [column["code"] for column in table["columns"]] == ["PTS", *RANKINGS[system]]
    assert sorted(line["score"] for line in table["lines"]) == [0, 0, 2, 2]
    assert table["per_point"] == 1
    assert "2–0" in roundlog("boards", "club")
    for code in RANKINGS[system]:
        assert tiebreak(code).code == code


def test_what_is_typed_goes_before_what_a_system_brings(roundlog: Roundlog):
    words = ("--system", "fmjd-5.2", "--rounds", "3", "--tiebreaks", "SOL", "--points", "1-½-0", "--game", "chess")
    club(roundlog, 4, *words)
    play(roundlog, 1, 2, "1-0")
    table = msgspec.json.decode(roundlog("standings", "club", "--json"))
    assert [column["code"] for column in table["columns"]] == ["PTS", "SOL"]
    assert table["per_point"] == 2


def test_the_worth_of_a_bye_can_be_agreed(roundlog: Roundlog):
    club(roundlog, 3, "--system", "kndb", "--rounds", "3", "--bye-points", "1")
    play(roundlog, 1, 1)
    table = msgspec.json.decode(roundlog("standings", "club", "--json"))
    assert sorted(line["score"] for line in table["lines"]) == [0, 1, 2]


# -- KNDB modification 1 -----------------------------------------------------------------------------------------------


def test_lots_are_drawn_group_by_group(roundlog: Roundlog):
    club(roundlog, 6, "--system", "kndb", "--rounds", "3")
    told = roundlog("lots", "club", "--seed", "hat", "--group", "4-6", "--group", "1,2")
    found = re.search(r"lots – → (.*)  seed hat", told)
    assert found is not None
    order = [int(number) for number in re.findall(r"\d+", found[1])]
    assert (set(order[:3]), set(order[3:5]), order[5]) == ({4, 5, 6}, {1, 2}, 3)


def test_strength_groups_do_not_meet_in_the_guided_rounds(roundlog: Roundlog):
    club(roundlog, 8, "--system", "kndb", "--rounds", "4")
    groups = ("--option", "strength_groups=1 2 3 4,5 6 7 8", "--option", "guided_rounds=2")
    roundlog("change-rules", "club", *groups, "--reason", "the strongest do not meet the novices at once")
    for number in (1, 2, 3):
        play(roundlog, number, 4, "1-1")
        boards = msgspec.json.decode(roundlog("boards", "club", "--json"))["boards"]
        crossing = [b for b in boards if (b["white"]["player"]["number"] <= 4) != (b["black"]["player"]["number"] <= 4)]
        assert bool(crossing) == (number == 3)


def test_strength_groups_that_do_not_come_out_are_named(roundlog: Roundlog):
    groups = ("--option", "strength_groups=1 2 3,4 5 6", "--option", "guided_rounds=1")
    club(roundlog, 6, "--system", "kndb", "--rounds", "3", *groups)
    assert roundlog.refused(1, "pair", "club").startswith("In round 1 the strength groups leave somebody")


# -- KNDB modification 2 -----------------------------------------------------------------------------------------------


def seven_with_a_drawing_dummy(roundlog: Roundlog) -> None:
    club(roundlog, 7, "--system", "kndb", "--rounds", "4", "--option", "dummy=draws")
    roundlog("lots", "club", "--seed", "hat")
    for number in (1, 2, 3):
        play(roundlog, number, 3)


@ANYWHERE
def test_the_intermediate_round_is_told_played_and_counted(roundlog: Roundlog):
    seven_with_a_drawing_dummy(roundlog)
    assert roundlog.refused(1, "pair", "club").startswith("Round 4 is paired after the intermediate round")
    told = roundlog("intermediate", "club")
    assert told.startswith("Intermediate round, before round 4\n\n1  ")
    last = re.search(r"(\d) Player \d will meet the dummy in the last round", told)
    assert last is not None
    roundlog("intermediate", "club", "1:2-0", "2:1-1")
    assert roundlog("intermediate", "club", "--lang", "nl").count("–") == 4  # two pairs, two results
    paired = roundlog("pair", "club")
    assert f"Without a game:\n  {last[1]} Player" in paired
    roundlog("publish", "club", 4)
    roundlog("results", "club", 4, "1:1-1 2:1-1 3:1-1")
    roundlog("close", "club", 4)
    roundlog("finish", "club")
    cross = roundlog("crosstable", "club")
    assert "bye" not in cross
    assert re.search(r"extra game played +Player \d \(\d\) and Player", roundlog("audit", "club"))


def test_the_middle_one_of_an_odd_number_is_named(roundlog: Roundlog):
    club(roundlog, 7, "--system", "kndb", "--rounds", "3", "--option", "dummy=draws")
    for number in (1, 2):
        play(roundlog, number, 3)
    assert "speelt remise “tegen zichzelf”" in roundlog("intermediate", "club", "--lang", "nl")
    reasons = msgspec.json.decode(roundlog("intermediate", "club", "--json"))["reasons"]
    assert {"draws-with-himself", "dummy-to-come"} <= {reason["code"] for reason in reasons}


def test_an_intermediate_round_is_refused_where_there_is_none(roundlog: Roundlog):
    club(roundlog, 7, "--system", "kndb", "--rounds", "4")
    play(roundlog, 1, 3)
    assert roundlog.refused(1, "intermediate", "club").startswith("There is no intermediate round before round 2")
    words = ("extra-game", "club", 1, 2, "2-0", "--purpose", "intermediate")
    assert roundlog.refused(1, *words).startswith("There is no intermediate round before round 2")


def test_boards_of_the_intermediate_round_are_checked(roundlog: Roundlog):
    seven_with_a_drawing_dummy(roundlog)
    sentence = "The intermediate round has no board 3, but 2 boards."
    assert roundlog.refused(1, "intermediate", "club", "1:2-0", "3:2-0") == sentence
    invited = re.findall(r"(\d) Player", roundlog("intermediate", "club").splitlines()[2])
    outside = next(n for n in range(1, 8) if str(n) not in roundlog("intermediate", "club"))
    words = ("extra-game", "club", invited[0], outside, "2-0", "--purpose", "intermediate")
    told = f"Player Player {outside} ({outside}) does not play in the intermediate round"
    assert roundlog.refused(1, *words).startswith(told)


# -- the play-off ------------------------------------------------------------------------------------------------------


def test_kndb_final_ranking_1_a_barrage_goes_before_resistance_points(roundlog: Roundlog):
    club(roundlog, 6, "--system", "kndb", "--rounds", "2", "--ranking", "kndb-barrage")
    roundlog("lots", "club", "--seed", "hat")
    for number in (1, 2):
        play(roundlog, number, 3, "1-1")
    roundlog("extra-game", "club", 6, 1, "2-0")
    roundlog("settle-tie", "club", "6 1 2 3 4 5", "--by", "play-off")
    assert places(roundlog) == [6, 1, 2, 3, 4, 5]
    assert roundlog("standings", "club").endswith("\nPlay-off:\n  Player 6 – Player 1  2–0\n")
    told = roundlog("standings", "club", "--explain", 6)
    assert "PO  1  (play-off)" in told
    assert "1 Player 1 (1490)" in told


@pytest.mark.parametrize("system", RANKINGS)
def test_a_play_off_settles_what_all_criteria_left_level(roundlog: Roundlog, system: str):
    roundlog("open", "club", "--name", "Club", "--system", system, "--rounds", 2)
    for number in range(1, 5):
        roundlog("register", "club", f"Player {number}", "--rating", 1500)
    play(roundlog, 1, 2, "1-1")
    table = msgspec.json.decode(roundlog("standings", "club", "--json"))
    assert [line["place"] for line in table["lines"]] == [1, 1, 1, 1]
    roundlog("settle-tie", "club", "3 1 4 2", "--by", "play-off")
    assert places(roundlog) == [3, 1, 4, 2]
