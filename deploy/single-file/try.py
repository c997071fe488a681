"""Tries the single file on the system that built it: starts it, asks it for its pages, ends it, starts it again.

``python deploy/single-file/try.py FILE``; with the Python that built it and nothing else, so that it runs on all three
systems. ``make test-all`` tries more of it on Linux (tests/packages/test_single_file.py).
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

IS_WINDOWS = sys.platform == "win32"
LINK = re.compile(r"(http://127\.0\.0\.1:\d+)(/key/\S+)")
STREAM = "tried"


def try_file(program: Path) -> None:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        log = Path(home) / "roundlog.db"
        with start(program, log) as (address, link):
            assert b"sign_in_at_once.js" in read(address + link)
            assert b"Roundlog" in read(address)  # made in a process of its own
        for words in (
            ("open", STREAM, "--name", "Tried", "--rounds", "3", "--system", "fide-dutch-2026"),
            ("register", STREAM, "Anna", "--rating", "2000"),
            ("register", STREAM, "Bram", "--rating", "1900"),
            ("first-colour", STREAM, "--colour", "white"),
            ("pair", STREAM, "1"),
            ("publish", STREAM, "1"),
            ("verify",),
        ):
            run(program, log, *words)
        with start(program, log) as (address, _):
            assert b"Bram" in read(f"{address}/t/{STREAM}")
            again = run(program, log, "start", "--no-browser")
            assert address in again, again
    print(f"{program}: {run(program, Path('none.db'), '--version').strip()}")


@contextmanager
def start(program: Path, log: Path) -> Iterator[tuple[str, str]]:
    """Until it says where it is; at the end it is told to end as a closed window or Ctrl+C does it."""
    words = [str(program), "--log", str(log), "start", "--no-browser", "--lang", "en"]
    options = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP} if IS_WINDOWS else {}
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, encoding="utf-8", **options)
    try:
        found = next(found for line in process.stdout if (found := LINK.search(line)))
        yield found[1], found[2]
        process.send_signal(signal.CTRL_BREAK_EVENT if IS_WINDOWS else signal.SIGINT)
        code = process.wait(60)
        assert code == 0 or IS_WINDOWS, code
    finally:
        process.kill()


def run(program: Path, log: Path, *words: str) -> str:
    environment = {**os.environ, "ROUNDLOG_LANG": "en"}
    done = subprocess.run(
        [str(program), "--log", str(log), *words], capture_output=True, text=True, encoding="utf-8", env=environment
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def read(address: str) -> bytes:
    with urllib.request.urlopen(address, timeout=60) as answer:
        return answer.read()


if __name__ == "__main__":
    try_file(Path(sys.argv[1]).resolve())
