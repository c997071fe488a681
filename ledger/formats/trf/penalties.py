"""Points by decision (299), and whether the points of every player add up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from engine.errors import BadInput
from engine.model import MEANINGS, Outcome, PlayerId, PointTable, Result, Round
from engine.model import Adjustment as PenaltyOrBonus
from engine.scoring import scale
from ledger.formats.trf.columns import show_decimal
from ledger.formats.trf.lines import AbnormalLine, Notes, PlayerLine, TrfFile, note
from ledger.formats.trf.scores import ASSIGNED

REASON = "TRF 299"
Sheet = Mapping[PlayerId, PlayerLine]


def penalties(
    file: TrfFile, sheet: Sheet, rounds: Sequence[Round], table: PointTable, declared: int
) -> tuple[PenaltyOrBonus, ...]:
    """TRF26 299: a penalty or bonus, or a result that was given other points than it is worth."""
    found: list[PenaltyOrBonus] = []
    for record in file.of(AbnormalLine):
        for index, player in enumerate(record.players):
            if player not in sheet:
                raise BadInput("trf-unknown-player", line=record.line, column=24 + 5 * index, player=player)
        if record.kind:
            found += _value_differences(record, sheet, rounds, table)
        elif record.players:
            found += _read_points(record, table, declared)
        else:
            raise BadInput("trf-field-missing", line=record.line, column=24, field="player")
    return tuple(sorted(found, key=lambda change: change.round))  # as they would have been written down


def _read_points(record: AbnormalLine, table: PointTable, declared: int) -> Iterator[PenaltyOrBonus]:
    """Round 0 counts from the first round on. A round after the last (some write 999) counts at the end only."""
    number = min(record.round or 1, declared)
    for player in record.players if record.points else ():
        yield PenaltyOrBonus(player, number, int(record.points * table.per_point), REASON)


def _value_differences(
    record: AbnormalLine, sheet: Sheet, rounds: Sequence[Round], table: PointTable
) -> Iterator[PenaltyOrBonus]:
    """The difference between the points given and those that the result is worth."""
    if not record.round and not record.players:
        return  # it is in the point table
    worth = scale(table)
    for played in rounds if not record.round else rounds[record.round - 1 : record.round]:
        outcomes = outcomes_in(played)
        for player in record.players or sheet:
            outcome = outcomes.get(player, Outcome.ZERO_BYE)
            difference = int(record.points * table.per_point) - worth[outcome]
            if MEANINGS[outcome].points == ASSIGNED[record.kind]:
                if difference:
                    yield PenaltyOrBonus(player, played.number, difference, REASON)
            elif record.round and record.players:
                raise BadInput(
                    "trf-assignment-does-not-fit",
                    line=record.line,
                    column=5,
                    player=player,
                    round=played.number,
                    found=record.kind,
                )


def outcomes_in(played: Round) -> dict[PlayerId, Outcome]:
    outcomes = {sitout.player: sitout.outcome for sitout in played.sitouts}
    for board in played.boards:
        outcomes[board.white], outcomes[board.black] = board.result.outcomes
    return outcomes


def check_points(
    sheet: Sheet,
    totals: Mapping[PlayerId, int],
    to_come: Mapping[PlayerId, int],
    rounds: Sequence[Round],
    table: PointTable,
    virtual: Mapping[PlayerId, Sequence[int]],
    notes: Notes,
) -> None:
    """TRF16 001, positions 81–84: the points follow from the results.

    Programs differ on what is not settled yet, so both ways are right: byes of rounds to come may be in the points or
    not (JaVaFo wants them in), and games without a result may count as draws or not at all (TRF26 162 X). Virtual
    points may be in them too: then in those of everybody who has some.
    """
    wrong = _first_that_does_not_add_up(sheet, totals, to_come, rounds, table)
    if wrong is None:
        return
    for number in (len(rounds) + 1, len(rounds)):  # as they count in the next round, or in the last one
        extra = {player: units[number - 1] for player, units in virtual.items() if 1 <= number <= len(units)}
        counted = {player: total + extra.get(player, 0) for player, total in totals.items()}
        if any(extra.values()) and _first_that_does_not_add_up(sheet, counted, to_come, rounds, table) is None:
            note(notes, 0, "trf-points-with-virtual-points", round=number)
            return
    raise wrong


def _first_that_does_not_add_up(
    sheet: Sheet,
    totals: Mapping[PlayerId, int],
    to_come: Mapping[PlayerId, int],
    rounds: Sequence[Round],
    table: PointTable,
) -> BadInput | None:
    unfinished = _count_open_games(rounds)
    told = {player.points for player in sheet.values() if player.points is not None}
    in_units = {points: points * table.per_point for points in told}
    for number, player in sheet.items():
        if player.points is None:
            continue
        found, total = in_units[player.points], totals[number]
        if found == total:
            continue
        coming, open_games = to_come.get(number, 0), unfinished.get(number, 0) * table.draw
        if found not in (total + coming, total + open_games, total + coming + open_games):
            return BadInput(
                "trf-points-do-not-add-up",
                line=player.line,
                column=81,
                player=number,
                found=show_decimal(player.points),
                expected=show_decimal(Fraction(total, table.per_point)),
            )
    return None


def _count_open_games(rounds: Sequence[Round]) -> dict[PlayerId, int]:
    games: dict[PlayerId, int] = {}
    for played in rounds:
        for board in played.boards:
            if board.result in (Result.PENDING, Result.POSTPONED):
                for player in (board.white, board.black):
                    games[player] = games.get(player, 0) + 1
    return games
