"""The files in what somebody loads: as it is, or zipped. What swells beyond all measure is refused.

What a zip says of its sizes is not believed: what comes out of it is counted while it comes."""

from __future__ import annotations

import datetime
import os
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from engine.errors import BadInput
from engine.model import Value

MOST_BYTES = 4 * 2**30  # FIDE's combined list has less than one
MOST_RATIO = 150  # FIDE's are packed some twenty times smaller
FREE_BYTES = 20 * 2**20  # small files may be packed better than that
MOST_FILES = 20
PIECE = 2**18
LONGEST_LINE = 2**16
_ZIP = b"PK\x03\x04"
_TABLES = (".xml", ".txt", ".csv", ".tsv")


class ListPart(Value, frozen=True):
    """One file to be read."""

    name: str
    size: int
    date: datetime.date  # of the file; when nothing else says of which month it is


@contextmanager
def open_parts(path: Path, name: str) -> Iterator[tuple[tuple[ListPart, ...], Callable[[ListPart], PartFile]]]:
    """The files in it, and what opens one of them. ``name``: what people call it, wherever it lies."""
    try:
        if not zipfile.is_zipfile(path):
            status = path.stat()
            date = datetime.datetime.fromtimestamp(status.st_mtime, datetime.UTC).date()
            with path.open("rb") as file:
                if file.read(len(_ZIP)) == _ZIP:
                    raise zipfile.BadZipFile("it ends too early")
            part = ListPart(name, _check_size(status.st_size), date)
            yield (part,), lambda part: PartFile(path.open("rb"), part.name, part.size)
            return
        with zipfile.ZipFile(path) as archive:
            sizes = {one.filename: one.compress_size for one in archive.infolist()}
            yield _parts_of(archive), lambda part: PartFile(archive.open(part.name), part.name, sizes[part.name])
    except FileNotFoundError as error:
        raise BadInput("no-such-file", path=os.fspath(path)) from error
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError) as error:
        raise BadInput("zip-broken", path=name, reason=str(error)) from error
    except OSError as error:
        raise BadInput("unreadable-file", path=os.fspath(path), reason=error.strerror or str(error)) from error


class PartFile:
    """A file that is read no further than it may become, in pieces or by lines."""

    def __init__(self, file: IO[bytes], name: str, packed: int) -> None:
        self.name = name
        self.done = 0  # bytes
        self._packed = packed
        self._file = file

    def pieces(self) -> Iterator[bytes]:
        while piece := self._file.read(PIECE):
            yield self._count(piece)

    def lines(self) -> Iterator[bytes]:
        while line := self._file.readline(LONGEST_LINE):
            if len(line) == LONGEST_LINE:
                raise BadInput("rating-list-line-too-long", file=self.name, most=LONGEST_LINE)
            yield self._count(line)

    def _count(self, data: bytes) -> bytes:
        self.done += len(data)
        _check_ratio(self.name, _check_size(self.done), self._packed)
        return data

    def close(self) -> None:
        self._file.close()


def _parts_of(archive: zipfile.ZipFile) -> tuple[ListPart, ...]:
    inside = [one for one in archive.infolist() if one.filename.lower().endswith(_TABLES)]
    if not inside:
        raise BadInput("zip-without-list", expected=_TABLES)
    if len(inside) > MOST_FILES:
        raise BadInput("zip-too-many-files", found=len(inside), most=MOST_FILES)
    for one in inside:
        if one.flag_bits & 1:
            raise BadInput("zip-with-password", file=one.filename)
        _check_ratio(one.filename, one.file_size, one.compress_size)
    _check_size(sum(one.file_size for one in inside))
    return tuple(ListPart(one.filename, one.file_size, _date_of(one)) for one in inside)


def _date_of(one: zipfile.ZipInfo) -> datetime.date:
    try:
        return datetime.date(*one.date_time[:3])
    except ValueError:  # a zip may say 0 of a day
        return datetime.datetime.now(datetime.UTC).date()


def _check_size(size: int) -> int:
    if size > MOST_BYTES:
        raise BadInput("rating-list-too-large", most=MOST_BYTES // 2**20)
    return size


def _check_ratio(name: str, size: int, packed: int) -> None:
    if size > FREE_BYTES and size > MOST_RATIO * packed:
        raise BadInput("zip-bomb", file=name, most=MOST_RATIO)
