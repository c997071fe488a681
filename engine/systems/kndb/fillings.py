"""The order of filling a waiting room (KNDB waiting room 2, 3): 123, 124 … 567; then A12, A13 … B12 … AB1 …"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

Filling = tuple[int, ...]
# (inside, outside, number of letters): can a filling with all of these, none of those and so many letters come of it?
Possible = Callable[[Sequence[int], Sequence[int], int], bool]


def fillings(letters: Sequence[int], numbers: Sequence[int], size: int, possible: Possible) -> Iterator[Filling]:
    """KNDB waiting room 2, 3: all fillings of that size in the order of the text: few letters before many.

    ``letters`` come in the order in which they are readmitted, ``numbers`` in that of the ranking list. A choice for
    which ``possible`` says no is left out with all that begins like it.
    """
    for count in range(min(len(letters), size) + 1):
        if possible((), (), count):
            for chosen in _choices(letters, count, possible, (), (), count):
                left_out = tuple(letter for letter in letters if letter not in chosen)
                if possible(chosen, left_out, count):
                    yield from _choices(numbers, size - count, possible, chosen, left_out, count)


def _choices(
    items: Sequence[int], number: int, possible: Possible, inside: Filling, outside: Filling, letters: int
) -> Iterator[Filling]:
    """``inside`` with that number of the items, in lexicographic order."""
    if number == 0:
        yield inside
        return
    for place in range(len(items) - number + 1):
        chosen, passed = (*inside, items[place]), (*outside, *items[:place])
        if possible(chosen, passed, letters):
            yield from _choices(items[place + 1 :], number - 1, possible, chosen, passed, letters)


def place_in_order(letters: Sequence[int], numbers: Sequence[int], filling: Filling) -> tuple[int, tuple[int, ...]]:
    """Where a filling stands in the order of ``fillings``."""
    places = {item: place for place, item in enumerate((*letters, *numbers))}
    chosen = tuple(sorted(places[item] for item in filling))
    return sum(place < len(letters) for place in chosen), chosen


def readmission_order(letters: Sequence[int], score_of: Callable[[int], int]) -> list[int]:
    """KNDB waiting room 3: the letters with the lowest score first, then by the ranking list."""
    return sorted(letters, key=lambda letter: (score_of(letter), letter))
