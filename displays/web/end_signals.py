"""Signals that end a server: all of them like Ctrl+C, so that it cleans up."""

from __future__ import annotations

import signal
import sys
import threading

if sys.platform == "win32":
    import ctypes
    from ctypes import wintypes

CLOSED, LOGGED_OFF, SHUT_DOWN = 2, 5, 6  # what Windows tells a program in a window (CTRL_CLOSE_EVENT …)
SECONDS = 4.5  # Windows ends it five seconds after that


def end_in_order() -> None:
    """A server that is told to end (docker stop, systemd), or whose window is closed; not one that was told to outlive
    its window, with nohup."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    if sys.platform == "win32":
        _watch_window()
    elif signal.getsignal(signal.SIGHUP) is signal.SIG_DFL:
        signal.signal(signal.SIGHUP, lambda *_: signal.raise_signal(signal.SIGTERM))


if sys.platform == "win32":

    def _watch_window() -> None:
        """Windows tells of its end in a thread of its own, and ends the program when that returns: so it waits there
        until the program has ended by itself, or the time is up."""

        def on_event(event: int) -> bool:
            if event not in (CLOSED, LOGGED_OFF, SHUT_DOWN):
                return False
            signal.raise_signal(signal.SIGINT)
            threading.Event().wait(SECONDS)
            return True

        handler = ctypes.WINFUNCTYPE(wintypes.BOOL, wintypes.DWORD)(on_event)
        _KEPT.append(handler)
        ctypes.windll.kernel32.SetConsoleCtrlHandler(handler, True)

    _KEPT: list[object] = []  # as long as the program runs: Windows calls them
