"""The report of a tournament as a TRF, final or interim, and what it leaves out."""

from __future__ import annotations

from collections.abc import Iterable

from engine.errors import Refusal
from engine.model import Result, Tournament, Value
from ledger.acts.record import Recorded
from ledger.formats.trf.comments import write_comments, write_interim
from ledger.formats.trf.lines import Adjustment
from ledger.formats.trf.writer import Dialect, losses, start_numbers, write
from ledger.state import State


class Report(Value, frozen=True):
    text: str
    left_out: tuple[Adjustment, ...]  # and what is said otherwise


def check_final(t: Tournament) -> None:
    """VCL4THP 169: no report of what is not over, nor while a game is open."""
    for played in t.rounds:
        for number, board in enumerate(played.boards, start=1):
            if board.result in (Result.PENDING, Result.POSTPONED):
                raise Refusal("report-while-game-is-open", round=played.number, board=number)
    if not t.is_finished:
        raise Refusal("report-before-the-end", rounds=len(t.rounds))


def write_report(
    state: State, dialect: Dialect, *, is_interim: bool = False, records: Iterable[Recorded] | None = None
) -> Report:
    """``is_interim``: it says so; ``records``: of the log, where their comments are wanted."""
    t, rest = state.tournament, state.file_rest
    comments = [] if records is None else list(write_comments(records, start_numbers(t, dialect)))
    if is_interim:
        comments.insert(0, write_interim(t))
    return Report(write(t, dialect, rest=rest, comments=comments), losses(t, dialect, rest))
