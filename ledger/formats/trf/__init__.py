"""TRF16, TRF26 and TRF(x): lenient in, strict out.

Two layers. ``parse`` and ``render`` are text ↔ ``TrfFile``: every line as a value that knows its place; what is not
understood is kept. ``understand`` makes a ``Tournament`` of such a file, ``events`` the events for a log, ``write`` a
file of a tournament. Whatever was read otherwise than it is written is an ``Adjustment``; a file that contradicts
itself is refused with a ``BadInput`` that says line and column.

A name is loaded when it is asked for here: who only reads a file does without the acts that ``to_events`` tells and the
rankings that ``writer`` shows.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ledger.formats.trf.lines import Adjustment, TrfFile
    from ledger.formats.trf.meaning import Understood, before_round, tournament, understand
    from ledger.formats.trf.reader import parse, render
    from ledger.formats.trf.to_events import events, story
    from ledger.formats.trf.writer import Dialect, losses, write

_MODULE_OF = {
    **dict.fromkeys(("Adjustment", "TrfFile"), "lines"),
    **dict.fromkeys(("Understood", "before_round", "tournament", "understand"), "meaning"),
    **dict.fromkeys(("parse", "render"), "reader"),
    **dict.fromkeys(("events", "story"), "to_events"),
    **dict.fromkeys(("Dialect", "losses", "write"), "writer"),
}
__all__ = [
    "Adjustment",
    "Dialect",
    "TrfFile",
    "Understood",
    "before_round",
    "events",
    "losses",
    "parse",
    "render",
    "story",
    "tournament",
    "understand",
    "write",
]


def __getattr__(name: str) -> object:
    if name not in _MODULE_OF:
        raise AttributeError(name)
    return getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
