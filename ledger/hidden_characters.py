"""Hidden characters: marks that nobody sees and that change how a name reads, or that it is the same as another.

Bidirectional controls turn letters round (``U+202E``), zero-width ones make two names out of one. They are refused
where names begin (players, keys, screens) and shown as ``⟨U+202E⟩`` where one stands in an older record or a file.
Persian and the scripts of India spell with two of them (``U+200C``, ``U+200D``): between their letters they
are letters too.
"""

from __future__ import annotations

import re
import unicodedata

# Besides the format characters (category Cf): selectors, fillers and joiners that Unicode lets programs ignore
# (Default_Ignorable_Code_Point), and the blank of Braille.
_IGNORED = "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef"
_IGNORABLE = re.compile(f"[{_IGNORED}]")
_JOINERS = "\u200c\u200d"
_JOINING_SCRIPTS = frozenset(
    {
        *("ARABIC", "SYRIAC", "MONGOLIAN", "NKO"),
        *("DEVANAGARI", "BENGALI", "GURMUKHI", "GUJARATI", "ORIYA", "TAMIL", "TELUGU", "KANNADA", "MALAYALAM"),
        *("SINHALA", "KHMER", "MYANMAR", "TIBETAN"),
    }
)


def is_hidden(sign: str) -> bool:
    return unicodedata.category(sign) == "Cf" or _IGNORABLE.fullmatch(sign) is not None


def find_hidden(text: str) -> str:
    """The first character of a text that deceives; empty if there is none."""
    if text.isprintable() and _IGNORABLE.search(text) is None:  # no format character is printable
        return ""
    return next((sign for place, sign in enumerate(text) if is_hidden(sign) and not _spells(text, place)), "")


def _spells(text: str, place: int) -> bool:
    """A joiner after a letter of a script that needs it, and before another."""
    around = text[place - 1 : place] + text[place + 1 : place + 2]
    return text[place] in _JOINERS and len(around) == 2 and all(map(_is_joining, around))


def _is_joining(sign: str) -> bool:
    return unicodedata.name(sign, "").partition(" ")[0] in _JOINING_SCRIPTS


def show_hidden(text: str) -> str:
    """A text with each hidden character as its code: ``Anna⟨U+200B⟩``."""
    if not find_hidden(text):
        return text
    shown = (code_of(sign) if is_hidden(sign) and not _spells(text, place) else sign for place, sign in enumerate(text))
    return "".join(shown)


def code_of(sign: str) -> str:
    return f"⟨U+{ord(sign):04X}⟩"
