"""What is shown: one projection a file, all pure. A new view is a module here and a name in one of the two tuples."""

from __future__ import annotations

from ledger.views import audit, boards, card, standings, ticker
from ledger.views.contract import HistoryView, StateView, View, encode

__all__ = ["HISTORY_VIEWS", "NAMES", "STATE_VIEWS", "HistoryView", "StateView", "View", "encode"]

STATE_VIEWS: tuple[StateView, ...] = (boards, standings, card)
HISTORY_VIEWS: tuple[HistoryView, ...] = (ticker, audit)

NAMES: tuple[str, ...] = (*(view.NAME for view in STATE_VIEWS), *(view.NAME for view in HISTORY_VIEWS))
