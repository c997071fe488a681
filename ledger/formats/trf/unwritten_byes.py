"""Byes of TRF06, which had no letters for them: they follow from the points, as far as the rounds left blank allow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction

from msgspec.structs import replace

from engine.model import Outcome, PlayerId, PointTable
from engine.scoring import scale
from ledger.formats.trf.history import BYES
from ledger.formats.trf.lines import EMPTY, ByesLine, Cell, Notes, PlayerLine, TrfFile, note
from ledger.formats.trf.player_lines import column_of

Sheet = dict[PlayerId, PlayerLine]
_LETTERS = frozenset("HFUZ")
_HALF, _FULL = "H", "F"
_SCORED: Mapping[str, Outcome] = {
    **dict.fromkeys("1W", Outcome.WIN),
    **dict.fromkeys("=D", Outcome.DRAW),
    **dict.fromkeys("0L", Outcome.LOSS),
    "+": Outcome.FORFEIT_WIN,
    "-": Outcome.FORFEIT_LOSS,
}


def with_unwritten_byes(file: TrfFile, sheet: Sheet, paired: int, table: PointTable, notes: Notes) -> Sheet:
    """Who has more points than the results give had a bye in a round that is blank.

    A file that writes a bye with its letter anywhere says by a blank that there was none (TRF16 001).
    """
    if file.of(ByesLine) or any(cell.result in _LETTERS for player in sheet.values() for cell in player.cells):
        return sheet
    found = {number: dict(_byes_of(player, paired, table)) for number, player in sheet.items()}
    full = Counter(number for byes in found.values() for number, letter in byes.items() if letter == _FULL)
    written = Counter(number for player in sheet.values() for number in _written_full_byes(player))
    for byes in found.values():
        for number, letter in byes.items():
            if letter == _FULL and full[number] == 1 and not written[number]:
                byes[number] = "U"
    return {number: _with_byes(player, found[number], paired, notes) for number, player in sheet.items()}


def _byes_of(player: PlayerLine, paired: int, table: PointTable) -> Iterator[tuple[int, str]]:
    """Round and letter. Half a point each if that is enough, the first rounds first: who leaves gets no more."""
    blank = [number for number in range(1, paired + 1) if player.cell(number) == EMPTY]
    is_open = any(cell.opponent and not cell.result for cell in player.cells)
    if player.points is None or not blank or is_open:
        return
    worth = scale(table)
    excess = player.points * table.per_point - _units_of(player, paired, worth)
    half, full = (worth[BYES[letter]] - worth[Outcome.ZERO_BYE] for letter in (_HALF, _FULL))
    if half > 0 and 0 < excess <= half * len(blank) and excess % half == 0:
        yield from ((number, _HALF) for number in blank[: int(excess / half)])
    elif full > 0 and excess == full * len(blank):
        yield from ((number, _FULL) for number in blank)


def _units_of(player: PlayerLine, paired: int, worth: Mapping[Outcome, int]) -> Fraction:
    cells = (player.cell(number) for number in range(1, paired + 1))
    return Fraction(sum(worth[_SCORED.get(cell.result, Outcome.ZERO_BYE)] for cell in cells))


def _written_full_byes(player: PlayerLine) -> Iterator[int]:
    for number, cell in enumerate(player.cells, start=1):
        if not cell.opponent and cell.result in ("+", "1", "W"):
            yield number


def _with_byes(player: PlayerLine, byes: Mapping[int, str], paired: int, notes: Notes) -> PlayerLine:
    if not byes:
        return player
    cells = [player.cell(number) for number in range(1, max(paired, len(player.cells)) + 1)]
    for number, letter in byes.items():
        cells[number - 1] = Cell(result=letter)
        place = {"column": column_of(number), "round": number}
        note(notes, player.line, "trf-bye-from-points", outcome=BYES[letter].value, **place)
    return replace(player, cells=tuple(cells))
