"""Ratings typed by hand and start numbers, by the questions of FIDE's checklist for programs (VCL4THP)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.model import Board, Outcome, Player, PlayerId, SitOut
from engine.start_order import start_order
from ledger.acts.act import Command
from ledger.acts.pairing import PairByHand
from ledger.acts.players import CorrectPlayer, NewPlayer, RegisterPlayers
from ledger.acts.start_order import RenumberPlayers, SetStartOrder
from tests.displays.client import Web
from tests.displays.commandline import Roundlog
from tests.fide.test_fide_mode import WHY, do, opened, with_rounds
from tests.ledger.given import Given


def test_131_a_rating_is_typed_when_a_player_is_registered() -> None:
    history = do(opened(), RegisterPlayers(players=(NewPlayer(player=Player(0, "Ada", 2103)),)))
    assert history.tournament.entries[1].player.rating == 2103


def test_131_at_the_command_line_and_through_the_api(roundlog: Roundlog, web: Web) -> None:
    roundlog("open", "open", "--name", "Open", "--rounds", 3, "--system", "fide-dutch-2026")
    roundlog("register", "open", "Ada", "--rating", 2103)
    body = {"players": [{"name": "Bob", "rating": 1999}]}
    answer = web.bearer("arbiter", "open").post("/api/t/open/players", json=body)
    assert answer.status_code == 201, answer.text
    entries = web.app.state.services.desk.state("open").tournament.entries
    assert [entry.player.rating for entry in entries.values()] == [2103, 1999]


@pytest.mark.parametrize("rounds", [0, 1, 3])
def test_132_a_rating_can_be_changed(rounds: int) -> None:
    history = with_rounds(rounds)
    player = history.tournament.entries[5].player
    changed = do(history, CorrectPlayer(player=replace(player, rating=2222), reason=WHY))
    assert changed.tournament.entries[5].player.rating == 2222
    assert changed.state.fide_mode.is_on


# -- start numbers -----------------------------------------------------------------------------------------------------


def corrected(rounds: int) -> Given:
    """Number 5 turns out to be the strongest."""
    history = with_rounds(rounds)
    player = history.tournament.entries[5].player
    return do(history, CorrectPlayer(player=replace(player, rating=2222), reason=WHY))


def numbers(history: Given) -> tuple[PlayerId, ...]:
    return start_order(history.tournament)


@pytest.mark.parametrize(
    "command",
    [RenumberPlayers(reason=WHY), SetStartOrder(order=(5, 4, 3, 2, 1), reason=WHY)],
    ids=["anew", "by hand"],
)
def test_151_nobody_gets_another_number_once_round_4_is_paired(command: Command) -> None:
    """C.04.2 2.3."""
    history = paired_round_4(corrected(3))
    before = numbers(history)
    history.when(command).then_refused("start-order-is-fixed", round=4)
    assert numbers(history) == before


def paired_round_4(history: Given) -> Given:
    bye = (SitOut(4, Outcome.ZERO_BYE),)
    return do(history, PairByHand(round=4, boards=(Board(5, 1), Board(2, 3)), sitouts=bye))


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_153_until_then_numbers_are_given_anew_by_the_ratings(rounds: int) -> None:
    history = corrected(rounds)
    assert numbers(history)[0] != 5
    again = do(history, RenumberPlayers(reason=WHY))
    assert numbers(again)[0] == 5
    assert again.state.fide_mode.is_on
