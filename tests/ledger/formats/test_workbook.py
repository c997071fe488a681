"""Workbooks of spreadsheet programs: what is read of them, and what is refused before it costs anything."""

from __future__ import annotations

import tracemalloc
from datetime import date, datetime

import pytest

from engine.errors import BadInput
from ledger.formats.workbook import MOST_LINES, is_workbook, read_workbook, show_value
from tests.ledger.formats.workbooks import ods_of, ods_with, xlsx_of, xlsx_with, zip_of

ROWS = [("Name", "Rating", "FIDE"), ("Ülkü, Külli", 1348, 10722233), (), ("Weiß", None, "0012")]
both_kinds = pytest.mark.parametrize("make", [xlsx_of, ods_of])


@both_kinds
def test_values_with_their_lines(make):
    (table,) = read_workbook(make(ROWS)).tables
    assert table.rows == (
        (1, ("Name", "Rating", "FIDE")),
        (2, ("Ülkü, Külli", "1348", "10722233")),
        (4, ("Weiß", "", "0012")),
    )


@both_kinds
def test_tables_without_content_are_none(make):
    book = read_workbook(make([], ROWS, [("", None)]))
    assert [table.name for table in book.tables] == ["Blad2"]


def test_a_formula_is_what_it_was_worked_out_to_and_a_hidden_sheet_is_not_seen():
    rows = (
        '<row r="1"><c r="A1"><f>900+1000</f><v>1900</v></c><c r="B1"><f>WEBSERVICE("http://127.0.0.1")</f></c></row>'
    )
    (table,) = read_workbook(xlsx_with(rows)).tables
    assert table.rows == ((1, ("1900",)),)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, ""),
        (1900.0, "1900"),
        (1900.5, "1900.5"),
        (True, "true"),
        (datetime(1990, 5, 1), "1990-05-01"),
        (date(1990, 5, 1), "1990-05-01"),
        (datetime(2026, 5, 1, 9, 30), "2026-05-01 09:30"),
        ("007", "007"),
    ],
)
def test_what_a_cell_holds_as_text(value, shown):
    assert show_value(value) == shown


def test_a_date_and_a_number_that_is_shown_otherwise():
    cells = '<table:table-cell office:value-type="date" office:date-value="1990-05-01T00:00:00"><text:p>May</text:p>'
    cells += (
        '</table:table-cell><table:table-cell office:value-type="currency" office:value="15"><text:p>€ 15,00</text:p>'
    )
    content = ods_with(f"<table:table><table:table-row>{cells}</table:table-cell></table:table-row></table:table>")
    assert read_workbook(content).tables[0].rows == ((1, ("1990-05-01", "15")),)


# -- what is refused ---------------------------------------------------------------------------------------------------

LOCKED_PART = "<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>"
OLD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600
LAUGHS = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'
REFUSED = {
    "xlsm": (xlsx_with("", kind="sheet.macroEnabled"), "workbook-has-macros"),
    "xltm": (xlsx_with("", kind="template.macroEnabled"), "workbook-has-macros"),
    "with a program in it": (xlsx_with("", **{"xl/vbaProject.bin": "Sub"}), "workbook-has-macros"),
    "ods with macros": (ods_with("", **{"Basic/Standard/Module1.xml": "<x/>"}), "workbook-has-macros"),
    "locked xlsx": (OLD + "EncryptedPackage".encode("utf-16-le"), "workbook-locked"),
    "locked ods": (ods_with("", LOCKED_PART), "workbook-locked"),
    "xls": (OLD, "workbook-old"),
    "cut off": (xlsx_of(ROWS)[:900], "workbook-broken"),
    "no workbook": (zip_of({"letter.txt": "Dear arbiter"}), "csv-not-text"),
    "a letter": (zip_of({"[Content_Types].xml": "<x/>", "word/document.xml": "<x/>"}), "csv-not-text"),
    "entities": (xlsx_with("", head=LAUGHS), "workbook-broken"),
    "entities in ods": (
        zip_of({"META-INF/manifest.xml": "<x/>", "content.xml": f"{LAUGHS}<x>&b;</x>"}),
        "workbook-broken",
    ),
    "no xml": (zip_of({"META-INF/manifest.xml": "<x/>", "content.xml": "Dear arbiter"}), "workbook-broken"),
}
LARGE = {
    "zip bomb": (lambda: xlsx_with(f'<row r="1"><c><v>{"0" * 70_000_000}</v></c></row>'), "workbook-too-large"),
    "ten million rows": (lambda: xlsx_with("<row/>" * 10_000_000), "csv-too-long"),
    "a cell in the last corner": (
        lambda: xlsx_with('<row r="1048576"><c r="XFD1048576"><v>2</v></c></row>'),
        "csv-too-long",
    ),
    "ten million rows in one": (
        lambda: ods_with(
            f'<table:table><table:table-row table:number-rows-repeated="{10**7}">'
            '<table:table-cell table:number-columns-repeated="16384" office:value-type="float" office:value="1"/>'
            "</table:table-row></table:table>"
        ),
        "csv-too-long",
    ),
    "many parts": (lambda: zip_of({f"xl/{number}.xml": "<x/>" for number in range(2_001)}), "workbook-too-large"),
}


@pytest.mark.parametrize(("content", "code"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_list_says_why(content, code):
    assert is_workbook(content)
    with pytest.raises(BadInput) as refused:
        read_workbook(content)
    assert refused.value.code == code


@pytest.mark.parametrize(("make", "code"), LARGE.values(), ids=LARGE)
def test_what_is_far_too_large_is_refused_before_it_is_held(make, code):
    content = make()
    tracemalloc.start()
    try:
        with pytest.raises(BadInput) as refused:
            read_workbook(content)
        assert tracemalloc.get_traced_memory()[1] < 100_000_000
    finally:
        tracemalloc.stop()
    assert refused.value.code == code


def test_what_a_zip_says_of_its_size_is_not_believed():
    """It says that the sheet is small: no more than that is unpacked, and then it does not fit."""
    content = bytearray(xlsx_with(f'<row r="1"><c><v>{"0" * 70_000_000}</v></c></row>'))
    place = content.rindex(b"xl/worksheets/sheet1.xml") - 46  # of its line in the directory
    content[place + 24 : place + 28] = (1000).to_bytes(4, "little")
    with pytest.raises(BadInput, match="workbook-broken"):
        read_workbook(bytes(content))


def test_an_empty_line_counts_as_one():
    rows = '<row r="1"><c><v>1</v></c></row>' + "<row/>" * (MOST_LINES - 2) + "<row><c><v>2</v></c></row>"
    (table,) = read_workbook(xlsx_with(rows)).tables
    assert [line for line, _ in table.rows] == [1, MOST_LINES]
