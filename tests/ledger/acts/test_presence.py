"""Who is there: withdrawals and returns, absences announced and cancelled, players who may not meet."""

import pytest

from engine.model import Outcome, Player, Separation, SitOut
from ledger.acts.pairing import ChangeRound, PairByHand, RoundChanged
from ledger.acts.players import PlayerRegistered
from ledger.acts.presence import (
    AbsenceAnnounced,
    AbsenceCancelled,
    AnnounceAbsence,
    CancelAbsence,
    PlayerReturned,
    PlayerWithdrawn,
    ReturnPlayer,
    WithdrawPlayer,
)
from ledger.acts.rounds import RoundTakenBack
from ledger.acts.separations import LiftSeparation, PlayersSeparated, SeparatePlayers, SeparationLifted
from tests.ledger.given import boards, given, opened, paired, played, published, with_players

REQUESTABLE = ("absent", "absent-unnotified", "full-bye", "half-bye", "team-duty", "zero-bye")
ONE_ROUND = (*with_players(4), *played(1, {(1, 2): "1-0", (3, 4): "0-1"}))
OUT_FROM_2 = PlayerWithdrawn(player=4, from_round=2)


# -- withdrawal --------------------------------------------------------------------------------------------------------


def test_a_player_withdraws_from_the_next_round_on():
    after = (
        given(*ONE_ROUND)
        .when(WithdrawPlayer(player=4, reason="ill"))
        .then(PlayerWithdrawn(player=4, from_round=2, reason="ill"))
    )
    assert after.tournament.available(2) == (1, 2, 3)


def test_a_withdrawal_may_begin_later_and_count_as_the_rules_say():
    given(*ONE_ROUND).when(WithdrawPlayer(player=4, from_round=4, counts_as=Outcome.ABSENT)).then(
        PlayerWithdrawn(player=4, from_round=4, counts_as=Outcome.ABSENT)
    )


def test_a_stranger_does_not_withdraw():
    given(*ONE_ROUND).when(WithdrawPlayer(player=9)).then_refused("no-such-player", player=9)


@pytest.mark.parametrize("from_round", [0, -2, 7, 10**30])
def test_a_withdrawal_begins_in_the_programme(from_round):
    given(*ONE_ROUND).when(WithdrawPlayer(player=4, from_round=from_round)).then_refused(
        "round-outside-programme", round=from_round, rounds=5
    )


def test_after_the_last_pairing_a_withdrawal_takes_nothing_back():
    history = (*with_players(2, rounds=1), *published(1, (1, 2)))
    given(*history).when(WithdrawPlayer(player=2)).then(PlayerWithdrawn(player=2, from_round=2))


@pytest.mark.parametrize("counts_as", [Outcome.LOSS, Outcome.PAIRING_BYE, Outcome.PENDING])
def test_a_withdrawal_does_not_count_as_a_game(counts_as):
    given(*ONE_ROUND).when(WithdrawPlayer(player=4, counts_as=counts_as)).then_refused(
        "not-an-absence", outcome=counts_as.value, possible=REQUESTABLE
    )


def test_a_player_withdraws_once():
    given(*ONE_ROUND, OUT_FROM_2).when(WithdrawPlayer(player=4, from_round=3)).then_refused(
        "already-withdrawn", player=4, round=2
    )


def test_a_withdrawal_to_come_is_not_a_second_one():
    given(*ONE_ROUND, PlayerWithdrawn(player=4, from_round=4)).when(WithdrawPlayer(player=4)).then_refused(
        "already-withdrawn", player=4, round=4
    )


def test_a_player_whose_return_is_still_to_come_is_withdrawn():
    given(*ONE_ROUND, OUT_FROM_2, PlayerReturned(player=4, from_round=4)).when(
        WithdrawPlayer(player=4, from_round=3)
    ).then_refused("already-withdrawn", player=4, round=2)


def test_a_player_who_came_back_may_withdraw_again():
    history = (*ONE_ROUND, OUT_FROM_2, PlayerReturned(player=4, from_round=4))
    after = given(*history).when(WithdrawPlayer(player=4, from_round=5)).then(PlayerWithdrawn(player=4, from_round=5))
    assert [4 in after.tournament.available(number) for number in (1, 2, 3, 4, 5)] == [True, False, False, True, False]


def test_a_player_on_a_board_of_a_draft_does_not_leave_it_empty():
    given(*with_players(4), paired(1, (1, 2), (3, 4))).when(WithdrawPlayer(player=4, from_round=1)).then_refused(
        "player-has-a-board", player=4, round=1
    )


def test_a_player_on_a_board_of_a_draft_withdraws_from_the_round_after_it():
    given(*with_players(4), paired(1, (1, 2), (3, 4))).when(WithdrawPlayer(player=4)).then(
        PlayerWithdrawn(player=4, from_round=2)
    )


def test_nobody_withdraws_from_a_game_already_played():
    given(*ONE_ROUND).when(WithdrawPlayer(player=4, from_round=1)).then_refused("player-has-a-board", player=4, round=1)


def test_nobody_takes_the_pairing_bye_along():
    history = (*with_players(3), *published(1, (1, 2), bye=3))
    given(*history).when(WithdrawPlayer(player=3, from_round=1)).then_refused("player-has-the-bye", player=3, round=1)


def test_a_withdrawal_may_be_written_down_late_for_a_round_in_which_the_player_sat_out():
    away = AbsenceAnnounced(player=3, rounds=(1,), outcome=Outcome.ABSENT)
    drafted = given(*with_players(3), away).when(PairByHand(round=1, boards=boards((1, 2)))).events
    given(*with_players(3), away, *drafted).when(WithdrawPlayer(player=3, from_round=1)).then(
        PlayerWithdrawn(player=3, from_round=1)
    )


def test_a_withdrawal_does_not_touch_the_rounds_before_a_late_entry():
    late = PlayerRegistered(player=Player(5, "Eva"), from_round=3, missed=Outcome.HALF_BYE)
    after = given(*ONE_ROUND, late).when(WithdrawPlayer(player=5)).then(PlayerWithdrawn(player=5, from_round=3))
    assert [after.tournament.entries[5].outside(number) for number in (1, 2, 3)] == [
        Outcome.HALF_BYE,
        Outcome.HALF_BYE,
        Outcome.ZERO_BYE,
    ]


def test_the_reason_of_a_withdrawal_stands_on_one_line():
    given(*ONE_ROUND).when(WithdrawPlayer(player=4, reason="\n")).then_refused(
        "text-has-control-characters", field="reason"
    )


# -- return ------------------------------------------------------------------------------------------------------------


def test_a_player_returns_in_the_next_round():
    after = given(*ONE_ROUND, OUT_FROM_2).when(ReturnPlayer(player=4)).then(PlayerReturned(player=4, from_round=2))
    assert after.tournament.available(2) == (1, 2, 3, 4)


def test_a_player_returns_in_a_later_round():
    after = (
        given(*ONE_ROUND, OUT_FROM_2)
        .when(ReturnPlayer(player=4, from_round=4))
        .then(PlayerReturned(player=4, from_round=4))
    )
    assert [4 in after.tournament.available(number) for number in (2, 3, 4, 5)] == [False, False, True, True]


def test_a_return_that_is_still_to_come_may_be_moved():
    history = (*ONE_ROUND, OUT_FROM_2, PlayerReturned(player=4, from_round=4))
    after = given(*history).when(ReturnPlayer(player=4, from_round=3)).then(PlayerReturned(player=4, from_round=3))
    assert [4 in after.tournament.available(number) for number in (2, 3)] == [False, True]
    given(*history).when(ReturnPlayer(player=4, from_round=4)).then_nothing()


def test_who_changes_their_mind_before_leaving_misses_nothing():
    history = (*ONE_ROUND, PlayerWithdrawn(player=4, from_round=4))
    after = given(*history).when(ReturnPlayer(player=4)).then(PlayerReturned(player=4, from_round=4))
    assert all(4 in after.tournament.available(number) for number in (2, 3, 4, 5))


def test_a_stranger_does_not_return():
    given(*ONE_ROUND).when(ReturnPlayer(player=0)).then_refused("no-such-player", player=0)


def test_only_a_withdrawn_player_returns():
    given(*ONE_ROUND).when(ReturnPlayer(player=4)).then_refused("not-withdrawn", player=4)
    given(*ONE_ROUND, OUT_FROM_2, PlayerReturned(player=4, from_round=2)).when(ReturnPlayer(player=4)).then_refused(
        "not-withdrawn", player=4
    )


def test_nobody_returns_into_a_round_that_is_paired():
    history = (*ONE_ROUND, OUT_FROM_2, paired(2, (1, 3), bye=2))
    given(*history).when(ReturnPlayer(player=4, from_round=2)).then_refused("round-already-paired", round=2, next=3)


def test_nobody_returns_after_the_last_round():
    given(*ONE_ROUND, OUT_FROM_2).when(ReturnPlayer(player=4, from_round=6)).then_refused(
        "round-outside-programme", round=6, rounds=5
    )


# -- absence -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("outcome", [Outcome(value) for value in REQUESTABLE])
def test_an_absence_of_each_kind_is_announced(outcome):
    after = (
        given(*with_players(4))
        .when(AnnounceAbsence(player=4, rounds=(3, 2, 3), outcome=outcome))
        .then(AbsenceAnnounced(player=4, rounds=(2, 3), outcome=outcome))
    )
    assert [4 in after.tournament.available(number) for number in (1, 2, 3, 4)] == [True, False, False, True]


def test_an_absence_is_with_notice_unless_said_otherwise():
    given(*with_players(4)).when(AnnounceAbsence(player=4, rounds=(1,))).then(
        AbsenceAnnounced(player=4, rounds=(1,), outcome=Outcome.ABSENT)
    )


def test_an_absence_may_be_for_the_first_round_and_for_the_last():
    given(*with_players(4, rounds=5)).when(AnnounceAbsence(player=4, rounds=(1, 5))).then(
        AbsenceAnnounced(player=4, rounds=(1, 5), outcome=Outcome.ABSENT)
    )


def test_an_absence_may_become_another_kind():
    away = AbsenceAnnounced(player=4, rounds=(2, 3), outcome=Outcome.ABSENT)
    after = (
        given(*with_players(4), away)
        .when(AnnounceAbsence(player=4, rounds=(3,), outcome=Outcome.TEAM_DUTY))
        .then(AbsenceAnnounced(player=4, rounds=(3,), outcome=Outcome.TEAM_DUTY))
    )
    assert after.tournament.entries[4].absences == {2: Outcome.ABSENT, 3: Outcome.TEAM_DUTY}


def test_the_same_absence_again_is_no_news():
    away = AbsenceAnnounced(player=4, rounds=(2, 3), outcome=Outcome.ABSENT)
    given(*with_players(4), away).when(AnnounceAbsence(player=4, rounds=(3,))).then_nothing()


@pytest.mark.parametrize("outcome", [Outcome.PAIRING_BYE, Outcome.WIN, Outcome.FORFEIT_LOSS, Outcome.NEVER_PLAYED])
def test_a_game_or_the_pairing_bye_cannot_be_announced(outcome):
    given(*with_players(4)).when(AnnounceAbsence(player=4, rounds=(1,), outcome=outcome)).then_refused(
        "not-an-absence", outcome=outcome.value, possible=REQUESTABLE
    )


@pytest.mark.parametrize("command", [AnnounceAbsence, CancelAbsence])
def test_an_absence_names_its_rounds(command):
    given(*with_players(4)).when(command(player=4, rounds=())).then_refused("rounds-missing")


@pytest.mark.parametrize("command", [AnnounceAbsence, CancelAbsence])
def test_an_absence_is_a_players(command):
    given(*with_players(4)).when(command(player=5, rounds=(1,))).then_refused("no-such-player", player=5)


@pytest.mark.parametrize("command", [AnnounceAbsence, CancelAbsence])
def test_an_absence_is_for_a_round_still_to_be_paired(command):
    history = (*with_players(4), paired(1, (1, 2), (3, 4)))
    given(*history).when(command(player=4, rounds=(2, 1))).then_refused("round-already-paired", round=1, next=2)


@pytest.mark.parametrize("command", [AnnounceAbsence, CancelAbsence])
@pytest.mark.parametrize("number", [0, -1, 6, 10**30])
def test_an_absence_is_for_a_round_of_the_programme(command, number):
    given(*with_players(4)).when(command(player=4, rounds=(number,))).then_refused(
        "round-outside-programme", round=number, rounds=5
    )


def test_after_a_round_was_taken_back_an_absence_counts_for_it():
    history = (*with_players(4), paired(1, (1, 2), (3, 4)), RoundTakenBack(round=1, reason="Dirk rang"))
    given(*history).when(AnnounceAbsence(player=4, rounds=(1,))).then(
        AbsenceAnnounced(player=4, rounds=(1,), outcome=Outcome.ABSENT)
    )


def test_an_absence_is_cancelled_for_some_of_its_rounds():
    away = AbsenceAnnounced(player=4, rounds=(2, 3), outcome=Outcome.ABSENT)
    after = (
        given(*with_players(4), away)
        .when(CancelAbsence(player=4, rounds=(3,)))
        .then(AbsenceCancelled(player=4, rounds=(3,)))
    )
    assert after.tournament.entries[4].absences == {2: Outcome.ABSENT}


def test_only_an_announced_absence_is_cancelled():
    away = AbsenceAnnounced(player=4, rounds=(2,), outcome=Outcome.ABSENT)
    given(*with_players(4), away).when(CancelAbsence(player=4, rounds=(2, 3))).then_refused(
        "no-absence-announced", player=4, round=3
    )


def test_who_comes_after_all_when_the_round_is_paired_gets_a_board_by_the_arbiters_hand():
    away = AbsenceAnnounced(player=4, rounds=(1,), outcome=Outcome.ABSENT)
    drafted = (
        given(*with_players(4), away)
        .when(PairByHand(round=1, boards=boards((1, 2)), sitouts=(SitOut(3, Outcome.PAIRING_BYE),)))
        .events
    )
    after = (
        given(*with_players(4), away, *drafted)
        .when(ChangeRound(round=1, boards=boards((1, 2), (3, 4)), reason="Dirk came after all"))
        .then(RoundChanged(round=1, boards=boards((1, 2), (3, 4)), reason="Dirk came after all"))
    )
    assert after.tournament.rounds[0].sitouts == ()


# -- players who may not meet ------------------------------------------------------------------------------------------

FAMILY = PlayersSeparated(players=(1, 3), from_round=1, to_round=3, reason="family")


def test_players_are_kept_apart_in_given_rounds():
    after = (
        given(*with_players(4))
        .when(SeparatePlayers(players=(3, 1), from_round=1, to_round=3, reason="family"))
        .then(FAMILY)
    )
    assert [after.tournament.may_meet(1, 3, number) for number in (1, 3, 4)] == [False, False, True]
    assert after.tournament.may_meet(1, 2, 1)


def test_a_group_is_kept_apart_to_the_end():
    after = (
        given(*with_players(4))
        .when(SeparatePlayers(players=(1, 2, 4), from_round=2))
        .then(PlayersSeparated(players=(1, 2, 4), from_round=2))
    )
    assert not after.tournament.may_meet(2, 4, 5)


def test_players_may_be_kept_apart_in_a_single_round():
    given(*with_players(4)).when(SeparatePlayers(players=(1, 2), from_round=5, to_round=5)).then(
        PlayersSeparated(players=(1, 2), from_round=5, to_round=5)
    )


def test_whoever_is_named_first_it_is_the_same_separation():
    given(*with_players(4), FAMILY).when(SeparatePlayers(players=(3, 1), to_round=3)).then_nothing()


@pytest.mark.parametrize("players", [(), (1,)])
def test_it_takes_two(players):
    given(*with_players(4)).when(SeparatePlayers(players=players)).then_refused(
        "too-few-players", players=len(players), needed=2
    )


def test_nobody_is_kept_apart_from_themselves():
    given(*with_players(4)).when(SeparatePlayers(players=(1, 1))).then_refused("player-twice", player=1)


def test_nobody_is_kept_apart_from_a_stranger():
    given(*with_players(4)).when(SeparatePlayers(players=(1, 9))).then_refused("no-such-player", player=9)


@pytest.mark.parametrize(("first", "last", "wrong"), [(0, None, 0), (6, None, 6), (1, 6, 6), (1, 10**30, 10**30)])
def test_a_separation_is_for_rounds_of_the_programme(first, last, wrong):
    given(*with_players(4)).when(SeparatePlayers(players=(1, 2), from_round=first, to_round=last)).then_refused(
        "round-outside-programme", round=wrong, rounds=5
    )


def test_a_separation_does_not_end_before_it_begins():
    given(*with_players(4)).when(SeparatePlayers(players=(1, 2), from_round=3, to_round=2)).then_refused(
        "rounds-in-wrong-order", from_round=3, to_round=2
    )


def test_a_separation_is_lifted_again_whoever_is_named_first():
    after = (
        given(*with_players(4), FAMILY)
        .when(LiftSeparation(players=(3, 1), to_round=3, reason="they asked"))
        .then(SeparationLifted(players=(1, 3), to_round=3, reason="they asked"))
    )
    assert after.tournament.separations == ()


def test_lifting_one_separation_leaves_the_others():
    other = PlayersSeparated(players=(1, 3), from_round=5)
    after = (
        given(*with_players(4), FAMILY, other)
        .when(LiftSeparation(players=(1, 3), to_round=3))
        .then(SeparationLifted(players=(1, 3), to_round=3))
    )
    assert after.tournament.separations == (Separation((1, 3), 5),)


@pytest.mark.parametrize("what", [{"players": (1, 2), "to_round": 3}, {"players": (1, 3)}, {"players": ()}])
def test_only_a_separation_that_stands_is_lifted(what):
    given(*with_players(4), FAMILY).when(LiftSeparation(**what)).then_refused(
        "no-such-separation", players=what["players"]
    )


@pytest.mark.parametrize("command", [SeparatePlayers, LiftSeparation])
def test_the_reason_of_a_separation_stands_on_one_line(command):
    given(opened()).when(command(players=(1, 2), reason="a\nb")).then_refused(
        "text-has-control-characters", field="reason"
    )
