"""What is told otherwise than by version 0.1.0, and why. The list is the whole of it: all else is as it was.

``tests/test_samples_of_0_1_0.py`` compares today's answers with what 0.1.0 answered, after these differences. Each says
which answers it is about, and is checked: an answer that has no such difference any more fails too.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

ADDED = "added"  # a field that 0.1.0 did not have

_LADDERS = r"/api/t/(season|season-elo)"


class ToldOtherwise(NamedTuple):
    answers: str  # to which questions, as a pattern
    why: str
    fields: Mapping[str, object]  # where → ADDED, or what is there now; ``lines.*.ladder`` of every line


OF_THE_API = (
    ToldOtherwise(
        answers=rf"{_LADDERS}/standings(\?.*)?$",
        why="a table in the order of the ladder says by what it is ordered (issue 18, 3)",
        fields={"lines.*.ladder": ADDED, "is_ladder": ADDED},
    ),
    ToldOtherwise(
        answers=r"/api/t/season/standings$",
        why="the season is finished: its ladder has the end correction (issue 18, 1)",
        fields={"is_corrected": ADDED},
    ),
)


def settle_api(question: str, kept: Any, found: Any) -> None:
    """Make the two alike where they are known to differ: takes out what was added, puts into ``kept`` what is now."""
    for difference in OF_THE_API:
        if not re.search(difference.answers, question):
            continue
        for path, now in difference.fields.items():
            keys = path.split(".")
            for old, new in zip(_holders(kept, keys[:-1]), _holders(found, keys[:-1]), strict=True):
                assert keys[-1] in new, (question, path, difference.why)
                if now is ADDED:
                    assert keys[-1] not in old, (question, path)
                    del new[keys[-1]]
                else:
                    assert new[keys[-1]] == now != old[keys[-1]], (question, path)
                    old[keys[-1]] = now


def _holders(value: Any, keys: list[str]) -> Iterator[dict[str, Any]]:
    if not keys:
        yield value
    elif keys[0] == "*":
        for one in value:
            yield from _holders(one, keys[1:])
    else:
        yield from _holders(value[keys[0]], keys[1:])


def _without_ladder(text: str) -> str:
    """The table of a season before it said by what it is ordered (issue 18, 3)."""
    heads, *rows = csv.reader(io.StringIO(text))
    places = [heads.index(name) for name in ("Total", "Value")]
    assert "Points" not in heads
    heads[heads.index("Game points")] = "Points"
    lines = ([cell for place, cell in enumerate(row) if place not in places] for row in (heads, *rows))
    told = io.StringIO()
    csv.writer(told, lineterminator="\n").writerows(lines)
    return told.getvalue()


OF_TABLES: Mapping[str, Callable[[str], str]] = {"season.standings.csv": _without_ladder}
