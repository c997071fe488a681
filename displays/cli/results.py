"""Results, their corrections, postponed and extra games, points by decision, ties settled."""

from __future__ import annotations

import secrets
from argparse import ArgumentParser, Namespace

from displays.cli import arguments
from displays.cli.writing import known, writing
from displays.words import parse
from engine.errors import BadInput, Refusal
from engine.model import ExtraPurpose, Result
from ledger.commands import (
    AdjustPoints,
    Command,
    ConfirmResult,
    CorrectColours,
    CorrectExtraGame,
    CorrectResult,
    CorrectSitOut,
    EnterResult,
    PostponeGame,
    RecordExtraGame,
    SettleTie,
)
from ledger.decisions import checks
from ledger.state import State


def _result_argument(parser: ArgumentParser) -> None:
    parser.add_argument("result", metavar="RESULT", type=parse.result, help="1-0 0-1 ½ = + - 1-0f 0-0f 2-0 1-1 …")


def _result_arguments(parser: ArgumentParser) -> None:
    arguments.board_number(parser)
    _result_argument(parser)


def _result(args: Namespace, t: State | None) -> list[Command]:
    return [_entered(args.round, args.board, args.result)]


def _entered(round_number: int, board: int, result: Result) -> Command:
    if result is Result.POSTPONED:
        return PostponeGame(round=round_number, board=board)
    return EnterResult(round=round_number, board=board, result=result)


def _results_arguments(parser: ArgumentParser) -> None:
    arguments.round_number(parser)
    parser.add_argument("results", metavar="LIST", nargs="+", help='board:result: "1:1-0 2:½ 3:0-1"')


def _results(args: Namespace, t: State | None) -> list[Command]:
    """What differs from what stands becomes a dispute, so a list must not differ from itself."""
    listed = parse.board_results(" ".join(args.results))
    boards = [board for board, _ in listed]
    for place, board in enumerate(boards):
        if board in boards[:place]:
            raise BadInput("board-twice", board=board)
    return [_entered(args.round, board, result) for board, result in listed]


def _postpone_arguments(parser: ArgumentParser) -> None:
    arguments.board_number(parser)
    parser.add_argument("--until", metavar="TEXT", default="")
    arguments.reason(parser)


def _postpone(args: Namespace, t: State | None) -> list[Command]:
    return [PostponeGame(round=args.round, board=args.board, until=args.until, reason=args.reason)]


def _correct_arguments(parser: ArgumentParser) -> None:
    _result_arguments(parser)
    arguments.reason(parser)


def _correct(args: Namespace, t: State | None) -> list[Command]:
    return [CorrectResult(round=args.round, board=args.board, result=args.result, reason=args.reason)]


def _confirm_arguments(parser: ArgumentParser) -> None:
    arguments.board_number(parser)
    arguments.reason(parser)


def _confirm(args: Namespace, t: State | None) -> list[Command]:
    """Whatever else was typed for the board. Nothing was: then it stands so already."""
    if t is None:
        raise Refusal("no-such-tournament")
    if not checks.board_in(checks.paired_round(t.tournament, args.round), args.board).result.is_final:
        raise Refusal("nothing-to-dispute", round=args.round, board=args.board)
    disputes = [d.number for d in t.hall.disputes if (d.round, d.board) == (args.round, args.board)]
    return [ConfirmResult(dispute=number, reason=args.reason) for number in disputes]


def _correct_colours_arguments(parser: ArgumentParser) -> None:
    arguments.board_number(parser)
    white_help = "who had White; default: the two change places"
    parser.add_argument("--white", metavar="PLAYER", type=arguments.number("white"), help=white_help)
    arguments.reason(parser)


def _correct_colours(args: Namespace, t: State | None) -> list[Command]:
    return [CorrectColours(round=args.round, board=args.board, white=args.white, reason=args.reason)]


def _sit_out_arguments(parser: ArgumentParser) -> None:
    arguments.round_number(parser)
    arguments.player_number(parser)
    parser.add_argument("kind", metavar="KIND", type=parse.outcome, help="half-bye, absent, absent-unnotified …")
    arguments.reason(parser)


def _sit_out(args: Namespace, t: State | None) -> list[Command]:
    return [CorrectSitOut(round=args.round, player=args.player, outcome=args.kind, reason=args.reason)]


def _extra_game_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("white", metavar="WHITE", type=arguments.number("white"))
    parser.add_argument("black", metavar="BLACK", type=arguments.number("black"))
    _result_argument(parser)
    purposes = tuple(purpose.value for purpose in ExtraPurpose)
    read = arguments.one_of("purpose", purposes)
    parser.add_argument("--purpose", metavar="|".join(purposes), type=read, default="play-off")


def _extra_game(args: Namespace, t: State | None) -> list[Command]:
    purpose = ExtraPurpose(args.purpose)
    return [RecordExtraGame(purpose=purpose, white=args.white, black=args.black, result=args.result)]


def _correct_extra_game_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", type=arguments.number("game"))
    _result_argument(parser)
    arguments.reason(parser)


def _correct_extra_game(args: Namespace, t: State | None) -> list[Command]:
    return [CorrectExtraGame(game=args.game, result=args.result, reason=args.reason)]


def _adjust_arguments(parser: ArgumentParser) -> None:
    arguments.round_number(parser)
    arguments.player_number(parser)
    parser.add_argument("--points", metavar="POINTS", required=True, help="given or taken: 1, ½, -1")
    arguments.reason(parser)


def _adjust(args: Namespace, t: State | None) -> list[Command]:
    units = parse.points(args.points, known(t).rules.points)
    return [AdjustPoints(player=args.player, round=args.round, points=units, reason=args.reason)]


def _settle_tie_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("players", metavar="PLAYERS", type=parse.numbers, help='the tied, in their order: "3 7"')
    read = arguments.one_of("by", ("lot", "play-off", "decision"))
    parser.add_argument("--by", metavar="lot|play-off|decision", required=True, type=read)
    parser.add_argument("--seed", metavar="TEXT", help="of the lot; default: drawn now and written into the log")
    arguments.reason(parser)


def _settle_tie(args: Namespace, t: State | None) -> list[Command]:
    drawn = secrets.token_hex(8) if args.by == "lot" else ""
    seed = drawn if args.seed is None else args.seed
    return [SettleTie(players=args.players, by=args.by, seed=seed, reason=args.reason)]


COMMANDS = {
    "result": writing(_result_arguments, _result),
    "results": writing(_results_arguments, _results),
    "postpone": writing(_postpone_arguments, _postpone),
    "confirm": writing(_confirm_arguments, _confirm),
    "correct": writing(_correct_arguments, _correct),
    "correct-colours": writing(_correct_colours_arguments, _correct_colours),
    "sit-out": writing(_sit_out_arguments, _sit_out),
    "extra-game": writing(_extra_game_arguments, _extra_game),
    "correct-extra-game": writing(_correct_extra_game_arguments, _correct_extra_game),
    "adjust": writing(_adjust_arguments, _adjust),
    "settle-tie": writing(_settle_tie_arguments, _settle_tie),
}
