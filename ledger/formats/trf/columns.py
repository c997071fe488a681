"""What stands in given columns of one line: numbers, points, lists. Columns count from 1, both ends included."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from engine.errors import BadInput, Unsupported

_POINTS = re.compile(r"-?(?:[0-9]{1,4}(?:[.,][0-9]{0,3})?|[.,][0-9]{1,3})")
_WORD = re.compile(r"[^\s,;/]+")


class Columns:
    """One line, asked by column; it says where something is wrong."""

    def __init__(self, line: int, text: str) -> None:
        self.line = line
        self.whole = text

    def text(self, first: int, last: int) -> str:
        return self.whole[first - 1 : last].strip()

    def number(self, field: str, first: int, last: int) -> int | None:
        found = self.text(first, last)
        return self._number(field, first, found) if found else None

    def required_number(self, field: str, first: int, last: int) -> int:
        found = self.number(field, first, last)
        if found is None:
            raise self.missing(field, first)
        return found

    def points(self, field: str, first: int, last: int) -> Fraction | None:
        found = self.text(first, last)
        if not found:
            return None
        value = read_points(found)
        if value is None:
            raise BadInput("trf-not-points", line=self.line, column=first, field=field, found=found)
        return value

    def blank(self, *columns: int) -> None:
        """Between two fields there is nothing; what stands there belongs to a field that is out of place."""
        for column in columns:
            found = self.whole[column - 1 : column]
            if found not in ("", " "):
                raise BadInput("trf-column-not-blank", line=self.line, column=column, found=found)

    def words(self, first: int) -> Iterator[tuple[int, str]]:
        """Column and text of every word from that column on."""
        return ((found.start() + 1, found[0]) for found in _WORD.finditer(self.whole, first - 1))

    def numbers(self, field: str, first: int) -> tuple[int, ...]:
        return tuple(self._number(field, column, word) for column, word in self.words(first))

    def missing(self, field: str, column: int) -> BadInput:
        """A field that must be there: the line ends before it, or it is blank."""
        if len(self.whole) < column:
            return BadInput("trf-line-too-short", line=self.line, column=len(self.whole) + 1, field=field)
        return BadInput("trf-field-missing", line=self.line, column=column, field=field)

    def _number(self, field: str, column: int, found: str) -> int:
        # int() alone would take 1_000, +5 and the digits of other scripts.
        if not (found.isascii() and found.isdigit()):
            raise BadInput("trf-not-a-number", line=self.line, column=column, field=field, found=found)
        return int(found)


@lru_cache(maxsize=1024)
def read_points(text: str) -> Fraction | None:
    """``11.5``, ``.5``, ``3``, ``6,5``; None for anything else."""
    return Fraction(text.replace(",", ".")) if _POINTS.fullmatch(text) else None


@lru_cache(maxsize=1024)
def show_points(value: Fraction) -> str:
    """TRF26 001, positions 81–84: ``11.5``. A score that needs a second decimal has it, if the four places hold it."""
    shown = show_decimal(value)
    if len(shown) > 4:
        raise Unsupported("trf-points-too-long", points=shown)
    return shown


def show_decimal(value: Fraction) -> str:
    """With one decimal, or as many as it takes."""
    for places in (1, 2, 3):
        units = abs(value) * 10**places
        if units.denominator == 1:
            whole, rest = divmod(int(units), 10**places)
            return f"{'-' if value < 0 else ''}{whole}.{rest:0{places}}"
    raise Unsupported("trf-points-not-decimal", points=str(value))
