"""Results and scores as the hall writes them."""

from __future__ import annotations

from displays.language import Language
from engine.model import CHESS_POINTS, MEANINGS, OUTCOMES, Outcome, PointTable, Result
from engine.scoring import points, show

_FORFEITS = {Outcome.FORFEIT_WIN: "+", Outcome.FORFEIT_LOSS: "-"}


def result_mark(result: Result, language: Language, table: PointTable = CHESS_POINTS) -> str:
    """Played games by what they score (``1–0``, in draughts ``2–0``), forfeits as ``+ –``, the others in a word."""
    white, black = OUTCOMES[result]
    if white in _FORFEITS:
        return f"{_FORFEITS[white]}/{_FORFEITS[black]}"
    if result is Result.PENDING:
        return "·"
    if not result.is_played:
        return language.word(result.value)
    mark = "–".join(show(points(table, outcome), table.per_point) for outcome in (white, black))
    return mark if MEANINGS[white].rated else f"{mark} u"


def signed(units: int, per_point: int) -> str:
    """Points given or taken: ``+1``, ``-½``."""
    return show(units, per_point) if units < 0 else f"+{show(units, per_point)}"
