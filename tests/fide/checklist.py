"""The page of FIDE's checklist, docs/fide.md, read and filled in: its rows, which of them are asked, what they cost.

A row has the answer that is meant. Which tests show it is found by their names, ``test_174_…`` in this folder, and the
page names their files; where there is none the answer is *open*. ``python -m tests.fide.checklist`` writes tests, costs
and counts into the page.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
HOUSE = HERE.parents[1]
PAGE = HOUSE / "docs" / "fide.md"
QUESTIONS = range(1, 226)

NOT_ASKED, OPEN, DECLARED = "–", ", open", "declared"
FAIL = 1000  # per cent: more than any sum that is borne
_ROW = re.compile(r"\| (\d+) \| (.+?) \| (yes|no|–)(, open)? \| ([^|]*) \| ([^|]*) \| ([^|]*) \|")
_COUNTS = re.compile(r"\| \| \|\n\|---\|---\|\n(?:\| .*\n)*")  # the first table
_TEST = re.compile(r"test_(\d+)_")


class Branch(NamedTuple):
    """What an answer costs, and the question that it leads to; none: the last was asked."""

    cost: int
    following: int | None


class Row(NamedTuple):
    number: int
    asks: str
    answer: str  # as it is meant
    is_open: bool
    costs: str
    shown_by: str
    how: str

    def __str__(self) -> str:
        answer = self.answer + (OPEN if self.is_open else "")
        return f"| {self.number} | {self.asks} | {answer} | {self.costs} | {self.shown_by} | {self.how} |"


class Counts(NamedTuple):
    asked: int
    fails: tuple[int, ...]
    per_cent: int
    open: tuple[int, ...]
    open_fails: int  # of these, where nobody shows that the better answer is the right one
    open_per_cent: int


# -- what there is -----------------------------------------------------------------------------------------------------


@cache
def read_flow() -> Mapping[int, Mapping[str, Branch]]:
    lines = [line.split() for line in (HERE / "checklist_flow.txt").read_text("ascii").splitlines() if line[0] != "#"]
    return {int(number): {"yes": _branch(yes), "no": _branch(no)} for number, yes, no in lines}


def _branch(text: str) -> Branch:
    cost, following = text.split(":")
    return Branch(FAIL if cost == "F" else int(cost), None if following == "end" else int(following))


def read_rows(text: str) -> list[Row]:
    found = (_ROW.fullmatch(line) for line in text.splitlines())
    return [Row(int(row[1]), row[2], row[3], bool(row[4]), row[5], row[6], row[7]) for row in found if row is not None]


@cache
def find_tests() -> Mapping[int, Sequence[str]]:
    """Of each question the files that have tests of its number: ``byes`` is test_byes.py."""
    found: dict[int, list[str]] = {}
    for path in sorted(HERE.glob("test_*.py")):
        for number in sorted({int(named[1]) for named in map(_TEST.match, _functions(path)) if named is not None}):
            found.setdefault(number, []).append(path.stem.removeprefix("test_"))
    return found


def _functions(path: Path) -> Iterator[str]:
    body = ast.parse(path.read_text("utf-8")).body
    return (node.name for node in body if isinstance(node, ast.FunctionDef))


# -- what follows from it ----------------------------------------------------------------------------------------------


def walk(answers: Mapping[int, str]) -> Iterator[int]:
    """The questions that are asked, where these are the answers."""
    number: int | None = QUESTIONS[0]
    while number is not None:
        yield number
        number = read_flow()[number][answers[number]].following


def find_costs(row: Row) -> int:
    """An open one costs what the worse answer does: nobody has shown that it is not so."""
    branches = read_flow()[row.number]
    return max(one.cost for one in branches.values()) if row.is_open else branches[row.answer].cost


def count(rows: Sequence[Row]) -> Counts:
    asked = [row for row in rows if row.answer != NOT_ASKED]
    shown = {row.number: find_costs(row) for row in asked if not row.is_open}
    unshown = {row.number: find_costs(row) for row in asked if row.is_open}
    return Counts(
        asked=len(asked),
        fails=tuple(number for number, cost in shown.items() if cost == FAIL),
        per_cent=sum(cost for cost in shown.values() if cost != FAIL),
        open=(*unshown,),
        open_fails=sum(cost == FAIL for cost in unshown.values()),
        open_per_cent=sum(cost for cost in unshown.values() if cost != FAIL),
    )


def show_cost(cost: int) -> str:
    return "**FAIL**" if cost == FAIL else f"{cost} %" if cost else "0"


def show_counts(counts: Counts) -> str:
    def listed(numbers: Sequence[int]) -> str:
        return ": " + ", ".join(map(str, numbers)) if numbers else ""

    lines = (
        ("questions that are asked", f"{counts.asked} of {len(QUESTIONS)}"),
        ("fails", f"{len(counts.fails)}{listed(counts.fails)}"),
        ("penalties", f"{counts.per_cent} %"),
        ("open: no test shows it yet", f"{len(counts.open)}{listed(counts.open)}"),
        ("what these cost at the worst", f"{counts.open_fails} fails and {counts.open_per_cent} % more"),
    )
    return "| | |\n|---|---|\n" + "".join(f"| {what} | {value} |\n" for what, value in lines)


# -- filling in --------------------------------------------------------------------------------------------------------


def fill_in(text: str) -> str:
    """The page with what follows from the answers and from the tests that there are."""
    rows = {row.number: row for row in read_rows(text)}
    asked = set(walk({number: row.answer.replace(NOT_ASKED, "no") for number, row in rows.items()}))
    filled = {number: _fill_row(row, is_asked=number in asked) for number, row in rows.items()}
    lines = (_ROW.fullmatch(line) for line in text.splitlines())
    told = [
        line if row is None else str(filled[int(row[1])]) for line, row in zip(text.splitlines(), lines, strict=True)
    ]
    return _COUNTS.sub(lambda _: show_counts(count([*filled.values()])), "\n".join(told) + "\n", count=1)


def _fill_row(row: Row, *, is_asked: bool) -> Row:
    tests = find_tests().get(row.number, ())
    shown_by = DECLARED if row.shown_by == DECLARED else ", ".join(f"`{file}`" for file in tests)
    if is_asked and row.answer == NOT_ASKED:
        raise SystemExit(f"Question {row.number} is asked after the answers before it: give it one.")
    if not is_asked:
        return row._replace(answer=NOT_ASKED, is_open=False, costs="", shown_by=shown_by)
    row = row._replace(is_open=not shown_by, shown_by=shown_by)
    return row._replace(costs=("open: " if row.is_open else "") + show_cost(find_costs(row)))


if __name__ == "__main__":
    PAGE.write_text(fill_in(PAGE.read_text("utf-8")), "utf-8")
