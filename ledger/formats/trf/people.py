"""Players: 001 and national lines → ``Player``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from engine.errors import BadInput
from engine.model import Ids, Player, PlayerId, RatingOf, RatingRule
from engine.ratings import FIDE, find_counting
from ledger.formats.trf.lines import NationalLine, Notes, PlayerLine, TrfFile, note
from ledger.hidden_characters import find_hidden, show_hidden

_YEAR = re.compile(r"([12][0-9]{3})(?:[/.-].*)?")
_KNSB = "NED"


def start_sheet(file: TrfFile) -> dict[PlayerId, PlayerLine]:
    """By start number, in the order of the numbers: at least two players, none of them twice."""
    players = file.players
    if len(players) < 2:
        code = "trf-one-player" if players else "trf-no-players"
        raise BadInput(code, line=players[0].line if players else 1, column=1)
    sheet: dict[PlayerId, PlayerLine] = {}
    for player in sorted(players, key=lambda player: player.number):
        if player.number in sheet:
            first = sheet[player.number].line
            raise BadInput("trf-number-twice", line=player.line, column=5, player=player.number, other_line=first)
        sheet[player.number] = player
    return sheet


def read_people(
    file: TrfFile, sheet: Mapping[PlayerId, PlayerLine], rule: RatingRule, notes: Notes
) -> dict[PlayerId, Player]:
    national = _national_lines(file, sheet)
    born_on = sum(len(player.born) > 4 and not player.born.endswith("00/00") for player in sheet.values())
    if born_on:
        note(notes, 0, "trf-birth-days-left-out", players=born_on)
    return {number: _person(player, national.get(number), rule, notes) for number, player in sheet.items()}


def read_ratings(
    file: TrfFile, players: Mapping[PlayerId, Player], rule: RatingRule
) -> dict[PlayerId, tuple[RatingOf, ...]]:
    """TRF26 001 and NRS: of who has a line of a federation all that are known, the one that counts first.

    Where the file says that another rating than FIDE's may count, of everybody: FIDE's stands in the 001 line.
    """
    of_fide = {line.number: line.rating for line in file.players}
    is_fide_first = rule.method in ("", "FIDE", "FIDON")
    known = {} if is_fide_first else {number: _rating(FIDE, rating) for number, rating in of_fide.items()}
    for record in file.of(NationalLine):
        number = record.player.number
        of_player = known.setdefault(number, _rating(FIDE, of_fide.get(number)))
        for source, rating in _rating(record.federation, record.player.rating).items():
            of_player.setdefault(source, rating)
    return {number: _first_the_one_that_counts(players[number], [*found.values()]) for number, found in known.items()}


def _rating(source: str, value: int | None) -> dict[str, RatingOf]:
    return {source: RatingOf(source, "", value)} if value else {}


def _first_the_one_that_counts(player: Player, ratings: Sequence[RatingOf]) -> tuple[RatingOf, ...]:
    return tuple(sorted(ratings, key=lambda rating: rating.value != player.rating))


def _national_lines(file: TrfFile, sheet: Mapping[PlayerId, PlayerLine]) -> dict[PlayerId, NationalLine]:
    found: dict[PlayerId, NationalLine] = {}
    for record in file.of(NationalLine):
        if record.player.number not in sheet:
            raise BadInput("trf-unknown-player", line=record.line, column=5, player=record.player.number)
        found.setdefault(record.player.number, record)
    return found


def _person(line: PlayerLine, national: NationalLine | None, rule: RatingRule, notes: Notes) -> Player:
    fide = line.fide.lstrip("0")
    if fide and not (fide.isascii() and fide.isdigit()):
        note(notes, line.line, "trf-fide-number", column=58, found=line.fide)
        fide = ""
    if not line.name:
        note(notes, line.line, "trf-name-missing", column=15, player=line.number)
    if find_hidden(line.name):
        note(notes, line.line, "trf-hidden-characters", column=15, player=line.number, name=show_hidden(line.name))
    year = _YEAR.fullmatch(line.born)
    return Player(
        number=line.number,
        name=line.name or str(line.number),
        rating=_start_rating(rule, line, national),
        title=line.title,
        federation=line.federation,
        birth_year=int(year[1]) if year else None,
        sex=line.sex,
        ids=Ids(fide=fide, knsb=national.player.fide if national and national.federation == _KNSB else ""),
    )


def _start_rating(rule: RatingRule, line: PlayerLine, national: NationalLine | None) -> int | None:
    """TRF26 172; where the file does not say it, FIDE's rating first."""
    known = _rating(FIDE, line.rating)
    if national is not None:
        known |= _rating(national.federation, national.player.rating)
    counting = find_counting([*known.values()], rule, 1)
    return None if counting is None else counting.value
