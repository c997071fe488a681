"""Names from A to Z, in the same order on every page: accents and strokes do not move a name away from its letter."""

from __future__ import annotations

import functools
import unicodedata

# Letters that Unicode does not take apart; ``casefold`` has made small ones of them, and "ss" of "ß".
_BASE_LETTERS = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ŧ": "t", "ŋ": "n", "æ": "ae", "œ": "oe", "þ": "th"}
)


@functools.lru_cache(maxsize=8192)
def plain(name: str) -> str:
    """Small letters without accents: ``Ööbik`` stands with O and ``Łukasz`` with L, and is found as people type it."""
    apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).translate(_BASE_LETTERS).strip()


def beginning(name: str) -> str:
    """How it begins, in the letters by which it is ordered: where pages of names begin and end, in any language."""
    letters = unicodedata.normalize("NFC", plain(name))[:3]
    while len(letters) > 1 and not letters[-1].isalpha():
        letters = letters[:-1]
    return letters.capitalize()


def in_the_alphabet(name: str, number: int) -> tuple[str, int]:
    """The key to sort players by; the number decides between two of one name."""
    return plain(name), number
