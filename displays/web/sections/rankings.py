"""Sections for the ranking: standings, why a place, cross table, rank over time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from markupsafe import Markup

from displays.web.sections.bump_chart import bump_chart
from displays.web.sections.correction_links import CorrectionLinks
from displays.web.sections.period_choice import ToPeriod, period_choice
from displays.web.sections.table import Table, TableCell, TableHead, card_link, heads_of, plain_cells
from displays.web.templating import render_section
from displays.web.visibility import SeenViews
from displays.words.language import Language
from displays.words.notation import category_title, full_name, round_mark, shown_place, who
from displays.words.ranking_text import (
    criterion_title,
    cross_row,
    expelled_line,
    explanation_end,
    is_unranked,
    moment,
    part_row,
    play_off_lines,
    standing_notes,
    standing_within,
)
from displays.words.tiebreak_names import figure, heading, legend
from engine.model import PlayerId
from ledger.views.crosstable import CrossLine, Crosstable, CrosstableQuestion
from ledger.views.figures import SCORE, Amount, Column
from ledger.views.ranks import RankLine, RanksQuestion
from ledger.views.standings import StandingLine, StandingsQuestion
from ledger.views.tiebreak_working import Criterion, ExplanationQuestion

TIEBREAKS_ON_A_PHONE = 2  # the others give way on a narrow screen


def standings_section(
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
    view = seen.show(StandingsQuestion(category=category or None, period=period))

    def row(line: StandingLine) -> Sequence[TableCell]:
        return (
            TableCell(shown_place(line.place, is_unranked(line)), "number"),
            *([TableCell(line.overall, "number")] if category else []),
            card_link(line.player, to_card, ", ".join(standing_notes(line, reader))),
            TableCell(line.player.rating, "number spare"),
            *_values(line.values, view.columns, reader),
            TableCell(line.games, "number spare"),
        )

    heads = heads_of(["place number", *(["overall number"] if category else []), "name", "rating number spare"], reader)
    heads += [*_value_heads(view.columns, reader, is_ladder=view.is_ladder), *heads_of(["games number spare"], reader)]
    return render_section(
        "sections/standings.html",
        reader,
        moment=moment(view.round, view.is_official, reader),
        is_official=view.is_official,
        category=category_title(category, reader) if category else "",
        periods=period_choice(view, reader, to_period),
        choice=choice or "",
        table=Table(tuple(heads), map(row, view.lines)),
        play_offs=play_off_lines(view, seen.tournament.rules.points, reader),
        expelled=expelled_line(view, reader),
        legend=_legend(view.columns, reader),
    )


def _value_heads(columns: Sequence[Column], reader: Language, *, is_ladder: bool = False) -> list[TableHead]:
    classes = ["number" if index <= TIEBREAKS_ON_A_PHONE else "number spare" for index in range(len(columns))]
    names = (heading(column.code, reader, is_ladder=is_ladder) for column in columns)
    return [TableHead(name, kind) for name, kind in zip(names, classes, strict=True)]


def _values(values: Sequence[Amount], columns: Sequence[Column], reader: Language) -> list[TableCell]:
    cells = zip(values, columns, _value_heads(columns, reader), strict=True)
    return [
        TableCell(figure(value, reader), head.classes, is_strong=column.code == SCORE) for value, column, head in cells
    ]


def _legend(columns: Sequence[Column], reader: Language) -> str:
    return " · ".join(line for line in legend(columns, reader) if line)


# -- why -------------------------------------------------------------------------------------------------------------


def explanation_section(seen: SeenViews, reader: Language, player: PlayerId) -> Markup:
    view = seen.show(ExplanationQuestion(player))
    return render_section(
        "sections/explanation.html",
        reader,
        question=reader.phrase("explanation-title", player=full_name(view.player), place=view.place),
        moment=moment(view.round, view.is_official, reader),
        criteria=[_criterion(criterion, reader) for criterion in view.criteria],
        end=explanation_end(view, reader),
    )


def _criterion(criterion: Criterion, reader: Language) -> dict[str, object]:
    """What decided is shown open; what only informs, or separated nobody, can be opened."""
    code, value, name = criterion_title(criterion, reader)
    return {
        "code": code,
        "value": value,
        "name": name,
        "decided": standing_within(criterion, reader),
        "rivals": [
            (reader.word(rival.stands), who(rival.player), figure(rival.value, reader)) for rival in criterion.rivals
        ],
        "table": _parts(criterion, reader) if criterion.parts else None,
        "is_open": bool(criterion.rivals) and bool(criterion.ahead or criterion.behind),
    }


def _parts(criterion: Criterion, reader: Language) -> Table:
    heads = heads_of(("round number", "opponent", "value number", "where-from"), reader)
    classes = ("number", "", "number", "")
    return Table(
        tuple(heads), (plain_cells(part_row(part, criterion.code, reader), classes) for part in criterion.parts)
    )


# -- cross table -----------------------------------------------------------------------------------------------------


def crosstable_section(
    seen: SeenViews, reader: Language, to_card: str, corrections: CorrectionLinks | None = None
) -> Markup:
    """Results that were corrected are marked, where it is known which."""
    view = seen.show(CrosstableQuestion())
    across = [line.line for line in view.lines] if view.is_square else []
    rounds = [round_mark(number, reader) for number in range(1, view.round + 1)]

    def row(line: CrossLine) -> Sequence[TableCell]:
        return (
            TableCell(line.line, "number"),
            card_link(line.player, to_card),
            *_cross_cells(line, view, reader, corrections),
            *_values(line.values, view.columns, reader),
        )

    heads = [*heads_of(("rank number", "name"), reader), *(TableHead(str(text), "cross") for text in across or rounds)]
    heads += _value_heads(view.columns, reader, is_ladder=view.is_ladder)
    return render_section(
        "sections/crosstable.html",
        reader,
        moment=moment(view.round, view.is_official, reader),
        table=Table(tuple(heads), map(row, view.lines)),
        legend=_legend(view.columns, reader),
    )


def _cross_cells(
    line: CrossLine, view: Crosstable, reader: Language, corrections: CorrectionLinks | None
) -> Iterator[TableCell]:
    rounds = line.meetings if view.is_square else tuple((number,) for number in range(1, view.round + 1))
    for text, played in zip(cross_row(line, view, reader), rounds, strict=True):
        found = [corrections.of_player(number, line.player.number) for number in played] if corrections else []
        yield TableCell(text, "cross", corrected=next(filter(None, found), ""))


# -- rank over time --------------------------------------------------------------------------------------------------


def ranks_section(seen: SeenViews, reader: Language, to_card: str, marked: PlayerId | None = None) -> Markup:
    """The picture; without a player to be marked also the numbers behind it."""
    view = seen.show(RanksQuestion())

    def row(line: RankLine) -> Sequence[TableCell]:
        return (card_link(line.player, to_card), *(TableCell(place, "number") for place in line.places))

    rounds = (TableHead(round_mark(number, reader), "number") for number in range(1, view.round + 1))
    return render_section(
        "sections/ranks.html",
        reader,
        moment=moment(view.round, view.is_official, reader),
        chart=bump_chart(view, reader, marked),
        table=Table((*heads_of(["name"], reader), *rounds), map(row, view.lines)) if marked is None else None,
    )
