"""A round: who plays whom, where, and how it ended."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from engine.cards import Card
from engine.errors import Refusal
from engine.model import Outcome, Phase, PlayerId, Result, Round, Tournament, Value
from ledger.state import State
from ledger.views.ranking import deal_cards
from ledger.views.start_position import StartPosition, start_position
from ledger.views.view import Person, Question, View, person

NAME = "boards"
READS: tuple[str, ...] = ("entries", "rounds", "adjustments", "extra_games", "rules", "positions")


class BoardsQuestion(Question["Boards"], frozen=True):
    round: int | None = None  # None: the newest, a draft too


Ask = BoardsQuestion


class Side(Value, frozen=True, omit_defaults=True):
    player: Person
    score: int  # before the round
    pairing_score: int | None = None  # with a game that is still being played as a draw; None: there is none


class BoardLine(Value, frozen=True, omit_defaults=True):
    board: int
    white: Side
    black: Side
    result: Result
    since: int  # the version of the record that gave the result; 0 while there is none
    is_corrected: bool = False  # its result or its colours


class SitOutLine(Value, frozen=True):
    player: Person
    score: int
    outcome: Outcome
    since: int


class Boards(View, frozen=True, kw_only=True, tag=NAME):
    """Round 0 is shown while nothing is paired."""

    round: int
    phase: Phase | None = None
    is_draft: bool = False  # paired and not published: not for the public
    system: str = ""
    per_point: int
    boards: tuple[BoardLine, ...] = ()
    sitouts: tuple[SitOutLine, ...] = ()
    position: StartPosition | msgspec.UnsetType = msgspec.UNSET  # of Chess960, once it is drawn


def show(state: State, ask: BoardsQuestion) -> Boards:
    t = state.tournament
    per_point = t.rules.points.per_point
    if ask.round is None and not t.rounds:
        return Boards(version=state.version, round=0, per_point=per_point)
    number = len(t.rounds) if ask.round is None else ask.round
    if not 1 <= number <= len(t.rounds):
        raise Refusal("no-such-round", round=number, rounds=len(t.rounds))
    played = t.rounds[number - 1]
    before = deal_cards(t.up_to(number - 1))
    return Boards(
        version=state.version,
        round=number,
        phase=played.phase,
        is_draft=played.phase is Phase.PAIRED,
        system=played.system,
        per_point=per_point,
        boards=_board_lines(t, played, before),
        sitouts=tuple(
            SitOutLine(person(t, s.player), before[s.player].score, s.outcome, s.since) for s in played.sitouts
        ),
        position=start_position(t, number) or msgspec.UNSET,
    )


def _board_lines(t: Tournament, played: Round, before: Mapping[PlayerId, Card]) -> tuple[BoardLine, ...]:
    def side(player: PlayerId) -> Side:
        card = before[player]
        return Side(person(t, player), card.score, card.pairing_score if card.is_still_playing else None)

    return tuple(
        BoardLine(
            board=number,
            white=side(board.white),
            black=side(board.black),
            result=board.result,
            since=board.since,
            is_corrected=board.white in played.corrected,
        )
        for number, board in enumerate(played.boards, start=1)
    )
