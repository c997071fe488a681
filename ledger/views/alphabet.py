"""Names from A to Z, in the same order on every page, whatever its language."""

from __future__ import annotations

import unicodedata

from engine.alphabet import plain


def beginning(name: str) -> str:
    """How it begins, in the letters by which it is ordered: where pages of names begin and end, in any language."""
    letters = unicodedata.normalize("NFC", plain(name))[:3]
    while len(letters) > 1 and not letters[-1].isalpha():
        letters = letters[:-1]
    return letters.capitalize()


def in_the_alphabet(name: str, number: int) -> tuple[str, int]:
    """The key to sort players by; the number decides between two of one name."""
    return plain(name), number
