"""What may happen in a history made up by chance: commands that somebody might give, each with its weight."""

from __future__ import annotations

import random
from collections.abc import Callable

import msgspec

from engine.model import (
    Board,
    ExtraPurpose,
    Outcome,
    Player,
    RatingOf,
    Result,
    SitOut,
    Tournament,
)
from ledger.acts.act import Command
from ledger.acts.disputes import ConfirmResult, DisputeResult
from ledger.acts.evenings import CancelEvening, MoveEvening, ReinstateEvening
from ledger.acts.external_values import SetExternalValues
from ledger.acts.extra_games import CorrectExtraGame, RecordExtraGame, TakeBackExtraGame
from ledger.acts.extras import AdjustPoints, SettleTie
from ledger.acts.half_byes import SetHalfByes
from ledger.acts.hall import Announce, ClearClock, SetClock, WithdrawAnnouncement
from ledger.acts.lots import DrawFirstColour, DrawLot, DrawLots
from ledger.acts.opening import ChangeDetails, ChangeRules, FinishTournament, ReopenTournament
from ledger.acts.pairing import ChangeRound, PairByHand
from ledger.acts.players import CorrectPlayer, NewPlayer, RegisterPlayers
from ledger.acts.positions import DrawPosition
from ledger.acts.presence import AnnounceAbsence, CancelAbsence, CheckIn, ReturnPlayer, UndoCheckIn, WithdrawPlayer
from ledger.acts.rating_corrections import CorrectForRating
from ledger.acts.ratings import EntryRatings, RatingsChange, UpdateRatings, ratings_of
from ledger.acts.removals import RemovePlayers, removable_players
from ledger.acts.results import CorrectColours, CorrectResult, EnterResult, PostponeGame
from ledger.acts.rounds import CloseRound, PublishRound, ReopenRound, TakeBackRound
from ledger.acts.schedule import MoveRound, SetSchedule
from ledger.acts.screens import RemoveScreen, SetScreen
from ledger.acts.separations import LiftSeparation, SeparatePlayers
from ledger.acts.sit_outs import CorrectSitOut
from ledger.acts.start_order import ExchangeNumbers, RenumberPlayers, SetStartOrder, ShowStartNumbers
from ledger.acts.undo import UndoRecord
from ledger.evenings import list_days
from ledger.schedule import ScheduleLine
from ledger.screen import Scene, Screen, Sight
from ledger.state import State
from tests.ledger.category_wishes import wish_category
from tests.ledger.fee_wishes import wish_fees

Wish = Callable[[State, random.Random], Command]


def newcomer(chance: random.Random, salt: int) -> NewPlayer:
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
    return RegisterPlayers(players=(newcomer(chance, state.version),))


def wish_correct_player(state: State, chance: random.Random) -> Command:
    t = state.tournament
    player = t.entries[_someone(t, chance)].player
    fresh = {"rating": chance.randint(1000, 2600), "club": chance.choice(("", "Elva")), "name": player.name + "x"}
    field = chance.choice(sorted(fresh))
    return CorrectPlayer(player=msgspec.structs.replace(player, **{field: fresh[field]}), reason="list of May")


def wish_ratings(state: State, chance: random.Random) -> Command:
    """Of one player, from a list."""
    t = state.tournament
    player = _someone(t, chance)
    listed = RatingOf("fide", "standard", chance.randint(1400, 2600), month="2026-11")
    change = RatingsChange(player, old=ratings_of(t.entries[player]), new=EntryRatings(listed.value, (listed,)))
    return UpdateRatings(changes=(change,), source="fide 2026-11")


def wish_start_order(state: State, chance: random.Random) -> Command:
    t = state.tournament
    order = sorted(t.entries)
    chance.shuffle(order)
    by_hand = SetStartOrder(order=tuple(order), reason="by last year's table")
    exchanged = ExchangeNumbers(player=order[0], other=order[-1], reason="as announced")
    shown = ShowStartNumbers(shown=chance.random() < 0.5, reason="as on the cards")
    return chance.choice((by_hand, exchanged, shown, RenumberPlayers(reason="list of May")))


def wish_draw(state: State, chance: random.Random) -> Command:
    seed = str(chance.random())
    one = DrawLot(player=_someone(state.tournament, chance), seed=seed, reason="one more ball")
    return chance.choice((DrawLots(seed=seed), one, DrawFirstColour(seed=seed), DrawFirstColour(seed=seed)))


def wish_position(state: State, chance: random.Random) -> Command:
    return DrawPosition(round=state.tournament.next_round, seed=str(chance.random()))


def wish_external_value(state: State, chance: random.Random) -> Command:
    return SetExternalValues(values={_someone(state.tournament, chance): chance.choice(("", "7", "12.5"))})


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


def wish_rating_correction(state: State, chance: random.Random) -> Command:
    number, board = _board(state.tournament, chance)
    result = chance.choice((Result.WHITE_WINS, Result.BLACK_WINS, Result.DRAW))
    return CorrectForRating(round=number, board=board, result=result, reason="found too late")


def wish_undo(state: State, chance: random.Random) -> Command:
    return UndoRecord(record=chance.choice((*state.reversals, 1)), reason="it was right before")


def wish_half_byes(state: State, chance: random.Random) -> Command:
    return SetHalfByes(player=_someone(state.tournament, chance), allowed=chance.random() < 0.5)


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


def wish_schedule(state: State, chance: random.Random) -> Command:
    planned = state.schedule.lines
    if planned and chance.random() < 0.5:
        line = chance.choice(planned)
        return MoveRound(round=line.round, starts=f"{line.day}T{chance.randint(9, 20):02}:00", reason="the hall")
    lines = (ScheduleLine(f"2026-05-{n:02}T10:00", n) for n in range(1, chance.randint(2, 5)))
    return SetSchedule(schedule=tuple(lines), zone="Europe/Tallinn")


def wish_evening(state: State, chance: random.Random) -> Command:
    """Somebody is absent on one, it is cancelled or moved, or played after all."""
    schedule, t = state.schedule, state.tournament
    if schedule.changed and chance.random() < 0.3:
        return ReinstateEvening(day=schedule.changed[0].day)
    days = list_days(schedule.lines) or ("2026-05-01",)
    day = chance.choice(days)
    if chance.random() < 0.5:
        if chance.random() < 0.3:
            return CancelAbsence(player=_someone(t, chance), days=(day,))
        return AnnounceAbsence(player=_someone(t, chance), days=(day,))
    if chance.random() < 0.5:
        return CancelEvening(day=day, drops_last=chance.random() < 0.3, reason="the hall")
    return MoveEvening(day=day, to=f"2026-05-{chance.randint(1, 28):02}", public_reason="The hall is not free.")


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
        wish_rating_correction,
        wish_extra_game,
        wish_adjust,
        wish_close,
        wish_reopen,
    }
)
# What happens often in a hall happens often here, so that a history gets past its first round.
WISHES: tuple[tuple[Wish, int], ...] = (
    (wish_evening, 3),
    (wish_result, 32),
    (wish_pair, 8),
    (wish_publish, 8),
    (wish_close, 8),
    (wish_register, 2),
    (wish_correct_player, 2),
    (wish_ratings, 1),
    (wish_start_order, 1),
    (wish_draw, 2),
    (wish_external_value, 1),
    (wish_category, 2),
    (wish_withdraw, 1),
    (wish_return, 2),
    (wish_remove, 1),
    (wish_absence, 3),
    (wish_separate, 1),
    (wish_change_round, 2),
    (wish_take_back, 2),
    (wish_retype, 5),
    (wish_correct_result, 3),
    (wish_correct_colours, 2),
    (wish_postpone, 2),
    (wish_dispute, 2),
    (wish_check_in, 3),
    (wish_correct_sit_out, 2),
    (wish_rating_correction, 1),
    (wish_undo, 1),
    (wish_half_byes, 1),
    (wish_fees, 3),
    (wish_extra_game, 3),
    (wish_adjust, 1),
    (wish_reopen, 1),
    (wish_settle, 1),
    (wish_end, 5),
    (wish_details, 1),
    (wish_announce, 2),
    (wish_clock, 1),
    (wish_screen, 1),
    (wish_schedule, 2),
    (wish_position, 1),
)
