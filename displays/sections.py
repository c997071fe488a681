"""The views as parts of a page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from displays.language import Language
from displays.marks import result_mark
from displays.markup import Child, Markup, join, tag
from displays.public import PublicViews
from displays.telling import audit_row, clock, ticker_line
from displays.text import card_notes, standings_moment
from engine.scoring import show
from ledger.views.audit import Audit
from ledger.views.boards import BoardLine, Boards
from ledger.views.card import CardLine, PlayerCard
from ledger.views.contract import Person
from ledger.views.standings import StandingLine, Standings
from ledger.views.ticker import Ticker


def boards_section(seen: PublicViews, reader: Language, to_card: str) -> Markup:
    """``to_card`` is the address of a card, with {} for the player's number."""
    view = seen.view("boards")
    assert isinstance(view, Boards)
    if view.phase is None:
        return tag("section", tag("h2", reader.word("boards")), tag("p", reader.word("nothing-paired")))
    word, points = reader.word, seen.tournament.rules.points

    def row(line: BoardLine) -> Sequence[Child]:
        white, black = (_linked(side.player, to_card) for side in (line.white, line.black))
        return (
            tag("td", line.board, class_="number"),
            tag("td", white),
            tag("td", show(line.white.score, view.per_point), class_="number spare"),
            tag("td", result_mark(line.result, reader, points), class_="result"),
            tag("td", show(line.black.score, view.per_point), class_="number spare"),
            tag("td", black),
        )

    title = f"{word('boards')}, {reader.field('round')} {view.round}"
    heads = ("board number", "white", "points number spare", "result result", "points number spare", "black")
    idle = [
        tag("li", _linked(line.player, to_card), f": {word(line.outcome.value, 'outcomes')}") for line in view.sitouts
    ]
    sitting_out = join(tag("h3", word("sitting-out")), tag("ul", *idle)) if idle else None
    grid = _grid(heads, map(row, view.boards), reader)
    return tag("section", tag("h2", title, " ", tag("small", word(view.phase.value, "phases"))), grid, sitting_out)


def standings_section(seen: PublicViews, reader: Language, to_card: str) -> Markup:
    view = seen.view("standings")
    assert isinstance(view, Standings)
    word = reader.word

    def row(line: StandingLine) -> Sequence[Child]:
        gone = join(" ", tag("small", word("withdrawn"))) if line.is_withdrawn else None
        return (
            tag("td", line.place, class_="number"),
            tag("td", _linked(line.player, to_card), gone),
            tag("td", line.player.rating, class_="number"),
            tag("td", tag("b", show(line.score, view.per_point)), class_="number"),
            tag("td", line.games, class_="number spare"),
        )

    title = tag("h2", word("standings"), " ", tag("small", standings_moment(view, reader)))
    heads = ("place number", "name", "rating number", "points number", "games number spare")
    return tag("section", title, _grid(heads, map(row, view.lines), reader))


def card_section(seen: PublicViews, reader: Language, number: int) -> Markup:
    view = seen.view("card", player=number)
    assert isinstance(view, PlayerCard)
    word = reader.word

    def row(line: CardLine) -> Sequence[Child]:
        return (
            tag("td", line.round, class_="number"),
            tag("td", line.board, class_="number"),
            tag("td", word(line.colour.value) if line.colour else None),
            tag("td", line.opponent.name if line.opponent else None),
            tag("td", word(line.outcome.value, "outcomes")),
            tag("td", show(line.points, view.per_point), class_="number"),
            tag("td", show(line.total, view.per_point), class_="number"),
        )

    heads = ("round number", "board number", "colour", "opponent", "outcome", "points number", "total number")
    about = [f"{word('number')} {view.player.number}", view.player.club, f"{word('place')} {view.place}"]
    facts = " · ".join(part for part in (*about, word("withdrawn") if view.is_withdrawn else "") if part)
    notes = [tag("p", note) for note in card_notes(view, reader)]
    grid = _grid(heads, map(row, view.lines), reader)
    return tag("section", tag("h2", _named(view.player)), tag("p", facts), grid, *notes)


def ticker_section(seen: PublicViews, reader: Language, limit: int) -> Markup:
    view = seen.view("ticker", limit=limit)
    assert isinstance(view, Ticker)
    points = seen.tournament.rules.points
    news = [tag("li", tag("time", clock(i.at)[11:16]), " ", ticker_line(i, reader, points)) for i in view.items]
    return tag("section", tag("h2", reader.word("ticker")), tag("ul", *news, class_="news"))


def audit_section(seen: PublicViews, reader: Language) -> Markup:
    view = seen.view("audit")
    assert isinstance(view, Audit)
    points = seen.tournament.rules.points
    heads = ("version", "when", "who", "what", "subject", "change", "why")
    rows = ([tag("td", cell) for cell in audit_row(entry, reader, points)] for entry in view.entries)
    return tag("section", tag("h2", reader.word("audit")), _grid(heads, rows, reader))


def _grid(heads: Sequence[str], rows: Iterable[Sequence[Child]], reader: Language) -> Markup:
    """A table in a frame of its own, so that a narrow screen scrolls the table and not the page.

    A head is a word and the classes of its column: ``spare`` ones give way on a phone.
    """
    cells = [(reader.word(word), classes) for word, _, classes in (head.partition(" ") for head in heads)]
    head = tag("thead", tag("tr", *(tag("th", text, scope="col", class_=classes or None) for text, classes in cells)))
    body = tag("tbody", *(tag("tr", *row) for row in rows))
    return tag("div", tag("table", head, body), class_="grid", tabindex="0")


def _linked(person: Person, to_card: str) -> Markup:
    return tag("a", _named(person), href=to_card.replace("{}", str(person.number)))


def _named(person: Person) -> str:
    return f"{person.title} {person.name}" if person.title else person.name
