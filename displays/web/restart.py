"""Restart in place: on SIGHUP the server ends what is under way and becomes a new process of the program.

Its number stays the same (``exec``), so whoever looks after it sees no end. The listening sockets stay open and are
handed on: who connects meanwhile waits, and is not refused. Before anything ends the new program is asked whether it
would start (``serve --check``); if not, the old one goes on. Where there is no SIGHUP (Windows) a server is stopped
and started; the single file too, for what it has unpacked is of the old program.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from typing import Protocol

from displays.web.listening import hand_on_listeners

IS_POSSIBLE = sys.platform != "win32" and not getattr(sys, "frozen", False)
CHECK = "--check"
RESTARTED = "ROUNDLOG_RESTARTED"  # in the environment of the new program: SIGHUP is ignored until it can be heard
LONGEST_CHECK = 60.0  # seconds for the new program to say whether it would start
LONGEST_WORK = 60.0  # seconds for pairings and the like that are worked out; they would have to begin again
CHILDREN_END_WITHIN = 5.0
_LOGGER = logging.getLogger("roundlog")


class Stoppable(Protocol):
    should_exit: bool


class Restart:
    """Of a server that runs. ``is_busy``: something is worked out whose end is worth waiting for."""

    def __init__(self, command: Sequence[str] | None = None) -> None:
        self.command = find_command() if command is None else [*command]
        self.is_due = False
        self.is_busy: Callable[[], bool] = lambda: False
        self._is_asked_for = False
        self._has_terminal = _has_terminal()
        self._task: asyncio.Task[None] | None = None
        self._main: list[socket.socket] = []
        self._hall: list[socket.socket] = []  # of the second listener

    # -- while the server runs -----------------------------------------------------------------------------------------

    def listen_for_signal(self) -> bool:
        """Whether it hears it: a server that is to outlive its terminal (``nohup``) ignores SIGHUP, and goes on to."""
        if sys.platform == "win32" or not IS_POSSIBLE:
            return False
        was_ignored = signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
        if os.environ.pop(RESTARTED, "") or not was_ignored:
            signal.signal(signal.SIGHUP, lambda *_: self.ask())
            return True
        return False

    def ask(self) -> None:
        self._is_asked_for = True

    def begin_if_asked(self, server: Stoppable) -> None:
        """Ten times a second."""
        if not self._is_asked_for or (self._task is not None and not self._task.done()):
            return
        self._is_asked_for = False
        if self._has_terminal and not _has_terminal():  # its window was closed: it is to end
            server.should_exit = True
            return
        self._task = asyncio.get_running_loop().create_task(self._prepare(server))

    async def _prepare(self, server: Stoppable) -> None:
        """The server goes on meanwhile."""
        _LOGGER.info("restart-asked", extra={"facts": {}})
        problem = await asyncio.to_thread(self.find_problem)
        if problem:
            _LOGGER.error("restart-refused", extra={"facts": {"problem": problem}})
            return
        until = time.monotonic() + LONGEST_WORK
        while self.is_busy() and time.monotonic() < until:
            await asyncio.sleep(0.1)
        self.is_due = server.should_exit = True

    def find_problem(self) -> str:
        """Why the new program would not start; empty: it would."""
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        try:
            told = subprocess.run(
                [*self.command, CHECK],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                env=environment,
                timeout=LONGEST_CHECK,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            return str(error)
        lines = told.stderr.decode(errors="replace").strip().splitlines()
        return (lines or [f"exit code {told.returncode}"])[-1] if told.returncode else ""

    def keep(self, main: Sequence[socket.socket], hall: Sequence[socket.socket]) -> None:
        """They stay open, whoever closes them now."""
        self._main, self._hall = [one.dup() for one in main], [one.dup() for one in hall]

    # -- when it has ended ---------------------------------------------------------------------------------------------

    def become_new_program(self) -> None:
        """It does not return."""
        wait_for_children()
        hand_on_listeners(self._main, self._hall, os.environ, os.getpid())
        os.environ[RESTARTED] = "1"
        if sys.platform != "win32":
            signal.signal(signal.SIGHUP, signal.SIG_IGN)
        logging.shutdown()
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        os.execv(self.command[0], self.command)


def find_command() -> list[str]:
    """As this process was started, with this Python."""
    return [sys.executable, *sys.orig_argv[1:]]


def wait_for_children() -> None:
    """They were told to end. Of those that are left the new program would know nothing, and never take them away."""
    if sys.platform == "win32":  # where nothing is restarted
        return
    tracker = sys.modules.get("multiprocessing.resource_tracker")
    if tracker is not None:
        os.close(tracker.getfd())  # it ends when nobody can speak to it any more
    until = time.monotonic() + CHILDREN_END_WITHIN
    with contextlib.suppress(ChildProcessError):  # there is none left
        while time.monotonic() < until:
            ended, _ = os.waitpid(-1, os.WNOHANG)
            if not ended:
                time.sleep(0.01)


def _has_terminal() -> bool:
    """That closes the server when it is closed."""
    try:
        os.close(os.open("/dev/tty", os.O_RDWR))
    except OSError:
        return False
    return True
