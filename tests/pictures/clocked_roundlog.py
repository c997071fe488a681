"""``roundlog`` with a clock and chance that are the same each time: a picture changes only when the product does.

The clock stands still, and goes on with each record of the log. ``python -m tests.pictures.clocked_roundlog …``
"""

from __future__ import annotations

import itertools
import os
import random
import sys
from collections import defaultdict
from datetime import UTC, datetime, timedelta

import time_machine

BEGIN = datetime(2026, 11, 21, 12, 30, tzinfo=UTC)
BETWEEN_RECORDS = timedelta(seconds=4)


def main(words: list[str]) -> int:
    """What is loaded takes its chance and its clock from here, so it is loaded later."""
    counts: dict[int, itertools.count[int]] = defaultdict(itertools.count)

    def take_bytes(size: int) -> bytes:
        """Of each size in turn: keys do not depend on how often something else was drawn meanwhile."""
        return random.Random(next(counts[size])).randbytes(size)

    os.urandom = take_bytes
    random._urandom = take_bytes  # type: ignore[attr-defined]  # which ``secrets`` asks
    with time_machine.travel(BEGIN, tick=False) as clock:
        from displays.cli.main import main as roundlog
        from ledger.store.sqlite import SqliteLog

        def date_record() -> datetime:
            clock.shift(BETWEEN_RECORDS)
            return datetime.now(UTC)

        defaults = SqliteLog.__init__.__kwdefaults__
        assert defaults is not None
        defaults["clock"] = date_record
        return roundlog(words)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
