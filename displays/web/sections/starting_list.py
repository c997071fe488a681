"""Section with everybody who plays: number, name and rating, and what else of them is public."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from markupsafe import Markup

from displays.web.sections.table import Table, TableCell, TableHead
from displays.web.templating import render_section
from displays.words.language import Language
from displays.words.search import fits_name
from engine.model import Entry, Tournament
from engine.start_order import start_order

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
}


def starting_list_section(t: Tournament, reader: Language, to_card: str, asked: str = "") -> Markup:
    """In the start order; ``asked``: only whose names begin so. A column that nobody has anything in is left out."""
    entries = [t.entries[number] for number in start_order(t)]
    found = [entry for entry in entries if fits_name(entry.player, asked)]
    fields = [name for name in _COLUMNS if name in _ALWAYS or any(getattr(entry.player, name) for entry in entries)]
    heads = tuple(TableHead(_head(name, reader), _COLUMNS[name]) for name in fields)
    return render_section(
        "sections/starting_list.html",
        reader,
        count=len(entries),
        found=len(found) if asked else None,
        asked=asked,
        table=Table(heads, (_row(t, entry, fields, reader, to_card) for entry in found)),
    )


def _head(field: str, reader: Language) -> str:
    if field in ("number", "rating"):
        return reader.word(field)
    name = reader.field(field)
    return name[:1].upper() + name[1:]


def _row(t: Tournament, entry: Entry, fields: Sequence[str], reader: Language, to_card: str) -> list[TableCell]:
    player = entry.player

    def cells() -> Iterator[TableCell]:
        for field in fields:
            if field == "name":
                address = to_card.replace("{}", str(player.number))
                yield TableCell(player.name, href=address, note=_part_taken(t, entry, reader))
            else:
                yield TableCell(getattr(player, field), _COLUMNS[field])

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
