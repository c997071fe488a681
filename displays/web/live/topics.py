"""What can be followed: ``boards``, ``boards:1-40``, ``card:17``, ``standings:sex=w`` …"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from urllib.parse import unquote

from displays.web.visibility import check_category
from engine.errors import BadInput, Refusal
from engine.model import Tournament, Value
from engine.registry import has_ladder
from ledger.categories import members
from ledger.decisions.screens import NAME as SCREEN_NAME

MOST_TOPICS = 32  # of one connection
LONGEST_TOPIC = 200
LARGEST_NUMBER = 10**9


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
        return self.kind in STAFF

    @property
    def urgency(self) -> int:
        """Which is worked out first when many are waiting: the light ones and those that the whole hall looks at."""
        return _URGENCY[self.kind]


STAFF = frozenset({"desk", "screens"})
_URGENCY = {
    **dict.fromkeys(("clock", "announcements", "screen", "desk"), 0),
    **dict.fromkeys(("boards", "names", "ticker"), 1),
    **dict.fromkeys(("standings", "ladder", "screens"), 2),
    **dict.fromkeys(("crosstable", "ranks"), 3),
    "card": 4,
}


def read_topics(names: Iterable[str]) -> tuple[Topic, ...]:
    """Each once, in their order."""
    topics = tuple(map(read_topic, dict.fromkeys(names)))
    if len(topics) > MOST_TOPICS:
        raise BadInput("too-many-topics", most=MOST_TOPICS)
    if not topics:
        raise BadInput("no-such-topic", topic="")
    return topics


def read_topic(name: str) -> Topic:
    kind, _, part = name.partition(":")
    read = _PARTS.get(kind)
    if read is None or len(name) > LONGEST_TOPIC or (not part and name != kind):
        raise _no_topic(name)
    return read(name, part)


def _whole(name: str, part: str) -> Topic:
    if part:
        raise _no_topic(name)
    return Topic(name, name)


def _boards(name: str, part: str) -> Topic:
    if not part:
        return Topic(name, "boards")
    found = re.fullmatch(r"([1-9][0-9]{0,4})(?:-([1-9][0-9]{0,4}))?", part)
    if found is None or (found[2] and int(found[1]) > int(found[2])):
        raise _no_topic(name)
    return Topic(name, "boards", first=int(found[1]), last=int(found[2] or found[1]))


def _card(name: str, part: str) -> Topic:
    if not re.fullmatch(r"[1-9][0-9]{0,6}", part):
        raise _no_topic(name)
    return Topic(name, "card", player=int(part))


def _ranking(name: str, part: str) -> Topic:
    """A category is written as in an address, so that a comma in it does not end the topic."""
    return Topic(name, name.partition(":")[0], text=unquote(part))


def _screen(name: str, part: str) -> Topic:
    if not SCREEN_NAME.fullmatch(part):
        raise _no_topic(name)
    return Topic(name, "screen", text=part)


_PARTS: dict[str, Callable[[str, str], Topic]] = {
    **dict.fromkeys(("names", "crosstable", "ticker", "ranks", "clock", "announcements", *STAFF), _whole),
    **dict.fromkeys(("standings", "ladder"), _ranking),
    "boards": _boards,
    "card": _card,
    "screen": _screen,
}
KINDS = tuple(sorted(_PARTS))


def _no_topic(name: str) -> BadInput:
    return BadInput("no-such-topic", topic=name[:LONGEST_TOPIC])


def check(topic: Topic, t: Tournament) -> None:
    """That this tournament has what is asked for, and that it is for everybody. A screen need not be set: it shows that
    it is not."""
    if topic.kind == "card" and topic.player not in t.entries:
        raise Refusal("no-such-player", player=topic.player)
    if topic.kind == "ladder" and not has_ladder(t.rules.system):
        raise Refusal("no-ladder", system=t.rules.system)
    if topic.text and topic.kind in ("standings", "ladder"):
        members(t, topic.text)
        check_category(topic.text)


def read_since(text: str, topics: int) -> tuple[int, ...]:
    """The version that is known of each topic; one number stands for all of them, nothing for not knowing any."""
    parts = text.split(",") if text else ["0"]
    if len(parts) == 1:
        parts *= topics
    if len(parts) != topics or not all(re.fullmatch(r"[0-9]{1,10}", part) for part in parts):
        raise BadInput("not-a-number", field="since", value=text[:LONGEST_TOPIC])
    return tuple(map(int, parts))
