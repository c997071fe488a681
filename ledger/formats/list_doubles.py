"""Whether a line of a list of players is somebody who is there already: in the tournament, or in a line before."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from engine.errors import BadInput, RoundlogError
from engine.model import Entry, Player, PlayerId, RatingOf
from ledger.acts.namesakes import People, letters
from ledger.acts.players import CompletedEntry, NewPlayer
from ledger.formats.list_line import Reading
from ledger.formats.player_columns import IDS

CONFIRMABLE = frozenset({"name-registered", "csv-name-twice"})  # by who says that they are two
DOUBLES = CONFIRMABLE | {"already-registered", "csv-player-twice"}  # which may complete who is there


class Alike(msgspec.Struct, frozen=True):
    """Two who may be one person: in two lines of the list, or in a line and registered already."""

    line: int
    name: str
    other: str
    other_line: int | None = None
    player: PlayerId | None = None


class Doubles:
    """Goes through the lines that are wanted: who is there already, in the tournament or in a line before.

    A line of the list stands among the people under its number with a minus.
    """

    def __init__(self, known: Iterable[Entry], confirmed: Collection[int], merged: Collection[int] = ()) -> None:
        """``confirmed``: lines of somebody else of that name. ``merged``: lines that only complete who is there."""
        self._entries = {entry.player.number: entry for entry in known}
        self._people = People(entry.player for entry in self._entries.values())
        self._confirmed, self._merged = confirmed, merged
        self._lines: dict[int, Reading] = {}
        self.suspected: list[Alike] = []
        self._completed: dict[PlayerId, CompletedEntry] = {}

    def take(self, reading: Reading) -> None:
        """What is wrong is told by the reading itself."""
        assert reading.new is not None
        player, line = reading.new.player, reading.row.line
        same, perhaps = self._people.same_as(player), self._people.perhaps(player)
        if line in self._merged and (known := same or perhaps) is not None:
            self._merge(reading, known.number)
        elif same is not None:
            reading.complain(_same_person(same))
        elif perhaps is not None and line not in self._confirmed:
            reading.complain(_same_name(perhaps))
        else:
            reading.new = replace(reading.new, namesake=perhaps is not None)
            self.suspected += [_alike(one, line, player) for one in self._people.of_name(player.name)[:1]]
            self._people.add(replace(player, number=-line))
            self._lines[line] = reading

    @property
    def completed(self) -> tuple[CompletedEntry, ...]:
        """Who is registered already, and of whom the list says more."""
        return tuple(one for number, one in self._completed.items() if one != _as_known(self._entries[number]))

    def _merge(self, reading: Reading, into: PlayerId) -> None:
        """Nothing that is known is overwritten."""
        assert reading.new is not None
        reading.is_merged = True
        if into > 0:
            before = self._completed.get(into, _as_known(self._entries[into]))
            player = complete_player(before.player, reading.new.player)
            self._completed[into] = CompletedEntry(player, _all_ratings(before.ratings, reading.new.ratings))
            return
        earlier = self._lines[-into]
        assert earlier.new is not None
        earlier.new = complete_registration(earlier.new, reading.new)


def _as_known(entry: Entry) -> CompletedEntry:
    return CompletedEntry(entry.player, entry.ratings)


def _all_ratings(ratings: Sequence[RatingOf], others: Sequence[RatingOf]) -> tuple[RatingOf, ...]:
    known = {(rating.source, rating.kind) for rating in ratings}
    return (*ratings, *(rating for rating in others if (rating.source, rating.kind) not in known))


def complete_player(player: Player, other: Player) -> Player:
    """With what only the other says."""
    empty = ("", None)
    fields = [field for field in player.__struct_fields__ if field not in ("number", "ids")]
    given = {field: getattr(other, field) for field in fields if getattr(player, field) in empty}
    ids = {body: getattr(other.ids, body) for body in IDS if not getattr(player.ids, body)}
    return replace(player, **given, ids=replace(player.ids, **ids))


def complete_registration(new: NewPlayer, other: NewPlayer) -> NewPlayer:
    return replace(
        new,
        player=complete_player(new.player, other.player),
        ratings=_all_ratings(new.ratings, other.ratings),
        absences={**other.absences, **new.absences},
    )


def _same_person(other: Player) -> RoundlogError:
    if other.number < 0:
        return BadInput("csv-player-twice", name=other.name, other_line=-other.number)
    return BadInput("already-registered", name=other.name, number=other.number)


def _same_name(other: Player) -> RoundlogError:
    if other.number < 0:
        return BadInput("csv-name-twice", name=other.name, other_line=-other.number)
    return BadInput("name-registered", name=other.name, number=other.number)


def _alike(other: Player, line: int, player: Player) -> Alike:
    place = {"other_line": -other.number} if other.number < 0 else {"player": other.number}
    return Alike(line, player.name, other.name, **place)


class Numbers:
    """The same for the numbers that a list gives: each belongs to one entry."""

    def __init__(self, known: Iterable[Player], removed: Mapping[PlayerId, str]) -> None:
        self._names = {player.number: player.name for player in known}
        self._removed = removed

    def take(self, reading: Reading, fields: Sequence[str | None]) -> None:
        assert reading.new is not None
        number, name = reading.new.player.number, reading.new.player.name
        problem = self._problem(number, name) if number else None
        if problem is not None:
            reading.complain(problem, fields.index("number") + 1)
        elif number:
            self._names[number] = name

    def _problem(self, number: PlayerId, name: str) -> RoundlogError | None:
        if number in self._names:
            return BadInput("number-taken", number=number, name=self._names[number])
        before = self._removed.get(number, name)
        return None if letters(before) == letters(name) else BadInput("number-of-removed", number=number, name=before)
