"""Registration, corrections of a player's data, lots, withdrawals, absences, players kept apart."""

from __future__ import annotations

import secrets
from argparse import ArgumentParser, Namespace

import msgspec

from displays.cli import arguments
from displays.cli.subcommand import Subcommand
from displays.cli.terminal import Terminal
from displays.cli.writing import known, writing
from displays.words import parse
from displays.words.audit import adjusted_line
from displays.words.columns import column_titles
from engine.errors import BadInput, Refusal
from engine.model import Colour, Ids, Outcome, Player
from ledger.commands import (
    AnnounceAbsence,
    CancelAbsence,
    Command,
    CorrectPlayer,
    DrawFirstColour,
    DrawLots,
    LiftSeparation,
    NewPlayer,
    RegisterPlayers,
    ReturnPlayer,
    SeparatePlayers,
    SetStartOrder,
    WithdrawPlayer,
)
from ledger.formats.players_csv import PlayerList, read_players
from ledger.state import State

_TEXTS = ("title", "club", "federation", "sex", "category")
_NUMBERS = ("rating", "lot", "birth_year")
_IDS = Ids.__struct_fields__


def _player_arguments(parser: ArgumentParser) -> None:
    for field in _NUMBERS:
        parser.add_argument(f"--{field.replace('_', '-')}", metavar="N", type=arguments.number(field))
    for field in (*_TEXTS, *_IDS):
        parser.add_argument(f"--{field}", metavar="m|w" if field == "sex" else "TEXT")


def _player(args: Namespace, old: Player) -> Player:
    """The player as known, with what is typed in its place."""
    given = {f: getattr(args, f) for f in (*_TEXTS, *_NUMBERS) if getattr(args, f) is not None}
    ids = {f: getattr(args, f) for f in _IDS if getattr(args, f) is not None}
    name = old.name if args.name is None else args.name
    return msgspec.structs.replace(old, name=name, ids=msgspec.structs.replace(old.ids, **ids), **given)


# -- registration ----------------------------------------------------------------------------------------------------


def _register_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", nargs="?")
    parser.add_argument("--csv", metavar="FILE", help="many at once, all or none; the first line names the columns")
    parser.add_argument("--number", metavar="N", type=arguments.number("number"), default=0, help="default: the next")
    _player_arguments(parser)
    arguments.from_round(parser)
    missed_help = "what the rounds missed count as; default zero-bye"
    parser.add_argument("--missed", metavar="KIND", type=parse.outcome, default=Outcome.ZERO_BYE, help=missed_help)


def _register(args: Namespace, t: State | None) -> list[Command]:
    known(t)
    if args.csv is not None:
        return [RegisterPlayers(players=args.read.players)]
    new = NewPlayer(player=_player(args, Player(args.number, "")), from_round=args.from_round, missed=args.missed)
    return [RegisterPlayers(players=(new,))]


def _run_register(args: Namespace, terminal: Terminal) -> None:
    """A list is read, and told of, before the log is opened."""
    if (args.name is None) == (args.csv is None):
        raise BadInput("one-of-needed", arguments=("NAME", "--csv"))
    if args.csv is not None:
        args.read = read_players(args.csv, column_titles())
    _REGISTER.run(args, terminal)
    if args.csv is not None and not terminal.as_json:
        _tell_of_list(args.csv, args.read, terminal)


def _tell_of_list(path: str, read: PlayerList, terminal: Terminal) -> None:
    terminal.say(terminal.language.phrase("csv-read", players=len(read.players), path=path))
    for one in read.adjusted:
        terminal.warn(adjusted_line(one, terminal.language))
    if read.skipped:
        terminal.say(terminal.language.phrase("csv-skipped", lines=read.skipped))


def _correct_player_arguments(parser: ArgumentParser) -> None:
    arguments.player_number(parser)
    parser.add_argument("--name", metavar="TEXT")
    _player_arguments(parser)
    arguments.reason(parser)


def _correct_player(args: Namespace, t: State | None) -> list[Command]:
    entry = known(t).entries.get(args.player)
    if entry is None:
        raise Refusal("no-such-player", player=args.player)
    return [CorrectPlayer(player=_player(args, entry.player), reason=args.reason)]


# -- order and chance ------------------------------------------------------------------------------------------------


def _start_order_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("order", metavar="PLAYERS", type=parse.numbers, help='all of them: "3 1 2 4-12"')
    arguments.reason(parser)


def _start_order(args: Namespace, t: State | None) -> list[Command]:
    return [SetStartOrder(order=args.order, reason=args.reason)]


def _seed_argument(parser: ArgumentParser) -> None:
    parser.add_argument("--seed", metavar="TEXT", help="default: drawn now and written into the log")


def _lots_arguments(parser: ArgumentParser) -> None:
    _seed_argument(parser)
    group_help = 'a guided draw: these have the first lots, then the next group …; may be repeated: "1-4"'
    parser.add_argument("--group", metavar="PLAYERS", type=parse.numbers, action="append", default=[], help=group_help)


def _lots(args: Namespace, t: State | None) -> list[Command]:
    seed = secrets.token_hex(8) if args.seed is None else args.seed
    return [DrawLots(seed=seed, groups=tuple(args.group))]


def _first_colour_arguments(parser: ArgumentParser) -> None:
    read = arguments.one_of("colour", ("white", "black"))
    parser.add_argument("--colour", metavar="white|black", type=read, help="as it was drawn before the public")
    parser.add_argument("--reason", metavar="TEXT", default="", help="why it is drawn again")
    _seed_argument(parser)


def _first_colour(args: Namespace, t: State | None) -> list[Command]:
    if args.colour is not None:
        return [DrawFirstColour(seed=args.seed or "", colour=Colour(args.colour), reason=args.reason)]
    seed = secrets.token_hex(8) if args.seed is None else args.seed
    return [DrawFirstColour(seed=seed, reason=args.reason)]


# -- coming and going ------------------------------------------------------------------------------------------------


def _withdraw_arguments(parser: ArgumentParser) -> None:
    arguments.player_number(parser)
    arguments.from_round(parser)
    parser.add_argument("--counts-as", metavar="KIND", type=parse.outcome, default=Outcome.ZERO_BYE)
    arguments.reason(parser)


def _withdraw(args: Namespace, t: State | None) -> list[Command]:
    return [
        WithdrawPlayer(player=args.player, from_round=args.from_round, counts_as=args.counts_as, reason=args.reason)
    ]


def _return_arguments(parser: ArgumentParser) -> None:
    arguments.player_number(parser)
    arguments.from_round(parser)


def _return(args: Namespace, t: State | None) -> list[Command]:
    return [ReturnPlayer(player=args.player, from_round=args.from_round)]


def _present_arguments(parser: ArgumentParser) -> None:
    arguments.player_number(parser)
    parser.add_argument("rounds", metavar="ROUNDS", type=parse.numbers, help="3 or 3,5-7")


def _absent_arguments(parser: ArgumentParser) -> None:
    _present_arguments(parser)
    kinds = "absent (default), absent-unnotified, half-bye, full-bye, zero-bye, team-duty"
    parser.add_argument("--kind", metavar="KIND", type=parse.outcome, default=Outcome.ABSENT, help=kinds)


def _absent(args: Namespace, t: State | None) -> list[Command]:
    return [AnnounceAbsence(player=args.player, rounds=args.rounds, outcome=args.kind)]


def _present(args: Namespace, t: State | None) -> list[Command]:
    return [CancelAbsence(player=args.player, rounds=args.rounds)]


# -- kept apart ------------------------------------------------------------------------------------------------------


def _separate_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("players", metavar="PLAYERS", type=parse.numbers, help='of whom no two may meet: "3 7 9"')
    parser.add_argument("--from-round", metavar="R", type=arguments.number("from_round"), default=1)
    parser.add_argument("--to-round", metavar="R", type=arguments.number("to_round"), help="default: the last")
    arguments.reason(parser)


def _separate(args: Namespace, t: State | None) -> list[Command]:
    span = {"from_round": args.from_round, "to_round": args.to_round, "reason": args.reason}
    return [SeparatePlayers(players=args.players, **span)]


def _lift(args: Namespace, t: State | None) -> list[Command]:
    span = {"from_round": args.from_round, "to_round": args.to_round, "reason": args.reason}
    return [LiftSeparation(players=args.players, **span)]


_REGISTER = writing(_register_arguments, _register)

COMMANDS = {
    "register": Subcommand(_REGISTER.arguments, _run_register),
    "correct-player": writing(_correct_player_arguments, _correct_player),
    "start-order": writing(_start_order_arguments, _start_order),
    "lots": writing(_lots_arguments, _lots),
    "first-colour": writing(_first_colour_arguments, _first_colour),
    "withdraw": writing(_withdraw_arguments, _withdraw),
    "return": writing(_return_arguments, _return),
    "absent": writing(_absent_arguments, _absent),
    "present": writing(_present_arguments, _present),
    "separate": writing(_separate_arguments, _separate),
    "lift": writing(_separate_arguments, _lift),
}
