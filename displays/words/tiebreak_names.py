"""Tie-breaks and their figures in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

from displays.words.language import Language
from engine.tiebreaks.codes import MODIFIERS
from ledger.views.figures import SCORE, Amount, Column

ALIKE = 0.6  # from which likeness on something may have been meant; 1: the same letters
MOST_NEAR = 4
LEAST_OF_NAME = 3  # letters by which a name may be meant


def figure(value: Amount, language: Language) -> str:
    return value.shown.replace(".", language.word("decimal-sign"))


def heading(code: str, language: Language, *, is_ladder: bool = False) -> str:
    """Above a column: a code is short, and the same in every language. On a ladder the points are those of the games,
    which decide nothing, and are called so."""
    return language.word("game-points" if is_ladder else "points") if code == SCORE else code


def tiebreak_name(code: str, language: Language) -> str:
    """``BH/C1`` → ``Buchholz, lowest 1 cut``."""
    base, *modifiers = code.split("/")
    return ", ".join(
        [language.word_or_key(base, "tiebreaks"), *(_modifier(modifier, language) for modifier in modifiers)]
    )


def nearest(text: str, language: Language) -> list[str]:
    """The codes that somebody may have meant who wrote this: by the code, or by what it is called. Nearest first."""
    typed = text.strip().casefold()
    alike = {code: _likeness(typed, code, name) for code, name in language.section("tiebreaks").items()}
    return sorted((code for code in alike if alike[code] >= ALIKE), key=lambda code: (-alike[code], code))[:MOST_NEAR]


def _likeness(typed: str, code: str, name: str) -> float:
    base = typed.partition("/")[0]
    if len(typed) >= LEAST_OF_NAME and typed in name.casefold():
        return 1 + len(typed) / len(name)
    return max(
        SequenceMatcher(None, base, code.casefold()).ratio(), SequenceMatcher(None, typed, name.casefold()).ratio()
    )


def legend(columns: Sequence[Column], language: Language) -> list[str]:
    """What the codes above a table mean, if there are any."""
    named = [f"{column.code}: {tiebreak_name(column.code, language)}" for column in columns if column.code != SCORE]
    return ["", *named] if named else []


def _modifier(text: str, language: Language) -> str:
    for name, pattern in MODIFIERS.items():
        if pattern.fullmatch(text):
            return language.phrase(name, section="modifiers", n=re.sub(r"^[A-Z]+", "", text))
    return text  # of a newer Roundlog
