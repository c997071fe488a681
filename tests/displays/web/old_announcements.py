"""A tournament of another time, whose announcements end with words or with a time of no zone."""

from __future__ import annotations

import json
from pathlib import Path

from engine.model import Details, Rules
from ledger.acts.act import Event
from ledger.acts.hall import Announced
from ledger.acts.opening import TournamentOpened
from ledger.formats.jsonl import export_stream
from ledger.store.sqlite import SqliteLog
from tests.ledger.store.logs import record

PAST = "2020-05-01T18:00:00Z"
# What the server finds in a text, and the browser finds too (tests/js/texts.test.js).
TEXTS = json.loads((Path(__file__).parents[2] / "js" / "moments.json").read_text("utf-8"))
ENDLESS: list[str] = TEXTS["none"]
ENDING: dict[str, int] = TEXTS["moments"]  # in milliseconds


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
