"""One list as a file: SQLite with an index of numbers and of the words of names. It is written once, and then read.

Players are numbered by strength, the strongest first: what a look-up finds first are those whom most look for, and it
can stop after a few however many there are of that name."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec

from engine.errors import BadInput, Broken
from ledger.durable_files import sync_file, sync_folder
from ledger.rating_lists.listed import HIGHEST_RATING, KINDS, RatingList
from ledger.rating_lists.name_words import words_to_find
from ledger.store.sqlite_library import connect, sqlite3

ROWS_AT_ONCE = 5000
PATIENCE = 5.0  # seconds
_SCHEMA = """
CREATE TABLE about (list TEXT NOT NULL);
CREATE TABLE player (
    place INTEGER PRIMARY KEY, number TEXT NOT NULL, name TEXT NOT NULL, title TEXT NOT NULL, federation TEXT NOT NULL,
    birth_year INTEGER, sex TEXT NOT NULL, fide TEXT NOT NULL, club TEXT NOT NULL, is_inactive INTEGER NOT NULL,
    standard INTEGER, rapid INTEGER, blitz INTEGER);
CREATE VIRTUAL TABLE name_index USING fts5(
    words, content='', detail=none, columnsize=0, tokenize=ascii, prefix='1 2 3');
"""
_ARRIVALS = """
CREATE TABLE raw.arrived (
    place INTEGER PRIMARY KEY, number TEXT, name TEXT, title TEXT, federation TEXT, birth_year INTEGER, sex TEXT,
    fide TEXT, club TEXT, is_inactive INTEGER, standard INTEGER, rapid INTEGER, blitz INTEGER)
"""
_COLUMNS = "number, name, title, federation, birth_year, sex, fide, club, is_inactive, standard, rapid, blitz"
MOST_PLAYERS = 10_000_000


class ListRow(NamedTuple):
    """A line of a list, in the order of the columns."""

    number: str
    name: str
    title: str = ""
    federation: str = ""
    birth_year: int | None = None
    sex: str = ""
    fide: str = ""  # the FIDE number, where a list of others has it
    club: str = ""
    is_inactive: bool = False
    standard: int | None = None
    rapid: int | None = None
    blitz: int | None = None

    def ratings(self) -> Iterator[tuple[str, int]]:
        """Kind and value of those that there are."""
        for kind, value in zip(KINDS, (self.standard, self.rapid, self.blitz), strict=True):
            if value:
                yield kind, value


class ListWriter:
    """Fills a new file. What is not finished leaves nothing behind (a killed process: files that a later load removes).

    Rows arrive in a file of their own, where their key puts them in order: SQLite would sort them in memory.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._arrivals = path.with_name(f"arrived-{path.name}")
        self._players = 0
        self._connection = connect(path, "rwc", PATIENCE)
        self._connection.execute("ATTACH ? AS raw", (os.fspath(self._arrivals),))
        for name in ("main", "raw"):
            for setting in ("journal_mode = OFF", "synchronous = OFF", "cache_size = -16384"):
                self._connection.execute(f"PRAGMA {name}.{setting}").fetchall()
        self._connection.executescript(_SCHEMA)
        self._connection.execute(_ARRIVALS)

    def add(self, rows: Sequence[ListRow]) -> None:
        first = self._players
        self._players += len(rows)
        if self._players > MOST_PLAYERS:
            raise BadInput("rating-list-too-long", most=MOST_PLAYERS)
        keys = range(first, self._players)
        marks = ", ".join("?" * (1 + len(ListRow._fields)))
        keyed = ((_key_of(row, place), *row) for place, row in zip(keys, rows, strict=True))
        self._connection.execute("BEGIN")
        self._connection.executemany(f"INSERT INTO raw.arrived (place, {_COLUMNS}) VALUES ({marks})", keyed)
        self._connection.execute("COMMIT")

    def index(self) -> int:
        """Numbers the players and makes both indexes; says how many there are."""
        write = self._connection.execute
        self._connection.create_function("words_to_find", 1, words_to_find, deterministic=True)
        write("BEGIN")
        write(f"INSERT INTO player ({_COLUMNS}) SELECT {_COLUMNS} FROM raw.arrived ORDER BY arrived.place")
        write("INSERT INTO name_index (rowid, words) SELECT place, words_to_find(name) FROM player")
        write("CREATE INDEX player_number ON player (number)")
        write("CREATE INDEX player_fide ON player (fide) WHERE fide <> ''")
        write("COMMIT")
        return self._players

    def finish(self, about: RatingList, place: Path) -> None:
        """Puts the file where lists are found, in the place of the one that is there."""
        self._connection.execute("INSERT INTO about VALUES (?)", (msgspec.json.encode(about).decode(),))
        self._connection.close()
        self._arrivals.unlink()
        sync_file(self._path)
        os.replace(self._path, place)
        sync_folder(place.parent)

    def abandon(self) -> None:
        self._connection.close()
        self._path.unlink(missing_ok=True)
        self._arrivals.unlink(missing_ok=True)


def _key_of(row: ListRow, arrival: int) -> int:
    """The strongest first, those of one strength as they came."""
    strength = max((value for _kind, value in row.ratings()), default=0)
    return (HIGHEST_RATING - strength) * MOST_PLAYERS + arrival


class ListFile:
    """A list that is there, open for a few questions."""

    def __init__(self, path: Path, connection: sqlite3.Connection, about: RatingList) -> None:
        self.path = path
        self.about = about
        self._connection = connection

    def with_words(self, words: Sequence[str], beginnings: Sequence[str], limit: int) -> list[ListRow]:
        """Whose name has all these words, and words that begin so. The strongest first."""
        wanted = " AND ".join([*(f'"{word}"' for word in words), *(f'"{word}" *' for word in beginnings)])
        chosen = "SELECT rowid FROM name_index WHERE name_index MATCH ? LIMIT ?"
        return self._rows(f"place IN ({chosen}) ORDER BY place", wanted, limit)

    def with_number(self, number: str) -> list[ListRow]:
        return self._rows("number = ?", number)

    def with_number_that_begins(self, digits: str, limit: int) -> list[ListRow]:
        return self._rows("number >= ? AND number < ? ORDER BY number LIMIT ?", digits, digits + ":", limit)

    def with_fide_number(self, number: str) -> list[ListRow]:
        return self._rows("fide = ? AND fide <> ''", number)

    def _rows(self, condition: str, *values: str | int) -> list[ListRow]:
        found = self._connection.execute(f"SELECT {_COLUMNS} FROM player WHERE {condition}", values)
        return [ListRow(*row) for row in found]


@contextmanager
def open_list(path: Path) -> Iterator[ListFile]:
    """To read it."""
    connection = connect(path, "ro", PATIENCE)
    try:
        connection.execute("PRAGMA mmap_size = 2147483648").fetchall()
        (text,) = connection.execute("SELECT list FROM about").fetchone()
        yield ListFile(path, connection, msgspec.json.decode(text, type=RatingList))
    except (sqlite3.Error, TypeError, msgspec.ValidationError) as error:
        raise Broken("rating-list-broken", path=os.fspath(path), reason=str(error)) from error
    finally:
        connection.close()
