"""What touched the pairing, at the command line: taken back, corrected for the rating report only, expelled."""

from __future__ import annotations

import pytest

from tests.displays.commandline import Roundlog


@pytest.fixture
def played(roundlog: Roundlog) -> Roundlog:
    """Six players, one closed round."""
    roundlog.open_six()
    roundlog("pair", "open")
    roundlog("publish", "open", 1)
    roundlog("results", "open", 1, "1:1-0 2:½ 3:0-1")
    roundlog("close", "open", 1)
    return roundlog


def last_record(roundlog: Roundlog) -> int:
    return int(roundlog.tried("--json", "audit", "open").json()["entries"][-1]["version"])


def result_of_board_1(roundlog: Roundlog) -> str:
    return str(roundlog.tried("--json", "boards", "open").json()["boards"][0]["result"])


def test_q114_a_correction_is_undone_by_its_number(played: Roundlog) -> None:
    played("correct", "open", 1, 1, "0-1", "--reason", "misread")
    record = last_record(played)
    assert "touches the pairing: correction" in played("audit", "open").casefold()
    said = played("undo", "open", record, "--reason", "it was right")
    assert f"corrects {record}" in said
    assert result_of_board_1(played) == "1-0"
    assert f"Record {record} cannot be taken back" in played.refused(1, "undo", "open", record, "--reason", "again")


def test_q192_a_result_for_the_rating_report_only(played: Roundlog) -> None:
    played("correct", "open", 1, 1, "0-1", "--rating-only", "--reason", "found late")
    assert result_of_board_1(played) == "1-0"
    file = played.folder / "interim.trf"
    played("export", "trf", "open", file, "--interim", "--comments")
    assert "Rating correction @ Round 1" in file.read_text("utf-8")


def test_q197_a_player_is_expelled(played: Roundlog) -> None:
    played("withdraw", "open", 1, "--expelled", "--reason", "a telephone")
    assert "Expelled: " in played("standings", "open")


def test_q176_a_player_without_right_to_half_point_byes(played: Roundlog) -> None:
    played("half-byes", "open", 2, "no")
    assert "no right to half-point byes" in played.refused(1, "absent", "open", 2, 2, "--kind", "half-bye")
    played("half-byes", "open", 2, "yes")
    played("absent", "open", 2, 2, "--kind", "half-bye")
    assert "maybe" in played.refused(2, "half-byes", "open", 2, "maybe")
