"""The waiting rooms read literally: every filling is tried in the order of the text, every pairing by trying.

It shares nothing with the engine but the table of who may meet whom. For small fields only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

Filling = tuple[int, ...]


def can_be_paired(rows: Sequence[int], players: Sequence[int]) -> bool:
    if not players:
        return True
    one, *others = players
    return any(rows[one] >> o & 1 and can_be_paired(rows, [v for v in others if v != o]) for o in others)


def most_pairs(rows: Sequence[int], players: Sequence[int]) -> int:
    if len(players) < 2:
        return 0
    one, *others = players
    with_one = (1 + most_pairs(rows, [v for v in others if v != o]) for o in others if rows[one] >> o & 1)
    return max(most_pairs(rows, others), max(with_one, default=0))


def in_text_order(letters: Sequence[int], numbers: Sequence[int], size: int) -> Iterator[Filling]:
    """Numbers only; then one letter, two letters …; ``letters`` come lowest score first."""
    for count in range(min(size, len(letters)) + 1):
        for chosen in combinations(letters, count):
            for rest in combinations(numbers, size - count):
                yield tuple(sorted((*chosen, *rest)))


class Literal:
    def __init__(self, rows: Sequence[int], scores: Sequence[int]) -> None:
        self.rows = rows
        self.scores = scores
        self.groups = [[v for v, own in enumerate(scores) if own == s] for s in sorted(set(scores), reverse=True)]
        self.rooms: list[tuple[list[int], list[int], Filling]] = []  # letters, numbers, waiting

    def form(self) -> list[tuple[list[int], list[int], Filling]] | None:
        while len(self.rooms) < len(self.groups) - 1:
            numbers = self.groups[len(self.rooms)]
            letters = self._letters()
            waiting = self._by_numbers(letters, numbers)
            if waiting is None:
                waiting = self._return(numbers)
                letters = self._letters()
            if waiting is None:
                size = self._size(letters, numbers)
                waiting = next(self._good(letters, numbers, in_text_order(self._low(letters), numbers, size)))
            self.rooms.append((letters, numbers, waiting))
        return self._close()

    def _letters(self) -> list[int]:
        return list(self.rooms[-1][2]) if self.rooms else []

    def _low(self, letters: Sequence[int]) -> list[int]:
        return sorted(letters, key=lambda v: (self.scores[v], v))

    def _size(self, letters: list[int], numbers: list[int]) -> int:
        return len(letters) + len(numbers) - 2 * most_pairs(self.rows, letters + numbers)

    def _good(self, letters: list[int], numbers: list[int], order: Iterator[Filling]) -> Iterator[Filling]:
        for waiting in order:
            if can_be_paired(self.rows, [v for v in letters + numbers if v not in waiting]):
                yield waiting

    def _by_numbers(self, letters: list[int], numbers: list[int]) -> Filling | None:
        size = self._size(letters, numbers)
        return next(self._good(letters, numbers, in_text_order([], numbers, size)), None)

    def _return(self, numbers: list[int]) -> Filling | None:
        before_letters, before_numbers, present = self.rooms[-1]
        is_resigned = any(v in before_letters for v in present)
        for other in self._after_present(self._low(before_letters) if is_resigned else []):
            waiting = self._by_numbers(list(other), numbers)
            if waiting is not None:
                self.rooms[-1] = (before_letters, before_numbers, other)
                return waiting
        return None

    def _after_present(self, low: list[int]) -> Iterator[Filling]:
        letters, numbers, present = self.rooms[-1]
        order = in_text_order(low, numbers, len(present))
        for waiting in order:
            if waiting == present:
                break
        yield from self._good(letters, numbers, order)

    def _close(self) -> list[tuple[list[int], list[int], Filling]] | None:
        while not can_be_paired(self.rows, self._letters() + self.groups[-1]):
            if not self.rooms:
                return None
            letters, numbers, _ = self.rooms[-1]
            found = next((w for w in self._ways_out() if can_be_paired(self.rows, [*w, *self.groups[-1]])), None)
            if found is not None:
                self.rooms[-1] = (letters, numbers, found)
            else:
                self.rooms.pop()
                self.groups[-2:] = [self.groups[-2] + self.groups[-1]]
        return [*self.rooms, (self._letters(), self.groups[-1], ())]

    def _ways_out(self) -> Iterator[Filling]:
        letters, numbers, present = self.rooms[-1]
        yield from self._after_present(self._low(letters))
        for size in range(len(present) + 2, len(letters) + len(numbers) + 1, 2):
            yield from self._good(letters, numbers, in_text_order(self._low(letters), numbers, size))
