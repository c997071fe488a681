"""Pairing, changing, publishing, taking back, closing and reopening a round."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from displays.cli import arguments
from displays.cli.writing import known, writing
from displays.words import parse
from engine.errors import BadInput
from ledger.commands import (
    ChangeRound,
    CloseRound,
    Command,
    PairByHand,
    PairRound,
    PublishRound,
    ReopenRound,
    TakeBackRound,
)
from ledger.state import State


def _seats_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--boards", metavar="LIST", help='White-Black, in the order of the boards: "1-2 3-4"')
    parser.add_argument("--bye", metavar="PLAYER", type=arguments.number("player"), help="who has the pairing bye")
    sit_out_help = "who else has no game: 7=half-bye; may be repeated"
    parser.add_argument("--sit-out", metavar="PLAYER=KIND", action="append", default=[], help=sit_out_help)


def _pair_arguments(parser: ArgumentParser) -> None:
    next_help = "default: the next"
    parser.add_argument("round", metavar="ROUND", nargs="?", type=arguments.number("round"), help=next_help)
    _seats_arguments(parser)


def _pair(args: Namespace, t: State | None) -> list[Command]:
    """By hand when boards are given, by the tournament's system otherwise."""
    number = known(t).next_round if args.round is None else args.round
    if args.boards is None:
        if args.bye is not None or args.sit_out:
            raise BadInput("argument-missing", arguments=("--boards",))
        return [PairRound(round=number)]
    sitouts = parse.sitouts(args.bye, args.sit_out)
    return [PairByHand(round=number, boards=parse.boards(args.boards), sitouts=sitouts)]


def _change_arguments(parser: ArgumentParser) -> None:
    arguments.round_number(parser)
    _seats_arguments(parser)
    arguments.reason(parser)


def _change(args: Namespace, t: State | None) -> list[Command]:
    if args.boards is None:
        raise BadInput("argument-missing", arguments=("--boards",))
    sitouts = parse.sitouts(args.bye, args.sit_out)
    boards = parse.boards(args.boards)
    return [ChangeRound(round=args.round, boards=boards, sitouts=sitouts, reason=args.reason)]


def _publish(args: Namespace, t: State | None) -> list[Command]:
    return [PublishRound(round=args.round)]


def _close(args: Namespace, t: State | None) -> list[Command]:
    return [CloseRound(round=args.round)]


def _with_reason(parser: ArgumentParser) -> None:
    arguments.round_number(parser)
    arguments.reason(parser)


def _take_back(args: Namespace, t: State | None) -> list[Command]:
    return [TakeBackRound(round=args.round, reason=args.reason)]


def _reopen(args: Namespace, t: State | None) -> list[Command]:
    return [ReopenRound(round=args.round, reason=args.reason)]


COMMANDS = {
    "pair": writing(_pair_arguments, _pair),
    "change": writing(_change_arguments, _change),
    "publish": writing(arguments.round_number, _publish),
    "take-back": writing(_with_reason, _take_back),
    "close": writing(arguments.round_number, _close),
    "reopen": writing(_with_reason, _reopen),
}
