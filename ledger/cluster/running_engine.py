"""An engine that runs already: found by its process number, known by its command line and by what it answers."""

from __future__ import annotations

import errno
import os
import socket
import subprocess
import sys
from pathlib import Path

import msgspec

from engine.errors import Unavailable
from engine.model import Value
from ledger.cluster.engine_configuration import listening_host, path_of_configuration, path_of_pid
from ledger.cluster.node_list import EngineAddress

SECONDS_TO_ANSWER = 1.0
LONGEST_GREETING = 65536


class Greeting(Value, frozen=True):
    """What an engine says to whoever connects, before it asks for a certificate."""

    server_name: str = ""


def find_pid(folder: Path, own: EngineAddress) -> int | None:
    """Of the engine that was started in this folder, if it still runs."""
    try:
        pid = int(path_of_pid(folder).read_text("ascii"))
    except (OSError, ValueError):
        return None
    return pid if pid > 0 and is_alive(pid, folder, own) else None


def is_alive(pid: int, folder: Path, own: EngineAddress) -> bool:
    """And it is the engine of this folder: a number is given to another process sooner or later.

    Where the system does not tell what a process is, an engine of this name that answers at the port must do.
    """
    if sys.platform == "win32":
        return is_answering(own)
    return os.fsencode(path_of_configuration(folder)) in _read_command_line(pid)


def is_answering(own: EngineAddress) -> bool:
    """At its port, under its name. No password is sent: whoever answers is not known to be ours for sure."""
    greeting = _hear_greeting(_near(listening_host(own)), own.port)
    return greeting is not None and greeting.server_name == own.server_name


def check_port(host: str, port: int) -> None:
    """Nobody else listens there. (Another reason why nobody can is told by the engine itself.)"""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_STREAM) as trial:
            if os.name != "nt":  # there it would mean: take it away from whoever has it
                trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind((host, port))
            trial.listen(1)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise Unavailable("engine-port-taken", host=host, port=port) from error


def _near(host: str) -> str:
    """Who listens everywhere is found here too."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)


def _hear_greeting(host: str, port: int) -> Greeting | None:
    """``INFO {…}``, the first line of the protocol."""
    heard = b""
    try:
        with socket.create_connection((host, port), timeout=SECONDS_TO_ANSWER) as connection:
            while b"\n" not in heard and len(heard) < LONGEST_GREETING:
                part = connection.recv(4096)
                if not part:
                    return None
                heard += part
    except OSError:
        return None
    word, _, rest = heard.partition(b" ")
    try:
        return msgspec.json.decode(rest.partition(b"\n")[0], type=Greeting) if word == b"INFO" else None
    except msgspec.DecodeError:
        return None


def _read_command_line(pid: int) -> bytes:
    """Empty, if there is no such process, or it has ended and only its parent does not know yet."""
    if sys.platform == "linux":
        try:
            return Path(f"/proc/{pid}/cmdline").read_bytes()
        except OSError:
            return b""
    asked = subprocess.run(["ps", "-ww", "-o", "command=", "-p", str(pid)], capture_output=True, check=False)
    return asked.stdout
