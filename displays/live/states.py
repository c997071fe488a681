"""What a topic shows: a view of the ledger, or one of those below. And its parts by their keys, to say what changed."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from displays.alphabet import in_the_alphabet, plain
from displays.disputes import DisputeLine, open_disputes
from displays.live.health import ScreenHealth
from displays.live.topics import Topic
from displays.public import SeenViews, without_private_data
from engine.model import Announcement, Clock, Colour, Outcome, Phase, Result, Tournament, Value
from engine.screen import Screen
from ledger.views.audit import Audit, Entry
from ledger.views.boards import Boards
from ledger.views.card import PlayerCard
from ledger.views.contract import Person, View, person
from ledger.views.crosstable import Crosstable
from ledger.views.ladder import Ladder
from ledger.views.ranks import Ranks
from ledger.views.standings import Standings
from ledger.views.ticker import Ticker

NEWEST_ITEMS = 50
NEWEST_ENTRIES = 20


class NameLine(Value, frozen=True):
    """Where somebody plays. Without a board: not in this round, and what that counts as."""

    letter: str  # under which the name stands: its first, without accents
    player: Person
    board: int | None = None
    colour: Colour | None = None
    opponent: Person | None = None
    result: Result | None = None
    outcome: Outcome | None = None


class Names(View, frozen=True, kw_only=True, tag="names"):
    """Find your board: everybody from A to Z, accents ignored."""

    round: int
    phase: Phase | None
    lines: tuple[NameLine, ...]


class RoundClock(View, frozen=True, kw_only=True, tag="clock"):
    clock: Clock | None


class Announcements(View, frozen=True, kw_only=True, tag="announcements"):
    """All that stand, oldest first. One with an end (``until``) a screen takes down by itself."""

    announcements: tuple[Announcement, ...]


class ScreenSetting(View, frozen=True, kw_only=True, tag="screen"):
    """None: nobody has said what this screen is to show."""

    screen: Screen | None


class DeskState(View, frozen=True, kw_only=True, tag="desk"):
    """For the console: that something happened, and what last."""

    round: int
    phase: Phase | None
    entries: tuple[Entry, ...]  # newest last
    disputes: tuple[DisputeLine, ...]


class Screens(View, frozen=True, kw_only=True, tag="screens"):
    """For the console: the screens that are connected, or were."""

    screens: tuple[ScreenHealth, ...]
    audience: int  # all connections


def shown(topic: Topic, seen: SeenViews, screens: tuple[ScreenHealth, ...], audience: int) -> View:
    """The state of a topic at the version that ``seen`` has."""
    t = seen.tournament
    match topic.kind:
        case "boards":
            return _some_boards(topic, seen.view("boards"))
        case "names":
            return _names(t)
        case "standings" | "ladder":
            return seen.view(topic.kind, **({"category": topic.text} if topic.text else {}))
        case "crosstable" | "ranks":
            return seen.view(topic.kind)
        case "ticker":
            return seen.view("ticker", limit=NEWEST_ITEMS)
        case "card":
            return seen.view("card", player=topic.player)
        case "clock":
            return RoundClock(version=t.version, clock=t.clock)
        case "announcements":
            return Announcements(version=t.version, announcements=t.announcements)
        case "screen":
            return ScreenSetting(version=t.version, screen=t.screens.get(topic.text))
        case "desk":
            return _desk(seen)
        case _:
            return Screens(version=t.version, screens=screens, audience=audience)


def _some_boards(topic: Topic, view: View) -> View:
    assert isinstance(view, Boards)
    if not topic.first:
        return view
    return replace(view, boards=tuple(line for line in view.boards if topic.first <= line.board <= topic.last))


def _desk(seen: SeenViews) -> DeskState:
    t = seen.tournament
    audit = seen.view("audit", since=t.version - NEWEST_ENTRIES + 1)
    assert isinstance(audit, Audit)
    entries = tuple(map(without_private_data, audit.entries))  # who enters results follows it too
    phase = t.rounds[-1].phase if t.rounds else None
    disputes = open_disputes(seen)
    return DeskState(version=t.version, round=len(t.rounds), phase=phase, entries=entries, disputes=disputes)


def _names(t: Tournament) -> Names:
    seats = _seats(t)
    lines = [_name_line(t, number, seats.get(number, {})) for number in t.entries]
    lines.sort(key=lambda line: in_the_alphabet(line.player.name, line.player.number))
    phase = t.rounds[-1].phase if t.rounds else None
    return Names(version=t.version, round=len(t.rounds), phase=phase, lines=tuple(lines))


def _seats(t: Tournament) -> dict[int, dict[str, object]]:
    """What everybody does in the last round."""
    if not t.rounds:
        return {}
    seats: dict[int, dict[str, object]] = {s.player: {"outcome": s.outcome} for s in t.rounds[-1].sitouts}
    for number, board in enumerate(t.rounds[-1].boards, start=1):
        for player, colour, opponent, _ in board.seats():
            other = person(t, opponent)
            seats[player] = {"board": number, "colour": colour, "opponent": other, "result": board.result}
    return seats


def _name_line(t: Tournament, number: int, seat: dict[str, object]) -> NameLine:
    who = person(t, number)
    return replace(NameLine(plain(who.name)[:1].upper(), who), **seat)


# -- what changed ------------------------------------------------------------------------------------------------------


def changed(old: View | None, new: View) -> tuple[int, ...]:
    """The keys of the parts that are new or other than before; none where nothing was shown before."""
    if old is None:
        return ()
    before = _parts(old)
    return tuple(key for key, part in _parts(new).items() if before.get(key) != part)


def _parts(view: View) -> Mapping[int, object]:
    """Boards by their number, lines of tables by the player's, news by their version, a card's lines by the round."""
    match view:
        case Boards():
            return {line.board: (view.round, line) for line in view.boards}
        case Names() | Standings() | Ladder() | Crosstable() | Ranks():
            return {line.player.number: line for line in view.lines}
        case Ticker():
            return {item.version: item for item in view.items}
        case PlayerCard():
            return {line.round: line for line in view.lines}
        case Announcements():
            return {announcement.number: announcement for announcement in view.announcements}
        case DeskState():
            return {entry.version: entry for entry in view.entries}
        case _:
            return {}
