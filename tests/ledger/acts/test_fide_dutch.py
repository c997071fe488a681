"""A FIDE (Dutch) tournament through the ledger: what is agreed, what is paired, what the audit says of it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.audit import Breach
from engine.model import Board, Colour, Details, Outcome, Rules, SitOut
from ledger.acts.act import Event
from ledger.acts.lots import FirstColourDrawn
from ledger.acts.opening import OpenTournament, TournamentOpened
from ledger.acts.pairing import PairByHand, PairRound, RoundPaired
from ledger.acts.presence import AbsenceAnnounced
from ledger.acts.separations import PlayersSeparated
from tests.ledger.given import boards, given, played, registered

EDITIONS = ("fide-dutch-2026", "fide-dutch-2017")
WHITE_FIRST = FirstColourDrawn(seed="hat", colour=Colour.WHITE)


def agreed(system: str, **options: object) -> Rules:
    return Rules(system, 5, options=options)  # type: ignore[arg-type]


def opened(system: str, players: int) -> tuple[Event, ...]:
    opening = TournamentOpened(details=Details("Open"), rules=agreed(system))
    return (opening, *(registered(number) for number in range(1, players + 1)))


@pytest.mark.parametrize("system", EDITIONS)
@pytest.mark.parametrize("acceleration", ["none", "baku", "haley", "four-groups"])
def test_an_acceleration_is_agreed_at_the_opening(system: str, acceleration: str):
    rules = agreed(system, acceleration=acceleration)
    is_in_handbook = system == "fide-dutch-2026" and acceleration in ("none", "baku")
    given().when(OpenTournament(details=Details("Open"), rules=rules)).then(
        TournamentOpened(
            details=Details("Open"), rules=rules, fide_mode=is_in_handbook, has_alphabet=True, is_discreet=True
        )
    )


@pytest.mark.parametrize("system", EDITIONS)
def test_what_no_rule_knows_is_refused_at_the_opening(system: str):
    asked = OpenTournament(details=Details("Open"), rules=agreed(system, acceleration="rocket"))
    given().when(asked).then_refused("option-not-readable", option="acceleration", value="rocket")
    asked = OpenTournament(details=Details("Open"), rules=agreed(system, speed=3))
    known = ("acceleration", "acceleration_groups", "virtual_points")
    given().when(asked).then_refused("option-unknown", option="speed", system=system, known=known)


@pytest.mark.parametrize("system", EDITIONS)
def test_5_1_the_first_colour_is_drawn_before_round_1(system: str):
    given(*opened(system, 4)).when(PairRound(round=1)).then_refused("first-colour-not-drawn", round=1)


@pytest.mark.parametrize("system", EDITIONS)
def test_the_system_pairs_and_the_audit_has_nothing_to_say(system: str):
    given(*opened(system, 6), WHITE_FIRST).when(PairRound(round=1)).then(
        RoundPaired(round=1, system=system, boards=boards((1, 4), (5, 2), (3, 6)), keeps_numbers=True)
    )


@pytest.mark.parametrize("system", EDITIONS)
def test_who_is_absent_sits_out_and_the_odd_one_has_the_bye(system: str):
    away = AbsenceAnnounced(player=2, rounds=(1,), outcome=Outcome.HALF_BYE)
    given(*opened(system, 6), WHITE_FIRST, away).when(PairRound(round=1)).then(
        RoundPaired(
            round=1,
            system=system,
            boards=boards((1, 4), (5, 3)),
            sitouts=(SitOut(2, Outcome.HALF_BYE), SitOut(6, Outcome.PAIRING_BYE)),
            keeps_numbers=True,
        )
    )


@pytest.mark.parametrize("system", EDITIONS)
def test_a_field_that_cannot_be_paired_is_refused_and_the_arbiter_pairs_by_hand(system: str):
    """The verdict of the audit stands in the event: it is the arbiter who broke the rule."""
    family = PlayersSeparated(players=(1, 2, 3))
    history = given(*opened(system, 4), WHITE_FIRST, family)
    history.when(PairRound(round=1)).then_refused("field-cannot-be-paired", round=1, blocked=(1, 2), only=(4,))
    history.when(PairByHand(round=1, boards=(Board(1, 2), Board(3, 4)))).then(
        RoundPaired(
            round=1,
            system="by-hand",
            boards=boards((1, 2), (3, 4)),
            breaches=(Breach("kept-apart", 1, (1, 2)),),
            keeps_numbers=True,
        )
    )


@pytest.mark.parametrize("system", EDITIONS)
def test_c1_c2_the_audit_sees_a_rematch_and_a_second_bye(system: str):
    history = (*opened(system, 3), WHITE_FIRST, *played(1, {(1, 2): "1-0"}, bye=3))
    sitouts = (SitOut(3, Outcome.PAIRING_BYE),)
    asked = PairByHand(round=2, boards=(Board(2, 1),), sitouts=sitouts)
    expected = RoundPaired(round=2, system="by-hand", boards=boards((2, 1)), sitouts=sitouts, keeps_numbers=True)
    verdict = (Breach("bye-barred", 0, (3,)), Breach("met-before", 1, (2, 1)))
    given(*history).when(asked).then(replace(expected, breaches=verdict))
