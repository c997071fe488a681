"""docs/fide.md is true: every question has its row, what it names is there, and it costs what the page says."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from tests.displays.client import Web
from tests.displays.commandline import Roundlog
from tests.fide.checklist import (
    DECLARED,
    FAIL,
    HERE,
    NOT_ASKED,
    PAGE,
    QUESTIONS,
    Row,
    count,
    fill_in,
    find_costs,
    find_tests,
    read_flow,
    read_rows,
    show_cost,
    show_counts,
    walk,
)

TEXT = PAGE.read_text("utf-8")
ROWS: Mapping[int, Row] = {row.number: row for row in read_rows(TEXT)}
MEND = "run: .venv/bin/python -m tests.fide.checklist"
# What no test can show: for which system it is asked.
NO_TEST = {1}


def asked() -> list[int]:
    return [*walk({number: row.answer for number, row in ROWS.items()})]


def test_the_flow_leads_on_from_every_answer() -> None:
    assert [*read_flow()] == [*QUESTIONS]
    for number, branches in read_flow().items():
        for branch in branches.values():
            back = {(121, 120)}  # who has not all of FIDE's lists by itself is asked for files
            following = branch.following
            assert following is None or number < following <= QUESTIONS[-1] or (number, following) in back
            assert branch.cost == FAIL or 0 <= branch.cost <= 117


def test_every_question_has_a_row_in_its_order() -> None:
    numbers = [int(line.split()[1]) for line in TEXT.splitlines() if re.match(r"\| \d+ \|", line)]
    assert numbers == [*QUESTIONS]
    assert [*ROWS] == [*QUESTIONS], "a row that cannot be read: six cells, the third yes, no or –"


def test_those_that_are_asked_have_an_answer_and_the_others_none() -> None:
    on_the_way = set(asked())
    assert {number for number, row in ROWS.items() if row.answer != NOT_ASKED} == on_the_way


@pytest.mark.parametrize("number", QUESTIONS)
def test_a_row_names_tests_of_its_number_that_there_are(number: int) -> None:
    row = ROWS[number]
    named = re.findall(r"`([^`]+)`", row.shown_by)
    for file in named:
        assert re.search(rf"^def test_{number}_\w+\(", (HERE / f"test_{file}.py").read_text("utf-8"), re.MULTILINE), (
            file
        )
    if row.answer != NOT_ASKED:
        assert row.is_open == (not named and row.shown_by != DECLARED), MEND
    assert (row.shown_by == DECLARED) == (number in NO_TEST)


@pytest.mark.parametrize("number", QUESTIONS)
def test_a_row_says_what_its_answer_costs(number: int) -> None:
    row = ROWS[number]
    expected = "" if row.answer == NOT_ASKED else ("open: " if row.is_open else "") + show_cost(find_costs(row))
    assert row.costs == expected, MEND


def test_the_counts_are_those_of_the_rows() -> None:
    assert show_counts(count([*ROWS.values()])) in TEXT, MEND


def test_the_page_is_as_it_is_filled_in() -> None:
    assert fill_in(TEXT) == TEXT, MEND


def test_every_test_with_a_number_is_about_a_question() -> None:
    assert set(find_tests()) <= set(QUESTIONS)


def test_an_answer_that_changes_leads_to_other_questions() -> None:
    answers = {number: row.answer.replace(NOT_ASKED, "no") for number, row in ROWS.items()}
    assert not {76, 77, 78} & set(walk(answers))
    assert {76, 77, 78} <= set(walk({**answers, 75: "yes", 76: "yes"}))


def test_who_fills_in_a_row_for_a_test_that_is_there_gets_its_costs() -> None:
    """A row that was written with the answer alone."""
    bare = "| 57 | Can it be changed? | no |  |  | not in FIDE mode |"
    old = next(line for line in TEXT.splitlines() if line.startswith("| 57 |"))
    filled = fill_in(TEXT.replace(old, bare))
    row = next(line for line in filled.splitlines() if line.startswith("| 57 |"))
    assert row.startswith("| 57 | Can it be changed? | no | 0 | `fixed` |")


def test_it_is_in_the_handbook_of_the_program(roundlog: Roundlog, web: Web) -> None:
    page = web.get("/help/docs/fide")
    assert page.status_code == 200
    assert "questions that are asked" in page.text
    assert 'href="/help/docs/fide"' in web.get("/help/en").text
    for code in ("en", "nl", "de", "et"):
        assert 'href="/help/docs/fide"' in web.get(f"/help/{code}/fide-reports").text
