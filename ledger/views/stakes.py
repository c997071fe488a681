"""What the game that is being played pays, by each way in which it can end: of a ladder as much of it as is certain.

For the phone of a player, until the game has ended.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec.structs import replace

from engine.model import Board, Outcome, PlayerId, Result, Tournament, Value
from engine.registry import has_ladder
from engine.scoring import points, show
from ledger.acts.boards import with_board
from ledger.acts.members import reportable_results
from ledger.state import State
from ledger.views.figures import Amount
from ledger.views.ladder_figures import ladder_rules, worth
from ledger.views.seasons import season
from ledger.views.view import Person, View, person

NAME = "stakes"


class Stake(Value, frozen=True):
    outcome: Outcome
    points: Amount  # of a ladder as the total counts it after this round


class Stakes(View, frozen=True, kw_only=True, tag=NAME):
    """``is_certain``: whatever the other games of the round bring. Else a ladder pays this if they bring nothing, and
    the opponent's place, and so their value, may still be another by then."""

    round: int
    opponent: Person
    value: Amount | None  # what the opponent was worth when the round was paired; None: there is no ladder
    is_certain: bool
    stakes: tuple[Stake, ...]  # the best first


def show_stakes(state: State, player: PlayerId) -> Stakes | None:
    """None: the player has no open game in the newest round that is published."""
    t = state.tournament.up_to(state.tournament.released_rounds)
    boards = t.rounds[-1].boards if t.rounds else ()
    for place, board in enumerate(boards, start=1):
        if player in (board.white, board.black) and board.result is Result.PENDING:
            opponent = board.black if board.white == player else board.white
            is_ladder = has_ladder(t.rules.system)
            return Stakes(
                version=state.version,
                round=len(t.rounds),
                opponent=person(t, opponent),
                value=_value_of(t, opponent) if is_ladder else None,
                is_certain=not is_ladder or ladder_rules(t).values_are_known(t.rules),
                stakes=tuple(_list_stakes(t, place, board, player)),
            )
    return None


def _value_of(t: Tournament, opponent: PlayerId) -> Amount:
    return worth(t, season(t.up_to(len(t.rounds) - 1)).before(len(t.rounds))[opponent].value)


def _list_stakes(t: Tournament, place: int, board: Board, player: PlayerId) -> Iterator[Stake]:
    is_white = board.white == player
    results = reportable_results(t) if is_white else reportable_results(t)[::-1]
    for result in results:
        outcome = result.outcomes[0 if is_white else 1]
        if has_ladder(t.rules.system):
            ended = with_board(t, len(t.rounds), place, replace(board, result=result))
            lines = season(ended).working(player, len(t.rounds)).lines
            yield Stake(outcome, worth(t, next(line.points for line in lines[::-1] if line.round == len(t.rounds))))
        else:
            units, per_point = points(t.rules.points, outcome), t.rules.points.per_point
            yield Stake(outcome, Amount(str(Fraction(units, per_point)), show(units, per_point)))
