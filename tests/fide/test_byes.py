"""Byes that are given, by the questions of FIDE's checklist for programs (VCL4THP): numbers stand in the names."""

from __future__ import annotations

import pytest

from engine.cards import cards
from engine.model import Board, Outcome, Player, SitOut
from ledger.acts.act import CONFIRM, Command
from ledger.acts.decide import find_confirmation
from ledger.acts.evolve import find_integrity
from ledger.acts.half_byes import HalfByesSet, SetHalfByes
from ledger.acts.integrity import Integrity
from ledger.acts.pairing import ChangeRound, PairByHand
from ledger.acts.players import NewPlayer, RegisterPlayers
from ledger.acts.presence import AnnounceAbsence, WithdrawPlayer
from ledger.acts.sit_outs import CorrectSitOut
from ledger.formats.trf.comments import write_comments
from tests.fide.test_fide_mode import WHY, do, left, with_rounds
from tests.fide.test_report import NUMBERS
from tests.ledger.given import Given
from tests.ledger.histories import recorded

HALF, FULL = Outcome.HALF_BYE, Outcome.FULL_BYE
FIRST = AnnounceAbsence(player=5, rounds=(3,), outcome=HALF)
RULE = "C.05 6.7(4)"


def asked(history: Given, command: Command) -> list[tuple[str, object]]:
    confirmation = find_confirmation(history.state, command, history.when(command).events)
    if confirmation is None:
        return []
    assert confirmation.level == CONFIRM
    return [(one.code, one.facts.get("rounds")) for one in confirmation.consequences]


def with_a_half_bye() -> Given:
    """Two rounds are over; player 5 has asked for a half-point bye in round 3."""
    return do(with_rounds(2), FIRST)


@pytest.mark.parametrize(("outcome", "units"), [(HALF, 1), (FULL, 2)])
def test_177_who_is_not_paired_may_be_given_points(outcome: Outcome, units: int) -> None:
    history = do(with_rounds(2), CorrectSitOut(round=2, player=5, outcome=outcome, reason=WHY))
    assert cards(history.tournament)[5].score == units


def test_172_one_half_point_bye_asks_nothing() -> None:
    assert asked(with_rounds(2), FIRST) == []


def test_173_there_may_be_two() -> None:
    history = do(with_a_half_bye(), AnnounceAbsence(player=5, rounds=(4,), outcome=HALF))
    assert history.tournament.entries[5].absences == {3: HALF, 4: HALF}


def change_of_round_3(outcome: Outcome) -> tuple[PairByHand, ChangeRound]:
    """Round 3 paired by hand, and then with player 4 in place of a board."""
    first = PairByHand(round=3, boards=(Board(1, 4), Board(2, 3)))
    boards, sitouts = (Board(1, 5),), (SitOut(2, Outcome.ZERO_BYE), SitOut(3, Outcome.ZERO_BYE), SitOut(4, outcome))
    return first, ChangeRound(round=3, boards=boards, sitouts=sitouts, reason=WHY)


@pytest.mark.parametrize(
    ("command", "rounds"),
    [
        pytest.param(AnnounceAbsence(player=5, rounds=(4,), outcome=HALF), (3, 4), id="announced"),
        pytest.param(AnnounceAbsence(player=4, rounds=(4, 5), outcome=HALF), (4, 5), id="two at once"),
        pytest.param(WithdrawPlayer(player=5, from_round=6, counts_as=HALF), (3, 6, 7), id="withdrawn"),
        pytest.param(
            RegisterPlayers(players=(NewPlayer(player=Player(0, "Fay"), missed=HALF),)), (1, 2), id="late entry"
        ),
    ],
)
def test_174_a_second_half_point_bye_is_confirmed(command: Command, rounds: tuple[int, ...]) -> None:
    assert asked(with_a_half_bye(), command) == [("second-half-bye", rounds)]


def test_174_a_second_half_point_bye_by_correction_is_confirmed() -> None:
    command = CorrectSitOut(round=2, player=5, outcome=HALF, reason=WHY)
    assert ("second-half-bye", (2, 3)) in asked(with_a_half_bye(), command)


def test_174_a_second_half_point_bye_by_hand_is_confirmed() -> None:
    first, second = change_of_round_3(HALF)
    history = do(with_rounds(2), AnnounceAbsence(player=4, rounds=(4,), outcome=HALF))
    history = do(history, AnnounceAbsence(player=5, rounds=(3,)), first)
    assert ("second-half-bye", (3, 4)) in asked(history, second)


def test_174_the_same_bye_told_again_is_no_second_one() -> None:
    history = with_a_half_bye()
    again = AnnounceAbsence(player=5, rounds=(3, 4), outcome=Outcome.ABSENT)
    assert asked(history, again) == []
    assert asked(do(history, again), FIRST) == []


def test_174_out_of_fide_mode_nothing_is_asked() -> None:
    history = left(with_a_half_bye())
    assert asked(history, AnnounceAbsence(player=5, rounds=(4,), outcome=HALF)) == []


def test_175_who_has_no_right_to_half_point_byes_is_marked() -> None:
    history = with_rounds(2).when(SetHalfByes(player=4, allowed=False)).then(HalfByesSet(player=4, allowed=False))
    assert history.tournament.entries[4].no_half_byes
    assert not do(history, SetHalfByes(player=4, allowed=True)).tournament.entries[4].no_half_byes


def test_175_marked_twice_is_marked_once() -> None:
    history = do(with_rounds(2), SetHalfByes(player=4, allowed=False))
    assert history.when(SetHalfByes(player=4, allowed=False)).events == []


def test_175_who_is_to_have_one_is_not_marked_before_it_is_cancelled() -> None:
    with_a_half_bye().when(SetHalfByes(player=5, allowed=False)).then_refused(
        "half-byes-announced", player=5, rounds=(3,)
    )


@pytest.mark.parametrize(
    "command",
    [
        AnnounceAbsence(player=5, rounds=(4,), outcome=HALF),
        WithdrawPlayer(player=5, counts_as=HALF),
        CorrectSitOut(round=2, player=5, outcome=HALF, reason=WHY),
        PairByHand(round=3, boards=(Board(1, 4), Board(2, 3)), sitouts=(SitOut(5, HALF),)),
    ],
    ids=lambda command: type(command).__name__,
)
def test_176_who_has_no_right_to_them_is_given_none(command: Command) -> None:
    history = do(with_rounds(2), SetHalfByes(player=5, allowed=False))
    history.when(command).then_refused("no-right-to-half-byes", player=5, rule=RULE)
    assert with_rounds(2).when(command).events


def test_176_by_changing_a_round_neither() -> None:
    first, second = change_of_round_3(HALF)
    history = do(with_rounds(2), AnnounceAbsence(player=5, rounds=(3,)), SetHalfByes(player=4, allowed=False), first)
    history.when(second).then_refused("no-right-to-half-byes", player=4, rule=RULE)


@pytest.mark.parametrize(
    "command",
    [
        AnnounceAbsence(player=5, rounds=(4,), outcome=FULL),
        CorrectSitOut(round=2, player=5, outcome=FULL, reason=WHY),
        WithdrawPlayer(player=5, counts_as=FULL),
        RegisterPlayers(players=(NewPlayer(player=Player(0, "Fay"), missed=FULL),)),
    ],
    ids=lambda command: type(command).__name__,
)
def test_178_a_full_point_bye_is_told_to_be_deprecated(command: Command) -> None:
    assert asked(with_rounds(2), command) == [("integrity-full-bye", None)]


def comments(history: Given) -> list[str]:
    told = write_comments(recorded(history.events), {**NUMBERS, 6: 6})
    return [line.partition(" (")[0] for line in told if "FPB" in line]


def test_179_a_full_point_bye_is_in_the_comments_when_it_is_given() -> None:
    history = do(with_rounds(2), AnnounceAbsence(player=5, rounds=(3,), outcome=FULL))
    assert comments(history) == []
    paired = do(history, PairByHand(round=3, boards=(Board(1, 4), Board(2, 3))))
    assert comments(paired) == ["### FPB @ Round 3: 5=FPB"]


def test_179_so_are_those_of_corrections_and_late_entries() -> None:
    history = do(
        with_rounds(2),
        CorrectSitOut(round=2, player=5, outcome=FULL, reason=WHY),
        RegisterPlayers(players=(NewPlayer(player=Player(0, "Fay"), missed=FULL),)),
    )
    assert comments(history) == [f"### FPB @ Round {place}" for place in ("2: 5=FPB", "1: 6=FPB", "2: 6=FPB")]


def test_179_the_audit_knows_it() -> None:
    history = with_rounds(2)
    (event,) = history.when(CorrectSitOut(round=2, player=5, outcome=FULL, reason=WHY)).events
    assert find_integrity(history.state, event) is Integrity.FULL_BYE
