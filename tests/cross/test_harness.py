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
from tests.cross import command_peer, pages
from tests.cross.causes import CAUSES, value_cause
from tests.cross.finding import Finding, Judgement, Way
from tests.cross.judging import judge
from tests.cross.pairings import compare_round, pairs_of
from tests.cross.record import Cause, add_to_record, find_done, read_record, take_open, write_record
from tests.cross.report import count_table, report
from tests.cross.state import State
from tests.cross.tournaments import LAST_OF_LARGER, MOST, USUAL_MOST, plan_of, tournament_of_ours
from tests.fide import checklist

ONE = Judgement("gacrux", Way.OURS, 1, players=8, rounds=5, values=20, ranks=8)
KNOWN = Finding("value", "odd-result-std", player=4, code="STD", ours="1.0", theirs="0.5")
OTHER = Judgement("gacrux", Way.THEIRS, 1, players=9, rounds=4, findings=(Finding("pairing", "", 3, ours="1-2"),))


def test_what_was_judged_is_kept_when_the_machine_stops(tmp_path: Path):
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
    again.clear()
    assert State(path).judged == []


def test_the_record_counts_every_tournament_once_and_another_machine_goes_on_from_it(tmp_path: Path):
    path = tmp_path / "record.json"
    assert read_record(path) == []
    judged = [replace(ONE, number=number) for number in (1, 2, 3, 7)]
    write_record(add_to_record([], [*judged, OTHER]), path)
    (ours, theirs) = add_to_record(read_record(path), [*judged, replace(ONE, number=4)])
    assert ours.numbers == ((1, 4), (7, 7))
    assert (ours.tournaments, ours.players, ours.rounds, ours.values, ours.ranks) == (5, 40, 25, 100, 40)
    assert theirs.open == (OTHER,)
    done = find_done([ours, theirs])
    assert done == {("gacrux", "theirs", 1), *(("gacrux", "ours", number) for number in (1, 2, 3, 4, 7))}


def test_an_explained_difference_is_kept_as_its_number_and_smallest_example():
    large, small = (replace(ONE, number=n, players=p, findings=(KNOWN, KNOWN)) for n, p in ((5, 20), (6, 4)))
    (entry,) = add_to_record(add_to_record([], [large]), [small, replace(large, number=7)])
    assert entry.causes == {"odd-result-std": Cause(6, 6, 4, 5)}
    assert (entry.differences, entry.open) == (6, ())


def test_a_change_of_the_engine_begins_an_entry_and_voids_none():
    before = add_to_record([], [replace(ONE, engine="0a0a0a0a")])
    both = add_to_record(before, [replace(ONE, engine="1b1b1b1b"), replace(ONE, number=2, engine="1b1b1b1b")])
    assert [(entry.engine, entry.numbers) for entry in both] == [("0a0a0a0a", ((1, 1),)), ("1b1b1b1b", ((2, 2),))]


def test_what_nobody_has_explained_is_judged_again_and_counted_once():
    record = add_to_record([], [ONE, OTHER, replace(ONE, number=2, error="it broke")])
    without, again = take_open(record)
    assert [one.key for one in again] == [("gacrux", "ours", 2), OTHER.key]
    assert find_done(without) == {ONE.key}
    (ours, theirs) = add_to_record(without, [replace(OTHER, findings=()), replace(ONE, number=2)])
    assert (ours.tournaments, ours.open, theirs.tournaments, theirs.differences) == (2, (), 1, 0)


def test_the_pages_say_what_the_record_says():
    record = read_record()
    assert count_table(record) in pages.PAGE.read_text("utf-8")
    page = checklist.PAGE.read_text("utf-8")
    assert pages.with_answer(page, pages.find_fewest(record)) == page
    more = [replace(entry, tournaments=50_000) for entry in record]
    assert pages.find_fewest([*more[:1], *record[1:]]) == pages.find_fewest(record)
    assert "? | yes |" in next(
        line for line in pages.with_answer(page, pages.find_fewest(more)).splitlines() if line.startswith("| 33 ")
    )
    assert "[50,000 tournaments each way]" in pages.with_answer(page, 50_000)


def test_tournaments_are_the_same_for_everybody_and_of_many_kinds():
    assert plan_of(7) == plan_of(7)
    plans = [plan_of(number) for number in range(1, 200)]
    assert len({plan.tiebreaks for plan in plans}) > 5
    assert {plan.is_baku for plan in plans} == {True, False}
    assert max(plan.players for plan in plans) > 50


def test_fields_became_smaller_and_what_was_judged_before_is_made_again_as_it_was():
    assert [plan_of(number).players for number in (54, 80)] == [4, 39]
    assert max(plan_of(number).players for number in range(LAST_OF_LARGER - 200, LAST_OF_LARGER)) > 60
    now = [plan_of(number).players for number in range(LAST_OF_LARGER + 1, LAST_OF_LARGER + 200)]
    assert max(now) <= MOST
    assert sorted(now)[-10] <= USUAL_MOST


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
    judged = [ONE, OTHER, replace(ONE, number=2, findings=(KNOWN,)), replace(ONE, number=3, error="it broke")]
    text = report(add_to_record([], [*judged, replace(OTHER, number=2, findings=(), is_without_pairing=True)]))
    assert "| gacrux | ours, judged by it | 3 | 24 | 15 | 60 | 24 | 1 | 0 |" in text
    assert "| gacrux | its own, judged by us | 2 | 18 | 8 | 0 | 0 | 1 | 1 |" in text
    assert (
        f"| odd-result-std | {CAUSES['odd-result-std'].article} | gacrux | 1 | ours 2 (8 players, 5 rounds) |" in text
    )
    assert "1 differences without an explanation." in text
    assert "- gacrux theirs 1, 9 players: pairing, round 3" in text
    assert "2 tournaments could not be compared; of 1 the generator found no pairing." in text
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
