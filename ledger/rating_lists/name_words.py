"""The words of a name, as they are looked up: without accents, case and signs, however a list spells ü or ø.

What is typed and what a list has are folded alike, so that Müller, Mueller and Muller are one word. The folding of the
beginning of a word is the beginning of its folding: it can be looked up while it is being typed."""

from __future__ import annotations

import re
import unicodedata

_LETTERS = str.maketrans("øæœłđðıħ", "oaolddih", "'’‘`´ʼ")  # O'Brien is looked up as one word, too
_TWO_FOR_ONE = re.compile(r"a[ae]|oe|ue")  # å, ä, ö (and ø), ü, where somebody has no such letter
_SEPARATE = re.compile(r"[\W_]+")
_APOSTROPHE = re.compile(r"\w['’‘`´ʼ]\w")
_PLAIN = re.compile(r"[A-Za-z ,.\-]*", re.ASCII)


def name_words(text: str) -> list[str]:
    """``Sørensen, Anna-Lise`` → ``sorensen``, ``anna``, ``lise``."""
    if _PLAIN.fullmatch(text) is None:
        apart = unicodedata.normalize("NFKD", text.casefold().replace("þ", "th").translate(_LETTERS))
        text = "".join(letter for letter in apart if not unicodedata.combining(letter))
    shorter = _TWO_FOR_ONE.sub(lambda found: found[0][0], text.lower())
    return [word for word in _SEPARATE.split(shorter) if word]


def words_to_find(name: str) -> str:
    """Under which a name is put into the index: O'Brien as ``obrien`` and as ``o`` and ``brien``."""
    words = name_words(name)
    if _APOSTROPHE.search(name) is not None:
        words += name_words(_APOSTROPHE.sub(lambda found: f"{found[0][0]} {found[0][2]}", name))
    return " ".join(words)
