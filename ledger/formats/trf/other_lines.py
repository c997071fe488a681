"""Every line but 001: text ↔ value. Lists are read as words, so that sloppy columns do no harm; output is strict."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from engine.errors import BadInput
from ledger.formats.trf.columns import Columns, read_points, show_decimal, show_points
from ledger.formats.trf.lines import (
    AbnormalLine,
    AccelerationLine,
    ApartLine,
    ByesLine,
    FictitiousLine,
    Notes,
    Record,
    ScoresLine,
    TextLine,
    note,
)

Reader = Callable[[int, str, Notes], Record]

_POINTS = r"-?[0-9]*[.,]?[0-9]+"
_INDIVIDUAL = re.compile(rf"\s*([WDLAPXZwdlapxz])\s*({_POINTS})(?=\s|$)")
_JAVAFO = re.compile(rf"\s*([A-Za-z]+)\s*=\s*({_POINTS}\.?)(?=[\s,]|$),?")
JAVAFO_CODES = ("WW", "BW", "WD", "BD", "WL", "BL", "ZPB", "HPB", "FPB", "PAB", "FW", "FL", "W", "D", "L")


def read_text(line: int, text: str, notes: Notes) -> TextLine:
    """TRF26 ??2, XXR, XXC: a text from column 5."""
    start = 4
    if text[3:4] not in ("", " "):
        note(notes, line, "trf-column-4-used", column=4)
        start = 3
    # The dates of the rounds stand under the columns of the rounds.
    found = text[start:]
    return TextLine(line, text[:3], found if text.startswith("132") else found.strip())


def read_scores(line: int, text: str, notes: Notes) -> ScoresLine:
    """TRF26 162: W D L A P X, each with its points. For A (absent) some programs write Z, as in a column of 001."""
    found = _pairs(line, text, _INDIVIDUAL, ("W", "D", "L", "A", "P", "X", "Z"))
    return ScoresLine(line, text[:3], tuple(("A" if code == "Z" else code, value) for code, value in found))


def read_javafo_scores(line: int, text: str, notes: Notes) -> ScoresLine:
    """JaVaFo XXS: CODE=VALUE, several on a line."""
    return ScoresLine(line, text[:3], tuple(_pairs(line, text, _JAVAFO, JAVAFO_CODES)))


def read_bbp_score(line: int, text: str, notes: Notes) -> ScoresLine:
    """bbpPairings BBW BBD BBL BBZ BBF BBU: the points of one result."""
    columns = Columns(line, text)
    points = columns.points("points", 5, max(8, len(text)))
    if points is None:
        raise columns.missing("points", 5)
    return ScoresLine(line, text[:3], ((text[2], points),))


def read_byes(line: int, text: str, notes: Notes) -> ByesLine:
    """TRF26 240: who has a bye of that kind in that round."""
    columns = Columns(line, text)
    kind = columns.text(5, 5).upper()
    if kind not in ("F", "H", "Z"):
        raise BadInput("trf-unknown-bye", line=line, column=5, found=kind)
    columns.blank(6, 10)
    round_number = columns.required_number("round", 7, 9)
    return ByesLine(line, "240", kind, round_number, columns.numbers("player", 11))


def read_absent(line: int, text: str, notes: Notes) -> ByesLine:
    """JaVaFo XXZ: who misses the round to be paired."""
    return ByesLine(line, "XXZ", "Z", 0, Columns(line, text).numbers("player", 5))


def read_acceleration(line: int, text: str, notes: Notes) -> AccelerationLine:
    """TRF26 250: from round to round, from player to player; the second of each may be left out."""
    columns = Columns(line, text)
    columns.blank(9, 14, 18, 22, 27, *range(32, len(text) + 1))
    points = columns.points("points", 10, 13)
    if points is None:
        raise columns.missing("points", 10)
    if columns.points("match_points", 5, 8):
        note(notes, line, "trf-match-points", column=5)
    first_round = columns.required_number("from_round", 15, 17)
    first_player = columns.required_number("player", 23, 26)
    return AccelerationLine(
        line=line,
        points=points,
        first_round=first_round,
        last_round=columns.number("to_round", 19, 21) or first_round,
        first_player=first_player,
        last_player=columns.number("player", 28, 31) or first_player,
    )


def read_fictitious(line: int, text: str, notes: Notes) -> FictitiousLine:
    """JaVaFo XXA: the player at columns 5–8, then a value for each round at 10, 15, 20 …"""
    columns = Columns(line, text)
    player = columns.required_number("player", 5, 8)
    columns.blank(*range(9, len(text) + 1, 5))
    starts = range(10, len(text) + 1, 5)
    return FictitiousLine(line, player, tuple(columns.points("points", s, s + 3) or Fraction(0) for s in starts))


def read_apart(line: int, text: str, notes: Notes) -> ApartLine:
    """TRF26 260: in these rounds no two of them meet."""
    columns = Columns(line, text)
    columns.blank(8, 12)
    first = columns.required_number("from_round", 5, 7)
    last = columns.number("to_round", 9, 11) or first
    return ApartLine(line, "260", first, last, columns.numbers("player", 13))


def read_forbidden(line: int, text: str, notes: Notes) -> ApartLine:
    """JaVaFo XXP: no two of them ever meet."""
    return ApartLine(line, "XXP", 0, 0, Columns(line, text).numbers("player", 5))


def read_abnormal(line: int, text: str, notes: Notes) -> AbnormalLine:
    """TRF26 299: points by decision."""
    columns = Columns(line, text)
    kind = columns.text(5, 5).upper()
    if kind not in ("", "W", "D", "L", "F", "H", "Z", "+", "-"):
        raise BadInput("trf-unknown-assignment", line=line, column=5, found=kind)
    columns.blank(6, 7, 12, 13, 18, 19, 23)
    points = columns.points("points", 14, 17)
    if points is None:
        raise columns.missing("points", 14)
    if columns.points("match_points", 8, 11):
        note(notes, line, "trf-match-points", column=8)
    return AbnormalLine(line, kind, points, columns.number("round", 20, 22) or 0, columns.numbers("player", 24))


_TEXTS = (*(f"{tens:02}2" for tens in range(1, 23) if tens != 16), "XXR", "XXC")  # 012, 022, 032 … 222
READERS: Mapping[str, Reader] = {
    **dict.fromkeys(_TEXTS, read_text),
    **dict.fromkeys(("BBW", "BBD", "BBL", "BBZ", "BBF", "BBU"), read_bbp_score),
    "162": read_scores,
    "XXS": read_javafo_scores,
    "240": read_byes,
    "XXZ": read_absent,
    "250": read_acceleration,
    "XXA": read_fictitious,
    "260": read_apart,
    "XXP": read_forbidden,
    "299": read_abnormal,
}


def show_text(record: TextLine) -> str:
    return f"{record.id} {record.text}".rstrip()


def show_scores(record: ScoresLine) -> str:
    if record.id == "162":
        return "162  " + "    ".join(f"{code}{show_points(value):>4}" for code, value in record.values)
    if record.id == "XXS":
        return "XXS " + " ".join(f"{code}={show_decimal(value)}" for code, value in record.values)
    return f"{record.id} {show_points(record.values[0][1]):>4}"


def show_byes(record: ByesLine) -> str:
    if record.id == "XXZ":
        return "XXZ " + " ".join(map(str, record.players))
    return f"240 {record.kind} {record.round:03} {_four_wide(record.players)}"


def show_acceleration(record: AccelerationLine) -> str:
    rounds = f"{record.first_round:03} {record.last_round:03}"
    return f"250      {show_points(record.points):>4} {rounds} {record.first_player:>4} {record.last_player:>4}"


def show_fictitious(record: FictitiousLine) -> str:
    return f"XXA {record.player:>4} " + " ".join(f"{show_points(value):>4}" for value in record.points)


def show_apart(record: ApartLine) -> str:
    if record.id == "XXP":
        return "XXP " + " ".join(map(str, record.players))
    return f"260 {record.first_round:03} {record.last_round:03} {_four_wide(record.players)}"


def show_abnormal(record: AbnormalLine) -> str:
    players = _four_wide(record.players)
    return f"299 {record.kind:1}        {show_points(record.points):>4}  {record.round:03} {players}".rstrip()


def _pairs(line: int, text: str, pattern: re.Pattern[str], known: Sequence[str]) -> list[tuple[str, Fraction]]:
    """Codes and values in turn, up to the end of the line."""
    pairs: list[tuple[str, Fraction]] = []
    place = 4
    while text[place:].strip():
        found = pattern.match(text, place)
        value = read_points(found[2]) if found else None
        if found is None or value is None or found[1].upper() not in known:
            rest = text[place:].lstrip()
            column = len(text) - len(rest) + 1
            raise BadInput("trf-scores-unreadable", line=line, column=column, found=rest, known=tuple(known))
        pairs.append((found[1].upper(), value))
        place = found.end()
    return pairs


def _four_wide(players: Sequence[int]) -> str:
    return " ".join(f"{player:>4}" for player in players)
