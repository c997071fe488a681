"""The Keizer system on the command line: the ladder, the working of a total."""

from __future__ import annotations

from displays.cli import options
from displays.cli.command import Namespace, Subcommand
from displays.cli.options import number_of
from displays.cli.parameters import option
from displays.cli.terminal import Terminal
from displays.cli.views import OF_ROUND, at_moment
from displays.words.view_text import view_text
from ledger.replay import read_moment
from ledger.views import encode


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


COMMANDS = {
    "keizer": Subcommand(
        (
            options.TOURNAMENT,
            option(
                "--player",
                metavar="PLAYER",
                read=number_of("player"),
                help="how that player's total came about, round by round",
            ),
            OF_ROUND,
            *options.MOMENT,
        ),
        _keizer,
    )
}
