"""Work that takes as long as a test wants: until a file is there. (It imports nothing: a process starts with it.)"""

from __future__ import annotations

import os
import time
from pathlib import Path


def wait_for(gate: Path, begun: Path) -> int:
    """It says which process it has begun in."""
    begun.write_text(str(os.getpid()))
    while not gate.exists():
        time.sleep(0.005)
    return os.getpid()
