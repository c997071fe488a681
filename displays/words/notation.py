"""Players, results and scores as the hall writes them."""

from __future__ import annotations

import functools

from displays.words.language import Language
from displays.words.text_table import one_line
from engine.model import CHESS_POINTS, MEANINGS, OUTCOMES, Colour, Outcome, PointTable, Result
from engine.scoring import points, show
from ledger.views.card import CardLine
from ledger.views.crosstable import CrossCell
from ledger.views.view import Person

_FORFEITS = {Outcome.FORFEIT_WIN: "+", Outcome.FORFEIT_LOSS: "-"}


@functools.lru_cache(maxsize=1024)
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


def result_marks(table: PointTable, language: Language) -> dict[str, str]:
    """The mark of every result, as the hall writes them."""
    return {result.value: result_mark(result, language, table) for result in Result}


def signed(units: int, per_point: int) -> str:
    """Points given or taken: ``+1``, ``-½``."""
    return show(units, per_point) if units < 0 else f"+{show(units, per_point)}"


def outcome_mark(outcome: Outcome, units: int, per_point: int) -> str:
    """What a round brought to one player: points, ``+`` and ``-`` for a forfeit, a dot for what is still to come."""
    if outcome in (Outcome.PENDING, Outcome.POSTPONED):
        return "·"
    return _FORFEITS.get(outcome) or show(units, per_point)


def counted_mark(cell: CrossCell | CardLine, per_point: int) -> str:
    """The same; what does not count is in brackets."""
    mark = outcome_mark(cell.outcome, cell.points, per_point)
    return mark if cell.counts else f"({mark})"


def cross_mark(cell: CrossCell, per_point: int, language: Language) -> str:
    """``12w1``: the opponent's line, the colour, what it brought. A forfeit has no colour; no game is in brackets."""
    mark = counted_mark(cell, per_point)
    if cell.opponent is None:
        return f"({mark})"
    colour = "" if cell.outcome in _FORFEITS else colour_mark(cell.colour, language).lower()
    return f"{cell.opponent}{colour}{mark}"


def colour_mark(colour: Colour | None, language: Language) -> str:
    """``W``, ``B``: the first letter, as on a card."""
    return language.word(f"{colour.value}-short") if colour else ""


def round_mark(number: int, language: Language) -> str:
    """``R3``."""
    return f"{language.word('round')[0]}{number}"


def who(person: Person) -> str:
    """``7 IM Anna Smit (2312)``."""
    rating = f" ({person.rating})" if person.rating else ""
    return one_line(f"{person.number} {named(person)}{rating}")


def named(person: Person) -> str:
    return f"{person.title} {person.name}" if person.title else person.name


def on_card(person: Person) -> str:
    """``17 Klara Krause``: as a card names an opponent."""
    return one_line(f"{person.number} {person.name}")
