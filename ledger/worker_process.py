"""One process beside the server: it works out one thing at a time, and can be killed in the middle of it."""

from __future__ import annotations

import os
import signal
import threading
import traceback
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

NICENESS = 5  # the loop that serves the hall goes first


class ProcessDied(Exception):
    """Before it answered."""


class ProcessTookTooLong(Exception):
    """And was killed."""


class WorkerProcess:
    """Who asks waits for the answer: ask from a thread."""

    def __init__(self) -> None:
        import multiprocessing  # late: most commands of the command line start no process

        # A child that begins anew: a fork would copy the log's thread in the middle of whatever it does.
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()

    @property
    def pid(self) -> int:
        return self._process.pid or 0

    def ask(self, call: Callable[[], Any], limit: float | None = None) -> Any:
        """What it gives, called there, within so many seconds. Its errors come back as they are."""
        try:
            self._connection.send(call)
            if not self._connection.poll(limit):
                self.kill()
                raise ProcessTookTooLong
            is_made, made = self._connection.recv()
        except (EOFError, OSError) as end:
            raise ProcessDied from end
        if not is_made:
            raise made
        return made

    def kill(self) -> None:
        """Whoever waits for an answer is told at once that there will be none."""
        self._process.kill()


def _serve(connection: Connection) -> None:
    prepare_process()
    while True:
        try:
            call = connection.recv()
        except EOFError:  # the server has ended
            return
        try:
            answer = True, call()
        except Exception as error:
            error.add_note(traceback.format_exc())  # a traceback itself does not travel
            answer = False, error
        connection.send(answer)


def prepare_process() -> None:
    """Ctrl+C reaches every process of a terminal: the server hears it, and closes the worker when it is done."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "SIGHUP"):  # by which the server is restarted, and ends its processes itself
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    threading.Thread(target=_end_with_the_server, daemon=True).start()


def _end_with_the_server() -> None:
    """A server that was killed closes nothing: nobody would ever ask here again."""
    import multiprocessing  # late, as above

    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(1)
