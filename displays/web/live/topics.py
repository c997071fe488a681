"""Topics that can be followed, ``boards:1-40``, ``card:17``, ``standings:sex=w`` …, and how each is rendered.

What is known of a kind of topic stands in one table (``KINDS``), from how its name is parsed to what it shows.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import NamedTuple
from urllib.parse import unquote

from msgspec.structs import replace

from displays.web.access.roles import Visitor
from displays.web.live.frames import Message
from displays.web.screens.showing import screen_setting
from displays.web.screens.status import Screens
from displays.web.visibility import PublicViews, ResultsViews, SeenViews, check_category, without_private_data
from engine.errors import BadInput, Refusal
from engine.model import Phase, Tournament, Value
from engine.registry import has_ladder
from ledger.acts.permission import Permission
from ledger.acts.screens import NAME as SCREEN_NAME
from ledger.categories import members
from ledger.person_publicity import IN_OLDER_LOGS, PersonPublicity, publicity_of
from ledger.state import Announcement, Clock, State
from ledger.views import may_differ
from ledger.views.audit import AuditQuestion, Entry
from ledger.views.boards import Boards
from ledger.views.disputes import DisputeLine, list_disputes
from ledger.views.festival import FestivalNames, show_festival_names
from ledger.views.ladder_card import show_ladder_card
from ledger.views.ladder_table import LadderTableQuestion
from ledger.views.names import names
from ledger.views.paired_ladder import show_paired_ladder
from ledger.views.periods import find_period
from ledger.views.projector import Projection
from ledger.views.schedule import show_schedule
from ledger.views.view import View

MOST_TOPICS = 64  # of one connection: a screen of a festival has some of each section
LONGEST_TOPIC = 200
NEWEST_ITEMS = 50
NEWEST_ENTRIES = 20
NEWEST_ROUNDS = 10


class Audience(enum.Enum):
    """Who may follow a topic."""

    EVERYBODY = enum.auto()  # what is released
    RESULTS = enum.auto()  # that, who has come, and the disputes of some boards: who enters the results of these
    ARBITERS = enum.auto()  # drafts too


class Topic(Value, frozen=True):
    """One view, or a part of it. ``name`` is how it was asked for, and how its frames name it."""

    name: str
    kind: str
    first: int = 0  # of boards: from this board …
    last: int = 0  # … to this one; 0: to the end
    player: int = 0
    period: int = 0  # of a table: this one of its season; 0: all rounds
    text: str = ""  # a category, or the name of a screen
    section: str = ""  # of a festival: of this one of its sections

    @property
    def is_over_sections(self) -> bool:
        """What a festival shows of all its sections at once."""
        return not self.section and self.kind in ("names", "screen", "schedule")

    @property
    def audience(self) -> Audience:
        return KINDS[self.kind].audience

    def is_for(self, visitor: Visitor, stream: str) -> bool:
        """Whoever may see the tournament may follow what is released of it."""
        if self.audience is Audience.ARBITERS:
            return visitor.may(Permission.SEE_DRAFTS, stream)
        if self.audience is Audience.RESULTS:
            return any(self._is_within(*span) for span in visitor.boards_in(stream))
        return True

    def _is_within(self, first: int | None, last: int | None) -> bool:
        return (first or 1) <= self.first and (last is None or self.last <= last)

    def views(self, state: State, projection: Projection) -> SeenViews:
        """Of that state, as its audience may see it."""
        if self.audience is Audience.RESULTS:
            return ResultsViews(state, projection, ranges=((self.first, self.last),))
        return (SeenViews if self.audience is Audience.ARBITERS else PublicViews)(state, projection)

    @property
    def is_heavy(self) -> bool:
        """A table of everybody for everybody: in a large field worked out beside the loop."""
        return self.kind in ("standings", "ladder", "ladder-table", "crosstable", "ranks", "ticker")

    @property
    def urgency(self) -> int:
        """Which is rendered first when many are waiting: the light ones, and those that the whole hall looks at."""
        return KINDS[self.kind].urgency


class RoundClock(View, frozen=True, kw_only=True, tag="clock"):
    clock: Clock | None


class Announcements(View, frozen=True, kw_only=True, tag="announcements"):
    """All that stand, oldest first. One with an end (``until``) a screen takes down by itself."""

    announcements: tuple[Announcement, ...]


class DeskState(View, frozen=True, kw_only=True, tag="desk"):
    """For the console: that something happened, and what last, as much of it as its readers may see."""

    round: int
    phase: Phase | None
    entries: tuple[Entry, ...]  # newest last
    disputes: tuple[DisputeLine, ...]


def _render_view(topic: Topic, seen: SeenViews, _: Screens) -> View:
    """A view of the ledger, or some of its boards."""
    is_ticker = topic.kind == "ticker"
    asked = {
        "category": topic.text,
        "period": topic.period,
        "player": topic.player,
        "limit": NEWEST_ITEMS if is_ticker else 0,
    }
    view = seen.view(topic.kind, **{name: value for name, value in asked.items() if value})
    if isinstance(view, Boards) and topic.first:
        return replace(view, boards=tuple(line for line in view.boards if topic.first <= line.board <= topic.last))
    return view


def _render_ladder_table(topic: Topic, seen: SeenViews, _: Screens) -> View:
    """With as many of the newest rounds as a wall has room for."""
    view = seen.show(LadderTableQuestion(category=topic.text or None))
    return replace(view, lines=tuple(replace(line, rounds=line.rounds[-NEWEST_ROUNDS:]) for line in view.lines))


def _render_names(seen: SeenViews) -> View:
    if seen.state.festival is not None:
        return show_festival_names(seen.version, seen.sections)
    return names(seen.state)


_AT_THE_DESK = PersonPublicity(frozenset(IN_OLDER_LOGS))  # by names; what nobody needs there stays away


def _render_desk(_: Topic, seen: SeenViews, __: Screens) -> View:
    rounds = seen.tournament.rounds
    audit = seen.show(AuditQuestion(since=seen.version - NEWEST_ENTRIES + 1))
    entries = tuple(without_private_data(entry, _AT_THE_DESK) for entry in audit.entries)
    phase = rounds[-1].phase if rounds else None
    disputes = list_disputes(seen)
    return DeskState(version=seen.version, round=len(rounds), phase=phase, entries=entries, disputes=disputes)


class TopicKind(NamedTuple):
    """``part``: what may follow the colon, with the fields of the topic in it; ``lines`` and ``key``: the field of the
    view that holds what changes, and what tells one of those from another."""

    urgency: int
    render: Callable[[Topic, SeenViews, Screens], View]
    lines: str = ""
    key: str = ""
    part: str = ""
    audience: Audience = Audience.EVERYBODY


_BOARDS = r"(?:(?P<first>[1-9][0-9]{0,4})(?:-(?P<last>[1-9][0-9]{0,4}))?)?"
_RANGE = r"(?P<first>[1-9][0-9]{0,4})-(?P<last>[1-9][0-9]{0,4})"
_NAME = f"(?P<text>{SCREEN_NAME.pattern})"
_PLAYER = r"(?P<player>[1-9][0-9]{0,6})"
_CATEGORY = r"(?P<text>.*)"  # written as in an address, so that a comma in it does not end the topic
_TABLE = rf"(?:period=(?P<period>[1-9][0-9]{{0,2}})(?:;|$))?{_CATEGORY}"
KINDS: Mapping[str, TopicKind] = {
    "clock": TopicKind(0, lambda _, seen, __: RoundClock(version=seen.version, clock=seen.state.running_clock)),
    "announcements": TopicKind(
        0,
        lambda _, seen, __: Announcements(version=seen.version, announcements=seen.hall.announcements),
        *("announcements", "number"),
    ),
    "schedule": TopicKind(0, lambda _, seen, __: show_schedule(seen.state, seen.sections)),
    "screen": TopicKind(0, lambda topic, seen, _: screen_setting(seen, topic.text), part=_NAME),
    "desk": TopicKind(0, _render_desk, "entries", "version", audience=Audience.ARBITERS),
    "results-desk": TopicKind(0, _render_desk, "entries", "version", _RANGE, Audience.RESULTS),
    "boards": TopicKind(1, _render_view, "boards", "board", _BOARDS),
    "names": TopicKind(1, lambda _, seen, __: _render_names(seen), "lines", "player.number"),
    "ticker": TopicKind(1, _render_view, "items", "version"),
    "standings": TopicKind(2, _render_view, "lines", "player.number", _TABLE),
    "ladder": TopicKind(2, _render_view, "lines", "player.number", _TABLE),
    "ladder-table": TopicKind(3, _render_ladder_table, "lines", "player.number", _CATEGORY),
    "starting-list": TopicKind(2, _render_view, "lines", "player.number", _CATEGORY),
    "paired-ladder": TopicKind(1, lambda _, seen, __: show_paired_ladder(seen.state), "lines", "player"),
    "screens": TopicKind(2, lambda _, __, connected: connected, audience=Audience.ARBITERS),
    "crosstable": TopicKind(3, _render_view, "lines", "player.number"),
    "ranks": TopicKind(3, _render_view, "lines", "player.number"),
    "card": TopicKind(4, _render_view, "lines", "round", _PLAYER),
    "ladder-card": TopicKind(
        4, lambda topic, seen, _: show_ladder_card(seen.state, topic.player), "lines", "round", _PLAYER
    ),
}


def may_topic_differ(topic: Topic, before: State, after: State) -> bool:
    """What everybody may see is among the details (a category that is not public any more) and beside them: fields and
    names of players. A festival's state does not tell what its sections do."""
    old, new = before.tournament, after.tournament
    if after.festival is not None or old.details is not new.details or publicity_of(old) != publicity_of(new):
        return True
    return may_differ(topic.kind, before, after)


def render_topic(topic: Topic, seen: SeenViews, connected: Screens) -> View:
    """The state of a topic at the version that ``seen`` has; ``connected``: the screens that are."""
    return KINDS[topic.kind].render(topic, seen, connected)


def changed_keys(kind: str, old: View | None, new: View | None) -> tuple[int, ...]:
    """The keys of what is new or other than before; none where nothing was shown before."""
    if old is None or new is None or not KINDS[kind].key or isinstance(new, FestivalNames):
        return ()
    before = _by_key(KINDS[kind], old)
    return tuple(key for key, line in _by_key(KINDS[kind], new).items() if before.get(key) != line)


def add_state(message: Message, kind: str, old: View | None, new: View | None) -> Message:
    """What the frame shows, and what of it is other than in the one before."""
    state = None if new is None else replace(new, version=message.version)
    return replace(message, changed=changed_keys(kind, old, new), state=state)


def _by_key(kind: TopicKind, view: View) -> dict[int, object]:
    """Boards of another round are other boards."""
    round_number, key = view.round if isinstance(view, Boards) else 0, attrgetter(kind.key)
    return {key(line): (round_number, line) for line in getattr(view, kind.lines)}


# -- what is asked for -------------------------------------------------------------------------------------------------


class Wanted(NamedTuple):
    """Topics, and the version that is known of each; 0: none."""

    topics: tuple[Topic, ...]
    since: tuple[int, ...]

    def forget_known(self) -> Wanted:
        """What was known is of another log."""
        return Wanted(self.topics, (0,) * len(self.topics))


def parse_topics(names: Iterable[str]) -> tuple[Topic, ...]:
    """Each once, in their order."""
    topics = tuple(map(_parse_topic, dict.fromkeys(names)))
    if len(topics) > MOST_TOPICS:
        raise BadInput("too-many-topics", most=MOST_TOPICS)
    if not topics:
        raise BadInput("no-such-topic", topic="")
    return topics


def _parse_topic(name: str) -> Topic:
    """``boards:1-40``; of a section of a festival ``open-2026/boards:1-40``."""
    section, slash, own = name.partition("/")
    if not slash or ":" in section:
        section, own = "", name
    kind, colon, part = own.partition(":")
    known = KINDS.get(kind) if len(name) <= LONGEST_TOPIC and bool(colon) == bool(part) else None
    found = None if known is None else re.fullmatch(known.part, part, re.DOTALL)
    fields = {} if found is None else {field: text or "" for field, text in found.groupdict().items()}
    first, player, period = (int(fields.get(field) or 0) for field in ("first", "player", "period"))
    last = int(fields.get("last") or first)
    is_for_staff = known is not None and known.audience is not Audience.EVERYBODY
    if found is None or first > last or (section and is_for_staff):
        raise BadInput("no-such-topic", topic=name[:LONGEST_TOPIC])
    return Topic(name, kind, first, last, player, period, unquote(fields.get("text", "")), section)


def parse_since(text: str, topics: int) -> tuple[int, ...]:
    """The version that is known of each topic; one number stands for all of them, nothing for not knowing any."""
    parts = text.split(",") if text else ["0"]
    if len(parts) == 1:
        parts *= topics
    if len(parts) != topics or not all(re.fullmatch(r"[0-9]{1,10}", part) for part in parts):
        raise BadInput("not-a-number", field="since", value=text[:LONGEST_TOPIC])
    return tuple(map(int, parts))


_OF_FESTIVALS = ("clock", "announcements", "schedule", "screen", "screens", "desk", "results-desk", "ticker", "names")


def check_topic_of_festival(topic: Topic, sections: Mapping[str, State]) -> None:
    """``sections``: those that everybody who follows the festival may see. A topic of any other is taken and shows
    nothing: a screen that had no line while a section went follows the rest, and hears its new setting."""
    if not topic.section:
        if topic.kind not in _OF_FESTIVALS:
            raise BadInput("no-such-topic", topic=topic.name)
    elif topic.kind == "screen":
        raise BadInput("no-such-topic", topic=topic.name)
    elif topic.section in sections:
        _check_part_of(topic, sections[topic.section].tournament)


def check_topic(topic: Topic, t: Tournament) -> None:
    """That this tournament has what is asked for, and that it is for everybody. A screen need not be set: it shows that
    it is not."""
    if topic.kind in ("card", "ladder-card") and topic.player not in t.entries:
        raise Refusal("no-such-player", player=topic.player)
    # (What a ladder adds to boards and cards is empty without one: who follows those goes on when the rules change.)
    if topic.kind in ("ladder", "ladder-table") and not has_ladder(t.rules.system):
        raise Refusal("no-ladder", system=t.rules.system)
    _check_part_of(topic, t)


def _check_part_of(topic: Topic, t: Tournament) -> None:
    if topic.period:
        find_period(t, topic.period)
    if topic.text and topic.kind in ("standings", "ladder", "ladder-table", "starting-list"):
        members(t, topic.text)
        check_category(t, topic.text)
