"""Plural forms by each language's own rules (CLDR).

A text gives the forms of a word in the order in which CLDR names them, as far as its language has them: ``zero``,
``one``, ``two``, ``few``, ``many``, ``other``. English has two (``{count:game|games}``), Polish up to four
(``{count:partia|partie|partii|partii}``). The last form also serves for all that are not written out.
``static/js/words.js`` does the same with the browser's ``Intl.PluralRules``.
"""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from decimal import Decimal

    from babel.plural import PluralRule

CATEGORIES = ("zero", "one", "two", "few", "many", "other")
_NUMBER = re.compile(r"[+\-–]?(?P<whole>\d*)(?:[.,](?P<decimals>\d+))?(?P<half>½?)")


@functools.lru_cache(maxsize=4096)
def choose_form(forms: str, number: str, code: str) -> str:
    """``game|games`` and ``2`` in English → ``games``. What is no number takes the last form."""
    choices, count = forms.split("|"), read_count(number)
    if count is None:
        return choices[-1]
    return choices[min(plural_categories(code).index(_rule(code)(count)), len(choices) - 1)]


@functools.cache
def plural_categories(code: str) -> tuple[str, ...]:
    """Those that the language tells apart, in the order of their forms."""
    return tuple(category for category in CATEGORIES if category in _rule(code).tags or category == "other")


def read_count(text: str) -> Decimal | None:
    """``+1``, ``2½``, ``10.5``; how many there are counts, not the sign."""
    found = _NUMBER.fullmatch(text)
    if found is None or not (found["whole"] or found["half"]):
        return None
    from decimal import Decimal  # late, like Babel

    decimals = "5" if found["half"] else found["decimals"]
    return Decimal(f"{found['whole'] or 0}.{decimals}" if decimals else found["whole"])


@functools.cache
def _rule(code: str) -> PluralRule:
    from babel.core import Locale, UnknownLocaleError  # late: 30 ms that only a text with plural forms needs

    try:
        return Locale.parse(code, sep="-").plural_form
    except (UnknownLocaleError, ValueError):
        return Locale("en").plural_form
