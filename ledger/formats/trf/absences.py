"""Who does not play: byes listed outside the 001 lines, rounds still to come, late entries."""

from __future__ import annotations

from msgspec.structs import replace

from engine.errors import BadInput
from engine.model import Outcome, PlayerId
from ledger.formats.trf import history
from ledger.formats.trf.lines import EMPTY, ByesLine, Cell, Notes, PlayerLine, TrfFile, note

Sheet = dict[PlayerId, PlayerLine]


def with_listed_byes(file: TrfFile, sheet: Sheet, paired: int, rounds: int, notes: Notes) -> Sheet:
    """TRF26 240, JaVaFo XXZ: the bye stands in the player's own column, as if his line had said it."""
    listed = dict(sheet)
    for record in file.of(ByesLine):
        number = record.round or paired + 1
        if record.id == "240" and not 1 <= record.round <= rounds:
            raise BadInput("trf-round-outside", line=record.line, column=7, round=record.round, rounds=rounds)
        if number > rounds:
            note(notes, record.line, "trf-absence-after-the-end", rounds=rounds)
            continue
        for player in record.players:
            if player not in listed:
                raise BadInput("trf-unknown-player", line=record.line, column=5, player=player)
            listed[player] = _with_bye(listed[player], number, record)
    return listed


def first_rounds(sheet: Sheet, paired: int, rounds: int) -> dict[PlayerId, int]:
    """Who entered late, and when: nothing at all stands in the rounds before (an absence would be a Z)."""
    late: dict[PlayerId, int] = {}
    for number, player in sheet.items():
        if player.cells and player.cells[0] != EMPTY:
            continue
        first = next((r for r, cell in enumerate(player.cells, start=1) if cell != EMPTY), rounds + 1)
        entered = min(first, paired + 1)
        if 1 < entered <= rounds:
            late[number] = entered
    return late


def absences_to_come(player: PlayerLine, paired: int, notes: Notes) -> dict[int, Outcome]:
    """Rounds that are not paired yet and that the player will miss."""
    return {
        number: history.sitting_out(player, number, cell, notes)
        for number, cell in enumerate(player.cells[paired:], start=paired + 1)
        if cell != EMPTY
    }


def _with_bye(player: PlayerLine, number: int, record: ByesLine) -> PlayerLine:
    told = player.cell(number)
    is_known = told.result == record.kind or (record.id == "XXZ" and told.result in ("H", "F", "-"))
    if not told.opponent and is_known:
        return player
    if told != EMPTY:
        raise BadInput(
            "trf-bye-contradicts",
            line=record.line,
            column=5,
            player=player.number,
            round=number,
            found=told.result or str(told.opponent),
            other_line=player.line,
        )
    cells = [*player.cells, *[EMPTY] * (number - len(player.cells))]
    cells[number - 1] = Cell(result=record.kind)
    return replace(player, cells=tuple(cells))
