"""Bytes of a text file → text, by whatever encoding it was written in."""

from __future__ import annotations

import codecs
import re

from engine.errors import BadInput

# What spreadsheets and older programs of Europe write: west, north-east, centre of Windows; DOS; Excel on a Mac.
OF_ONE_BYTE = ("windows-1252", "windows-1257", "windows-1250", "cp850", "mac-roman")
ENCODINGS = ("utf-8", "utf-16", *OF_ONE_BYTE)
_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_LOOKED_AT = 200_000  # bytes: enough names to tell encodings apart
_IN_A_WORD = re.compile(r"(?<=[^\W\d_])[^\x00-\x7f]|[^\x00-\x7f](?=[^\W\d_])|[\x80-\x9f]")
_OF_SENTENCES = frozenset("’‘´“”„«»–—…€°½")
_SELDOM = frozenset("ðþÐÞŒƒªºıˆˇ˘˙˚˝˛˜¯¸")  # letters of few names: an encoding with fewer of them is likelier


def decode_text(content: bytes, encoding: str | None = None) -> tuple[str, str]:
    """The text, and the encoding. ``encoding``: as somebody says; else it is found out."""
    if encoding is not None:
        return _decode_as(content, encoding), encoding
    if content.startswith(_MARKS):
        return content.decode("utf-16", errors="replace"), "utf-16"
    if unmarked := _unmarked_utf16(content):
        return content.decode(unmarked, errors="replace"), "utf-16"
    try:
        return content.decode("utf-8-sig"), "utf-8"
    except UnicodeDecodeError:
        if any(_is_utf_8(line) for line in _lines_to_tell(content)):
            return _decode_lines(content), "utf-8"
        likeliest = _find_likeliest(content)
        return content.decode(likeliest, errors="replace"), likeliest


def _decode_lines(content: bytes) -> str:
    """Of lists that were joined, one in UTF-8 and one not: each line as it was written."""
    others = _find_likeliest(b"\n".join(line for line in _lines_to_tell(content) if not _is_utf_8(line)))
    lines = content.removeprefix(codecs.BOM_UTF8).split(b"\n")
    return "\n".join(line.decode("utf-8" if _is_utf_8(line) else others, errors="replace") for line in lines)


def _lines_to_tell(content: bytes) -> list[bytes]:
    """Those that are not the same in all encodings."""
    return [line for line in content.split(b"\n") if not line.isascii()]


def _is_utf_8(line: bytes) -> bool:
    try:
        line.decode()
    except UnicodeDecodeError:
        return False
    return True


def _find_likeliest(content: bytes) -> str:
    return min(OF_ONE_BYTE, key=lambda one: _count_unlikely(content[:_LOOKED_AT], one))


def _decode_as(content: bytes, encoding: str) -> str:
    if encoding not in ENCODINGS:
        raise BadInput("not-one-of", field="encoding", value=encoding, possible=ENCODINGS)
    if encoding == "utf-16" and not content.startswith(_MARKS):
        return content.decode(_unmarked_utf16(content) or "utf-16-le", errors="replace")
    return _decode_lines(content) if encoding == "utf-8" else content.decode(encoding, errors="replace")


def _unmarked_utf16(content: bytes) -> str:
    """Of European text every other byte is zero; of anything else hardly one."""
    looked = content[:_LOOKED_AT]
    half = len(looked) // 2
    if half < 2:
        return ""
    if looked[1::2].count(0) > 0.7 * half and looked[::2].count(0) < 0.1 * half:
        return "utf-16-le"
    if looked[::2].count(0) > 0.7 * half and looked[1::2].count(0) < 0.1 * half:
        return "utf-16-be"
    return ""


def _count_unlikely(content: bytes, encoding: str) -> int:
    """Signs within words, and letters that hardly any name has: what a wrong encoding makes of names."""
    text = content.decode(encoding, errors="replace")
    signs = sum(not sign.isalpha() and sign not in _OF_SENTENCES for sign in _IN_A_WORD.findall(text))
    return 3 * signs + sum(text.count(letter) for letter in _SELDOM)
