"""The release, as the engine says it when it is asked and under its check-lists."""

from __future__ import annotations

from displays.release.version import find_number


def release() -> str:
    """Without the commit: a program that asks is not kept waiting for git."""
    return f"Roundlog {find_number()}, FIDE (Dutch) System"
