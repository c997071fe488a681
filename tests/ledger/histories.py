"""Histories for tests: given by hand, or made up by seeded chance from commands that ``decide`` lets through."""

from __future__ import annotations

import random
from collections.abc import Iterable
from datetime import datetime, timedelta

from engine.carried import CarriedMeeting
from engine.errors import Refusal
from engine.model import (
    CHESS_POINTS,
    DRAUGHTS_POINTS,
    FOOTBALL_POINTS,
    Board,
    Details,
    Outcome,
    Player,
    Result,
    Rules,
    SitOut,
    Tournament,
)
from ledger.acts.act import Command, Event
from ledger.acts.decide import decide
from ledger.acts.disputes import ResultDisputed
from ledger.acts.evolve import evolve
from ledger.acts.fees import RecordPayment, SetFees, TakeBackPayment
from ledger.acts.fide_mode import FideModeLeft
from ledger.acts.imports import FileRestKept
from ledger.acts.lists import TakeBackList
from ledger.acts.lots import DrawLot, DrawLots
from ledger.acts.members import ChangeMemberRights, ReportResult
from ledger.acts.opening import OpenTournament
from ledger.acts.pairing import PairByHand
from ledger.acts.periods import ChangePeriod, DefinePeriod, RemovePeriod
from ledger.acts.players import NewPlayer, RegisterPlayers
from ledger.acts.publicity import ChangePublicFields, ShowInitials, ShowName
from ledger.acts.record import Recorded
from ledger.acts.reported_results import ConfirmReport
from ledger.acts.reports import MarkReportSent
from ledger.acts.results import EnterResult
from ledger.acts.rounds import CloseRound, PublishRound
from ledger.acts.seasons import SeasonCarried
from ledger.acts.times import CorrectTime
from ledger.fees import Tariff
from ledger.state import State
from tests.ledger.wishes import NEED_A_ROUND, WISHES, Wish, newcomer

STREAM = "open"
START = datetime(2026, 5, 1, 9)


def recorded(events: Iterable[Event], stream: str = STREAM, actor: str = "arbiter") -> list[Recorded]:
    """The events as records of a log, a minute apart from 09:00 on; they carry no hash, for no view reads it."""
    return [_record(number, event, stream, actor) for number, event in enumerate(events, start=1)]


def _record(version: int, event: Event, stream: str, actor: str) -> Recorded:
    at = (START + timedelta(minutes=version - 1)).isoformat(timespec="microseconds") + "Z"
    return Recorded(version, stream, version, at, actor, f"command-{version}", event, "", "")


class Table:
    """An arbiter's table: commands go in, records come out."""

    def __init__(self, stream: str = STREAM) -> None:
        self.stream = stream
        self.records: list[Recorded] = []
        self.current: State | None = None

    @property
    def state(self) -> State:
        assert self.current is not None
        return self.current

    @property
    def now(self) -> Tournament:
        return self.state.tournament

    def do(self, *commands: Command, actor: str = "arbiter") -> Table:
        for command in commands:
            for event in self.decide(command, actor):
                self.take(event, actor)
        return self

    def decide(self, command: Command, actor: str) -> list[Event]:
        return decide(self.current, command, lambda version: self.records[version - 1].actor == actor)

    def take(self, event: Event, actor: str = "arbiter") -> None:
        self.records.append(_record(len(self.records) + 1, event, self.stream, actor))
        self.current = evolve(self.current, event)


def opened(*names: str, rounds: int = 5, rules: Rules | None = None) -> Table:
    """A tournament with these players, numbered 1, 2, 3 …, rated 2000, 1990, 1980 …"""
    agreed = rules or Rules("by-hand", rounds)
    players = tuple(NewPlayer(player=Player(0, name, 2000 - 10 * line)) for line, name in enumerate(names))
    opening = OpenTournament(details=Details("Club Open"), rules=agreed)
    return Table().do(opening, RegisterPlayers(players=players))


def pair(number: int, *boards: tuple[int, int], bye: int | None = None) -> PairByHand:
    sitouts = () if bye is None else (SitOut(bye, Outcome.PAIRING_BYE),)
    return PairByHand(round=number, boards=tuple(Board(*pair) for pair in boards), sitouts=sitouts)


def results(number: int, *given: str) -> list[EnterResult]:
    """One for each board, from board 1 on."""
    return [EnterResult(round=number, board=b, result=Result(text)) for b, text in enumerate(given, start=1)]


def played(number: int, *given: str) -> list[Command]:
    """A round that is paired: published, its results, closed."""
    return [PublishRound(round=number), *results(number, *given), CloseRound(round=number)]


def one_round() -> Table:
    """Anna beat Bea, Carl has the bye."""
    return opened("Anna", "Bea", "Carl").do(pair(1, (1, 2), bye=3), *played(1, "1-0"))


# -- by chance ---------------------------------------------------------------------------------------------------------

RANKINGS = ((), ("EXT",), ("BH/C1", "BH", "SB"), ("DE", "WIN", "ARO/C1/U1000"), ("fmjd-5.2",), ("WP", "SBD", "LOT"))


def random_history(seed: int, length: int = 60, system: str = "by-hand") -> list[Recorded]:
    """Some ``length`` events or a few more. What ``decide`` refuses did not happen, and something else is tried."""
    chance = random.Random(seed)
    table = Table().do(_opening(chance, system))
    table.do(RegisterPlayers(players=tuple(newcomer(chance, n) for n in range(chance.randint(3, 9)))))
    before = len(table.records)
    if seed % 20 == 5:  # which a tournament by hand has not entered
        table.take(FideModeLeft(reason="as a log from elsewhere might have it"))
    if seed % 20 == 5 and system == "by-hand":
        others = tuple(SitOut(number, Outcome.ZERO_BYE) for number in sorted(table.now.entries)[2:])
        table.do(PairByHand(round=1, boards=(Board(1, 2),), sitouts=others), PublishRound(round=1))
        table.do(ChangeMemberRights(results=True, absent=True))
        table.do(ReportResult(player=2, round=1, result=Result.DRAW), ConfirmReport(round=1, board=1))
    if seed % 20 == 0:  # as an import records it, and no command
        table.take(FileRestKept(lines=("### of another program",)))
        table.do(DrawLots(seed="17"))
    if seed % 20 == 10:  # what is rare
        mistaken = RegisterPlayers(players=(newcomer(chance, 50), newcomer(chance, 51)), list_name="u12.xlsx")
        table.do(mistaken, TakeBackList(list=1))
        table.do(DrawLot(player=1, lot=7), CorrectTime(reason="a day ahead"))
        table.do(SetFees(currency="EUR", tariffs=(Tariff("Normal", 2500),)))
        table.do(RecordPayment(player=1, amount=1000), TakeBackPayment(player=1))
        table.do(
            ChangePublicFields(fields=("club",)), ShowInitials(player=2), ShowInitials(player=1), ShowName(player=1)
        )
    if seed % 20 == 15:
        table.do(*(DefinePeriod(name=name, from_round=number) for name, number in (("Autumn", 1), ("Spring", 2))))
        table.do(RemovePeriod(period=2), ChangePeriod(period=1, name="All year", from_round=1))
        table.take(SeasonCarried(colours={1: "wb"}, meetings=(CarriedMeeting(1, 2, 3),)))  # as an opening records it
        table.do(MarkReportSent(version=1, sha256="0f" * 32, recipient="federation", is_interim=True))
    length += len(table.records) - before  # what is added leaves room for as much by chance as ever
    kinds, weights = zip(*WISHES, strict=True)
    while len(table.records) < length:
        wish: Wish = chance.choices(kinds, weights)[0]
        actor = chance.choice(("arbiter", "Anna", "helper 2"))
        if _has_what_it_takes(wish, table.now):
            _try(table, wish(table.state, chance), actor)
    return table.records


def _try(table: Table, command: Command, actor: str) -> None:
    try:
        events = table.decide(command, actor)
    except Refusal:
        return  # a wish against the rules: no event, so no part of the history
    if isinstance(command, EnterResult) and any(isinstance(event, ResultDisputed) for event in events):
        return  # or nearly every round would wait for somebody to settle its disputes; ``wish_dispute`` makes some
    table.do(command, actor=actor)


def _has_what_it_takes(wish: Wish, t: Tournament) -> bool:
    return bool(t.rounds) or wish not in NEED_A_ROUND


def _opening(chance: random.Random, system: str) -> Command:
    points = chance.choice((CHESS_POINTS, DRAUGHTS_POINTS, FOOTBALL_POINTS))
    rules = Rules(system, chance.randint(2, 7), points, tiebreaks=chance.choice(RANKINGS), chess960=True)
    return OpenTournament(details=Details("By chance"), rules=rules)
