"""Histories for tests: given by hand, or made up by seeded chance from commands that ``decide`` lets through."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

import msgspec

from engine.errors import Refusal
from engine.model import (
    CHESS_POINTS,
    DRAUGHTS_POINTS,
    FOOTBALL_POINTS,
    Board,
    Details,
    ExtraPurpose,
    Outcome,
    Player,
    Result,
    Rules,
    SitOut,
    Tournament,
)
from ledger.acts.act import Command, Event
from ledger.acts.decide import decide
from ledger.acts.disputes import ConfirmResult, DisputeResult, ResultDisputed
from ledger.acts.evolve import evolve
from ledger.acts.extra_games import CorrectExtraGame, RecordExtraGame, TakeBackExtraGame
from ledger.acts.extras import AdjustPoints, SettleTie
from ledger.acts.fide_mode import FideModeLeft
from ledger.acts.hall import Announce, ClearClock, SetClock, WithdrawAnnouncement
from ledger.acts.imports import FileRestKept
from ledger.acts.lots import DrawFirstColour, DrawLot, DrawLots
from ledger.acts.opening import ChangeDetails, ChangeRules, FinishTournament, OpenTournament, ReopenTournament
from ledger.acts.pairing import ChangeRound, PairByHand
from ledger.acts.players import CorrectPlayer, NewPlayer, RegisterPlayers
from ledger.acts.presence import AnnounceAbsence, CancelAbsence, CheckIn, ReturnPlayer, UndoCheckIn, WithdrawPlayer
from ledger.acts.record import Recorded
from ledger.acts.removals import RemovePlayers, removable_players
from ledger.acts.results import CorrectColours, CorrectResult, EnterResult, PostponeGame
from ledger.acts.rounds import CloseRound, PublishRound, ReopenRound, TakeBackRound
from ledger.acts.screens import RemoveScreen, SetScreen
from ledger.acts.separations import LiftSeparation, SeparatePlayers
from ledger.acts.sit_outs import CorrectSitOut
from ledger.acts.start_order import RenumberPlayers, SetStartOrder
from ledger.acts.times import CorrectTime
from ledger.screen import Scene, Screen, Sight
from ledger.state import State

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

RANKINGS = ((), ("BH/C1", "BH", "SB"), ("DE", "WIN", "ARO/C1/U1000"), ("fmjd-5.2",), ("WP", "SBD", "LOT"))

Wish = Callable[[State, random.Random], Command]


def random_history(seed: int, length: int = 60, system: str = "by-hand") -> list[Recorded]:
    """Some ``length`` events or a few more. What ``decide`` refuses did not happen, and something else is tried."""
    chance = random.Random(seed)
    table = Table().do(_opening(chance, system))
    table.do(RegisterPlayers(players=tuple(_newcomer(chance, n) for n in range(chance.randint(3, 9)))))
    if seed % 20 == 5:  # which a tournament by hand has not entered
        table.take(FideModeLeft(reason="as a log from elsewhere might have it"))
    if seed % 20 == 0:  # as an import records it, and no command
        table.take(FileRestKept(lines=("### of another program",)))
    if seed % 20 == 10:  # what is rare
        table.do(DrawLot(player=1, lot=7), CorrectTime(reason="a day ahead"))
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
    rules = Rules(system, chance.randint(2, 7), points, tiebreaks=chance.choice(RANKINGS))
    return OpenTournament(details=Details("By chance"), rules=rules)


def _newcomer(chance: random.Random, salt: int) -> NewPlayer:
    rating = chance.choice((None, 1500, 1800, chance.randint(1000, 2600)))
    name = f"{chance.choice(('Ümit', 'Žofie', 'Jan', 'Mari'))} {salt}-{chance.randint(0, 10**6)}"
    player = Player(0, name, rating, chance.choice(("", "FM", "GM")), club=chance.choice(("", "Tartu")))
    return NewPlayer(player=player, missed=chance.choice((Outcome.ZERO_BYE, Outcome.HALF_BYE)))


def _someone(t: Tournament, chance: random.Random) -> int:
    return chance.choice(sorted(t.entries))


def _board(t: Tournament, chance: random.Random) -> tuple[int, int]:
    """Mostly of the last round."""
    played = t.rounds[-1] if chance.random() < 0.8 else chance.choice(t.rounds)
    return played.number, chance.randint(1, max(len(played.boards), 1))  # one who is alone has the bye


def _seating(t: Tournament, number: int, chance: random.Random) -> tuple[tuple[Board, ...], tuple[SitOut, ...]]:
    players = list(t.available(number))
    chance.shuffle(players)
    left_over = (SitOut(players.pop(), Outcome.PAIRING_BYE),) if len(players) % 2 else ()
    return tuple(Board(a, b) for a, b in zip(players[::2], players[1::2], strict=True)), left_over


def wish_register(state: State, chance: random.Random) -> Command:
    return RegisterPlayers(players=(_newcomer(chance, state.version),))


def wish_correct_player(state: State, chance: random.Random) -> Command:
    t = state.tournament
    player = t.entries[_someone(t, chance)].player
    fresh = {"rating": chance.randint(1000, 2600), "club": chance.choice(("", "Elva")), "name": player.name + "x"}
    field = chance.choice(sorted(fresh))
    return CorrectPlayer(player=msgspec.structs.replace(player, **{field: fresh[field]}), reason="list of May")


def wish_start_order(state: State, chance: random.Random) -> Command:
    t = state.tournament
    order = sorted(t.entries)
    chance.shuffle(order)
    by_hand = SetStartOrder(order=tuple(order), reason="by last year's table")
    return chance.choice((by_hand, RenumberPlayers(reason="list of May")))


def wish_draw(state: State, chance: random.Random) -> Command:
    seed = str(chance.random())
    one = DrawLot(player=_someone(state.tournament, chance), seed=seed, reason="one more ball")
    return chance.choice((DrawLots(seed=seed), one, DrawFirstColour(seed=seed), DrawFirstColour(seed=seed)))


def wish_withdraw(state: State, chance: random.Random) -> Command:
    t = state.tournament
    counts_as = chance.choice((Outcome.ZERO_BYE, Outcome.ABSENT))
    return WithdrawPlayer(player=_someone(t, chance), counts_as=counts_as, reason="ill")


def wish_return(state: State, chance: random.Random) -> Command:
    t = state.tournament
    return ReturnPlayer(player=_someone(t, chance))


def wish_remove(state: State, chance: random.Random) -> Command:
    """Somebody who was never paired, as long as there are some left to play."""
    t = state.tournament
    possible = sorted(removable_players(t)) if len(t.entries) > 4 else []
    return RemovePlayers(players=tuple(possible[-1:]), reason="a mistake")


def wish_absence(state: State, chance: random.Random) -> Command:
    t = state.tournament
    rounds = (chance.randint(t.next_round, t.rules.rounds + 1),)
    announced = [(n, r) for n, entry in sorted(t.entries.items()) for r in sorted(entry.absences) if r >= t.next_round]
    if announced and chance.random() < 0.3:
        player, number = chance.choice(announced)
        return CancelAbsence(player=player, rounds=(number,))
    outcome = chance.choice((Outcome.ABSENT, Outcome.HALF_BYE, Outcome.TEAM_DUTY, Outcome.FULL_BYE))
    return AnnounceAbsence(player=_someone(t, chance), rounds=rounds, outcome=outcome)


def wish_separate(state: State, chance: random.Random) -> Command:
    t = state.tournament
    if t.separations and chance.random() < 0.5:
        old = chance.choice(t.separations)
        return LiftSeparation(players=old.players, from_round=old.from_round, to_round=old.to_round, reason="peace")
    return SeparatePlayers(players=tuple(chance.sample(sorted(t.entries), 2)), to_round=2, reason="brothers")


def wish_pair(state: State, chance: random.Random) -> Command:
    t = state.tournament
    boards, sitouts = _seating(t, t.next_round, chance)
    return PairByHand(round=t.next_round, boards=boards, sitouts=sitouts)


def wish_change_round(state: State, chance: random.Random) -> Command:
    t = state.tournament
    boards, sitouts = _seating(t, len(t.rounds), chance)
    return ChangeRound(round=len(t.rounds), boards=boards, sitouts=sitouts, reason="two of one club")


def wish_publish(state: State, chance: random.Random) -> Command:
    t = state.tournament
    return PublishRound(round=len(t.rounds))


def wish_take_back(state: State, chance: random.Random) -> Command:
    t = state.tournament
    return TakeBackRound(round=len(t.rounds), reason="a player came after all")


def wish_result(state: State, chance: random.Random) -> Command:
    t = state.tournament
    """The next open board of the last round, or any board."""
    waiting = [n for n, b in enumerate(t.rounds[-1].boards, start=1) if b.result is Result.PENDING]
    number, board = (len(t.rounds), waiting[0]) if waiting else _board(t, chance)
    common = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
    return EnterResult(round=number, board=board, result=chance.choice((*common, *common, *Result)))


def wish_retype(state: State, chance: random.Random) -> Command:
    t = state.tournament
    number, board = _board(t, chance)
    since = next((one.since for one in t.rounds[number - 1].boards[board - 1 : board]), 0)
    readings = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS, Result.PENDING)
    return EnterResult(round=number, board=board, result=chance.choice(readings), replaces=since)


def wish_correct_result(state: State, chance: random.Random) -> Command:
    t = state.tournament
    number, board = _board(t, chance)
    return CorrectResult(round=number, board=board, result=chance.choice(tuple(Result)), reason="slip misread")


def wish_correct_colours(state: State, chance: random.Random) -> Command:
    t = state.tournament
    number, board = _board(t, chance)
    return CorrectColours(round=number, board=board, reason="sat the other way round")


def wish_dispute(state: State, chance: random.Random) -> Command:
    t = state.tournament
    if state.hall.disputes and chance.random() < 0.5:
        return ConfirmResult(dispute=state.hall.disputes[0].number)
    number, board = _board(t, chance)
    return DisputeResult(round=number, board=board, result=chance.choice((Result.WHITE_WINS, Result.BLACK_WINS)))


def wish_check_in(state: State, chance: random.Random) -> Command:
    t = state.tournament
    here = state.hall.check_ins.get(t.next_round, ())
    if here and chance.random() < 0.3:
        return UndoCheckIn(player=chance.choice(here), round=t.next_round)
    return CheckIn(player=_someone(t, chance), round=t.next_round)


def wish_postpone(state: State, chance: random.Random) -> Command:
    t = state.tournament
    number, board = _board(t, chance)
    return PostponeGame(round=number, board=board, reason="train")


def wish_correct_sit_out(state: State, chance: random.Random) -> Command:
    t = state.tournament
    sitouts = [(r.number, s.player) for r in t.rounds for s in r.sitouts]
    number, player = chance.choice(sitouts or [(1, 1)])
    outcome = chance.choice((Outcome.ABSENT_UNNOTIFIED, Outcome.HALF_BYE, Outcome.ABSENT))
    return CorrectSitOut(round=number, player=player, outcome=outcome, reason="had told us")


def wish_extra_game(state: State, chance: random.Random) -> Command:
    t = state.tournament
    result = chance.choice((Result.WHITE_WINS, Result.BLACK_WINS, Result.DRAW))
    if t.extra_games and chance.random() < 0.5:
        game = chance.choice(t.extra_games).number
        if chance.random() < 0.3:
            return TakeBackExtraGame(game=game, reason="others played")
        return CorrectExtraGame(game=game, result=result, reason="slip misread")
    white, black = chance.sample(sorted(t.entries), 2)
    return RecordExtraGame(purpose=chance.choice(tuple(ExtraPurpose)), white=white, black=black, result=result)


def wish_adjust(state: State, chance: random.Random) -> Command:
    t = state.tournament
    number, points = chance.randint(1, len(t.rounds)), chance.choice((-2, -1, 1))
    return AdjustPoints(player=_someone(t, chance), round=number, points=points, reason="a telephone rang")


def wish_close(state: State, chance: random.Random) -> Command:
    t = state.tournament
    return CloseRound(round=len(t.rounds))


def wish_reopen(state: State, chance: random.Random) -> Command:
    t = state.tournament
    return ReopenRound(round=len(t.rounds), reason="closed too early")


def wish_settle(state: State, chance: random.Random) -> Command:
    t = state.tournament
    return SettleTie(players=tuple(chance.sample(sorted(t.entries), 2)), by="lot", seed=str(chance.random()))


def wish_end(state: State, chance: random.Random) -> Command:
    t = state.tournament
    if t.is_finished:
        return ReopenTournament(reason="a protest")
    return FinishTournament()


def wish_details(state: State, chance: random.Random) -> Command:
    t = state.tournament
    if chance.random() < 0.5:
        return ChangeDetails(details=msgspec.structs.replace(t.details, place=chance.choice(("", "Tallinn"))))
    rules = msgspec.structs.replace(t.rules, rounds=chance.randint(2, 9))
    return ChangeRules(rules=rules, reason="fewer players than hoped")


def wish_announce(state: State, chance: random.Random) -> Command:
    if state.hall.announcements and chance.random() < 0.5:
        return WithdrawAnnouncement(announcement=state.hall.announcements[0].number)
    return Announce(text="Lunch is served")


def wish_clock(state: State, chance: random.Random) -> Command:
    if state.hall.clock is not None and chance.random() < 0.5:
        return ClearClock(round=state.hall.clock.round)
    return SetClock(round=1, starts="2026-05-01T10:00:00Z", ends="2026-05-01T12:00:00Z")


def wish_screen(state: State, chance: random.Random) -> Command:
    if state.hall.screens and chance.random() < 0.3:
        return RemoveScreen(name=chance.choice(sorted(state.hall.screens)))
    scenes = tuple(Scene(sight) for sight in chance.sample((Sight.BOARDS, Sight.NAMES, Sight.STANDINGS), 2))
    return SetScreen(screen=Screen(chance.choice(("stage", "door")), scenes))


NEED_A_ROUND: frozenset[Wish] = frozenset(
    {
        wish_change_round,
        wish_publish,
        wish_take_back,
        wish_result,
        wish_retype,
        wish_correct_result,
        wish_correct_colours,
        wish_dispute,
        wish_postpone,
        wish_correct_sit_out,
        wish_extra_game,
        wish_adjust,
        wish_close,
        wish_reopen,
    }
)
# What happens often in a hall happens often here, so that a history gets past its first round.
WISHES: tuple[tuple[Wish, int], ...] = (
    (wish_result, 30),
    (wish_pair, 8),
    (wish_publish, 8),
    (wish_close, 8),
    (wish_register, 2),
    (wish_correct_player, 2),
    (wish_start_order, 1),
    (wish_draw, 1),
    (wish_withdraw, 1),
    (wish_return, 2),
    (wish_remove, 1),
    (wish_absence, 3),
    (wish_separate, 1),
    (wish_change_round, 2),
    (wish_take_back, 1),
    (wish_retype, 5),
    (wish_correct_result, 3),
    (wish_correct_colours, 2),
    (wish_postpone, 2),
    (wish_dispute, 2),
    (wish_check_in, 3),
    (wish_correct_sit_out, 2),
    (wish_extra_game, 2),
    (wish_adjust, 1),
    (wish_reopen, 1),
    (wish_settle, 1),
    (wish_end, 1),
    (wish_details, 1),
    (wish_announce, 2),
    (wish_clock, 1),
    (wish_screen, 1),
)
