"""Rounds without a game, by the questions of FIDE's checklist for programs (VCL4THP). Warnings: test_byes.py."""

from __future__ import annotations

import pytest

from engine.cards import cards
from engine.model import Outcome, Player
from ledger.acts.act import Command
from ledger.acts.pairing import PairRound
from ledger.acts.players import NewPlayer, RegisterPlayers
from ledger.acts.presence import AnnounceAbsence, WithdrawPlayer
from ledger.acts.sit_outs import CorrectSitOut
from tests.displays.client import Web
from tests.displays.commandline import Roundlog
from tests.fide.test_fide_mode import WHY, do, with_rounds
from tests.ledger.given import Given


def test_170_who_has_withdrawn_is_marked_in_the_standings_of_pages_and_prints(roundlog: Roundlog, web: Web) -> None:
    roundlog.open_six()
    roundlog.pair_and_play(1)
    pages = ("/t/open/standings?lang=en", "/console/open/standings?lang=en", "/console/open/print/standings?lang=en")
    arbiter = web.sign_in("arbiter", "open")

    def is_marked(page: str) -> bool:
        (row,) = [row for row in arbiter.get(page).text.split("<tr") if "Player 6" in row]
        return "withdrawn" in row.partition("</tr>")[0]

    assert [is_marked(page) for page in pages] == [False] * 3
    roundlog("withdraw", "open", 6, "--reason", "ill")
    assert [is_marked(page) for page in pages] == [True] * 3
    assert "withdrawn" in roundlog("standings", "open")


def in_round_1(*commands: Command) -> Given:
    return do(with_rounds(0), *commands, PairRound(round=1))


@pytest.mark.parametrize(
    ("outcome", "units"),
    [(Outcome.ZERO_BYE, 0), (Outcome.HALF_BYE, 1), (Outcome.FULL_BYE, 2)],
    ids=["zero", "half", "full"],
)
def test_171_who_is_not_paired_can_score(outcome: Outcome, units: int) -> None:
    history = in_round_1(AnnounceAbsence(player=4, rounds=(1,), outcome=outcome))
    assert cards(history.tournament)[4].score == units


def test_171_so_does_a_late_entry() -> None:
    late = NewPlayer(player=Player(0, "Fay", 1900), from_round=2, missed=Outcome.HALF_BYE)
    history = do(with_rounds(1), RegisterPlayers(players=(late,)), PairRound(round=2))
    assert cards(history.tournament)[6].score == 1


def test_172_a_half_point_bye_is_announced_and_given_afterwards() -> None:
    announced = in_round_1(AnnounceAbsence(player=4, rounds=(1,), outcome=Outcome.HALF_BYE))
    given = do(
        in_round_1(AnnounceAbsence(player=4, rounds=(1,), outcome=Outcome.ZERO_BYE)),
        CorrectSitOut(round=1, player=4, outcome=Outcome.HALF_BYE, reason=WHY),
    )
    for history in (announced, given):
        out = {one.player: one.outcome for one in history.tournament.rounds[0].sitouts}
        assert out[4] is Outcome.HALF_BYE
        assert history.state.fide_mode.is_on


def test_173_a_player_may_have_two() -> None:
    history = in_round_1(AnnounceAbsence(player=4, rounds=(1, 2), outcome=Outcome.HALF_BYE))
    assert history.tournament.entries[4].absences == {1: Outcome.HALF_BYE, 2: Outcome.HALF_BYE}


def test_177_a_full_point_bye_can_be_given() -> None:
    history = in_round_1(AnnounceAbsence(player=4, rounds=(1,), outcome=Outcome.FULL_BYE))
    assert history.state.fide_mode.is_on
    assert {one.outcome for one in history.tournament.rounds[0].sitouts if one.player == 4} == {Outcome.FULL_BYE}


def test_170_who_has_withdrawn_is_not_paired_any_more() -> None:
    history = do(with_rounds(1), WithdrawPlayer(player=4, reason=WHY), PairRound(round=2))
    assert all(4 not in (board.white, board.black) for board in history.tournament.rounds[1].boards)
