"""The table and what belongs to it as parts of a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from displays.web.markup import Child, Markup, join, tag
from displays.web.sections.boards import Head, grid, linked
from displays.web.sections.bump_chart import bump_chart
from displays.web.sections.correction_marks import Corrections, marked
from displays.web.visibility import SeenViews
from displays.words.category_words import category_title
from displays.words.language import Language
from displays.words.notation import named, round_mark, who
from displays.words.ranking_text import (
    criterion_title,
    cross_row,
    decided,
    explanation_end,
    moment,
    part_row,
    standing_notes,
)
from displays.words.tiebreak_names import SCORE, figure, heading, legend
from engine.model import PlayerId
from ledger.views.crosstable import CrossLine, Crosstable
from ledger.views.figures import Amount, Column
from ledger.views.ranks import RankLine, Ranks
from ledger.views.standings import StandingLine, Standings
from ledger.views.tiebreak_working import Criterion, Explanation

TIEBREAKS_ON_A_PHONE = 2  # the others give way on a narrow screen


def standings_section(seen: SeenViews, reader: Language, to_card: str, category: str = "") -> Markup:
    """``to_card`` is the address of a card, with {} for the player's number."""
    view = seen.view("standings", category=category or None)
    assert isinstance(view, Standings)

    def row(line: StandingLine) -> Sequence[Child]:
        notes = standing_notes(line, reader)
        return (
            tag("td", line.place, class_="number"),
            tag("td", line.overall, class_="number") if category else None,
            tag("td", linked(line.player, to_card), join(" ", tag("small", ", ".join(notes))) if notes else None),
            tag("td", line.player.rating, class_="number spare"),
            *_values(line.values, view.columns, reader),
            tag("td", line.games, class_="number spare"),
        )

    heads: list[Head] = ["place number", "name", "rating number spare"]
    if category:
        heads.insert(1, "overall number")
    heads += [*_value_heads(view.columns, reader), "games number spare"]
    after = tag(
        "small", moment(view.round, view.is_official, reader), class_="official" if view.is_official else "live"
    )
    title = tag("h2", reader.word("standings"), " ", after)
    about = tag("p", category_title(category, reader)) if category else None
    return tag("section", title, about, grid(heads, map(row, view.lines), reader), _legend(view.columns, reader))


def _value_heads(columns: Sequence[Column], reader: Language) -> list[Head]:
    classes = ["number" if index <= TIEBREAKS_ON_A_PHONE else "number spare" for index in range(len(columns))]
    return [(heading(column.code, reader), kind) for column, kind in zip(columns, classes, strict=True)]


def _values(values: Sequence[Amount], columns: Sequence[Column], reader: Language) -> list[Markup]:
    cells = zip(values, columns, _value_heads(columns, reader), strict=True)
    return [
        tag("td", tag("b", text) if column.code == SCORE else text, class_=head[1])
        for value, column, head in cells
        for text in (figure(value, reader),)
    ]


def _legend(columns: Sequence[Column], reader: Language) -> Markup | None:
    meanings = [line for line in legend(columns, reader) if line]
    return tag("p", " · ".join(meanings), class_="legend") if meanings else None


# -- why -------------------------------------------------------------------------------------------------------------


def explanation_section(seen: SeenViews, reader: Language, player: PlayerId) -> Markup:
    view = seen.view("explanation", player=player)
    assert isinstance(view, Explanation)
    question = reader.phrase("explanation-title", player=named(view.player), place=view.place)
    after = tag("small", moment(view.round, view.is_official, reader))
    steps = [_criterion(criterion, reader) for criterion in view.criteria]
    end = [tag("p", text) for text in explanation_end(view, reader)]
    return tag("section", tag("h2", question, " ", after), *steps, *end, id="why")


def _criterion(criterion: Criterion, reader: Language) -> Markup:
    """What decided stands open; what only shows, or cut nothing apart, can be opened."""
    code, value, name = criterion_title(criterion, reader)
    title = tag("summary", code, " ", tag("b", value), " ", name)
    rivals = [
        tag("li", reader.word(rival.stands), ": ", who(rival.player), ", ", tag("b", figure(rival.value, reader)))
        for rival in criterion.rivals
    ]
    content = (
        tag("p", decided(criterion, reader)),
        tag("ul", *rivals) if rivals else None,
        _parts(criterion, reader) if criterion.parts else None,
    )
    is_open = bool(criterion.rivals) and bool(criterion.ahead or criterion.behind)
    return tag("details", title, *content, open=is_open)


def _parts(criterion: Criterion, reader: Language) -> Markup:
    heads = ("round number", "opponent", "value number", "where-from")
    classes = ("number", None, "number", None)
    rows = (
        [
            tag("td", cell, class_=kind)
            for cell, kind in zip(part_row(part, criterion.code, reader), classes, strict=True)
        ]
        for part in criterion.parts
    )
    return grid(heads, rows, reader)


# -- cross table -----------------------------------------------------------------------------------------------------


def crosstable_section(
    seen: SeenViews, reader: Language, to_card: str, corrections: Corrections | None = None
) -> Markup:
    """Results that were corrected are marked, where it is known which."""
    view = seen.view("crosstable")
    assert isinstance(view, Crosstable)
    across = [line.line for line in view.lines] if view.is_square else []
    rounds = [round_mark(number, reader) for number in range(1, view.round + 1)]
    columns: list[Head] = [(str(text), "cross") for text in (across or rounds)]

    def row(line: CrossLine) -> Sequence[Child]:
        return (
            tag("td", line.line, class_="number"),
            tag("td", linked(line.player, to_card)),
            *(tag("td", cell, class_="cross") for cell in _cross_cells(line, view, reader, corrections)),
            *_values(line.values, view.columns, reader),
        )

    heads: list[Head] = ["line number", "name", *columns, *_value_heads(view.columns, reader)]
    title = tag("h2", reader.word("crosstable"), " ", tag("small", moment(view.round, view.is_official, reader)))
    return tag("section", title, grid(heads, map(row, view.lines), reader), _legend(view.columns, reader))


def _cross_cells(
    line: CrossLine, view: Crosstable, reader: Language, corrections: Corrections | None
) -> Iterator[Markup | str]:
    rounds = line.meetings if view.is_square else tuple((number,) for number in range(1, view.round + 1))
    for text, played in zip(cross_row(line, view, reader), rounds, strict=True):
        found = [corrections.of_player(number, line.player.number) for number in played] if corrections else []
        yield marked(text, next(filter(None, found), ""), reader)


# -- rank over time --------------------------------------------------------------------------------------------------


def ranks_section(seen: SeenViews, reader: Language, to_card: str, marked: PlayerId | None = None) -> Markup:
    """The picture; without a player to be marked also the numbers behind it."""
    view = seen.view("ranks")
    assert isinstance(view, Ranks)

    def row(line: RankLine) -> Sequence[Child]:
        places = (tag("td", place, class_="number") for place in line.places)
        return (tag("td", linked(line.player, to_card)), *places)

    heads: list[Head] = ["name", *((round_mark(number, reader), "number") for number in range(1, view.round + 1))]
    title = tag("h2", reader.word("ranks"), " ", tag("small", moment(view.round, view.is_official, reader)))
    numbers = grid(heads, map(row, view.lines), reader) if marked is None else None
    return tag("section", title, bump_chart(view, reader, marked), numbers)
