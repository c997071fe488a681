"""The table of commands, and the group that loads only the one that is asked for."""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

import click

from displays.cli.command import GLOBAL_OPTIONS, HELP, Command, InOurWords, Subcommand
from engine.errors import BadInput

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

# Module of displays.cli → its commands with what they do.
GROUPS: dict[str, dict[str, str]] = {
    "opening": {
        "open": "open a tournament",
        "change-details": "change its name, place, dates …",
        "change-rules": "change what was agreed, with a reason",
        "finish": "finish the tournament",
        "reopen-tournament": "open a finished tournament again, with a reason",
        "leave-fide-mode": "for ever, with a reason; it asks twice",
    },
    "players": {
        "register": "register a player, or many from a CSV file",
        "correct-player": "correct a player's data, with a reason",
        "remove": "remove entries that were a mistake, of players who were never paired",
        "start-order": "set the start order",
        "exchange-numbers": "two players of equal rating exchange their start numbers",
        "start-numbers": "show start numbers as the numbers of the players, or their own again",
        "renumber": "give new start numbers after corrections, with a reason",
        "lots": "draw lots for all players",
        "lot": "draw one player's lot, or record it",
        "first-colour": "draw the colour of the first board",
        "withdraw": "a player leaves the tournament",
        "half-byes": "whether a player has a right to half-point byes",
        "return": "a player who left is back",
        "absent": "announce an absence, of one player or a team, on evenings or in rounds",
        "present": "cancel an announced absence",
        "separate": "keep players apart",
        "lift": "let them meet again",
    },
    "publicity": {
        "public-fields": "what everybody may know of the players: federation, club, number at FIDE",
        "initials": "show a player by initials to everybody but arbiters and helpers, or by name again",
    },
    "fees": {
        "fees": "set the entry fees, or show who has paid",
        "tariff": "say by which tariff a player goes",
        "paid": "record that a player has paid the entry fee",
    },
    "player_lists": {"players": "register a list as it comes (import), or take a whole list back (take-back)"},
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
        "undo": "take back a record that touched the pairing, with a reason; what came later stays",
        "correct-colours": "White and Black sat the other way round",
        "sit-out": "correct what a round without a game counts as, with a reason",
        "extra-game": "record a game outside the rounds",
        "correct-extra-game": "correct its result, with a reason",
        "take-back-extra-game": "take one back that was recorded by mistake, with a reason",
        "adjust": "give or take points by decision, with a reason",
        "settle-tie": "settle a tie by lot, play-off or decision",
    },
    "variants": {
        "position": "draw the position of a round of Chess960, or record it",
        "external-values": "give tie-break values that were worked out elsewhere (EXT)",
    },
    "intermediate": {"intermediate": "the intermediate round of the KNDB's dummy rule, and its results"},
    "hall": {
        "announce": "announce something",
        "withdraw-announcement": "take an announcement away",
        "clock": "set or clear the round clock",
        "correct-time": "date records by the machine's clock again, after it was ahead",
    },
    "schedule": {
        "schedule": "when each round begins, of a tournament or an event: shown, set, or filled",
        "move-round": "a round of the schedule begins at another time, with a reason",
        "cancel-evening": "an evening is cancelled: its rounds and those after it move on to the following one",
        "move-evening": "all rounds of an evening are on another day",
        "reinstate-evening": "an evening that was cancelled or moved is played after all",
    },
    "views": {
        "list": "the tournaments of the log",
        "boards": "pairings and results of a round",
        "ticker": "the news, newest first",
        "audit": "who did what, when and why",
        "replay": "everything as it was at a past moment",
    },
    "categories": {
        "category": "make a category of players, or change it",
        "remove-category": "remove a category",
    },
    "seasons": {"next-season": "open a tournament from the last one: ladder, members, colours, last meetings"},
    "periods": {
        "period": "make a period of the season, or change from which round it is",
        "remove-period": "remove a period",
    },
    "rankings": {
        "standings": "the table, a category of it, or why somebody stands where",
        "starting-list": "everybody in the start order, or a category",
        "open-games": "the games that are still to be played, with their days",
        "crosstable": "everybody against everybody",
        "ranks": "everybody's place after each round",
        "card": "one player's card, with what the score was worth",
        "keizer": "the ladder of a Keizer tournament, or how one player's total came about",
        "tiebreaks": "the tie-breaks and rankings that there are",
    },
    "game_headers": {"games": "the games of a round without moves, for live boards: PGN, of draughts PDN"},
    "explain": {"explain": "why a round was paired as it was; of a tournament in the log or of a TRF file"},
    "systems": {"systems": "the pairing systems, and what can be chosen in each"},
    "festivals": {
        "open-festival": "open an event with several sections",
        "add-section": "make a tournament a section of an event",
        "remove-section": "a tournament is a section no more",
        "festivals": "the events of the log",
        "festival": "an event: its sections and its schedule",
        "festival-players": "everybody who plays in a section, and who is in two",
        "move-player": "move a player to another section",
    },
    "archive": {
        "verify": "is the log, or an exported tournament, what it was?",
        "export": "write one tournament, or an event with its sections, to a file that anybody can verify",
        "import": "take in an exported tournament, whole or not at all",
    },
    "backup": {
        "backup": "a verified copy of the log, also while a server has it open",
        "restore": "put a copy in place of the log; what is there is put aside, never deleted",
    },
    "ratings": {"ratings": "rating lists beside the log: load them, look somebody up"},
    "rating_comparison": {
        "compare-ratings": "which ratings differ from the rating lists; writes nothing",
        "update-ratings": "take over the ratings that differ, of all or of some",
    },
    "sent_reports": {
        "mark-sent": "note which file went to the federation, and to whom",
        "sent-reports": "what was sent, and what has changed since",
    },
    "check": {"check": "pair every round of TRF files once more and compare"},
    "simulate": {"simulate": "random tournaments as TRF files"},
    "engine": {"engine": "pair, check and generate with the command line of bbpPairings or JaVaFo"},
    "start": {"start": "the server for the person at this machine: a browser opens, signed in"},
    "serve": {"serve": "pages and JSON for browsers"},
    "restart": {"restart": "the server that runs becomes a new process of the program; nobody is sent away"},
    "standby": {
        "take-over": "this server, a standby until now, takes writes from now on",
        "go-on": "the first server goes on without its standby",
    },
    "cluster": {"cluster": "a cluster of servers: its secrets, made once (new), and how it is (status)"},
    "health": {"health": "is a server well? Its exit code says it, for a health check"},
    "keys": {
        "key": "let somebody in: a link, or a key for a program",
        "keys": "who may come in, and who did",
        "revoke": "let somebody in no more",
        "sign-everybody-out": "end every session of every browser; keys stay as they are",
    },
    "doctor": {"doctor": "what is wrong with this server, and what to do: disk, clock, network, log, copies …"},
    "demo": {"demo": "a server with a tournament of each kind that plays itself"},
    "completion": {"completion": "a script that lets the shell complete commands and options"},
}
MODULES = {name: module for module, names in GROUPS.items() for name in names}
ABOUT = {name: about for names in GROUPS.values() for name, about in names.items()}
# The same words for a TRF: `pair FILE` in place of a tournament of the log; `import trf FILE`, `export trf …`.
OF_A_FILE = {"pair": "trf_pairing", "explain": "trf_explanation"}
AS_TRF = {"import": ("trf_exchange", 2), "export": ("trf_exchange", 3)}  # with so many words at least


class Commands(InOurWords, click.Group):
    """Lists the commands from the table above, without loading any."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*ABOUT]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return _load(cmd_name, MODULES[cmd_name]) if cmd_name in MODULES else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name, *rest = args
        if name not in MODULES:
            if ctx.resilient_parsing:
                return None, None, rest
            raise BadInput("unknown-command", command=name)
        return name, _load(name, _module_for(name, rest)), rest

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([*ABOUT.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem  # late: only a shell that completes needs it

        names = [CompletionItem(name, help=about) for name, about in ABOUT.items() if name.startswith(incomplete)]
        return [*names, *click.Command.shell_complete(self, ctx, incomplete)]


def _check_for_command() -> None:
    if click.get_current_context().invoked_subcommand is None:
        raise BadInput("argument-missing", arguments=("COMMAND",))


def _say_version(ctx: click.Context, param: click.Parameter, is_asked: bool) -> None:
    if is_asked and not ctx.resilient_parsing:
        from displays.release.version import find_version  # late: it is slow, and asked for rarely
        from ledger.store.sqlite_library import sqlite3

        click.echo(f"roundlog {find_version()}, SQLite {sqlite3.sqlite_version}")
        ctx.exit()


def _load(name: str, module: str) -> Command:
    other = OF_A_FILE.get(name) or AS_TRF.get(name, ("", 0))[0]
    of_a_trf = partial(_subcommand, name, other) if other not in ("", module) else None
    return Command(name, ABOUT[name], _subcommand(name, module), of_a_trf)


def _subcommand(name: str, module: str) -> Subcommand:
    found: Subcommand = importlib.import_module(f"displays.cli.{module}").COMMANDS[name]
    return found


def _module_for(name: str, words: Sequence[str]) -> str:
    """Where a command is. What stands first behind it may say that a TRF is meant."""
    plain = [*_plain_words(words)]
    if name in OF_A_FILE and plain and _is_a_file(plain[0]):
        return OF_A_FILE[name]
    module, least = AS_TRF.get(name, ("", 0))
    return module if module and plain[:1] == ["trf"] and len(plain) >= least else MODULES[name]


def _plain_words(words: Sequence[str]) -> Iterator[str]:
    """Those that are neither an option nor what an option takes. (Which of two commands it is, is not known yet.)"""
    for before, word in zip(("", *words), words, strict=False):
        takes_a_word = before.startswith("-") and "=" not in before and before != "--json"
        if not word.startswith("-") and not takes_a_word:
            yield word


def _is_a_file(word: str) -> bool:
    """It is there, or its name could not be that of a tournament: then it is a file that is missing."""
    return "." in word or os.sep in word or os.path.isfile(word)


ROUNDLOG = Commands(
    "roundlog",
    params=[
        *GLOBAL_OPTIONS,
        click.Option(["--version"], is_flag=True, is_eager=True, expose_value=False, callback=_say_version),
    ],
    help="Tournaments for chess and draughts in a log that anybody can verify.",
    epilog="Exit codes: 0 done, 1 refused, broken or different, 2 cannot be read, 3 unavailable now. "
    "Each command has its own --help.",
    context_settings=HELP,
    subcommand_metavar="COMMAND …",
    invoke_without_command=True,
    callback=lambda **_: _check_for_command(),
)
