"""Reports that were sent, beside what the log says now: the file made once more as it was then, and the difference."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from engine.model import Result, Round, Value
from ledger.acts.evolve import fold
from ledger.acts.rating_corrections import RatingCorrected
from ledger.acts.record import Recorded
from ledger.formats.trf.difference import ReportChange, compare_reports
from ledger.formats.trf.report import write_report
from ledger.formats.trf.writer import Dialect
from ledger.state import SentReport, State


class SentFile(Value, frozen=True):
    """A report that was sent, with who recorded it and when. ``is_as_written``: the file was what the log gives for
    that moment; otherwise it was changed by hand, or written by another edition of the program."""

    sent: SentReport
    at: str
    actor: str
    is_as_written: bool
    changes: tuple[ReportChange, ...]  # between the report of then and of now


def hash_report(text: str) -> str:
    """Of the file, byte for byte."""
    return hashlib.sha256(text.encode()).hexdigest()


def list_sent(records: Sequence[Recorded]) -> tuple[SentFile, ...]:
    """Newest first. ``records``: all of the tournament."""
    state = fold(recorded.event for recorded in records)
    if state is None:
        return ()
    return tuple(_as_sent_file(sent, records, state) for sent in reversed(state.sent_reports))


def _as_sent_file(sent: SentReport, records: Sequence[Recorded], now: State) -> SentFile:
    recorded = records[sent.record - 1]
    then = fold(one.event for one in records[: sent.version])
    assert then is not None  # ``version`` is one that there was
    comments = records[: sent.version] if sent.has_comments else None
    dialect = Dialect(sent.dialect)
    text = write_report(then, dialect, is_interim=sent.is_interim, records=comments).text
    changes = compare_reports(text, write_report(now, dialect).text)
    return SentFile(sent, recorded.at, recorded.actor, hash_report(text) == sent.sha256, changes)


def rounds_corrected_since_sent(state: State) -> tuple[int, ...]:
    """In which results or colours were settled anew after the last final report was made, be it for the report alone.
    (What comes in after an interim one is what everybody expects.)"""
    final = next((sent for sent in reversed(state.sent_reports) if not sent.is_interim), None)
    if final is None:
        return ()
    anew = {played.number for played in state.tournament.rounds if _newest_in(played) > final.version}
    return tuple(sorted(anew | _rated_otherwise(state, final.version)))


def _newest_in(played: Round) -> int:
    return max([*(board.since for board in played.boards), *(out.since for out in played.sitouts)], default=0)


def _rated_otherwise(state: State, version: int) -> set[int]:
    """Rounds of boards that the report has otherwise than at ``version``, by corrections for it alone."""
    before: dict[tuple[int, int], Result] = {}
    for number, reversal in sorted(state.reversals.items()):
        event = reversal.event
        if number > version and isinstance(event, RatingCorrected):
            before.setdefault((event.round, event.board), event.old)
    now = {
        (played.number, place): board.rated_as or board.result
        for played in state.tournament.rounds
        for place, board in enumerate(played.boards, start=1)
    }
    return {at[0] for at, result in before.items() if at in now and now[at] is not result}
