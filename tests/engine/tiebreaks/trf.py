"""Just enough of the FIDE tournament file to read the golden tournaments into the model."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from engine.model import (
    CHESS_POINTS,
    Board,
    Details,
    Entry,
    Outcome,
    Player,
    PlayerId,
    PointTable,
    Result,
    Round,
    Rules,
    SitOut,
    Tournament,
)


class Seat(NamedTuple):
    opponent: PlayerId
    colour: str
    result: str


SITTING: Mapping[str, Outcome] = {
    "U": Outcome.PAIRING_BYE,
    "F": Outcome.FULL_BYE,
    "H": Outcome.HALF_BYE,
    "Z": Outcome.ZERO_BYE,
    "": Outcome.ZERO_BYE,
}

GAMES: Mapping[tuple[str, str], Result] = {
    ("1", "0"): Result.WHITE_WINS,
    ("=", "="): Result.DRAW,
    ("0", "1"): Result.BLACK_WINS,
    ("W", "L"): Result.UNRATED_WHITE_WINS,
    ("D", "D"): Result.UNRATED_DRAW,
    ("L", "W"): Result.UNRATED_BLACK_WINS,
    ("+", "-"): Result.FORFEIT_WHITE_WINS,
    ("-", "+"): Result.FORFEIT_BLACK_WINS,
    ("-", "-"): Result.DOUBLE_FORFEIT,
}


def read(path: Path, system: str, edition: str = "2026", tiebreaks: tuple[str, ...] = ()) -> Tournament:
    players: list[Player] = []
    seats: list[dict[PlayerId, Seat]] = []
    points = CHESS_POINTS
    rounds = 0
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("XXR"):
            rounds = int(line[4:])
        elif line.startswith("162"):
            points = _points(line)
        elif line.startswith("001"):
            number = int(line[4:8])
            players.append(Player(number, line[14:47].strip(), int(line[48:52].strip() or 0) or None))
            cells = [line[start : start + 10] for start in range(89, len(line.rstrip()), 10)]
            for _ in range(len(seats), max(rounds, len(cells))):
                seats.append({})
            for at, cell in zip_longest(seats, cells, fillvalue=""):
                assert isinstance(at, dict)
                at[number] = Seat(int(cell[2:6].strip() or 0), cell[7:8], cell[9:10].strip())
    return Tournament(
        details=Details(path.stem),
        rules=Rules(system, rounds, points, tiebreaks, tiebreak_edition=edition),
        entries={player.number: Entry(player) for player in players},
        rounds=tuple(_round(number, at) for number, at in enumerate(seats, start=1)),
    )


def _points(line: str) -> PointTable:
    words = line[3:].split()
    named = {name: float(value) for name, value in zip(words[::2], words[1::2], strict=True)}
    table = PointTable.of(int(named["W"]), int(named["D"]), int(named["L"]))
    assert (named["P"], named["A"]) == (named["W"], 0), line
    return table


def _round(number: int, seats: Mapping[PlayerId, Seat]) -> Round:
    boards = tuple(
        Board(player, seat.opponent, GAMES[seat.result, seats[seat.opponent].result])
        for player, seat in seats.items()
        if seat.opponent and seat.colour == "w"
    )
    sitouts = tuple(SitOut(player, SITTING[seat.result]) for player, seat in seats.items() if not seat.opponent)
    assert 2 * len(boards) + len(sitouts) == len(seats), number
    return Round(number, boards, sitouts)
