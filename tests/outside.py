"""Cases that none of the authors wrote: files and figures of other programs, which stay with the oracle.

They are read from ``outside`` in ``$ROUNDLOG_CASES`` or beside the project; where it is not there, the tests that need
it are skipped and say so.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

OUTSIDE = Path(os.environ.get("ROUNDLOG_CASES", Path(__file__).parents[2] / "shared" / "oracle")) / "outside"

needs_outside = pytest.mark.skipif(not OUTSIDE.is_dir(), reason=f"the cases from outside are not here: {OUTSIDE}")


def outside(path: str) -> list[dict[str, Any]]:
    """The list of cases in one JSON file; nothing, where the folder is not there."""
    if not OUTSIDE.is_dir():
        return []
    cases: list[dict[str, Any]] = json.loads((OUTSIDE / path).read_text(encoding="utf-8"))
    return cases
