"""A round robin through the ledger: lots, all rounds by the table, forfeits in the schedule, once and twice."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.errors import NoPairing, Refusal
from engine.model import Board, Outcome, Phase, Player, Result, Rules
from ledger.acts.act import Command
from ledger.acts.fide_mode import LeaveFideMode
from ledger.acts.lots import DrawLots
from ledger.acts.opening import ChangeRules, FinishTournament
from ledger.acts.pairing import ChangeRound, PairByHand, PairRound, RoundPaired
from ledger.acts.players import NewPlayer, RegisterPlayers
from ledger.acts.presence import ReturnPlayer, WithdrawPlayer
from ledger.acts.results import CorrectResult, EnterResult
from ledger.acts.rounds import CloseRound, PublishRound, TakeBackRound
from tests.ledger.histories import Table, opened

NAMES = ("Anna", "Bea", "Carl", "Dora", "Eva", "Finn")


def entered(size: int, double: bool = False) -> Table:
    """Lots drawn, nothing paired."""
    numbers = size + size % 2
    rounds = (numbers - 1) * (2 if double else 1)
    rules = Rules("round-robin", rounds, options={"double": True} if double else {})
    return opened(*NAMES[:size], rules=rules).do(DrawLots(seed="hat"))


def pair_and_publish(table: Table) -> Table:
    number = table.now.next_round
    return table.do(PairRound(round=number), PublishRound(round=number))


def finish_round(table: Table) -> Table:
    """White wins wherever a game is still to be played."""
    last = table.now.rounds[-1]
    for board, line in enumerate(last.boards, start=1):
        if line.result is Result.PENDING:
            table.do(EnterResult(round=last.number, board=board, result=Result.WHITE_WINS))
    return table.do(CloseRound(round=last.number))


def play(table: Table, rounds: int) -> Table:
    for _ in range(rounds):
        finish_round(pair_and_publish(table))
    return table


def meetings(table: Table) -> Counter[frozenset[int]]:
    return Counter(frozenset((b.white, b.black)) for played in table.now.rounds for b in played.boards)


def refused(table: Table, command: Command) -> Refusal:
    with pytest.raises(Refusal) as caught:
        table.do(command)
    return caught.value


@pytest.mark.parametrize("size", [3, 4, 5, 6])
@pytest.mark.parametrize("double", [False, True])
def test_everybody_meets_everybody_and_the_tournament_ends(size: int, double: bool) -> None:
    table = entered(size, double)
    play(table, table.now.rules.rounds).do(FinishTournament())
    met = meetings(table)
    assert len(met) == size * (size - 1) // 2
    assert set(met.values()) == {2 if double else 1}
    assert table.now.is_finished


def test_in_an_odd_field_everybody_is_free_once_for_nothing() -> None:
    table = play(entered(5), 5)
    free = [sitout for played in table.now.rounds for sitout in played.sitouts]
    assert sorted(sitout.player for sitout in free) == [1, 2, 3, 4, 5]
    assert {sitout.outcome for sitout in free} == {Outcome.ZERO_BYE}


def test_the_lots_are_the_numbers_of_the_table() -> None:
    table = entered(4).do(PairRound(round=1))
    by_lot = sorted(table.now.players, key=lambda player: player.lot or 0)
    first, second, third, fourth = (player.number for player in by_lot)
    assert [(b.white, b.black) for b in table.now.rounds[0].boards] == [(first, fourth), (second, third)]


@pytest.mark.parametrize("double", [False, True])
def test_the_schedule_breaks_no_rule(double: bool) -> None:
    table = entered(4, double)
    play(table, table.now.rules.rounds)
    paired = [record.event for record in table.records if isinstance(record.event, RoundPaired)]
    assert [event.breaches for event in paired] == [()] * len(paired)


def test_a_third_meeting_in_a_double_round_robin_is_pointed_out() -> None:
    table = play(entered(4, double=True), 6).do(
        LeaveFideMode(reason="one more"),
        ChangeRules(rules=Rules("round-robin", 7, options={"double": True}), reason="one more"),
    )
    table.do(PairByHand(round=7, boards=(Board(1, 2), Board(3, 4))))
    event = table.records[-1].event
    assert isinstance(event, RoundPaired)
    assert [breach.code for breach in event.breaches] == ["met-before", "met-before"]


# -- somebody leaves ---------------------------------------------------------------------------------------------------


def with_forfeit() -> Table:
    """Six players; number 6 leaves after round 2, round 3 is out."""
    table = play(entered(6), 2).do(WithdrawPlayer(player=6, reason="ill"))
    return pair_and_publish(table)


def forfeit_of(table: Table) -> tuple[int, Board]:
    boards = enumerate(table.now.rounds[-1].boards, start=1)
    return next((number, board) for number, board in boards if 6 in (board.white, board.black))


def test_the_games_of_who_left_stand_in_the_schedule_as_forfeits() -> None:
    _, board = forfeit_of(with_forfeit())
    lost = Result.FORFEIT_BLACK_WINS if board.white == 6 else Result.FORFEIT_WHITE_WINS
    assert (board.result, board.since) == (lost, 0)


def test_a_forfeit_of_the_schedule_does_not_begin_the_round() -> None:
    table = with_forfeit().do(TakeBackRound(round=3, reason="published too early"), TakeBackRound(round=3))
    assert table.now.next_round == 3
    pair_and_publish(table).do(EnterResult(round=3, board=_open_board(table), result=Result.DRAW))
    assert refused(table, TakeBackRound(round=3, reason="again")).code == "round-has-begun"


def _open_board(table: Table) -> int:
    boards = enumerate(table.now.rounds[-1].boards, start=1)
    return next(number for number, board in boards if board.result is Result.PENDING)


def test_a_round_with_forfeits_closes_when_its_games_are_done() -> None:
    table = with_forfeit()
    waiting = refused(table, CloseRound(round=3))
    boards = waiting.facts["boards"]
    assert isinstance(boards, tuple)
    assert (waiting.code, len(boards)) == ("boards-without-result", 2)
    assert finish_round(table).now.rounds[-1].phase is Phase.CLOSED


def test_the_other_boards_may_still_be_changed_and_the_forfeit_stays() -> None:
    table = with_forfeit()
    number, forfeit = forfeit_of(table)
    turned = tuple(
        Board(board.white, board.black) if place == number else Board(board.black, board.white)
        for place, board in enumerate(table.now.rounds[-1].boards, start=1)
    )
    table.do(ChangeRound(round=3, boards=turned, reason="colours"))
    assert table.now.rounds[-1].boards[number - 1] == forfeit
    assert finish_round(table).now.rounds[-1].is_complete
    play(table, 2)


def test_who_left_cannot_be_given_another_opponent() -> None:
    table = with_forfeit()
    number, forfeit = forfeit_of(table)
    others = [board for place, board in enumerate(table.now.rounds[-1].boards, start=1) if place != number]
    opponent = forfeit.black if forfeit.white == 6 else forfeit.white
    swapped = (Board(6, others[0].white), Board(opponent, others[0].black), Board(others[1].white, others[1].black))
    error = refused(table, ChangeRound(round=3, boards=swapped, reason="why not"))
    assert (error.code, error.facts["player"]) == ("player-not-in-round", 6)


def test_a_forfeit_of_the_schedule_can_be_corrected_like_any_result() -> None:
    table = with_forfeit()
    number, board = forfeit_of(table)
    table.do(EnterResult(round=3, board=number, result=Result.DRAW))
    assert table.now.rounds[-1].boards[number - 1] == board
    assert table.state.hall.disputed_boards(3) == (number,)
    table.do(CorrectResult(round=3, board=number, result=Result.DRAW, reason="came after all"))
    corrected = table.now.rounds[-1].boards[number - 1]
    assert (corrected.result, corrected.since) == (Result.DRAW, table.state.version)
    assert board.result is not corrected.result


def test_who_comes_back_plays_the_rest_of_the_schedule() -> None:
    table = finish_round(with_forfeit()).do(ReturnPlayer(player=6))
    pair_and_publish(table)
    assert forfeit_of(table)[1].result is Result.PENDING


# -- what a schedule cannot do -----------------------------------------------------------------------------------------


def test_nobody_enters_after_the_first_round() -> None:
    table = play(entered(4), 1).do(RegisterPlayers(players=(NewPlayer(player=Player(0, "Late", 1500)),)))
    error = refused(table, PairRound(round=2))
    assert isinstance(error, NoPairing)
    assert (error.code, error.facts["players"]) == ("late-entry-in-round-robin", (5,))


def test_a_schedule_that_was_left_cannot_be_gone_on_with() -> None:
    table = play(entered(4), 1)
    second = table.now.rounds[0].boards  # the same pairs again
    table.do(PairByHand(round=2, boards=tuple(Board(b.black, b.white) for b in second)), PublishRound(round=2))
    error = refused(finish_round(table), PairRound(round=3))
    assert (error.code, error.facts["round"]) == ("round-robin-left", 2)


def test_there_is_no_round_after_the_last_of_the_table() -> None:
    table = opened(*NAMES[:4], rules=Rules("round-robin", 5)).do(DrawLots(seed="hat"))
    error = refused(play(table, 3), PairRound(round=4))
    assert (error.code, error.facts) == ("everybody-has-met", {"round": 4, "rounds": 3})


def test_buchholz_is_refused_when_a_round_robin_is_opened() -> None:
    with pytest.raises(Refusal) as caught:
        opened(rules=Rules("round-robin", 3, tiebreaks=("BH",)))
    assert caught.value.code == "tiebreak-not-for-round-robin"
