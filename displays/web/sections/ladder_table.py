"""Section with the figures of a ladder: a table, which folds into lines per round where it is narrow."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from displays.web.sections.table import card_address
from displays.web.templating import render_section
from displays.web.visibility import SeenViews
from displays.words.ladder_table_text import (
    absences_mark,
    games_mark,
    given_points,
    has_given,
    how_told,
    legend,
    mark_of,
    table_moment,
    table_notes,
)
from displays.words.language import Language
from displays.words.notation import category_title, full_name, round_mark, shown_place
from displays.words.tiebreak_names import figure
from engine.model import Value
from engine.scoring import show
from ledger.views.ladder_table import LadderTable, LadderTableQuestion, TableLine

UNFOLDED = 1  # rounds that a phone shows of each player before the others are asked for
# From so many rounds on a sheet of paper has smaller letters.
CROWDED, CRAMMED = 10, 20


class RoundCell(Value, frozen=True):
    points: str
    mark: str
    how: str  # against whom, and the working
    is_older: bool


class TableRow(Value, frozen=True):
    place: str
    overall: int
    name: str
    address: str  # of the card
    note: str
    categories: tuple[str, ...]
    used: str
    rounds: tuple[RoundCell, ...]  # the newest first
    given: str
    total: str
    next: str
    games: str
    absences: str


def ladder_table_section(
    seen: SeenViews, reader: Language, to_card: str, category: str = "", choice: Markup | None = None, **facts: object
) -> Markup:
    """``to_card`` is the address of a card, with {} for the player's number; ``choice``: of another category."""
    view = seen.show(LadderTableQuestion(category=category or None))
    return render_section(
        "sections/ladder_table.html",
        reader,
        moment=table_moment(view, reader),
        is_official=view.is_official,
        category=category_title(category, reader) if category else "",
        choice=choice or "",
        marks=[round_mark(number, reader) for number in range(view.round, 0, -1)],
        size="crammed" if view.round > CRAMMED else "crowded" if view.round > CROWDED else "",
        has_given=has_given(view),
        rows=[_row(line, view, reader, to_card) for line in view.lines],
        legend=legend(view.lines, reader),
        notes=table_notes(view, reader),
        **{"is_embedded": False, **facts},
    )


def _notes(line: TableLine, reader: Language) -> Iterator[str]:
    told = (("withdrawn", line.is_withdrawn), ("few-games", line.is_unranked))
    return (reader.word(note) for note, is_so in told if is_so)


def _row(line: TableLine, view: LadderTable, reader: Language, to_card: str) -> TableRow:
    newest_first = reversed(tuple(enumerate(line.rounds, start=1)))
    return TableRow(
        place=shown_place(line.place, line.is_unranked),
        overall=line.overall,
        name=full_name(line.player),
        address=card_address(line.player, to_card),
        note=", ".join(_notes(line, reader)),
        categories=line.player.categories,
        used=figure(line.value_used, reader),
        rounds=tuple(
            RoundCell(
                points=figure(one.points, reader),
                mark=mark_of(one, reader),
                how=how_told(one, reader),
                is_older=number <= view.round - UNFOLDED,
            )
            for number, one in newest_first
        ),
        given=show(given_points(line), 1) if line.given else "",
        total=figure(line.total, reader),
        next=figure(line.next_value, reader),
        games=games_mark(line.games),
        absences=absences_mark(line.absences, reader),
    )
