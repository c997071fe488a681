"""Players out of a file that holds a whole tournament, a TRF or an export of ours, as the cells of a list."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from engine.errors import BadInput
from engine.model import Entry, RatingRule
from ledger.acts.evolve import fold
from ledger.acts.upcast import UNREADABLE, Decoder
from ledger.formats.jsonl import read_parts
from ledger.formats.player_columns import IDS, RATINGS
from ledger.formats.trf.lines import Notes
from ledger.formats.trf.people import read_people, read_ratings
from ledger.formats.trf.reader import parse

_PLAYER_LINE = re.compile(r"^001 {1,4}\d", re.MULTILINE)
_OTHER_LINE = re.compile(r"^(?:0[12]\d|1\d\d|XX[A-Z]|BB[A-Z]) ", re.MULTILINE)
_FIELDS = ("name", "title", "rating", "federation", "club", "birth_year", "sex", "category")

Entries = tuple[str, tuple[str, ...], list[tuple[str, ...]]]  # the kind of file, the titles, a row for each player


def read_entries(content: str | bytes, text: str) -> Entries | None:
    """``None``: it is a list. Numbers are left to the tournament into which the players come."""
    if text.startswith('{"roundlog":'):
        return _rows("roundlog", _of_export(text.encode()))
    if _PLAYER_LINE.search(text) and (_OTHER_LINE.search(text) or text.startswith("001 ")):
        return _rows("trf", _of_trf(content))
    return None


def _of_trf(content: str | bytes) -> list[Entry]:
    file = parse(content)
    notes: Notes = []
    people = read_people(file, {line.number: line for line in file.players}, RatingRule(), notes)
    ratings = read_ratings(file, people, RatingRule())
    return [Entry(player, ratings=ratings.get(number, ())) for number, player in sorted(people.items())]


def _of_export(content: bytes) -> list[Entry]:
    """Of a festival everybody, section after section."""
    decoder, found = Decoder(), []
    for title, records in read_parts(content):
        try:
            state = fold(decoder.decode(raw.body) for raw in records)
        except UNREADABLE as error:
            raise BadInput("csv-not-text") from error
        assert state is not None, title
        found += [*state.tournament.entries.values()]
    return found


def _rows(kind: str, entries: Iterable[Entry]) -> Entries:
    rows = [_cells(entry) for entry in entries]
    return kind, (*_FIELDS, *IDS, *RATINGS), rows


def _cells(entry: Entry) -> tuple[str, ...]:
    player = entry.player
    texts = ["" if (value := getattr(player, field)) is None else str(value) for field in _FIELDS]
    return (*texts, *(getattr(player.ids, body) for body in IDS), *_ratings(entry))


def _ratings(entry: Entry) -> Sequence[str]:
    """Each in its column; of a federation that has none of its own with its code behind it."""
    cells = dict.fromkeys(RATINGS, "")
    columns = {told_apart: field for field, told_apart in reversed([*RATINGS.items()])}
    for rating in entry.ratings:
        field = columns.get((rating.source, rating.kind), "rating_national")
        cells[field] = cells[field] or f"{rating.value}" + (f" {rating.source}" if field == "rating_national" else "")
    return tuple(cells.values())
