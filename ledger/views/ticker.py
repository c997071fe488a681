"""What happened in the hall, newest first: values that a screen turns into sentences.

Only what the public may know: nothing of a draft, and no reasons (those stand in the audit). Names are those of the
moment, so that an item never changes once it was shown.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from itertools import islice

from engine.errors import BadInput, Fact
from engine.model import ExtraGame, Phase, PlayerId, Tournament, Value
from ledger.events import (
    Announced,
    AnnouncementWithdrawn,
    ColoursCorrected,
    Event,
    ExtraGameCorrected,
    ExtraGamePlayed,
    GamePostponed,
    PlayerRegistered,
    PlayerReturned,
    PlayerWithdrawn,
    PointsAdjusted,
    Recorded,
    ResultCorrected,
    ResultEntered,
    RoundChanged,
    RoundClosed,
    RoundPublished,
    RoundReopened,
    RoundTakenBack,
    SitOutCorrected,
    TieSettled,
    TournamentFinished,
    TournamentOpened,
    TournamentReopened,
)
from ledger.state import State
from ledger.views.view import Person, View, person

NAME = "ticker"


class Ask(Value, frozen=True, forbid_unknown_fields=True):
    limit: int | None = None  # None: everything


class Item(Value, frozen=True, omit_defaults=True):
    version: int
    at: str
    code: str  # the type of the event
    players: tuple[Person, ...] = ()  # of a game White first
    facts: Mapping[str, Fact] = {}


class Ticker(View, frozen=True, kw_only=True, tag=NAME):
    items: tuple[Item, ...]


class Kept:
    def __init__(self, most: int | None = None) -> None:
        self._items: deque[Item] = deque(maxlen=most)
        self._taken = 0

    def take(self, before: State | None, recorded: Recorded, after: State) -> None:
        item = item_of(before, recorded, after)
        if item is not None:
            self._items.append(item)
            self._taken += 1

    def told(self, first: int, last: int) -> tuple[Item, ...] | None:
        """The items of these versions. ``None``: they go back further than what is kept."""
        if self._taken > len(self._items) and (not self._items or self._items[0].version > first):
            return None
        return tuple(item for item in self._items if first <= item.version <= last)

    def show(self, version: int, ask: Ask) -> Ticker | None:
        if ask.limit is not None and ask.limit < 0:
            raise BadInput("negative-limit", limit=ask.limit)
        wanted = self._taken if ask.limit is None else min(ask.limit, self._taken)
        if wanted > len(self._items):
            return None
        return Ticker(version=version, items=tuple(islice(reversed(self._items), wanted)))


def item_of(before: State | None, recorded: Recorded, after: State) -> Item | None:
    """What the hall is told of a record, if anything."""
    told = _told(before, recorded.event, after)
    if told is None:
        return None
    players, facts = told
    people = tuple(person(after.tournament, number) for number in players)
    return Item(recorded.version, recorded.at, str(recorded.event.__struct_config__.tag), people, facts)


_Told = tuple[tuple[PlayerId, ...], dict[str, Fact]]  # the players concerned, the facts


def _told(before: State | None, event: Event, after: State) -> _Told | None:
    t = after.tournament
    match event:
        case ResultEntered():
            return _players(t, event), _where(event) | {"result": event.result.value}
        case ResultCorrected():
            return _players(t, event), _where(event) | {"old": event.old.value, "result": event.result.value}
        case ColoursCorrected():
            return _players(t, event), _where(event)
        case GamePostponed():
            return _players(t, event), _where(event) | {"until": event.until}
        case RoundPublished() | RoundClosed() | RoundReopened():
            return (), {"round": event.round}
        case RoundChanged() | RoundTakenBack():
            return ((), {"round": event.round}) if _is_public(before, event.round) else None
        case SitOutCorrected() if _is_public(before, event.round):
            facts: dict[str, Fact] = {"round": event.round, "old": event.old.value, "outcome": event.outcome.value}
            return (event.player,), facts
        case PlayerRegistered() if t.released_rounds:  # latecomers only: the list of players tells of the others
            return (event.player.number,), {"from_round": event.from_round}
        case PlayerWithdrawn() | PlayerReturned():
            return (event.player,), {"from_round": event.from_round}
        case PointsAdjusted() if _is_public(before, event.round):
            per_point = t.rules.points.per_point
            return (event.player,), {"round": event.round, "points": event.points, "per_point": per_point}
        case ExtraGamePlayed():
            return _extra(t.extra_games[-1], len(t.extra_games))
        case ExtraGameCorrected():
            players, facts = _extra(t.extra_games[event.game - 1], event.game)
            return players, facts | {"old": event.old.value}
        case TieSettled():
            return event.order, {"by": event.by}
        case Announced():
            return (), {"announcement": event.announcement, "text": event.text, "until": event.until}
        case AnnouncementWithdrawn():
            return (), {"announcement": event.announcement}
        case TournamentOpened():
            return (), {"name": event.details.name}
        case TournamentFinished() | TournamentReopened():
            return (), {}
        case _:
            return None


_OnBoard = ResultEntered | ResultCorrected | ColoursCorrected | GamePostponed


def _where(event: _OnBoard) -> dict[str, Fact]:
    return {"round": event.round, "board": event.board}


def _players(t: Tournament, event: _OnBoard) -> tuple[PlayerId, ...]:
    board = t.rounds[event.round - 1].boards[event.board - 1]
    return (board.white, board.black)


def _extra(game: ExtraGame, number: int) -> _Told:
    facts: dict[str, Fact] = {"game": number, "purpose": game.purpose.value, "result": game.result.value}
    return (game.white, game.black), facts


def _is_public(before: State | None, round_number: int) -> bool:
    return before is not None and before.tournament.rounds[round_number - 1].phase is not Phase.PAIRED
