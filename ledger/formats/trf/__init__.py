"""TRF16, TRF26 and TRF(x): lenient in, strict out.

Two layers. ``parse`` and ``render`` are text ↔ ``TrfFile``: every line as a value that knows its place; what is not
understood is kept. ``understand`` makes a ``Tournament`` of such a file, ``events`` the events for a log, ``write`` a
file of a tournament. Whatever was read otherwise than it is written is an ``Adjustment``; a file that contradicts
itself is refused with a ``BadInput`` that says line and column.
"""

from ledger.formats.trf.lines import Adjustment, TrfFile
from ledger.formats.trf.meaning import Understood, before_round, tournament, understand
from ledger.formats.trf.reader import parse, render
from ledger.formats.trf.story import events, story
from ledger.formats.trf.writer import Dialect, losses, write

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
