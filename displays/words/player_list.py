"""List of players with all that is known of them, as columns for a page, a print or a spreadsheet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from displays.words.language import Language
from displays.words.rating_text import list_name
from engine.model import Entry, Ids, Tournament, Value
from engine.ratings import NATIONAL
from ledger.categories import public_memberships
from ledger.shown_numbers import shown_number

Read = Callable[[Entry], str | int | None]


class PlayerColumn(Value, frozen=True):
    title: str
    cells: tuple[str | int | None, ...]  # of the players in their order
    is_number: bool = False
    is_name: bool = False


def player_columns(t: Tournament, entries: Sequence[Entry], reader: Language) -> list[PlayerColumn]:
    """As much as the tournament that is seen knows; a column that nobody has anything in is left out."""
    found = [
        PlayerColumn(title, tuple(read(entry) for entry in entries), is_number, is_name=title == reader.word("name"))
        for title, is_number, read in _columns(t, entries, reader)
    ]
    return [column for column in found if column.is_name or any(column.cells)]


def _columns(t: Tournament, entries: Iterable[Entry], reader: Language) -> Iterable[tuple[str, bool, Read]]:
    chips = public_memberships(t)
    yield reader.word("number"), True, lambda entry: shown_number(t, entry.player.number)
    yield _head("title", reader), False, lambda entry: entry.player.title
    yield reader.word("name"), False, lambda entry: entry.player.name
    yield reader.word("rating"), True, lambda entry: entry.player.rating
    for source, kind in _lists(entries):
        yield _capital(list_name(f"{source}:{kind}".rstrip(":"), reader)), True, _ratings_of(source, kind)
    yield _head("federation", reader), False, lambda entry: entry.player.federation
    yield _head("club", reader), False, lambda entry: entry.player.club
    yield _head("birth_year", reader), True, lambda entry: entry.player.birth_year
    yield _head("sex", reader), False, lambda entry: _sex(entry.player.sex, reader)
    for body in Ids.__struct_fields__:
        yield f"{body.upper()}-ID", True, _id_at(body)
    yield _head("category", reader), False, lambda entry: entry.player.category
    yield _head("categories", reader), False, lambda entry: ", ".join(chips.get(entry.player.number, ()))


def _head(field: str, reader: Language) -> str:
    return _capital(reader.field(field))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _sex(sex: str, reader: Language) -> str:
    return reader.word(f"sex-{sex}", "console") if sex else ""


def _id_at(body: str) -> Read:
    return lambda entry: str(getattr(entry.player.ids, body))


def _lists(entries: Iterable[Entry]) -> list[tuple[str, str]]:
    """Where several ratings of somebody are known, those of all: each source with its kinds. An open with guests of
    twenty federations has one column of national ratings."""
    found = dict.fromkeys((one.source, one.kind) for entry in entries for one in entry.ratings)
    if len({source for source, _ in found if _is_national(source)}) > 1:
        found = dict.fromkeys((NATIONAL if _is_national(source) else source, kind) for source, kind in found)
    return list(found)


def _is_national(source: str) -> bool:
    """By the code of a federation, or of one that was not named."""
    return source == NATIONAL or source.isupper()


def _ratings_of(source: str, kind: str) -> Read:
    """Whose it is stands beside the rating of another federation than the player's."""

    def read(entry: Entry) -> str | int | None:
        own = [one for one in entry.ratings if one.kind == kind and (one.source == source or _is_merged(one.source))]
        if len(own) == 1 and own[0].source in (source, entry.player.federation):
            return own[0].value
        told = (f"{one.value} {'' if one.source == NATIONAL else one.source}".strip() for one in own)
        return ", ".join(told) or None

    def _is_merged(one: str) -> bool:
        return source == NATIONAL and _is_national(one)

    return read
