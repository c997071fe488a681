"""The rows of an XLSX workbook, sheet by sheet and line by line: nothing is held that nobody asked for."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from typing import Any


def read_xlsx(content: bytes) -> Iterator[tuple[str, Iterator[tuple[int, tuple[object, ...]]]]]:
    """Name and rows of each sheet that can be seen; each row with its line, and as wide as it is itself."""
    from openpyxl import load_workbook

    # Of extensions that only concern how a sheet looks.
    warnings.filterwarnings("ignore", category=UserWarning, module="openpyxl")
    book = load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
    try:
        for sheet in book.worksheets:
            if sheet.sheet_state == "visible":
                yield sheet.title, _rows(sheet)
    finally:
        book.close()


def _rows(sheet: Any) -> Iterator[tuple[int, tuple[object, ...]]]:
    sheet.reset_dimensions()  # what a program wrote of the size is often wrong
    yield from enumerate(sheet.iter_rows(values_only=True), start=1)
