"""Requests, counted for ``/metrics``: how they were answered, and which errors and refusals there were.

Labels are few: classes of statuses, and codes, of which there are as many as in ``errors.json``.
"""

from __future__ import annotations

from collections import Counter

READING = frozenset({"GET", "HEAD", "OPTIONS"})


class RequestCounts:
    """Since the server was started; in the loop alone."""

    def __init__(self) -> None:
        self.by_status: Counter[str] = Counter()  # ``2xx`` …
        self.errors: Counter[str] = Counter()  # by code: answered with 5xx
        self.refused: Counter[str] = Counter()  # by code: writes that were answered with 4xx

    def note_status(self, status: int) -> None:
        self.by_status[f"{status // 100}xx"] += 1

    def note_problem(self, code: str, status: int, method: str) -> None:
        if status >= 500:
            self.errors[code] += 1
        elif method not in READING:
            self.refused[code] += 1
