"""The alphabet: names from A to Z as people look for them. Accents and strokes move no name away from its letter, save
where a language has letters of its own.

It is written here because the engine orders equals by it for ever: a library would order them anew with every edition,
and those that are small know no letters of a language (Estonian has Õ, Ä, Ö and Ü behind W).
"""

from __future__ import annotations

import functools
import unicodedata

# Letters that Unicode does not take apart; ``casefold`` has made small ones of them, and "ss" of "ß".
_BASE_LETTERS = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ŧ": "t", "ŋ": "n", "æ": "ae", "œ": "oe", "þ": "th"}
)

# Languages whose alphabet has other letters, or another order, than the Latin one; the rest is written without marks.
_OWN_ALPHABETS = {"et": "abcdefghijklmnopqrsšzžtuvwõäöüxy"}
_PLACES = {
    language: {letter: chr(ord("a") + place) for place, letter in enumerate(letters)}
    for language, letters in _OWN_ALPHABETS.items()
}


@functools.lru_cache(maxsize=8192)
def plain(name: str) -> str:
    """Small letters without accents: ``Ööbik`` stands with O and ``Łukasz`` with L, and is found as people type it."""
    apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).translate(_BASE_LETTERS).strip()


def alphabetical(name: str, language: str) -> tuple[str, str]:
    """The key by which a language sorts names: ``Ülkü`` before ``Winter``, in Estonian behind it. Marks decide between
    names that are otherwise the same."""
    places = _PLACES.get(language.partition("-")[0].lower())
    return plain(name) if places is None else _in_places(name, places), name


def _in_places(name: str, places: dict[str, str]) -> str:
    whole = unicodedata.normalize("NFC", name).casefold()
    apart = "".join(letter if letter in places or letter.isspace() else plain(letter) for letter in whole)
    return "".join(places.get(letter, letter) for letter in apart).strip()
