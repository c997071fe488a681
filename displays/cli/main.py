"""The command line ``roundlog``: how it begins, and how errors end.

Exit codes: 0 done; 1 refused by a rule, overtaken by somebody, a log that does not fit, or (``check``) a round that
differs; 2 what was typed, or a file, cannot be read; 3 the log, the server or a port cannot be used now (disk full,
locked, read-only, taken, unreachable); 130 interrupted. (``doctor`` has codes of its own.)
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from displays.cli.command import glance_at
from displays.cli.commands import ROUNDLOG
from displays.cli.terminal import open_terminal, prepare_streams
from engine.errors import BadInput, RoundlogError, Unavailable

REFUSED, UNREADABLE, UNAVAILABLE, INTERRUPTED = 1, 2, 3, 130
ENGINE = "engine"  # the command whose words are those of other programs
COMPLETION = "_ROUNDLOG_COMPLETE"  # set by the script of ``roundlog completion``


def main(argv: Sequence[str] | None = None) -> int:
    prepare_streams()
    typed = sys.argv[1:] if argv is None else [*argv]
    if COMPLETION in os.environ:
        return _complete()
    if typed[:1] == [ENGINE] and not {"-h", "--help"} & set(typed):
        return _run_engine(typed[1:])
    try:
        code = _run(typed)
        sys.stdout.flush()
    except RoundlogError as error:
        asked = glance_at(typed)
        open_terminal(asked["lang"], asked["log"], asked["actor"], asked["json"]).complain(error)
        return _exit_code(error)
    except BrokenPipeError:
        # The reader (head, less) has seen enough. Python would complain once more when it closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def _run(typed: Sequence[str]) -> int:
    for word in typed:
        if any("\ud800" <= letter <= "\udfff" for letter in word):  # bytes that the terminal could not decode
            raise BadInput("not-unicode", found=ascii(word))
    try:
        with ROUNDLOG.make_context("roundlog", [*typed]) as context:
            return ROUNDLOG.invoke(context) or 0
    except click.exceptions.Exit as end:  # --help, --version
        return end.exit_code


def _exit_code(error: RoundlogError) -> int:
    if isinstance(error, Unavailable):
        return UNAVAILABLE
    return UNREADABLE if isinstance(error, BadInput) else REFUSED


def _run_engine(words: Sequence[str]) -> int:
    from displays.drop_in.main import main  # late: most commands do without it

    return main(words)


def _complete() -> int:
    from click.shell_completion import shell_complete  # late: only a shell that completes needs it

    return shell_complete(ROUNDLOG, {}, "roundlog", COMPLETION, os.environ[COMPLETION])
