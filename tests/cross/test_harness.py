"""The cross-test itself: it goes on where it stopped, counts, and explains what it can. (Run: ``make cross-test``.)"""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.model import Board, Result
from engine.registry import SYSTEMS
from ledger.formats.trf.meaning import before_round
from tests.cross import command_peer
from tests.cross.causes import CAUSES, value_cause
from tests.cross.finding import Finding, Judgement, Way
from tests.cross.judging import judge
from tests.cross.pairings import compare_round, pairs_of
from tests.cross.report import report
from tests.cross.state import State
from tests.cross.tournaments import plan_of, tournament_of_ours

ONE = Judgement("gacrux", Way.OURS, 1, players=8, rounds=5, values=20, ranks=8)
OTHER = Judgement("gacrux", Way.THEIRS, 1, players=9, rounds=4, findings=(Finding("pairing", "", 3, ours="1-2"),))


def test_it_goes_on_where_it_stopped(tmp_path: Path):
    path = tmp_path / "build" / "state.jsonl"
    state = State(path)
    state.add(ONE)
    state.add(OTHER)
    with path.open("ab") as file:
        file.write(b'{"peer":"gacrux","way":"ou')  # the machine stopped here
    again = State(path)
    assert again.judged == [ONE, OTHER]
    again.add(replace(ONE, number=2))
    assert [one.number for one in State(path).judged] == [1, 1, 2]
    again.forget({OTHER.key})
    assert [one.key for one in State(path).judged] == [ONE.key, ("gacrux", "ours", 2)]


def test_tournaments_are_the_same_for_everybody_and_of_many_kinds():
    assert plan_of(7) == plan_of(7)
    plans = [plan_of(number) for number in range(1, 200)]
    assert len({plan.tiebreaks for plan in plans}) > 5
    assert {plan.is_baku for plan in plans} == {True, False}
    assert max(plan.players for plan in plans) > 50


def test_a_pairing_that_differs_is_found_with_its_article():
    _, t = tournament_of_ours(3)
    before = before_round(t, 2)
    ours = pairs_of(SYSTEMS[t.rules.system].pair(before))
    assert list(compare_round(before, ours)) == []
    (white, black), *others = sorted(pair for pair in ours if pair[1])
    turned = (ours - {(white, black)}) | {(black, white)}
    (found,) = compare_round(before, turned)
    assert (found.round, found.ours, found.theirs) == (2, f"{white}-{black}", f"{black}-{white}")
    assert found.article.startswith("FIDE C.04.3:2026 5.2.")
    (none,) = compare_round(before, None)
    assert none.theirs == "no pairing"
    assert others


def test_standard_points_of_an_odd_result_are_explained_and_nothing_else_is():
    _, t = tournament_of_ours(3)
    first = t.rounds[0]
    odd = replace(first, boards=(replace(first.boards[0], result=Result.HALF_TO_WHITE), *first.boards[1:]))
    t = replace(t, rounds=(odd,))
    board: Board = odd.boards[0]
    assert value_cause(t, board.white, "STD", Fraction(1), Fraction(1, 2)) == "odd-result-std"
    assert value_cause(t, board.white, "STD", Fraction(1), Fraction(0)) == ""
    assert value_cause(t, board.black, "STD", Fraction(1), Fraction(1, 2)) == ""
    assert value_cause(t, board.white, "BH", Fraction(1), Fraction(1, 2)) == ""


def test_the_report_counts_each_way_and_shows_what_nobody_explained():
    known = Finding("value", "odd-result-std", player=4, code="STD", ours="1.0", theirs="0.5")
    text = report([ONE, OTHER, replace(ONE, number=2, findings=(known,)), replace(ONE, number=3, error="it broke")])
    assert "| gacrux | ours, judged by it | 3 | 24 | 15 | 60 | 24 | 1 | 0 |" in text
    assert "| gacrux | its own, judged by us | 1 | 9 | 4 | 0 | 0 | 1 | 1 |" in text
    assert f"| odd-result-std | {CAUSES['odd-result-std'].article} | gacrux | 1 | 1 |" in text
    assert "1 differences without an explanation." in text
    assert "- gacrux theirs 1, 9 players: pairing, round 3" in text
    assert "- gacrux ours 3: it broke" in text


@pytest.fixture
def own_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Our drop-in engine in the place of bbpPairings: it has the same command line."""
    program = tmp_path / "engine"
    code = "import sys; from displays.drop_in.main import main; sys.exit(main())"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -c "{code}" "$@"\n')
    program.chmod(0o755)
    monkeypatch.setenv("ROUNDLOG_BBP", str(program))


@pytest.mark.usefixtures("own_engine")
def test_an_engine_with_the_command_line_of_bbp_pairings_can_be_the_other(tmp_path: Path):
    for way, number in ((Way.OURS, 5), (Way.THEIRS, 2)):
        judged = judge((command_peer.NAME, way, number))
        assert (judged.error, judged.findings) == ("", ())
        assert judged.rounds > 1


@pytest.mark.usefixtures("own_engine")
def test_what_the_other_program_stumbles_over_is_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ROUNDLOG_BBP", "/no/such/engine")
    judged = judge((command_peer.NAME, Way.OURS, 5))
    assert judged.error.startswith("FileNotFoundError")
