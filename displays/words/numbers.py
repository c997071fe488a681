"""Large numbers and amounts of money as a language writes them: ``12,345``, ``12.345``."""

from __future__ import annotations

import functools
from decimal import Decimal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from babel.core import Locale

GROUPED_FROM = 10_000  # 1234 is read at a glance, and may be a rating or a year
REGIONS = {"en": "en_GB"}  # where a language alone would be that of another continent: the day before the month


def write_number(number: int, code: str) -> str:
    """Of things that are counted."""
    if abs(number) < GROUPED_FROM:
        return str(number)
    from babel.numbers import format_decimal  # late: Babel takes 30 ms, which only a large number needs

    return str(format_decimal(number, locale=babel_locale(code)))


def write_money(amount: int, currency: str, code: str) -> str:
    """``1250`` → ``€12.50``, ``12,50 €``: of hundredths, whatever parts the currency has."""
    from babel.numbers import format_currency  # late, as above

    return str(format_currency(Decimal(amount) / 100, currency, locale=babel_locale(code), currency_digits=False))


@functools.cache
def babel_locale(code: str) -> Locale:
    """By which Babel knows the language; that of Europe for one that it does not know."""
    from babel.core import Locale, UnknownLocaleError

    try:
        return Locale.parse(REGIONS.get(code, code.replace("-", "_")))
    except (UnknownLocaleError, ValueError):
        return Locale.parse(REGIONS["en"])
