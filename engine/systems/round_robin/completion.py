"""Completing a round robin: rounds in which all who have not met yet do so, whatever was played before them.

In graphs: a 1-factorization of the meetings that are left. Whole rounds of the table that nobody has played of yet stay
as they are; the rest is searched, each place where the fewest can come first. The search is exact and bounded: where it
ends without an answer, nobody knows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

Meeting = frozenset[int]  # two numbers of the table; of an odd field one is a number that nobody has
Meetings = frozenset[Meeting]  # of one round

MOST_STEPS = 20_000  # of a search: a second or two
MOST_MEETINGS = 700  # that are searched; one step for each


class SearchTooLongError(Exception):
    """The search was ended without an answer."""


def complete(size: int, met: Collection[Meeting], table: Sequence[Meetings]) -> tuple[Meetings, ...] | None:
    """The rounds that are left, those of the table first; ``None``: there are none in which all meet once."""
    left = {meeting for meetings in table for meeting in meetings}.difference(met)
    whole = [meetings for meetings in table if meetings <= left]
    if not _is_regular(size, left):
        return None
    try:
        rest = _search(size, left.difference(*whole))
    except SearchTooLongError:
        rest = None
    if rest is not None:
        return (*whole, *rest)
    return _search(size, left)


def _is_regular(size: int, left: Collection[Meeting]) -> bool:
    """Everybody has as many to meet as everybody else, or the rounds would not do."""
    return len({sum(number in meeting for meeting in left) for number in range(1, size + 1)}) == 1


def _search(size: int, left: Collection[Meeting]) -> tuple[Meetings, ...] | None:
    if not left:
        return ()
    if len(left) > MOST_MEETINGS:
        raise SearchTooLongError
    search = _Search(size, left)
    return search.rounds() if search.fill() else None


class _Search:
    """Gives each meeting a round. Sets of numbers are bits of an integer: they are asked for very often."""

    def __init__(self, size: int, left: Collection[Meeting]) -> None:
        self._to_meet = [0] * (size + 1)  # by number: whom it has still to meet
        for one, other in map(sorted, left):
            self._to_meet[one] |= 1 << other
            self._to_meet[other] |= 1 << one
        first = [number for number in range(size + 1) if self._to_meet[1] >> number & 1]
        everybody = sum(1 << number for number in range(1, size + 1))
        self._free = [everybody] * len(first)  # by round: who has nobody there yet
        self._made: list[tuple[int, int, int]] = []
        self._steps = 0
        for number, other in enumerate(first):  # rounds are alike until somebody's games are shared out
            self._put(number, 1, other)

    def rounds(self) -> tuple[Meetings, ...]:
        return tuple(
            frozenset(frozenset((one, other)) for place, one, other in self._made if place == number)
            for number in range(len(self._free))
        )

    def fill(self) -> bool:
        """Where the fewest can come first; a place for which nobody is left ends this way."""
        narrowest = self._find_narrowest()
        if narrowest is None:
            return True
        self._steps += 1
        if self._steps > MOST_STEPS:
            raise SearchTooLongError
        place, one = narrowest
        for other in _numbers_in(self._to_meet[one] & self._free[place]):
            self._put(place, one, other)
            if self.fill():
                return True
            self._take_back()
        return False

    def _find_narrowest(self) -> tuple[int, int] | None:
        fewest, found = 1 << 30, None
        for place, free in enumerate(self._free):
            for one in _numbers_in(free):
                count = (self._to_meet[one] & free).bit_count()
                if count < fewest:
                    fewest, found = count, (place, one)
                    if count == 0:
                        return found
        return found

    def _put(self, place: int, one: int, other: int) -> None:
        self._turn(place, one, other)
        self._made.append((place, one, other))

    def _take_back(self) -> None:
        self._turn(*self._made.pop())

    def _turn(self, place: int, one: int, other: int) -> None:
        self._free[place] ^= 1 << one | 1 << other
        self._to_meet[one] ^= 1 << other
        self._to_meet[other] ^= 1 << one


def _numbers_in(bits: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
