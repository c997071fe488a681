"""The roll call before a round: who has come."""

from engine.model import Outcome
from ledger.acts.presence import (
    AbsenceAnnounced,
    AbsenceCancelled,
    CheckIn,
    CheckInUndone,
    PlayerCheckedIn,
    UndoCheckIn,
)
from ledger.acts.rounds import RoundTakenBack
from tests.ledger.given import given, paired, played, with_players

FOUR = with_players(4)
TWO_HERE = (*FOUR, PlayerCheckedIn(player=3, round=1), PlayerCheckedIn(player=1, round=1))


def test_who_has_come_is_ticked_once():
    after = given(*FOUR).when(CheckIn(player=3, round=1)).then(PlayerCheckedIn(player=3, round=1))
    assert after.state.hall.check_ins == {1: (3,)}
    after.when(CheckIn(player=3, round=1)).then_nothing()


def test_who_signed_off_and_comes_all_the_same_is_no_longer_absent():
    away = AbsenceAnnounced(player=2, rounds=(1, 2), outcome=Outcome.ABSENT)
    after = given(*with_players(3), away).when(CheckIn(player=2, round=1))
    came = PlayerCheckedIn(player=2, round=1, instead_of=Outcome.ABSENT)
    known = after.then(AbsenceCancelled(player=2, rounds=(1,)), came)
    assert known.tournament.available(1) == (1, 2, 3)
    assert known.tournament.entries[2].absences == {2: Outcome.ABSENT}


def test_a_tick_on_the_wrong_name_gives_back_what_was_announced():
    """A half-point bye is worth half a point: it does not go with a slip of the finger."""
    away = AbsenceAnnounced(player=2, rounds=(1,), outcome=Outcome.HALF_BYE)
    ticked = (
        AbsenceCancelled(player=2, rounds=(1,)),
        PlayerCheckedIn(player=2, round=1, instead_of=Outcome.HALF_BYE),
    )
    undo, undone = UndoCheckIn(player=2, round=1), CheckInUndone(player=2, round=1)
    after = given(*with_players(3), away, *ticked).when(undo).then(undone, away)
    assert after.tournament.entries[2].absences == {1: Outcome.HALF_BYE}
    # Once; and what was announced in between stands.
    again = PlayerCheckedIn(player=2, round=1)
    given(*with_players(3), away, *ticked, undone, again).when(undo).then(undone)
    other = AbsenceAnnounced(player=2, rounds=(1,), outcome=Outcome.ABSENT)
    given(*with_players(3), away, *ticked, other).when(undo).then(undone)


def test_a_tick_is_taken_back_once():
    undone = CheckInUndone(player=3, round=1)
    after = given(*TWO_HERE).when(UndoCheckIn(player=3, round=1)).then(undone)
    assert after.state.hall.check_ins == {1: (1,)}
    after.when(UndoCheckIn(player=3, round=1)).then_nothing()


def test_who_is_to_be_paired_and_has_not_come():
    state = given(*TWO_HERE, AbsenceAnnounced(player=4, rounds=(1,), outcome=Outcome.ABSENT)).state
    assert state.not_checked_in(1) == (2,)


def test_without_a_roll_call_nobody_is_missing():
    assert given(*FOUR).state.not_checked_in(1) == ()
    called_off = (*FOUR, PlayerCheckedIn(player=3, round=1), CheckInUndone(player=3, round=1))
    assert given(*called_off).state.not_checked_in(1) == ()


def test_every_round_has_its_own():
    state = given(*TWO_HERE, *played(1, {(1, 2): "1-0", (3, 4): "0-1"})).state
    assert state.not_checked_in(2) == ()


def test_a_round_that_is_taken_back_finds_who_had_come():
    state = given(*TWO_HERE, paired(1, (1, 2), (3, 4)), RoundTakenBack(round=1, reason="forgotten")).state
    assert state.not_checked_in(1) == (2, 4)


def test_only_players_and_only_the_next_round():
    four = given(*FOUR)
    four.when(CheckIn(player=9, round=1)).then_refused("no-such-player", player=9)
    four.when(CheckIn(player=1, round=2)).then_refused("not-the-next-round", round=2, next=1)
    four.when(CheckIn(player=1, round=6)).then_refused("round-outside-programme", round=6, rounds=5)
    one = given(*FOUR, paired(1, (1, 2), (3, 4)))
    one.when(UndoCheckIn(player=1, round=1)).then_refused("round-already-paired", round=1, next=2)
