"""A workbook of a spreadsheet program, XLSX or ODS → its tables, as rows of cells.

Only values are read: no formula is worked out, no macro run and no link followed. A workbook is a zip: what it says it
unpacks to is looked at before anything is unpacked, and more than it says is never unpacked (``zipfile``).
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from datetime import date, datetime, time
from pathlib import PurePosixPath
from xml.parsers import expat

from engine.errors import BadInput
from engine.model import Value
from ledger.formats.ods_rows import read_ods
from ledger.formats.xlsx_rows import read_xlsx

MOST_UNPACKED = 64 * 1024 * 1024  # bytes; a list of 20,000 players is a fifth of it
MOST_PARTS = 2_000
MOST_ROWS = 20_000  # with something in them
MOST_LINES = 100_000  # of a table, empty ones too
MOST_COLUMNS = 200
MOST_CELLS = 500_000  # of a table
MOST_ELEMENTS = 3_000_000  # of XML in all parts; 20,000 lines of 40 columns have fewer
_ZIP, _OLD_OR_LOCKED = b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_LOCKED = "EncryptedPackage".encode("utf-16-le")  # as Office names the part in which a locked workbook lies
_CONTENT_TYPES = "[Content_Types].xml"

Cells = tuple[str, ...]


class BookTable(Value, frozen=True):
    """One sheet of a workbook: its name, and the lines that have content."""

    name: str
    rows: tuple[tuple[int, Cells], ...]
    lines: int  # all of them, to the last that has content


class Workbook(Value, frozen=True):
    kind: str  # "xlsx", "ods"
    tables: tuple[BookTable, ...]  # those with content


def is_workbook(content: bytes) -> bool:
    """Or another file that spreadsheet programs write, of which is told why it is not read."""
    return content.startswith((_ZIP, _OLD_OR_LOCKED))


def read_workbook(content: bytes) -> Workbook:
    if content.startswith(_OLD_OR_LOCKED):
        raise BadInput("workbook-locked" if _LOCKED in content else "workbook-old")
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as parts:
            kind = _kind_of(parts)
            _Elements().check(parts)
            found = read_ods(parts, MOST_COLUMNS) if kind == "ods" else read_xlsx(content)
            tables = tuple(_table(name, rows) for name, rows in found)
    except BadInput:
        raise
    except Exception as error:  # whatever readers of XML and zips raise on a file that is none
        raise BadInput("workbook-broken", problem=f"{type(error).__name__}: {error}"[:200]) from error
    return Workbook(kind, tuple(table for table in tables if table.rows))


def _kind_of(parts: zipfile.ZipFile) -> str:
    """What is in the zip, by the names and sizes that it lists: of what is refused nothing else is unpacked."""
    infos = parts.infolist()
    unpacked = sum(info.file_size for info in infos)
    if unpacked > MOST_UNPACKED or len(infos) > MOST_PARTS:
        raise BadInput("workbook-too-large", most=MOST_UNPACKED // 1024**2)
    if any(info.flag_bits & 1 for info in infos):
        raise BadInput("workbook-locked")
    names = {info.filename for info in infos}
    if any(_is_macro(name) for name in names) or _has_macro_type(parts, names):
        raise BadInput("workbook-has-macros")
    if "content.xml" in names and "META-INF/manifest.xml" in names:
        if b"encryption-data" in parts.read("META-INF/manifest.xml"):
            raise BadInput("workbook-locked")
        return "ods"
    if _CONTENT_TYPES in names and any(name.startswith("xl/") for name in names):
        return "xlsx"
    raise BadInput("csv-not-text")


def _is_macro(name: str) -> bool:
    return PurePosixPath(name).name.casefold() == "vbaproject.bin" or name.startswith(("Basic/", "Scripts/"))


def _has_macro_type(parts: zipfile.ZipFile, names: set[str]) -> bool:
    return _CONTENT_TYPES in names and b"macroenabled" in parts.read(_CONTENT_TYPES).lower()


class _Elements:
    """Counted before a reader holds any of them: a few bytes of a zip can be millions of empty rows."""

    def __init__(self) -> None:
        self._elements = self._rows = 0

    def check(self, parts: zipfile.ZipFile) -> None:
        for info in parts.infolist():
            if info.filename.endswith(".xml"):
                parser = expat.ParserCreate()
                parser.StartElementHandler = self._count
                parser.StartDoctypeDeclHandler = _refuse_document_type
                self._rows = 0
                with parts.open(info) as stream:
                    parser.ParseFile(stream)

    def _count(self, name: str, attributes: dict[str, str]) -> None:
        self._elements += 1
        self._rows += name.rpartition(":")[2] in ("row", "table-row")
        if self._rows > MOST_LINES or self._elements > MOST_ELEMENTS:
            raise BadInput("csv-too-long", most=MOST_ROWS)


def _refuse_document_type(*_: object) -> None:
    """No program writes one; in it stand the entities by which a small file becomes a large one."""
    raise BadInput("workbook-broken", problem="DOCTYPE")


def _table(name: str, rows: Iterator[tuple[int, tuple[object, ...]]]) -> BookTable:
    kept: list[tuple[int, Cells]] = []
    count = 0
    for line, values in rows:
        count += len(values)
        if line > MOST_LINES or count > MOST_CELLS:
            raise BadInput("csv-too-long", most=MOST_ROWS)
        cells = [show_value(value).strip() for value in values[:MOST_COLUMNS]]
        while cells and not cells[-1]:
            cells.pop()
        if cells:
            kept.append((line, tuple(cells)))
            if len(kept) > MOST_ROWS:
                raise BadInput("csv-too-long", most=MOST_ROWS)
    return BookTable(name, tuple(kept), kept[-1][0] if kept else 0)


def show_value(value: object) -> str:
    """As it would stand in a list: a whole number without a point, a date as year, month and day."""
    match value:
        case None:
            return ""
        case bool():
            return str(value).lower()
        case float() if value.is_integer() and abs(value) < 1e15:
            return str(int(value))
        case datetime():
            return value.date().isoformat() if value.time() == time() else value.isoformat(" ", "minutes")
        case date():
            return value.isoformat()
        case _:
            return str(value)
