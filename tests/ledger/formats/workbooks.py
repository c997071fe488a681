"""Workbooks for tests: XLSX by a library, ODS and what no program writes by hand."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from xml.sax.saxutils import escape, quoteattr

from openpyxl import Workbook

Rows = Iterable[Sequence[object]]

_NAMES = {name: f"urn:oasis:names:tc:opendocument:xmlns:{name}:1.0" for name in ("office", "table", "text", "manifest")}
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def xlsx_of(*tables: Rows, names: Sequence[str] = ("Blad1", "Blad2", "Blad3")) -> bytes:
    book = Workbook()
    book.remove(book.worksheets[0])
    for name, rows in zip(names, tables, strict=False):
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append([*row])
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def ods_of(*tables: Rows, names: Sequence[str] = ("Blad1", "Blad2", "Blad3")) -> bytes:
    return ods_with("".join(_table(name, rows) for name, rows in zip(names, tables, strict=False)))


def _table(name: str, rows: Rows) -> str:
    """As LibreOffice writes it: the rest of the table as one row that is repeated."""
    lines = "".join(f"<table:table-row>{''.join(map(_cell, row))}</table:table-row>" for row in rows)
    rest = (
        '<table:table-row table:number-rows-repeated="90000">'
        '<table:table-cell table:number-columns-repeated="1024"/></table:table-row>'
    )
    return f"<table:table table:name={quoteattr(name)}>{lines}{rest}</table:table>"


def _cell(value: object) -> str:
    if value is None or value == "":
        return "<table:table-cell/>"
    if isinstance(value, int):
        shown = f"{value:,}"  # which is not what the cell holds
        return (
            f'<table:table-cell office:value-type="float" office:value="{value}"><text:p>{shown}</text:p>'
            "</table:table-cell>"
        )
    return f'<table:table-cell office:value-type="string"><text:p>{escape(str(value))}</text:p></table:table-cell>'


def ods_with(tables: str, manifest: str = "", **more: str) -> bytes:
    """A workbook with this between its tables' marks; ``manifest``: what stands in that of its parts."""
    spaces = " ".join(f'xmlns:{name}="{address}"' for name, address in _NAMES.items())
    content = f"<office:document-content {spaces}><office:body><office:spreadsheet>{tables}"
    content += "</office:spreadsheet></office:body></office:document-content>"
    listed = f"<manifest:manifest {spaces}>{manifest}</manifest:manifest>"
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    return zip_of({"mimetype": kind, "META-INF/manifest.xml": listed, "content.xml": content, **more})


def xlsx_with(rows: str, *, kind: str = "sheet", head: str = "", **more: str) -> bytes:
    """A workbook whose one sheet has these rows, as XML. ``kind``: as its content type calls it."""
    main = f"application/vnd.openxmlformats-officedocument.spreadsheetml.{kind}"
    types = (
        f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{main}.main+xml"/></Types>'
    )
    sheet_type = f'<Relationship Id="r1" Type="{_OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>'
    book_type = f'<Relationship Id="r1" Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/>'
    sheets = '<sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets>'
    parts = {
        "[Content_Types].xml": types,
        "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">{book_type}</Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}">{sheets}</workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">{sheet_type}</Relationships>',
        "xl/worksheets/sheet1.xml": f'{head}<worksheet xmlns="{_MAIN}"><sheetData>{rows}</sheetData></worksheet>',
    }
    return zip_of({**parts, **more})


def zip_of(parts: Mapping[str, str]) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as file:
        for name, text in parts.items():
            file.writestr(name, text)
    return content.getvalue()
