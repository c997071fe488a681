"""Text ↔ ``TrfFile``. Nothing is interpreted here beyond the columns of each line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from engine.errors import BadInput
from ledger.formats.trf import other_lines as other
from ledger.formats.trf.lines import (
    AbnormalLine,
    AccelerationLine,
    ApartLine,
    ByesLine,
    FictitiousLine,
    KeptLine,
    NationalLine,
    Notes,
    PlayerLine,
    Record,
    ScoresLine,
    TextLine,
    TrfFile,
    note,
)
from ledger.formats.trf.plain_text import lines_of
from ledger.formats.trf.player_lines import is_national, read_national, read_player, show_player

COMMENT = "###"


def parse(data: bytes | str) -> TrfFile:
    """A file as it is read; what cannot be read at all is refused with its line and column."""
    notes: Notes = []
    players: list[PlayerLine] = []
    records: list[Record] = []
    lines = lines_of(data, notes)
    refuse_team_tournament(lines)
    for number, text in enumerate(lines, start=1):
        if text.startswith("001"):
            players.append(read_player(number, text, notes))
        else:
            records.append(_record(number, text, notes))
    return TrfFile(tuple(players), tuple(records), tuple(notes))


def refuse_team_tournament(lines: Sequence[str]) -> None:
    """TRF26 192 and 300 … 362: teams. There 240, 250, 260 and 299 hold the numbers of teams, so nothing fits.

    (TRF16 013, which only lists who plays for whom beside the games of each, does no harm and is kept.)
    """
    for number, text in enumerate(lines, start=1):
        if text[:3] in _OF_TEAMS or (text[:3] == "192" and text[3:].lstrip().upper().startswith("FIDE_TEAM")):
            raise BadInput("trf-team-tournament", line=number, column=1, found=text[:3])


_OF_TEAMS = ("300", "310", "320", "330", "352", "362")


def render(file: TrfFile, line_end: str = "\r\n") -> str:
    """The same file in strict columns. (TRF26 remark 1 asks for CR; most programs want LF as well.)"""
    return "".join(show_line(line) + line_end for line in file.lines)


def _record(number: int, text: str, notes: Notes) -> Record:
    id = text[:3]
    reader = other.READERS.get(id)
    if reader is not None:
        return reader(number, text, notes)
    if is_national(text):
        return read_national(number, text, notes)
    if text and id != COMMENT:
        note(notes, number, "trf-line-kept", id=id)
    return KeptLine(number, text)


def show_line(line: PlayerLine | Record) -> str:
    match line:
        case PlayerLine():
            return show_player(line)
        case NationalLine():
            return show_player(line.player, line.federation)
        case TextLine():
            return other.show_text(line)
        case ScoresLine():
            return other.show_scores(line)
        case ByesLine():
            return other.show_byes(line)
        case AccelerationLine():
            return other.show_acceleration(line)
        case FictitiousLine():
            return other.show_fictitious(line)
        case ApartLine():
            return other.show_apart(line)
        case AbnormalLine():
            return other.show_abnormal(line)
        case KeptLine():
            return line.text
        case _:
            assert_never(line)
