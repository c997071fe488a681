"""Notation of players, results, scores, rounds without a game and categories, as the hall writes them."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from fractions import Fraction

from displays.words.language import Language
from displays.words.text_table import one_line
from engine.dummy import always_draws
from engine.model import CHESS_POINTS, MEANINGS, OUTCOMES, Arbiter, Colour, Outcome, PointTable, Result, Tournament
from engine.scoring import points, scale, show
from ledger.formats.trf.officials import show_arbiter
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


def with_sign(units: int, per_point: int) -> str:
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


def shown_place(place: int | str, is_unranked: bool) -> str:
    """Who has played too few games for the list of a finished season may have none."""
    return "–" if is_unranked else str(place)


def who(person: Person) -> str:
    """``7 IM Anna Smit (2312)``."""
    rating = f" ({person.rating})" if person.rating else ""
    return one_line(f"{person.shown_number} {full_name(person)}{rating}")


def full_name(person: Person) -> str:
    return f"{person.title} {person.name}" if person.title else person.name


def on_card(person: Person) -> str:
    """``17 Klara Krause``: as a card names an opponent."""
    return one_line(f"{person.shown_number} {person.name}")


# -- rounds without a game ---------------------------------------------------------------------------------------------

_POINTS_IN_THE_NAME = {Outcome.FULL_BYE: Fraction(1), Outcome.HALF_BYE: Fraction(1, 2)}


def outcome_word(outcome: Outcome, units: int, per_point: int, language: Language) -> str:
    """What a round without a game is called; ``units`` is what it scores. Byes are named by the points of chess: where
    one is worth another number it is called by that (a "half-point bye" of draughts, 2-1-0, is worth a whole one)."""
    if _POINTS_IN_THE_NAME.get(outcome, Fraction(units, per_point)) == Fraction(units, per_point):
        return language.word(outcome.value, "outcomes")
    return language.phrase("bye-worth", points=show(units, per_point))


@functools.lru_cache(maxsize=256)
def outcome_words(table: PointTable, language: Language) -> Mapping[str, str]:
    """All of them, as a tournament with that table calls them."""
    return {
        outcome.value: outcome_word(outcome, units, table.per_point, language)
        for outcome, units in scale(table).items()
    }


def outcomes_called(t: Tournament, language: Language) -> Mapping[str, str]:
    """All of them, as the hall is told of rounds: KNDB modification 2 makes a player of the dummy that always draws."""
    called = outcome_words(t.rules.points, language)
    if not always_draws(t.rules):
        return called
    return {**called, Outcome.PAIRING_BYE.value: language.word("meets-the-dummy", "draughts")}


# -- categories --------------------------------------------------------------------------------------------------------

_SEXES = {"w": "category-women", "m": "category-men"}
_WITH_THEIR_KIND = ("born", "category", "rating")


def category_words(category: str, reader: Language) -> str:
    """``sex=w;age=U12`` → ``women, U12``. (``static/js/categories.js`` says the same.)"""
    conditions = (part.strip() for part in category.split(";"))
    return ", ".join(_condition(part, reader) for part in conditions if part)


def category_title(category: str, reader: Language) -> str:
    """The same at the beginning of a line."""
    words = category_words(category, reader)
    return words[:1].upper() + words[1:]


def age_categories_as_typed(categories: Iterable[str]) -> str:
    """``U12, sex=w;age=U16``, which ``parse.age_categories`` reads: a group that is nothing but one by age without its
    kind."""
    return ", ".join(one if ";" in one else one.removeprefix("age=") for one in categories)


def arbiters_as_typed(arbiters: Iterable[Arbiter]) -> str:
    """``Bakker, Els (1000501); De Vries, Jan``, which ``parse.arbiters`` reads."""
    return "; ".join(map(show_arbiter, arbiters))


def _condition(condition: str, reader: Language) -> str:
    kind, _, value = (part.strip() for part in condition.partition("="))
    if kind == "sex" and value.lower() in _SEXES:
        return reader.word(_SEXES[value.lower()], "screens")
    return reader.phrase(f"category-{kind}", section="screens", value=value) if kind in _WITH_THEIR_KIND else value
