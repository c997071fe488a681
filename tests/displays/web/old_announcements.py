"""A tournament of another time, whose announcements end with words or with a time of no zone."""

from __future__ import annotations

from pathlib import Path

from engine.model import Details, Rules
from ledger.acts.act import Event
from ledger.acts.hall import Announced
from ledger.acts.opening import TournamentOpened
from ledger.formats.jsonl import export_stream
from ledger.store.sqlite import SqliteLog
from tests.ledger.store.logs import record

PAST = "2020-05-01T18:00:00Z"
ENDLESS = (
    *("after round 5", "2020-05-01T18:00", "2020-05-01", "18:00", "2020-05-01 18:00+02:00", "2020-02-30T10:00:00Z"),
    *("2020-05-01T24:00Z", "2020-05-01T18:00+24:00", "0000-01-01T00:00Z", "1588356000000", "", f"{PAST}\n"),
)
ENDING = {
    PAST: 1588356000000,
    "2020-05-01T18:00Z": 1588356000000,
    "2020-05-01T20:00:00+02:00": 1588356000000,
    "2020-05-01T20:00:00.250999+02:00": 1588356000250,
    "2020-02-29T00:00:00-05:30": 1582954200000,
}


def exported(folder: Path, stream: str, *untils: str) -> Path:
    """The file that is imported: an announcement for each."""
    opened = TournamentOpened(details=Details("Old club"), rules=Rules("by-hand", 9))
    told = [
        Announced(announcement=at, text=f"Until {until!r}", until=until) for at, until in enumerate(untils, start=2)
    ]
    events: list[Event] = [opened, *told]
    with SqliteLog(folder / f"{stream}.db") as log:
        record(log, stream, *events)
        export_stream(log, stream, folder / f"{stream}.jsonl")
    return folder / f"{stream}.jsonl"
