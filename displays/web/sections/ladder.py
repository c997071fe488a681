"""The Keizer system as parts of a page: the ladder, and how a total came about."""

from __future__ import annotations

from collections.abc import Sequence

from displays.web.markup import Child, Markup, join, tag
from displays.web.sections.boards import grid, linked
from displays.web.visibility import SeenViews
from displays.words.category_words import category_title
from displays.words.ladder_text import (
    WORKING_COLUMNS,
    group_lines,
    group_title,
    ladder_moment,
    ladder_notes,
    movement,
    rung_notes,
    working_rows,
)
from displays.words.language import Language
from displays.words.tiebreak_names import figure
from engine.errors import Refusal
from engine.model import PlayerId
from ledger.views.ladder import Ladder, LadderGroup, LadderLine
from ledger.views.ladder_working import Working


def ladder_section(seen: SeenViews, reader: Language, to_card: str, category: str = "") -> Markup:
    """``to_card`` is the address of a card, with {} for the player's number."""
    view = seen.view("ladder", category=category or None)
    assert isinstance(view, Ladder)

    def row(line: LadderLine) -> Sequence[Child]:
        notes = rung_notes(line, reader)
        return (
            tag("td", line.place, class_="number"),
            tag("td", line.overall, class_="number") if category else None,
            tag("td", movement(line), class_="number"),
            tag("td", linked(line.player, to_card), join(" ", tag("small", ", ".join(notes))) if notes else None),
            tag("td", figure(line.value, reader), class_="number"),
            tag("td", figure(line.points, reader), class_="number spare"),
            tag("td", tag("b", figure(line.total, reader)), class_="number"),
        )

    heads = ["place number", "movement number", "name", "value number", "this-round number spare", "total number"]
    if category:
        heads.insert(1, "overall number")
    after = tag("small", ladder_moment(view, reader), class_="official" if view.is_official else "live")
    about = tag("p", category_title(category, reader)) if category else None
    notes = [tag("p", note) for note in ladder_notes(view, reader)]
    apart = [_group(view, group, reader, to_card) for group in view.groups]
    title = tag("h2", reader.word("ladder"), " ", after)
    return tag("section", title, about, grid(heads, map(row, view.lines), reader), *notes, *apart)


def _group(view: Ladder, group: LadderGroup, reader: Language, to_card: str) -> Markup:
    rows = (
        (
            tag("td", place, class_="number"),
            tag("td", line.place, class_="number"),
            tag("td", linked(line.player, to_card)),
            tag("td", tag("b", figure(line.total, reader)), class_="number"),
        )
        for place, line in group_lines(view, group)
    )
    heads = ("place number", "overall number", "name", "total number")
    return join(tag("h3", group_title(view, group, reader)), grid(heads, rows, reader))


_CLASSES = ("number", "", "spare", "number spare", "number", "number", "number", "number")


def working_section(seen: SeenViews, reader: Language, player: PlayerId) -> Markup:
    """How the total came about; of somebody who is not on the ladder yet, that he is not."""
    title = reader.word("working-shown")
    try:
        view = seen.view("working", player=player)
    except Refusal as refusal:
        if refusal.code != "not-on-the-ladder":
            raise
        return tag("section", tag("h2", title), tag("p", reader.sentence(refusal)))
    assert isinstance(view, Working)
    place = f"{reader.word('place')} {view.place} {ladder_moment(view, reader)}"
    total = tag("b", f"{reader.word('total')} {figure(view.total, reader)}")
    heads = [" ".join(part for part in pair if part) for pair in zip(WORKING_COLUMNS, _CLASSES, strict=True)]
    rows = ([_cell(*pair) for pair in zip(row, _CLASSES, strict=True)] for row in working_rows(view, reader))
    return tag("section", tag("h2", title), tag("p", place, ", ", total), grid(heads, rows, reader))


def _cell(text: str, classes: str) -> Markup:
    return tag("td", text, class_=classes or None)
