"""``Tournament`` → TRF16, TRF26 or TRF(x), in strict columns; ``losses`` says what such a file cannot hold."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from types import MappingProxyType

from msgspec.structs import replace

from engine.cards import cards
from engine.errors import Unsupported
from engine.model import Colour, Entry, Player, PlayerId, Result, Tournament
from engine.ratings import FIDE
from engine.scoring import scale
from engine.standings import rank
from engine.start_order import start_order
from engine.time_control import encode_time_control
from ledger.formats.trf import configuration
from ledger.formats.trf.agreement import show_rating_rule
from ledger.formats.trf.cells import (
    Numbers,
    byes_to_come,
    cells_of,
    has_advantage_draws,
    points_of,
    untold_points,
)
from ledger.formats.trf.codes import (
    code_of,
    is_date,
    is_external,
    show_date,
    show_ranking,
    show_tiebreaks,
    told_tiebreaks,
    type_of,
)
from ledger.formats.trf.configuration import UNPLACED
from ledger.formats.trf.history import BYES
from ledger.formats.trf.lines import (
    EMPTY,
    Adjustment,
    Cell,
    KeptLine,
    Notes,
    PlayerLine,
    Record,
    TextLine,
    TrfFile,
    note,
)
from ledger.formats.trf.national import national_lines
from ledger.formats.trf.officials import chief_of, show_arbiter
from ledger.formats.trf.rated_results import as_rated, has_rated_results
from ledger.formats.trf.reader import render
from ledger.formats.trf.rest import count_kept, fide_rating, kept_lines, kept_national, kept_texts
from ledger.formats.trf.round_dates import show_round_dates
from ledger.state import FileRest

HIGHEST_NUMBER = 9999
LONGEST_NAME = 33
PROGRAM = "Roundlog"
NO_REST = FileRest()
NO_DATES: Mapping[int, date] = MappingProxyType({})


class Dialect(enum.Enum):
    TRF16 = "trf16"
    TRF26 = "trf26"
    TRFX = "trfx"  # TRF16 with the records that JaVaFo added


def write(
    t: Tournament,
    dialect: Dialect = Dialect.TRF26,
    *,
    places: Mapping[PlayerId, int] | None = None,
    rest: FileRest = NO_REST,
    comments: Sequence[str] = (),
    dates: Mapping[int, date] = NO_DATES,
    line_end: str = "\r\n",
) -> str:
    """The tournament as a file. ``places``: the ranks, if not by our own table; ``rest``: what is to be handed on;
    ``comments``: lines at its end; ``dates``: of the rounds, where they are known."""
    return render(as_file(t, dialect, places, rest, comments, dates), line_end)


def as_file(
    t: Tournament,
    dialect: Dialect,
    places: Mapping[PlayerId, int] | None = None,
    rest: FileRest = NO_REST,
    comments: Sequence[str] = (),
    dates: Mapping[int, date] = NO_DATES,
) -> TrfFile:
    numbers = start_numbers(t, dialect)
    if places is None:
        places = {standing.player: standing.place for standing in rank(t)}
    t = _with_rated_results(t, dialect)
    lines: list[PlayerLine | Record] = [
        *_texts(t, dialect, rest, dates),
        *_players(t, dialect, numbers, places, rest),
        *(kept_national(rest, t.entries, numbers) if dialect is Dialect.TRF26 else ()),
        *(national_lines(t, rest, numbers) if dialect is Dialect.TRF26 else ()),
        *_configuration(t, dialect, numbers),
        *kept_lines(rest, numbers),
        *(KeptLine(UNPLACED, text) for text in comments),
    ]
    placed = [replace(line, line=place) for place, line in enumerate(lines, start=1)]
    players = tuple(line for line in placed if isinstance(line, PlayerLine))
    return TrfFile(players, tuple(line for line in placed if not isinstance(line, PlayerLine)))


def _with_rated_results(t: Tournament, dialect: Dialect) -> Tournament:
    """Who pairs by a TRF(x) goes by the results that stand."""
    return t if dialect is Dialect.TRFX else as_rated(t, keeps_points=dialect is Dialect.TRF26)


def start_numbers(t: Tournament, dialect: Dialect) -> Numbers:
    """The players' own numbers where they follow the start order and are shown; otherwise, but for TRF(x), their places
    in it."""
    order = start_order(t)
    if len(order) > HIGHEST_NUMBER:
        raise Unsupported("trf-too-many-players", players=len(order), most=HIGHEST_NUMBER)
    is_in_order = list(order) == sorted(order) or dialect is Dialect.TRFX
    is_shown = not t.shows_start_numbers or dialect is Dialect.TRFX
    if is_in_order and is_shown and max(order, default=0) <= HIGHEST_NUMBER:
        return {player: player for player in order}
    return {player: place for place, player in enumerate(order, start=1)}


def losses(t: Tournament, dialect: Dialect, rest: FileRest = NO_REST) -> tuple[Adjustment, ...]:
    """What the file will not say, or will say otherwise."""
    notes: Notes = []
    numbers = start_numbers(t, dialect)
    if any(player != number for player, number in numbers.items()):
        note(notes, 0, "trf-renumbered")
    left_out = count_kept(rest) - len(kept_lines(rest, numbers))
    if left_out:
        note(notes, 0, "trf-kept-lines-left-out", lines=left_out)
    for player in t.players:
        if len(_one_line(player.name)) > LONGEST_NAME:
            note(notes, 0, "trf-name-shortened", player=player.number, name=player.name, most=LONGEST_NAME)
    for field in ("starts", "ends"):
        text = _one_line(getattr(t.details, field))
        if text and not is_date(text):
            note(notes, 0, "trf-date-as-typed", field=field, text=text)
    for field in _left_out(t, dialect, rest):
        note(notes, 0, "trf-left-out", field=field)
    return tuple(notes)


def _left_out(t: Tournament, dialect: Dialect, rest: FileRest) -> Iterator[str]:
    """Stable words for what has no place in this dialect."""
    is_fide = dialect is Dialect.TRF26
    is_bare = dialect is Dialect.TRF16
    if is_bare and len(t.rounds) < t.rules.rounds:
        yield "number_of_rounds"
    if is_bare and t.first_colour is not None and not t.rounds:
        yield "first_colour"
    if is_bare and configuration.has_own_scores(t):
        yield "scores"
    if has_rated_results(t) and not is_fide and not is_bare:
        yield "rated_as"
    if not is_fide and (t.adjustments or untold_points(t) or (is_bare and has_rated_results(t))):
        yield "points_by_decision"
    if not is_fide and any(is_bare or not configuration.is_for_good(t, s) for s in t.separations):
        yield "separations"
    if is_bare and configuration.virtual_points(t):
        yield "acceleration"
    if not (is_fide and code_of(t.rules.system, is_baku=False)):
        yield "system"
    if is_bare and t.rules.tiebreaks:
        yield "tiebreaks"
    if not is_fide and t.details.encoded_time_control:
        yield "encoded_time_control"
    if not is_fide and (rest.fide_ratings or any(_has_other_rating(entry) for entry in t.entries.values())):
        yield "national_ratings"
    if any(_has_more(player) for player in t.players):
        yield "player_fields"
    if t.extra_games:
        yield "extra_games"
    if t.external_values or any(map(is_external, t.rules.tiebreaks)):
        yield "external_values"
    if t.positions:
        yield "positions"
    if has_advantage_draws(t):
        yield "advantage_draws"
    if any(board.result is Result.NEVER_PLAYED for played in t.rounds for board in played.boards):
        yield "games_never_played"


def _has_other_rating(entry: Entry) -> bool:
    return any(rating.source != FIDE for rating in entry.ratings)


def _has_more(player: Player) -> bool:
    return bool(player.club or player.category or player.lot or player.ids.knsb or player.ids.kndb or player.ids.fmjd)


def _texts(t: Tournament, dialect: Dialect, rest: FileRest, dates: Mapping[int, date]) -> list[TextLine]:
    """Ours and those that were kept, by id; what somebody else called the type of the tournament goes before ours."""
    ours = {id: _one_line(text) for id, text in _texts_by_id(t, dialect, rest, dates).items() if text.strip()}
    if dates:
        ours["132"] = show_round_dates(dates)
    deputies = [show_arbiter(deputy) for deputy in t.details.deputies]
    known = {*ours, *(["112"] if deputies else [])} - _OF_OTHERS_FIRST
    kept = kept_texts(rest, is_trf26=dialect is Dialect.TRF26, known=known)
    told = {record.id for record in kept}
    lines = [TextLine(UNPLACED, id, text) for id, text in ours.items() if id not in told]
    lines += [TextLine(UNPLACED, "112", _one_line(text)) for text in deputies]
    return sorted((*lines, *kept), key=lambda record: record.id)


_OF_OTHERS_FIRST = {"092"}


def _texts_by_id(t: Tournament, dialect: Dialect, rest: FileRest, dates: Mapping[int, date]) -> dict[str, str]:
    """042 and 052, where nobody has typed them, are the days of the first and the last round."""
    days = [f"{day}" for day in sorted(dates.values())] or [""]
    is_baku = t.rules.options.get("acceleration") == "baku"
    details = t.details
    texts = {
        "012": details.name,
        "022": details.place,
        "032": details.federation,
        "042": show_date(details.starts or days[0]),
        "052": show_date(details.ends or days[-1]),
        "062": str(len(t.entries)),
        "072": str(sum(bool(fide_rating(rest, t.rules.ratings, entry)) for entry in t.entries.values())),
        "092": type_of(t.rules.system),
        "102": show_arbiter(chief_of(details)),
        "122": details.time_control,
    }
    if dialect is Dialect.TRF26:
        texts |= {
            "142": str(t.rules.rounds),
            "152": {Colour.WHITE: "W", Colour.BLACK: "B", None: ""}[t.first_colour],
            "172": show_rating_rule(t.rules.ratings),
            "182": PROGRAM,
            "192": code_of(t.rules.system, is_baku=is_baku),
            "212": show_ranking(told_tiebreaks(t)),
            "222": details.encoded_time_control or encode_time_control(details.time_control),
        }
    if dialect is not Dialect.TRF16:
        texts["202"] = show_tiebreaks(told_tiebreaks(t))  # other programs pass over what they do not know
    return texts


def _configuration(t: Tournament, dialect: Dialect, numbers: Numbers) -> Iterator[Record]:
    if dialect is Dialect.TRF26:
        yield from configuration.fide_records(t, numbers)
    elif dialect is Dialect.TRFX:
        order = start_order(t)
        words = ["rank"] if list(order) != sorted(order) else []
        if t.first_colour is not None:
            words.append(f"{t.first_colour.value}1")
        yield TextLine(UNPLACED, "XXR", str(t.rules.rounds))
        if words:
            yield TextLine(UNPLACED, "XXC", " ".join(words))
        yield from configuration.javafo_records(t, numbers)


def _players(
    t: Tournament, dialect: Dialect, numbers: Numbers, places: Mapping[PlayerId, int], rest: FileRest
) -> Iterator[PlayerLine]:
    """In start order, with the rounds that are paired. Only TRF26 has a record of its own for byes to come."""
    cells = cells_of(t, numbers, marks_adjourned=dialect is Dialect.TRF26)
    byes = dict.fromkeys(t.entries, 0)
    worth = scale(t.rules.points)
    if dialect is not Dialect.TRF26:
        for number, player, letter in byes_to_come(t):
            _put(cells[player], number, Cell(result=letter))
            byes[player] += worth[BYES[letter]]
    dealt = cards(replace(t, extra_games=()))  # a TRF has no place for them, and its points add up
    for player in start_order(t):
        points = points_of(t, dealt[player], byes[player])
        entry = t.entries[player]
        line = _static(entry.player, numbers[player])
        yield replace(
            line,
            rating=fide_rating(rest, t.rules.ratings, entry),
            points=points,
            rank=places.get(player),
            cells=tuple(cells[player]),
        )


def _static(player: Player, number: int) -> PlayerLine:
    return PlayerLine(
        line=UNPLACED,
        number=number,
        name=_one_line(player.name)[:LONGEST_NAME].rstrip(),
        sex=player.sex,
        title=player.title if len(player.title) <= 3 else "",
        federation=player.federation[:3],
        fide=player.ids.fide if player.ids.fide.isdigit() and len(player.ids.fide) <= 11 else "",
        born=f"{player.birth_year}/00/00" if player.birth_year else "",
    )


def _put(cells: list[Cell], number: int, cell: Cell) -> None:
    cells.extend([EMPTY] * (number - len(cells)))
    cells[number - 1] = cell


def _one_line(text: str) -> str:
    """Whatever somebody typed into a field, it may not begin a new record."""
    return " ".join(text.split())
