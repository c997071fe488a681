"""Text tables whose columns stand under each other in any script."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from ledger.hidden_characters import show_hidden


def table(headers: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> str:
    """Columns by their widest cell; those named in ``right`` are aligned to the right."""
    lines = [list(headers), *(list(map(one_line, row)) for row in rows)]
    widths = [max(map(width, column)) for column in zip(*lines, strict=True)]
    ruled = [lines[0], ["─" * size for size in widths], *lines[1:]]
    return "\n".join(_line(cells, widths, right) for cells in ruled)


def _line(cells: Sequence[str], widths: Sequence[int], right: Sequence[int]) -> str:
    padded = []
    for column, (cell, size) in enumerate(zip(cells, widths, strict=True)):
        space = " " * (size - width(cell))
        padded.append(space + cell if column in right else cell + space)
    return "  ".join(padded).rstrip()


def width(text: str) -> int:
    """Cells that a terminal gives to a text: two for wide signs, none for marks that join the letter before them."""
    return sum(_cells(sign) for sign in text)


def _cells(sign: str) -> int:
    if unicodedata.combining(sign) or unicodedata.category(sign) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def fit_to_width(text: str, cells: int) -> str:
    """Not wider than that; what is left out is marked."""
    if width(text) <= cells:
        return text
    kept = ""
    for sign in text:
        if width(kept + sign) > cells - 1:
            break
        kept += sign
    return f"{kept.rstrip()}…"


def one_line(text: str) -> str:
    """A log may hold what another program wrote: nothing of it may move the terminal's cursor, or be there unseen."""
    text = show_hidden(text)
    if text.isprintable():
        return text
    return "".join(sign if unicodedata.category(sign) not in ("Cc", "Zl", "Zp") else "�" for sign in text)
