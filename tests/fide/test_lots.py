"""Lots and points by decision in FIDE mode, by the questions of FIDE's checklist for programs (VCL4THP)."""

from __future__ import annotations

import pytest

from engine.model import Colour, Player, Rules
from ledger.acts.act import CONFIRM, Command
from ledger.acts.decide import find_confirmation
from ledger.acts.extras import AdjustPoints, SettleTie
from ledger.acts.lots import DrawFirstColour, DrawLot, DrawLots
from ledger.acts.pairing import PairRound
from ledger.acts.players import NewPlayer, RegisterPlayers
from ledger.acts.rounds import TakeBackRound
from tests.fide.test_fide_mode import WHY, do, left, opened, with_rounds
from tests.ledger.given import Given

PLAYERS = RegisterPlayers(players=tuple(NewPlayer(player=Player(0, name, 2000)) for name in ("Ada", "Bob", "Cor")))


def asked(history: Given, command: Command) -> list[str]:
    confirmation = find_confirmation(history.state, command, history.when(command).events)
    if confirmation is None:
        return []
    assert confirmation.level == CONFIRM
    return [one.code for one in confirmation.consequences]


def test_204_equals_are_set_apart_by_lot() -> None:
    history = with_rounds(2)
    one = do(history, SettleTie(players=(1, 2, 3), by="lot", seed="hat")).tournament.settlements
    assert one == do(history, SettleTie(players=(3, 2, 1), by="lot", seed="hat")).tournament.settlements


def test_205_equals_are_put_in_order_by_hand() -> None:
    history = do(with_rounds(2), SettleTie(players=(3, 1), by="lot", is_drawn_by_hand=True))
    assert history.tournament.settlements[-1].order == (3, 1)


def test_206_the_first_colour_is_drawn_once() -> None:
    history = do(opened(), PLAYERS, DrawFirstColour(seed="hat"))
    stands = history.tournament.first_colour
    assert stands is not None
    again = DrawFirstColour(seed="another hat", reason=WHY)
    history.when(again).then_refused("fide-mode-colour-stands", colour=stands.value, rule="C.04.3 5.1")
    assert left(history).when(again).events


def test_206_a_colour_that_was_typed_wrongly_is_put_right_with_a_confirmation() -> None:
    history = do(opened(), PLAYERS, DrawFirstColour(colour=Colour.WHITE))
    right = DrawFirstColour(colour=Colour.BLACK, reason=WHY)
    assert asked(history, right) == ["first-colour-is-corrected"]
    assert do(history, right).tournament.first_colour is Colour.BLACK


def test_206_but_not_once_round_1_was_paired_by_it() -> None:
    history = do(opened(), PLAYERS, DrawFirstColour(colour=Colour.WHITE), PairRound(round=1))
    right = DrawFirstColour(colour=Colour.BLACK, reason=WHY)
    back = do(history, TakeBackRound(round=1, reason=WHY))
    assert not back.tournament.rounds
    back.when(right).then_refused("fide-mode-colour-used", rule="C.04.3 5.1")
    assert left(back).when(right).events


@pytest.mark.parametrize("command", [DrawLots(seed="hat", reason=WHY), DrawLot(player=1, lot=9, reason=WHY)])
def test_206_nor_lots_by_which_it_was_paired(command: Command) -> None:
    history = do(opened(Rules("round-robin", 3)), PLAYERS, DrawLots(seed="hat"))
    assert history.when(command).events
    back = do(history, PairRound(round=1), TakeBackRound(round=1, reason=WHY))
    back.when(command).then_refused("fide-mode-lots-used")
    assert left(back).when(command).events


def test_points_by_decision_are_confirmed() -> None:
    command = AdjustPoints(player=1, round=1, points=-1, reason=WHY)
    assert asked(with_rounds(1), command) == ["points-move-places", "integrity-correction"]
    assert asked(with_rounds(2), command) == ["points-move-places", "points-after-pairing", "integrity-correction"]
    assert asked(left(with_rounds(2)), command) == []
