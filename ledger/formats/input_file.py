"""The content of a file that somebody named: that it is not there, or cannot be read, is said in our words."""

from __future__ import annotations

import os
from pathlib import Path

from engine.errors import BadInput


def read_content(path: str | os.PathLike[str]) -> bytes:
    try:
        return Path(path).read_bytes()
    except FileNotFoundError as error:
        raise BadInput("no-such-file", path=os.fspath(path)) from error
    except OSError as error:
        raise BadInput("unreadable-file", path=os.fspath(path), reason=error.strerror or "") from error
