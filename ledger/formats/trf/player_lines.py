"""The 001 line, and the national line that shares its columns: text ↔ value."""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine.errors import BadInput
from ledger.formats.trf.columns import Columns, read_points, show_points
from ledger.formats.trf.lines import ADJOURNED, EMPTY, Cell, NationalLine, Notes, PlayerLine, note

FIRST_ROUND = 92  # column of round 1; each round has ten
_STATIC = 91
_NAME_LENGTH = 33
_SEPARATORS = (4, 9, 14, 53, 57, 69, 80, 85, 90, 91)

# number, sex, title, name, the column after the name, rating, federation, FIDE number, birth, points, rank
_PLAYER = re.compile(r"... (.{4}) (.)(.{3}) (.{33})(.)(.{4}) (.{3}) (.{11}) (.{10}) (.{4}) (.{4})  ")
_CELL = re.compile(r"( {4}|(?=[ 0-9]{4}) *[0-9]+ *) ([wbWB -]) (.)  ")
_COLOURS = {"w": "w", "W": "w", "b": "b", "B": "b", "-": "", " ": ""}
_RESULTS = {letter: letter.upper().strip() for letter in "10=WDLHFUZwdlhfuz+- "} | {ADJOURNED: ADJOURNED}
_NATIONAL = re.compile(r"[A-Z]{3} (?! {4})[ 0-9]{4} [ mwMWfF].{3} ")

TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")
# TRF06 wrote titles small and short, a woman's with an f behind it; some programs put the w in front.
_OLD_TITLES: Mapping[str, str] = {
    old: title
    for title, *olds in (
        ("GM", "g"),
        ("IM", "m"),
        ("FM", "f"),
        ("CM", "c"),
        ("WGM", "gf", "wg"),
        ("WIM", "mf", "wm"),
        ("WFM", "ff", "wf"),
        ("WCM", "cf", "wc"),
    )
    for old in olds
}


def read_player(line: int, text: str, notes: Notes) -> PlayerLine:
    """TRF26 001: one player; from column 92 ten columns a round."""
    before = len(notes)
    try:
        return _read_player(line, text, notes)
    except BadInput as wrong:
        realigned = _counted_in_bytes(text)
        if realigned is None:
            raise
        del notes[before:]
        note(notes, line, "trf-columns-in-bytes")
        try:
            return _read_player(line, realigned, notes)
        except BadInput:
            raise wrong from None  # it was not that


def _read_player(line: int, text: str, notes: Notes) -> PlayerLine:
    padded = text.ljust(_STATIC)
    fields = _PLAYER.match(padded)
    if fields is None:
        raise _describe_misplaced(line, text)
    number, sex, title, name, overrun, rating, federation, fide, born, points, rank = fields.groups()
    if overrun.isdigit():  # of a rating that is out of place
        raise BadInput("trf-column-not-blank", line=line, column=48, found=overrun)
    columns = Columns(line, text)
    start = _small_number(number)
    if start == 0:
        raise BadInput("trf-start-number-zero", line=line, column=5)
    value = read_points(points.strip())
    if "," in points:
        note(notes, line, "trf-decimal-comma", column=81, found=points.strip())
    return PlayerLine(
        line=line,
        number=columns.required_number("number", 5, 8) if start is None else start,
        name=_read_name(line, name, overrun, notes),
        sex=_read_sex(line, sex, notes) if sex != " " else "",
        title=_read_title(line, title.strip(), notes) if title != "   " else "",
        rating=(_small_number(rating) or columns.number("rating", 49, 52)) or None,
        federation=federation.strip(),
        fide=fide.strip(),
        born=born.strip(),
        points=columns.points("points", 81, 84) if value is None else value,
        rank=(_small_number(rank) or columns.number("rank", 86, 89)) or None,
        cells=_read_cells(line, text, notes),
    )


def is_national(text: str) -> bool:
    """Three capitals, a start number and a sex in their columns: no other program's line looks like that."""
    padded = text.ljust(_STATIC)
    return _NATIONAL.match(padded) is not None and _PLAYER.match(padded) is not None


def read_national(line: int, text: str, notes: Notes) -> NationalLine:
    """TRF26 NRS: what the player's own federation knows of him."""
    return NationalLine(line, text[:3], read_player(line, text, notes))


def show_player(player: PlayerLine, id: str = "001") -> str:
    points = "" if player.points is None else show_points(player.points)
    static = (
        f"{id} {player.number:>4} {player.sex:1}{player.title:>3} {player.name:<33} {player.rating or '':>4} "
        f"{player.federation:<3} {player.fide:>11} {player.born:<10} {points:>4} {player.rank or '':>4}"
    )
    return "  ".join([static, *map(show_cell, player.cells)]).rstrip()


def show_cell(cell: Cell) -> str:
    if cell is EMPTY or cell == EMPTY:
        return " " * 8
    opponent = f"{cell.opponent:>4}" if cell.opponent else "0000"
    return f"{opponent} {cell.colour or '-'} {cell.result or ' '}"


def column_of(round_number: int, offset: int = 0) -> int:
    """Where a round begins on the line: its opponent; the colour stands 5 further, the result 7."""
    return FIRST_ROUND + 10 * (round_number - 1) + offset


def _counted_in_bytes(text: str) -> str | None:
    """Some programs count the bytes of a name, not its letters: the same line with the columns where they belong."""
    data = text.encode()
    if len(data) == len(text):
        return None
    name = data[14:47].decode(errors="replace")
    return data[:14].decode(errors="replace") + name.ljust(_NAME_LENGTH) + data[47:].decode(errors="replace")


def _small_number(text: str) -> int | None:
    text = text.strip()
    return int(text) if text.isascii() and text.isdigit() else None


def _describe_misplaced(line: int, text: str) -> BadInput:
    try:
        Columns(line, text).blank(*_SEPARATORS)
    except BadInput as found:
        return found
    raise AssertionError(text)  # the pattern asks for nothing but blank separators


def _read_name(line: int, name: str, overrun: str, notes: Notes) -> str:
    if overrun != " ":
        note(notes, line, "trf-name-too-long", column=15 + _NAME_LENGTH, most=_NAME_LENGTH)
    return name.strip()


def _read_sex(line: int, found: str, notes: Notes) -> str:
    sex = {"m": "m", "w": "w", "f": "w"}.get(found.lower(), "")
    if sex != found.lower():
        note(notes, line, "trf-sex", column=10, found=found, read=sex)
    return sex


def _read_title(line: int, found: str, notes: Notes) -> str:
    if found in TITLES:
        return found
    title = _OLD_TITLES.get(found.lower(), found.upper())
    note(notes, line, "trf-title" if title in TITLES else "trf-title-unknown", column=11, found=found, read=title)
    return title


def _read_cells(line: int, text: str, notes: Notes) -> tuple[Cell, ...]:
    if len(text) <= _STATIC:
        return ()
    rounds = -(-(len(text) - _STATIC) // 10)
    padded = text.ljust(_STATIC + 10 * rounds)
    cells: list[Cell] = []
    for start in range(_STATIC, len(padded), 10):
        found = _CELL.fullmatch(padded, start, start + 10)
        if found is None:
            raise _unreadable(line, text, start // 10 - 8)
        opponent, colour, letter = found.groups()
        number = 0 if opponent == "    " else int(opponent)
        result = _RESULTS.get(letter, ADJOURNED)
        if result == ADJOURNED:  # VCL4THP 166: whatever the letter, if there was a game
            if not number:
                raise _unreadable(line, text, start // 10 - 8)
            note(notes, line, "trf-unknown-result-read", column=start + 8, round=start // 10 - 8, found=letter)
        cells.append(Cell(number, _COLOURS[colour], result))
    return tuple(cells)


def _unreadable(line: int, text: str, round_number: int) -> BadInput:
    """What it is that cannot be read in the ten columns of a round."""
    columns = Columns(line, text)
    first = column_of(round_number)
    try:
        columns.number("opponent", first, first + 3)
        columns.blank(first + 4, first + 6, first + 8, first + 9)
    except BadInput as found:
        return found
    colour, result = columns.text(first + 5, first + 5), columns.text(first + 7, first + 7)
    if colour and colour not in _COLOURS:
        return BadInput("trf-unknown-colour", line=line, column=first + 5, round=round_number, found=colour)
    return BadInput("trf-unknown-result", line=line, column=first + 7, round=round_number, found=result)
