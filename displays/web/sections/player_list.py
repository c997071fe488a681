"""Sections with lists of players for arbiters: all that is known of them, and the list for calling the roll."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from markupsafe import Markup

from displays.web.sections.table import Table, TableCell, TableHead, heads_of
from displays.web.templating import render_section
from displays.web.visibility import SeenViews
from displays.words.fee_text import SECTION as FEES
from displays.words.fee_text import fee_columns, tell_payment, tell_totals
from displays.words.language import Language
from displays.words.notation import category_title
from displays.words.player_list import player_columns
from engine.model import Entry
from ledger.fees import Fees
from ledger.shown_numbers import shown_number
from ledger.views.alphabet import in_the_alphabet
from ledger.views.starting_list import StartingListQuestion


def listed_entries(seen: SeenViews, category: str) -> list[Entry]:
    """From A to Z; of a category those who are in it."""
    view = seen.show(StartingListQuestion(category=category or None))
    found = [seen.tournament.entries[line.player.number] for line in view.lines]
    return sorted(found, key=lambda entry: in_the_alphabet(entry.player.name, entry.player.number))


def player_list_section(
    seen: SeenViews, reader: Language, to_card: str, category: str = "", choice: Markup | None = None
) -> Markup:
    """``to_card`` is the address of a card, with {} for the player's number; ``choice``: of another category."""
    entries = listed_entries(seen, category)
    fees = seen.state.fees
    columns = [*player_columns(seen.tournament, entries, reader), *fee_columns(fees, entries, reader)]

    def row(index: int) -> Sequence[TableCell]:
        address = to_card.replace("{}", str(entries[index].player.number))
        return [
            TableCell(
                column.cells[index],
                "number" if column.is_number else "",
                href=address if column.is_name else "",
            )
            for column in columns
        ]

    heads = tuple(TableHead(column.title, "number" if column.is_number else "") for column in columns)
    table = Table(heads, map(row, range(len(entries))))
    return _render("player-list", reader, table, len(entries), category, choice, totals=_totals(fees, entries, reader))


def roll_section(seen: SeenViews, reader: Language, category: str = "") -> Markup:
    """Who is to be paired in the next round, from A to Z, with a box to tick for each."""
    t = seen.tournament
    coming = min(t.next_round, t.rules.rounds)
    expected = frozenset(t.available(coming))
    entries = [entry for entry in listed_entries(seen, category) if entry.player.number in expected]
    fees, heads = seen.state.fees, heads_of(("name", "number number"), reader)
    due = [TableHead(reader.word("due", FEES), "number")] if fees.is_used else []
    table = Table(
        (TableHead("✓", "tick"), *heads, TableHead(_head(reader.field("club"))), *due),
        (_roll_line(entry, shown_number(t, entry.player.number), fees, reader) for entry in entries),
    )
    title = reader.phrase("check-in-round", section="console", round=coming)
    totals = _totals(fees, entries, reader)
    return _render("", reader, table, len(entries), category, None, title=title, totals=totals)


def _totals(fees: Fees, entries: Sequence[Entry], reader: Language) -> str:
    if not fees.is_used:
        return ""
    return tell_totals(fees, fees.totals(entry.player.number for entry in entries), reader)


def _head(name: str) -> str:
    return name[:1].upper() + name[1:]


def _roll_line(entry: Entry, number: int, fees: Fees, reader: Language) -> list[TableCell]:
    def cells() -> Iterator[TableCell]:
        yield TableCell("", "tick")
        yield TableCell(entry.player.name)
        yield TableCell(number, "number")
        yield TableCell(entry.player.club)
        if fees.is_used:
            yield TableCell(tell_payment(fees, entry.player.number, reader), "number")

    return list(cells())


def _render(
    name: str,
    reader: Language,
    table: Table,
    count: int,
    category: str,
    choice: Markup | None,
    *,
    title: str = "",
    totals: str = "",
) -> Markup:
    return render_section(
        "sections/player_list.html",
        reader,
        title=title or reader.word(name, "categories"),
        count=count,
        category=category_title(category, reader) if category else "",
        choice=choice or "",
        table=table,
        totals=totals,
    )
