"""``roundlog restart``: the server that has the log becomes a new process (``displays/web/restart.py``)."""

from __future__ import annotations

import os
import signal
import sys

from displays.cli.command import Namespace, Subcommand
from displays.cli.terminal import Terminal
from displays.web.log_lines import SECTION
from displays.web.server_lock import is_locked
from displays.web.server_note import read_note
from engine.errors import Unavailable


def _restart(args: Namespace, terminal: Terminal) -> None:
    """The server says in its log what becomes of it."""
    noted = read_note(terminal.log) if is_locked(terminal.log) else None
    if noted is None:
        raise Unavailable("log-has-no-server", path=str(terminal.log))
    if sys.platform == "win32" or not noted.process:
        raise Unavailable("restart-not-here")
    try:
        os.kill(noted.process, signal.SIGHUP)
    except OSError as error:
        raise Unavailable("server-not-ours", process=noted.process) from error
    terminal.say(terminal.language.phrase("told-to-restart", section=SECTION, process=noted.process))


COMMANDS = {"restart": Subcommand((), _restart)}
