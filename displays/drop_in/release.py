"""The release, as the engine says it when it is asked and under its check-lists."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def release() -> str:
    try:
        return f"Roundlog {version('roundlog')}, FIDE (Dutch) System"
    except PackageNotFoundError:
        return "Roundlog, FIDE (Dutch) System"
