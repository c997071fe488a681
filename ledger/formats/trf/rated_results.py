"""Results corrected for the rating report only (FIDE C.04.2 4.3), as a TRF has them."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.model import Adjustment, Board, Round, Tournament
from engine.scoring import points

REASON = "FIDE C.04.2 4.3"


def has_rated_results(t: Tournament) -> bool:
    return any(board.rated_as is not None for played in t.rounds for board in played.boards)


def as_rated(t: Tournament, *, keeps_points: bool) -> Tournament:
    """The tournament with the results of the report. ``keeps_points``: what they score more or less than those that
    stand is taken or given by decision (TRF26 299), so that the points are those of the table, from which the later
    rounds were paired; otherwise they follow from the results, for a file that can say no more."""
    if not has_rated_results(t):
        return t
    made_up = [one for played in t.rounds for one in _differences(t, played)] if keeps_points else []
    rounds = tuple(replace(played, boards=tuple(map(_report_board, played.boards))) for played in t.rounds)
    return replace(t, rounds=rounds, adjustments=(*t.adjustments, *made_up))


def _report_board(board: Board) -> Board:
    return board if board.rated_as is None else replace(board, result=board.rated_as, rated_as=None)


def _differences(t: Tournament, played: Round) -> Iterator[Adjustment]:
    for board in played.boards:
        if board.rated_as is None:
            continue
        for player, stands, rated in zip(
            (board.white, board.black), board.result.outcomes, board.rated_as.outcomes, strict=True
        ):
            more = points(t.rules.points, stands) - points(t.rules.points, rated)
            if more:
                yield Adjustment(player, played.number, more, REASON)
