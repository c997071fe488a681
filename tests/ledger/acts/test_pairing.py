"""Pairing a round, by hand and by a system."""

import pytest
from msgspec.structs import replace

from engine.audit import Breach
from engine.errors import NoPairing
from engine.model import Board, Colour, Details, Outcome, Phase, Result, Rules, SitOut
from engine.pairing import Paired, Reason
from engine.registry import SYSTEMS
from engine.system import System
from ledger.acts.lots import FirstColourDrawn
from ledger.acts.opening import ChangeRules, TournamentOpened
from ledger.acts.pairing import PairByHand, PairRound, RoundPaired
from ledger.acts.presence import AbsenceAnnounced, PlayerWithdrawn
from ledger.acts.separations import PlayersSeparated
from tests.ledger.given import boards, entered, given, opened, paired, played, published, registered, with_players

FOUR = with_players(4)
ONE_ROUND = (*FOUR, *played(1, {(1, 2): "1-0", (3, 4): "0-1"}))
SITTING_OUT = ("absent", "absent-unnotified", "full-bye", "half-bye", "pairing-bye", "team-duty", "zero-bye")


def by_hand(number, *pairs, sitouts=()):
    return PairByHand(round=number, boards=boards(*pairs), sitouts=sitouts)


# -- by hand -----------------------------------------------------------------------------------------------------------


def test_boards_are_given_by_hand():
    after = given(*FOUR).when(by_hand(1, (1, 2), (4, 3))).then(paired(1, (1, 2), (4, 3)))
    assert after.tournament.rounds[0].phase is Phase.PAIRED
    assert after.tournament.next_round == 2


def test_one_of_an_odd_number_has_the_bye():
    bye = SitOut(3, Outcome.PAIRING_BYE)
    after = given(*with_players(3)).when(by_hand(1, (1, 2), sitouts=(bye,))).then(paired(1, (1, 2), bye=3))
    assert after.tournament.rounds[0].bye == 3


def test_absent_players_sit_out_as_they_announced():
    away = AbsenceAnnounced(player=3, rounds=(1,), outcome=Outcome.HALF_BYE)
    given(*FOUR, away).when(by_hand(1, (1, 2), sitouts=(SitOut(4, Outcome.PAIRING_BYE),))).then(
        RoundPaired(
            round=1,
            system="by-hand",
            boards=boards((1, 2)),
            sitouts=(SitOut(3, Outcome.HALF_BYE), SitOut(4, Outcome.PAIRING_BYE)),
        )
    )


def test_what_is_given_goes_before_what_was_announced():
    away = AbsenceAnnounced(player=3, rounds=(1,), outcome=Outcome.HALF_BYE)
    given(*with_players(3), away).when(by_hand(1, (1, 2), sitouts=(SitOut(3, Outcome.ABSENT),))).then(
        RoundPaired(round=1, system="by-hand", boards=boards((1, 2)), sitouts=(SitOut(3, Outcome.ABSENT),))
    )


def test_a_withdrawn_player_is_not_asked_for():
    gone = PlayerWithdrawn(player=4, from_round=1)
    given(*FOUR, gone).when(by_hand(1, (1, 2), sitouts=(SitOut(3, Outcome.PAIRING_BYE),))).then(
        paired(1, (1, 2), bye=3)
    )


def test_a_withdrawn_player_does_not_sit_out_an_absence_announced_before():
    away = AbsenceAnnounced(player=3, rounds=(1,), outcome=Outcome.HALF_BYE)
    history = (*with_players(3), away, PlayerWithdrawn(player=3, from_round=1))
    given(*history).when(by_hand(1, (1, 2))).then(paired(1, (1, 2)))


def test_the_last_round_is_paired_too():
    given(*with_players(2, rounds=1)).when(by_hand(1, (1, 2))).then(paired(1, (1, 2)))


def test_a_rematch_is_the_arbiters_own_act_and_the_log_says_so():
    given(*ONE_ROUND).when(by_hand(2, (2, 1), (3, 4))).then(
        replace(paired(2, (2, 1), (3, 4)), breaches=(Breach("met-before", 1, (2, 1)), Breach("met-before", 2, (3, 4))))
    )


def test_a_game_that_was_forfeited_is_no_meeting():
    history = (*with_players(2), *played(1, {(1, 2): "1-0f"}))
    given(*history).when(by_hand(2, (1, 2))).then(paired(2, (1, 2)))


def test_a_pair_that_is_kept_apart_is_the_arbiters_own_act_too():
    family = PlayersSeparated(players=(1, 2), to_round=1)
    given(*FOUR, family).when(by_hand(1, (1, 2), (3, 4))).then(
        replace(paired(1, (1, 2), (3, 4)), breaches=(Breach("kept-apart", 1, (1, 2)),))
    )


def test_results_come_from_the_hall_not_with_the_boards():
    asked = PairByHand(round=1, boards=(Board(1, 2, Result.WHITE_WINS, 99), Board(3, 4)))
    given(*FOUR).when(asked).then(paired(1, (1, 2), (3, 4)))


@pytest.mark.parametrize(
    ("asked", "code", "facts"),
    [
        (by_hand(1), "no-boards", {"round": 1}),
        (by_hand(1, (1, 2)), "players-without-board", {"round": 1, "players": (3, 4)}),
        (by_hand(1, (1, 2), (3, 1)), "player-twice", {"player": 1}),
        (by_hand(1, (1, 1), (3, 4)), "player-twice", {"player": 1}),
        (by_hand(1, (1, 2), (3, 9)), "no-such-player", {"player": 9}),
        (by_hand(1, (1, 2), (3, -4)), "no-such-player", {"player": -4}),
        (by_hand(1, (1, 2), (3, 4), sitouts=(SitOut(4, Outcome.ABSENT),)), "player-twice", {"player": 4}),
        (by_hand(1, (1, 2), (3, 4), sitouts=(SitOut(9, Outcome.ABSENT),)), "no-such-player", {"player": 9}),
        (
            by_hand(1, (1, 2), sitouts=(SitOut(3, Outcome.PAIRING_BYE), SitOut(4, Outcome.PAIRING_BYE))),
            "two-byes",
            {"round": 1},
        ),
        (
            by_hand(1, (1, 2), sitouts=(SitOut(3, Outcome.WIN), SitOut(4, Outcome.PAIRING_BYE))),
            "not-an-absence",
            {"outcome": "win", "possible": SITTING_OUT},
        ),
    ],
)
def test_everybody_sits_at_one_board_or_sits_out(asked, code, facts):
    given(*FOUR).when(asked).then_refused(code, **facts)


def test_who_announced_an_absence_gets_no_board_before_it_is_cancelled():
    away = AbsenceAnnounced(player=3, rounds=(1,), outcome=Outcome.ABSENT)
    given(*FOUR, away).when(by_hand(1, (1, 2), (3, 4))).then_refused("player-is-absent", player=3, round=1)


@pytest.mark.parametrize("seat", [{"pairs": ((1, 2), (3, 4))}, {"pairs": ((1, 2),), "sitouts": True}])
def test_who_is_not_in_the_round_has_no_place_in_it(seat):
    sitouts = (SitOut(3, Outcome.PAIRING_BYE), SitOut(4, Outcome.ABSENT)) if "sitouts" in seat else ()
    for history in ((*FOUR, PlayerWithdrawn(player=4, from_round=1)), (*with_players(3), registered(4, from_round=2))):
        given(*history).when(by_hand(1, *seat["pairs"], sitouts=sitouts)).then_refused(
            "player-not-in-round", player=4, round=1
        )


# -- when a round may be paired ----------------------------------------------------------------------------------------

EITHER_WAY = pytest.mark.parametrize(
    "ask", [lambda number: PairRound(round=number), lambda number: by_hand(number, (1, 2), (3, 4))]
)


@EITHER_WAY
@pytest.mark.parametrize("number", [0, -1, 1, 3, 10**30])
def test_rounds_are_paired_in_order(ask, number):
    given(*ONE_ROUND).when(ask(number)).then_refused("not-the-next-round", round=number, next=2)


@EITHER_WAY
def test_a_round_is_paired_when_the_one_before_it_is_closed(ask):
    history = (*FOUR, *published(1, (1, 2), (3, 4)), entered(1, 1, "1-0"), entered(1, 2, "1-0"))
    given(*history).when(ask(2)).then_refused("round-not-closed", round=1)


@EITHER_WAY
def test_there_are_no_more_rounds_than_agreed(ask):
    history = (*with_players(2, rounds=1), *played(1, {(1, 2): "1-0"}))
    given(*history).when(ask(2)).then_refused("all-rounds-paired", rounds=1)


@EITHER_WAY
def test_one_player_is_no_tournament(ask):
    given(opened(), registered(1)).when(ask(1)).then_refused("too-few-players", players=1, needed=2)


@EITHER_WAY
def test_nobody_is_no_round(ask):
    away = [AbsenceAnnounced(player=player, rounds=(1,), outcome=Outcome.ZERO_BYE) for player in (1, 2)]
    given(*with_players(2), *away).when(ask(1)).then_refused("too-few-players", players=0, needed=1)


def test_one_player_who_is_alone_has_the_bye():
    away = AbsenceAnnounced(player=2, rounds=(1,), outcome=Outcome.ZERO_BYE)
    opening = TournamentOpened(details=Details("Open"), rules=Rules("fide-dutch-2026", 5))
    drawn = FirstColourDrawn(seed="", colour=Colour.WHITE)
    bye, absent = SitOut(1, Outcome.PAIRING_BYE), SitOut(2, Outcome.ZERO_BYE)
    given(opening, registered(1), registered(2), drawn, away).when(PairRound(round=1)).then(
        RoundPaired(round=1, system="fide-dutch-2026", boards=(), sitouts=(bye, absent), keeps_numbers=True)
    )
    given(*with_players(2), away).when(by_hand(1, sitouts=(bye,))).then(
        RoundPaired(round=1, system="by-hand", boards=(), sitouts=(bye, absent))
    )


# -- by a system -------------------------------------------------------------------------------------------------------


def pair_in_order(t):
    here = t.available(t.next_round)
    bye = here[-1] if len(here) % 2 else None
    return Paired(boards(*zip(here[::2], here[1::2], strict=False)), bye, (Reason("in-order", "none 1", here),))


# A system of this test's own: 1–2, 3–4 …, the last of an odd number has the bye.
IN_ORDER = System(key="in-order-of-number", family="tests", regulation="none", pair=pair_in_order)


@pytest.fixture
def opened_with_a_system(monkeypatch):
    monkeypatch.setitem(SYSTEMS, IN_ORDER.key, IN_ORDER)
    return TournamentOpened(details=Details("Club evening"), rules=Rules(IN_ORDER.key, 5))


def test_the_system_of_the_tournament_pairs_and_says_why(opened_with_a_system):
    away = AbsenceAnnounced(player=2, rounds=(1,), outcome=Outcome.TEAM_DUTY)
    history = (opened_with_a_system, *FOUR[1:], away)
    given(*history).when(PairRound(round=1)).then(
        RoundPaired(
            round=1,
            system="in-order-of-number",
            boards=boards((1, 3)),
            sitouts=(SitOut(2, Outcome.TEAM_DUTY), SitOut(4, Outcome.PAIRING_BYE)),
            reasons=(Reason("in-order", "none 1", (1, 3, 4)),),
        )
    )


def test_what_a_system_breaks_is_written_down(opened_with_a_system):
    history = (opened_with_a_system, *FOUR[1:3], *played(1, {(1, 2): "1-0"}))
    [event] = given(*history).when(PairRound(round=2)).events
    assert isinstance(event, RoundPaired)
    assert event.breaches == (Breach("met-before", 1, (1, 2)),)


def test_a_round_may_be_given_by_hand_in_a_tournament_with_a_system(opened_with_a_system):
    given(opened_with_a_system, *FOUR[1:]).when(by_hand(1, (1, 4), (2, 3))).then(paired(1, (1, 4), (2, 3)))


def test_the_system_is_fixed_once_a_round_is_paired(opened_with_a_system):
    given(opened_with_a_system, *FOUR[1:], paired(1, (1, 2), (3, 4))).when(
        ChangeRules(rules=Rules("by-hand", 5), reason="simpler")
    ).then_refused("rules-are-fixed", round=1)


def test_boards_that_are_given_by_hand_are_not_paired_by_a_system():
    answer = given(*FOUR).when(PairRound(round=1))
    answer.then_refused("pairs-are-given-by-hand", round=1)
    assert isinstance(answer.answer, NoPairing)


def test_a_log_from_a_server_that_knows_more_is_not_paired_by_guessing():
    history = (TournamentOpened(details=Details("Open"), rules=Rules("of-2099", 5)), *FOUR[1:])
    given(*history).when(PairRound(round=1)).then_refused(
        "unknown-system", system="of-2099", known=tuple(sorted(SYSTEMS))
    )
