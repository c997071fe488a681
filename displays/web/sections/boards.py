"""The views as parts of a page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from displays.web.markup import Child, Markup, join, tag
from displays.web.sections.correction_marks import Corrections, marked
from displays.web.visibility import SeenViews
from displays.words.audit import audit_row, clock, names_of, ticker_line
from displays.words.language import Language
from displays.words.notation import named, result_mark
from displays.words.outcome_words import outcome_words
from engine.scoring import show
from ledger.views.audit import Audit, Entry
from ledger.views.boards import BoardLine, Boards
from ledger.views.projector import NEWEST_KEPT
from ledger.views.ticker import Ticker
from ledger.views.view import Person

AUDIT_ON_A_PAGE = 40  # entries, where there is a page with all of them besides


def boards_section(seen: SeenViews, reader: Language, to_card: str, corrections: Corrections | None = None) -> Markup:
    """``to_card`` is the address of a card, with {} for the player's number; corrected results are marked."""
    view = seen.view("boards")
    assert isinstance(view, Boards)
    if view.phase is None:
        return tag("section", tag("h2", reader.word("boards")), tag("p", reader.word("nothing-paired")))
    word, points = reader.word, seen.tournament.rules.points

    def corrected(line: BoardLine) -> str:
        return corrections.of_board(view.round, line.board) if corrections else ""

    def row(line: BoardLine) -> Sequence[Child]:
        white, black = (linked(side.player, to_card) for side in (line.white, line.black))
        return (
            tag("td", line.board, class_="number"),
            tag("td", white),
            tag("td", show(line.white.score, view.per_point), class_="number spare"),
            tag("td", marked(result_mark(line.result, reader, points), corrected(line), reader), class_="result"),
            tag("td", show(line.black.score, view.per_point), class_="number spare"),
            tag("td", black),
        )

    title = f"{word('boards')}, {reader.field('round')} {view.round}"
    heads = ("board number", "white", "points number spare", "result result", "points number spare", "black")
    called = outcome_words(points, reader)
    idle = [tag("li", linked(line.player, to_card), f": {called[line.outcome.value]}") for line in view.sitouts]
    sitting_out = join(tag("h3", word("sitting-out")), tag("ul", *idle)) if idle else None
    title_line = tag("h2", title, " ", tag("small", word(view.phase.value, "phases")))
    return tag("section", title_line, grid(heads, map(row, view.boards), reader), sitting_out)


def ticker_section(seen: SeenViews, reader: Language, limit: int) -> Markup:
    view = seen.view("ticker", limit=limit)
    assert isinstance(view, Ticker)
    points = seen.tournament.rules.points
    news = [tag("li", tag("time", clock(i.at)[11:16]), " ", ticker_line(i, reader, points)) for i in view.items]
    return tag("section", tag("h2", reader.word("ticker")), tag("ul", *news, class_="news"))


def audit_section(seen: SeenViews, reader: Language, to_all: str = "") -> Markup:
    """All of it; or, with the address of all, the end."""
    entries = _last_entries(seen) if to_all else _entries(seen)
    points, names = seen.tournament.rules.points, names_of(seen.tournament)
    heads = ("version", "when", "who", "what", "subject", "change", "why")
    rows = ([tag("td", cell) for cell in audit_row(entry, reader, points, names)] for entry in entries)
    all_of_it = tag("p", tag("a", reader.word("audit-all"), href=to_all)) if to_all else None
    return tag("section", tag("h2", reader.word("audit")), all_of_it, grid(heads, rows, reader), id="audit")


def _last_entries(seen: SeenViews) -> Sequence[Entry]:
    """Always as many, if there are so many that the visitor may see: what is hidden must not push out what is shown."""
    newest = _entries(seen, work=NEWEST_KEPT)
    return (newest if len(newest) >= AUDIT_ON_A_PAGE else _entries(seen))[-AUDIT_ON_A_PAGE:]


def _entries(seen: SeenViews, **asked: object) -> Sequence[Entry]:
    view = seen.view("audit", **asked)
    assert isinstance(view, Audit)
    return view.entries


Head = str | tuple[str, str]  # a word and the classes of its column in one text, or a text of its own and the classes


def grid(heads: Sequence[Head], rows: Iterable[Sequence[Child]], reader: Language) -> Markup:
    """A table in a frame of its own, so that a narrow screen scrolls the table and not the page.

    Columns of the class ``spare`` give way on a phone.
    """
    cells = [_head(head, reader) for head in heads]
    head = tag("thead", tag("tr", *(tag("th", text, scope="col", class_=classes or None) for text, classes in cells)))
    body = tag("tbody", *(tag("tr", *row) for row in rows))
    return tag("div", tag("table", head, body), class_="grid", tabindex="0")


def _head(head: Head, reader: Language) -> tuple[str, str]:
    if isinstance(head, tuple):
        return head
    word, _, classes = head.partition(" ")
    return reader.word(word), classes


def linked(person: Person, to_card: str) -> Markup:
    return tag("a", named(person), href=to_card.replace("{}", str(person.number)))
