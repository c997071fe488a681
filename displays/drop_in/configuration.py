"""The configuration of a random tournament: lines ``Name=Value``, by the names of bbpPairings and of JaVaFo."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import NamedTuple

from engine.chances import STRONGEST, WEAKEST
from engine.errors import BadInput
from engine.model import PointTable
from ledger.formats.input_file import read_content
from ledger.formats.trf.columns import read_points
from ledger.formats.trf.lines import Notes, ScoresLine, TrfFile
from ledger.formats.trf.scores import point_table

_WHOLE = ("PlayersNumber", "RoundsNumber", "DrawPercentage", "HighestRating", "LowestRating")
# One in so many: of the games, or of the players in the whole tournament.
_ONE_IN = ("ForfeitRate", "RetiredRate", "HalfPointByeRate")
# JaVaFo: so many in a thousand, of the games or of the players in a round.
_THOUSANDTHS = {
    "QuickgameRate": "unrated_games",
    "ZPBRate": "zero_byes",
    "HPBRate": "half_byes",
    "FPBRate": "full_byes",
}
_UNUSED = ("Groups", "Separator")  # JaVaFo: how ratings lie close together
# What results are worth: the record and its code.
_POINTS = {
    "PointsForWin": ("BBW", "W"),
    "PointsForDraw": ("BBD", "D"),
    "PointsForLoss": ("BBL", "L"),
    "PointsForZPB": ("BBZ", "Z"),
    "PointsForForfeitLoss": ("BBF", "F"),
    "PointsForPAB": ("BBU", "U"),
    **{
        f"{code}Points": ("XXS", code)
        for code in ("WW", "BW", "WD", "BD", "WL", "BL", "ZPB", "HPB", "FPB", "PAB", "FW", "FL")
    },
}
_KNOWN = frozenset((*_WHOLE, *_ONE_IN, *_THOUSANDTHS, *_UNUSED, *_POINTS))
MOST_PLAYERS, MOST_ROUNDS, MOST_RATING = 9999, 999, 9999


class Configuration(NamedTuple):
    """What the file says; None where it is silent."""

    told: dict[str, Fraction]
    points: PointTable | None

    @property
    def players(self) -> int | None:
        return self._whole("PlayersNumber", 2, MOST_PLAYERS)

    @property
    def rounds(self) -> int | None:
        return self._whole("RoundsNumber", 1, MOST_ROUNDS)

    @property
    def lowest(self) -> int:
        return self._whole("LowestRating", 1, MOST_RATING) or min(WEAKEST, self.highest)

    @property
    def highest(self) -> int:
        told = self._whole("HighestRating", 1, MOST_RATING)
        least = self._whole("LowestRating", 1, MOST_RATING) or 1
        if told is not None and told < least:
            raise BadInput("rating-range-unreadable", value=f"{least}-{told}")
        return told or max(STRONGEST, least)

    def chances(self, rounds: int) -> dict[str, int]:
        """In whole per cent; what is told and rare is one."""
        found: dict[str, int] = {}
        if (draws := self._whole("DrawPercentage", 0, 100)) is not None:
            found["draws"] = draws
        for name, chance, times in (
            ("ForfeitRate", "forfeit_wins", 1),
            ("RetiredRate", "zero_byes", rounds),
            ("HalfPointByeRate", "half_byes", rounds),
        ):
            if name in self.told:
                found[chance] = _per_cent(Fraction(1) / (self.told[name] * times))
        for name, chance in _THOUSANDTHS.items():
            if name in self.told:
                found[chance] = _per_cent(self.told[name] / 1000)
        return found

    def _whole(self, name: str, least: int, most: int) -> int | None:
        value = self.told.get(name)
        if value is not None and not least <= value <= most:
            raise BadInput("number-outside-range", field=name, value=str(value), least=least, most=most)
        return None if value is None else int(value)


def _per_cent(share: Fraction) -> int:
    return min(100, math.ceil(100 * share))


def read_configuration(path: str) -> Configuration:
    told: dict[str, Fraction] = {}
    for number, line in enumerate(read_content(path).decode("utf-8", "replace").splitlines(), start=1):
        if line.strip() and not line.startswith("#"):
            name, value = _read_line(number, line)
            told[name] = value
    return Configuration(told, _points(told) if told.keys() & _POINTS.keys() else None)


def _read_line(number: int, line: str) -> tuple[str, Fraction]:
    name, equals, text = (part.strip() for part in line.partition("="))
    if not equals or name not in _KNOWN:
        raise BadInput("configuration-unknown", line=number, found=name)
    value = read_points(text)
    is_whole = value is not None and value.denominator == 1
    if value is None or value < 0 or (name in _WHOLE and not is_whole) or (name in _ONE_IN and value < 1):
        raise BadInput("configuration-value", line=number, field=name, found=text)
    return name, value


def _points(told: dict[str, Fraction]) -> PointTable:
    """As the records of the same name would say it."""
    notes: Notes = []
    given = ((_POINTS[name], value) for name, value in told.items() if name in _POINTS)
    records = tuple(ScoresLine(0, record, ((code, value),)) for (record, code), value in given)
    return point_table(TrfFile((), records), notes)
