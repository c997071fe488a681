"""Times of records: when the log has something, which is the proof that it was told in time."""

from __future__ import annotations

from ledger.desk import Desk


def time_of_record(desk: Desk, stream: str, version: int) -> str:
    """Empty: no record gave it (the pairing itself did)."""
    record = next(desk.log.read(stream, after=version - 1, upto=version), None) if version else None
    return "" if record is None else record.at
