"""Bytes → lines of text: encodings, line ends, tabs, what old systems leave at the end of a file."""

from __future__ import annotations

import codecs
import re

from engine.errors import BadInput
from ledger.formats.trf.lines import Notes, note

_LINE_END = re.compile("\r\n|\r|\n")  # not str.splitlines: that also ends lines at characters a name may hold
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_DOS_END = "\x1a"
_OTHER_UNICODE = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)  # UTF-32 LE begins like UTF-16 LE


def lines_of(data: bytes | str, notes: Notes) -> list[str]:
    """TRF26 remark 1: lines end with CR; here also with LF or both. Trailing blanks carry nothing."""
    text = data if isinstance(data, str) else _decode(data, notes)
    text = _without_marks(text, notes)
    lines = [line.rstrip(" \t") for line in _LINE_END.split(text)]
    if not lines[-1]:
        lines.pop()
    _refuse_control_characters(text, lines)
    return _without_tabs(lines, notes) if "\t" in text else lines


# Of western Windows, of which Latin-1 is a part; of central Europe, where a letter is none in the western one.
_CODE_PAGES = (("cp1252", "trf-read-as-latin-1"), ("cp1250", "trf-read-as-windows-1250"))


def _decode(data: bytes, notes: Notes) -> str:
    """UTF-8; what is not, is taken for the first code page of Windows in which every byte is a letter."""
    if data.startswith(_OTHER_UNICODE):
        raise BadInput("trf-encoding", line=1, column=1, expected="UTF-8")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as wrong:
        line, column = _place(data[: wrong.start].decode("utf-8"))
    for page, told in _CODE_PAGES:
        try:
            text = data.decode(page)
        except UnicodeDecodeError as wrong:
            place = _place(data[: wrong.start].decode(page))
        else:
            note(notes, line, told, column=column)
            return text
    raise BadInput("trf-encoding", line=place[0], column=place[1], expected="UTF-8")


def _without_marks(text: str, notes: Notes) -> str:
    if text.startswith("\ufeff"):
        note(notes, 1, "trf-byte-order-mark")
        text = text[1:]
    if text.rstrip().endswith(_DOS_END):
        note(notes, 0, "trf-end-mark")
        text = text.rstrip().rstrip(_DOS_END)
    return text


def _place(before: str) -> tuple[int, int]:
    """Line and column of what follows this text."""
    lines = _LINE_END.split(before)
    return len(lines), len(lines[-1]) + 1


def _refuse_control_characters(text: str, lines: list[str]) -> None:
    if _CONTROL.search(text) is None:
        return
    for number, line in enumerate(lines, start=1):
        found = _CONTROL.search(line)
        if found is not None:
            raise BadInput("trf-control-character", line=number, column=found.start() + 1, found=ord(found[0]))


def _without_tabs(lines: list[str], notes: Notes) -> list[str]:
    """A tab stands for one blank: if it was meant for more, the columns do not fit and the line is refused for that."""
    for number, line in enumerate(lines, start=1):
        if "\t" in line:
            note(notes, number, "trf-tab", column=line.index("\t") + 1)
    return [line.replace("\t", " ") for line in lines]
