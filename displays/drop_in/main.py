"""``roundlog-engine``: what was asked for is done, and every failure has the exit code that bbpPairings gives it.

0 done; 1 no valid pairing exists; 2 unexpected; 3 the request or the file is invalid; 4 too large; 5 a file cannot be
read or written.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

from displays.drop_in.request import USAGE, Request, UsageError, read_request
from engine.errors import BadInput, NoPairing, RoundlogError, Unavailable

NO_PAIRING, UNEXPECTED, INVALID, TOO_LARGE, NO_FILE = 1, 2, 3, 4, 5
INTERRUPTED = 130
_NO_FILES = ("no-such-file", "unreadable-file")
_VERBS = {"pair": "pairing", "check": "checking", "generate": "generating"}  # each in a module of that name


def main(argv: Sequence[str] | None = None) -> int:
    try:
        request = read_request(sys.argv[1:] if argv is None else argv)
    except UsageError as error:
        return _fail(f"{error}\n\nCommand line argument syntax:\n{USAGE}", INVALID)
    try:
        code = _run(request)
        sys.stdout.flush()
    except RoundlogError as error:
        return _explain(request, error)
    except (MemoryError, RecursionError):
        return _fail(f"Error processing file {request.file}: it is too large.", TOO_LARGE)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # else Python complains when it closes
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:  # so that the caller sees the exit code that stands for it
        return _fail(f"Unexpected error (please report): {type(error).__name__}: {error}", UNEXPECTED)
    return code


def _run(request: Request) -> int:
    if request.shows_release:
        print(import_module("displays.drop_in.release").release())
    if not request.action:
        return 0
    code: int = import_module(f"displays.drop_in.{_VERBS[request.action]}").run(request)
    return code


def _explain(request: Request, error: RoundlogError) -> int:
    from displays.words.language import language  # late: most calls succeed

    said = " ".join(language("en").sentence(one) for one in error.problems or (error,))
    verb, file = _VERBS[request.action], request.file or request.config or request.output
    if isinstance(error, NoPairing):
        return _fail(f"Error while {verb} {file}: No valid pairing exists: {said}", NO_PAIRING)
    if isinstance(error, Unavailable) or error.code in _NO_FILES:
        return _fail(f"Error reading file {file}: {said}", NO_FILE)
    if isinstance(error, BadInput):
        return _fail(f"Error parsing file {file}: {said}", INVALID)
    return _fail(f"Error while {verb} {file}: {said}", INVALID)


def _fail(said: str, code: int) -> int:
    print(said, file=sys.stderr)
    return code
