"""Tables of a section: heads and cells as ``templates/sections/parts.html`` takes them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from displays.words.language import Language
from displays.words.notation import full_name
from engine.model import Value
from ledger.views.view import Person


class TableHead(Value, frozen=True):
    text: str
    classes: str = ""


class TableCell(Value, frozen=True):
    text: str | int | None
    classes: str = ""
    href: str = ""
    before: str | int = ""  # a number in front of a link
    note: str = ""  # small, behind the text
    chips: tuple[str, ...] = ()  # categories that somebody is in
    corrected: str = ""  # where the audit has the correction; empty: there is none
    is_strong: bool = False


class Table(Value, frozen=True):
    heads: tuple[TableHead, ...]
    rows: Iterable[Sequence[TableCell]]  # read once, by the template


def heads_of(words: Iterable[str], reader: Language) -> list[TableHead]:
    """From ``"points number spare"``: the key of a word, and behind it the classes of its column."""
    return [TableHead(reader.word(key), classes) for key, _, classes in (text.partition(" ") for text in words)]


def plain_cells(texts: Iterable[str | int | None], classes: Iterable[str]) -> list[TableCell]:
    return [TableCell(text, kind) for text, kind in zip(texts, classes, strict=True)]


def card_link(player: Person, to_card: str, note: str = "") -> TableCell:
    """``to_card`` is the address of a card, with {} for the player's number."""
    return TableCell(full_name(player), href=card_address(player, to_card), note=note, chips=player.categories)


def card_address(player: Person, to_card: str) -> str:
    return to_card.replace("{}", str(player.number))
