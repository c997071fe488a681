"""Section with everybody who plays: number, name and rating, and what else of them is public."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from markupsafe import Markup

from displays.web.sections.table import Table, TableCell, TableHead
from displays.web.templating import render_section
from displays.web.visibility import SeenViews
from displays.words.language import Language
from displays.words.notation import category_title
from displays.words.search import fits_name
from engine.model import Entry, Player, Tournament
from ledger.shown_numbers import shown_number
from ledger.views.starting_list import StartingListQuestion

_ALWAYS = ("number", "name", "rating")
# Fields of a player and their columns; some give way on a phone. What is not in this list is nobody's business here.
_COLUMNS = {
    "number": "number",
    "title": "",
    "name": "",
    "rating": "number",
    "lot": "number",
    "federation": "",
    "club": "spare",
    "category": "spare",
    "fide": "spare",  # the number at FIDE
}


def starting_list_section(
    seen: SeenViews,
    reader: Language,
    to_card: str,
    *,
    asked: str = "",
    category: str = "",
    choice: Markup | None = None,
) -> Markup:
    """In the start order; ``asked``: only whose names begin so; ``choice``: of another category. A column that nobody
    has anything in is left out."""
    t, view = seen.tournament, seen.show(StartingListQuestion(category=category or None))
    lines = [(t.entries[line.player.number], line.player.categories) for line in view.lines]
    found = [(entry, chips) for entry, chips in lines if fits_name(t, entry.player, asked)]
    fields = [name for name in _COLUMNS if name in _ALWAYS or any(_value(entry.player, name) for entry, _ in lines)]
    heads = tuple(TableHead(_head(name, reader), _COLUMNS[name]) for name in fields)
    return render_section(
        "sections/starting_list.html",
        reader,
        count=view.players,
        found=len(found) if asked or category else None,
        asked=asked,
        category=category_title(category, reader) if category else "",
        choice=choice or "",
        table=Table(heads, (_row(t, *line, fields, reader, to_card) for line in found)),
    )


def _value(player: Player, field: str) -> str | int | None:
    value: str | int | None = player.ids.fide if field == "fide" else getattr(player, field)
    return value


def _head(field: str, reader: Language) -> str:
    if field in ("number", "rating"):
        return reader.word(field)
    name = reader.word("field-fide", "publicity") if field == "fide" else reader.field(field)
    return name[:1].upper() + name[1:]


def _row(
    t: Tournament, entry: Entry, chips: tuple[str, ...], fields: Sequence[str], reader: Language, to_card: str
) -> list[TableCell]:
    player = entry.player

    def cells() -> Iterator[TableCell]:
        for field in fields:
            if field == "name":
                address = to_card.replace("{}", str(player.number))
                yield TableCell(player.name, href=address, note=_part_taken(t, entry, reader), chips=chips)
            else:
                value = shown_number(t, player.number) if field == "number" else _value(player, field)
                yield TableCell(value, _COLUMNS[field])

    return list(cells())


def _part_taken(t: Tournament, entry: Entry, reader: Language) -> str:
    """Who has left, or comes later, as it stands for the next round."""
    coming = min(t.next_round, t.rules.rounds)
    withdrawal = entry.withdrawal_in(coming)
    if withdrawal is not None:
        return reader.phrase("player-withdrawn", section="console", round=withdrawal.from_round)
    if entry.from_round > coming:
        return reader.phrase("player-later", section="console", round=entry.from_round)
    return ""
