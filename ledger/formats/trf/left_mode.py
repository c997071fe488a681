"""FIDE mode that was left before a file was written: ``### FIDE mode exited @ Round 3: why``, of others too."""

from __future__ import annotations

import re
from collections.abc import Iterable

from engine.model import Value

# Behind the reason our own comments have the version and the beginning of the hash of that record.
_LEFT = re.compile(
    r"###\s*FIDE mode exited\b(?:[^0-9:]*?Round\s+(?P<round>[0-9]{1,3}))?[^:]*(?::\s*(?P<reason>.*?))?"
    r"(?:\s*\(version [0-9]+, [0-9a-f]+\))?\s*",
    re.IGNORECASE,
)
UNSAID = "### FIDE mode exited"  # as reason, where the file has none


class LeftMode(Value, frozen=True):
    before: int  # the round that was not paired yet
    reason: str


def find_left_mode(lines: Iterable[str]) -> LeftMode | None:
    """VCL4THP 45: it stays left, wherever the tournament goes on. The first of several: there is no way back."""
    found = (match for line in lines if (match := _LEFT.fullmatch(line)))
    first = next(found, None)
    if first is None:
        return None
    return LeftMode(int(first["round"] or 1), (first["reason"] or "").strip() or UNSAID)
