"""Acts on a result of one's own: who typed it types it again, as long as it is nobody else's business.

That is no dispute, for nobody saw the game end otherwise, and no correction with a reason: a typo is put right. It is
while the round runs, while nobody has typed another result, and unless somebody has looked into the board since and
corrected or confirmed it.
"""

from __future__ import annotations

from engine.model import Phase, Result
from ledger.acts.act import Act, AnyAct, Event, News
from ledger.acts.boards import board_of, fields_of_board, players_at, with_result
from ledger.state import State


class ResultRetyped(Event, frozen=True, kw_only=True, gc=False, tag="result-retyped"):
    """Who had entered the result entered another one for it, or (pending) took it back."""

    round: int
    board: int
    old: Result
    result: Result
    corrects: int  # the version of their own record


# -- deciding ----------------------------------------------------------------------------------------------------------


def find_own_result(state: State, number: int, board_number: int, seen: int) -> int | None:
    """The record of version ``seen`` gave the result that stands, and its author may type another."""
    rounds = state.tournament.rounds
    if not rounds or number != len(rounds) or not 1 <= board_number <= len(rounds[-1].boards):
        return None
    played, board = rounds[-1], rounds[-1].boards[board_number - 1]
    stands = board.since == seen and board.result.is_final and played.phase is Phase.PUBLISHED
    is_settled = board.white in played.corrected or board.since in state.hall.confirmed
    is_disputed = board_number in state.hall.disputed_boards(number)
    return seen if stands and not is_settled and not is_disputed else None


def retype_result(state: State, number: int, board_number: int, result: Result) -> list[Event]:
    """Of a board that ``find_own_result`` has found."""
    board = state.tournament.rounds[number - 1].boards[board_number - 1]
    if board.result is result:
        return []
    return [ResultRetyped(round=number, board=board_number, old=board.result, result=result, corrects=board.since)]


# -- evolving and telling ----------------------------------------------------------------------------------------------


def _evolve_retyped(state: State, event: ResultRetyped) -> State:
    return state.advance(with_result(state, event.round, event.board, event.result))


def _retyped_news(before: State | None, event: ResultRetyped, after: State) -> News | None:
    """What was taken back is no news: the board has no result again."""
    if not event.result.is_final:
        return None
    board = board_of(after, event)
    facts = {"round": event.round, "board": event.board, "old": event.old.value, "result": event.result.value}
    return (board.white, board.black), {**facts}


ACTS: tuple[AnyAct, ...] = (
    Act(
        event=ResultRetyped,
        evolve=_evolve_retyped,
        fields=fields_of_board,
        players=players_at,
        news=_retyped_news,
    ),
)
