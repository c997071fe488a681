"""The Keizer system on the command line: the ladder, the working of a total; and why a round was paired so."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from displays.commands import arguments
from displays.commands.contract import Subcommand
from displays.commands.trf_pairing import explain_round
from displays.commands.views import at_moment, of_round
from displays.terminal import Terminal
from displays.text import view_text
from engine.errors import Refusal
from engine.model import PlayerId, Tournament
from engine.pairing import Explaining
from engine.registry import SYSTEMS
from ledger.replay import BeforePairing, Newest, read_moment
from ledger.views import encode
from ledger.views.reasons import Reasons


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


def _explain_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("stream", metavar="TOURNAMENT", help="its id in the log")
    parser.add_argument("--round", metavar="R", type=arguments.number("round"), help="default: the newest")
    parser.add_argument("--player", metavar="PLAYER", type=arguments.number("player"), help="only about that player")


def _explain(args: Namespace, terminal: Terminal) -> None:
    """What the pairing said of itself when it was made; a system that speaks only when asked is asked once more."""
    t, projection = at_moment(terminal, args.stream, Newest())
    asked = {"round": args.round, "player": args.player}
    view = projection.view("reasons", **{field: value for field, value in asked.items() if value is not None})
    assert isinstance(view, Reasons)
    if not view.lines and isinstance(SYSTEMS.get(view.system), Explaining):
        before, _ = at_moment(terminal, args.stream, BeforePairing(view.round))
        _check_player(before, args.player)
        explain_round(before, args.player, terminal, t.rounds[view.round - 1 : view.round], "explained-log-differs")
    elif terminal.as_json:
        terminal.give(encode(view))
    else:
        terminal.say(view_text(view, terminal.language, t.rules.points))


def _check_player(t: Tournament, player: PlayerId | None) -> None:
    if player is not None and player not in t.entries:
        raise Refusal("no-such-player", player=player)


COMMANDS = {
    "keizer": Subcommand(_keizer_arguments, _keizer),
    "explain": Subcommand(_explain_arguments, _explain),
}
