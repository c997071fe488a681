"""``roundlog`` for scripts of many commands: loaded once, and each command runs in a fork, as a process of its own.

To load the program takes ten times as long as most commands do. The shell, its words, files and exit codes stay real;
that ``python -m displays.cli`` starts by itself is tested in ``tests/displays/cli/test_cli.py``.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from displays.cli.commands import AS_TRF, GROUPS, OF_A_FILE
from displays.cli.main import main

HOUSE = Path(__file__).parents[2]
CLIENT = """#!{python} -IS
import _socket, array, json, os, sys
line = _socket.socket(_socket.AF_UNIX)
line.connect({address!r})
streams = (_socket.SOL_SOCKET, _socket.SCM_RIGHTS, array.array("i", [0, 1, 2]))
line.sendmsg([json.dumps([os.getcwd(), sys.argv[1:]]).encode()], [streams])
sys.exit(int(line.recv(3) or 70))  # nothing: the server is gone
"""


@contextlib.contextmanager
def roundlog_in(folder: Path, environment: Mapping[str, str]) -> Iterator[Path]:
    """Puts an executable ``roundlog`` into the folder, which works for as long as the server runs."""
    address = str(folder / "server")
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(address)
        door.listen()
        server = subprocess.Popen(
            [sys.executable, "-m", "tests.displays.command_server", str(door.fileno())],
            env={**environment, "PYTHONPATH": str(HOUSE)},
            pass_fds=[door.fileno()],
        )
    command = folder / "roundlog"
    command.write_text(CLIENT.format(python=sys.executable, address=address))
    command.chmod(0o755)
    try:
        yield command
    finally:
        server.kill()
        server.wait()


def _serve(door: socket.socket) -> None:
    for module in {*GROUPS, *OF_A_FILE.values(), *(module for module, _ in AS_TRF.values())}:
        importlib.import_module(f"displays.cli.{module}")
    while True:
        line, _ = door.accept()
        asked, streams, _, _ = socket.recv_fds(line, 1 << 16, 3)
        child = os.fork()
        if not child:
            folder, words = json.loads(asked)
            _run(folder, words, streams)
        for stream in streams:
            os.close(stream)
        with line:
            line.send(b"%d" % os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))


def _run(folder: str, words: list[str], streams: list[int]) -> None:
    """In the fork, which ends here."""
    code = 70
    try:
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
        sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w")  # noqa: SIM115  # until it ends
        os.chdir(folder)
        code = main(words)
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    _serve(socket.socket(fileno=int(sys.argv[1])))
