"""Version of the static files: a screen that has been on for weeks notices new scripts and styles."""

from __future__ import annotations

import hashlib
from pathlib import Path

STATIC = Path(__file__).with_name("static")


def _digest() -> str:
    found = hashlib.sha256()
    for path in sorted(STATIC.rglob("*")):
        if path.is_file():
            found.update(path.relative_to(STATIC).as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:16]


STATIC_VERSION = _digest()
