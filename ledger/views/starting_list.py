"""Starting list: everybody, or a category, in the start order."""

from __future__ import annotations

from engine.model import Value
from engine.start_order import start_order
from ledger.categories import members
from ledger.state import State
from ledger.views.view import Person, Question, View, person

NAME = "starting-list"
READS: tuple[str, ...] = (
    "details",
    "entries",
    "rules",
    "start_order",
    "fixed_order",
    "has_alphabet",
    "order_fixed_by",
)


class StartingListQuestion(Question["StartingList"], frozen=True):
    category: str | None = None  # see ``categories``


Ask = StartingListQuestion


class StartingLine(Value, frozen=True):
    place: int  # in the start order of all
    player: Person


class StartingList(View, frozen=True, kw_only=True, tag=NAME):
    category: str
    players: int  # all, of whom the category may be a part
    lines: tuple[StartingLine, ...]


def show(state: State, ask: StartingListQuestion) -> StartingList:
    t = state.tournament
    listed = t.entries.keys() if ask.category is None else members(t, ask.category)
    return StartingList(
        version=state.version,
        category=ask.category or "",
        players=len(t.entries),
        lines=tuple(
            StartingLine(place, person(t, number))
            for place, number in enumerate(start_order(t), start=1)
            if number in listed
        ),
    )
