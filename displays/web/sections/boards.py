"""Sections for the boards of a round, the news and the audit."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from displays.web.sections.correction_links import CorrectionLinks
from displays.web.sections.table import Table, TableCell, card_address, card_link, heads_of
from displays.web.templating import mark_times, moment_element, render_section
from displays.web.visibility import SeenViews
from displays.words.audit import audit_row, names_of, ticker_line
from displays.words.chess_pieces import figures
from displays.words.language import Language
from displays.words.notation import full_name, outcomes_called, result_mark
from displays.words.schedule_text import write_start
from displays.words.view_text import standing_before
from ledger.views.audit import AuditQuestion, Entry, page_of
from ledger.views.boards import BoardLine, BoardsQuestion
from ledger.views.projector import NEWEST_KEPT
from ledger.views.ticker import TickerQuestion

AUDIT_ON_ITS_OWN_PAGE = 1000  # entries
AUDIT_ON_A_PAGE = 40  # entries, where there is a page with all of them besides
_AUDIT_HEADS = ("step", "when", "who", "what", "subject", "change", "why")


def boards_section(
    seen: SeenViews, reader: Language, to_card: str, corrections: CorrectionLinks | None = None
) -> Markup:
    """``to_card`` is the address of a card, with {} for the player's number; corrected results are marked."""
    view = seen.show(BoardsQuestion())
    points = seen.tournament.rules.points
    column, standing = standing_before(view, seen.tournament, reader)

    def row(line: BoardLine) -> Sequence[TableCell]:
        white, black = (card_link(side.player, to_card) for side in (line.white, line.black))
        corrected = corrections.of_board(view.round, line.board) if corrections else ""
        return (
            TableCell(line.board, "number"),
            white,
            TableCell(standing(line.white), "number spare"),
            TableCell(result_mark(line.result, reader, points), "result", corrected=corrected),
            TableCell(standing(line.black), "number spare"),
            black,
        )

    called = outcomes_called(seen.tournament, reader)
    heads = ("board number", "white", f"{column} number spare", "result result", f"{column} number spare", "black")
    return render_section(
        "sections/boards.html",
        reader,
        view=view,
        starts=write_start(seen.state.schedule, view.round, reader),
        figures=figures(view.position.pieces) if view.position else "",
        table=Table(tuple(heads_of(heads, reader)), map(row, view.boards)),
        sitting_out=[
            (full_name(line.player), card_address(line.player, to_card), called[line.outcome.value])
            for line in view.sitouts
        ],
    )


def ticker_section(seen: SeenViews, reader: Language, limit: int) -> Markup:
    view = seen.show(TickerQuestion(limit=limit))
    points = seen.tournament.rules.points
    news = [(item.at, ticker_line(item, reader, points)) for item in view.items]
    return render_section("sections/ticker.html", reader, news=news)


def audit_section(seen: SeenViews, reader: Language, to_all: str) -> Markup:
    """The end, with the address of all of it."""
    return _audit_table(seen, reader, _last_entries(seen), to_all=to_all)


def audit_page_section(seen: SeenViews, reader: Language, before: int | None, to_older: str) -> Markup:
    """A page of it, the newest before that version; the address lacks the version of the next."""
    page = page_of(seen.show, AuditQuestion(), before=before, most=AUDIT_ON_ITS_OWN_PAGE)
    entries = page.audit.entries
    return _audit_table(seen, reader, entries, older=f"{to_older}{entries[0].version}" if page.is_more else "")


def _audit_table(
    seen: SeenViews, reader: Language, entries: Sequence[Entry], *, to_all: str = "", older: str = ""
) -> Markup:
    points, names = seen.tournament.rules.points, names_of(seen.tournament)
    rows = (_audit_cells(entry, audit_row(entry, reader, points, names), reader) for entry in entries)
    table = Table(tuple(heads_of(_AUDIT_HEADS, reader)), rows)
    return render_section("sections/audit.html", reader, table=table, to_all=to_all, older=older)


def _audit_cells(entry: Entry, texts: Sequence[str], reader: Language) -> list[TableCell]:
    version, _, who, what, subject, change, why = texts
    written = (version, moment_element(entry.at, reader), who, what, subject, mark_times(change, reader), why)
    return [TableCell(text) for text in written]


def _last_entries(seen: SeenViews) -> Sequence[Entry]:
    """Always as many, if there are so many that the visitor may see: what is hidden must not push out what is shown."""
    newest = seen.show(AuditQuestion(work=NEWEST_KEPT)).entries
    if len(newest) >= AUDIT_ON_A_PAGE:
        return newest[-AUDIT_ON_A_PAGE:]
    return page_of(seen.show, AuditQuestion(), most=AUDIT_ON_A_PAGE).audit.entries
