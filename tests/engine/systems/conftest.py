"""What a pairing costs, in steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pytest

from engine.matching import kinds, weighted
from engine.matching.cardinality import AlternatingTree
from engine.systems.fide_dutch import ordered
from engine.systems.keizer.book import Book
from engine.systems.keizer.order import TieRule


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """What each part of a pairing costs that is done over and over, however quickly once.

    Weighing takes cubic time, by the library or by hand, and a search for other partners square time: so the cubes and
    squares of their sizes, and not a clock, tell what a field costs. The prices of kinds cost what is relaxed for them,
    a search in order each look at whom a player can have, a Keizer ladder each reward that is valued.
    """
    taken: list[int] = []

    def count(where: object, name: str, price: Callable[..., int]) -> None:
        original = getattr(where, name)

        def counted(*args: object, **how: object) -> object:
            taken.append(price(*args))
            return original(*args, **how)

        monkeypatch.setattr(where, name, counted)

    class CountedTransport(kinds._Transport):
        def __init__(self, table: Sequence[Mapping[int, int]], flow: dict[tuple[int, int], int]) -> None:
            super().__init__(table, flow)
            self.sending = [_Counted(costs, taken) for costs in self.sending]

    for name in ("_match_by_library", "heaviest_pairs", "heaviest_with_proof"):
        count(weighted, name, lambda size, gains: size**3)
    count(AlternatingTree, "grow", lambda tree: tree.among.bit_count() ** 2)
    monkeypatch.setattr(kinds, "_Transport", CountedTransport)
    count(ordered._OrderedSearch, "_options", lambda *_: ordered.KINDS)
    count(Book, "totals", lambda book, *_: sum(map(len, book._opponents)))
    count(Book, "revalue", lambda book, totals, row, *_: 1 + len(book._scored_by[row]))
    count(TieRule, "rank", lambda rule, totals, before: len(before))
    return taken


class _Counted(list[Any]):
    """A list that notes how much of it is gone through."""

    def __init__(self, values: Sequence[Any], taken: list[int]) -> None:
        super().__init__(values)
        self.taken = taken

    def __iter__(self) -> Iterator[Any]:
        self.taken.append(len(self))
        return super().__iter__()
