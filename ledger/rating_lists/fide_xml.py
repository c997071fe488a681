"""FIDE's lists as XML, read while they come: one player is held at a time. Entities and declarations are refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from xml.parsers import expat

from engine.errors import BadInput
from ledger.rating_lists.cells import read_field, read_name, read_number, read_rating, read_year
from ledger.rating_lists.list_file import ListRow
from ledger.rating_lists.unpacking import PartFile

MOST_FACTS = 100  # of one player
LONGEST_WITHOUT = 4 * 2**20  # bytes in which no player ends: that is no such list


def has_all_kinds(head: bytes) -> bool:
    """Of the list that has standard, rapid and blitz together."""
    return b"<rapid_rating" in head


def read_players(file: PartFile, kinds: tuple[str, ...]) -> Iterator[ListRow | None]:
    """None for one without a name or a number."""
    players, without = _Players(file.name), 0
    for piece in file.pieces():
        players.feed(piece)
        found = players.take()
        without = 0 if found else without + len(piece)
        if without > LONGEST_WITHOUT:
            raise BadInput("xml-no-rating-list", file=file.name)
        for facts in found:
            yield _row(facts, kinds)
    players.close()


class _Players:
    """Gathers the texts of the elements in each ``<player>``."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._parser = expat.ParserCreate()
        self._parser.buffer_text = True
        self._parser.StartDoctypeDeclHandler = self._refuse_declarations
        self._parser.EndElementHandler = self._end
        self._texts: list[str] = []
        self._parser.CharacterDataHandler = self._texts.append
        self._facts: dict[str, str] = {}
        self._done: list[Mapping[str, str]] = []

    def feed(self, piece: bytes) -> None:
        self._parse(piece, False)

    def close(self) -> None:
        self._parse(b"", True)

    def take(self) -> list[Mapping[str, str]]:
        found, self._done = self._done, []
        return found

    def _parse(self, piece: bytes, is_last: bool) -> None:
        try:
            self._parser.Parse(piece, is_last)
        except expat.ExpatError as error:
            reason = expat.ErrorString(error.code)
            raise BadInput("xml-broken", file=self._file, line=error.lineno, reason=reason) from error
        if len(self._facts) > MOST_FACTS:
            raise BadInput("xml-no-rating-list", file=self._file)

    def _end(self, element: str) -> None:
        if element == "player":
            self._done.append(self._facts)
            self._facts = {}
        elif self._texts:
            self._facts[element] = "".join(self._texts).strip()
        self._texts.clear()

    def _refuse_declarations(self, *_declaration: object) -> None:
        raise BadInput("xml-with-declarations", file=self._file)


def _row(facts: Mapping[str, str], kinds: tuple[str, ...]) -> ListRow | None:
    said = facts.get
    number, name = read_number(said("fideid", "")), read_name(said("name", ""))
    if not number or not name:
        return None
    first, *others = kinds  # that of a single list, or standard, has no kind in its name
    ratings = {first: read_rating(said("rating", ""))}
    ratings |= {kind: read_rating(said(f"{kind}_rating", "")) for kind in others}
    title = said("title", "") or said("w_title", "")
    sex = said("sex", "")
    return ListRow(
        number,
        name,
        read_field("title", title) if title else "",
        read_field("federation", said("country", "")),
        read_year(said("birthday", "")),
        "w" if sex == "F" else "m" if sex == "M" else "",
        is_inactive="i" in said("flag", ""),
        standard=ratings.get("standard"),
        rapid=ratings.get("rapid"),
        blitz=ratings.get("blitz"),
    )
