"""Pages that tell how much was judged, docs/cross-test.md and question 33 of docs/fide.md, written from the record."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tests.cross.finding import Way
from tests.cross.record import Entry
from tests.cross.report import count_table
from tests.fide import checklist

PAGE = checklist.HOUSE / "docs" / "cross-test.md"
ASKED = 50_000  # question 33, each way
_TABLE = re.compile(r"\| other program \|.*\n(?:\|.*\n)+")
_QUESTION_33 = re.compile(r"(\| 33 \| [^|]+\| )(yes|no)( \|.*\[)[\d,]+( tournaments each way\])")


def write_pages(entries: Sequence[Entry]) -> None:
    PAGE.write_text(with_counts(PAGE.read_text("utf-8"), entries), "utf-8")
    answered = with_answer(checklist.PAGE.read_text("utf-8"), find_fewest(entries))
    checklist.PAGE.write_text(checklist.fill_in(answered), "utf-8")


def with_counts(page: str, entries: Sequence[Entry]) -> str:
    return _TABLE.sub(lambda _: count_table(entries), page)


def find_fewest(entries: Sequence[Entry]) -> int:
    """Of the two ways the one with fewer tournaments, of the program with the most."""
    counts: dict[str, dict[Way, int]] = {}
    for entry in entries:
        of_peer = counts.setdefault(entry.peer, dict.fromkeys(Way, 0))
        of_peer[entry.way] += entry.tournaments
    return max((min(of_peer.values()) for of_peer in counts.values()), default=0)


def with_answer(page: str, fewest: int) -> str:
    answer = "yes" if fewest >= ASKED else "no"
    return _QUESTION_33.sub(rf"\g<1>{answer}\g<3>{fewest:,}\g<4>", page)
