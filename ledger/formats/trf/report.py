"""The report of a tournament as a TRF, final or interim, and what it leaves out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date

from msgspec.structs import replace

from engine.errors import Refusal
from engine.model import Result, Tournament, Value
from ledger.acts.record import Recorded
from ledger.formats.trf.codes import is_date
from ledger.formats.trf.comments import write_comments, write_interim
from ledger.formats.trf.lines import Adjustment
from ledger.formats.trf.reader import parse
from ledger.formats.trf.round_dates import ROUND_DATES, read_round_dates
from ledger.formats.trf.writer import NO_DATES, Dialect, losses, start_numbers, write
from ledger.state import FileRest, State


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


def list_missing(state: State, dates: Mapping[int, date] = NO_DATES) -> tuple[str, ...]:
    """TRF26, column R: what the report has to say and nobody has entered, as stable words."""
    details = state.tournament.details
    dates = dates or state.schedule.dates()
    known_dates = dates or read_round_dates(parse("\n".join(state.file_rest.lines)))
    entered = {
        "place": bool(details.place.strip()),
        "federation": bool(details.federation.strip()),
        "starts": is_date(details.starts or _first_or_last(dates, min)),
        "ends": is_date(details.ends or _first_or_last(dates, max)),
        "arbiter": bool(details.arbiter.strip()),
        "round_dates": all(played.number in known_dates for played in state.tournament.rounds),
    }
    return tuple(field for field, is_there in entered.items() if not is_there)


def _first_or_last(dates: Mapping[int, date], which: Callable[[Iterable[date]], date]) -> str:
    return which(dates.values()).isoformat() if dates else ""


def _rest_of(state: State) -> FileRest:
    """Without the days of the rounds that an imported file had, as soon as they are on the schedule, or were."""
    if not state.schedule.entries:
        return state.file_rest
    lines = tuple(line for line in state.file_rest.lines if not line.startswith(ROUND_DATES))
    return replace(state.file_rest, lines=lines)


def write_report(
    state: State,
    dialect: Dialect,
    *,
    is_interim: bool = False,
    records: Iterable[Recorded] | None = None,
    dates: Mapping[int, date] = NO_DATES,
) -> Report:
    """``is_interim``: it says so; ``records``: of the log, where their comments are wanted; ``dates``: of the rounds,
    if not those of the schedule."""
    t, rest = state.tournament, _rest_of(state)
    comments = [] if records is None else list(write_comments(records, start_numbers(t, dialect)))
    if is_interim:
        comments.insert(0, write_interim(t))
    dates = dates or state.schedule.dates()
    return Report(write(t, dialect, rest=rest, comments=comments, dates=dates), losses(t, dialect, rest))
