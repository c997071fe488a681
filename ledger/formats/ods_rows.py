"""The rows of an ODS workbook, table by table, read as a stream."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from xml.etree import ElementTree

_TABLE, _OFFICE, _TEXT = (
    f"{{urn:oasis:names:tc:opendocument:xmlns:{name}:1.0}}" for name in ("table", "office", "text")
)
_CELLS = (f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell")
_VALUES = {
    "float": "value",
    "percentage": "value",
    "currency": "value",
    "date": "date-value",
    "time": "time-value",
    "boolean": "boolean-value",
}

Lines = Iterator[tuple[int, tuple[object, ...]]]


def read_ods(parts: zipfile.ZipFile, most: int) -> Iterator[tuple[str, Lines]]:
    """Name and rows of each table. An empty row that is repeated a million times, as programs write the rest of a
    table, is skipped; one with content comes as often as it is repeated. ``most``:
    columns that are looked at."""
    with parts.open("content.xml") as stream:
        events = ElementTree.iterparse(stream, ("start", "end"))
        for event, node in events:
            if event == "start" and node.tag == f"{_TABLE}table":
                yield node.get(f"{_TABLE}name", ""), _rows(events, most)


def _rows(events: Iterator[tuple[str, ElementTree.Element]], most: int) -> Lines:
    line = 0
    for event, node in events:
        if event == "end" and node.tag == f"{_TABLE}table":
            return
        if event != "end" or node.tag != f"{_TABLE}table-row":
            continue
        cells, times = _cells(node, most), _repeats(node, "rows")
        node.clear()
        if cells:
            yield from ((line + number, cells) for number in range(1, times + 1))
        line += times


def _cells(row: ElementTree.Element, most: int) -> tuple[object, ...]:
    """To the last that has content."""
    cells: list[object] = []
    for node in row:
        if node.tag in _CELLS and len(cells) < most:
            times = min(_repeats(node, "columns"), most - len(cells))
            cells += [_value(node)] * times
    while cells and not cells[-1]:
        cells.pop()
    return tuple(cells)


def _repeats(node: ElementTree.Element, what: str) -> int:
    return max(1, int(node.get(f"{_TABLE}number-{what}-repeated", "1")))


def _value(cell: ElementTree.Element) -> object:
    """What a cell holds, and not how it is shown: 1900, also where it is shown as 1.900,00."""
    kind = cell.get(f"{_OFFICE}value-type", "")
    text = "\n".join("".join(part.itertext()) for part in cell.findall(f"{_TEXT}p"))
    if kind not in _VALUES:
        return text
    value = cell.get(f"{_OFFICE}{_VALUES[kind]}", text)
    if kind == "date":
        return value.removesuffix("T00:00:00")
    return float(value) if _VALUES[kind] == "value" else value
