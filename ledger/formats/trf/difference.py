"""Two reports of one tournament, compared as a federation reads them: players, rounds, what stands about the whole."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from engine.model import Value
from ledger.formats.trf.columns import show_decimal
from ledger.formats.trf.lines import EMPTY, AbnormalLine, Cell, PlayerLine, Record, TextLine, TrfFile
from ledger.formats.trf.reader import COMMENT, parse, show_line

_FIELDS = ("name", "sex", "title", "rating", "federation", "fide", "born")
_PROGRAM = "182"  # who made the file says nothing of the tournament


class PlayerChange(Value, frozen=True):
    """One field of a player; of ``points`` and ``rank`` too. ``player`` as it is called now, or was."""

    number: int
    player: str
    field: str
    then: str
    now: str


class RoundChange(Value, frozen=True):
    """What one player had in a round. The opponents are named."""

    round: int
    number: int
    player: str
    then: Cell
    now: Cell
    opponent_then: str
    opponent_now: str


class DecisionChange(Value, frozen=True):
    """Points by decision of one player (299), of one round or, 0, of all."""

    round: int
    number: int
    player: str
    then: str
    now: str


class LineChange(Value, frozen=True):
    """A record of the whole, ``id``: its text; empty: it was not there, or is no more."""

    id: str
    then: str
    now: str


class PresenceChange(Value, frozen=True):
    """A player who stands in one of the two only."""

    number: int
    player: str
    is_there_now: bool


ReportChange = PlayerChange | RoundChange | DecisionChange | LineChange | PresenceChange


def compare_reports(then: str, now: str) -> tuple[ReportChange, ...]:
    """Results first, for they are what is rated; comments are no part of a report."""
    old, new = parse(then), parse(now)
    before = {line.number: line for line in old.players}
    after = {line.number: line for line in new.players}
    both = [(before[number], after[number]) for number in before if number in after]
    return (
        *(change for pair in both for change in _compare_rounds(*pair, before, after)),
        *_compare_presence(before, after),
        *(change for pair in both for change in _compare_fields(*pair)),
        *_compare_decisions(old, new, before | after),
        *_compare_lines(old, new),
    )


def _compare_rounds(
    then: PlayerLine, now: PlayerLine, before: dict[int, PlayerLine], after: dict[int, PlayerLine]
) -> Iterator[RoundChange]:
    for number in range(1, max(len(then.cells), len(now.cells)) + 1):
        old, new = _cell(then, number), _cell(now, number)
        if old != new:
            names = _name_of(before, old.opponent), _name_of(after, new.opponent)
            yield RoundChange(number, now.number, now.name, old, new, *names)


def _cell(line: PlayerLine, number: int) -> Cell:
    cell = line.cell(number)
    return EMPTY if not cell.opponent and not cell.result else cell


def _name_of(sheet: dict[int, PlayerLine], number: int) -> str:
    return sheet[number].name if number in sheet else ""


def _compare_presence(before: dict[int, PlayerLine], after: dict[int, PlayerLine]) -> Iterator[PresenceChange]:
    for number in sorted(before.keys() ^ after.keys()):
        line = after.get(number) or before[number]
        yield PresenceChange(number, line.name, number in after)


def _compare_fields(then: PlayerLine, now: PlayerLine) -> Iterator[PlayerChange]:
    for field in (*_FIELDS, "points", "rank"):
        old, new = _field(then, field), _field(now, field)
        if old != new:
            yield PlayerChange(now.number, now.name, field, old, new)


def _field(line: PlayerLine, field: str) -> str:
    value = getattr(line, field)
    if field == "points":
        return "" if value is None else show_decimal(value)
    return "" if value is None else str(value)


def _compare_decisions(old: TrfFile, new: TrfFile, sheet: dict[int, PlayerLine]) -> Iterator[DecisionChange]:
    then, now = _decisions(old), _decisions(new)
    for at in sorted(then.keys() | now.keys()):
        round, number = at
        if then.get(at, 0) != now.get(at, 0):
            shown = [show_decimal(one[at]) if at in one else "" for one in (then, now)]
            yield DecisionChange(round, number, _name_of(sheet, number), *shown)


def _decisions(file: TrfFile) -> dict[tuple[int, int], Fraction]:
    found: dict[tuple[int, int], Fraction] = {}
    for record in file.of(AbnormalLine):
        for number in record.players if _is_decision(record) else ():
            found[record.round, number] = found.get((record.round, number), Fraction(0)) + record.points
    return found


def _is_decision(record: Record) -> bool:
    """Other lines 299 say what a result counts for somebody."""
    return isinstance(record, AbnormalLine) and not record.kind


def _compare_lines(old: TrfFile, new: TrfFile) -> Iterator[LineChange]:
    """Texts by their ids; of other records which lines are gone and which are new."""
    before, after = _texts(old), _texts(new)
    for id in sorted(before.keys() | after.keys()):
        if before.get(id) != after.get(id) and id != _PROGRAM:
            yield LineChange(id, before.get(id, ""), after.get(id, ""))
    gone, come = _other_lines(old), _other_lines(new)
    yield from (LineChange(line[:3], line[3:].strip(), "") for line in gone if line not in come)
    yield from (LineChange(line[:3], "", line[3:].strip()) for line in come if line not in gone)


def _texts(file: TrfFile) -> dict[str, str]:
    found: dict[str, list[str]] = {}
    for record in file.of(TextLine):
        found.setdefault(record.id, []).append(record.text.strip())
    return {id: "; ".join(texts) for id, texts in found.items()}


def _other_lines(file: TrfFile) -> list[str]:
    others = (record for record in file.records if not isinstance(record, TextLine) and not _is_decision(record))
    shown = [show_line(record) for record in others]
    return [line for line in shown if line and not line.startswith(COMMENT)]
