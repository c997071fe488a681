"""Golden cases: from the project's own folder, or from ``$ROUNDLOG_CASES/<folder>`` when that is set.

A folder without a case is an error, never a silent skip.
"""

from __future__ import annotations

import os
from pathlib import Path


def cases(folder: str, own: Path, pattern: str = "*.json") -> list[Path]:
    """The case files of one system, by name: those of ``$ROUNDLOG_CASES/<folder>``, or the project's ``own``."""
    outside = os.environ.get("ROUNDLOG_CASES")
    place = Path(outside) / folder if outside else own
    found = sorted(place.glob(pattern))
    if not found:
        raise FileNotFoundError(f"no golden case {pattern} in {place}")
    return found
