"""What is shown: one projection a file, all pure. A new view is a module here and a name in one of the two tuples."""

from __future__ import annotations

import functools
from typing import Any

import msgspec

from engine.errors import BadInput, Refusal
from engine.registry import has_ladder
from ledger.shown_numbers import shown_numbers
from ledger.state import State
from ledger.views import (
    audit,
    boards,
    card,
    crosstable,
    ladder,
    ladder_card,
    ladder_table,
    ladder_working,
    open_games,
    paired_ladder,
    pairing_reasons,
    ranks,
    standings,
    starting_list,
    ticker,
    tiebreak_working,
)
from ledger.views.view import Collector, HistoryView, Question, StateView, View, encode

__all__ = [
    "HISTORY_VIEWS",
    "NAMES",
    "STATE_VIEWS",
    "Collector",
    "HistoryView",
    "Question",
    "StateView",
    "View",
    "encode",
    "may_differ",
    "names_of",
    "read_question",
]

STATE_VIEWS: tuple[StateView, ...] = (
    boards,
    standings,
    card,
    crosstable,
    ranks,
    tiebreak_working,
    ladder,
    ladder_table,
    ladder_working,
    open_games,
    starting_list,
)
HISTORY_VIEWS: tuple[HistoryView, ...] = (ticker, audit, pairing_reasons)

_QUESTIONS: dict[str, type[Question[Any]]] = {
    **{view.NAME: view.Ask for view in STATE_VIEWS},
    **{view.NAME: view.Ask for view in HISTORY_VIEWS},
}
NAMES: tuple[str, ...] = tuple(_QUESTIONS)


def read_question(name: str, asked: dict[str, object]) -> Question[Any]:
    """The question to a view whose name comes from outside. Numbers may come as text, as an address has them."""
    if name not in _QUESTIONS:
        raise Refusal("no-such-view", view=name, known=NAMES)
    kind = _QUESTIONS[name]
    try:
        question: Question[Any] = msgspec.convert(asked, kind, strict=False)
    except msgspec.ValidationError as error:
        given = tuple(f"{field}={value}" for field, value in sorted(asked.items()))
        raise BadInput("bad-view-argument", view=name, given=given, known=kind.__struct_fields__) from error
    return question


_READS = {
    ladder_card.NAME: ladder_card.READS,
    paired_ladder.NAME: paired_ladder.READS,
    **{view.NAME: view.READS for view in STATE_VIEWS},
}


def may_differ(name: str, before: State, after: State) -> bool:
    """Whether a view may show something else (beyond the version) than before; a history view may always.

    ``evolve`` shares what it leaves alone, so a part that changed is another object.
    """
    parts = _READS.get(name)
    if parts is None:
        return True
    old, new = before.tournament, after.tournament
    if old.categories is not new.categories:  # they stand behind every name
        return True
    if shown_numbers(old) != shown_numbers(new):  # before every name
        return True
    return old is not new and any(getattr(old, part) is not getattr(new, part) for part in parts)


@functools.cache
def names_of(system: str) -> tuple[str, ...]:
    """The views that a tournament of that system has: a ladder and what tells of it only where it is ranked by one."""
    without = () if has_ladder(system) else (ladder.NAME, ladder_table.NAME, ladder_working.NAME)
    return tuple(name for name in NAMES if name not in without)
