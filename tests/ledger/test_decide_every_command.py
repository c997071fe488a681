"""What holds for every command there is: it has its case, it needs a tournament, and it waits after the end."""

from typing import get_args

import msgspec
import pytest

from engine.errors import Refusal
from engine.model import Board, Colour, Details, ExtraPurpose, Outcome, Player, Result, Rules
from ledger import commands as c
from ledger.decide import decide
from ledger.events import TournamentFinished
from ledger.screen import Scene, Screen, Sight
from tests.ledger.given import given, played, with_players

ONE_OF_EACH: list[c.Command] = [
    c.OpenTournament(details=Details("Open"), rules=Rules("by-hand", 5)),
    c.ChangeDetails(details=Details("Open")),
    c.ChangeRules(rules=Rules("by-hand", 9), reason="why"),
    c.RegisterPlayers(players=(c.NewPlayer(player=Player(0, "Zoë")),)),
    c.CorrectPlayer(player=Player(1, "Adam"), reason="why"),
    c.SetStartOrder(order=(1, 2), reason="why"),
    c.DrawLots(seed="s"),
    c.DrawFirstColour(colour=Colour.WHITE),
    c.WithdrawPlayer(player=1),
    c.ReturnPlayer(player=1),
    c.AnnounceAbsence(player=1, rounds=(2,)),
    c.CancelAbsence(player=1, rounds=(2,)),
    c.CheckIn(player=1, round=2),
    c.UndoCheckIn(player=1, round=2),
    c.SeparatePlayers(players=(1, 2)),
    c.LiftSeparation(players=(1, 2)),
    c.PairRound(round=2),
    c.PairByHand(round=2, boards=(Board(2, 1),)),
    c.ChangeRound(round=1, boards=(Board(2, 1),), reason="why"),
    c.PublishRound(round=1),
    c.TakeBackRound(round=1, reason="why"),
    c.EnterResult(round=1, board=1, result=Result.DRAW),
    c.CorrectResult(round=1, board=1, result=Result.DRAW, reason="why"),
    c.DisputeResult(round=1, board=1, result=Result.DRAW),
    c.ConfirmResult(dispute=6),
    c.CorrectColours(round=1, board=1, reason="why"),
    c.PostponeGame(round=1, board=1),
    c.CorrectSitOut(round=1, player=1, outcome=Outcome.ABSENT, reason="why"),
    c.RecordExtraGame(purpose=ExtraPurpose.PLAY_OFF, white=1, black=2, result=Result.DRAW),
    c.CorrectExtraGame(game=1, result=Result.DRAW, reason="why"),
    c.AdjustPoints(player=1, round=1, points=-1, reason="why"),
    c.ApplyCorrections(
        corrections=(c.CorrectResult(round=1, board=1, result=Result.DRAW, reason="why"),), reason="why"
    ),
    c.CloseRound(round=1),
    c.ReopenRound(round=1, reason="why"),
    c.SettleTie(players=(1, 2), by="play-off"),
    c.FinishTournament(reason="why"),
    c.ReopenTournament(reason="why"),
    c.Announce(text="Lunch"),
    c.WithdrawAnnouncement(announcement=1),
    c.SetClock(round=1, starts="2026-05-01T14:00Z", ends="2026-05-01T15:00Z"),
    c.ClearClock(round=1),
    c.SetScreen(screen=Screen("stage", (Scene(Sight.BOARDS),))),
    c.RemoveScreen(name="stage"),
]
each_command = pytest.mark.parametrize("command", ONE_OF_EACH, ids=lambda command: type(command).__name__)

ONE_ROUND = (*with_players(2), *played(1, {(1, 2): "1-0"}))
AFTER_THE_END = (
    *(c.ReopenTournament, c.Announce, c.WithdrawAnnouncement, c.ChangeDetails, c.OpenTournament),
    *(c.SetScreen, c.RemoveScreen, c.ApplyCorrections, c.ConfirmResult),
)


def test_none_is_forgotten_here():
    assert [type(command) for command in ONE_OF_EACH] == list(get_args(c.Command))


@each_command
def test_every_command_is_answered_with_events_or_a_refusal(command):
    answer = given(*ONE_ROUND).when(command).answer
    assert isinstance(answer, (list, Refusal))


@each_command
def test_every_command_travels_as_json(command):
    assert msgspec.json.decode(msgspec.json.encode(command), type=c.Command) == command


@each_command
def test_a_misspelt_field_is_not_overlooked(command):
    spelt = {**msgspec.to_builtins(command), "resaon": "typing error"}
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(spelt, c.Command)


@pytest.mark.parametrize("command", ONE_OF_EACH[1:], ids=lambda command: type(command).__name__)
def test_nothing_but_the_opening_comes_before_the_opening(command):
    given().when(command).then_refused("no-such-tournament")


@pytest.mark.parametrize(
    "command",
    [command for command in ONE_OF_EACH if not isinstance(command, AFTER_THE_END)],
    ids=lambda command: type(command).__name__,
)
def test_after_the_end_everything_else_waits_for_the_tournament_to_be_reopened(command):
    given(*ONE_ROUND, TournamentFinished(reason="power cut")).when(command).then_refused("tournament-is-finished")


def test_what_is_no_command_is_a_bug():
    with pytest.raises(AssertionError):
        decide(given(*ONE_ROUND).state, "close-round")
