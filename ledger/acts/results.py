"""Acts on a board: its result, corrections of result and colours, postponed games."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from msgspec.structs import replace

from engine.errors import Fact, Refusal
from engine.model import Board, Phase, PlayerId, Result, Tournament
from ledger.acts import checks
from ledger.acts.act import Act, AnyAct, Command, Endpoint, Event, News
from ledger.acts.boards import board_of, fields_of_board, players_at, with_board, with_boards, with_result
from ledger.acts.disputes import dispute
from ledger.acts.integrity import Integrity
from ledger.acts.permission import Permission
from ledger.acts.reported_results import confirm_if_reported
from ledger.acts.retyped_results import find_own_result, retype_result
from ledger.acts.rounds import with_round
from ledger.state import Hall, State


class EnterResult(Command, frozen=True, kw_only=True, omit_defaults=True, tag="enter-result"):
    """With ``replaces`` it may be typed again: what stands is known to who types, and it is theirs.

    (Without, it is encoded as it ever was: keys of requests are made from that.)
    """

    round: int
    board: int
    result: Result
    replaces: int | None = None  # the version of their own record that gave what stands


class ResultEntered(Event, frozen=True, kw_only=True, gc=False, tag="result-entered"):
    round: int
    board: int
    result: Result


class CorrectResult(Command, frozen=True, kw_only=True, tag="correct-result"):
    round: int
    board: int
    result: Result
    reason: str


class ResultCorrected(Event, frozen=True, kw_only=True, gc=False, tag="result-corrected"):
    round: int
    board: int
    old: Result
    result: Result
    corrects: int  # the version of the record that it corrects
    reason: str


class CorrectColours(Command, frozen=True, kw_only=True, tag="correct-colours"):
    """With ``white`` it may be asked twice: who had White, whoever stands so now. Without, the two change places."""

    round: int
    board: int
    reason: str
    white: PlayerId | None = None


class ColoursCorrected(Event, frozen=True, kw_only=True, gc=False, tag="colours-corrected"):
    """White and Black sat the other way round; the result stays with the players, not with the colours."""

    round: int
    board: int
    corrects: int
    reason: str


class PostponeGame(Command, frozen=True, kw_only=True, tag="postpone-game"):
    round: int
    board: int
    until: str = ""
    reason: str = ""


class GamePostponed(Event, frozen=True, kw_only=True, gc=False, tag="game-postponed"):
    round: int
    board: int
    until: str = ""
    reason: str = ""


# -- deciding ----------------------------------------------------------------------------------------------------------


def enter_result(state: State, command: EnterResult) -> list[Event]:
    """The same result twice is one result; a different one is a dispute that people settle, never the last typed. What
    a player had reported is confirmed by it.

    A postponed game gets its result whenever it is finished, its round closed or not. What may not be typed again, or
    not by who wants to replace it, stands as well (``retyped_results``).
    """
    played = checks.paired_round(state.tournament, command.round)
    checks.check_published(played)
    board = checks.board_in(played, command.board)
    checks.final_result(state.tournament, command.result)
    if board.result is command.result:
        return confirm_if_reported(state, command.round, command.board)
    if board.result.is_final:
        return dispute(state, command.round, command.board, command.result)
    return [ResultEntered(round=command.round, board=command.board, result=command.result)]


def _own_record(state: State, command: EnterResult) -> int | None:
    return None if command.replaces is None else find_own_result(state, command.round, command.board, command.replaces)


def _retype(state: State, command: EnterResult) -> list[Event]:
    """Another result, or none: it was typed at the wrong board."""
    if not (command.result.is_final or command.result is Result.PENDING):
        raise Refusal("not-a-result", result=command.result.value)
    checks.counted_result(state.tournament, command.result)
    return retype_result(state, command.round, command.board, command.result)


def check_agrees(state: State, command: EnterResult) -> None:
    """For who cannot do with a dispute: no other result stands."""
    rounds = state.tournament.rounds
    boards = rounds[command.round - 1].boards if 1 <= command.round <= len(rounds) else ()
    stands = boards[command.board - 1].result if 1 <= command.board <= len(boards) else command.result
    if stands.is_final and stands is not command.result:
        raise Refusal(
            "result-differs",
            round=command.round,
            board=command.board,
            stands=stands.value,
            given=command.result.value,
        )


def correct_result(state: State, command: CorrectResult) -> list[Event]:
    """Names the record that it corrects. Back to pending only while the round is open."""
    t = state.tournament
    checks.reason(command.reason)
    played = checks.paired_round(t, command.round)
    checks.check_published(played)
    board = checks.board_in(played, command.board)
    if board.result is Result.PENDING:
        raise Refusal("nothing-to-correct", round=command.round, board=command.board)
    if board.result is command.result:
        raise Refusal("nothing-changes")
    checks.counted_result(t, command.result)
    if command.result is Result.PENDING and played.phase is Phase.CLOSED:
        raise Refusal("round-is-closed", round=command.round)
    return [
        ResultCorrected(
            round=command.round,
            board=command.board,
            old=board.result,
            result=command.result,
            corrects=board.since or played.since,
            reason=command.reason,
        )
    ]


def correct_colours(state: State, command: CorrectColours) -> list[Event]:
    t = state.tournament
    checks.reason(command.reason)
    played = checks.paired_round(t, command.round)
    checks.check_published(played)
    board = checks.board_in(played, command.board)
    if command.white is not None and command.white not in (board.white, board.black):
        raise Refusal("player-not-on-board", player=command.white, round=command.round, board=command.board)
    if command.white == board.white:
        return []
    return [
        ColoursCorrected(
            round=command.round,
            board=command.board,
            corrects=board.since or played.since,
            reason=command.reason,
        )
    ]


def postpone_game(state: State, command: PostponeGame) -> list[Event]:
    """KNSB:2014 F9, FMJD 4.3: the game counts as a draw for pairing until it is finished.

    A postponed game may be postponed again, to another day or for another reason.
    """
    t = state.tournament
    checks.text(command.until, "until")
    checks.text(command.reason, "reason")
    played = checks.paired_round(t, command.round)
    checks.check_published(played)
    board = checks.board_in(played, command.board)
    if board.result is Result.POSTPONED and not (command.until or command.reason):
        return []
    if board.result.is_final:
        raise Refusal("board-has-result", round=command.round, board=command.board, result=board.result.value)
    return [GamePostponed(round=command.round, board=command.board, until=command.until, reason=command.reason)]


def _check_round_in_fide_mode(state: State, command: CorrectResult | CorrectColours) -> None:
    checks.round_in_fide_mode(state.tournament, command.round)


# -- evolving ----------------------------------------------------------------------------------------------------------


def _evolve_entered(state: State, event: ResultEntered) -> State:
    return state.advance(with_result(state, event.round, event.board, event.result))


def _evolve_results(state: State, first: ResultEntered, rest: Iterator[Event]) -> tuple[State, Event | None]:
    t, version, number = state.tournament, state.version, first.round
    boards = list(t.rounds[number - 1].boards)
    event: Event | None
    for event in chain((first,), rest):
        if type(event) is not ResultEntered or event.round != number:
            break
        place = event.board - 1
        old = boards[place]
        if _is_adjourned_result(old, event):  # which can be taken back: it is no part of a run
            break
        version += 1
        boards[place] = Board(old.white, old.black, event.result, version)
    else:
        event = None
    return replace(state, tournament=with_boards(t, number, tuple(boards)), version=version), event


_AS_PAIRED = (Result.DRAW, Result.UNRATED_DRAW)  # what a postponed game counted as meanwhile


def _is_adjourned_result(old: Board, event: ResultEntered) -> bool:
    """Rounds may have been paired by another result, the draw."""
    return old.result is Result.POSTPONED and event.result not in _AS_PAIRED


def _evolve_corrected(state: State, event: ResultCorrected) -> State:
    changed = with_result(state, event.round, event.board, event.result)
    return _mark_corrected(state, changed, event.round, event.board)


def _evolve_colours(state: State, event: ColoursCorrected) -> State:
    """What each player scored stays with the player."""
    old = state.tournament.rounds[event.round - 1].boards[event.board - 1]
    turned = Board(old.black, old.white, _MIRRORED.get(old.result, old.result), state.version + 1, until=old.until)
    return _mark_corrected(
        state, with_board(state.tournament, event.round, event.board, turned), event.round, event.board
    )


_MIRRORED = {
    Result.WHITE_WINS: Result.BLACK_WINS,
    Result.HALF_TO_WHITE: Result.HALF_TO_BLACK,
    Result.ADVANTAGE_TO_WHITE: Result.ADVANTAGE_TO_BLACK,
    Result.UNRATED_WHITE_WINS: Result.UNRATED_BLACK_WINS,
    Result.FORFEIT_WHITE_WINS: Result.FORFEIT_BLACK_WINS,
}
_MIRRORED |= {black: white for white, black in _MIRRORED.items()}


def _evolve_postponed(state: State, event: GamePostponed) -> State:
    old = state.tournament.rounds[event.round - 1].boards[event.board - 1]
    board = Board(old.white, old.black, Result.POSTPONED, state.version + 1, until=event.until)
    return state.advance(with_board(state.tournament, event.round, event.board, board))


def _mark_corrected(state: State, changed: Tournament, number: int, place: int) -> State:
    """The board is known to have been corrected, by who sits there: it may be given another number."""
    played = changed.rounds[number - 1]
    board = played.boards[place - 1]
    both = tuple(player for player in (board.white, board.black) if player not in played.corrected)
    marked = with_round(changed, replace(played, corrected=(*played.corrected, *both)))
    return state.advance(marked, _without_disputes(state.hall, number, place))


def _without_disputes(hall: Hall, number: int, board: int) -> Hall:
    """A correction settles what was disputed of the board."""
    still = tuple(d for d in hall.disputes if (d.round, d.board) != (number, board))
    return hall if len(still) == len(hall.disputes) else replace(hall, disputes=still)


# -- telling -----------------------------------------------------------------------------------------------------------


def _entered_integrity(before: State | None, event: ResultEntered) -> Integrity | None:
    """VCL4THP 163: of an adjourned game, another result than the draw that rounds were paired by."""
    is_one = before is not None and _is_adjourned_result(board_of(before, event), event)
    return Integrity.ADJOURNED_RESULT if is_one else None


def _corrected_integrity(before: State | None, event: ResultCorrected | ColoursCorrected) -> Integrity | None:
    """While a round is open its results are still being typed; of a closed one the next was or will be paired."""
    if isinstance(event, ResultCorrected) and event.old is Result.POSTPONED and event.result.is_final:
        return None if event.result in _AS_PAIRED else Integrity.ADJOURNED_RESULT
    is_closed = before is not None and before.tournament.rounds[event.round - 1].phase is Phase.CLOSED
    return Integrity.CORRECTION if is_closed else None


def _postponed_integrity(before: State | None, event: GamePostponed) -> Integrity | None:
    """Another day or reason changes nothing."""
    is_new = before is None or board_of(before, event).result is not Result.POSTPONED
    return Integrity.ADJOURNMENT if is_new else None


_OnBoard = ResultEntered | ResultCorrected | ColoursCorrected | GamePostponed


def _board_news(before: State | None, event: _OnBoard, after: State) -> News:
    facts: dict[str, Fact] = {"round": event.round, "board": event.board}
    match event:
        case ResultEntered():
            facts |= {"result": event.result.value}
        case ResultCorrected():
            facts |= {"old": event.old.value, "result": event.result.value}
        case GamePostponed():
            facts |= {"until": event.until}
    return players_at(before, event, after), facts


_BOARD = "/rounds/{round}/boards/{board}"
_MISREAD = {"reason": "The slip was misread."}

ACTS: tuple[AnyAct, ...] = (
    Act(
        command=EnterResult,
        decide=enter_result,
        own_record=_own_record,
        decide_own=_retype,
        endpoint=Endpoint("POST", f"{_BOARD}/result", {"result": "1-0"}, Permission.ENTER_RESULTS),
        event=ResultEntered,
        evolve=_evolve_entered,
        evolve_run=_evolve_results,
        fields=fields_of_board,
        players=players_at,
        news=_board_news,
        # Of a game that was postponed; an ordinary result moves everybody all the time.
        moves_places=lambda before, event: before.rounds[event.round - 1].phase is Phase.CLOSED,
        integrity=_entered_integrity,
    ),
    Act(
        command=CorrectResult,
        decide=correct_result,
        check_fide_mode=_check_round_in_fide_mode,
        endpoint=Endpoint("POST", f"{_BOARD}/correction", {"result": "1/2", **_MISREAD}),
        event=ResultCorrected,
        evolve=_evolve_corrected,
        fields=fields_of_board,
        players=players_at,
        news=_board_news,
        moves_places=lambda before, event: True,
        is_correction=True,
        integrity=_corrected_integrity,
        is_marked_on_cards=True,
        concerns_later_pairings=True,
    ),
    Act(
        command=CorrectColours,
        decide=correct_colours,
        check_fide_mode=_check_round_in_fide_mode,
        endpoint=Endpoint("POST", f"{_BOARD}/colours", {"white": 4, "reason": "They swapped."}),
        event=ColoursCorrected,
        evolve=_evolve_colours,
        fields=fields_of_board,
        players=players_at,
        news=_board_news,
        moves_places=lambda before, event: True,
        is_correction=True,
        integrity=_corrected_integrity,
        is_marked_on_cards=True,
        concerns_later_pairings=True,
    ),
    Act(
        command=PostponeGame,
        decide=postpone_game,
        endpoint=Endpoint("POST", f"{_BOARD}/postponement", {"until": "Tuesday", "reason": "Illness"}),
        event=GamePostponed,
        evolve=_evolve_postponed,
        has_private_reason=True,
        fields=fields_of_board,
        players=players_at,
        news=_board_news,
        integrity=_postponed_integrity,
    ),
)
