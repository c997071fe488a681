"""Where a command writes to: sentences on one side, complaints and progress on the other."""

from __future__ import annotations

import os
import re
import sys
import threading
import time
from fractions import Fraction
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, TextIO

from displays.cli.account import find_reader_language
from displays.words.language import Language, language
from displays.words.problems import problem_json
from engine.errors import BadInput, Refusal, RoundlogError

WIDTH = 30
BETWEEN = 0.1  # seconds between two pictures: a terminal is slow


class ServerAccess(NamedTuple):
    """A server that is asked in place of a file, and the key that is shown to it; empty: none."""

    url: str
    key: str


class Terminal:
    """The reader's language and choices, and the two streams."""

    def __init__(
        self,
        language: Language,
        log: Path,
        actor: str,
        as_json: bool,
        server: ServerAccess | None = None,
        *,
        has_typed_actor: bool = False,
    ) -> None:
        self.language = language
        self.actor = actor
        self.as_json = as_json
        self.server = server
        self._log = log
        self._has_typed_actor = has_typed_actor

    @property
    def log(self) -> Path:
        """The file. Whoever is pointed at a server must not write to a file beside them by mistake."""
        self.check_file()
        return self._log

    def check_file(self) -> None:
        """For what is done on the machine of the log alone."""
        if self.server is not None:
            raise BadInput("only-beside-the-log", server=self.server.url)

    def check_actor(self) -> None:
        """Behind a server nobody can say that they are somebody else."""
        if self.server is not None and self._has_typed_actor:
            raise BadInput("key-says-who", server=self.server.url)

    def say(self, text: str) -> None:
        print(text, file=sys.stdout)

    def flush(self) -> None:
        """For who waits on the other end of a pipe."""
        sys.stdout.flush()

    def warn(self, text: str) -> None:
        print(text, file=sys.stderr)

    def give(self, document: bytes) -> None:
        """JSON, exactly these bytes and a line feed."""
        print(document.decode(), file=sys.stdout)

    def confirm(self, needed: Refusal) -> None:
        """Who does not type yes has confirmed nothing."""
        if not self.ask(needed):
            raise Refusal("not-confirmed")

    def ask(self, needed: Refusal) -> bool | None:
        """Shows what follows, and reads a line: whether it was yes. None: there was nobody to read it from.

        A script says yes on its standard input, once for each question.
        """
        for one in (needed, *needed.problems):
            self.warn(self.language.sentence(one))
        yes = self.language.word("yes")
        print(self.language.phrase("type-yes", yes=yes), end=" ", file=sys.stderr, flush=True)
        said = sys.stdin.readline()
        if not sys.stdin.isatty():  # nobody has ended the line
            self.warn("")
        return said.strip().casefold() == yes.casefold() if said else None

    def complain(self, error: RoundlogError) -> None:
        if self.as_json:
            self.warn(problem_json(error, self.language).decode())
            return
        for one in error.problems or (error,):
            self.warn(" ".join(filter(None, ("roundlog:", self.language.sentence(one), self.language.hint(one)))))


def open_terminal(
    lang: str | None,
    log: str | None,
    actor: str | None,
    as_json: bool,
    server: ServerAccess | None = None,
) -> Terminal:
    """What was not said is said by the environment."""
    path = Path(log or os.environ.get("ROUNDLOG_LOG") or "roundlog.db")
    name = actor or os.environ.get("USER") or os.environ.get("USERNAME") or "cli"
    spoken = language(lang or find_reader_language(os.environ))
    return Terminal(spoken, path, name, bool(as_json), server, has_typed_actor=actor is not None)


def find_server(server: str | None, key_file: str | None, log: str | None) -> ServerAccess | None:
    """The server that was named, by an option or by the environment, with the key to it. None: a file.

    There is no option for the key itself: everybody on the machine can see what a command was started with.
    """
    if server and log:
        raise BadInput("not-both", arguments=("--log", "--server"))
    told = None if log else os.environ.get("ROUNDLOG_SERVER")
    if not server and told and os.environ.get("ROUNDLOG_LOG"):
        raise BadInput("not-both", arguments=("ROUNDLOG_LOG", "ROUNDLOG_SERVER"))
    url = server or (read_server(told) if told else None)
    if url is None:
        if key_file:
            raise BadInput("argument-missing", arguments=("--server",))
        return None
    return ServerAccess(url, read_key(key_file))


def read_server(text: str) -> str:
    """``https://chess.example``, also below a path."""
    if not re.fullmatch(r"https?://[!-~]+", text) or any(sign in text for sign in "?#@"):
        raise BadInput("address-unreadable", value=text)
    return text.rstrip("/")


def _read_file(path: str) -> str:
    try:
        return Path(path).read_bytes().decode(errors="replace")
    except FileNotFoundError as error:
        raise BadInput("no-such-file", path=path) from error
    except OSError as error:
        raise BadInput("unreadable-file", path=path, reason=error.strerror or "") from error


def read_key(key_file: str | None) -> str:
    """To another server: from a file, or from the environment."""
    key = (_read_file(key_file) if key_file else os.environ.get("ROUNDLOG_KEY", "")).strip()
    if not re.fullmatch(r"[!-~]*", key):
        raise BadInput("key-unreadable")
    return key


class Working:
    """The seconds gone by, on a terminal, while something takes longer than one; silence everywhere else."""

    def __init__(self, language: Language, stream: TextIO | None = None, second: float = 1.0) -> None:
        self._language = language
        self._stream = sys.stderr if stream is None else stream
        self._second = second
        self._is_done = threading.Event()
        self._thread = threading.Thread(target=self._tell, daemon=True)

    def __enter__(self) -> None:
        if self._stream.isatty():
            self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._is_done.set()
        if self._thread.ident is not None:
            self._thread.join()

    def _tell(self) -> None:
        width, seconds = 0, 0
        while not self._is_done.wait(self._second):
            seconds += 1
            text = self._language.phrase("working", seconds=seconds)
            width = len(text)
            self._write(f"\r{text}")
        if width:
            self._write(f"\r{' ' * width}\r")

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()


class Progress:
    """A bar on a terminal, once the work takes longer than a second; silence everywhere else."""

    def __init__(self, total: int, stream: TextIO | None = None, patience: float = 1.0) -> None:
        self._total = total
        self._done = Fraction(0)
        self._stream = sys.stderr if stream is None else stream
        self._next = time.monotonic() + patience
        self._drawn = 0  # letters that stand on the terminal

    def __enter__(self) -> Progress:
        return self

    def step(self, share: Fraction | int = 1) -> None:
        """One of the total is done, or a part of one."""
        self._done += share
        if self._stream.isatty() and time.monotonic() >= self._next:
            self._next = time.monotonic() + BETWEEN
            self._draw(self._picture())

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._drawn:
            self._draw(" " * self._drawn)
            self._stream.write("\r")
            self._stream.flush()

    def _picture(self) -> str:
        done = self._done / max(self._total, 1)
        full = int(WIDTH * done)
        return f"{'█' * full}{'░' * (WIDTH - full)} {int(100 * done):3} %"

    def _draw(self, text: str) -> None:
        self._drawn = len(text)
        self._stream.write(f"\r{text}")
        self._stream.flush()


def prepare_streams() -> None:
    """UTF-8 whatever the terminal says it is; a sign that cannot be written is replaced, never an exception."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
