"""The browser of the person at this machine, opened at a page."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from collections.abc import Mapping

# What the single file sets so that it finds its own libraries: a browser would find them in the place of its own.
LIBRARIES = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")


def open_browser(address: str, wait: float = 0) -> None:
    """In a thread, for some browsers come back when they are closed; ``wait``: so many seconds at most. Where there is
    no screen nothing happens: a browser for the terminal would write over what stands there."""
    if has_screen(os.environ):
        opening = threading.Thread(target=_open, args=(address,), daemon=True)
        opening.start()
        opening.join(wait)


def has_screen(environment: Mapping[str, str], platform: str = sys.platform) -> bool:
    if platform in ("win32", "darwin"):
        return True
    return any(environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def _open(address: str) -> None:
    for name in LIBRARIES if getattr(sys, "frozen", False) else ():
        before = os.environ.pop(f"{name}_ORIG", None)
        os.environ.pop(name, None)
        if before is not None:
            os.environ[name] = before
    webbrowser.open(address)
