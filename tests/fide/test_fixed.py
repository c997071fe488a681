"""What stands in FIDE mode, each question of FIDE's checklist for programs (VCL4THP) by itself.

How it is left, and what else is refused in it: test_fide_mode.py.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.handbook import find_departures
from engine.model import CHESS_POINTS, Outcome, PointTable, Result
from ledger.acts.act import Command
from ledger.acts.fide_mode import FideModeLeft, LeaveFideMode
from ledger.acts.opening import ChangeRules
from ledger.acts.results import CorrectColours, CorrectResult
from ledger.acts.separations import LiftSeparation, SeparatePlayers
from ledger.acts.sit_outs import CorrectSitOut
from tests.displays.client import Web
from tests.displays.commandline import Roundlog
from tests.fide.test_fide_mode import SWISS, WHY, opened, with_rounds


def test_42_it_can_be_left() -> None:
    opened().when(LeaveFideMode(reason=WHY)).then(FideModeLeft(reason=WHY))


@pytest.fixture
def left(roundlog: Roundlog) -> Roundlog:
    """Rounds 1 and 2 played; FIDE mode left in between."""
    roundlog.open_six()
    roundlog.pair_and_play(1)
    roundlog("leave-fide-mode", "open", "--reason", "nine rounds")
    roundlog.pair_and_play(2)
    return roundlog


def test_46_every_page_of_the_tournament_and_every_print_says_that_it_was_left(left: Roundlog, web: Web) -> None:
    arbiter = web.sign_in("arbiter", "open")
    public = [f"/t/open{below}" for below in ("", "/boards", "/standings", "/players", "/crosstable", "/audit")]
    console = [f"/console/open{below}" for below in ("", "/rounds/1", "/standings", "/settings", "/audit", "/trf")]
    prints = [f"/console/open/print/{kind}" for kind in ("boards", "names", "standings", "cards")]
    for address in (*public, *console, *prints):
        assert "FIDE mode was left" in arbiter.get(f"{address}?lang=en").text, address


def test_46_the_console_says_so_of_a_tournament_that_never_was_in_it(roundlog: Roundlog, web: Web) -> None:
    roundlog.open_six("knsb-2014")
    arbiter = web.sign_in("arbiter", "open")
    for below in ("", "/players", "/rounds/1", "/settings", "/audit"):
        assert "Not in FIDE mode" in arbiter.get(f"/console/open{below}?lang=en").text, below


def test_46_so_does_the_file_for_the_federation(left: Roundlog) -> None:
    left("export", "trf", "open", "open.trf", "--interim", "--comments")
    assert "### FIDE mode exited @ Round 2" in Path(left.folder / "open.trf").read_text("utf-8")


def refuse_change(field: str, value: object, rule: str) -> None:
    """Free before round 1, fixed after it."""
    command = ChangeRules(rules=replace(SWISS, **{field: value}), reason=WHY)
    assert with_rounds(0).when(command).events
    with_rounds(1).when(command).then_refused("fide-mode-fixed", field=field, rule=rule)


@pytest.mark.parametrize("rounds", [5, 8])
def test_57_the_number_of_rounds_stands_once_round_1_is_paired(rounds: int) -> None:
    refuse_change("rounds", rounds, "C.04.1 1")


@pytest.mark.parametrize("tiebreaks", [(), ("SB",), ("BH", "SB")])
def test_200_the_tiebreaks_stand_once_round_1_is_paired(tiebreaks: tuple[str, ...]) -> None:
    refuse_change("tiebreaks", tiebreaks, "C.07 4.1.1")


def departures(points: PointTable) -> list[str]:
    return [one.code for one in find_departures(replace(SWISS, points=points))]


@pytest.mark.parametrize(("draw", "allowed"), [(1, True), (2, True), (3, False)])
def test_74_two_draws_are_worth_no_more_than_a_win_and_a_loss(draw: int, allowed: bool) -> None:
    points = PointTable(per_point=4, win=4, draw=draw, loss=0, forfeit_win=4, pairing_bye=4, full_bye=4, half_bye=draw)
    assert departures(points) == ([] if allowed else ["handbook-draw"])


@pytest.mark.parametrize("bye", [0, 1, 2, 3])
def test_81_the_bye_is_worth_no_more_than_a_win(bye: int) -> None:
    points = replace(CHESS_POINTS, pairing_bye=bye)
    assert departures(points) == ([] if bye <= 2 else ["handbook-bye"])


@pytest.mark.parametrize("bye", [0, 1, 2, 3, 4])
def test_83_with_1_half_0_the_bye_is_worth_1_half_or_0(bye: int) -> None:
    """In quarters of a point."""
    points = PointTable(per_point=4, win=4, draw=2, forfeit_win=4, pairing_bye=bye, full_bye=4, half_bye=2)
    assert departures(points) == ([] if bye in (0, 2, 4) else ["handbook-bye"])


def of_round(number: int) -> tuple[Command, ...]:
    return (
        CorrectResult(round=number, board=1, result=Result.DRAW, reason=WHY),
        CorrectColours(round=number, board=1, reason=WHY),
        CorrectSitOut(round=number, player=5, outcome=Outcome.HALF_BYE, reason=WHY),
    )


@pytest.mark.parametrize("place", range(3), ids=["result", "colours", "bye"])
def test_189_not_any_round_can_be_corrected(place: int) -> None:
    with_rounds(3).when(of_round(1)[place]).then_refused("fide-mode-old-round", round=1, oldest=2, rule="C.04.2 4.3")


@pytest.mark.parametrize("place", range(3), ids=["result", "colours", "bye"])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_191_of_three_rounds_the_last_two_can_be_corrected(number: int, place: int) -> None:
    answer = with_rounds(3).when(of_round(number)[place])
    assert isinstance(answer.answer, list) is (number > 1)


@pytest.mark.parametrize("rounds", [1, 2])
@pytest.mark.parametrize("command", [SeparatePlayers(players=(1, 2)), LiftSeparation(players=(3, 4))])
def test_196_after_a_round_nobody_is_kept_apart_any_more(command: Command, rounds: int) -> None:
    with_rounds(rounds).when(command).then_refused("fide-mode-separations-fixed")
