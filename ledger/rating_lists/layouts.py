"""Which layout a file has, whose list it is, of which kinds and month: by what it says, what it is called, and what
whoever loads it says."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from engine.errors import BadInput
from engine.model import Value
from ledger.formats.player_columns import Titles
from ledger.rating_lists import fide_txt, fide_xml, table
from ledger.rating_lists.list_file import ListRow
from ledger.rating_lists.listed import KINDS, PUBLISHERS, RatingList, check_month
from ledger.rating_lists.unpacking import ListPart, PartFile

HEAD = 2**16  # bytes that are looked at
_WORDS_OF_KINDS: Mapping[str, tuple[str, ...]] = {
    "standard": ("standard", "klassiek", "classical"),
    "rapid": ("rapid",),
    "blitz": ("blitz", "snel"),
}
_MONTH_BY_NAME = re.compile(
    r"(?<![a-z])(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[-_ ]?(?:20)?(\d\d)(?!\d)"
)
_MONTH_BY_NUMBER = re.compile(r"(?<!\d)(20\d\d)[-_.]?(0[1-9]|1[0-2])(?!\d)")
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,29}", re.ASCII)
_LAST_DAYS = 26  # from which on FIDE has published the list of the next month


class ToldOfList(Value, frozen=True):
    """What whoever loads it says; empty: to be found out."""

    publisher: str = ""  # a federation that we know, or a name for a list of another source
    kind: str = ""
    month: str = ""
    file_name: str = ""  # as people know it, where it lies elsewhere under another name


class Layout(NamedTuple):
    """What a file turned out to be."""

    publisher: str
    kinds: tuple[str, ...]
    month: str
    is_month_said: bool  # not only guessed from the date of the file
    rows: Callable[[PartFile], Iterator[ListRow | None]]


def check_told(told: ToldOfList) -> ToldOfList:
    if told.publisher and _NAME.fullmatch(told.publisher) is None:
        raise BadInput("rating-list-name", found=told.publisher)
    if told.kind and told.kind not in KINDS:
        raise BadInput("not-one-of", field="kind", value=told.kind, possible=KINDS)
    if told.month:
        check_month(told.month)
    return told


def source_of(publisher: str) -> str:
    """Of a list of another source: the code of a federation, if it is called by one, else what it is called."""
    if publisher in PUBLISHERS:
        return PUBLISHERS[publisher].source
    return publisher.upper() if len(publisher) == 3 and publisher.isalpha() else publisher


def recognise(head: bytes, part: ListPart, told: ToldOfList, called: Titles) -> Layout:
    """``head``: the beginning of the file. ``called``: titles of columns that we know."""
    if _is_xml(head):
        if b"<player" not in head:
            raise BadInput("xml-no-rating-list", file=part.name)
        kinds = KINDS if fide_xml.has_all_kinds(head) else _one_kind(part, told)
        return _layout("fide", kinds, "", part, told, lambda file: fide_xml.read_players(file, kinds))
    columns = fide_txt.read_columns(fide_txt.decode(head.partition(b"\n")[0]))
    if columns:
        of_text = fide_txt.kinds_of(columns) or _one_kind(part, told)
        month = fide_txt.month_of(columns)
        return _layout("fide", of_text, month, part, told, lambda file: fide_txt.read_players(file, of_text))
    return _table_layout(head, part, told, called)


def _table_layout(head: bytes, part: ListPart, told: ToldOfList, called: Titles) -> Layout:
    found = table.look_at_table(head, called)
    publisher = told.publisher or table.publisher_of(found, f"{told.file_name} {part.name}")
    if not publisher:
        raise BadInput("rating-list-whose", file=part.name, known=tuple(PUBLISHERS))
    kinds = table.kinds_of(found) or _one_kind(part, told, "standard")
    numbers = PUBLISHERS[publisher].numbers if publisher in PUBLISHERS else ""
    return _layout(publisher, kinds, "", part, told, lambda file: table.read_players(file, found, kinds, numbers))


def _layout(
    publisher: str,
    kinds: tuple[str, ...],
    month: str,
    part: ListPart,
    told: ToldOfList,
    rows: Callable[[PartFile], Iterator[ListRow | None]],
) -> Layout:
    said = told.month or month or _month_in(part.name) or _month_in(told.file_name)
    return Layout(told.publisher or publisher, kinds, said or _month_by_date(part.date), bool(said), rows)


def _is_xml(head: bytes) -> bool:
    return head.removeprefix(b"\xef\xbb\xbf").lstrip().startswith((b"<", b"\xff\xfe<", b"\xfe\xff\0<"))


def _one_kind(part: ListPart, told: ToldOfList, otherwise: str = "") -> tuple[str, ...]:
    names = f"{part.name} {told.file_name}".lower()
    by_name = (kind for kind, words in _WORDS_OF_KINDS.items() if any(word in names for word in words))
    kind = told.kind or next(by_name, otherwise)
    if not kind:
        raise BadInput("rating-list-kind", file=part.name, possible=KINDS)
    return (kind,)


def _month_in(name: str) -> str:
    """``standard_nov26frl.xml``, ``KNSB-2026-11.csv``."""
    by_name = _MONTH_BY_NAME.search(name.lower().replace("frl", ""))
    if by_name is not None:
        return fide_txt.month_of({by_name[1] + by_name[2]: slice(0)})
    by_number = _MONTH_BY_NUMBER.search(name)
    return f"{by_number[1]}-{by_number[2]}" if by_number else ""


def _month_by_date(date: datetime.date) -> str:
    later = date + datetime.timedelta(days=6) if date.day >= _LAST_DAYS else date
    return f"{later.year}-{later.month:02}"


def check_names_players(about: RatingList) -> None:
    """A file in which most lines name nobody is no such list."""
    if about.players == 0 or about.left_out > about.players:
        raise BadInput("rating-list-empty", file=about.file_name, players=about.players, left_out=about.left_out)
