"""A KNSB rating Swiss through the ledger: KNSB:2014 F8, who is absent without notice has withdrawn."""

from __future__ import annotations

import pytest

from engine.model import Colour, Details, Outcome, Player, Rules, SitOut
from ledger.acts.act import Event
from ledger.acts.lots import FirstColourDrawn
from ledger.acts.opening import OpenTournament, TournamentOpened
from ledger.acts.pairing import PairByHand, PairRound, RoundPaired
from ledger.acts.players import PlayerRegistered
from ledger.acts.presence import (
    AbsenceAnnounced,
    AnnounceAbsence,
    PlayerReturned,
    PlayerWithdrawn,
    ReturnPlayer,
    WithdrawPlayer,
)
from ledger.acts.rounds import RoundClosed, RoundPublished
from ledger.acts.sit_outs import SitOutCorrected
from ledger.views import card, crosstable, standings
from tests.ledger.given import Given, boards, entered, given, registered

SILENT, EXCUSED = Outcome.ABSENT_UNNOTIFIED, Outcome.ABSENT


def agreed(**options: bool) -> Rules:
    return Rules("knsb-2014", 5, options=options)


def five_players(**options: bool) -> tuple[Event, ...]:
    opening = TournamentOpened(details=Details("Weekend"), rules=agreed(**options))
    colour = FirstColourDrawn(seed="hat", colour=Colour.WHITE)
    return (opening, *(registered(number) for number in range(1, 6)), colour)


def round_1_without_5(outcome: Outcome, **options: bool) -> Given:
    """1–3 and 4–2 were played; 5 was away."""
    played = RoundPaired(round=1, system="knsb-2014", boards=boards((1, 3), (4, 2)), sitouts=(SitOut(5, outcome),))
    results = (RoundPublished(round=1), entered(1, 1, "1-0"), entered(1, 2, "0-1"), RoundClosed(round=1))
    return given(*five_players(**options), played, *results)


def seated_in_round_2(history: Given) -> set[int]:
    answer = history.when(PairRound(round=2)).answer
    assert isinstance(answer, list)
    (paired,) = answer
    assert isinstance(paired, RoundPaired)
    return {player for b in paired.boards for player in (b.white, b.black)} | {out.player for out in paired.sitouts}


def test_f8_absent_without_notice_is_not_paired_any_more():
    assert seated_in_round_2(round_1_without_5(SILENT)) == {1, 2, 3, 4}


def test_f5_absent_with_notice_is_paired_again():
    assert seated_in_round_2(round_1_without_5(EXCUSED)) == {1, 2, 3, 4, 5}


def test_f8_unless_the_rules_of_the_tournament_say_otherwise():
    assert seated_in_round_2(round_1_without_5(SILENT, silence_withdraws=False)) == {1, 2, 3, 4, 5}


def test_f8_is_agreed_at_the_opening():
    rules = agreed(silence_withdraws=False)
    given().when(OpenTournament(details=Details("Weekend"), rules=rules)).then(
        TournamentOpened(details=Details("Weekend"), rules=rules, has_alphabet=True, is_discreet=True)
    )


def test_f8_holds_in_this_system_only():
    opening = TournamentOpened(details=Details("Open"), rules=Rules("fide-dutch-2026", 5))
    history = round_1_without_5(SILENT)
    assert seated_in_round_2(given(opening, *history.events[1:])) == {1, 2, 3, 4, 5}


def test_f8_the_arbiter_brings_the_player_back():
    """What silence only let conclude is recorded first, so that the return has a withdrawal to end."""
    back = (
        round_1_without_5(SILENT)
        .when(ReturnPlayer(player=5))
        .then(
            PlayerWithdrawn(player=5, from_round=2, reason="KNSB:2014 F8"),
            PlayerReturned(player=5, from_round=2),
        )
    )
    assert seated_in_round_2(back) == {1, 2, 3, 4, 5}
    back.when(ReturnPlayer(player=5)).then_refused("not-withdrawn", player=5)


def test_f8_a_later_return():
    later = (
        round_1_without_5(SILENT)
        .when(ReturnPlayer(player=5, from_round=3))
        .then(
            PlayerWithdrawn(player=5, from_round=2, reason="KNSB:2014 F8"),
            PlayerReturned(player=5, from_round=3),
        )
    )
    assert seated_in_round_2(later) == {1, 2, 3, 4}
    later.when(ReturnPlayer(player=5)).then(PlayerReturned(player=5, from_round=2))


def test_f8_a_return_to_a_round_already_paired_is_refused():
    asked = ReturnPlayer(player=5, from_round=1)
    round_1_without_5(SILENT).when(asked).then_refused("round-already-paired", round=1, next=2)


def test_f8_a_corrected_absence_needs_no_return():
    corrected = SitOutCorrected(round=1, player=5, old=SILENT, outcome=EXCUSED, reason="he had phoned", corrects=0)
    history = round_1_without_5(SILENT)
    assert seated_in_round_2(given(*history.events, corrected)) == {1, 2, 3, 4, 5}


def test_f8_who_is_gone_is_not_paired_by_hand_either():
    asked = PairByHand(round=2, boards=boards((1, 2), (5, 3)), sitouts=(SitOut(4, Outcome.PAIRING_BYE),))
    round_1_without_5(SILENT).when(asked).then_refused("player-not-in-round", player=5, round=2)
    round_1_without_5(SILENT).when(PairByHand(round=2, boards=boards((2, 1), (3, 4)))).then(
        RoundPaired(round=2, system="by-hand", boards=boards((2, 1), (3, 4)))
    )


def test_f8_an_absence_announced_before_does_not_make_him_sit_out():
    history = round_1_without_5(SILENT)
    announced = history.when(AnnounceAbsence(player=5, rounds=(2,))).then(
        AbsenceAnnounced(player=5, rounds=(2,), outcome=Outcome.ABSENT)
    )
    assert seated_in_round_2(announced) == {1, 2, 3, 4}


def test_f8_the_arbiter_may_record_the_withdrawal():
    round_1_without_5(SILENT).when(WithdrawPlayer(player=5)).then(PlayerWithdrawn(player=5, from_round=2))


def test_f8_rounds_after_it_count_nothing_even_for_a_late_entry_with_half_byes():
    late = PlayerRegistered(player=Player(6, "Fred", 1500), from_round=2, missed=Outcome.HALF_BYE)
    history = round_1_without_5(EXCUSED)
    away = AbsenceAnnounced(player=6, rounds=(2,), outcome=SILENT)
    second = RoundPaired(
        round=2,
        system="by-hand",
        boards=boards((2, 1), (3, 4)),
        sitouts=(SitOut(5, Outcome.PAIRING_BYE), SitOut(6, SILENT)),
    )
    results = (RoundPublished(round=2), entered(2, 1, "1-0"), entered(2, 2, "0-1"), RoundClosed(round=2))
    third = RoundPaired(round=3, system="by-hand", boards=boards((5, 1), (4, 2)))
    t = given(*history.events, late, away, second, *results, third).tournament
    assert not t.takes_part(6, 3)
    assert t.entries[6].outside(3) is Outcome.ZERO_BYE


@pytest.mark.parametrize(("outcome", "is_gone"), [(SILENT, True), (EXCUSED, False)])
def test_f8_the_views_say_the_same(outcome: Outcome, is_gone: bool):
    state = round_1_without_5(outcome).state
    ranked, crossed = standings.show(state, standings.Ask()).lines, crosstable.show(state, crosstable.Ask()).lines
    assert [line.is_withdrawn for line in ranked if line.player.number == 5] == [is_gone]
    assert [line.is_withdrawn for line in crossed if line.player.number == 5] == [is_gone]
    assert card.show(state, card.Ask(5)).is_withdrawn is is_gone
    assert (5 not in state.tournament.available(2)) is is_gone
