"""What was agreed before the first game: details, number of rounds, system, first colour, acceleration, separations."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Mapping
from fractions import Fraction

from engine.errors import BadInput
from engine.model import Colour, Details, PlayerId, RatingRule, Round, Separation
from engine.pairing import Choice
from engine.ratings import FIDE, METHODS, NATIONAL, OWN, usual_lists
from engine.registry import BY_HAND
from engine.time_control import encode_time_control, is_encoded
from ledger.formats.trf.codes import BAKU, read_date, read_tiebreaks, system_of
from ledger.formats.trf.lines import (
    EMPTY,
    AccelerationLine,
    ApartLine,
    FictitiousLine,
    Notes,
    PlayerLine,
    TextLine,
    TrfFile,
    note,
)
from ledger.formats.trf.officials import read_arbiter, read_deputies
from ledger.formats.trf.player_lines import column_of

Headers = Mapping[str, TextLine]
Sheet = Mapping[PlayerId, PlayerLine]

_REPEATED = ("112", "XXC")
MOST_ROUNDS = 999


def read_headers(file: TrfFile, notes: Notes) -> Headers:
    """The text records by their id. The first one counts; what stands in an empty one is nothing."""
    found: dict[str, TextLine] = {}
    for record in file.of(TextLine):
        if not record.text.strip():
            continue
        first = found.setdefault(record.id, record)
        if first.text != record.text and record.id not in _REPEATED:
            note(notes, record.line, "trf-record-twice", id=record.id, other_line=first.line)
    return found


def read_details(file: TrfFile, headers: Headers, notes: Notes) -> Details:
    if "012" not in headers:
        note(notes, 0, "trf-tournament-name-missing")
    arbiter, time_control = read_arbiter(_text(headers, "102")), _text(headers, "122")
    return Details(
        name=_text(headers, "012"),
        place=_text(headers, "022"),
        federation=_text(headers, "032"),
        starts=_date(headers, "042", notes),
        ends=_date(headers, "052", notes),
        arbiter=arbiter.name,
        time_control=time_control,
        arbiter_fide=arbiter.fide,
        deputies=read_deputies(file),
        encoded_time_control=_encoded_time_control(headers, time_control, notes),
    )


def _encoded_time_control(headers: Headers, time_control: str, notes: Notes) -> str:
    """TRF26 222, where 122 does not say the same in plain words."""
    text = "".join(_text(headers, "222").split())
    if text and not is_encoded(text):
        note(notes, headers["222"].line, "trf-time-control-not-encoded", column=5, found=text)
        return ""
    return "" if text == encode_time_control(time_control) else text


def read_rounds(headers: Headers, sheet: Sheet, notes: Notes) -> int:
    """TRF26 142, JaVaFo XXR; a file that does not say it has as many rounds as columns."""
    used = max(_columns_used(player) for player in sheet.values())
    declared = [(headers[id], _number_of_rounds(headers[id])) for id in ("142", "XXR") if id in headers]
    if not declared:
        note(notes, 0, "trf-rounds-not-declared", rounds=max(used, 1))
        return max(used, 1)
    record, rounds = declared[0]
    if declared[-1][1] != rounds:
        last = declared[-1][0]
        raise BadInput("trf-rounds-contradict", line=last.line, column=5, found=last.text, other_line=record.line)
    if used > rounds:
        player = next(p for p in sheet.values() if _columns_used(p) > rounds)
        column = column_of(rounds + 1)
        raise BadInput("trf-more-rounds-than-declared", line=player.line, column=column, rounds=rounds, found=used)
    return rounds


def note_wrong_count(headers: Headers, players: int, notes: Notes) -> None:
    """TRF26 062: how many players there are is what the 001 lines say."""
    declared = _text(headers, "062")
    if declared.isascii() and declared.isdigit() and int(declared) not in (0, players):
        note(notes, headers["062"].line, "trf-player-count", column=5, declared=int(declared), found=players)


def read_system(headers: Headers, starts: str, notes: Notes) -> str:
    """TRF26 192. Of a system that Roundlog does not know the pairings are made by hand."""
    code = _text(headers, "192").upper()
    system = system_of(code, starts)
    if code and system is None:
        note(notes, headers["192"].line, "trf-system-unknown", found=code)
    return system or BY_HAND


def read_options(headers: Headers, system: str, virtual: tuple[str, ...], notes: Notes) -> dict[str, Choice]:
    """How the tournament is accelerated; where the pairings are made by hand, that is the arbiter's business."""
    options = acceleration_options(headers, virtual)
    if system == BY_HAND and options:
        note(notes, 0, "trf-acceleration-not-used")
        return {}
    return options


def acceleration_options(headers: Headers, virtual: tuple[str, ...]) -> dict[str, Choice]:
    """TRF26 192 and 250, JaVaFo XXA."""
    is_baku = _text(headers, "192").upper().endswith(BAKU)
    options: dict[str, Choice] = {"acceleration": "baku"} if is_baku else {}
    return {**options, "virtual_points": virtual} if virtual else options


def read_rating_rule(headers: Headers, notes: Notes) -> RatingRule:
    """TRF26 172: by which ratings the players were ranked; in front of it whose the national ones are."""
    *before, method = _text(headers, "172").upper().split() or [""]
    if method and method not in METHODS:
        note(notes, headers["172"].line, "trf-rating-method-unknown", column=5, found=method)
        return RatingRule()
    federation = next((word for word in before if len(word) == 3 and word.isalpha()), "")
    lists = usual_lists(RatingRule().rate_of_play) if federation else ()
    return RatingRule(method=method, lists=tuple(one.replace(NATIONAL, federation) for one in lists))


def show_rating_rule(rule: RatingRule) -> str:
    sources = (named.partition(":")[0] for named in rule.lists)
    federation = next((source for source in sources if source not in (FIDE, OWN, NATIONAL)), "")
    return " ".join(filter(None, (federation, rule.method))) if rule.method else ""


def read_agreed_tiebreaks(headers: Headers) -> tuple[str, ...]:
    return read_tiebreaks(_text(headers, "202") or _text(headers, "212"))


def read_start_order(file: TrfFile, sheet: Sheet) -> tuple[PlayerId, ...]:
    """By start number; JaVaFo XXC rank: in the order of the lines."""
    is_by_line = any("rank" in record.text.lower().split() for record in file.of(TextLine) if record.id == "XXC")
    return tuple(player.number for player in file.players) if is_by_line else tuple(sheet)


def read_first_colour(
    file: TrfFile, order: tuple[PlayerId, ...], first_round: Round | None, notes: Notes
) -> Colour | None:
    """TRF26 152, JaVaFo XXC; where neither says it, the colour of the first in the start order who played round 1."""
    told: dict[Colour, TextLine] = {}
    for record in file.of(TextLine):
        if record.id == "152" and record.text:
            told[_initial_colour(record)] = record
        elif record.id == "XXC":
            told |= {colour: record for word, colour in _JAVAFO_COLOURS.items() if word in record.text.lower().split()}
    if len(told) > 1:
        lines = sorted(record.line for record in told.values())
        raise BadInput("trf-first-colour-contradicts", line=lines[-1], column=5, other_line=lines[0])
    if told:
        return next(iter(told))
    return _colour_in_round_1(order, first_round, notes)


_JAVAFO_COLOURS = {"white1": Colour.WHITE, "black1": Colour.BLACK}


def read_separations(file: TrfFile, sheet: Container[PlayerId], rounds: int, notes: Notes) -> tuple[Separation, ...]:
    """TRF26 260, JaVaFo XXP. A separation up to the last round has no end."""
    found: list[Separation] = []
    for record in file.of(ApartLine):
        for player in record.players:
            _check_known(sheet, player, record.line, 13 if record.id == "260" else 5)
        players = tuple(dict.fromkeys(record.players))
        if len(players) < 2:
            note(notes, record.line, "trf-separation-of-one", players=len(players))
            continue
        last = record.last_round if 0 < record.last_round < rounds else None
        found.append(Separation(players, record.first_round or 1, last))
    return tuple(found)


def read_virtual_points(file: TrfFile, sheet: Sheet, per_point: int, rounds: int) -> tuple[str, ...]:
    """TRF26 250, JaVaFo XXA: for each accelerated player his number and the points of each round, in units."""
    points: dict[PlayerId, dict[int, Fraction]] = defaultdict(dict)
    for record in file.records:
        if isinstance(record, AccelerationLine):
            _check_known(sheet, record.first_player, record.line, 23)
            _check_known(sheet, record.last_player, record.line, 28)
            span = range(record.first_round, min(record.last_round, rounds) + 1)
            for player in (p for p in sheet if record.first_player <= p <= record.last_player):
                points[player] |= dict.fromkeys(span, record.points)
        elif isinstance(record, FictitiousLine):
            _check_known(sheet, record.player, record.line, 5)
            points[record.player] |= dict(enumerate(record.points, start=1))
    accelerated = sorted(player for player, by_round in points.items() if any(by_round.values()))
    return tuple(_write_points(player, points[player], per_point) for player in accelerated)


def _write_points(player: PlayerId, by_round: Mapping[int, Fraction], per_point: int) -> str:
    last = max(number for number, value in by_round.items() if value)
    units = (str(int(by_round.get(number, Fraction(0)) * per_point)) for number in range(1, last + 1))
    return f"{player} {' '.join(units)}"


def _text(headers: Headers, id: str) -> str:
    return headers[id].text if id in headers else ""


def _date(headers: Headers, id: str, notes: Notes) -> str:
    text = _text(headers, id)
    date = read_date(text)
    if text and date is None:
        note(notes, headers[id].line, "trf-date-unreadable", column=5, found=text)
    elif date is not None and text != date.replace("-", "/"):
        note(notes, headers[id].line, "trf-date", column=5, found=text, read=date)
    return text if date is None else date


def _number_of_rounds(record: TextLine) -> int:
    if not (record.text.isascii() and record.text.isdigit()):
        raise BadInput("trf-not-a-number", line=record.line, column=5, field="rounds", found=record.text)
    if not 1 <= int(record.text) <= MOST_ROUNDS:
        raise BadInput("trf-bad-number-of-rounds", line=record.line, column=5, found=record.text, most=MOST_ROUNDS)
    return int(record.text)


def _columns_used(player: PlayerLine) -> int:
    used = len(player.cells)
    while used and player.cells[used - 1] == EMPTY:
        used -= 1
    return used


def _initial_colour(record: TextLine) -> Colour:
    colour = {"W": Colour.WHITE, "B": Colour.BLACK}.get(record.text.upper())
    if colour is None:
        raise BadInput("trf-unknown-colour", line=record.line, column=5, found=record.text)
    return colour


def _colour_in_round_1(order: tuple[PlayerId, ...], played: Round | None, notes: Notes) -> Colour | None:
    seats = {player: colour for board in (played.boards if played else ()) for player, colour, *_ in board.seats()}
    first = next((player for player in order if player in seats), None)
    if first is None:
        return None
    note(notes, 0, "trf-first-colour-from-round-1", player=first, colour=seats[first].value)
    return seats[first]


def _check_known(sheet: Container[PlayerId], player: PlayerId, line: int, column: int) -> None:
    if player not in sheet:
        raise BadInput("trf-unknown-player", line=line, column=column, player=player)
