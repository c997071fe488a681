"""The part of a tournament that an event is about, as flat fields.

Taken before and after the event, the difference is the audit's "old → new". Every type of event is named here once;
the type checker asks for a new one.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Any, assert_never

import msgspec

from engine.model import Board, Entry, ExtraGame, PlayerId, Result, Round, Separation, Tournament, Value
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
from ledger.screen import Screen
from ledger.state import Hall, State

Plain = str | int | bool | None | tuple[int | str, ...]
Fields = dict[str, Plain]
_EMPTY: tuple[Plain, ...] = (None, "", ())
_PLAIN = frozenset({str, int, bool, type(None)})


class Change(Value, frozen=True):
    """One field, old → new. ``None``: it was not there, or is no more."""

    field: str
    old: Plain
    new: Plain


def changes(before: State | None, event: Event, after: State) -> tuple[Change, ...]:
    """What the event changed, field by field. What was empty and stays empty is no change."""
    is_brand_new = isinstance(event, ExtraGamePlayed)  # it has no number by which the state before could deny it
    old = {} if is_brand_new else facet(before, event)
    new = facet(after, event)
    fields = (*old, *(field for field in new if field not in old))
    pairs = ((field, old.get(field), new.get(field)) for field in fields)
    return tuple(Change(field, was, now) for field, was, now in pairs if not _is_same(was, now))


def facet(state: State | None, event: Event) -> Fields:
    """Empty where the thing does not exist (yet, or any more)."""
    if state is None:
        return {}
    t, hall = state.tournament, state.hall
    match event:
        case ResultEntered() | ResultCorrected() | GamePostponed() | ColoursCorrected():
            return _board(t.rounds[event.round - 1].boards[event.board - 1])
        case ResultDisputed():
            return _disputed(hall, event.round, event.board, event.result)
        case ResultConfirmed():
            settled = (d for d in hall.disputes if d.number == event.dispute)
            return next(({"disputed_result": d.given.value} for d in settled), {})
        case PlayerCheckedIn() | CheckInUndone():
            return {"checked_in": event.player in hall.check_ins.get(event.round, ())}
        case PlayerRegistered(player=player) | PlayerCorrected(player=player):
            entry = t.entries.get(player.number)
            return {} if entry is None else _flat(entry.player) | _part(entry)
        case PlayerWithdrawn() | PlayerReturned() | AbsenceAnnounced() | AbsenceCancelled():
            return _part(t.entries[event.player])
        case RoundPaired() | RoundPublished() | RoundTakenBack() | RoundClosed() | RoundReopened():
            return _standing(t, event.round)
        case RoundChanged():
            return _seating(t.rounds[event.round - 1])
        case SitOutCorrected():
            sitouts = t.rounds[event.round - 1].sitouts
            return {"outcome": next(s.outcome.value for s in sitouts if s.player == event.player)}
        case PointsAdjusted():
            return {"adjustment": _adjusted(t, event.player, event.round)}
        case ExtraGamePlayed():
            return _extra_game(t.extra_games[-1])
        case ExtraGameCorrected():
            return _extra_game(t.extra_games[event.game - 1])
        case PlayersSeparated() | SeparationLifted():
            span = Separation(event.players, event.from_round, event.to_round)
            return {"from_round": span.from_round, "to_round": span.to_round} if span in t.separations else {}
        case StartOrderSet():
            return {"start_order": t.start_order}
        case LotsDrawn():
            return {"lots": _by_lot(t)}
        case FirstColourDrawn():
            return {"first_colour": t.first_colour.value if t.first_colour else None}
        case TieSettled():
            return _settlement(t, frozenset(event.order))
        case TournamentOpened():
            return _opened(t)
        case DetailsChanged():
            return _flat(t.details)
        case RulesChanged():
            return _flat(t.rules)
        case TournamentFinished() | TournamentReopened():
            return {"is_finished": t.is_finished, "end_correction": t.end_correction}
        case Announced() | AnnouncementWithdrawn():
            found = (a for a in hall.announcements if a.number == event.announcement)
            return next(({"text": a.text, "until": a.until} for a in found), {})
        case ClockSet() | ClockCleared():
            return {} if hall.clock is None else _flat(hall.clock)
        case ScreenSet(screen=Screen(name=name)) | ScreenRemoved(name=name):
            return _screen(hall.screens[name]) if name in hall.screens else {}
        case _:
            assert_never(event)


def _opened(t: Tournament) -> Fields:
    """Most are not private: only of one that is this is worth a word."""
    return {field: value for field, value in _flat(t.details).items() if value is not False} | _flat(t.rules)


def _is_same(was: Plain, now: Plain) -> bool:
    return was == now or (was in _EMPTY and now in _EMPTY)


def _screen(screen: Screen) -> Fields:
    """All that is set, and before it which views these are: a change of one says nothing without the others."""
    return {"shows": tuple(scene.view.value for scene in screen.scenes)} | _flat(screen)


def _board(board: Board) -> Fields:
    return {"white": board.white, "black": board.black, "result": board.result.value}


def _disputed(hall: Hall, round_number: int, board: int, reading: Result) -> Fields:
    wanted = (round_number, board, reading)
    return {"disputed_result": reading.value} if wanted in ((d.round, d.board, d.given) for d in hall.disputes) else {}


def _extra_game(game: ExtraGame) -> Fields:
    return {"white": game.white, "black": game.black, "result": game.result.value}


def _part(entry: Entry) -> Fields:
    """A player's part in the tournament, without who the player is."""
    return _flat(entry, without="player")


def _standing(t: Tournament, number: int) -> Fields:
    """Where a round stands. Its boards are in the record itself, and in the state."""
    if number > len(t.rounds):
        return {}
    played = t.rounds[number - 1]
    return {"phase": played.phase.value, "system": played.system, "boards": len(played.boards)}


def _seating(played: Round) -> Fields:
    fields: Fields = {}
    for number, board in enumerate(played.boards, start=1):
        fields |= {f"boards.{number}.{field}": value for field, value in _board(board).items()}
    return fields | {f"sitouts.{s.player}": s.outcome.value for s in played.sitouts}


def _adjusted(t: Tournament, player: PlayerId, round_number: int) -> int:
    return sum(a.points for a in t.adjustments if a.player == player and a.round == round_number)


def _by_lot(t: Tournament) -> tuple[PlayerId, ...]:
    drawn = ((player.lot, player.number) for player in t.players if player.lot is not None)
    return tuple(number for _, number in sorted(drawn))


def _settlement(t: Tournament, tied: frozenset[PlayerId]) -> Fields:
    """How a tie between just these players stands settled."""
    found = (s for s in reversed(t.settlements) if frozenset(s.order) == tied)
    return next(({"order": s.order, "by": s.by} for s in found), {})


def _flat(value: msgspec.Struct, without: str = "") -> Fields:
    """The fields of a value, those within them with a dotted name: ``points.win``, ``withdrawals.1.from_round``."""
    fields: Fields = {}
    for name in value.__struct_fields__:
        if name != without:
            _flatten(name, getattr(value, name), fields)
    return fields


def _flatten(name: str, value: Any, into: Fields) -> None:
    if type(value) in _PLAIN:  # most are, and a long list of players has many
        into[name] = value
    elif isinstance(value, msgspec.Struct):
        into.update({f"{name}.{inner}": plain for inner, plain in _flat(value).items()})
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            _flatten(f"{name}.{key}", inner, into)
    elif isinstance(value, tuple) and any(isinstance(inner, msgspec.Struct) for inner in value):
        for number, inner in enumerate(value, start=1):
            _flatten(f"{name}.{number}", inner, into)
    else:
        into[name] = value.value if isinstance(value, enum.Enum) else value
