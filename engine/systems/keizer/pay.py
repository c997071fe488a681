"""Amounts as people write them, and what a round pays: a fraction of somebody's value, or fixed points."""

from __future__ import annotations

import re
from fractions import Fraction
from unicodedata import normalize

from engine.errors import Refusal
from engine.model import Value

# As people and this program write them: 1, 2/3, 0.25, 0,25, 33%, ⅓, 1½.
_NUMBER = re.compile(r"(?P<number>-?[0-9]{1,6}(/[1-9][0-9]{0,5}|[.,][0-9]{1,6})?)(?P<per_cent> ?%)?")
_WITH_SIGN = re.compile(r"(?P<minus>-?)(?P<whole>[0-9]{0,6}) ?(?P<sign>[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞])")
# 12p, 12 p, 12 points: the word begins with that letter in every language of this program.
_POINTS = re.compile(r"(?P<amount>.*[^ ]) ?[pP][a-zA-Z]{0,9}\.?")


class Pay(Value, frozen=True):
    """What a round pays: a fraction of a value; or points, which no value and no rounding changes."""

    fraction: Fraction = Fraction(0)
    points: Fraction | None = None

    def of(self, value: Fraction) -> Fraction:
        return self.fraction * value if self.points is None else self.points

    @property
    def is_nothing(self) -> bool:
        return not self.fraction and not self.points

    @property
    def is_negative(self) -> bool:
        return self.fraction < 0 or (self.points or 0) < 0

    def halve(self, times: int) -> Pay:
        part = 2**times
        return Pay(self.fraction / part, None if self.points is None else self.points / part)


NOTHING = Pay()


def read_amount(option: str, written: str | int) -> Fraction:
    text = str(written).strip()
    if (found := _WITH_SIGN.fullmatch(text)) is not None:
        exact = int(found["whole"] or 0) + Fraction(normalize("NFKC", found["sign"]).replace("⁄", "/"))
        return -exact if found["minus"] else exact
    if (found := _NUMBER.fullmatch(text)) is None:
        raise Refusal("option-not-readable", option=option, value=str(written)[:40])
    exact = Fraction(found["number"].replace(",", "."))
    return exact / 100 if found["per_cent"] else exact


def read_pay(option: str, written: str) -> Pay:
    found = _POINTS.fullmatch(written.strip())
    if found is None:
        return Pay(read_amount(option, written))
    if "%" in written:
        raise Refusal("option-not-readable", option=option, value=written[:40])
    return Pay(points=read_amount(option, found["amount"]))
