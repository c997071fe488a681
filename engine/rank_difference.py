"""Ranks that do not follow from the agreed tie-breaks: whose, where they should be, and by which article."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from engine.model import PlayerId, Tournament, Value
from engine.standings import Standing, rank
from engine.tiebreaks import DEFINITIONS, criteria


class RankDifference(Value, frozen=True):
    """``first`` to ``last``: the places that can be the player's, more than one where nothing parts those who share."""

    player: PlayerId
    there: int
    first: int
    last: int
    code: str  # of the tie-break that decided
    article: str


def rank_differences(t: Tournament, ranks: Mapping[PlayerId, int]) -> Iterator[RankDifference]:
    """FIDE C.07:2026 4.2. Who is level in all of the list shares a place, or was set apart by a lot: both are right."""
    table = rank(t)
    sharing = Counter(line.place for line in table)
    for line in table:
        last = line.place + sharing[line.place] - 1
        there = ranks.get(line.player)
        if there is not None and not line.place <= there <= last:
            code, article = _deciding(t, line, table[min(there, len(table)) - 1])
            yield RankDifference(line.player, there, line.place, last, code, article)


def _deciding(t: Tournament, line: Standing, other: Standing) -> tuple[str, str]:
    """The first criterion in which the player is not level with who has that rank by the list."""
    agreed = criteria(t.rules.tiebreaks)
    number = _first_difference(line.values, other.values)
    found = agreed[min(number, len(agreed) - 1)]
    return found.code, DEFINITIONS[found.base].article


def _first_difference(values: Sequence[object], others: Sequence[object]) -> int:
    pairs = enumerate(zip(values, others, strict=True))
    return next((number for number, (one, other) in pairs if one != other), len(values) - 1)
