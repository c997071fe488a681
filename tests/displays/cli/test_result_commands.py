"""Results from the command line: one, many, again, another than the one that stands."""

import msgspec
import pytest

from tests.displays.commandline import Roundlog
from tests.displays.remote_commandline import ANYWHERE

pytestmark = ANYWHERE


def test_results_are_entered_all_or_none(roundlog: Roundlog):
    roundlog.open_four()
    roundlog("pair", "club", "--boards", "1-2 3-4")
    roundlog("publish", "club", 1)
    said = roundlog.refused(1, "results", "club", 1, "1:1-0 2:½ 3:0-1")
    assert said == "Round 1 has no board 3; there are 2."
    assert "·" in roundlog("boards", "club")


def one_result(roundlog: Roundlog) -> None:
    """1-0 stands on the first of two boards, at version 8: Anna has typed it."""
    roundlog.open_four()
    roundlog("pair", "club", "--boards", "1-2 3-4")
    roundlog("publish", "club", 1)
    roundlog("--as", "Anna", "result", "club", 1, 1, "1-0")


def test_a_typo_of_ones_own_is_typed_again(roundlog: Roundlog):
    one_result(roundlog)
    said = roundlog("--as", "Anna", "result", "club", 1, 1, "0-1")
    assert "own result typed again  round 1, board 1" in said
    assert "1–0 → 0–1" in said
    assert "corrects 8" in roundlog("audit", "club").splitlines()[-1]


def test_records_and_the_audit_name_players_by_name_and_number(roundlog: Roundlog):
    one_result(roundlog)
    said = roundlog("--as", "Anna", "result", "club", 1, 2, "½")
    assert "round 1, board 2, Katrin (3) – Jürgen (4)" in said
    said = roundlog("absent", "club", 3, 2)
    assert "absence announced  Katrin (3)" in said
    roundlog("correct", "club", 1, 1, "0-1", "--reason", "misread")
    told = roundlog("audit", "club").splitlines()
    assert "round 1, board 1, Anna (1) – Bram (2)" in told[-1]
    assert "Bram (2) (" in told[-1], "whose places it changed"
    assert "Katrin (3)" in told[-2]
    roundlog("register", "club", "Zoë")
    roundlog("remove", "club", 5, "--reason", "registered twice")
    assert "Zoë (5)" in roundlog("audit", "club").splitlines()[-1]
    assert "3 and 4" not in roundlog("--lang", "en", "audit", "club", "--board", 2)


def test_the_same_result_twice_is_one_and_another_is_a_conflict(roundlog: Roundlog):
    one_result(roundlog)
    assert "nothing was written" in roundlog("result", "club", 1, 1, "1")
    said = roundlog.tried("result", "club", 1, 1, "0-1")
    assert (said.code, said.out, said.err.count("\n")) == (1, "", 1)
    assert "already says 1-0; 0-1 was not entered" in said.err
    assert "recorded as dispute 9; the arbiters decide." in said.err
    assert "other result typed" in roundlog("audit", "club").splitlines()[-1]
    again = roundlog.refused(1, "result", "club", 1, 1, "0-1")  # and nothing is written
    assert "open already as dispute 9" in again


@pytest.mark.parametrize(
    ("lang", "told"), [("nl", "als geschil 9;"), ("de", "als Streitfall 9 "), ("et", "vaidlusena 9;")]
)
def test_a_dispute_is_told_in_the_language_of_who_typed(roundlog: Roundlog, lang: str, told: str):
    one_result(roundlog)
    assert told in roundlog.tried("--lang", lang, "result", "club", 1, 1, "0-1").err


def test_a_program_reads_the_number_of_the_dispute(roundlog: Roundlog):
    one_result(roundlog)
    said = roundlog.tried("--json", "result", "club", 1, 1, "0-1")
    facts = msgspec.json.decode(said.err)["facts"]
    assert (said.code, facts["by"], facts["stands"], facts["given"]) == (1, "Anna", "1-0", "0-1")
    assert facts["dispute_recorded"] == 9


def test_a_repeated_request_is_one_dispute(roundlog: Roundlog):
    one_result(roundlog)
    said = roundlog.tried("result", "club", 1, 1, "0-1", "--once", "desk-7")
    assert said.code == 1
    assert said.err == f"roundlog: {roundlog.refused(1, 'result', 'club', 1, 1, '0-1', '--once', 'desk-7')}\n"


def test_a_dispute_is_settled_before_the_round_is_closed(roundlog: Roundlog):
    one_result(roundlog)
    roundlog("result", "club", 1, 2, "½")
    for other in ("0-1", "½"):
        assert roundlog.tried("result", "club", 1, 1, other).code == 1
    said = roundlog.refused(1, "close", "club", 1)
    assert said == (
        "Round 1 cannot be closed yet: two different results were typed for board 1. "
        "Confirm what stands, or correct it."
    )
    assert roundlog("confirm", "club", 1, 1, "--reason", "both score sheets").count("result confirmed") == 2
    assert "nothing was written" in roundlog("confirm", "club", 1, 1)
    assert "round closed" in roundlog("close", "club", 1)


def test_only_a_result_can_be_confirmed(roundlog: Roundlog):
    one_result(roundlog)
    assert roundlog.refused(1, "confirm", "club", 1, 2) == "Board 2 of round 1 has no result to dispute."
    assert roundlog.refused(1, "confirm", "club", 1, 3) == "Round 1 has no board 3; there are 2."
    assert roundlog.refused(1, "confirm", "club", 2, 1).startswith("There is no round 2")


def test_of_a_list_what_can_be_entered_is_and_what_differs_is_a_dispute(roundlog: Roundlog):
    one_result(roundlog)
    said = roundlog.tried("results", "club", 1, "1:0-1 2:½")
    assert said.code == 1
    (entered,) = said.out.splitlines()
    assert "result entered  round 1, board 2," in entered
    (differs,) = said.err.splitlines()
    assert differs.startswith("roundlog: Round 1, board 1 already says 1-0; 0-1 was not entered.")
    assert "recorded as dispute 9; the arbiters decide." in differs
    assert [line.split()[0] for line in roundlog("audit", "club").splitlines()[-2:]] == ["9", "10"]


def test_of_a_list_every_line_is_told_what_became_of_it(roundlog: Roundlog):
    one_result(roundlog)
    roundlog("result", "club", 1, 2, "½")
    roundlog("correct", "club", 1, 2, "pending", "--reason", "still playing")
    said = roundlog.tried("results", "club", 1, "1:1-0 2:0-1")
    assert (said.code, said.err) == (0, "")
    entered, stood = said.out.splitlines()
    assert "result entered  round 1, board 2," in entered
    assert stood == "Round 1, board 1: 1–0 stood already; nothing was written."
    said = roundlog.tried("results", "club", 1, "2:1-0 1:½")
    assert (said.code, said.out) == (1, "")
    assert [line.split(" already says ")[0] for line in said.err.splitlines()] == [
        "roundlog: Round 1, board 2",
        "roundlog: Round 1, board 1",
    ]
    again = roundlog.tried("results", "club", 1, "2:1-0 1:½")
    assert again.err.count("is open already as dispute") == 2
    one_of_each = roundlog.tried("results", "club", 1, "2:0-1 1:½")
    assert one_of_each.out == "Round 1, board 2: 0–1 stood already; nothing was written.\n"


def test_a_program_reads_what_became_of_a_list(roundlog: Roundlog):
    one_result(roundlog)
    said = roundlog.tried("--json", "results", "club", 1, "1:0-1 2:½", "--once", "sheet-1")
    assert said.code == 1
    written = msgspec.json.decode(said.out)
    assert [record["event"]["board"] for record in written["records"]] == [2]
    problem = msgspec.json.decode(said.err)
    assert (problem["code"], problem["facts"]["board"], problem["facts"]["dispute_recorded"]) == (
        "result-differs",
        1,
        9,
    )
    assert roundlog.tried("--json", "results", "club", 1, "1:0-1 2:½", "--once", "sheet-1") == said


def test_a_board_stands_in_a_list_once(roundlog: Roundlog):
    one_result(roundlog)
    assert roundlog.refused(2, "results", "club", 1, "2:1-0 2:0-1") == "Board 2 stands in the list twice."


def test_a_list_for_boards_that_are_not_there_writes_nothing_whatever_else_it_says(roundlog: Roundlog):
    one_result(roundlog)
    assert roundlog.refused(1, "results", "club", 1, "1:0-1 2:½ 3:1-0") == "Round 1 has no board 3; there are 2."


def test_a_repeated_request_is_recorded_once(roundlog: Roundlog):
    roundlog.open_four()
    first = roundlog("announce", "club", "Tea", "--once", "tea-1")
    assert roundlog("announce", "club", "Tea", "--once", "tea-1") == first
    assert roundlog("audit", "club").count("Tea") == 1
