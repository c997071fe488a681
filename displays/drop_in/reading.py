"""Reading the file that is to be paired or checked, and finding the places of those that are written."""

from __future__ import annotations

import os
import zlib
from pathlib import Path

from msgspec.structs import replace

from displays.drop_in.request import Request
from engine.acceleration import Acceleration, in_numbers, read_virtual_points
from engine.errors import BadInput, Unavailable
from engine.model import Colour, PlayerId, Tournament
from engine.pairing import Choice
from engine.registry import SYSTEMS, USUAL_SWISS
from ledger.formats.input_file import read_content
from ledger.formats.trf.codes import read_date, system_of
from ledger.formats.trf.lines import TextLine, TrfFile
from ledger.formats.trf.meaning import understand
from ledger.formats.trf.reader import parse

_SYSTEM, _STARTS = "192", "042"
_ROUNDS = ("142", "XXR")


def read_tournament(request: Request, *, needs_rounds: bool = False) -> Tournament:
    """As both programs read it. ``needs_rounds``: the number of rounds has to be in the file, to know the last."""
    content = read_content(request.file)
    file = parse(content)
    if needs_rounds and not any(record.id in _ROUNDS and record.text for record in file.of(TextLine)):
        raise BadInput("trf-rounds-needed", path=request.file)
    t = understand(file, _system(request, file)).tournament
    if request.is_baku:
        t = _with_baku(t)
    if t.first_colour is None and request.speaks_javafo:
        t = replace(t, first_colour=_drawn_colour(content))
    return t


def _with_baku(t: Tournament) -> Tournament:
    """JaVaFo's ``-b``: the round to be paired. What the file says of the rounds before it (XXA, 250) stands."""
    named = replace(t, rules=replace(t.rules, options={"acceleration": "baku"}))
    given = t.rules.options.get("virtual_points")
    if not isinstance(given, tuple):
        return named
    units, past = in_numbers(named, t.start_order), read_virtual_points(Acceleration(virtual_points=given))
    lines = (_line(player, past.get(player, ()), units.get(player, ()), t.next_round) for player in t.start_order)
    options: dict[str, Choice] = {"virtual_points": tuple(line for line in lines if line)}
    return replace(t, rules=replace(t.rules, options=options))


def _line(player: PlayerId, past: tuple[int, ...], units: tuple[int, ...], number: int) -> str:
    before = [past[index] if index < len(past) else 0 for index in range(number - 1)]
    points = [*before, units[number - 1] if number <= len(units) else 0]
    return f"{player} {' '.join(map(str, points))}" if any(points) else ""


def _system(request: Request, file: TrfFile) -> str:
    """The edition that was asked for, or that the file names; else the one in force."""
    told = {record.id: record.text for record in reversed(file.of(TextLine))}
    starts = read_date(told.get(_STARTS, "")) or ""
    named = system_of(request.edition or told.get(_SYSTEM, ""), starts)
    return named if named is not None and SYSTEMS[named].trf.family else USUAL_SWISS


def _drawn_colour(content: bytes) -> Colour:
    """JaVaFo: a draw by the file itself, so that the same file gives the same colours again."""
    return Colour.WHITE if zlib.crc32(content) % 2 == 0 else Colour.BLACK


def beside(name: str, file: str) -> Path:
    """A name without a folder is meant beside the file that was read; ``./name`` has one."""
    return Path(file).parent / name if file and not os.path.dirname(name) else Path(name)


def checklist_beside(request: Request, file: str) -> Path:
    """Without a name it has that of the file, and ends in ``.list``."""
    return beside(request.checklist, file) if request.checklist else Path(file).with_suffix(".list")


def remove_old(path: Path) -> None:
    """So that nobody takes an old pairing for that of a call that failed."""
    if path.is_file():
        try:
            path.unlink()
        except OSError as error:
            raise Unavailable("file-unwritable", path=str(path), problem=error.strerror or "") from error


def write_text(path: Path, text: str) -> None:
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        raise Unavailable("file-unwritable", path=str(path), problem=error.strerror or "") from error
