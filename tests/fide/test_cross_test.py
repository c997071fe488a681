"""Compared with another engine: the answers on docs/fide.md are those of the report, docs/cross-test.md.

FIDE's checklist for programs (VCL4THP) asks for 50,000 tournaments each way, and what became of the differences.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from tests.fide.checklist import HOUSE, NOT_ASKED, PAGE, read_rows

ASKED = 50_000
BORNE = 10  # differences, each way
_LINE = re.compile(r"\| \w+ \| ([^|]+) \| ([\d,]+) \| [\d,]+ \| [\d,]+ \| [\d,]+ \| [\d,]+ \| ([\d,]+) \| ([\d,]+) \|")


class Way(NamedTuple):
    name: str
    tournaments: int
    differences: int
    unexplained: int


@cache
def ways() -> list[Way]:
    report = (HOUSE / "docs" / "cross-test.md").read_text("utf-8")
    return [Way(one[1], *(int(found.replace(",", "")) for found in one.groups()[1:])) for one in _LINE.finditer(report)]


def answer_to(question: int) -> str:
    return next(row.answer for row in read_rows(PAGE.read_text("utf-8")) if row.number == question)


def test_33_there_are_two_ways_and_the_answer_is_that_of_the_smaller_number() -> None:
    assert [way.name for way in ways()] == ["ours, judged by it", "its own, judged by us"]
    fewest = min(way.tournaments for way in ways())
    assert answer_to(33) == ("yes" if fewest >= ASKED else "no")
    assert f"{fewest:,} tournaments each way" in PAGE.read_text("utf-8")


def test_34_differences_beyond_ten_are_owned_up_to() -> None:
    assert answer_to(34) == ("yes" if any(way.differences > BORNE for way in ways()) else "no")


def test_35_every_difference_has_a_cause_and_none_of_them_is_ours() -> None:
    assert [way.unexplained for way in ways()] == [0, 0]
    report = (HOUSE / "docs" / "cross-test.md").read_text("utf-8")
    section = report[report.index("## What differs") : report.index("## Known faults")]
    departing = [line.split("|")[3].strip() for line in section.splitlines() if line.startswith("| ")][1:]
    assert departing
    assert set(departing) == {"gacrux"}


def test_36_the_other_program_has_faults_and_they_are_listed_with_their_articles() -> None:
    report = (HOUSE / "docs" / "cross-test.md").read_text("utf-8")
    faults = [line for line in report[report.index("## Known faults") :].splitlines() if line.startswith("| gacrux")]
    assert len(faults) >= 2
    assert all(re.search(r"C\.0\d(?:\.\d)? \d", line) for line in faults)


def sent_to(whom: str) -> list[str]:
    """Of each thing that is to be reported to them the day on which it was, or ``no``."""
    report = (HOUSE / "docs" / "cross-test.md").read_text("utf-8")
    lines = report[report.index("## To be reported") :].splitlines()
    return [line.split("|")[3].strip() for line in lines if line.startswith(f"| {whom} |")]


def is_sent(days: list[str]) -> bool:
    assert all(day == "no" or re.fullmatch(r"20\d\d-\d\d-\d\d", day) for day in days)
    return "no" not in days


def test_37_faults_of_the_other_are_reported_to_its_author_or_the_answer_is_no() -> None:
    days = sent_to("the author of gacrux")
    assert len(days) >= 2
    assert answer_to(37) == ("yes" if is_sent(days) else "no")


def only_if_not_reported(answer: str) -> str:
    """Who has reported the faults is not asked further."""
    return NOT_ASKED if answer_to(37) == "yes" else answer


def test_38_what_can_be_read_in_two_ways_is_owned_up_to() -> None:
    there_is = "yes" if sent_to("FIDE's commission for programs") else "no"
    assert answer_to(38) == only_if_not_reported(there_is)


def test_39_it_is_reported_to_fide_or_the_answer_is_no() -> None:
    is_reported = "yes" if is_sent(sent_to("FIDE's commission for programs")) else "no"
    assert answer_to(39) == only_if_not_reported(is_reported)
