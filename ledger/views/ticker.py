"""What happened in the hall, newest first: values that a screen turns into sentences.

Only what the public may know: nothing of a draft, and no reasons (those stand in the audit). Names are those of the
moment, so that an item never changes once it was shown; it goes only with an entry that was a mistake, or a result
that was taken back by who had typed it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from itertools import islice

from engine.errors import BadInput, Fact
from engine.model import Value
from ledger.acts.catalogue import BY_EVENT
from ledger.acts.record import Recorded
from ledger.acts.results import ResultEntered
from ledger.acts.retyped_results import ResultRetyped
from ledger.state import State
from ledger.views.view import Person, Question, View, plain_person

NAME = "ticker"
_RESULTS = frozenset(one.__struct_config__.tag for one in (ResultEntered, ResultRetyped))


class TickerQuestion(Question["Ticker"], frozen=True):
    limit: int | None = None  # None: everything


Ask = TickerQuestion


class NewsItem(Value, frozen=True, omit_defaults=True):
    version: int
    at: str
    code: str  # the type of the event
    players: tuple[Person, ...] = ()  # of a game White first
    facts: Mapping[str, Fact] = {}


class Ticker(View, frozen=True, kw_only=True, tag=NAME):
    items: tuple[NewsItem, ...]


class TickerCollector:
    def __init__(self, most: int | None = None) -> None:
        self._items: deque[NewsItem] = deque(maxlen=most)
        self._taken = 0

    def take(self, before: State | None, recorded: Recorded, after: State) -> None:
        self._forget_removed(before, after)
        if isinstance(recorded.event, ResultRetyped) and not recorded.event.result.is_final:
            self._forget_results_of(recorded.event.round, recorded.event.board)
        item = item_of(before, recorded, after)
        if item is not None:
            self._items.append(item)
            self._taken += 1

    def _forget_removed(self, before: State | None, after: State) -> None:
        """Who was registered by mistake, late, was news; nobody who looks at it later can find them."""
        if before is None or after.tournament.removed is before.tournament.removed:
            return
        gone = before.tournament.entries.keys() - after.tournament.entries.keys()
        self._keep(item for item in self._items if gone.isdisjoint(person.number for person in item.players))

    def _forget_results_of(self, round: int, board: int) -> None:
        """No result stands there again: the hall is not shown one, as if the board were over."""
        place = (round, board)
        self._keep(
            item
            for item in self._items
            if item.code not in _RESULTS or (item.facts["round"], item.facts["board"]) != place
        )

    def _keep(self, items: Iterable[NewsItem]) -> None:
        left = deque(items, self._items.maxlen)
        self._taken -= len(self._items) - len(left)
        self._items = left

    def items_of(self, first: int, last: int) -> tuple[NewsItem, ...] | None:
        """The items of these versions. ``None``: they go back further than what is kept."""
        if self._taken > len(self._items) and (not self._items or self._items[0].version > first):
            return None
        return tuple(item for item in self._items if first <= item.version <= last)

    def show(self, version: int, ask: TickerQuestion) -> Ticker | None:
        if ask.limit is not None and ask.limit < 0:
            raise BadInput("negative-limit", limit=ask.limit)
        wanted = self._taken if ask.limit is None else min(ask.limit, self._taken)
        if wanted > len(self._items):
            return None
        return Ticker(version=version, items=tuple(islice(reversed(self._items), wanted)))


Collector = TickerCollector


def item_of(before: State | None, recorded: Recorded, after: State) -> NewsItem | None:
    """What the hall is told of a record, if anything."""
    act = BY_EVENT[type(recorded.event)]
    news = None if act.news is None else act.news(before, recorded.event, after)
    if news is None:
        return None
    players, facts = news
    people = tuple(plain_person(after.tournament, number) for number in players)
    return NewsItem(recorded.version, recorded.at, act.tag, people, facts)
