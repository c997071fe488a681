"""Views over the sections of a festival: everybody who plays in one, who is in two, and where everybody sits."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from engine.model import Player, Tournament, Value
from ledger.acts.namesakes import People, federation_numbers, letters
from ledger.shown_numbers import shown_numbers
from ledger.state import State
from ledger.views.alphabet import in_the_alphabet
from ledger.views.names import NameLine, names
from ledger.views.view import View


class Place(Value, frozen=True, omit_defaults=True):
    """An entry of a section."""

    section: str
    number: int
    start_number: int | None = None  # where people see it in place of the number

    @property
    def shown_number(self) -> int:
        return self.number if self.start_number is None else self.start_number


class FestivalPlayer(Value, frozen=True):
    """One entry of one section. ``elsewhere``: what looks like the same person in other sections."""

    section: str
    player: Player
    is_checked_in: bool = False  # for the next round, or the one that is paired
    is_withdrawn: bool = False
    elsewhere: tuple[Place, ...] = ()
    start_number: int | None = None  # where people see it in place of the player's number

    @property
    def shown_number(self) -> int:
        return self.player.number if self.start_number is None else self.start_number


class FestivalNameLine(Value, frozen=True):
    section: str  # its stream
    round: int
    line: NameLine


class FestivalNames(View, frozen=True, kw_only=True, tag="festival-names"):
    """Find your board: everybody of all sections from A to Z."""

    lines: tuple[FestivalNameLine, ...]
    sections: Mapping[str, str] = {}  # the names of those in the lines, by stream


IsWanted = Callable[[Tournament, Player], bool]
Sections = Mapping[str, State]  # by stream, in the order of the festival


def list_festival_players(sections: Sections) -> tuple[FestivalPlayer, ...]:
    """From A to Z."""
    found = _entries(sections, lambda t, player: True)
    together = _same_people(found)
    return tuple(_with_others(one, together[id(one)]) for one in found)


def find_festival_players(sections: Sections, is_wanted: IsWanted) -> tuple[FestivalPlayer, ...]:
    """Some of them, from A to Z. Who is in two sections is not looked for: that takes all of them."""
    return tuple(_entries(sections, is_wanted))


def _entries(sections: Sections, is_wanted: IsWanted) -> list[FestivalPlayer]:
    """From A to Z."""
    found = [
        _entry(stream, state, number)
        for stream, state in sections.items()
        for number, entry in state.tournament.entries.items()
        if is_wanted(state.tournament, entry.player)
    ]
    return sorted(found, key=lambda one: (*in_the_alphabet(one.player.name, 0), one.section, one.player.number))


def _entry(stream: str, state: State, number: int) -> FestivalPlayer:
    t = state.tournament
    entry, round_number = t.entries[number], max(t.next_round, 1)
    here = state.hall.check_ins.get(round_number) or state.hall.check_ins.get(len(t.rounds), ())
    is_withdrawn = entry.withdrawal_in(round_number) is not None
    start_number = shown_numbers(t).get(number)
    return FestivalPlayer(stream, entry.player, number in here, is_withdrawn, start_number=start_number)


def _same_people(found: list[FestivalPlayer]) -> dict[int, list[FestivalPlayer]]:
    """Of each entry those of other sections that are certainly or perhaps the same person (``acts/namesakes.py``)."""
    alike: dict[object, list[FestivalPlayer]] = {}
    for one in found:
        for sign in _signs(one.player):
            alike.setdefault(sign, []).append(one)
    return {id(one): _same_as(one, [other for sign in _signs(one.player) for other in alike[sign]]) for one in found}


def _signs(player: Player) -> list[object]:
    """Whoever shares none of these is another person."""
    return [letters(player.name), *federation_numbers(player)]


def _same_as(one: FestivalPlayer, candidates: list[FestivalPlayer]) -> list[FestivalPlayer]:
    there = {id(other): other for other in candidates if other.section != one.section}
    return [other for other in there.values() if _may_be_same(one.player, other.player)]


def _may_be_same(one: Player, other: Player) -> bool:
    people = People((one,))
    return people.same_as(other) is not None or people.perhaps(other) is not None


def _with_others(one: FestivalPlayer, others: list[FestivalPlayer]) -> FestivalPlayer:
    places = (Place(other.section, other.player.number, other.start_number) for other in others)
    return replace(one, elsewhere=tuple(places))


def show_festival_names(version: int, sections: Sections) -> FestivalNames:
    """Who has something to look for: those of a round that is paired."""
    lines = [
        FestivalNameLine(stream, shown.round, line)
        for stream, state in sections.items()
        for shown in (names(state),)
        for line in shown.lines
        if line.board is not None or line.outcome is not None
    ]
    lines.sort(key=lambda one: (*in_the_alphabet(one.line.player.name, 0), one.section, one.line.player.number))
    named = {one.section: sections[one.section].tournament.details.name for one in lines}
    return FestivalNames(version=version, lines=tuple(lines), sections=named)
