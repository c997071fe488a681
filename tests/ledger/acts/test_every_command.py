"""What holds for every command there is: it has its case, it needs a tournament, and it waits after the end."""

import msgspec
import pytest

from engine.errors import Refusal
from engine.model import Board, Colour, Details, ExtraPurpose, Outcome, Player, Result, Rules
from ledger.acts.act import Command
from ledger.acts.catalogue import BY_COMMAND, AnyCommand
from ledger.acts.categories import ChangeCategory, DefineCategory, RemoveCategory
from ledger.acts.corrections import ApplyCorrections
from ledger.acts.decide import decide
from ledger.acts.disputes import ConfirmResult, DisputeResult
from ledger.acts.evenings import CancelEvening, MoveEvening, ReinstateEvening
from ledger.acts.external_values import SetExternalValues
from ledger.acts.extra_games import CorrectExtraGame, RecordExtraGame, TakeBackExtraGame
from ledger.acts.extras import AdjustPoints, SettleTie
from ledger.acts.fees import RecordPayment, SetFees, SetTariff, TakeBackPayment
from ledger.acts.festivals import AddSection, OpenFestival, RemoveSection
from ledger.acts.fide_mode import LeaveFideMode
from ledger.acts.half_byes import SetHalfByes
from ledger.acts.hall import Announce, ClearClock, PassOnAnnouncement, SetClock, WithdrawAnnouncement
from ledger.acts.lists import TakeBackList
from ledger.acts.lots import DrawFirstColour, DrawLot, DrawLots
from ledger.acts.members import ChangeMemberRights, ReportResult
from ledger.acts.opening import (
    ChangeDetails,
    ChangeRules,
    FinishTournament,
    OpenTournament,
    ReopenTournament,
    TournamentFinished,
)
from ledger.acts.pairing import ChangeRound, PairByHand, PairRound
from ledger.acts.periods import ChangePeriod, DefinePeriod, RemovePeriod
from ledger.acts.players import CorrectPlayer, NewPlayer, RegisterPlayers
from ledger.acts.positions import DrawPosition
from ledger.acts.presence import AnnounceAbsence, CancelAbsence, CheckIn, ReturnPlayer, UndoCheckIn, WithdrawPlayer
from ledger.acts.publicity import ChangePublicFields, ShowInitials, ShowName
from ledger.acts.rating_corrections import CorrectForRating
from ledger.acts.ratings import EntryRatings, RatingsChange, UpdateRatings
from ledger.acts.removals import RemovePlayers
from ledger.acts.reported_results import ConfirmReport
from ledger.acts.reports import MarkReportSent
from ledger.acts.results import CorrectColours, CorrectResult, EnterResult, PostponeGame
from ledger.acts.rounds import CloseRound, PublishRound, ReopenRound, TakeBackRound
from ledger.acts.schedule import MoveRound, SetSchedule
from ledger.acts.screens import RemoveScreen, SetScreen
from ledger.acts.separations import LiftSeparation, SeparatePlayers
from ledger.acts.sit_outs import CorrectSitOut
from ledger.acts.start_order import ExchangeNumbers, RenumberPlayers, SetStartOrder, ShowStartNumbers
from ledger.acts.team_absences import EnterAbsences
from ledger.acts.times import CorrectTime
from ledger.acts.undo import UndoRecord
from ledger.fees import Tariff
from ledger.schedule import ScheduleLine
from ledger.screen import Scene, Screen, Sight
from tests.ledger.given import given, played, with_players

ONE_OF_EACH: list[Command] = [
    OpenTournament(details=Details("Open"), rules=Rules("by-hand", 5)),
    ChangeDetails(details=Details("Open")),
    ChangeRules(rules=Rules("by-hand", 9), reason="why"),
    LeaveFideMode(reason="why"),
    RegisterPlayers(players=(NewPlayer(player=Player(0, "Zoë")),)),
    CorrectPlayer(player=Player(1, "Adam"), reason="why"),
    RemovePlayers(players=(1,), reason="why"),
    TakeBackList(list=1),
    SetStartOrder(order=(1, 2), reason="why"),
    ExchangeNumbers(player=1, other=2, reason="why"),
    RenumberPlayers(reason="why"),
    ShowStartNumbers(reason="why"),
    UpdateRatings(changes=(RatingsChange(1, old=EntryRatings(), new=EntryRatings(1900)),)),
    DrawLots(seed="s"),
    DrawLot(player=1, lot=1),
    DrawFirstColour(colour=Colour.WHITE),
    DrawPosition(round=1, seed="s"),
    SetExternalValues(values={1: "12.5"}),
    WithdrawPlayer(player=1),
    ReturnPlayer(player=1),
    AnnounceAbsence(player=1, rounds=(2,)),
    CancelAbsence(player=1, rounds=(2,)),
    SetHalfByes(player=1, allowed=False),
    CheckIn(player=1, round=2),
    UndoCheckIn(player=1, round=2),
    ChangePublicFields(fields=("club",)),
    ChangeMemberRights(results=True, absent=False),
    ReportResult(player=1, round=1, result=Result.WHITE_WINS),
    ConfirmReport(round=1, board=1),
    ShowInitials(player=1),
    ShowName(player=1),
    SeparatePlayers(players=(1, 2)),
    LiftSeparation(players=(1, 2)),
    SetFees(currency="EUR", tariffs=(Tariff("Normal", 2500),)),
    SetTariff(player=1, tariff="Normal"),
    RecordPayment(player=1),
    TakeBackPayment(player=1),
    DefineCategory(name="Women", conditions="sex=w"),
    ChangeCategory(category=1, name="Girls", conditions="sex=w"),
    RemoveCategory(category=1),
    DefinePeriod(name="Autumn", from_round=1),
    ChangePeriod(period=1, name="Spring", from_round=2),
    RemovePeriod(period=1),
    PairRound(round=2),
    PairByHand(round=2, boards=(Board(2, 1),)),
    ChangeRound(round=1, boards=(Board(2, 1),), reason="why"),
    PublishRound(round=1),
    TakeBackRound(round=1, reason="why"),
    EnterResult(round=1, board=1, result=Result.DRAW),
    CorrectResult(round=1, board=1, result=Result.DRAW, reason="why"),
    DisputeResult(round=1, board=1, result=Result.DRAW),
    ConfirmResult(dispute=6),
    CorrectColours(round=1, board=1, reason="why"),
    PostponeGame(round=1, board=1),
    CorrectSitOut(round=1, player=1, outcome=Outcome.ABSENT, reason="why"),
    RecordExtraGame(purpose=ExtraPurpose.PLAY_OFF, white=1, black=2, result=Result.DRAW),
    CorrectExtraGame(game=1, result=Result.DRAW, reason="why"),
    TakeBackExtraGame(game=1, reason="why"),
    CorrectForRating(round=1, board=1, result=Result.DRAW, reason="why"),
    UndoRecord(record=1, reason="why"),
    AdjustPoints(player=1, round=1, points=-1, reason="why"),
    ApplyCorrections(corrections=(CorrectResult(round=1, board=1, result=Result.DRAW, reason="why"),), reason="why"),
    CloseRound(round=1),
    ReopenRound(round=1, reason="why"),
    SettleTie(players=(1, 2), by="play-off"),
    FinishTournament(reason="why"),
    ReopenTournament(reason="why"),
    MarkReportSent(version=1, sha256="0f" * 32, recipient="federation", is_interim=True),
    Announce(text="Lunch"),
    WithdrawAnnouncement(announcement=1),
    SetClock(round=1, starts="2026-05-01T14:00Z", ends="2026-05-01T15:00Z"),
    ClearClock(round=1),
    CorrectTime(reason="why"),
    SetScreen(screen=Screen("stage", (Scene(Sight.BOARDS),))),
    RemoveScreen(name="stage"),
    OpenFestival(details=Details("Festival")),
    AddSection(section="a"),
    RemoveSection(section="a"),
    SetSchedule(schedule=(ScheduleLine("2026-05-01T14:00", 1),)),
    MoveRound(round=1, starts="2026-05-01T15:00", reason="why"),
    EnterAbsences(absences=(AnnounceAbsence(player=1, rounds=(2,)), CancelAbsence(player=1, rounds=(2,)))),
    CancelEvening(day="2026-05-01", reason="why"),
    MoveEvening(day="2026-05-01", to="2026-05-02", reason="why"),
    ReinstateEvening(day="2026-05-01"),
]
each_command = pytest.mark.parametrize("command", ONE_OF_EACH, ids=lambda command: type(command).__name__)

ONE_ROUND = (*with_players(2), *played(1, {(1, 2): "1-0"}))
AFTER_THE_END = (
    *(ReopenTournament, Announce, WithdrawAnnouncement, ChangeDetails, CorrectTime, OpenTournament),
    *(ChangePublicFields, ShowInitials, ShowName),
    *(SetScreen, RemoveScreen, ApplyCorrections, ConfirmResult, CorrectForRating, UndoRecord, MarkReportSent),
    *(DefineCategory, ChangeCategory, RemoveCategory, ChangePeriod),
    *(SetFees, SetTariff, RecordPayment, TakeBackPayment),
    *(OpenFestival, AddSection, RemoveSection, SetSchedule),  # of another stream, but the last
)


def test_none_is_forgotten_here():
    asked = {command for command, act in BY_COMMAND.items() if not act.is_internal}
    here = [type(command) for command in ONE_OF_EACH]
    assert asked - set(here) == set(), "ONE_OF_EACH wants one of it"
    assert len(here) == len(asked), "twice, or nobody can ask for it"


def test_what_the_desk_alone_gives_nobody_can_ask_for():
    command = PassOnAnnouncement(text="Lunch", until="", festival="tartu", number=7)
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(msgspec.json.encode(command), type=AnyCommand)


@each_command
def test_every_command_is_answered_with_events_or_a_refusal(command):
    answer = given(*ONE_ROUND).when(command).answer
    assert isinstance(answer, (list, Refusal))


@each_command
def test_every_command_travels_as_json(command):
    assert msgspec.json.decode(msgspec.json.encode(command), type=AnyCommand) == command


@each_command
def test_a_misspelt_field_is_not_overlooked(command):
    spelt = {**msgspec.to_builtins(command), "resaon": "typing error"}
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(spelt, AnyCommand)


@pytest.mark.parametrize(
    "command",
    [one for one in ONE_OF_EACH if not isinstance(one, OpenTournament | OpenFestival)],
    ids=lambda command: type(command).__name__,
)
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
    with pytest.raises(KeyError):
        decide(given(*ONE_ROUND).state, "close-round")  # type: ignore[arg-type]  # wrong on purpose


def test_a_refusal_knows_the_names_of_the_players_whom_it_is_about():
    refused = given(*with_players(3)).when(SetStartOrder(order=(1,))).refusal
    assert (refused.facts, refused.names) == ({"players": (2, 3)}, {2: "Bob", 3: "Cor"})
