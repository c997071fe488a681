"""The command line ``roundlog``: what there is, in which language, and how errors end.

Exit codes: 0 done; 1 refused by a rule, overtaken by somebody, a log that does not fit, or (``check``) a round that
differs; 2 what was typed, or a file, cannot be read; 3 the log or a port cannot be used now (disk full, locked,
read-only, taken); 130 interrupted.
"""

from __future__ import annotations

import argparse
import importlib
import itertools
import os
import re
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from displays.cli.terminal import Terminal, prepare_streams
from displays.words.language import LANGUAGES, from_environment, language
from engine.errors import BadInput, RoundlogError, Unavailable

if TYPE_CHECKING:
    from displays.cli.subcommand import Subcommand

REFUSED, UNREADABLE, UNAVAILABLE, INTERRUPTED = 1, 2, 3, 130

# Module of displays.cli → its subcommands with what they do. Only the module that is asked for is loaded.
GROUPS: dict[str, dict[str, str]] = {
    "opening": {
        "open": "open a tournament",
        "change-details": "change its name, place, dates …",
        "change-rules": "change what was agreed, with a reason",
        "finish": "finish the tournament",
        "reopen-tournament": "open a finished tournament again, with a reason",
    },
    "players": {
        "register": "register a player, or many from a CSV file",
        "correct-player": "correct a player's data, with a reason",
        "start-order": "set the start order",
        "lots": "draw lots for all players",
        "first-colour": "draw the colour of the first board",
        "withdraw": "a player leaves the tournament",
        "return": "a player who left is back",
        "absent": "announce an absence",
        "present": "cancel an announced absence",
        "separate": "keep players apart",
        "lift": "let them meet again",
    },
    "rounds": {
        "pair": "pair a round: by the system, or with boards given by hand; or the next round of a TRF file",
        "change": "change the boards of a round by hand, with a reason",
        "publish": "publish a round",
        "take-back": "take back a round that has not begun, with a reason",
        "close": "close a round",
        "reopen": "open a closed round again, with a reason",
    },
    "results": {
        "result": "enter a result",
        "results": "enter many results",
        "postpone": "postpone a game",
        "confirm": "what stands is right, whatever else was typed for the board",
        "correct": "correct a result, with a reason",
        "correct-colours": "White and Black sat the other way round",
        "sit-out": "correct what a round without a game counts as, with a reason",
        "extra-game": "record a game outside the rounds",
        "correct-extra-game": "correct its result, with a reason",
        "adjust": "give or take points by decision, with a reason",
        "settle-tie": "settle a tie by lot, play-off or decision",
    },
    "intermediate": {"intermediate": "the intermediate round of the KNDB's dummy rule, and its results"},
    "hall": {
        "announce": "announce something",
        "withdraw-announcement": "take an announcement away",
        "clock": "set or clear the round clock",
    },
    "views": {
        "list": "the tournaments of the log",
        "boards": "pairings and results of a round",
        "ticker": "the news, newest first",
        "audit": "who did what, when and why",
        "replay": "everything as it was at a past moment",
    },
    "rankings": {
        "standings": "the table, a category of it, or why somebody stands where",
        "crosstable": "everybody against everybody",
        "ranks": "everybody's place after each round",
        "card": "one player's card, with what the score was worth",
        "tiebreaks": "the tie-breaks and rankings that there are",
    },
    "ladder": {"keizer": "the ladder of a Keizer tournament, or how one player's total came about"},
    "explain": {"explain": "why a round was paired as it was; of a tournament in the log or of a TRF file"},
    "systems": {"systems": "the pairing systems, and what can be chosen in each"},
    "verify": {"verify": "is the log, or an exported tournament, what it was?"},
    "archive": {
        "export": "write one tournament to a file that anybody can verify",
        "import": "take in an exported tournament, whole or not at all",
    },
    "check": {"check": "pair every round of TRF files once more and compare"},
    "simulate": {"simulate": "random tournaments as TRF files"},
    "serve": {"serve": "pages and JSON for browsers"},
    "keys": {
        "key": "let somebody in: a link, or a key for a program",
        "keys": "who may come in, and who did",
        "revoke": "let somebody in no more",
        "sign-everybody-out": "end every session of every browser; keys stay as they are",
    },
    "demo": {"demo": "a server with a tournament of each kind that plays itself"},
}
MODULES = {name: module for module, names in GROUPS.items() for name in names}
# The same words for a TRF: `pair FILE` in place of a tournament of the log; `import trf FILE`, `export trf …`.
OF_A_FILE = {"pair": "trf_pairing", "explain": "trf_pairing"}
AS_TRF = {"import": ("trf_exchange", 2), "export": ("trf_exchange", 3)}  # with so many words at least

# Results that argparse would take for options. They are written out before it sees them.
_DASHED = {"-/+": "0-1f", "-+": "0-1f", "-/-": "0-0f", "-:+": "0-1f", "-:-": "0-0f"}


class Parser(ArgumentParser):
    """Complains with a BadInput, so that usage errors too are told in the reader's language."""

    def error(self, message: str) -> NoReturn:
        missing = message.removeprefix("the following arguments are required: ")
        if missing != message:
            raise BadInput("argument-missing", arguments=tuple(missing.split(", ")))
        unknown = message.removeprefix("unrecognized arguments: ")
        if unknown != message:
            raise BadInput("unknown-argument", arguments=(unknown,))
        if command := re.match(r"argument COMMAND: invalid choice: '(.*?)'", message):
            raise BadInput("unknown-command", command=command[1])
        raise BadInput("usage", problem=message)


def main(argv: Sequence[str] | None = None) -> int:
    prepare_streams()
    typed = _rewritten(sys.argv[1:] if argv is None else argv)
    terminal = _terminal(_first_glance(typed))
    code = None
    try:
        args = _read(typed)
        terminal = _terminal(args)
        code = _subcommand(args.command, typed).run(args, terminal)
        sys.stdout.flush()
    except RoundlogError as error:
        terminal.complain(error)
        return _exit_code(error)
    except BrokenPipeError:
        # The reader (head, less) has seen enough. Python would complain once more when it closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        return INTERRUPTED
    return code or 0


def _exit_code(error: RoundlogError) -> int:
    if isinstance(error, Unavailable):
        return UNAVAILABLE
    return UNREADABLE if isinstance(error, BadInput) else REFUSED


def _terminal(args: Namespace) -> Terminal:
    lang = args.lang or from_environment(os.environ)
    log = Path(args.log or os.environ.get("ROUNDLOG_LOG") or "roundlog.db")
    actor = args.actor or os.environ.get("USER") or "cli"
    return Terminal(language(lang), log, actor, args.json)


# -- reading the command line ----------------------------------------------------------------------------------------


def _rewritten(argv: Sequence[str]) -> list[str]:
    """``--points -½`` → ``--points=-½``, and results that look like options written out."""
    words: list[str] = []
    for word in argv:
        if words and words[-1] == "--points":
            words[-1] += f"={word}"
        else:
            words.append(_DASHED.get(word, word))
    return words


def _first_glance(argv: Sequence[str]) -> Namespace:
    """How to complain about a command line that cannot be read."""
    given = [word for before, word in itertools.pairwise(argv) if before == "--lang"]
    given += [word.removeprefix("--lang=") for word in argv if word.startswith("--lang=")]
    lang = next((word for word in given if word in LANGUAGES), None)
    return Namespace(lang=lang, log=None, actor=None, json="--json" in argv)


def _read(argv: Sequence[str]) -> Namespace:
    for word in argv:
        if any("\ud800" <= letter <= "\udfff" for letter in word):  # bytes that the terminal could not decode
            raise BadInput("not-unicode", found=ascii(word))
    args = _parser(_chosen(argv), argv).parse_args(argv)
    args.lang = args.lang or from_environment(os.environ)
    return args


def _chosen(argv: Sequence[str]) -> str | None:
    """The subcommand: the first word that is neither an option nor what an option takes."""
    word = next(_plain_words(argv), None)
    return word if word in MODULES else None


def _plain_words(argv: Sequence[str]) -> Iterator[str]:
    for before, word in zip(("", *argv), argv, strict=False):
        takes_a_word = before.startswith("-") and "=" not in before and before != "--json"
        if not word.startswith("-") and not takes_a_word:
            yield word


def _module(name: str, argv: Sequence[str]) -> str:
    """Where a command is. What stands first behind it may say that a TRF is meant."""
    _, *rest = _plain_words(argv)
    if name in OF_A_FILE and rest and _is_a_file(rest[0]):
        return OF_A_FILE[name]
    module, words = AS_TRF.get(name, ("", 0))
    return module if words and rest[:1] == ["trf"] and len(rest) >= words else MODULES[name]


def _is_a_file(word: str) -> bool:
    """It is there, or its name could not be that of a tournament: then it is a file that is missing."""
    return "." in word or os.sep in word or os.path.isfile(word)


def _parser(chosen: str | None, argv: Sequence[str]) -> Parser:
    """Every subcommand with its line of help; the arguments of the one that is asked for."""
    parser = Parser(
        prog="roundlog",
        description="Tournaments for chess and draughts in a log that anybody can verify.",
        epilog="Exit codes: 0 done, 1 refused, broken or different, 2 cannot be read, 3 unavailable now. "
        "Each command has its own --help.",
        allow_abbrev=False,
    )
    _global_options(parser, default=None)
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=Parser)
    for name, about in ((name, about) for names in GROUPS.values() for name, about in names.items()):
        subparser = subparsers.add_parser(name, help=about, description=about, allow_abbrev=False)
        if name == chosen:
            _subcommand(name, argv).arguments(subparser)
            _global_options(subparser, default=argparse.SUPPRESS)
    return parser


def _global_options(parser: ArgumentParser, default: str | None) -> None:
    """Before and after the subcommand; behind it they must not undo what was said before it."""
    parser.add_argument("--log", metavar="FILE", default=default, help="default: $ROUNDLOG_LOG or roundlog.db")
    parser.add_argument("--lang", metavar="|".join(LANGUAGES), type=_lang, default=default)
    parser.add_argument("--as", dest="actor", metavar="NAME", default=default, help="who acts; default: $USER")
    as_json = default if default == argparse.SUPPRESS else False
    parser.add_argument("--json", action="store_true", default=as_json, help="answers and errors as JSON")


def _lang(text: str) -> str:
    if text not in LANGUAGES:
        raise BadInput("not-one-of", field="lang", value=text, possible=LANGUAGES)
    return text


def _subcommand(name: str, argv: Sequence[str]) -> Subcommand:
    module = importlib.import_module(f"displays.cli.{_module(name, argv)}")
    found: Subcommand = module.COMMANDS[name]
    return found
