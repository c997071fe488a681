"""What Roundlog does not use of a file ↔ lines that are kept for the next export, and what they are exported with."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping

from msgspec.structs import replace

from engine.model import Entry, PlayerId, RatingRule
from engine.ratings import FIDE, find_counting
from engine.registry import BY_HAND
from engine.time_control import is_encoded
from ledger.formats.trf import other_lines
from ledger.formats.trf.cells import Numbers
from ledger.formats.trf.codes import system_of
from ledger.formats.trf.lines import (
    INTERIM,
    AccelerationLine,
    FictitiousLine,
    KeptLine,
    Kind,
    NationalLine,
    Record,
    TextLine,
    TrfFile,
)
from ledger.formats.trf.player_lines import show_player
from ledger.formats.trf.reader import COMMENT, parse
from ledger.state import FileRest

_RATINGS, _SYSTEM, _RANKING = "172", "192", "212"
# Number of teams, type of tournament, dates of the rounds, start-rank method.
_TEXTS = ("082", "092", "132", _RATINGS, _RANKING, "222")
_ONLY_IN_TRF26 = (_RATINGS, _SYSTEM, _RANKING, "222")


_NOT_OF_FIDE = ("NRO", "OTHER")  # by these rules a rating of which nobody said whose it is is not FIDE's


def rest_of(file: TrfFile, system: str) -> FileRest:
    """``system``: by which the tournament goes on. What only another one has a use for is kept too."""
    return FileRest((*_lines_of(file), *(_lines_of_another_system(file) if system == BY_HAND else ())))


def _lines_of_another_system(file: TrfFile) -> Iterator[str]:
    """TRF26 192, 250, JaVaFo XXA, where the pairings go on by hand."""
    for record in file.records:
        if isinstance(record, TextLine) and record.id == _SYSTEM and record.text and system_of(record.text, "") is None:
            yield other_lines.show_text(record)
        elif isinstance(record, AccelerationLine):
            yield other_lines.show_acceleration(record)
        elif isinstance(record, FictitiousLine):
            yield other_lines.show_fictitious(record)


def _lines_of(file: TrfFile) -> Iterator[str]:
    for record in file.records:
        if isinstance(record, TextLine) and record.id in _TEXTS and record.text.strip():
            if record.id != "222" or not is_encoded("".join(record.text.split())):
                yield other_lines.show_text(record)
        elif isinstance(record, NationalLine):
            yield show_player(replace(record.player, born=_year_of(record.player.born)), record.federation)
        elif isinstance(record, KeptLine) and record.text and not record.text.startswith(INTERIM):
            yield record.text


def _year_of(born: str) -> str:
    """As of the 001 lines, only the year is kept."""
    return f"{born[:4]}/00/00" if born[:4].isdigit() else ""


def kept_texts(rest: FileRest, *, is_trf26: bool, known: Container[str]) -> tuple[TextLine, ...]:
    """``known``: what the tournament says itself, by id; it may have been changed since."""
    left_out = () if is_trf26 else _ONLY_IN_TRF26
    return tuple(record for record in _records(rest, TextLine) if record.id not in known and record.id not in left_out)


def kept_national(rest: FileRest, entries: Mapping[PlayerId, Entry], numbers: Numbers) -> Iterator[Record]:
    """TRF26 NRS, with the rating as it may have been corrected since."""
    for record in _records(rest, NationalLine):
        player = record.player.number
        if player in numbers:
            rating = _national_rating(rest, entries[player], record)
            yield replace(record, player=replace(record.player, number=numbers[player], rating=rating))


def _national_rating(rest: FileRest, entry: Entry, record: NationalLine) -> int | None:
    """Older logs only know who is ranked by another rating than FIDE's."""
    if entry.ratings:
        return next((known.value for known in entry.ratings if known.source == record.federation), None)
    return entry.player.rating if entry.player.number in rest.fide_ratings else record.player.rating


def kept_lines(rest: FileRest, numbers: Numbers) -> tuple[Record, ...]:
    """Lines that hold start numbers would name others once these have changed; a comment does no harm."""
    is_renumbered = any(player != number for player, number in numbers.items())
    return tuple(record for record in _unread_records(rest) if not is_renumbered or _is_comment(record))


def count_kept(rest: FileRest) -> int:
    return len(_unread_records(rest))


def _unread_records(rest: FileRest) -> tuple[Record, ...]:
    return (*_records(rest, KeptLine), *_records(rest, AccelerationLine), *_records(rest, FictitiousLine))


def _is_comment(record: Record) -> bool:
    return isinstance(record, KeptLine) and record.text.startswith(COMMENT)


def fide_rating(rest: FileRest, rule: RatingRule, entry: Entry) -> int | None:
    """TRF26 001: FIDE's, of the kind that the tournament goes by, or one of which nobody said whose it is; never that
    of a federation, nor the organiser's own."""
    player = entry.player
    of_fide = [rating for rating in entry.ratings if rating.source == FIDE]
    known = find_counting(of_fide, replace(rule, method="FIDE"), entry.from_round)
    if known is not None or rule.method in _NOT_OF_FIDE or player.rating in [one.value for one in entry.ratings]:
        return None if known is None else known.value
    return rest.fide_ratings.get(player.number, player.rating) or None


def _records(rest: FileRest, kind: type[Kind]) -> tuple[Kind, ...]:
    return parse("\n".join(rest.lines)).of(kind)


def list_national(rest: FileRest) -> tuple[NationalLine, ...]:
    return _records(rest, NationalLine)
