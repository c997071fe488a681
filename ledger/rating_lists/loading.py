"""Loads the rating lists in a file, all of them or none: each becomes a file of ours. Memory is bounded."""

from __future__ import annotations

import datetime
import itertools
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

from engine.errors import BadInput, Unavailable
from engine.model import Value
from ledger.formats.player_columns import Titles
from ledger.rating_lists.layouts import Layout, ToldOfList, check_names_players, check_told, recognise, source_of
from ledger.rating_lists.list_file import ROWS_AT_ONCE, ListRow, ListWriter
from ledger.rating_lists.listed import RatingList
from ledger.rating_lists.unpacking import ListPart, PartFile, open_parts
from ledger.store.sqlite_library import sqlite3

ENDING = ".ratings"  # of a list that is there
UNFINISHED = ".loading"
OLD_UNFINISHED = 6 * 3600  # seconds; whoever wrote that is no longer at it


class LoadProgress(Value, frozen=True):
    step: str  # "reading", "indexing"
    done: int = 0  # bytes, unpacked
    whole: int = 0
    players: int = 0


class LoadedList(Value, frozen=True):
    about: RatingList
    is_month_said: bool  # else it is a guess by the date of the file


Tell = Callable[[LoadProgress], None]


def load_lists(
    path: Path, folder: Path, told: ToldOfList, called: Titles, tell: Tell = lambda _progress: None
) -> tuple[LoadedList, ...]:
    """``called``: titles of columns that we know. ``tell`` may raise an error to stop it: then nothing has changed."""
    check_told(told)
    _prepare(folder)
    writing: list[tuple[ListWriter, LoadedList]] = []
    try:
        name = told.file_name or path.name
        with open_parts(path, name) as (parts, open_part):
            whole = sum(part.size for part in parts)
            for part in parts:
                layout = recognise(_head(open_part(part)), part, told, called)
                load = _Load(folder, part, layout, name)
                writing.append((load.writer, load.run(open_part(part), whole, tell)))
                _check_differ([one for _writer, one in writing])
        for writer, loaded in writing:
            writer.finish(loaded.about, folder / f"{loaded.about.key}{ENDING}")
    except sqlite3.Error as error:
        raise Unavailable("rating-list-not-written", path=str(folder), reason=str(error)) from error
    finally:
        for writer, _loaded in writing:
            writer.abandon()
    return tuple(loaded for _writer, loaded in writing)


def _head(file: PartFile) -> bytes:
    try:
        return next(file.pieces(), b"")
    finally:
        file.close()


class _Load:
    """One list on its way from the file into ours."""

    def __init__(self, folder: Path, part: ListPart, layout: Layout, file_name: str) -> None:
        self._part = part
        self._layout = layout
        self._file_name = file_name
        self._left_out = 0
        self.writer = ListWriter(folder / f"{uuid.uuid4().hex}{UNFINISHED}")

    def run(self, file: PartFile, whole: int, tell: Tell) -> LoadedList:
        try:
            rows = self._keep_players(self._layout.rows(file))
            players = 0
            while some := list(itertools.islice(rows, ROWS_AT_ONCE)):
                self.writer.add(some)
                players += len(some)
                tell(LoadProgress("reading", file.done, whole, players))
            tell(LoadProgress("indexing", file.done, whole, players))
            return LoadedList(self._about(self.writer.index()), self._layout.is_month_said)
        except BaseException:
            self.writer.abandon()
            raise
        finally:
            file.close()

    def _keep_players(self, rows: Iterator[ListRow | None]) -> Iterator[ListRow]:
        for row in rows:
            if row is None:
                self._left_out += 1
            else:
                yield row

    def _about(self, players: int) -> RatingList:
        now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        publisher, kinds, month = self._layout.publisher, self._layout.kinds, self._layout.month
        source = source_of(publisher)
        about = RatingList(publisher, source, kinds, month, players, now, self._file_name, self._left_out)
        check_names_players(about)
        return about


def _check_differ(loaded: list[LoadedList]) -> None:
    """Two files in one zip are two lists."""
    *before, last = [one.about.key for one in loaded]
    if last in before:
        raise BadInput("same-list-twice", found=last)


def _prepare(folder: Path) -> None:
    """Makes the folder, and removes what a process left there that was killed at it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path in folder.glob(f"*{UNFINISHED}"):
            if time.time() - path.stat().st_mtime > OLD_UNFINISHED:
                path.unlink(missing_ok=True)
    except OSError as error:
        raise Unavailable("rating-list-not-written", path=str(folder), reason=error.strerror or "") from error
