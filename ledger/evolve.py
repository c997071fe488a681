"""``evolve``: what an event does to the tournament. It never checks and never raises on what ``decide`` let through."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import assert_never

from msgspec.structs import replace

from engine.model import (
    Adjustment,
    Board,
    Entry,
    ExtraGame,
    Phase,
    PlayerId,
    Result,
    Round,
    Separation,
    Settlement,
    SitOut,
    Tournament,
    Withdrawal,
)
from engine.registry import silence_withdraws
from ledger.events import (
    AbsenceAnnounced,
    AbsenceCancelled,
    Announced,
    AnnouncementWithdrawn,
    CheckInUndone,
    ClockCleared,
    ClockSet,
    ColoursCorrected,
    DetailsChanged,
    Event,
    ExtraGameCorrected,
    ExtraGamePlayed,
    FirstColourDrawn,
    GamePostponed,
    LotsDrawn,
    PlayerCheckedIn,
    PlayerCorrected,
    PlayerRegistered,
    PlayerReturned,
    PlayersSeparated,
    PlayerWithdrawn,
    PointsAdjusted,
    ResultConfirmed,
    ResultCorrected,
    ResultDisputed,
    ResultEntered,
    RoundChanged,
    RoundClosed,
    RoundPaired,
    RoundPublished,
    RoundReopened,
    RoundTakenBack,
    RulesChanged,
    ScreenRemoved,
    ScreenSet,
    SeparationLifted,
    SitOutCorrected,
    StartOrderSet,
    TieSettled,
    TournamentFinished,
    TournamentOpened,
    TournamentReopened,
)
from ledger.state import Announcement, Clock, Dispute, Hall, State


def fold(events: Iterable[Event], state: State | None = None) -> State | None:
    """The state after all of these events: what ``evolve`` makes of them one by one.

    Results and registrations come in runs. In a run the boards or the entries are copied once, not once an event.
    """
    rest = iter(events)
    event = next(rest, None)
    while event is not None:
        if state is not None and type(event) is ResultEntered:
            state, event = _with_results(state, event, rest)
        elif state is not None and type(event) is PlayerRegistered:
            state, event = _with_registrations(state, event, rest)
        else:
            state, event = evolve(state, event), next(rest, None)
    return state


def _with_results(state: State, first: ResultEntered, rest: Iterator[Event]) -> tuple[State, Event | None]:
    """The state after a run of results in one round, and the event that ended the run."""
    t, version, number = state.tournament, state.version, first.round
    boards = list(t.rounds[number - 1].boards)
    event: Event | None
    for event in chain((first,), rest):
        if type(event) is not ResultEntered or event.round != number:
            break
        version += 1
        place = event.board - 1
        old = boards[place]
        boards[place] = Board(old.white, old.black, event.result, version)
    else:
        event = None
    return State(_with_boards(t, number, tuple(boards)), state.hall, version), event


def _with_registrations(state: State, first: PlayerRegistered, rest: Iterator[Event]) -> tuple[State, Event | None]:
    """The state after a run of registrations, and the event that ended the run."""
    version = state.version
    entries = dict(state.tournament.entries)
    event: Event | None
    for event in chain((first,), rest):
        if type(event) is not PlayerRegistered:
            break
        version += 1
        entries[event.player.number] = Entry(event.player, event.from_round, event.missed)
    else:
        event = None
    return State(replace(state.tournament, entries=entries), state.hall, version), event


def evolve(state: State | None, event: Event) -> State:
    """The state after the event. ``None`` is the state before a tournament was opened."""
    if state is None:
        assert isinstance(event, TournamentOpened)
        return _open_tournament(event, 1)
    t, hall, version = state.tournament, state.hall, state.version + 1
    # The commonest events stand first: a match tries its cases in order.
    match event:
        case ResultEntered():
            return state.advance(_with_result(t, event.round, event.board, event.result, version))
        case ResultCorrected():
            changed = _with_result(t, event.round, event.board, event.result, version)
            return _corrected(state, changed, event.round, event.board)
        case PlayerRegistered(player=player):
            entry = Entry(player, event.from_round, event.missed)
            return state.advance(replace(t, entries={**t.entries, player.number: entry}))
        case RoundPaired():
            paired = Round(event.round, event.boards, event.sitouts, event.system, Phase.PAIRED, version)
            return state.advance(replace(t, rounds=(*t.rounds, paired)))
        case RoundPublished():
            return state.advance(_with_round(t, event.round, phase=Phase.PUBLISHED))
        case RoundClosed():
            return state.advance(_with_round(t, event.round, phase=Phase.CLOSED))
        case RoundReopened():
            return state.advance(_with_round(t, event.round, phase=Phase.PUBLISHED))
        case RoundChanged():
            return _with_seating(state, event)
        case RoundTakenBack():
            still = tuple(d for d in hall.disputes if d.round < event.round)
            return state.advance(replace(t, rounds=t.rounds[: event.round - 1]), replace(hall, disputes=still))
        case GamePostponed():
            return state.advance(_with_result(t, event.round, event.board, Result.POSTPONED, version))
        case ColoursCorrected():
            turned = _turned(_board(t, event.round, event.board), version)
            return _corrected(state, _with_board(t, event.round, event.board, turned), event.round, event.board)
        case ResultDisputed():
            dispute = Dispute(version, event.round, event.board, event.stands, event.result)
            return state.advance(hall=replace(hall, disputes=(*hall.disputes, dispute)))
        case ResultConfirmed():
            return state.advance(
                hall=replace(hall, disputes=tuple(d for d in hall.disputes if d.number != event.dispute))
            )
        case PlayerCheckedIn():
            return state.advance(
                hall=_with_roll(hall, event.round, (*hall.check_ins.get(event.round, ()), event.player))
            )
        case CheckInUndone():
            here = tuple(player for player in hall.check_ins.get(event.round, ()) if player != event.player)
            return state.advance(hall=_with_roll(hall, event.round, here))
        case SitOutCorrected():
            corrected = SitOut(event.player, event.outcome, version)
            sitouts = tuple(corrected if s.player == event.player else s for s in t.rounds[event.round - 1].sitouts)
            return state.advance(_with_round(t, event.round, sitouts=sitouts))
        case PlayerCorrected(player=player):
            return state.advance(_with_entry(t, player.number, player=player))
        case PlayerWithdrawn():
            left = Withdrawal(event.from_round, None, event.counts_as)
            return state.advance(_with_entry(t, event.player, withdrawals=(*t.entries[event.player].withdrawals, left)))
        case PlayerReturned():
            *earlier, last = t.entries[event.player].withdrawals
            back = replace(last, until_round=event.from_round)
            return state.advance(_with_entry(t, event.player, withdrawals=(*earlier, back)))
        case AbsenceAnnounced():
            announced = {**t.entries[event.player].absences, **dict.fromkeys(event.rounds, event.outcome)}
            return state.advance(_with_entry(t, event.player, absences=announced))
        case AbsenceCancelled():
            kept = {r: o for r, o in t.entries[event.player].absences.items() if r not in event.rounds}
            return state.advance(_with_entry(t, event.player, absences=kept))
        case PlayersSeparated():
            separation = Separation(event.players, event.from_round, event.to_round)
            return state.advance(replace(t, separations=(*t.separations, separation)))
        case SeparationLifted():
            lifted = Separation(event.players, event.from_round, event.to_round)
            return state.advance(replace(t, separations=tuple(s for s in t.separations if s != lifted)))
        case StartOrderSet():
            return state.advance(replace(t, start_order=event.order))
        case LotsDrawn():
            lots = {number: lot for lot, number in enumerate(event.order, start=1)}
            entries = {n: replace(e, player=replace(e.player, lot=lots.get(n))) for n, e in t.entries.items()}
            return state.advance(replace(t, entries=entries))
        case FirstColourDrawn():
            return state.advance(replace(t, first_colour=event.colour))
        case DetailsChanged():
            return state.advance(replace(t, details=event.details))
        case RulesChanged():
            silent = silence_withdraws(event.rules)
            return state.advance(replace(t, rules=event.rules, silence_withdraws=silent))
        case ExtraGamePlayed():
            game = ExtraGame(event.purpose, event.after_round, event.white, event.black, event.result, version)
            return state.advance(replace(t, extra_games=(*t.extra_games, game)))
        case ExtraGameCorrected():
            games = list(t.extra_games)
            games[event.game - 1] = replace(games[event.game - 1], result=event.result, since=version)
            return state.advance(replace(t, extra_games=tuple(games)))
        case PointsAdjusted():
            adjustment = Adjustment(event.player, event.round, event.points, event.reason)
            return state.advance(replace(t, adjustments=(*t.adjustments, adjustment)))
        case TieSettled():
            settled = Settlement(event.order, event.by, t.ranked_rounds)
            return state.advance(replace(t, settlements=(*t.settlements, settled)))
        case TournamentFinished():
            return state.advance(replace(t, is_finished=True, end_correction=event.end_correction))
        case TournamentReopened():
            return state.advance(replace(t, is_finished=False, end_correction=False))
        case Announced():
            announcement = Announcement(event.announcement, event.text, event.until)
            return state.advance(hall=replace(hall, announcements=(*hall.announcements, announcement)))
        case AnnouncementWithdrawn():
            staying = tuple(a for a in hall.announcements if a.number != event.announcement)
            return state.advance(hall=replace(hall, announcements=staying))
        case ClockSet():
            return state.advance(hall=replace(hall, clock=Clock(event.round, event.starts, event.ends)))
        case ClockCleared():
            return state.advance(hall=replace(hall, clock=None))
        case ScreenSet(screen=screen):
            return state.advance(hall=replace(hall, screens={**hall.screens, screen.name: screen}))
        case ScreenRemoved():
            kept_screens = {name: screen for name, screen in hall.screens.items() if name != event.name}
            return state.advance(hall=replace(hall, screens=kept_screens))
        case TournamentOpened():
            return _open_tournament(event, version)
        case _:
            assert_never(event)


def _open_tournament(event: TournamentOpened, version: int) -> State:
    silent = silence_withdraws(event.rules)
    return State(Tournament(details=event.details, rules=event.rules, silence_withdraws=silent), Hall(), version)


def _board(t: Tournament, round_number: int, board: int) -> Board:
    return t.rounds[round_number - 1].boards[board - 1]


def _with_result(t: Tournament, round_number: int, board: int, result: Result, version: int) -> Tournament:
    old = t.rounds[round_number - 1].boards[board - 1]
    return _with_board(t, round_number, board, Board(old.white, old.black, result, version))


def _with_board(t: Tournament, round_number: int, number: int, board: Board) -> Tournament:
    boards = list(t.rounds[round_number - 1].boards)
    boards[number - 1] = board
    return _with_boards(t, round_number, tuple(boards))


def _with_boards(t: Tournament, round_number: int, boards: tuple[Board, ...]) -> Tournament:
    rounds = list(t.rounds)
    old = rounds[round_number - 1]
    rounds[round_number - 1] = Round(old.number, boards, old.sitouts, old.system, old.phase, old.since, old.corrected)
    return replace(t, rounds=tuple(rounds))


def _with_round(t: Tournament, round_number: int, **changes: object) -> Tournament:
    rounds = list(t.rounds)
    rounds[round_number - 1] = replace(rounds[round_number - 1], **changes)
    return replace(t, rounds=tuple(rounds))


def _with_seating(state: State, event: RoundChanged) -> State:
    """Of the pairs that it parts nothing is disputed any more, and nothing corrected."""
    t, number = state.tournament, event.round
    old = t.rounds[number - 1].boards
    parted = {place for place, board in enumerate(old, start=1) if not _has_pair(event.boards, place, board)}
    still = tuple(d for d in state.hall.disputes if d.round != number or d.board not in parted)
    before = {(board.white, board.black) for board in old}
    together = {player for b in event.boards if (b.white, b.black) in before for player in (b.white, b.black)}
    corrected = tuple(player for player in t.rounds[number - 1].corrected if player in together)
    changed = _with_round(
        t, number, boards=event.boards, sitouts=event.sitouts, since=state.version + 1, corrected=corrected
    )
    return state.advance(changed, replace(state.hall, disputes=still))


def _has_pair(boards: tuple[Board, ...], place: int, pair: Board) -> bool:
    return place <= len(boards) and (boards[place - 1].white, boards[place - 1].black) == (pair.white, pair.black)


def _corrected(state: State, changed: Tournament, round_number: int, number: int) -> State:
    """The board is known to have been corrected, by who sits there: it may be given another number."""
    played, board = changed.rounds[round_number - 1], _board(changed, round_number, number)
    both = tuple(player for player in (board.white, board.black) if player not in played.corrected)
    marked = _with_round(changed, round_number, corrected=(*played.corrected, *both))
    return state.advance(marked, _undisputed(state.hall, round_number, number))


def _undisputed(hall: Hall, round_number: int, board: int) -> Hall:
    """A correction settles what was disputed of the board."""
    still = tuple(d for d in hall.disputes if (d.round, d.board) != (round_number, board))
    return hall if len(still) == len(hall.disputes) else replace(hall, disputes=still)


def _with_roll(hall: Hall, round_number: int, here: tuple[PlayerId, ...]) -> Hall:
    return replace(hall, check_ins={**hall.check_ins, round_number: here})


def _with_entry(t: Tournament, number: PlayerId, **changes: object) -> Tournament:
    entry = replace(t.entries[number], **changes)
    return replace(t, entries={**t.entries, number: entry})


_MIRRORED = {
    Result.WHITE_WINS: Result.BLACK_WINS,
    Result.HALF_TO_WHITE: Result.HALF_TO_BLACK,
    Result.UNRATED_WHITE_WINS: Result.UNRATED_BLACK_WINS,
    Result.FORFEIT_WHITE_WINS: Result.FORFEIT_BLACK_WINS,
}
_MIRRORED |= {black: white for white, black in _MIRRORED.items()}


def _turned(board: Board, version: int) -> Board:
    """The same game with the colours exchanged: what each player scored stays with the player."""
    return Board(board.black, board.white, _MIRRORED.get(board.result, board.result), version)
