"""Pairing, changing, publishing, taking back, closing and reopening a round."""

from __future__ import annotations

from displays.cli import options
from displays.cli.command import Namespace
from displays.cli.options import number_of
from displays.cli.parameters import argument, option
from displays.cli.writing import tournament_of, writing
from displays.words import parse
from engine.errors import BadInput
from ledger.acts.act import Command
from ledger.acts.pairing import ChangeRound, PairByHand, PairRound
from ledger.acts.rounds import CloseRound, PublishRound, ReopenRound, TakeBackRound
from ledger.state import State

_SEATS = (
    option("--boards", metavar="LIST", help='White-Black, in the order of the boards: "1-2 3-4"'),
    option("--bye", metavar="PLAYER", read=number_of("player"), help="who has the pairing bye"),
    option("--sit-out", metavar="PLAYER=KIND", repeat=True, help="who else has no game: 7=half-bye; may be repeated"),
)


def _pair(args: Namespace, t: State | None) -> list[Command]:
    """By hand when boards are given, by the tournament's system otherwise."""
    number = tournament_of(t).next_round if args.round is None else args.round
    if args.boards is None:
        if args.bye is not None or args.sit_out:
            raise BadInput("argument-missing", arguments=("--boards",))
        return [PairRound(round=number)]
    sitouts = parse.sitouts(args.bye, args.sit_out)
    return [PairByHand(round=number, boards=parse.boards(args.boards), sitouts=sitouts)]


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


def _take_back(args: Namespace, t: State | None) -> list[Command]:
    return [TakeBackRound(round=args.round, reason=args.reason)]


def _reopen(args: Namespace, t: State | None) -> list[Command]:
    return [ReopenRound(round=args.round, reason=args.reason)]


COMMANDS = {
    "pair": writing(
        (argument("round", "ROUND", "default: the next", read=number_of("round"), optional=True), *_SEATS),
        _pair,
    ),
    "change": writing((options.ROUND, *_SEATS, options.REASON), _change),
    "publish": writing((options.ROUND,), _publish),
    "take-back": writing((options.ROUND, options.REASON), _take_back),
    "close": writing((options.ROUND,), _close),
    "reopen": writing((options.ROUND, options.REASON), _reopen),
}
