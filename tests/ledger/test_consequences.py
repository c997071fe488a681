"""What a correction would do, before it is written: places, figures, prizes, later rounds. Nothing is changed by it."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from engine.errors import Refusal
from engine.handbook import find_departures
from engine.model import CHESS_POINTS, Colour, Details, Player, Result, Rules
from ledger.acts.act import Command
from ledger.acts.corrections import ApplyCorrections
from ledger.acts.decide import decide
from ledger.acts.evolve import fold
from ledger.acts.extras import AdjustPoints
from ledger.acts.fide_mode import LeaveFideMode
from ledger.acts.lots import DrawFirstColour
from ledger.acts.opening import ChangeRules, FinishTournament, OpenTournament
from ledger.acts.pairing import PairRound, RoundPaired
from ledger.acts.players import CorrectPlayer, NewPlayer, RegisterPlayers
from ledger.acts.presence import WithdrawPlayer
from ledger.acts.results import CorrectResult, ResultCorrected
from ledger.acts.rounds import CloseRound, PublishRound
from ledger.consequences import consequences
from ledger.state import State
from ledger.views.moves import moves
from ledger.what_if import WhatIf, branch_state
from tests.ledger import keizer_season

ROUNDS = 4


def played(state: State | None, *commands: Command) -> State:
    for command in commands:
        state = fold(decide(state, command), state)
    assert state is not None
    return state


def swiss(players: int = 12, rounds: int = ROUNDS, system: str = "fide-dutch-2026") -> State:
    """Played by seeded chance, out of FIDE mode, so that any round may be corrected; half of the players are women."""
    rules = Rules(system, 5, tiebreaks=("BH", "SB"))
    people = tuple(
        NewPlayer(player=Player(n, f"Player {n:02}", rating=2200 - 20 * n, sex="w" if n % 2 else "m"))
        for n in range(1, players + 1)
    )
    state = played(
        None,
        OpenTournament(details=Details("Open"), rules=rules),
        *((LeaveFideMode(reason="old rounds"),) if find_departures(rules) == () else ()),
        RegisterPlayers(players=people),
        DrawFirstColour(colour=Colour.WHITE),
    )
    chance = random.Random(7)
    for number in range(1, rounds + 1):
        state = played(state, PairRound(round=number), PublishRound(round=number))
        state = played(state, *keizer_season.results(state.tournament, chance), CloseRound(round=number))
    return state


@pytest.fixture(scope="module")
def state() -> State:
    return swiss()


def other(result: Result) -> Result:
    return Result.BLACK_WINS if result is not Result.BLACK_WINS else Result.WHITE_WINS


def corrected(state: State, number: int, board: int) -> CorrectResult:
    stands = state.tournament.rounds[number - 1].boards[board - 1].result
    return CorrectResult(round=number, board=board, result=other(stands), reason="scoresheets")


def test_the_places_and_figures_are_those_that_writing_it_would_give(state: State):
    correction = corrected(state, 2, 1)
    told = consequences(state, WhatIf((correction,)))
    now, then = consequences(state, WhatIf()), consequences(played(state, correction), WhatIf())
    assert {line.player.number: line.before for line in told.lines} == {
        line.player.number: line.before for line in now.lines
    }
    assert {line.player.number: line.after for line in told.lines} == {
        line.player.number: line.after for line in then.lines
    }
    assert [line.after.place for line in told.lines] == sorted(line.after.place for line in told.lines)
    assert told.moved > 0


def test_nothing_asked_for_changes_nothing(state: State):
    told = consequences(state, WhatIf())
    assert (told.moved, told.prizes, told.rounds) == (0, (), ())


def test_only_rounds_after_the_corrected_one_are_paired_again(state: State):
    assert [told.round for told in consequences(state, WhatIf((corrected(state, 2, 1),))).rounds] == [3, 4]
    assert [told.round for told in consequences(state, WhatIf((corrected(state, 4, 1),))).rounds] == []


def test_a_later_round_shows_what_stands_and_what_would_be(state: State):
    """KNSB:2014 F6: for comparison only, the published pairing stays."""
    correction = corrected(state, 2, 1)
    first = consequences(state, WhatIf((correction,))).rounds[0]
    assert (first.verdict, first.is_published, first.already_differs) == ("different", True, False)
    [again] = decide(played(swiss(rounds=2), correction), PairRound(round=3))
    assert isinstance(again, RoundPaired)
    would = {(board.white, board.black) for board in again.boards}
    stands = {(board.white, board.black) for board in state.tournament.rounds[2].boards}
    assert set(first.would) == would - stands
    assert set(first.stands) == stands - would
    assert played(state, correction).tournament.rounds[2].boards == state.tournament.rounds[2].boards


def with_round_3(state: State, **changes: object) -> State:
    rounds = list(state.tournament.rounds)
    rounds[2] = replace(rounds[2], **changes)
    return replace(state, tournament=replace(state.tournament, rounds=tuple(rounds)))


def test_a_round_that_a_hand_has_changed_says_so(state: State):
    boards = state.tournament.rounds[2].boards
    swapped = (replace(boards[0], black=boards[1].black), replace(boards[1], black=boards[0].black), *boards[2:])
    by_hand = with_round_3(state, boards=swapped)
    assert consequences(by_hand, WhatIf((corrected(state, 2, 1),))).rounds[0].already_differs


def test_a_round_given_by_hand_cannot_be_compared(state: State):
    by_hand = with_round_3(state, system="by-hand")
    assert consequences(by_hand, WhatIf((corrected(state, 2, 1),))).rounds[0].verdict == "by-hand"


def test_c_04_2_2_3_a_rating_alone_changes_no_pairing():
    state = swiss(rounds=3)
    last = replace(state.tournament.entries[12].player, rating=2500)
    told = consequences(state, WhatIf((CorrectPlayer(player=last, reason="the list of May"),)))
    assert [again.round for again in told.rounds] == [1, 2, 3]
    assert {again.verdict for again in told.rounds} == {"same"}


def test_c_04_2_2_3_once_round_4_is_paired_a_rating_changes_no_pairing(state: State):
    last = replace(state.tournament.entries[12].player, rating=2500)
    told = consequences(state, WhatIf((CorrectPlayer(player=last, reason="the list of May"),)))
    assert {again.verdict for again in told.rounds} == {"same"}


def test_several_corrections_are_looked_at_together(state: State):
    one, two = corrected(state, 1, 1), corrected(state, 3, 2)
    together = consequences(state, WhatIf((one, two)))
    assert {line.player.number: line.after for line in together.lines} == {
        line.player.number: line.before for line in consequences(played(state, one, two), WhatIf()).lines
    }


def first_places(state: State) -> set[int]:
    return {line.player.number for line in consequences(state, WhatIf()).lines if line.before.place == 1}


def test_prizes_that_change_hands_are_named(state: State):
    every = [corrected(state, number, board) for number in range(1, ROUNDS + 1) for board in range(1, 7)]
    decisive = next(one for one in every if first_places(played(state, one)) != first_places(state))
    told = consequences(state, WhatIf((decisive,)), prizes=1)
    overall = next(prize for prize in told.prizes if prize.category == "")
    had, has = first_places(state), first_places(played(state, decisive))
    assert {person.number for person in overall.enters} == has - had
    assert {person.number for person in overall.leaves} == had - has
    assert {prize.category for prize in told.prizes} <= {"", "sex=w"}


def test_two_who_only_swap_places_within_the_prizes_change_prizes_too(state: State):
    every = [corrected(state, number, board) for number in range(1, ROUNDS + 1) for board in range(1, 7)]
    told = [consequences(state, WhatIf((one,)), prizes=12).prizes for one in every]
    everybody = [prize for prizes in told for prize in prizes if prize.category == ""]
    assert everybody
    assert all((prize.enters, prize.leaves) == ((), ()) and prize.moves for prize in everybody)


def test_a_category_is_asked_as_it_was_and_as_it_would_be(state: State):
    first = consequences(state, WhatIf()).lines[0].player.number
    seniors = played(
        state,
        CorrectPlayer(player=replace(state.tournament.entries[first].player, category="senior"), reason="asked"),
    )
    back = CorrectPlayer(player=replace(seniors.tournament.entries[first].player, category=""), reason="no senior")
    (prize,) = [one for one in consequences(seniors, WhatIf((back,))).prizes if one.category == "category=senior"]
    assert ([one.number for one in prize.leaves], prize.enters) == ([first], ())
    junior = replace(seniors.tournament.entries[first].player, category="junior")
    told = consequences(seniors, WhatIf((CorrectPlayer(player=junior, reason="is one"),))).prizes
    assert {one.category for one in told} == {"category=junior", "category=senior"}


def test_the_ladder_of_a_keizer_season_shows_values_and_totals():
    state = played(None, *keizer_season.opening(3, 8))
    chance = random.Random(3)
    for number in (1, 2, 3):
        state = played(state, PairRound(round=number), PublishRound(round=number))
        state = played(state, *keizer_season.results(state.tournament, chance), CloseRound(round=number))
    told = consequences(state, WhatIf((corrected(state, 1, 1),)))
    assert told.is_ladder
    assert all(len(line.after.values) == 2 for line in told.lines)
    assert any(line.before.values != line.after.values for line in told.lines)


def test_a_finished_tournament_is_reopened_and_finished_again(state: State):
    done = played(state, FinishTournament(reason="rain"))
    correction = corrected(state, 2, 1)
    events = decide(done, ApplyCorrections(corrections=(correction,), reason="scoresheets"))
    assert [type(event).__name__ for event in events] == ["TournamentReopened", "ResultCorrected", "TournamentFinished"]
    told = consequences(done, WhatIf((correction,)))
    assert told.moved == consequences(state, WhatIf((correction,))).moved


def test_corrections_are_applied_all_or_none(state: State):
    one, two = corrected(state, 1, 1), corrected(state, 3, 2)
    assert played(state, ApplyCorrections(corrections=(one, two))) == played(state, one, two)
    with pytest.raises(Refusal, match="no-such-board"):
        decide(state, ApplyCorrections(corrections=(one, replace(two, board=99))))
    with pytest.raises(Refusal, match="nothing-changes"):
        decide(state, ApplyCorrections(corrections=()))


def test_the_second_correction_of_a_board_corrects_the_first(state: State):
    one = corrected(state, 1, 1)
    first, second = decide(state, ApplyCorrections(corrections=(one, replace(one, result=Result.BOTH_LOSE))))
    assert isinstance(first, ResultCorrected)
    assert isinstance(second, ResultCorrected)
    assert (second.old, second.corrects) == (first.result, state.version + 1)


def test_a_refusal_is_that_of_the_desk(state: State):
    stands = state.tournament.rounds[0].boards[0].result
    with pytest.raises(Refusal, match="nothing-changes"):
        branch_state(state, WhatIf((CorrectResult(round=1, board=1, result=stands, reason="?"),)))


# -- what if -----------------------------------------------------------------------------------------------------------


def test_another_order_of_tie_breaks(state: State):
    other_order = replace(state.tournament.rules, tiebreaks=("SB", "BH"))
    told = consequences(state, WhatIf(rules=other_order))
    assert [column.code for column in told.columns] == ["PTS", "BH", "SB"]
    assert [column.code for column in told.columns_after] == ["PTS", "SB", "BH"]


def test_rules_that_no_log_would_take_any_more(state: State):
    with pytest.raises(Refusal, match="rules-are-fixed"):
        decide(state, ChangeRules(rules=replace(state.tournament.rules, system="fide-dutch-2017"), reason="?"))
    football = replace(state.tournament.rules, points=replace(CHESS_POINTS, win=6, draw=2, forfeit_win=6))
    assert consequences(state, WhatIf(rules=football)).lines
    assert consequences(state, WhatIf(rules=replace(state.tournament.rules, system="fide-dutch-2017"))).rounds


def test_rules_that_nobody_could_play_by_are_refused(state: State):
    with pytest.raises(Refusal, match="unknown-system"):
        consequences(state, WhatIf(rules=replace(state.tournament.rules, system="nonsense")))


def test_a_withdrawal_written_down_late(state: State):
    """It is seen in the rounds to come only where the player had no board."""
    gone = played(state, WithdrawPlayer(player=12))
    assert consequences(gone, WhatIf()).rounds == ()
    with pytest.raises(Refusal, match="player-has-a-board"):
        consequences(state, WhatIf((WithdrawPlayer(player=1, from_round=2),)))


def test_while_a_round_waits_for_its_first_result_a_correction_is_compared_as_everybody_sees_the_tables(state: State):
    waiting = played(state, PairRound(round=5), PublishRound(round=5))
    now = consequences(state, WhatIf(corrections=(corrected(state, 4, 1),)))
    then = consequences(waiting, WhatIf(corrections=(corrected(state, 4, 1),)))
    assert now.moved
    assert (then.lines, then.prizes) == (now.lines, now.prizes)


@pytest.mark.parametrize(("system", "points"), [("fide-dutch-2026", -4), ("keizer", -80)])
def test_a_decision_in_a_round_that_waits_is_shown_with_that_round(system: str, points: int):
    state = swiss(system=system)
    waiting = played(state, PairRound(round=5), PublishRound(round=5))
    first = consequences(waiting, WhatIf()).lines[0].player.number
    penalty = AdjustPoints(player=first, round=5, points=points, reason="a telephone rang")
    shown = consequences(waiting, WhatIf(corrections=(penalty,)))
    assert shown.moved
    assert [person.number for prize in shown.prizes if not prize.category for person in prize.leaves] == [first]
    assert first in {move.player for move in moves(waiting.tournament, played(waiting, penalty).tournament)}
