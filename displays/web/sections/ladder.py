"""Sections for the Keizer systems: the ladder, and how a total came about."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from displays.web.sections.period_choice import ToPeriod, period_choice
from displays.web.sections.table import Table, TableCell, TableHead, card_link, heads_of, plain_cells
from displays.web.templating import render_section
from displays.web.visibility import SeenViews
from displays.words.ladder_table_text import counted_rows, player_facts
from displays.words.ladder_text import (
    group_lines,
    group_title,
    ladder_moment,
    ladder_notes,
    movement,
    place_and_moment,
    rung_notes,
)
from displays.words.language import Language
from displays.words.notation import category_title, shown_place
from displays.words.tiebreak_names import figure
from engine.errors import Refusal
from engine.model import PlayerId
from ledger.views.ladder import Ladder, LadderGroup, LadderLine, LadderQuestion
from ledger.views.ladder_working import Working, WorkingQuestion

_GROUP_HEADS = ("place number", "overall number", "name", "total number")
_WORKING_HEADS = ("round number", "opponent", "outcome spare", "counted", "points number", "keizer-total number spare")


def ladder_section(
    seen: SeenViews,
    reader: Language,
    to_card: str,
    category: str = "",
    choice: Markup | None = None,
    *,
    period: int | None = None,
    to_period: ToPeriod | None = None,
) -> Markup:
    """``to_card`` is the address of a card, with {} for the player's number; ``choice``: of another category."""
    view = seen.show(LadderQuestion(category=category or None, period=period))

    def row(line: LadderLine) -> Sequence[TableCell]:
        return (
            TableCell(shown_place(line.place, line.is_unranked), "number"),
            *([TableCell(line.overall, "number")] if category else []),
            TableCell(movement(line), "number"),
            card_link(line.player, to_card, ", ".join(rung_notes(line, reader))),
            TableCell(figure(line.value, reader), "number"),
            TableCell(figure(line.points, reader), "number spare"),
            TableCell(figure(line.total, reader), "number", is_strong=True),
        )

    heads = ["place number", "movement number", "name", "value number", "this-round number spare", "total number"]
    if category:
        heads.insert(1, "overall number")
    return render_section(
        "sections/ladder.html",
        reader,
        moment=ladder_moment(view, reader),
        is_official=view.is_official,
        category=category_title(category, reader) if category else "",
        periods=period_choice(view, reader, to_period),
        choice=choice or "",
        table=Table(tuple(heads_of(heads, reader)), map(row, view.lines)),
        notes=ladder_notes(view, reader),
        groups=[(group_title(view, group, reader), _group(view, group, reader, to_card)) for group in view.groups],
    )


def _group(view: Ladder, group: LadderGroup, reader: Language, to_card: str) -> Table:
    rows = (
        (
            TableCell(shown_place(place, line.is_unranked), "number"),
            TableCell(shown_place(line.place, line.is_unranked), "number"),
            card_link(line.player, to_card),
            TableCell(figure(line.total, reader), "number", is_strong=True),
        )
        for place, line in group_lines(view, group)
    )
    return Table(tuple(heads_of(_GROUP_HEADS, reader)), rows)


def working_of(seen: SeenViews, player: PlayerId) -> Working | None:
    """None: the player is not on the ladder yet."""
    try:
        return seen.show(WorkingQuestion(player))
    except Refusal as refusal:
        if refusal.code != "not-on-the-ladder":
            raise
        return None


def working_section(seen: SeenViews, reader: Language, player: PlayerId) -> Markup:
    """How the total came about; of somebody who is not on the ladder yet, that they are not."""
    try:
        view = seen.show(WorkingQuestion(player))
    except Refusal as refusal:
        if refusal.code != "not-on-the-ladder":
            raise
        return render_section("sections/working.html", reader, refusal=refusal)
    heads = heads_of((head for head in _WORKING_HEADS if not head.startswith("counted")), reader)
    heads.insert(3, TableHead(reader.word("counted", "ladder")))
    classes = [head.classes for head in heads]
    rows = (plain_cells(row, classes) for row in counted_rows(view, reader))
    return render_section(
        "sections/working.html",
        reader,
        refusal=None,
        place=place_and_moment(view, reader),
        total=f"{reader.word('total')} {figure(view.total, reader)}",
        table=Table(tuple(heads), rows),
        facts=player_facts(view.games, view.absences, reader),
    )
