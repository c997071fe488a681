"""What a topic shows: a view of the ledger, or one of those below. And its parts by their keys, to say what changed."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from displays.web.disputes import DisputeLine, open_disputes
from displays.web.live.screen_status import ScreenHealth
from displays.web.live.topics import Topic
from displays.web.screens.showing import showable
from displays.web.visibility import SeenViews, without_private_data
from engine.model import Phase
from ledger.screen import Screen
from ledger.state import Announcement, Clock
from ledger.views.audit import Audit, Entry
from ledger.views.boards import Boards
from ledger.views.card import PlayerCard
from ledger.views.crosstable import Crosstable
from ledger.views.ladder import Ladder
from ledger.views.names import Names, names
from ledger.views.ranks import Ranks
from ledger.views.standings import Standings
from ledger.views.ticker import Ticker
from ledger.views.view import View

NEWEST_ITEMS = 50
NEWEST_ENTRIES = 20


class RoundClock(View, frozen=True, kw_only=True, tag="clock"):
    clock: Clock | None


class Announcements(View, frozen=True, kw_only=True, tag="announcements"):
    """All that stand, oldest first. One with an end (``until``) a screen takes down by itself."""

    announcements: tuple[Announcement, ...]


class ScreenSetting(View, frozen=True, kw_only=True, tag="screen"):
    """None: nobody has said what this screen is to show. Scenes that the tournament has not are left out."""

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
    match topic.kind:
        case "boards":
            return _some_boards(topic, seen.view("boards"))
        case "names":
            return names(seen.state)
        case "standings" | "ladder":
            return seen.view(topic.kind, **({"category": topic.text} if topic.text else {}))
        case "crosstable" | "ranks":
            return seen.view(topic.kind)
        case "ticker":
            return seen.view("ticker", limit=NEWEST_ITEMS)
        case "card":
            return seen.view("card", player=topic.player)
        case "clock":
            return RoundClock(version=seen.version, clock=seen.state.running_clock)
        case "announcements":
            return Announcements(version=seen.version, announcements=seen.hall.announcements)
        case "screen":
            return _screen(topic.text, seen)
        case "desk":
            return _desk(seen)
        case _:
            return Screens(version=seen.version, screens=screens, audience=audience)


def _screen(name: str, seen: SeenViews) -> ScreenSetting:
    return ScreenSetting(version=seen.version, screen=showable(seen.tournament, seen.hall.screens.get(name)))


def _some_boards(topic: Topic, view: View) -> View:
    assert isinstance(view, Boards)
    if not topic.first:
        return view
    return replace(view, boards=tuple(line for line in view.boards if topic.first <= line.board <= topic.last))


def _desk(seen: SeenViews) -> DeskState:
    t = seen.tournament
    audit = seen.view("audit", since=seen.version - NEWEST_ENTRIES + 1)
    assert isinstance(audit, Audit)
    entries = tuple(map(without_private_data, audit.entries))  # who enters results follows it too
    phase = t.rounds[-1].phase if t.rounds else None
    disputes = open_disputes(seen)
    return DeskState(version=seen.version, round=len(t.rounds), phase=phase, entries=entries, disputes=disputes)


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
