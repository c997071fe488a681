"""The Keizer system on the command line: the ladder, the working of a total."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from displays.cli import arguments
from displays.cli.subcommand import Subcommand
from displays.cli.terminal import Terminal
from displays.cli.views import at_moment, of_round
from displays.words.view_text import view_text
from ledger.replay import read_moment
from ledger.views import encode


def _keizer_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("stream", metavar="TOURNAMENT", help="its id in the log")
    player_help = "how that player's total came about, round by round"
    parser.add_argument("--player", metavar="PLAYER", type=arguments.number("player"), help=player_help)
    of_round(parser)
    arguments.moment(parser)


def _keizer(args: Namespace, terminal: Terminal) -> None:
    moment = read_moment(version=args.version, round=args.round, at=args.at)
    t, projection = at_moment(terminal, args.stream, moment)
    given = {} if args.of is None else {"round": args.of}
    if args.player is None:
        view = projection.view("ladder", **given)
    else:
        view = projection.view("working", player=args.player, **given)
    if terminal.as_json:
        terminal.give(encode(view))
    else:
        terminal.say(view_text(view, terminal.language, t.rules.points))


COMMANDS = {"keizer": Subcommand(_keizer_arguments, _keizer)}
