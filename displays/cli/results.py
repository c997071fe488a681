"""Results, their corrections, postponed and extra games, points by decision, ties settled."""

from __future__ import annotations

import secrets

from displays.cli import options
from displays.cli.command import Namespace
from displays.cli.options import number_of
from displays.cli.parameters import argument, flag, one_of, option
from displays.cli.writing import tournament_of, writing
from displays.words import parse
from engine.errors import BadInput, Refusal
from engine.model import ExtraPurpose, Result
from ledger.acts import checks
from ledger.acts.act import Command
from ledger.acts.disputes import ConfirmResult
from ledger.acts.extra_games import CorrectExtraGame, RecordExtraGame, TakeBackExtraGame
from ledger.acts.extras import AdjustPoints, SettleTie
from ledger.acts.rating_corrections import CorrectForRating
from ledger.acts.results import CorrectColours, CorrectResult, EnterResult, PostponeGame
from ledger.acts.sit_outs import CorrectSitOut
from ledger.acts.undo import UndoRecord
from ledger.state import State

_RESULT = argument("result", "RESULT", "1-0 0-1 ½ = + - 1-0f 0-0f 2-0 1-1 3-1 …", read=parse.result)
_ON_BOARD = (options.ROUND, options.BOARD)
_GAME = argument("game", "GAME", read=number_of("game"))
_PURPOSES = tuple(purpose.value for purpose in ExtraPurpose)
_TIE_BY = ("lot", "play-off", "decision")


def _result(args: Namespace, t: State | None) -> list[Command]:
    """Typed again by who typed what stands, it is put right."""
    return [_enter(args.round, args.board, args.result, _standing_record(t, args.round, args.board))]


def _standing_record(state: State | None, round_number: int, board: int) -> int | None:
    """The version that gave the board its result."""
    rounds = () if state is None else state.tournament.rounds[max(round_number - 1, 0) : round_number]
    boards = [one for played in rounds for one in played.boards[max(board - 1, 0) : board]]
    return next((one.since for one in boards if one.since and one.result.is_final), None)


def _enter(round_number: int, board: int, result: Result, replaces: int | None = None) -> Command:
    if result is Result.POSTPONED:
        return PostponeGame(round=round_number, board=board)
    return EnterResult(round=round_number, board=board, result=result, replaces=replaces)


def _results(args: Namespace, t: State | None) -> list[Command]:
    """What differs from what stands becomes a dispute, so a list must not differ from itself."""
    listed = parse.board_results(" ".join(args.results))
    boards = [board for board, _ in listed]
    for place, board in enumerate(boards):
        if board in boards[:place]:
            raise BadInput("board-twice", board=board)
    return [_enter(args.round, board, result) for board, result in listed]


def _postpone(args: Namespace, t: State | None) -> list[Command]:
    return [PostponeGame(round=args.round, board=args.board, until=args.until, reason=args.reason)]


def _correct(args: Namespace, t: State | None) -> list[Command]:
    if args.rating_only:
        return [CorrectForRating(round=args.round, board=args.board, result=args.result, reason=args.reason)]
    return [CorrectResult(round=args.round, board=args.board, result=args.result, reason=args.reason)]


def _confirm(args: Namespace, t: State | None) -> list[Command]:
    """Whatever else was typed for the board. Nothing was: then it stands so already."""
    if t is None:
        raise Refusal("no-such-tournament")
    if not checks.board_in(checks.paired_round(t.tournament, args.round), args.board).result.is_final:
        raise Refusal("nothing-to-dispute", round=args.round, board=args.board)
    disputes = [d.number for d in t.hall.disputes if (d.round, d.board) == (args.round, args.board)]
    return [ConfirmResult(dispute=number, reason=args.reason) for number in disputes]


def _undo(args: Namespace, t: State | None) -> list[Command]:
    return [UndoRecord(record=args.record, reason=args.reason)]


def _correct_colours(args: Namespace, t: State | None) -> list[Command]:
    return [CorrectColours(round=args.round, board=args.board, white=args.white, reason=args.reason)]


def _sit_out(args: Namespace, t: State | None) -> list[Command]:
    return [CorrectSitOut(round=args.round, player=args.player, outcome=args.kind, reason=args.reason)]


def _extra_game(args: Namespace, t: State | None) -> list[Command]:
    purpose = ExtraPurpose(args.purpose)
    return [RecordExtraGame(purpose=purpose, white=args.white, black=args.black, result=args.result)]


def _correct_extra_game(args: Namespace, t: State | None) -> list[Command]:
    return [CorrectExtraGame(game=args.game, result=args.result, reason=args.reason)]


def _take_back_extra_game(args: Namespace, t: State | None) -> list[Command]:
    return [TakeBackExtraGame(game=args.game, reason=args.reason)]


def _adjust(args: Namespace, t: State | None) -> list[Command]:
    units = parse.points(args.points, tournament_of(t).rules.points)
    return [AdjustPoints(player=args.player, round=args.round, points=units, reason=args.reason)]


def _settle_tie(args: Namespace, t: State | None) -> list[Command]:
    drawn = secrets.token_hex(8) if args.by == "lot" and not args.by_hand else ""
    seed = drawn if args.seed is None else args.seed
    tie = SettleTie(
        players=args.players, by=args.by, seed=seed, reason=args.reason, is_drawn_by_hand=bool(args.by_hand)
    )
    return [tie]


COMMANDS = {
    "result": writing((*_ON_BOARD, _RESULT), _result),
    "results": writing(
        (options.ROUND, argument("results", "LIST", 'board:result: "1:1-0 2:½ 3:0-1"', many=True)),
        _results,
    ),
    "postpone": writing((*_ON_BOARD, option("--until", default=""), options.REASON), _postpone),
    "confirm": writing((*_ON_BOARD, options.REASON), _confirm),
    "correct": writing(
        (
            *_ON_BOARD,
            _RESULT,
            flag("--rating-only", help="in the report to the federation alone (FIDE C.04.2 4.3)"),
            options.REASON,
        ),
        _correct,
    ),
    "undo": writing((argument("record", "RECORD", "its version", read=number_of("record")), options.REASON), _undo),
    "correct-colours": writing(
        (
            *_ON_BOARD,
            option(
                "--white",
                metavar="PLAYER",
                read=number_of("white"),
                help="who had White; default: the two change places",
            ),
            options.REASON,
        ),
        _correct_colours,
    ),
    "sit-out": writing(
        (
            options.ROUND,
            options.PLAYER,
            argument("kind", "KIND", "half-bye, absent, absent-unnotified …", read=parse.outcome),
            options.REASON,
        ),
        _sit_out,
    ),
    "extra-game": writing(
        (
            argument("white", "WHITE", read=number_of("white")),
            argument("black", "BLACK", read=number_of("black")),
            _RESULT,
            option("--purpose", metavar="|".join(_PURPOSES), read=one_of("purpose", _PURPOSES), default="play-off"),
        ),
        _extra_game,
    ),
    "correct-extra-game": writing((_GAME, _RESULT, options.REASON), _correct_extra_game),
    "take-back-extra-game": writing((_GAME, options.REASON), _take_back_extra_game),
    "adjust": writing(
        (
            options.ROUND,
            options.PLAYER,
            option("--points", metavar="POINTS", needed=True, help="given or taken: 1, ½, -1"),
            options.REASON,
        ),
        _adjust,
    ),
    "settle-tie": writing(
        (
            argument("players", "PLAYERS", 'the tied, in their order: "3 7"', read=parse.numbers),
            option("--by", metavar="|".join(_TIE_BY), needed=True, read=one_of("by", _TIE_BY)),
            option("--seed", help="of the lot; default: drawn now and written into the log"),
            flag("--by-hand", help="the lot was drawn by hand, in this order"),
            options.REASON,
        ),
        _settle_tie,
    ),
}
