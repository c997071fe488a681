"""A process in which parts of the system are missing, as they are on other machines; then it is the command line.

``python -m tests.other_system uvloop,httptools start`` blocks these modules; the name ``windows`` stands for all that
our modules would find otherwise on Windows. Only what is ours believes to be there: Python and the libraries were
loaded before, so that what they do for Windows is not tried here. os.name stays, for pathlib asks it each time.
"""

from __future__ import annotations

import asyncio
import ctypes
import fcntl
import functools
import http.server
import importlib.abc
import locale
import multiprocessing.popen_spawn_posix
import os
import signal
import sys
import threading
import time
import types
from collections.abc import Callable, Sequence
from ctypes import wintypes
from pathlib import Path
from typing import Any

import click.testing
import nats
import segno
import sqlite_utils
import starlette.applications
import uvicorn

LOADED = (http.server, multiprocessing.popen_spawn_posix, click.testing, segno, sqlite_utils, starlette, uvicorn, nats)
OF_POSIX = ("fcntl", "resource", "pwd", "termios", "grp", "uvloop", "pysqlite3")
DUTCH, CLOSED, DISPLAY_NAME = 0x0413, 2, 3
KNOWN_PERSON = "Anna Visser"
Handler = Callable[[int], bool]


class Blocker(importlib.abc.MetaPathFinder):
    def __init__(self, names: Sequence[str]) -> None:
        self._names = frozenset(names)

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if name.partition(".")[0] in self._names:
            raise ModuleNotFoundError(f"No module named {name!r} on this machine", name=name)


def block(names: Sequence[str]) -> None:
    for loaded in [name for name in sys.modules if name.partition(".")[0] in names]:
        del sys.modules[loaded]
    sys.meta_path.insert(0, Blocker(names))


def pretend_windows(home: Path) -> None:
    """``os.startfile`` notes what the browser is to open; the window is closed when the file ``close`` is there."""
    handlers: list[Handler] = []
    sys.modules["msvcrt"] = msvcrt = types.ModuleType("msvcrt")
    vars(msvcrt).update(LK_NBLCK=2, locking=_lock)
    block(OF_POSIX)
    for owner, names in ((os, ("nice", "fchmod", "getuid")), (signal, ("SIGHUP",))):
        for name in names:
            vars(owner).pop(name)
    windows = types.SimpleNamespace(
        kernel32=types.SimpleNamespace(
            SetConsoleCtrlHandler=lambda handler, _: handlers.append(handler), GetUserDefaultUILanguage=lambda: DUTCH
        ),
        secur32=types.SimpleNamespace(GetUserNameExW=_find_name),
    )
    vars(ctypes).update(windll=windows, WINFUNCTYPE=ctypes.CFUNCTYPE, wintypes=wintypes)
    vars(asyncio)["ProactorEventLoop"] = asyncio.SelectorEventLoop
    vars(os)["startfile"] = functools.partial(_open, home)
    threading.Thread(target=_close_window, args=(home, handlers), daemon=True).start()
    sys.platform = "win32"


def _lock(descriptor: int, mode: int, size: int) -> None:
    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _find_name(what: int, room: Any, size: Any) -> int:
    assert what == DISPLAY_NAME
    room.value = KNOWN_PERSON
    return 1


def _open(home: Path, address: str) -> None:
    with open(home / "opened", "a") as opened:
        opened.write(f"{address}\n")


def _close_window(home: Path, handlers: list[Handler]) -> None:
    """In a thread of its own, as Windows does it."""
    while not (home / "close").exists():
        time.sleep(0.05)
    assert [handler(CLOSED) for handler in handlers] == [True]


if __name__ == "__main__":
    assert locale.windows_locale[DUTCH] == "nl_NL"
    missing, *words = sys.argv[1:]
    if missing == "windows":
        pretend_windows(Path(os.environ["HOME"]))
    else:
        block(missing.split(","))
    from displays.cli.main import main

    sys.exit(main(words))
