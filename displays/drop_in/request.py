"""A command line of the drop-in engine: bbpPairings' ``--dutch FILE -p …`` or JaVaFo's ``FILE -p …``, as one value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

Action = Literal["", "pair", "check", "generate"]
_ACTIONS: dict[str, Action] = {"-p": "pair", "-c": "check", "-g": "generate"}
_EDITIONS = {"--dutch": "", "--dutch-2017": "FIDE_DUTCH_2017", "--dutch-2026": "FIDE_DUTCH_2026"}  # TRF26 192
_IGNORED = ("-w", "-q")  # of old JaVaFo: another algorithm, and how long it may take

USAGE = """\
roundlog-engine [-r]
roundlog-engine [-r] [--dutch] input-file -c [round] [-l [check-list-file]]
roundlog-engine [-r] [--dutch] input-file [-b] -p [output-file] [-l [check-list-file]]
roundlog-engine [-r] [--dutch] [model-file] -g [config-file] [-b] -o trf-file [-s seed] [-l [check-list-file]]
--dutch-2017 and --dutch-2026 name an edition; --dutch is that which the file names, or the one in force."""


class UsageError(Exception):
    """What was typed is no command line of either program."""


class Request(NamedTuple):
    """What is asked for. File names are as they were typed; empty: none was."""

    action: Action = ""
    speaks_javafo: bool = True  # no system was named: the form of JaVaFo, which knows one only
    edition: str = ""  # the code (TRF26 192) that was asked for
    shows_release: bool = False
    file: str = ""  # what is paired or checked; the model that is generated after
    output: str = ""
    config: str = ""
    seed: int | None = None
    round: int | None = None  # the only one to be checked
    is_baku: bool = False
    has_checklist: bool = False
    checklist: str = ""


def read_request(words: Sequence[str]) -> Request:
    """In any order: the two programs differ in it, and in nothing that would matter."""
    found = Request(shows_release=not words)
    rest = list(words)
    while rest:
        found = _read_word(found, rest.pop(0), rest)
    _check(found)
    return found


def _read_word(found: Request, word: str, rest: list[str]) -> Request:
    if word in _ACTIONS:
        return _read_action(found, _ACTIONS[word], rest)
    if word in _EDITIONS:
        return found._replace(speaks_javafo=False, edition=_EDITIONS[word])
    if word == "-r":
        return found._replace(shows_release=True)
    if word == "-b":
        return found._replace(is_baku=True)
    if word == "-l":
        return found._replace(has_checklist=True, checklist=_take(rest))
    if word == "-o":
        return found._replace(output=_take(rest, needed=word))
    if word == "-s":
        return found._replace(seed=_number(_take(rest, needed=word)))
    if word in _IGNORED:
        if rest and _is_number(rest[0]):
            rest.pop(0)
        return found
    if word.startswith("-") or found.file:
        raise UsageError(f"{word!r} is not understood")
    return found._replace(file=word)


def _read_action(found: Request, action: Action, rest: list[str]) -> Request:
    if found.action:
        raise UsageError("only one of -p, -c and -g can be asked for")
    found = found._replace(action=action)
    if action == "pair":
        return found._replace(output=_take(rest))
    if action == "check":
        return found._replace(round=_number(rest.pop(0)) if rest and _is_number(rest[0]) else None)
    config = _take(rest)
    if _is_number(config):  # JaVaFo: in its place a seed
        return found._replace(seed=_number(config))
    return found._replace(config=config)


def _take(rest: list[str], needed: str = "") -> str:
    if rest and not rest[0].startswith("-"):
        return rest.pop(0)
    if needed:
        raise UsageError(f"{needed} wants a word behind it")
    return ""


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit()


def _number(word: str) -> int:
    if not _is_number(word):
        raise UsageError(f"{word!r} is not a number")
    return int(word)


def _check(found: Request) -> None:
    if found.action in ("pair", "check") and not found.file:
        raise UsageError("no input file is named")
    if found.action == "generate" and not found.output:
        raise UsageError("-g wants -o and the file to be written")
    if found.action == "generate" and found.file and found.config:
        raise UsageError("a model and a configuration cannot both be given")
    if not found.action and (found.file or found.output or not found.shows_release):
        raise UsageError("one of -p, -c and -g is needed")
