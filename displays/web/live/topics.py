"""Topics that can be followed, ``boards:1-40``, ``card:17``, ``standings:sex=w`` …, and how each is rendered.

What is known of a kind of topic stands in one table (``KINDS``): how its name is parsed, how urgent it is, whether it
is for the staff, which view it shows, and by which keys the parts of that view are told apart.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple
from urllib.parse import unquote

from msgspec.structs import replace

from displays.web.disputes import DisputeLine, open_disputes
from displays.web.live.screen_status import ScreenStatus
from displays.web.screens.showing import showable
from displays.web.visibility import SeenViews, check_category, without_private_data
from engine.errors import BadInput, Refusal
from engine.model import Phase, Tournament, Value
from engine.registry import has_ladder
from ledger.categories import members
from ledger.decisions.screens import NAME as SCREEN_NAME
from ledger.screen import Screen
from ledger.state import Announcement, Clock
from ledger.views.audit import Audit, Entry
from ledger.views.boards import Boards
from ledger.views.names import names
from ledger.views.view import View

MOST_TOPICS = 32  # of one connection
LONGEST_TOPIC = 200
NEWEST_ITEMS = 50
NEWEST_ENTRIES = 20


class Topic(Value, frozen=True):
    """One view, or a part of it. ``name`` is how it was asked for, and how its frames name it."""

    name: str
    kind: str
    first: int = 0  # of boards: from this board …
    last: int = 0  # … to this one; 0: to the end
    player: int = 0
    text: str = ""  # a category, or the name of a screen

    @property
    def is_for_staff(self) -> bool:
        """Shows what is not released: needs ``Act.SEE_DRAFTS``."""
        return KINDS[self.kind].is_for_staff

    @property
    def urgency(self) -> int:
        """Which is rendered first when many are waiting: the light ones, and those that the whole hall looks at."""
        return KINDS[self.kind].urgency


class Presence(NamedTuple):
    """Who is connected to a tournament."""

    screens: tuple[ScreenStatus, ...]
    connections: int


# -- the views that only the live part has ----------------------------------------------------------------------------


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

    screens: tuple[ScreenStatus, ...]
    audience: int  # all connections


def _render_boards(topic: Topic, seen: SeenViews, _: Presence) -> View:
    view = seen.view("boards")
    assert isinstance(view, Boards)
    if not topic.first:
        return view
    return replace(view, boards=tuple(line for line in view.boards if topic.first <= line.board <= topic.last))


def _render_view(topic: Topic, seen: SeenViews, _: Presence) -> View:
    return seen.view(topic.kind)


def _render_ranking(topic: Topic, seen: SeenViews, _: Presence) -> View:
    return seen.view(topic.kind, **({"category": topic.text} if topic.text else {}))


def _render_clock(_: Topic, seen: SeenViews, __: Presence) -> View:
    return RoundClock(version=seen.version, clock=seen.state.running_clock)


def _render_announcements(_: Topic, seen: SeenViews, __: Presence) -> View:
    return Announcements(version=seen.version, announcements=seen.hall.announcements)


def _render_screen(topic: Topic, seen: SeenViews, _: Presence) -> View:
    return ScreenSetting(version=seen.version, screen=showable(seen.tournament, seen.hall.screens.get(topic.text)))


def _render_screens(_: Topic, seen: SeenViews, presence: Presence) -> View:
    return Screens(version=seen.version, screens=presence.screens, audience=presence.connections)


def _render_ticker(_: Topic, seen: SeenViews, __: Presence) -> View:
    return seen.view("ticker", limit=NEWEST_ITEMS)


def _render_card(topic: Topic, seen: SeenViews, _: Presence) -> View:
    return seen.view("card", player=topic.player)


def _render_desk(_: Topic, seen: SeenViews, __: Presence) -> View:
    t = seen.tournament
    audit = seen.view("audit", since=seen.version - NEWEST_ENTRIES + 1)
    assert isinstance(audit, Audit)
    entries = tuple(map(without_private_data, audit.entries))  # who enters results follows it too
    phase = t.rounds[-1].phase if t.rounds else None
    disputes = open_disputes(seen)
    return DeskState(version=seen.version, round=len(t.rounds), phase=phase, entries=entries, disputes=disputes)


# -- names of topics ---------------------------------------------------------------------------------------------------


def parse_topics(names: Iterable[str]) -> tuple[Topic, ...]:
    """Each once, in their order."""
    topics = tuple(map(_parse_topic, dict.fromkeys(names)))
    if len(topics) > MOST_TOPICS:
        raise BadInput("too-many-topics", most=MOST_TOPICS)
    if not topics:
        raise BadInput("no-such-topic", topic="")
    return topics


def _parse_topic(name: str) -> Topic:
    kind, _, part = name.partition(":")
    if kind not in KINDS or len(name) > LONGEST_TOPIC or (not part and name != kind):
        raise _no_such_topic(name)
    return KINDS[kind].parse(name, part)


def _parse_whole(name: str, part: str) -> Topic:
    if part:
        raise _no_such_topic(name)
    return Topic(name, name)


def _parse_boards(name: str, part: str) -> Topic:
    if not part:
        return Topic(name, "boards")
    found = re.fullmatch(r"([1-9][0-9]{0,4})(?:-([1-9][0-9]{0,4}))?", part)
    if found is None or (found[2] and int(found[1]) > int(found[2])):
        raise _no_such_topic(name)
    return Topic(name, "boards", first=int(found[1]), last=int(found[2] or found[1]))


def _parse_card(name: str, part: str) -> Topic:
    if not re.fullmatch(r"[1-9][0-9]{0,6}", part):
        raise _no_such_topic(name)
    return Topic(name, "card", player=int(part))


def _parse_ranking(name: str, part: str) -> Topic:
    """A category is written as in an address, so that a comma in it does not end the topic."""
    return Topic(name, name.partition(":")[0], text=unquote(part))


def _parse_screen(name: str, part: str) -> Topic:
    if not SCREEN_NAME.fullmatch(part):
        raise _no_such_topic(name)
    return Topic(name, "screen", text=part)


def _no_such_topic(name: str) -> BadInput:
    return BadInput("no-such-topic", topic=name[:LONGEST_TOPIC])


def parse_since(text: str, topics: int) -> tuple[int, ...]:
    """The version that is known of each topic; one number stands for all of them, nothing for not knowing any."""
    parts = text.split(",") if text else ["0"]
    if len(parts) == 1:
        parts *= topics
    if len(parts) != topics or not all(re.fullmatch(r"[0-9]{1,10}", part) for part in parts):
        raise BadInput("not-a-number", field="since", value=text[:LONGEST_TOPIC])
    return tuple(map(int, parts))


# -- the table ---------------------------------------------------------------------------------------------------------


class Kind(NamedTuple):
    """``parts``: the field of the view that holds its parts; ``key``: what tells one of them from another."""

    parse: Callable[[str, str], Topic]
    urgency: int
    render: Callable[[Topic, SeenViews, Presence], View]
    parts: str = ""
    key: Callable[[Any], int] = id
    is_for_staff: bool = False


def _player(line: Any) -> int:
    return int(line.player.number)


KINDS: Mapping[str, Kind] = {
    "clock": Kind(_parse_whole, 0, _render_clock),
    "announcements": Kind(_parse_whole, 0, _render_announcements, "announcements", lambda one: one.number),
    "screen": Kind(_parse_screen, 0, _render_screen),
    "desk": Kind(_parse_whole, 0, _render_desk, "entries", lambda entry: entry.version, is_for_staff=True),
    "boards": Kind(_parse_boards, 1, _render_boards, "boards", lambda line: line.board),
    "names": Kind(_parse_whole, 1, lambda _, seen, __: names(seen.state), "lines", _player),
    "ticker": Kind(_parse_whole, 1, _render_ticker, "items", lambda item: item.version),
    "standings": Kind(_parse_ranking, 2, _render_ranking, "lines", _player),
    "ladder": Kind(_parse_ranking, 2, _render_ranking, "lines", _player),
    "screens": Kind(_parse_whole, 2, _render_screens, is_for_staff=True),
    "crosstable": Kind(_parse_whole, 3, _render_view, "lines", _player),
    "ranks": Kind(_parse_whole, 3, _render_view, "lines", _player),
    "card": Kind(_parse_card, 4, _render_card, "lines", lambda line: line.round),
}


def render_topic(topic: Topic, seen: SeenViews, presence: Presence) -> View:
    """The state of a topic at the version that ``seen`` has."""
    return KINDS[topic.kind].render(topic, seen, presence)


def changed_keys(kind: str, old: View | None, new: View | None) -> tuple[int, ...]:
    """The keys of the parts that are new or other than before; none where nothing was shown before."""
    if old is None or new is None:
        return ()
    before = _parts(KINDS[kind], old)
    return tuple(key for key, part in _parts(KINDS[kind], new).items() if before.get(key) != part)


def _parts(kind: Kind, view: View) -> dict[int, object]:
    """Boards of another round are other boards."""
    whole = getattr(view, "round", None) if isinstance(view, Boards) else None
    return {kind.key(part): (whole, part) for part in getattr(view, kind.parts, ())}


def check_topic(topic: Topic, t: Tournament) -> None:
    """That this tournament has what is asked for, and that it is for everybody. A screen need not be set: it shows that
    it is not."""
    if topic.kind == "card" and topic.player not in t.entries:
        raise Refusal("no-such-player", player=topic.player)
    if topic.kind == "ladder" and not has_ladder(t.rules.system):
        raise Refusal("no-ladder", system=t.rules.system)
    if topic.text and topic.kind in ("standings", "ladder"):
        members(t, topic.text)
        check_category(topic.text)
