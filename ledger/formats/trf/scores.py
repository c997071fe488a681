"""What results are worth: the records 162, XXS, BBW … and 299 ↔ ``PointTable``.

TRF26 162 knows six codes, JaVaFo's XXS twelve, bbpPairings six of its own. All of them are read into the fields of our
point table; where two records disagree, the FIDE one counts and the difference is reported.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from engine.errors import BadInput, Unsupported
from engine.model import PointTable
from ledger.formats.trf.lines import AbnormalLine, AccelerationLine, FictitiousLine, Notes, ScoresLine, TrfFile, note

Worth = dict[str, Fraction]  # a field of the point table → points

_ONE, _HALF, _NIL = Fraction(1), Fraction(1, 2), Fraction(0)
STANDARD: Mapping[str, Fraction] = {
    "win": _ONE,
    "draw": _HALF,
    "loss": _NIL,
    "forfeit_win": _ONE,
    "forfeit_loss": _NIL,
    "pairing_bye": _ONE,
    "full_bye": _ONE,
    "half_bye": _HALF,
    "zero_bye": _NIL,
}

# What each code says. An XXS code that speaks of one colour is kept apart until both are known.
_FIDE = {
    "W": ("win", "forfeit_win", "full_bye"),
    "D": ("draw", "half_bye"),
    "L": ("loss",),
    "A": ("zero_bye", "forfeit_loss"),
    "P": ("pairing_bye",),
    "X": (),
}
_JAVAFO = {
    "WW": ("white:win",),
    "BW": ("black:win",),
    "WD": ("white:draw",),
    "BD": ("black:draw",),
    "WL": ("white:loss",),
    "BL": ("black:loss",),
    "ZPB": ("zero_bye",),
    "HPB": ("half_bye",),
    "FPB": ("full_bye",),
    "PAB": ("pairing_bye",),
    "FW": ("forfeit_win",),
    "FL": ("forfeit_loss",),
    "W": ("white:win", "black:win", "forfeit_win", "full_bye"),
    "D": ("white:draw", "black:draw", "half_bye"),
    "L": ("white:loss", "black:loss"),
}
_BBP = {
    "W": ("win", "forfeit_win", "full_bye"),
    "D": ("draw", "half_bye"),
    "L": ("loss",),
    "Z": ("zero_bye",),
    "F": ("forfeit_loss",),
    "U": ("pairing_bye",),
}
# 299 without players: what a kind of result is worth to everybody.
ASSIGNED = {
    "W": "win",
    "D": "draw",
    "L": "loss",
    "F": "full_bye",
    "H": "half_bye",
    "Z": "zero_bye",
    "+": "forfeit_win",
    "-": "forfeit_loss",
}


def point_table(file: TrfFile, notes: Notes) -> PointTable:
    """In the smallest unit in which all points of the file are whole numbers."""
    worth = _agree_worth(file.of(ScoresLine), notes)
    for record in file.of(AbnormalLine):
        if record.kind and not record.round and not record.players:
            worth[ASSIGNED[record.kind]] = record.points
    _refuse_negative(file, worth)
    per_point = math.lcm(*(value.denominator for value in (*worth.values(), *_other_points(file))))
    units = {field: int(value * per_point) for field, value in worth.items()}
    absent = units["zero_bye"]
    return PointTable(per_point=per_point, absent=absent, absent_unnotified=absent, **units)


def worth_of(table: PointTable) -> Worth:
    """The point table in points."""
    return {field: Fraction(getattr(table, field), table.per_point) for field in STANDARD}


def individual_codes(worth: Mapping[str, Fraction]) -> tuple[tuple[str, Fraction], ...]:
    """TRF26 162: the five codes that every point table has."""
    return tuple((code, worth[fields[0]]) for code, fields in _FIDE.items() if fields)


def javafo_codes(worth: Mapping[str, Fraction]) -> tuple[tuple[str, Fraction], ...]:
    """JaVaFo XXS: all twelve codes, no shortcut."""
    long = {code: fields[0].rpartition(":")[2] for code, fields in _JAVAFO.items() if len(fields) == 1}
    return tuple((code, worth[field]) for code, field in long.items())


def bbp_codes(worth: Mapping[str, Fraction]) -> tuple[tuple[str, Fraction], ...]:
    """bbpPairings BBW BBD BBL BBZ BBF BBU."""
    return tuple((code, worth[fields[0]]) for code, fields in _BBP.items())


def unsaid_by_162(worth: Mapping[str, Fraction]) -> tuple[tuple[str, Fraction], ...]:
    """What 162 cannot tell apart (a forfeit from a win, a bye from a draw): for 299, kind and points."""
    told = {field: worth[fields[0]] for fields in _FIDE.values() for field in fields}
    return tuple((kind, worth[field]) for kind, field in ASSIGNED.items() if worth[field] != told[field])


def _agree_worth(records: Sequence[ScoresLine], notes: Notes) -> Worth:
    fide = [record for record in records if record.id == "162"]
    javafo = [record for record in records if record.id == "XXS"]
    bbp = [record for record in records if record.id.startswith("BB")]
    tables = [read(given) for read, given in ((_fide, fide), (_javafo, javafo)) if given]
    told_by_bbp = _bbp(bbp)
    if not tables:
        return told_by_bbp
    tells_less = {**tables[0], **{fields[0]: told_by_bbp[fields[0]] for fields in _BBP.values() if bbp}}
    if any(other != tables[0] for other in (*tables, tells_less)):
        note(notes, records[0].line, "trf-scores-differ")
    _note_unknown_results(fide, tables[0], notes)
    return tables[0]


def _fide(records: Sequence[ScoresLine]) -> Worth:
    """TRF26 162: the pairing bye is worth a win unless P says otherwise."""
    return _with_usual_bye(_apply(dict(STANDARD), records, _FIDE), records, "P")


def _javafo(records: Sequence[ScoresLine]) -> Worth:
    """JaVaFo XXS: the last code wins; the pairing bye is one point unless PAB says otherwise."""
    games = ("win", "draw", "loss")
    by_colour = {f"{colour}:{field}": STANDARD[field] for field in games for colour in ("white", "black")}
    worth = _apply({**STANDARD, **by_colour}, records, _JAVAFO)
    for field in games:
        worth[field] = worth.pop(f"white:{field}")
        if worth.pop(f"black:{field}") != worth[field]:
            raise Unsupported("trf-scores-by-colour", line=records[-1].line, field=field)
    return worth


def _bbp(records: Sequence[ScoresLine]) -> Worth:
    """bbpPairings BBW …: the pairing bye is worth a win unless BBU says otherwise."""
    return _with_usual_bye(_apply(dict(STANDARD), records, _BBP), records, "U")


def _with_usual_bye(worth: Worth, records: Sequence[ScoresLine], code: str) -> Worth:
    is_told = any(told == code for record in records for told, _ in record.values)
    return worth if is_told else {**worth, "pairing_bye": worth["win"]}


def _apply(worth: Worth, records: Iterable[ScoresLine], meaning: Mapping[str, Sequence[str]]) -> Worth:
    for record in records:
        for code, value in record.values:
            worth.update(dict.fromkeys(meaning[code], value))
    return worth


def _note_unknown_results(records: Iterable[ScoresLine], worth: Worth, notes: Notes) -> None:
    """TRF26 162 X: an unknown result; with us nothing in a table and a draw while the next round is paired."""
    for record in records:
        for code, value in record.values:
            if code == "X" and value not in (worth["draw"], 0):
                note(notes, record.line, "trf-unknown-result-points", points=str(value))


def _refuse_negative(file: TrfFile, worth: Worth) -> None:
    if min(worth.values()) >= 0 and worth["win"] >= worth["draw"] >= worth["loss"] and worth["win"] > 0:
        return
    line = next(record.line for record in file.records if isinstance(record, ScoresLine | AbnormalLine))
    win, draw, loss = (str(worth[field]) for field in ("win", "draw", "loss"))
    raise BadInput("trf-scores-impossible", line=line, win=win, draw=draw, loss=loss)


def _other_points(file: TrfFile) -> Iterable[Fraction]:
    """Penalties, bonuses and accelerations must be whole in the same unit."""
    for record in file.records:
        if isinstance(record, AbnormalLine | AccelerationLine):
            yield record.points
        elif isinstance(record, FictitiousLine):
            yield from record.points
